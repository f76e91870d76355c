"""A seal that hides nothing: a quarter that never was has no secrets, and what was read once is known by sight."""

from collections.abc import Callable
from functools import lru_cache

from pydantic import BaseModel, TypeAdapter

from bot.edges.store.seal import Seal, Shape, Value, understood

IN_SIGHT = 1 << 15  # texts; nouns are frozen, so that everybody may have the same one


class Glass(Seal):
    """A quarter of the time of a quarter went by with ciphers and with reading again what had just been read."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        super().__init__(keys)
        self._seen: Callable[[str, type[BaseModel]], BaseModel] = lru_cache(maxsize=IN_SIGHT)(understood)

    def close(self, noun: BaseModel) -> str:
        return noun.model_dump_json().replace("|", "\\u007c")  # which parts the entries of a mailbox

    def open(self, token: str, shape: type[Shape]) -> Shape:
        found = self._seen(token, shape)
        assert isinstance(found, shape)
        return found

    def read(self, token: str, adapter: TypeAdapter[Value]) -> Value:
        return adapter.validate_json(token)
