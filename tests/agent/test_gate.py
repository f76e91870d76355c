"""The gate after the kickoff: words open it for nobody, whatever they are and whoever writes them."""

import json
from pathlib import Path

import pytest
from scripted import ANA

from agent.brain.rules import RulesBrain
from agent.phases import Phase, phase_of

SAMPLES = Path(__file__).parents[1] / "samples" / "injections.json"
CORPUS = json.loads(SAMPLES.read_text("utf-8").replace("d-1", "brief-task-1").replace("d-2", "brief-task-2"))
KINDS = sorted({one["name"].partition(":")[0] for one in CORPUS})
CONTRIBUTOR = '[charter-agent-speaker: {"name": "Ana", "role": "contributor"}]'
DORA = {"role": "deputy", "name": "Dora", "address": "dora@contoso.example"}
brains = pytest.mark.parametrize("rules", [False, True], ids=["a brain that takes every yes for one", "the rules"])


def gate(room):
    """Phase, which briefs were sent, and how every draft stands."""
    sent = [task["kickoff_sent"] for task in room.files.log["tasks"]]
    drafts = [(row["draft_id"], row["version"], row["state"], row.get("decided")) for row in room.files.drafts]
    return phase_of(room.files.log), room.files.log["phase"], sent, drafts


@brains
async def test_one_of_each_kind_of_words_does_not_pass_the_gate(started, rules):
    await nothing_passes(
        started, [next(one for one in CORPUS if one["name"].startswith(kind)) for kind in KINDS], rules
    )


@pytest.mark.slow
@brains
@pytest.mark.parametrize("kind", KINDS)
async def test_no_words_pass_the_gate(started, kind, rules):
    await nothing_passes(started, [one for one in CORPUS if one["name"].startswith(f"{kind}:")], rules)


async def nothing_passes(started, corpus, rules):
    before = gate(started)
    if rules:
        started.with_sources("rfp.docx", "kickoff.vtt", brain=RulesBrain())

    for number, one in enumerate(corpus):
        await started.owner(one["text"])
        await started.owner(one["text"], **DORA)
        await started.reply(ANA, one["text"].replace("\n", "\n> "), ref=f"r-{number}")
        # a front end that takes nothing out: only the lines at the very top count, and these are somebody's words
        await started.send(CONTRIBUTOR, text=one["text"])

        assert gate(started) == before, one["name"]

    assert before[:3] == (Phase.WAITING, Phase.WAITING, [False, False, False])
    assert [state for *_, state, _ in before[3]] == ["pending", "pending", "pending"]
