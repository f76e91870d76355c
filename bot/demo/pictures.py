"""Keeps every card as it is drawn: what the channel gets, and the same card as a page and as text."""

import hashlib
import json
from pathlib import Path

import cards
from bot.core.people import Place
from cards.models import Card


class Pictures:
    """A witness. Cards are filed under a name that follows from their JSON, so that whoever gets one finds the rest."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, face: dict[str, object], card: Card, place: Place) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        stem = self._folder / f"{name_of(face)}"
        stem.with_suffix(".kind").write_text(type(card).__name__.removesuffix("Card").lower())
        stem.with_suffix(".html").write_text(cards.html(card, place.locale, place.zone), "utf-8")
        stem.with_suffix(".txt").write_text(cards.text(card, place.locale, place.zone), "utf-8")

    def text_of(self, face: object) -> str:
        return self._read(face, ".txt")

    def page_of(self, face: object) -> str:
        return self._read(face, ".html")

    def kind_of(self, face: object) -> str:
        return self._read(face, ".kind") or "card"

    def _read(self, face: object, ending: str) -> str:
        file = self._folder / f"{name_of(face)}{ending}"
        return file.read_text("utf-8") if file.exists() else ""


def name_of(face: object) -> str:
    return hashlib.sha256(json.dumps(face, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]
