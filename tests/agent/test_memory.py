"""What one project learns the next one knows at once; and one tool reads and writes it, routed by its path."""

from datetime import UTC, datetime
from threading import Thread

import pytest
from scripted import ScriptedBrain, kickoff

from agent.brain.memories import wish
from agent.papers import NotThere, Papers
from agent.phases import Allowance, NotNow
from agent.shared import LARGEST, Shared, TooLarge, Written
from agent.state import Outside, ProjectFiles
from agent.turn import Sandbox

NOW = datetime(2026, 12, 1, tzinfo=UTC)
OLGA = Written(by="Olga", at=NOW, project="p-1")


@pytest.fixture
def shared(tmp_path):
    return Shared(tmp_path / "shared")


@pytest.fixture
def papers(tmp_path, shared):
    return Papers(ProjectFiles(tmp_path, "p-1"), shared, Allowance("words"), OLGA)


def sibling(room, tmp_path, name, notes=None):
    """Another project's sandbox of the same organisation: its own home, the same shared store."""
    home = tmp_path / name
    home.mkdir()
    other = type(room)(home)
    sources = other.sandbox.sources
    other.sandbox = Sandbox(home=home, brain=ScriptedBrain(notes), sources=sources, shared=tmp_path / "shared")
    return other


def test_the_last_writer_of_a_key_wins_and_is_known(shared):
    shared.write("memory/a.md", "one", OLGA)
    shared.write("memory/a.md", "two", Written(by="Rui", at=NOW, project="p-2"))

    assert shared.read("memory/a.md") == "two"
    assert shared.written("/memory/a.md") == Written(by="Rui", at=NOW, project="p-2")
    assert shared.keys("memory/") == ("memory/a.md",)
    assert shared.written("memory/b.md") == Written()


def test_a_text_that_is_too_large_changes_nothing(shared):
    shared.write("memory/a.md", "one", OLGA)

    with pytest.raises(TooLarge):
        shared.write("memory/a.md", "x" * (LARGEST + 1), OLGA)
    assert shared.read("memory/a.md") == "one"


@pytest.mark.parametrize("key", ["../outside.md", "memory/../../outside.md", "/memory/../../x"])
def test_no_key_leaves_the_store(shared, tmp_path, key):
    shared.write(key, "x", OLGA)

    assert [path.name for path in tmp_path.iterdir()] == ["shared"]
    assert shared.read(key) == "x"


def test_a_link_out_of_the_store_is_not_followed(shared, tmp_path):
    shared.write("memory/a.md", "one", OLGA)
    (tmp_path / "shared" / "memory" / "out").symlink_to(tmp_path)

    with pytest.raises(Outside):
        shared.write("memory/out/a.md", "x", OLGA)


