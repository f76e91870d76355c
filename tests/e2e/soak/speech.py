"""Which of the desk's texts are answers: not the ones that are shown until there is one, and no news of deliveries."""

from bot.demo.faces import Json
from bot.edges.teams.wording import teams_text
from cards.words import say

PASSING = ("on_it", "working", "agent_down", "agent_busy")
SKILLS = ("rfp-search", "charter-draft", "kickoff-extract", "task-allocate", "reply-poll", "consolidate", "general")
TOOLS = ("publish_view", "publish_drafts")
TROUBLES = ("turn_failed", "turn_lost", "turn_unknown", "put_aside", "denied.role", "empty_answer", "cut_short")
WORDS = say("en")


def _keys() -> list[str]:
    labels = [*(f"skill.{name}" for name in SKILLS), *(f"tool.{name}" for name in TOOLS)]
    return [f"desk.{name}" for name in (*PASSING, *labels)]


NO_ANSWERS = {teams_text(WORDS.t(key), exact=True) for key in _keys() if WORDS.has(key)}
NEWS = tuple(
    WORDS.t(f"desk.{key}", n=n) for key in ("not_delivered", "maybe_delivered", "doubt_settled") for n in (1, 2)
)
SIGNS = tuple({one.split("{")[0][:24].lstrip("0123456789 ") for one in NEWS})
DOUBTED = WORDS.t("desk.answer_doubted")
SENTENCES = {teams_text(WORDS.t(f"desk.{key}"), exact=True): key for key in TROUBLES}


def is_answer(text: str) -> bool:
    return bool(text) and text not in NO_ANSWERS and not is_news(text)


def is_doubt(card: Json) -> bool:
    """The notice that an answer may be missing."""
    return DOUBTED in str(card)


def is_news(text: str) -> bool:
    """What became of deliveries is told when it is known, and answers nobody."""
    return any(text.lstrip("0123456789 ").startswith(sign) for sign in SIGNS)
