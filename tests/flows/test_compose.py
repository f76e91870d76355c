"""What somebody finds from the box in which they write: theirs, and nothing that is inserted for others to read."""

import json

import pytest

import cards
from bot.core.people import Person
from bot.core.sandbox import Checkpoint, KeptFile
from bot.flows.compose import MOST, Found, search, unfold
from bot.flows.ports import House
from tests.fakes import ANA, MONDAY, PRIYA, STRANGER, TENANT, Toy, deputy
from tests.flows.hands import PID, started

PUBLIC = "https://desk.contoso.com"
TASKS = [
    {"id": "t1", "title": "Pricing", "owner_display_name": "Priya Raman", "owner_oid": "priya", "due_at": "2026-12-04"},
    {"id": "t2", "title": "Security", "owner_display_name": "Ana Souza", "owner_oid": "ana"},
]


@pytest.fixture
async def desk(toy: Toy) -> Toy:
    """Ana's project with two drafts and two tasks."""
    await started(toy, 2)
    project = await toy.store.project(PID)
    assert project
    await toy.store.save_project(project.model_copy(update={"title": "Northwind – ERP"}))
    log = KeptFile(path="project_log.json", content=json.dumps({"tasks": TASKS}).encode())
    kept = Checkpoint(project_id=PID, session_id=project.session_id, at=MONDAY, files=(log,))
    await toy.store.save_checkpoint(kept)
    toy.house = House(tenant=TENANT, public_url=PUBLIC)
    return toy


async def found(toy: Toy, what: str, wanted: str = "", actor: Person = ANA) -> list[str]:
    asked = len(toy.agent.asked)
    lines = await search(toy.world, actor, what, wanted, "en", "UTC")
    assert len(toy.agent.asked) == asked, "nobody wakes a sandbox for a search"
    return [f"{one.title} | {one.text}" for one in lines]


async def test_an_owner_finds_their_projects_drafts_and_tasks(desk: Toy) -> None:
    assert await found(desk, "projects") == ["Northwind – ERP | 2 drafts wait for a decision."]
    assert await found(desk, "pending") == ["Technical scope | Priya Raman · Northwind – ERP"] * 2
    assert await found(desk, "tasks") == [
        "Pricing | Priya Raman · Fri, Dec 4 · Northwind – ERP",
        "Security | Ana Souza · no date · Northwind – ERP",
    ]


@pytest.mark.parametrize(("wanted", "count"), [("pric", 1), ("PRIYA", 1), ("erp", 2), ("nothing like it", 0)])
async def test_what_was_typed_narrows_the_list(desk: Toy, wanted: str, count: int) -> None:
    assert len(await found(desk, "tasks", wanted)) == count


async def test_a_contributor_finds_their_own_tasks_and_nothing_else(desk: Toy) -> None:
    assert await found(desk, "tasks", actor=PRIYA) == ["Pricing | Priya Raman · Fri, Dec 4 · Northwind – ERP"]
    assert await found(desk, "projects", actor=PRIYA) == await found(desk, "pending", actor=PRIYA) == []


@pytest.mark.parametrize(
    "actor",
    [STRANGER, Person(teams_id="29:x"), ANA.model_copy(update={"tenant": "other"}), ANA.model_copy(update={"oid": ""})],
    ids=["a stranger", "nobody known", "another tenant", "without an id"],
)
@pytest.mark.parametrize("what", ["projects", "tasks", "pending", "everything"])
async def test_others_find_nothing(desk: Toy, actor: Person, what: str) -> None:
    assert await found(desk, what, actor=actor) == []


async def test_a_deputy_finds_what_they_decide_until_their_time_is_over(desk: Toy) -> None:
    project = await desk.store.project(PID)
    assert project
    await desk.store.save_project(project.model_copy(update={"deputies": (deputy(PRIYA, MONDAY),)}))
    assert await found(desk, "projects", actor=PRIYA) == []
    await desk.store.save_project(project.model_copy(update={"deputies": (deputy(PRIYA),)}))

    assert len(await found(desk, "projects", actor=PRIYA)) == 1


async def test_a_list_has_an_end(desk: Toy) -> None:
    kept = await desk.store.checkpoint(PID)
    assert kept
    many = json.dumps({"tasks": [{"id": f"t{n}", "title": f"Task {n}"} for n in range(60)]}).encode()
    files = (KeptFile(path="project_log.json", content=many),)
    await desk.store.save_checkpoint(kept.model_copy(update={"files": files}))

    assert len(await found(desk, "tasks")) == MOST


async def test_what_is_inserted_holds_no_text_of_a_draft(desk: Toy) -> None:
    for one in await search(desk.world, ANA, "pending", "", "en", "UTC"):
        shown = json.dumps(cards.card(one.notice))
        assert "Northwind" in shown
        assert one.notice.draft_id
        assert not [secret for secret in ("Technical scope", "Hi Priya", "Priya Raman") if secret in shown]


async def unfolded(toy: Toy, url: str, actor: Person = ANA) -> Found | None:
    return await unfold(toy.world, actor, url, "en")


async def test_our_own_links_unfold_for_who_may_open_them(desk: Toy) -> None:
    record, *_ = await desk.store.records_of(PID)
    one = await unfolded(desk, f"{PUBLIC}/d/{record.key}")
    assert one
    assert (one.title, one.notice.draft_id) == ("Northwind – ERP", record.key)
    page = await unfolded(desk, f"{PUBLIC}/d/")
    assert page

    assert page.notice.draft_id == ""
    assert await unfolded(desk, f"{PUBLIC}/d/{record.key}", PRIYA) is None


@pytest.mark.parametrize(
    "url", ["", "https://evil.example/d/x", f"{PUBLIC}/other", f"{PUBLIC}.evil.example/d/x", f"{PUBLIC}/d/unknown"]
)
async def test_other_links_are_left_alone(desk: Toy, url: str) -> None:
    assert await unfolded(desk, url) is None


async def test_a_desk_without_pages_has_no_links(desk: Toy) -> None:
    desk.house = House(tenant=TENANT)

    assert await unfolded(desk, "/d/") is None
