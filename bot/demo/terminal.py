"""The owner of the demonstration, played by the person at the terminal."""

import asyncio
import threading

from rich.prompt import Prompt

from bot.core.draft import Record, State
from bot.demo.faces import Shown, input_value
from bot.demo.owner import PlayedOwner, opened
from bot.demo.story import Story

HELP = "all · approve 1 3 · show 2 · edit 2 NEW LAST SENTENCE · change 2 WORDS · reject 2 REASON · done"


class TerminalOwner(PlayedOwner):
    async def answer_to(self, story: Story) -> str:
        if await story.records():
            return ""
        return await _asked(story, "Your answer, empty to stop", "")

    async def decide(self, story: Story) -> None:
        await self._loop(story)

    async def remind(self, story: Story) -> None:
        await self._loop(story)

    async def _loop(self, story: Story) -> None:
        while waiting := [one for one in await story.records() if one.state is State.PENDING]:
            for number, one in enumerate(waiting, 1):
                story.screen.note(f"  {number}. {one.draft.to[0].name} – {one.draft.subject}")
            line = await _asked(story, HELP, "done")
            verb, _, rest = line.strip().partition(" ")
            if verb == "done":
                return
            await self._follow(story, verb, rest.strip(), waiting)

    async def _follow(self, story: Story, verb: str, rest: str, waiting: list[Record]) -> None:
        chosen, words = _chosen(rest, waiting)
        if verb == "all":
            chosen = waiting
        if not chosen or verb not in ("all", "approve", "show", "edit", "change", "reject"):
            story.screen.note("I did not understand that; nothing was changed.")
            return
        for record in chosen:
            await self._one(story, verb, record, words)

    async def _one(self, story: Story, verb: str, record: Record, words: str) -> None:
        if verb == "show":
            story.screen.panel(record.draft.body, record.draft.subject)
            return
        shown = await opened(story, self.member, record.key)
        if verb == "edit":
            await self._reword(story, shown, record, words)
            return
        name = {"all": "approve"}.get(verb, verb)
        button = shown.button(name)
        assert button is not None
        inputs = {"change": {"instruction": words}, "reject": {"reason": words or "No reason given"}}.get(verb)
        await story.press(self.member, story.thread, shown, name, button.data, inputs)
        if verb == "change":
            await story.settled("the new version")

    async def _reword(self, story: Story, shown: Shown, record: Record, words: str) -> None:
        edit = shown.button("edit")
        assert edit is not None
        form = await story.press(self.member, story.thread, shown, "edit", edit.data)
        assert isinstance(form, dict)
        save = Shown(shown.message, form).button("save")
        assert save is not None
        texts = {"subject": input_value(form, "subject"), "body": f"{input_value(form, 'body')}\n\n{words}"}
        await story.press(self.member, story.thread, shown, "save", save.data, texts)


def _chosen(rest: str, waiting: list[Record]) -> tuple[list[Record], str]:
    """The drafts whose numbers stand first, and the words behind them."""
    parts = rest.split()
    numbers = []
    while parts and parts[0].isdigit():
        numbers.append(int(parts.pop(0)))
    once = dict.fromkeys(numbers)
    return [waiting[number - 1] for number in once if 0 < number <= len(waiting)], " ".join(parts)


async def _asked(story: Story, question: str, default: str) -> str:
    """Asked in a thread that nobody waits for at the end: Ctrl-C must not hang on a person who does not answer."""
    answered: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    loop = asyncio.get_running_loop()

    def ask() -> None:
        try:
            line = Prompt.ask(f"[green]{question}[/]", console=story.screen.console, default=default)
        except EOFError:
            line = default
        loop.call_soon_threadsafe(_settle, answered, line)

    threading.Thread(target=ask, daemon=True).start()
    return await answered


def _settle(answered: "asyncio.Future[str]", line: str) -> None:
    if not answered.done():
        answered.set_result(line)
