"""Folders of files: contained, capped, nothing shadowed."""

from pathlib import Path

from agent.sources import folder as module
from agent.sources.folder import FolderSources


def write(folder: Path, name: str, text: str = "# Hello\n") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


async def test_readable_files_are_offered_by_relative_name(tmp_path: Path) -> None:
    for name in ("b.md", "a/rfp.md", ".hidden.md", "a/~$lock.docx", "picture.png"):
        write(tmp_path, name)

    assert await FolderSources([tmp_path]).names() == ("a/rfp.md", "b.md")


async def test_the_same_name_in_two_folders_shadows_nothing(tmp_path: Path) -> None:
    for folder in ("one", "two", "three/two"):
        write(tmp_path / folder, "rfp.md", f"# {folder}\n")
    sources = FolderSources([tmp_path / "one", tmp_path / "two", tmp_path / "three" / "two"])

    assert await sources.names() == ("rfp.md", "two/rfp.md", "two/rfp (2).md")
    assert [(await sources.read(n)).title for n in await sources.names()] == ["one", "two", "three/two"]


async def test_nothing_outside_can_be_named_linked_or_climbed_to(tmp_path: Path) -> None:
    write(tmp_path, "secret.md", "# Secret\n")
    inside = tmp_path / "inside"
    write(inside, "rfp.md")
    (inside / "link.md").symlink_to(tmp_path / "secret.md")
    (inside / "door").symlink_to(tmp_path)
    sources = FolderSources([inside])

    assert await sources.names() == ("rfp.md",)
    for name in ("../secret.md", "link.md", "door/secret.md", str(tmp_path / "secret.md"), ""):
        assert (await sources.read(name)).trouble.startswith("There is no readable file called")


async def test_a_file_that_is_too_large_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, "large.md")
    with path.open("r+b") as file:
        file.truncate(module.LARGEST + 1)

    assert (
        await FolderSources([tmp_path]).read("large.md")
    ).trouble == "This file is larger than 25 MB, so it was not read."


async def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    write(tmp_path, "rfp.md", "# Old\n")
    sources = FolderSources([tmp_path])
    before = (await sources.read("rfp.md")).title
    write(tmp_path, "rfp.md", "# Newer\n")

    assert (before, (await sources.read("rfp.md")).title) == ("Old", "Newer")


async def test_a_folder_that_is_not_there_offers_nothing(tmp_path: Path) -> None:
    assert await FolderSources([tmp_path / "gone"]).names() == ()


async def test_a_file_that_became_a_link_is_no_longer_read(tmp_path: Path) -> None:
    secret = write(tmp_path, "secret.md", "# Secret\n")
    path = write(tmp_path / "inside", "rfp.md")
    sources = FolderSources([tmp_path / "inside"])
    await sources.names()
    path.unlink()
    path.symlink_to(secret)

    assert (await sources.read("rfp.md")).trouble.startswith("There is no readable file called")
