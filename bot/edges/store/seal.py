"""Encryption at rest: what people wrote goes into the store as Fernet tokens only."""

import os
import secrets
from pathlib import Path
from typing import TypeVar

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from pydantic import BaseModel, TypeAdapter, ValidationError

from bot.core.errors import FromNewer, Misconfigured

Shape = TypeVar("Shape", bound=BaseModel)
Value = TypeVar("Value")


class Seal:
    """The first key encrypts, every key decrypts: put a new one in front to rotate."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        try:
            self._fernet = MultiFernet([Fernet(key) for key in keys])
        except ValueError as error:
            raise Misconfigured(
                "DESK_KEYS must hold Fernet keys: 32 random bytes each, in URL-safe base64, comma-separated."
            ) from error

    def close(self, noun: BaseModel) -> str:
        return self._fernet.encrypt(noun.model_dump_json().encode()).decode()

    def open(self, token: str, shape: type[Shape]) -> Shape:
        """Raises `Misconfigured` when no key fits, `FromNewer` when the content is of another version."""
        return understood(self._text(token), shape)

    def read(self, token: str, adapter: TypeAdapter[Value]) -> Value:
        """`open` for unions."""
        text = self._text(token)
        try:
            return adapter.validate_json(text)
        except ValidationError as error:
            raise _other_shape(error) from None

    def _text(self, token: str) -> bytes:
        try:
            return self._fernet.decrypt(token)
        except InvalidToken as error:
            raise Misconfigured(
                "The store holds a text that none of the keys opens. Put the key it was written with back in DESK_KEYS."
            ) from error


def understood(text: str | bytes, shape: type[Shape]) -> Shape:
    """Raises `FromNewer`, which does not quote the text."""
    try:
        return shape.model_validate_json(text)
    except ValidationError as error:
        raise _other_shape(error) from None  # its text would quote what people wrote


def _other_shape(error: ValidationError) -> FromNewer:
    places = sorted({".".join(map(str, one["loc"])) for one in error.errors(include_input=False, include_url=False)})
    return FromNewer(f"a stored {error.title} has another shape than this version expects: {', '.join(places)}")


def own_keys(data: Path) -> tuple[str, ...]:
    """The keys in `data`/keys, one a line, newest first; the first start makes one. Owner-only."""
    path = data / "keys"
    if not path.exists():
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        _create(path, Fernet.generate_key().decode() + "\n")
    return tuple(path.read_text().split())


def _create(path: Path, content: str) -> None:
    """Whole or not at all; of two starts at once the first wins and both read its file."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return
    finally:
        draft.unlink()
