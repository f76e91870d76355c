"""The shape of every noun: frozen, strict, comparable by value."""

from pydantic import BaseModel, ConfigDict


class Noun(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
