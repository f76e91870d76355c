"""What a button carries and what comes back when it is pressed, in every shape a client sends it.

A client answers with a card's own data and the values of its inputs, merged. Nothing in it is proof of anything: it
names the draft, the version and the hash the person saw, and the store decides what that is worth.
"""

import json
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

Verb = Literal[
    "open", "page", "back", "refresh",
    "approve", "approve_selected", "edit", "save", "save_approve", "cancel", "change", "reject",
    "undo", "arrived", "resend",
    "retry", "discard", "answer",
    "restart", "stop", "go_on",
    "snooze", "no_more",
    "deputy_add", "deputy_remove",
]  # fmt: skip
VERBS: frozenset[str] = frozenset(get_args(Verb))
LOOKS: frozenset[str] = frozenset(("open", "page", "back", "refresh", "edit", "cancel"))  # these change nothing
TEXT_LIMIT = 20_000
NOBODY = "nobody"  # what a list of people answers when none of them is meant
PICK = "pick_"  # an Input.Toggle named pick_<draft_id> answers "true" or "false"


class NotAClick(Exception):
    """The value is not a click on one of our cards. `key` names the sentence for the person in the catalogue."""

    def __init__(self, key: str, sentence: str) -> None:
        super().__init__(sentence)
        self.key = key


class Seen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Pick(Seen):
    """A draft as it was shown."""

    draft_id: str = Field(min_length=1, max_length=200)
    version: int = Field(ge=1)
    hash: str = Field(max_length=200)


class Click(Seen):
    """`ref` names what a click without a draft is about: a question, a project, a turn, a lost workspace, a card.

    `person` is an Entra object id, `until` a calendar day; `answer` of a snooze is when, as somebody would write it.
    `attempt` is the delivery that "send again" was said of, 0 on cards of before.
    """

    verb: Verb
    trigger: Literal["manual", "automatic"] = "manual"
    draft_id: str = Field(default="", max_length=200)
    version: int = Field(default=0, ge=0)
    hash: str = Field(default="", max_length=200)
    batch_id: str = Field(default="", max_length=200)
    picks: tuple[Pick, ...] = Field(default=(), max_length=200)
    page: int = Field(default=1, ge=1)
    ref: str = Field(default="", max_length=200)
    instruction: str = Field(default="", max_length=TEXT_LIMIT)
    reason: str = Field(default="", max_length=TEXT_LIMIT)
    reason_choice: str = Field(default="", max_length=200)
    subject: str = Field(default="", max_length=TEXT_LIMIT)
    body: str = Field(default="", max_length=TEXT_LIMIT)
    answer: str = Field(default="", max_length=TEXT_LIMIT)
    person: str = Field(default="", max_length=200)
    address: str = Field(default="", max_length=400)
    until: str = Field(default="", max_length=40)
    attempt: int = Field(default=0, ge=0)

    def data(self) -> dict[str, Any]:
        """The data object of the button; what is empty is left out. `parse` reads it back."""
        return self.model_dump(mode="json", exclude={"trigger"}, exclude_defaults=True)

    @classmethod
    def parse(cls, value: object) -> "Click":
        """Read an `adaptiveCard/action` value, an Action.Submit value or a posted form. Raises NotAClick."""
        data, trigger = _unwrapped(value)
        data = data | {"person": ""} if data.get("person") == NOBODY else data
        verb = data.get("verb")
        if not isinstance(verb, str):
            raise NotAClick("click.not_ours", "This is not a click on one of this desk's cards.")
        if verb not in VERBS:
            raise NotAClick("click.unknown_verb", "This button belongs to another version of the desk.")
        try:
            return cls.model_validate(
                {**data, "trigger": trigger, "picks": _ticked(data), "answer": data.get("answer") or _choice(data)}
            )
        except ValidationError as error:
            raise NotAClick("click.damaged", "This click arrived damaged, or is far too long.") from error


def _unwrapped(value: object) -> tuple[dict[str, Any], str]:
    """The merged data of the click, its verb inside, and what set it off."""
    outer = _object(value)
    if "action" in outer:
        action = _object(outer["action"])
        data = _object(action.get("data"))
        verb = action.get("verb") or data.get("verb")
        return {**data, "verb": verb}, "automatic" if outer.get("trigger") == "automatic" else "manual"
    if "click" in outer:  # a form of our HTML page: the pressed button's data as text, the inputs beside it
        return {**outer, **_object(outer["click"])}, "manual"
    return outer, "manual"


def _object(value: object) -> dict[str, Any]:
    """Some clients send an object as its JSON text; anything but an object says nothing."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return {}
    return {str(key): item for key, item in value.items()} if isinstance(value, dict) else {}


def _ticked(data: dict[str, Any]) -> list[Any]:
    rows = data.get("picks")
    return [row for row in rows if _is_ticked(data, row)] if isinstance(rows, list | tuple) else []


def _is_ticked(data: dict[str, Any], row: object) -> bool:
    ticked = data.get(f"{PICK}{row.get('draft_id')}") if isinstance(row, dict) else None
    return ticked is True or (isinstance(ticked, str) and ticked.lower() == "true")


def _choice(data: dict[str, Any]) -> object:
    return data.get("answer_choice") or ""
