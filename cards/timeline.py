"""A project over time as one page: for each task when it was asked for, decided, reminded of, answered, and is due."""

from datetime import UTC, date, datetime, time, timedelta
from html import escape
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from pydantic import Field

from cards.literal import visible
from cards.models import Model, TaskState
from cards.web import whole
from cards.words import Words, say

Kind = Literal["brief", "decision", "nudge", "reply"]
KINDS: tuple[Kind, ...] = ("brief", "decision", "nudge", "reply")
LABELS = 5  # above the lanes; on a phone every second one is left out
LEAST = timedelta(days=6)  # that the axis spans
EDGE = 3.0  # per cent on both sides, so that no mark is cut off
# Shapes tell apart without colour; the middle of each is 0,0.
SHAPES: dict[str, str] = {
    "brief": "M-5-5H5V5H-5Z",
    "decision": "M0-7L6 0L0 7L-6 0Z",
    "nudge": "M0-6L6 5H-6Z",
    "reply": "M-5 0A5 5 0 1 0 5 0A5 5 0 1 0-5 0Z",
    "due": "M-1-19H1V19H-1ZM1-19L9-15L1-11Z",
    "today": "M-.5-22H.5V22H-.5Z",
}
HEIGHTS: dict[str, int] = {"decision": 9, "brief": 22, "nudge": 35, "reply": 35, "due": 22, "today": 22}


class Moment(Model):
    """`who`: whom it went to or came from, or who decided. `what`: what was decided."""

    at: str
    kind: Kind
    who: str = ""
    what: Literal["", "approved", "rejected", "asked", "expired"] = ""


class Lane(Model):
    """One task; without a title, what belongs to none."""

    title: str = ""
    owner: str = ""
    due: str = ""
    state: TaskState = "open"
    late_days: int = Field(0, ge=0)
    moments: tuple[Moment, ...] = ()


class Timeline(Model):
    project: str = Field(min_length=1)
    customer: str = ""
    as_of: str
    lanes: tuple[Lane, ...] = ()


class Axis(NamedTuple):
    begin: datetime
    end: datetime

    def at(self, moment: datetime) -> float:
        """Per cent of the width."""
        return EDGE + (moment - self.begin) / (self.end - self.begin) * (100 - 2 * EDGE)


def html(view: Timeline, locale: str = "en", zone: str = "UTC") -> str:
    """The page, which needs nothing else. `zone`: whose clock and calendar the dates are read by."""
    words = say(locale)
    return whole(words.lang, words.t("timeline.title", project=view.project), fragment(view, words, zone))


def fragment(view: Timeline, words: Words, zone: str) -> str:
    axis = _axis(view, zone)
    done = sum(lane.state == "done" for lane in view.lanes if lane.title)
    total = sum(bool(lane.title) for lane in view.lanes)
    late = sum(lane.late_days > 0 for lane in view.lanes)
    states = [words.t("timeline.done", done=done, n=total)] + ([words.t("timeline.late", n=late)] if late else [])
    kicker = f'<p class="kicker">{_text(view.customer)}</p>\n' if view.customer else ""
    tone = "attention" if late else "good" if total and done == total else "accent"
    lanes = "".join(_lane(lane, axis, view, words, zone) for lane in view.lanes)
    return (
        f'<main lang="{escape(words.lang)}" class="card timeline {tone}-edge">\n<header>\n{kicker}'
        f"<h1>{_text(view.project)}</h1>\n"
        f'<p class="state {"attention strong" if late else "subtle"}">{_text(" · ".join(states))}</p>\n</header>\n'
        f"{_key(words)}{_scale(axis, words, zone)}{lanes}{_in_words(view, words, zone)}"
        f'<p class="kicker">{_text(words.t("timeline.as_of", time=words.date(view.as_of, zone)))}</p>\n</main>\n'
    )


def _axis(view: Timeline, zone: str) -> Axis:
    moments = [_moment(view.as_of, zone)]
    for lane in view.lanes:
        moments += [_moment(one.at, zone) for one in lane.moments] + [_moment(lane.due, zone)]
    known = [one for one in moments if one is not None]
    begin = min(known, default=datetime(1970, 1, 1, tzinfo=UTC))
    return Axis(begin, max([*known, begin + LEAST]))


