"""What a model is asked for: small, flat, and nothing that code can work out itself."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Shape(BaseModel):
    """Outside data: unknown keys are dropped, what is missing is empty."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Read(Shape):
    kind: Literal["heading", "paragraph", "item", "row"] = Field(
        "paragraph", description="cells of a row stand with | between"
    )
    number: str = Field("", description="the number printed in front, such as 3.2 or a); empty when there is none")
    text: str = Field(description="the words, without that number")


class Page(Shape):
    parts: tuple[Read, ...] = Field(
        (), description="what is printed, in reading order, without page headers and footers"
    )


class Asked(Shape):
    section: str = Field("", description="printed number or title of the section the words stand in")
    text: str = Field(description="one requirement, word for word as it stands in the document")


class Request(Shape):
    customer: str = Field("", description="who asks, as the document spells it; empty when it is not stated")
    project: str = Field("", description="the document's own name for the work; empty when it is not stated")
    requirements: tuple[Asked, ...] = ()


class Duty(Shape):
    owner: str = Field(description="the person who took it on, as the notes spell the name")
    what: str = Field(description="what they will do, in a few words of the notes")
    due: str = Field("", description="the words of the date as they were said; empty when none was said")
    quote: str = Field(description="the sentence it was read from, word for word")


class Meeting(Shape):
    duties: tuple[Duty, ...] = ()


class Covered(Shape):
    point: int = Field(description="number of the point")
    words: str = Field(description="the words of the reply that answer it, word for word")


class Judgement(Shape):
    kind: Literal["submission", "question", "promise", "automatic", "unrelated"]
    covered: tuple[Covered, ...] = ()
    question: str = Field("", description="the question they ask, word for word")
    eta: str = Field("", description="the words in which they name a day; empty when they name none")


class Rewritten(Shape):
    certain: bool = Field(description="false when the instruction can be understood in more than one way")
    subject: str
    body: str


class Passages(Shape):
    passages: tuple[str, ...] = Field((), description="what answers the question, word for word")


class Ticked(Shape):
    step: int = Field(description="number of the step")
    words: str = Field(description="the owner's words that say it is done, word for word")


class Advised(Shape):
    done: tuple[Ticked, ...] = Field((), description="steps the owner says are done")
    answer: str = Field(
        "", description="two or three plain sentences that answer the owner, from the skill's text alone"
    )


class Recapped(Shape):
    text: str = Field("", description="at most ten plain sentences; names, numbers and dates only as they were said")


class Routed(Shape):
    skill: str = Field("", description="name of the one skill whose description fits; empty when none clearly does")


class Meant(Shape):
    intent: Literal["start", "status", "late", "unanswered", "kickoff", "sources", "consolidate", "other"]
