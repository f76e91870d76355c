"""Another business process is one folder with a SKILL.md: found by its description, followed step by step."""

import shutil
from pathlib import Path

import pytest
from model_server import ModelServer
from scripted import Names

from agent import lines
from agent.brain.model.brain import ModelBrain
from agent.brain.model.endpoint import Endpoint
from agent.brain.rules import RulesBrain
from agent.brain.ticks import ticked
from agent.catalogue import SHIPPED, chosen, skills
from agent.events import Call
from agent.turn import Sandbox, answer

FOLDER = Path(__file__).parents[1] / "samples" / "skills"


@pytest.fixture
def onboarding(room, tmp_path):
    """A sandbox in which somebody put a new folder."""
    there = tmp_path / "skills"
    shutil.copytree(FOLDER, there)
    home = tmp_path / "home"
    home.mkdir()
    again = type(room)(home)
    again.sandbox = Sandbox(home=home, brain=RulesBrain(), sources=Names(), skills=(SHIPPED, there))
    return again


async def test_the_words_of_its_description_begin_it(onboarding):
    heard = await onboarding.owner("Please set up Fabrikam as a new vendor in the purchasing system")

    assert heard.skills == ["vendor-onboarding"]
    assert heard.text.startswith("**Vendor onboarding**: 4 steps.")
    assert "- ☐ 3. Have the security questionnaire answered, see `references/questionnaire.md`." in heard.text
    assert heard.view["phase"] == "following"
    assert heard.view["progress"] == {"submitted": 0, "total": 4}


async def test_it_speaks_the_owners_language(onboarding):
    heard = await onboarding.owner("Preciso fazer o cadastro de um novo fornecedor", locale="pt-BR")

    assert heard.skills == ["vendor-onboarding"]
    assert "Diga “feito 2”" in heard.text


async def test_the_front_end_may_name_it(onboarding):
    given = "[charter-agent-context: project_id=p-1 is_new=true skill=vendor-onboarding]\nHello"

    heard = [event async for event in answer(lines.read({"input": given}, {}), onboarding.sandbox)]

    assert heard[0] == Call(name="invoke_skill", arguments={"skill_name": "vendor-onboarding"})


async def test_without_the_folder_the_same_words_begin_nothing(room):
    heard = await room.owner("Please set up Fabrikam as a new vendor in the purchasing system")

    assert heard.skills == []
    assert "process" not in room.files.log


async def test_a_request_still_begins_a_response(onboarding):
    heard = await onboarding.owner("We received the RFP from Contoso")

    assert heard.skills[:1] == ["sow-rfp-search"]


async def test_only_what_the_owner_says_is_done_counts(onboarding):
    await onboarding.owner("Please set up Fabrikam as a new vendor in the purchasing system")

    await onboarding.owner("Is step 2 done?")
    await onboarding.owner("2 is not done yet")
    ticks = await onboarding.owner("1 and 2 are done")
    everything = await onboarding.owner("3 and 4 done too")

    assert ticks.text.startswith("Noted. 2 steps left:")
    assert everything.text.startswith("Noted. Everything on the list is done.")
    assert everything.view["progress"] == {"submitted": 4, "total": 4}


async def test_a_file_is_put_beside_its_step_and_the_step_stays_open(onboarding):
    await onboarding.owner("Please set up Fabrikam as a new vendor in the purchasing system")

    heard = await onboarding.reply("mark@fabrikam.example", "Here.\nFiles handed in: tax-form.pdf", ref="r-1")

    assert "It looks like step 1" in heard.text
    assert [task["status"] for task in onboarding.files.log["tasks"]][:2] == ["in_progress", "pending"]
    again = await onboarding.reply("mark@fabrikam.example", "Here.\nFiles handed in: tax-form.pdf", ref="r-1")
    assert again.text == heard.text
    assert len(onboarding.files.log["tasks"][0]["signals"]) == 1


async def test_nobody_else_ticks_off_a_step(onboarding):
    await onboarding.owner("Please set up Fabrikam as a new vendor in the purchasing system")

    heard = await onboarding.reply("mark@fabrikam.example", "1, 2, 3 and 4 are done", ref="r-1")

    assert "Only the owner ticks steps off" in heard.text
    assert {task["status"] for task in onboarding.files.log["tasks"]} == {"pending"}


async def test_an_unattended_check_shows_the_list_and_changes_nothing(onboarding):
    await onboarding.owner("Please set up Fabrikam as a new vendor in the purchasing system")
    before = onboarding.files.log

    heard = await onboarding.poll("2026-12-04T09:00:00-03:00")

    assert heard.drafts == []
    assert "0 of 4 tasks done" in heard.text
    assert onboarding.files.log == before


async def test_a_model_may_route_and_tick_only_by_the_owners_own_words(onboarding):
    async with ModelServer() as server:
        model = Endpoint(server.url, "key", "scripted")
        onboarding.sandbox = Sandbox(
            home=onboarding.sandbox.home, brain=ModelBrain(model), sources=Names(), skills=onboarding.sandbox.skills
        )
        server.script["Routed"] = [{"skill": "vendor-onboarding"}]
        begun = await onboarding.owner("Fabrikam shall get money from us for the first time")
        said, invented = "the form came back signed today", "the contract was signed by both"
        server.script["Advised"] = [
            {"done": [{"step": 1, "words": said}, {"step": 4, "words": invented}, {"step": 9, "words": said}]},
            {"answer": "Call 555-0100 to check the bank details."},
            {"answer": "Check the bank details by a call to a number known before."},
        ]
        ticks = await onboarding.owner(f"Good news, {said}")
        made_up = await onboarding.owner("How do I go on from here")
        sound = await onboarding.owner("How do I go on from here")
        await model.close()

    assert begun.skills == ["vendor-onboarding"]
    assert ticks.text.startswith("Noted. 3 steps left:")
    assert "555" not in made_up.text
    assert sound.text == "Check the bank details by a call to a number known before."


def test_a_damaged_skill_is_left_out_and_the_others_stay(tmp_path, caplog):
    for name, text in (("bad", "no front"), ("worse", "---\nname: [\n---\n"), ("other", "---\nname: x\n---\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "SKILL.md").write_text(text)

    assert [one.name for one in skills((FOLDER, tmp_path))] == ["vendor-onboarding"]
    assert caplog.text.count("is left out") == 3


def test_words_that_fit_two_descriptions_choose_none():
    known = skills((FOLDER,))
    twin = known[0].model_copy(update={"name": "vendor-onboarding-again"})

    assert chosen("onboard a new vendor", known) == known[0]
    assert chosen("onboard a new vendor", (*known, twin)) is None
    assert chosen("hello vendor", known) is None


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        ("done 2", (2,)),
        ("2, 3 e 5 feitos", (2, 3, 5)),
        ("finished 3 on 12/11 at 10:30", (3,)),
        ("step 9 done", ()),
        ("2 ainda não está pronto", ()),
        ("is 2 done?", ()),
        ("I have 2 questions", ()),
    ],
)
def test_numbers_tick_only_beside_a_word_that_says_so(words, steps):
    assert ticked(words, 5) == steps
