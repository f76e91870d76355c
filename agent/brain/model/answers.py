"""What a model said, read as the shape it was asked for; and how material is quoted to it."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel

Shaped = TypeVar("Shaped", bound=BaseModel)
Tool = Callable[..., Any]
FENCED = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)


class NoAnswer(Exception):
    """The model gave nothing that can be used; the rules do the work."""


class Model(Protocol):
    async def ask(self, skill: str, words: str, shape: type[Shaped], tools: Sequence[Tool] = ()) -> Shaped:
        """Raises `NoAnswer` for whatever goes wrong."""
        ...

    async def read(self, skill: str, words: str, shape: type[Shaped], pictures: Sequence[bytes] = ()) -> Shaped:
        """Material read in one go, by an agent that is made for this call and has no tools.

        `pictures`: JPEG. Raises `NoAnswer`.
        """
        ...


def parsed(said: str, shape: type[Shaped]) -> Shaped:
    """The JSON object in what was said, with or without a fence around it. Raises `ValueError`."""
    fenced = FENCED.search(said)
    text = fenced.group(1) if fenced else said
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        raise ValueError("there is no JSON object")
    return shape.model_validate(json.loads(text[start : end + 1]))


def quoted(text: str) -> str:
    """Material between its lines; a line in it that looks like ours is none."""
    return f"<<<\n{text.replace('<<<', '‹‹‹').replace('>>>', '›››')}\n>>>"
