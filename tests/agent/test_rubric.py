"""The rubric for replies, case by case, by the rules: what counts, what is open, and what is stored nowhere."""

from typing import Any, NamedTuple

import pytest
from scripted import ANA, RUI, Names
from speaking import Room

from agent.brain.rules import RulesBrain
from agent.sources.interface import Block, Document

COMPONENTS = "The vendor shall describe the architecture of the portal and name every component."
RECOVERY = "The proposal must state the recovery time objective (RTO) and the recovery point objective (RPO)."
COVERAGE = "The vendor must reach a test coverage of at least 90 % of all code."
ALL = [COMPONENTS, RECOVERY, COVERAGE]
FULL = (
    "The portal architecture has three components: a React front end, a Python API and a PostgreSQL database. "
    "RTO is 4 hours and RPO is 1 hour. Test coverage will be 92 % of all code."
)
FORWARDED = "FYI, from our supplier:\n---------- Forwarded message ----------\nFrom: Sam <sam@s.example>\n"
SIGNATURE = "--\nAna Tech\nPortal architect, architecture and components of the vendor portal team\n+55 11 5555 0100"
NEWS = "Ten reasons to renew your portal this year, and why all the big vendors love its new architecture. Unsubscribe."


class Case(NamedTuple):
    """A reply of the task's owner, and what becomes of the task."""

    why: str
    text: str
    status: str = "pending"
    covered: list[str] | None = None  # of the one submission; none where there is none
    accepted: bool = False
    sign: dict[str, Any] | None = None  # what is kept of a question or promise
    files: str = ""


KEPT = [
    Case("content that answers all points", FULL, "submitted", ALL, True),
    Case("content that answers some", "RTO is 4 hours and RPO is 1 hour.", "submitted_with_gaps", [RECOVERY], True),
    Case(
        "content that answers none",
        "Our teams have built the portal of many a bank, and each of them was very happy with the architecture of it.",
        "in_progress",
        [],
    ),
    Case(
        "a mention is no cover",
        "The RTO and the RPO matter to us, and so does the rest of the portal.",
        "in_progress",
        [],
    ),
    Case(
        "in doubt a gap",
        "RTO is 4 hours, and the rest of the portal is as good as it can be.",
        "in_progress",
        [],
    ),
    Case("no judgement of quality", "RTO is 900 hours and RPO is 700 hours.", "submitted_with_gaps", [RECOVERY], True),
    Case(
        "words of somebody else that were forwarded",
        f"{FORWARDED}> RTO is 4 hours and RPO is 1 hour.",
        "submitted_with_gaps",
        [RECOVERY],
        True,
    ),
    Case("a file that can be read", "Here it is.", "submitted", ALL, True, files="tech.docx"),
    Case("a file that cannot be read", "Here it is.", "submitted_with_gaps", [], True, files="scan.pdf"),
    Case(
        "a question before going on",
        "Do you want every component, or only the main ones?",
        "in_progress",
        sign={"kind": "question", "question": "Do you want every component, or only the main ones?"},
    ),
    Case(
        "a long question is quoted in twenty-five words",
        f"Could you tell me {'very ' * 40}exactly what you want?",
        "in_progress",
        sign={"kind": "question", "question": f"Could you tell me {'very ' * 21}".strip() + "…"},
    ),
    Case(
        "a promise without content names its day",
        "Working on it, you'll have it by Friday.",
        "in_progress",
        sign={"kind": "promise", "eta": "2026-12-04"},
    ),
    Case(
        "a promise without a day",
        "Estou trabalhando nisso.",
        "in_progress",
        sign={"kind": "promise", "eta": None},
    ),
    Case(
        "somebody else is named",
        "I handed this over to Rui Price, he knows it better.",
        "in_progress",
        sign={"kind": "promise", "delegate": "Rui Price"},
    ),
]
STORED_NOWHERE = {
    "out of office": "I am out of the office until January 4, for urgent matters call Zebulon.",
    "out of office beside content": f"I am out of the office. Zebulon. {FULL}",
    "fora do escritório": "Estou de férias até 10 de janeiro. Zebulon responde por mim.",
    "automatic reply": "Automatic reply: thank you for your message, Zebulon.",
    "undeliverable": "Your message could not be delivered to Zebulon: Undeliverable.",
    "a signature": f"{SIGNATURE}\nZebulon Inc.",
    "a signature of a phone": "Sent from my Zebulon",
    "marketing": f"{NEWS} Zebulon.",
    "propaganda": "Novidades do portal. Zebulon! Para não receber mais mensagens, clique em descadastrar.",
    "thanks": "Thanks a lot Zebulon!",
}


class Files(Names):
    """Two documents: one that can be read, and a scan."""

    def __init__(self) -> None:
        super().__init__("tech.docx", "scan.pdf")

    async def read(self, name: str) -> Document:
        if name == "scan.pdf":
            return Document(name=name, media="pdf", trouble="This PDF has no text.")
        return Document(name=name, media="docx", blocks=(Block(kind="paragraph", text=FULL),))


