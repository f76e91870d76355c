"""Everything about a text message but its words: label, sources, thumbs, and how it reads in a notification."""

from typing import Any

from bot.core.turn import Source

SUMMARY_LIMIT = 500
MADE_BY_AI = {
    "type": "https://schema.org/Message",
    "@type": "Message",
    "@context": "https://schema.org",
    "@id": "",
    "additionalType": ["AIGeneratedContent"],
}
Look = dict[str, Any]


def look(labelled: bool, summary: str = "", sources: tuple[Source, ...] = ()) -> Look:
    """`labelled`: an agent wrote it, and people may say what they think of it."""
    found: Look = {"text_format": "markdown"}
    if summary:
        found["summary"] = summary[:SUMMARY_LIMIT]
    if labelled:
        cited = {"citation": [_claim(number, one) for number, one in enumerate(sources, 1)]} if sources else {}
        found["entities"] = [MADE_BY_AI | cited]
        found["channel_data"] = {"feedbackLoop": {"type": "default"}}
    return found


def with_entities(fields: Look, entities: list[Look]) -> Look:
    return fields | {"entities": [*fields.get("entities", ()), *entities]} if entities else fields


def _claim(number: int, source: Source) -> Look:
    shown = {"@type": "DigitalDocument", "name": source.name, "abstract": source.words or source.name}
    if source.url:
        shown["url"] = source.url
    return {"@type": "Claim", "position": number, "appearance": shown}
