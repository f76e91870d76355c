"""The agent's one question, and a place to answer it."""

from typing import Any

from cards.adaptive import draw
from cards.click import TEXT_LIMIT, Click
from cards.literal import plain
from cards.models import Question
from cards.page import Button, Choice, Field, Line, Page, shown
from cards.words import Words

ANSWER_LIMIT = min(4000, TEXT_LIMIT)


def card(question: Question, words: Words, zone: str) -> dict[str, Any]:
    title = words.t("question.title")
    scope = {
        "fallback": words.t("question.fallback", project=question.project, text=question.text),
        "kicker": question.project,
        "title": title,
        "text": question.text,
        "why": question.why,
        "hint": question.hint,
        "offers": bool(question.choices),
        "free": not question.choices,
        "choices": [{"title": plain(choice), "value": choice} for choice in question.choices],
        "answer_limit": ANSWER_LIMIT,
        "answer": _click(question).data(),
        "refresh": Click(verb="refresh", ref=question.question_id).data(),
        "viewers": question.viewers,
    }
    return draw("question", scope, words)


def page(question: Question, words: Words, zone: str) -> Page:
    choices = tuple((choice, choice) for choice in question.choices)
    label = words.t("question.own_answer" if choices else "question.answer")
    return Page(
        lang=words.lang,
        kicker=question.project,
        title=question.text,
        state=Line(question.why, "subtle") if question.why else None,
        blocks=shown(
            Line(question.hint, "attention"),
            Choice("answer_choice", words.t("question.answer"), choices) if choices else None,
            Field("answer", label, tall=True, limit=ANSWER_LIMIT, required=not choices),
        ),
        buttons=(Button(words.t("question.send"), _click(question), "positive"),),
    )


def _click(question: Question) -> Click:
    return Click(verb="answer", ref=question.question_id)