@pytest.fixture
async def owing(under_way: Room) -> Room:
    """Ana owes three points; the rules judge."""
    tasks = under_way.files.log["tasks"]
    tasks[0] |= {"requirements": ALL, "runbook_requirements": ALL}
    under_way.files.patch({"tasks": tasks}, under_way.sandbox.clock())
    under_way.with_sources(brain=RulesBrain())
    object.__setattr__(under_way.sandbox, "sources", Files())
    return under_way


@pytest.mark.parametrize("case", KEPT, ids=lambda case: case.why)
async def test_a_reply_is_judged_as_the_rubric_says(owing, case):
    words = case.text.replace("\n", "\n> ") + (f"\nFiles handed in: {case.files}" if case.files else "")
    await owing.reply(ANA, words, ref="r-1", at="2026-12-01T11:00:00-03:00")

    task = owing.task("task-1")
    assert task["status"] == case.status
    if case.covered is not None:
        (found,) = task["submissions"]
        gaps = [point for point in ALL if point not in case.covered]
        assert (found["covered"], found["gaps"], found["accepted"]) == (case.covered, gaps, case.accepted)
        assert found["not_inspected"] == ([case.files] if case.files == "scan.pdf" else [])
    else:
        (sign,) = task["signals"]
        assert {key: sign[key] for key in case.sign} == case.sign
        assert task["submissions"] == []


@pytest.mark.parametrize("text", STORED_NOWHERE.values(), ids=STORED_NOWHERE)
async def test_what_is_no_answer_is_stored_nowhere(owing, text):
    before = owing.task("task-1")

    await owing.reply(ANA, text.replace("\n", "\n> "), ref="r-1")

    assert owing.task("task-1") == before
    assert not [path for path in owing.sandbox.home.rglob("*") if path.is_file() and b"Zebulon" in path.read_bytes()]


async def test_what_is_an_answer_is_kept_in_its_words(owing):
    await owing.reply(ANA, f"{FULL} Zebulon.", ref="r-1")

    assert any(path.is_file() and b"Zebulon" in path.read_bytes() for path in owing.sandbox.home.rglob("*"))


@pytest.mark.parametrize(
    ("writer", "name", "counts"),
    [
        (RUI, "Rui Price", True),
        ("rui@stranger.example", "Rui Price", False),
        ("zoe@contoso.example", "Zoe", False),
    ],
)
async def test_only_the_owner_or_whom_they_named_answers_a_task(owing, writer, name, counts):
    tasks = [task for task in owing.files.log["tasks"] if task["owner_upn"] != RUI]
    owing.files.patch({"tasks": tasks}, owing.sandbox.clock())
    await owing.reply(writer, FULL, ref="r-0", name=name)
    assert owing.task("task-1")["submissions"] == []
    heard = await owing.reply(ANA, "I handed this over to Rui Price, he knows it better.", ref="r-1")
    assert "Rui Price answers for **Technical**" in heard.text

    await owing.reply(writer, FULL, ref="r-2", name=name)

    assert bool(owing.task("task-1")["submissions"]) is counts


async def test_whoever_is_named_with_an_address_is_known_by_it_alone(owing):
    await owing.reply(ANA, "I passed it on to Sam Smith (sam@supplier.example).", ref="r-1")
    await owing.reply("sam@contoso.example", FULL, ref="r-2", name="Sam Smith")
    assert owing.task("task-1")["submissions"] == []

    await owing.reply("sam@supplier.example", FULL, ref="r-3", name="S.")

    assert owing.task("task-1")["status"] == "submitted"


async def test_one_message_satisfies_several_tasks_under_one_reference(owing):
    tasks = owing.files.log["tasks"]
    tasks[1] |= {"owner_upn": ANA, "requirements": [RECOVERY], "runbook_requirements": [RECOVERY]}
    owing.files.patch({"tasks": tasks}, owing.sandbox.clock())

    await owing.reply(ANA, FULL, ref="r-1")

    assert [owing.task(one)["submissions"][0]["source_ref"] for one in ("task-1", "task-2")] == ["r-1", "r-1"]
    assert [owing.task(one)["status"] for one in ("task-1", "task-2")] == ["submitted", "submitted"]


async def test_several_replies_count_in_the_order_they_were_written(owing):
    await owing.reply(ANA, "RTO is 4 hours and RPO is 1 hour.", ref="late", at="2026-12-03T12:00:00-03:00")
    older = "The portal architecture has three components: a React front end, a Python API and a PostgreSQL database."
    await owing.reply(ANA, older, ref="early", at="2026-12-03T09:00:00-03:00")

    assert owing.task("task-1")["status"] == "submitted_with_gaps"
    assert {row["source_ref"]: row["accepted"] for row in owing.task("task-1")["submissions"]} == {
        "late": True,
        "early": True,
    }
    assert "RTO" not in str((await owing.owner("status")).text)  # of the newer one the points are met