def _moment(iso: str, zone: str) -> datetime | None:
    """A day is its noon: a due date stands over its own day."""
    try:
        if len(iso) == len("2026-12-02"):
            return datetime.combine(date.fromisoformat(iso), time(12), ZoneInfo(zone)).astimezone(UTC)
        found = datetime.fromisoformat(iso)
        return (found if found.tzinfo else found.replace(tzinfo=ZoneInfo(zone))).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _key(words: Words) -> str:
    """What the shapes mean."""
    rows = "".join(
        f'<li><svg width="18" height="16" viewBox="{_box(kind)}" aria-hidden="true">'
        f'<path class="{kind}" d="{SHAPES[kind]}"/></svg> {_text(words.t(f"timeline.key.{kind}"))}</li>\n'
        for kind in (*KINDS, "due", "today")
    )
    return f'<ul class="key">\n{rows}</ul>\n'


def _box(kind: str) -> str:
    return "-5 -20 18 16" if kind == "due" else "-9 -8 18 16"


def _scale(axis: Axis, words: Words, zone: str) -> str:
    """A few days under a line; what they mean stands in words below, so that this is for the eye only."""
    step = (axis.end - axis.begin) / (LABELS - 1)
    places = [axis.begin + number * step for number in range(LABELS)]
    anchors = ("start", *("middle",) * (LABELS - 2), "end")
    labels = "".join(
        f'<text class="{"few" if number % 2 else "all"}" x="{axis.at(at):.1f}%" y="14" text-anchor="{anchor}">'
        f"{_text(words.day(at.astimezone(ZoneInfo(zone)).date()))}</text>"
        for number, (at, anchor) in enumerate(zip(places, anchors, strict=True))
    )
    return f'<svg class="scale" width="100%" height="20" aria-hidden="true">{labels}</svg>\n'


def _lane(lane: Lane, axis: Axis, view: Timeline, words: Words, zone: str) -> str:
    title = lane.title or words.t("timeline.other")
    marks = [_mark("today", _moment(view.as_of, zone), axis)]
    marks += [_mark(one.kind, _moment(one.at, zone), axis, _told(one, title, words)) for one in lane.moments]
    marks.insert(1, _mark("due", _moment(lane.due, zone), axis, words.t("timeline.key.due")))
    facts = " · ".join(part for part in (lane.owner, _due(lane, words, zone), _state(lane, words)) if part)
    tone = "attention strong" if lane.late_days else "good" if lane.state == "done" else "subtle"
    count = words.t("timeline.lane", task=title, n=len(lane.moments))
    return (
        f'<section class="lane">\n<h2>{_text(title)}</h2>\n<p class="line {tone}">{_text(facts)}</p>\n'
        f'<svg class="strip" width="100%" height="44" role="img" aria-label="{escape(visible(count), quote=True)}">'
        f'<line x1="0" x2="100%" y1="22" y2="22"/>{"".join(marks)}</svg>\n</section>\n'
    )


def _mark(kind: str, at: datetime | None, axis: Axis, words: str = "") -> str:
    if at is None:
        return ""
    title = f"<title>{_text(words)}</title>" if words else ""
    return (
        f'<svg x="{axis.at(at):.2f}%" y="{HEIGHTS[kind]}" width="1" height="1" overflow="visible">{title}'
        f'<path class="{kind}" d="{SHAPES[kind]}"/></svg>'
    )


def _due(lane: Lane, words: Words, zone: str) -> str:
    return words.t("timeline.due", day=words.date(lane.due, zone)) if lane.due else ""


def _state(lane: Lane, words: Words) -> str:
    if lane.late_days:
        return words.t("timeline.late_days", n=lane.late_days)
    return words.t(f"timeline.state.{lane.state}") if lane.title else ""


def _in_words(view: Timeline, words: Words, zone: str) -> str:
    """Everything the marks say, in order: for whoever does not see them."""
    told = sorted(
        ((_moment(one.at, zone) or datetime.max.replace(tzinfo=UTC), one, lane.title or words.t("timeline.other"))
         for lane in view.lanes for one in lane.moments),
        key=lambda one: one[0],
    )  # fmt: skip
    rows = "".join(
        f'<li><time datetime="{escape(one.at, quote=True)}">{_text(words.date(one.at, zone))}</time>: '
        f"{_text(_told(one, title, words))}</li>\n"
        for _, one, title in told
    )
    inner = f"<ol>\n{rows}</ol>\n" if rows else f"<p>{_text(words.t('timeline.nothing'))}</p>\n"
    return f"<details>\n<summary>{_text(words.t('timeline.in_words'))}</summary>\n<div>\n{inner}</div>\n</details>\n"


def _told(one: Moment, task: str, words: Words) -> str:
    key = f"timeline.told.{one.what or one.kind}" if one.kind == "decision" else f"timeline.told.{one.kind}"
    return words.t(key, who=one.who or words.t("timeline.somebody"), task=task)


def _text(text: str) -> str:
    return escape(visible(text))