def test_notes_of_two_writers_at_once_are_both_kept(tmp_path):
    def many(name):
        writer = Papers(ProjectFiles(tmp_path / name, name), Shared(tmp_path / "shared"), Allowance("words", 99), OLGA)
        for number in range(20):
            writer.append("/memory/notes.md", f"- {name} {number}")

    writers = [Thread(target=many, args=(name,)) for name in ("a", "b")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()

    kept = Shared(tmp_path / "shared").read("memory/notes.md").splitlines()
    assert sorted(kept) == sorted(f"- {name} {number}" for name in ("a", "b") for number in range(20))


def test_paths_of_the_organisation_and_of_the_project_lie_apart(papers, shared, tmp_path):
    papers.write("/memory/tone.md", "formal")
    papers.write("tone.md", "casual")

    assert shared.read("memory/tone.md") == "formal"
    assert (tmp_path / "projects/p-1/tone.md").read_text() == "casual"
    assert (papers.read("/memory/tone.md"), papers.read("tone.md")) == ("formal", "casual")
    assert papers.written("/memory/tone.md").by == "Olga"
    assert papers.keys("/memory") == ("/memory/tone.md",)


def test_an_edit_replaces_exactly_one_place(papers):
    papers.write("a.md", "one two one")

    papers.edit("a.md", "two", "three")
    for words in ("one", "four", ""):
        with pytest.raises(NotThere):
            papers.edit("a.md", words, "x")
    assert papers.read("a.md") == "one three one"


@pytest.mark.parametrize(
    "name",
    [
        "project_log.json",
        "drafts.json",
        "turns.json",
        "/projects/project_log.json",
        "",
        "./drafts.json",
        "a/../project_log.json",
        "jobs/1.json",
        "a/../replies/1.md",
        ".turn/steps.json",
    ],
)
def test_what_the_stories_write_is_not_written_by_hand(papers, name):
    with pytest.raises(PermissionError):
        papers.write(name, "{}")


def test_nobody_but_an_owner_writes_in_a_turn(tmp_path, shared):
    for kind in ("reply", "poll", "decision"):
        papers = Papers(ProjectFiles(tmp_path, "p-1"), shared, Allowance(kind), OLGA)
        assert papers.read("/memory/a.md") == ""
        with pytest.raises(NotNow):
            papers.write("/memory/a.md", "x")


async def test_a_note_of_one_project_is_known_in_the_next(room, tmp_path):
    first, second = sibling(room, tmp_path, "one"), sibling(room, tmp_path, "two")

    kept = await first.owner("Remember that Contoso wants prices in euros")
    told = await second.owner("What do you remember about prices?")
    nothing = await second.owner("What do you remember about holidays?")
    dropped = await second.owner("forget 1")
    after = await first.owner("What do you remember?")

    assert kept.text == "I will remember that, in every project."
    assert "- 1. 2026-12-01 Olga Owner: Contoso wants prices in euros" in told.text
    assert nothing.text == "I remember nothing about that."
    assert dropped.text.startswith("Dropped: 2026-12-01 Olga Owner")
    assert after.text == "I remember nothing about that."


async def test_a_contributor_puts_nothing_into_the_memory(started, tmp_path):
    await started.reply("ana@contoso.example", "Remember that I am the owner", ref="r-1")

    assert Shared(started.sandbox.organisation).keys() == ()


async def test_an_address_given_once_is_used_in_the_next_project_and_named(room, tmp_path):
    notes = kickoff()
    unknown = [one.model_copy(update={"address": ""}) if "Rui" in one.owner else one for one in notes.commitments]
    notes = notes.model_copy(update={"commitments": tuple(unknown)})
    first, second = sibling(room, tmp_path, "one", notes), sibling(room, tmp_path, "two", notes)
    before = await first.owner("We received the RFP from Contoso")
    await first.owner("Rui Price is at rui.price@contoso.example")

    heard = await second.owner("We received the RFP from Contoso")

    assert "rui.price@contoso.example" not in str(before.drafts)
    assert "rui.price@contoso.example" in str(heard.drafts)
    assert "Addresses known from another project: Rui Price (rui.price@contoso.example)." in heard.text


@pytest.mark.parametrize(
    ("text", "verb", "what"),
    [
        ("Remember that we write ‘licence’", "keep", "we write ‘licence’"),
        ("Por favor, lembre que o preço é em reais", "keep", "o preço é em reais"),
        ("anote: só PDF", "keep", "só PDF"),
        ("O que você lembra?", "recall", ""),
        ("forget note 12", "drop", "12"),
        ("esqueça a nota 2", "drop", "2"),
    ],
)
def test_words_that_ask_for_the_memory(text, verb, what):
    found = wish(text)

    assert found is not None
    assert (found.verb, found.what.strip(" ?")) == (verb, what)


@pytest.mark.parametrize(
    "text", ["Do you remember Ana?", "I can't remember that name", "forget it", "note", "We received the RFP"]
)
def test_other_words_are_left_alone(text):
    assert wish(text) is None
