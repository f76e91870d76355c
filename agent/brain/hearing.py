"""Listening to one meeting: commitments in the order they were made, corrected by later words, doubts named."""

import re
from collections.abc import Sequence
from datetime import date

from agent.brain.actions import Action, actions
from agent.brain.assent import agrees, removes, spares, takes_back, undone
from agent.brain.dating import Dating
from agent.brain.due import Due
from agent.brain.found import Found, apart, ref, same_deed, without
from agent.brain.interface import Section
from agent.brain.language import Language, clip, fold, sentences
from agent.brain.ledger import NEAR
from agent.brain.matching import best_section
from agent.brain.moment import CORRECTION, Here, with_question
from agent.brain.moving import behind_the_first, each_with_its_day
from agent.brain.notes import long_day, notes
from agent.brain.people import Roster
from agent.brain.references import (
    asked_of_all,
    leans,
    moves,
    names_deadline,
    of_all,
    own_deed,
    points_back,
    present,
    spelled_out,
    volunteers,
)
from agent.brain.requested import asked_of_one, helps, open_request
from agent.brain.spoken import Promise, deed, promises
from agent.brain.turns import Turn


class Hearing(Dating):
    """Reads all turns once. `found` and `doubts` are complete after `read`."""

    def __init__(
        self,
        roster: Roster,
        sections: Sequence[Section],
        day: date | None,
        language: Language,
        told_in: Language,
        day_first: bool | None = None,
    ) -> None:
        super().__init__(sections, day, language == "pt", day_first)
        self._roster = roster
        self._words, self._told_in = notes(told_in), told_in
        self._said: list[Turn] = []
        self.doubts: list[str] = []

    def read(self, said: list[Turn]) -> list[Found]:
        written: dict[int, list[Action]] = {}
        for action in actions(said, self._roster):
            written.setdefault(id(action.turn), []).append(action)
        spoken: dict[tuple[int, int], list[Promise]] = {}
        for promise in promises(said, self._roster):
            spoken.setdefault((id(promise.turn), promise.at), []).append(promise)
        self._said = said
        for at, turn in enumerate(said):
            self._touched, self._day = [], turn.day or self._held_on
            if id(turn) in written:
                for action in written[id(turn)]:
                    self._action(action, at)
            elif not turn.old and turn.block.kind != "row":
                self._listen(turn, at, said[at - 1] if at else None, spoken)
        self.doubts += [note for one in self.found if (note := self._reading(one.due))]
        return self.found

    def _listen(self, turn: Turn, at: int, before: Turn | None, spoken: dict[tuple[int, int], list[Promise]]) -> None:
        before = before if before and before.document == turn.document and before.speaker != turn.speaker else None
        for n, sentence in enumerate(sentences(turn.text)):
            here = Here(sentence, turn, at, before)
            if made := spoken.get((id(turn), n)):
                for promise in made:
                    self._promise(promise, here)
            elif not sentence.rstrip().endswith("?"):
                self._lean(here, first=n == 0)

    def _lean(self, here: Here, first: bool) -> None:
        """A sentence without a promise may correct one, take on what was asked for, or give a date."""
        if self._undo(here, first) or (CORRECTION.search(here.sentence) and self._correct(here)):
            return
        if not self._settle(here) and not (first and self._volunteer(here)):
            self._date(here, first)

    def _undo(self, here: Here, first: bool) -> bool:
        """What somebody takes back, or nobody needs any more, is gone."""
        refused = first and here.before is not None and self._bargains(here.before)  # a day, not the deed
        if self._due(here.sentence) is not None or refused:
            return False
        named, told = self._named(undone(here.sentence) or here.sentence), self._words.spared
        mine = [n for n in named if here.turn.speaker and self.found[n].owner == here.turn.speaker]
        gone: list[int] = []
        if here.turn.speaker and takes_back(here.sentence, named=bool(mine)) and not self._judges(here):
            gone, told = mine or self._own(here.turn.speaker, since=here.at - NEAR), self._words.took_back
        elif removes(here.sentence):
            gone = named
        elif first and here.before and spares(here.sentence):
            gone = self._own(here.before.speaker, since=here.at - 1)
        for n in gone:
            one, quote = self.found.pop(n), clip(here.sentence, 160)
            self.doubts.append(told.format(name=one.owner, what=one.what, quote=quote, place=ref(here.turn)))
            self._touched = []
        return bool(gone)

    def _judges(self, here: Here) -> bool:
        """ "Nanda, a tabela só sai no dia 4. Não vai dar.": it is her deed, the last one taken on, that will not do."""
        called = self._roster.find(here.turn.text.split(",")[0]).person if "," in here.turn.text[:40] else None
        theirs = called and self.found and self.found[-1].owner == called.name != here.turn.speaker
        return bool(theirs and re.search(r"\bnao (?:vai dar|da)\b", fold(here.sentence)))

    def _action(self, action: Action, at: int) -> None:
        pieces = [action.what] if action.due else each_with_its_day(action.what, self._dues(action.what))
        for piece in pieces if len(pieces) > 1 else ():
            self._action(action._replace(what=piece), at)
        if len(pieces) == 1:
            self._one_action(action, at)

    def _one_action(self, action: Action, at: int) -> None:
        due = self._due(action.due or action.what) or self._due(f"by {action.due}")
        what = action.what if action.due else without(action.what, due)
        for name in action.owners or ("",):
            owner = self._person(name, action.turn, action.quote) if name else ""
            self._keep(Found(owner, what, due, action.quote, action.turn, at))

    def _promise(self, promise: Promise, here: Here) -> None:
        quote = clip(promise.quote, 160)
        if promise.declined:
            self.doubts.append(self._words.declined.format(name=promise.owner, quote=quote, place=ref(promise.turn)))
        elif not promise.owner:
            self.doubts.append(self._words.somebody.format(quote=quote, place=ref(promise.turn)))
        else:
            first = self._leading(promise)
            pieces = (behind_the_first if first else each_with_its_day)(promise.what, self._dues(promise.what))
            self._promised(promise._replace(what=pieces[0]), here, first)
            for piece in pieces[1:]:
                self._promised(promise._replace(what=piece), here)

    def _promised(self, promise: Promise, here: Here, first: Due | None = None) -> None:
        said = self._due(promise.what)
        due = self._answered(promise.answer) or said or self._due(promise.tail) or first
        what = without(promise.what, said)
        owner = self._person(promise.owner, promise.turn, promise.quote)
        if not points_back(what):
            replaces = bool(CORRECTION.search(promise.quote)) or self._handed_to(owner, here, what)
            for one in apart(deed(spelled_out(what, self._last(here.at))), self._sections):
                self._keep(Found(owner, one, due, promise.quote, promise.turn, here.at, replaces))
            return
        if meant := self._antecedent(owner, here.at):
            self._set(meant[0], due, here.at)
        elif thing := self._asked(here) or open_request(self._said, here.at, self._roster):
            handed = self._handed_to(owner, here, thing)
            self._keep(Found(owner, deed(thing), due, with_question(here), here.turn, here.at, handed))
        elif due:
            self.doubts.append(self._words.unclear.format(quote=clip(promise.quote, 160), place=ref(promise.turn)))

    def _handed_to(self, owner: str, here: Here, what: str) -> bool:
        """Whether the turn before moved something to this person: "melhor deixar isso com a Tati".

        Also when whoever asks for it had taken it on: "você pega a migração pra mim?".
        """
        asker, said = (here.before.speaker, sentences(here.before.text)) if here.before else ("", [])
        asked = [s for s in said if (one := asked_of_one(s, self._roster)) and owner in one.who]
        theirs = any(one.owner == asker and same_deed(one.what, deed(what)) for one in self.found)
        return any(CORRECTION.search(s) or (theirs and not helps(s)) for s in asked)

    def _asked(self, here: Here) -> str:
        """What the turn before asked somebody to take on, when the one who speaks may have been meant."""
        *front, asked = ["", *sentences(here.before.text)] if here.before else ["", ""]
        if not asked:
            return ""
        if one := asked_of_one(asked, self._roster, front[-1]):
            return one.what if here.turn.speaker in one.who else ""
        return asked_of_all(asked) or self._topic(asked)

    def _topic(self, sentence: str) -> str:
        """A short sentence that only calls a section up: "Security and compliance?"."""
        phrase = re.sub(r"^(?:[^,.]{0,24}[,.]\s+)?(?:and|e|next is|next up is|what about|how about)?\s*", "", sentence)
        phrase = phrase.strip(" ?.")
        return phrase if len(phrase.split()) <= 7 and best_section(phrase, self._sections) else ""

    def _volunteer(self, here: Here) -> bool:
        due = self._due(here.sentence)
        thing = self._asked(here) if here.turn.speaker and volunteers(without(here.sentence, due)) else ""
        if thing:
            self._keep(Found(here.turn.speaker, deed(thing), due, with_question(here), here.turn, here.at))
        return bool(thing)

    def _correct(self, here: Here) -> bool:
        """ "Actually make it Thursday": a new date for the commitment meant."""
        move = moves(here.sentence)
        due = (self._moved_to(here.sentence[move.end() :]) if move else None) or self._due(here.sentence)
        if due is None:
            return False
        rest = present(here.sentence).replace(due.as_written, " ")
        meant = self._named(rest)
        if not meant and (move or names_deadline(here.sentence, due, rest)):
            meant = self._own(here.turn.speaker) if here.turn.speaker else []
            meant = meant or ([len(self.found) - 1] if move and self.found else [])
        for n in meant:
            self._set(n, due, here.at)
        return bool(meant)

    def _date(self, here: Here, first: bool) -> None:
        """A date of its own gives a deed its day that has none: the deed it names, or the one spoken of last."""
        due = self._due(here.sentence)
        if due and self._own_deed(here, due):
            return
        if due:
            rest = without(here.sentence, due)
            asked = first and here.before is not None and self._asks_for_a_day(here.before)
            meant = self._spoken_of(here, rest, asked) if names_deadline(here.sentence, due, rest, asked) else []
        else:
            due = self._proposed(here) if first and here.turn.speaker and agrees(here.sentence) else None
            meant = self._own(here.turn.speaker, since=here.at - NEAR) if due else []
            if due and not meant and here.before and self._bargains(here.before):
                meant = self._own(here.before.speaker, since=here.at - NEAR)
        moved = bool(here.before and (moves(sentences(here.before.text)[-1]) or self._bargains(here.before)))
        for n in meant:
            if self.found[n].due is None or moved:
                self._set(n, due, here.at)

    def _own_deed(self, here: Here, due: Due) -> bool:
        """ "I need to pull the letter by Thursday" is a deed of its own; "we have to ask the bank" is nobody's."""
        own = own_deed(without(here.sentence, due))
        if own is None or points_back(own.what):
            return False
        until = re.match(r"(?:by|until|before|no later|ate|antes)\b", fold(due.as_written))
        if own.mine and here.turn.speaker and due.day and until:
            self._keep(Found(here.turn.speaker, deed(own.what), due, here.sentence, here.turn, here.at))
        return True

    def _spoken_of(self, here: Here, rest: str, asked: bool) -> list[int]:
        named = self._named(rest)
        if named or best_section(rest, self._sections) or self._of_another(here):
            return named
        if self._touched:
            return self._touched if of_all(here.sentence) else self._touched[-1:]
        near = here.turn.speaker and (asked or leans(rest))
        return self._own(here.turn.speaker, since=here.at - NEAR) if near else []

    def _of_another(self, here: Here) -> bool:
        """Whether the sentence begins with somebody else's name: "Cy gives me the rates by Wednesday"."""
        first = self._roster.find(here.sentence.split(" ")[0]).person
        return bool(first and fold(first.name) != fold(here.turn.speaker))

    def _answered(self, answer: str) -> Due | None:
        """The date an answer names; it counts more than the one in the question."""
        due = self._due(answer) if answer else None
        return due if due and names_deadline(answer, due, without(answer, due), asked=True) else None

    def _reading(self, due: Due | None) -> str:
        """What is to be said about a date that could be read in another way."""
        if due is None or due.day is None or not due.note:
            return ""
        told = self._words.reading(due.note)
        return self._words.read_as.format(written=due.as_written, day=long_day(due.day, self._told_in), note=told)

    def _person(self, name: str, turn: Turn, quote: str) -> str:
        found = self._roster.find(name, turn.speaker)
        if found.several:
            people = self._words.either.join(found.several)
            told = self._words.several.format(name=name, quote=clip(quote, 120), place=ref(turn), people=people)
            self.doubts.append(told)
        return found.person.name if found.person else name
