"""Projects and the ways that lead to them: threads, mails, people."""

from bot.core.letter import ask_box
from bot.core.memory import Effects
from bot.core.news import Glance
from bot.core.people import Contact, Project
from bot.edges.store.keys import Kind, fingerprint
from bot.edges.store.rows import address_name, effects_json
from bot.edges.store.shelf import Shelf


class Projects(Shelf):
    async def project(self, project_id: str) -> Project | None:
        return self._opened(await self._ask("GET", Kind.PROJECT, project_id), Project)

    async def project_of(self, thread: str) -> str | None:
        """The project a thread was linked to, or the one it started."""
        own = _own(thread)
        linked: str | None = await self._ask("GET", Kind.LINK, thread)
        if linked:
            return linked
        return own if await self._ask("EXISTS", Kind.PROJECT, own) else None

    async def link(self, thread: str, project_id: str) -> bool:
        return bool(await self._step("link", thread, project_id, _own(thread)))

    async def unlink(self, thread: str, project_id: str) -> bool:
        return bool(await self._step("unlink", thread, project_id))

    async def save_project(self, project: Project) -> None:
        await self._step("save", effects_json(self.seal, Effects(project=project)))

    async def glance(self, project_id: str) -> Glance | None:
        return self._opened(await self._ask("GET", Kind.GLANCE, project_id), Glance)

    async def projects(self) -> tuple[str, ...]:
        return tuple(sorted(await self._ask("SMEMBERS", Kind.PROJECTS)))

    async def unseen(self) -> tuple[tuple[str, int], ...]:
        found = await self._ask("HGETALL", Kind.UNSEEN)
        return tuple(zip(found[::2], map(int, found[1::2]), strict=True))

    async def seen_to(self, project_id: str, count: int) -> None:
        await self._step("seen_to", project_id, count)

    async def forget(self, project_id: str) -> None:
        for box in (ask_box(project_id), project_id):
            await self._step("forget", box)

    async def contact(self, tenant: str, oid: str) -> Contact | None:
        return self._opened(await self._ask("GET", Kind.CONTACT, f"{tenant}/{oid}"), Contact)

    async def contact_by_address(self, tenant: str, address: str) -> Contact | None:
        name: str | None = await self._ask("GET", Kind.ADDRESS, address_name(tenant, address))
        return self._opened(await self._ask("GET", Kind.CONTACT, name), Contact) if name else None

    async def save_contact(self, contact: Contact) -> None:
        await self._step("save", effects_json(self.seal, Effects(contacts=(contact,))))

    async def sent_mail(self, message_id: str, record_key: str, project_id: str) -> None:
        await self._step("mailed", fingerprint(message_id), project_id, record_key)

    async def mail_thread(self, message_ids: tuple[str, ...]) -> tuple[str, str] | None:
        found = await self._ask_each("GET", Kind.MAILED, [fingerprint(one) for one in message_ids])
        first: str | None = next((one for one in found if one), None)
        if first is None:
            return None
        project, _, record = first.partition("|")
        return project, record


def _own(thread: str) -> str:
    """The project that a thread starts."""
    return f"p-{thread[:16]}"
