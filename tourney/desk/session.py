"""The session at a table: accepts text, goes back and forth, corrects earlier actions, ends.

Text is understood in the first way that the rules allow: as the rest of the line that was begun,
or as a new line of a player who may act. If several players could have done it, the desk asks. At
the end it gives result, rank, status and the whole text of the record.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from engines.api import CHANCE, Due, Opening, Seat, View, Who, seat_letter
from engines.messages import Argument, Message, Player, Sentence, say
from tourney.desk.answers import (
    Accepted,
    Broken,
    DeskDue,
    RecordChange,
    Refused,
    Refusing,
    TableSetup,
    addressed,
    lettered,
    spellings,
)
from tourney.desk.body import Body, Counts, Item, Tail, counts, news, written
from tourney.domain.match_values import places_with_forfeits
from tourney.records import Document, MatchRecord, read, write
from tourney.records.field_values import FORFEITS, rank_text, scores_text
from tourney.records.lines import LineFault, comment_start, line
from tourney.records.model import Directive, Turn, turn_text

MOST_MARKS = 500  # greatest number of later actions that are let stand with one correction

Words = {"hand": Sentence("desk.hand"), "pass": Sentence("desk.pass")}
STARTS = ("-- round ", "-- start ")
REVEAL = "reveal"


class Candidate(NamedTuple):
    """A way to understand a text: the lines that replace all lines from `at` on."""

    at: int
    text: str
    who: Seat | None = None
    guessed: bool = False  # whether the player is one of several who may act
    short: bool = False  # whether it was typed in another form than that of the notation


class Desk:
    """A recording in progress."""

    def __init__(self, setup: TableSetup, lines: Sequence[str] = ()) -> None:
        """Start a record, or go on with the lines of one."""
        self.setup = setup
        self.body = Body(setup)
        self.game = self.body.game
        self.body.put(0, lines, complete=False)
        self._undone: list[Accepted] = []
        self._skipped: list[tuple[int, tuple[Seat, str]]] = []
        self._held: Refusing | None = None

    # -- what is due

    def due(self) -> DeskDue:
        """What is typed next."""
        due = self.body.tracker.due()
        row = None if due.blanks or due.marks else self._row()
        if row:
            seat, word = row
            what = say("desk.row", who=Player(seat), word=Words[word]() if word in Words else word)
            return DeskDue(what, (seat,), row)
        if row := self._reveal(due):
            what = say(
                "desk.row", who=Player(row[0]), word=(self.game.opened or Sentence("desk.hand"))()
            )
            return DeskDue(what, due.seats, row, (), due.choices)
        blanks = tuple(one for one in due.blanks if one.needed or not self.setup.public)
        only = f"-- {due.marks[0]}" if due.marks else ""
        if len(due.choices) == 1 and not only:
            only = due.choices[0]
        over = due.what == say("kit.over")
        alone = len({*due.seats} - {CHANCE}) == 1
        # Otherwise Enter could be anybody's draw.
        opening = self._opening(due, due.seats[0]) if alone and not due.ends else None
        unseen = opening.texts[0] if opening else ""
        sure = alone or due.turn_first
        return DeskDue(
            due.what, due.seats, None, blanks, due.choices, only, over, due.ends, unseen, sure
        )

    def _opening(self, due: Due, seat: Seat) -> Opening | None:
        """The decision of a seat that need not be typed; None if its cards are told."""
        told = due.opening is not None and due.opening.known and seat in self.setup.known()
        return None if told else due.opening

    def offers(self) -> tuple[str, ...]:
        """What may be typed next, from the cards that the record knows; often many."""
        due = self.due()
        return due.choices if due.row or due.choices else self.body.tracker.offers()

    def view(self, who: Who) -> View | None:
        """The position as a seat or a spectator may see it; None if it cannot be shown."""
        return self.body.tracker.view(who)

    def lines(self) -> tuple[str, ...]:
        """The lines of the record so far."""
        return self.body.texts()

    def _row(self) -> tuple[Seat, str] | None:
        """The next seat whose hand or pass is asked for at the start of a round."""
        start = self._round_start()
        if start is None:
            return None
        given = set()
        for item in self.body.lines[start:]:
            if isinstance(item, Turn):
                word = item.actions[0].text.partition(" ")[0]
                if word not in self.game.preamble:
                    return None
                given.add((item.seat, word))
        skipped = {row for at, row in self._skipped if at >= start}
        words = [word for word in self.game.preamble if not word.startswith("--")]
        wanted = ((seat, word) for word in words for seat in self.setup.known())
        return next((row for row in wanted if row not in given | skipped), None)

    def _round_start(self) -> int | None:
        """The line after the directives that start the current round."""
        heads = [word[3:] for word in self.game.preamble if word.startswith("--")]
        for at in range(len(self.body.lines), 0, -1):
            item = self.body.lines[at - 1]
            if isinstance(item, Directive) and item.word in heads:
                return at
            if isinstance(item, Turn) and item.actions[0].text.split()[0] not in self.game.preamble:
                return None
        # A match of one round need not say that it starts.
        return None if heads else 0

    def _reveal(self, due: Due) -> tuple[Seat, str] | None:
        """The next seat whose cards are asked for at the end of a round."""
        counts = any(choice.startswith("-- end ") for choice in due.choices)
        ended = due.what == say("kit.over") or due.ends or (due.blanks and self.body.lines)
        if due.what is None:  # turns are missing: nobody knows whether the round is over
            return None
        if not self.game.opened or not (counts or (self.setup.public and ended)):
            return None
        start = len(self.body.lines)
        while start and not self.body.texts(start - 1)[0].startswith(STARTS):
            start -= 1
        opened = {text[10] for text in self.body.texts(start) if text.startswith("-- reveal ")}
        skipped = {row for at, row in self._skipped if at >= start}
        rows = ((seat, REVEAL) for seat in range(len(self.setup.players)))
        left = (row for row in rows if seat_letter(row[0]) not in opened and row not in skipped)
        return next(left, None)

    def skip(self) -> bool:
        """Leave out the hand or pass that is asked for; whether one was."""
        row = self.due().row
        if row:
            self._skipped.append((len(self.body.lines), row))
        return row is not None

    # -- accepting text

    def accept(self, text: str) -> Accepted | Refused:
        """Enter what was typed: an action, a turn, a trick, or many lines; all of it or nothing."""
        pieces = [piece for piece in text.splitlines() if piece.strip()]
        if not pieces:
            return Refused(say("desk.empty"))
        if len(pieces) == 1:
            return self._enter(pieces[0].strip())
        before, undone, shown = self.body.texts(), [*self._undone], list[str]()
        followed: tuple[Message, ...] = ()
        for number, piece in enumerate(pieces, 1):
            answer = self._enter(piece.strip())
            if isinstance(answer, Refused):
                self._apply(_change(self.body.texts(), before))
                self._undone = undone
                why = answer.message
                message = say("desk.in-paste", number=number, count=len(pieces), why=why)
                return replace(answer, message=message)
            shown += answer.lines
            followed = answer.news
        return Accepted(tuple(shown), followed, _change(before, self.body.texts()))

    def fill(self, values: Sequence[str]) -> Accepted | Refused:
        """Enter the values of the directive that is due, in their order; "" leaves one out."""
        parts = []
        for blank, value in zip(self.due().blanks, values, strict=True):
            players = self.setup.players
            given = lettered(value, players) if blank.seat else self.game.typed(value)
            if given.strip():
                parts.append(f"{blank.before} {given}")
        return self.accept(f"-- {' '.join(parts)}")

    def _enter(self, text: str) -> Accepted | Refused:
        """Enter one line of text."""
        if text in (".", "。"):
            due = self.due()
            if not due.only:
                return Refused(say("desk.several-choices"))
            text = due.only
        before = counts(self.body)
        refusings: list[tuple[Candidate, Refusing]] = []
        for candidate in self._candidates(text):
            try:
                return self._accepted(self._tried(candidate), before)
            except Refusing as refusing:
                refusings.append((candidate, refusing))
        if self._is_there(refusings):
            return Accepted(())
        return self._refused(text, refusings)

    def _is_there(self, tried: Sequence[tuple[Candidate, Refusing]]) -> bool:
        """Whether a refused directive is one of the last lines, which were added by themselves."""
        at, added = len(self.body.lines), list[str]()
        while at and self._follows(at - 1):
            at -= 1
            added.append(written(self.body.lines[at]))
        items = (refusing.item for _, refusing in tried)
        return any(isinstance(item, Directive) and written(item) in added for item in items)

    def _tried(self, candidate: Candidate) -> Tail:
        """The lines of one way to understand the text; Refusing if it is impossible."""
        if candidate.at < len(self.body.lines):
            # It must be the rest of the last line.
            last = self.body.lines[-1]
            try:
                item = self.body.read(candidate.text, candidate.at)
            except LineFault as fault:
                raise Refusing(Refused(fault.message, remedy=fault.remedy)) from None
            if not (isinstance(item, Turn) and isinstance(last, Turn) and self._is_one_line(item)):
                raise Refusing(Refused(say("desk.not-understood", text=candidate.text)))
            new = item.plies[len(last.plies) :]
            if candidate.who is not None and new and new[0][1].seat != candidate.who:
                who, right = Player(candidate.who), Player(new[0][1].seat)
                raise Refusing(Refused(say("desk.not-next", who=who, right=right)), item)
        tail = self._with_marks(candidate)
        if candidate.guessed:
            self._only_one(candidate)
        return tail

    def _with_marks(self, candidate: Candidate) -> Tail:
        """The lines of a candidate, after directives that must come before a new turn."""
        at, text = candidate.at, candidate.text
        try:
            return self.body.tried(at, [text], short=candidate.short)
        except Refusing:
            if at < len(self.body.lines) or text.startswith(("--", "#")):
                raise
            tracker = self.body.before(at)
            tracker.close()
            marks = tracker.due().marks
            if not marks:
                raise
        marked = [*(f"-- {mark}" for mark in marks), text]
        return self.body.tried(at, marked, short=candidate.short)

    def _only_one(self, candidate: Candidate) -> None:
        """Refusing with the question who did it, if several players could have."""
        body = candidate.text.partition(":")[2]
        able: list[Seat] = []
        for seat in self.body.tracker.due().seats:
            other = candidate._replace(text=f"{seat_letter(seat)}:{body}", guessed=False)
            with suppress(Refusing):
                if seat != CHANCE and self._tried(other):
                    able.append(seat)
        if len(able) < 2:
            return
        who: Argument = Player(able[0])
        for seat in able[1:]:
            who = say("kit.or", one=who, other=Player(seat))
        raise Refusing(Refused(say("desk.who", who=who, form=candidate.text)), able)

    def _accepted(self, tail: Tail, before: Counts) -> Accepted:
        """Put in the lines, and the directives that follow from them."""
        old = self.body.texts(tail.at)
        self.body.commit(tail)
        while marks := self.body.tracker.due().marks:
            self.body.put(len(self.body.lines), [f"-- {marks[0]}"])
        change = RecordChange(tail.at, old, self.body.texts(tail.at))
        self._undone.clear()
        self._held = None
        return Accepted(change.after, news(self.body, before), change)

    def _refused(self, text: str, tried: Sequence[tuple[Candidate, Refusing]]) -> Refused:
        """The best of several reasons: one by the rules rather than one by the notation.

        If the text names players, only readings in which they are players count.
        """
        players = self.setup.players
        tried = [each for each in tried if each[0].who is not None] or tried
        tried = [one for one in tried if lettered(one[0].text, players) == one[0].text] or tried
        last = self.body.lines[-1] if self.body.lines else None
        if isinstance(last, Turn) and last.seat not in self.body.tracker.due().seats:
            # The last line is whole: why the text is no new turn says more.
            tried = sorted(tried, key=lambda one: one[0].at != len(self.body.lines))
        followed = [each for each in tried if each[1].item is not None]
        if followed:
            candidate, self._held = followed[0]
            item = self._held.item
            short = candidate.short and self.game.short_forms is not None
            meant = written(item) if short and isinstance(item, Turn) else ""
            return replace(self._held.refused, meant=meant)
        count = len(self.body.lines)
        fresh = [refusing for candidate, refusing in tried if candidate.at == count]
        found = fresh or [refusing for _, refusing in tried]
        return found[0].refused if found else Refused(say("desk.not-understood", text=text))

    # -- ways to understand a text

    def _candidates(self, text: str) -> Iterator[Candidate]:
        source = line(1, text)
        end = comment_start(source.text)
        words, comment = source.text[:end].strip(), source.comment(end)
        count, players = len(self.body.lines), self.setup.players
        if text.startswith("#"):
            yield Candidate(count, text)
        elif words.startswith("--"):
            typed = source.free(0, end)
            yield Candidate(count, _noted(typed, comment))
            yield Candidate(count, _noted(lettered(typed, players), comment))
        else:
            who, rest, sure = addressed(words, players)
            yield from () if sure else self._spelled(None, words, comment)
            if who is not None:
                yield from self._spelled(who, rest, comment)
            held = self._held
            if held is not None and isinstance(held.item, Turn) and held.at >= 0:
                # The rest of a turn that was refused because something was missing.
                text = f"{turn_text(held.item)}{held.item.joint}{self.game.typed(words)}"
                at = min(held.at, count)  # as in `stand`
                yield Candidate(at, _noted(text, comment))

    def _spelled(self, who: Seat | None, words: str, comment: str) -> Iterator[Candidate]:
        """A text in notation, and the same with seat letters instead of names."""
        named = lettered(words, self.setup.players)
        for spelling in spellings(self.game, self.setup.players, words):
            short = _squeezed(spelling) not in (_squeezed(words), _squeezed(named))
            for candidate in self._lines(who, spelling, comment):
                yield candidate._replace(short=short)

    def _lines(self, who: Seat | None, body: str, comment: str) -> Iterator[Candidate]:
        """The rest of the last line, or a new line of each player who may act."""
        count, row = len(self.body.lines), self.due().row
        begins = body.partition(" ")[0].lower()
        if row and row[1] == REVEAL:
            letter = seat_letter(row[0] if who is None else who)
            yield Candidate(count, _noted(f"-- reveal {letter} {body}", comment))
        elif row and begins not in self.game.preamble:
            seat = row[0] if who is None else who
            yield Candidate(count, _noted(f"{seat_letter(seat)}: {row[1]} {body}", comment))
            return
        if begins in self.game.preamble and (who is not None or row):
            seat = row[0] if who is None and row else who or 0
            yield Candidate(count, _noted(f"{seat_letter(seat)}: {body}", comment))
            if begins != "pass":
                return
        last = self.body.lines[-1] if self.body.lines else None
        if isinstance(last, Turn) and self._goes_on(last, body, who):
            begun = f"{turn_text(self._open(last))}{last.joint}{body}"
            noted = last.comment or comment
            if last.comment and comment:
                noted = f"{last.comment}; {comment.removeprefix('# ')}"
            yield Candidate(count - 1, _noted(begun, noted), who)
        due = self.body.tracker.due()
        seats = due.seats if who is None else (who,)
        for seat in () if due.inside else seats:
            if seat != CHANCE:
                turn = _opened(self._opening(due, seat), body, self.game.joint)
                text = _noted(f"{seat_letter(seat)}: {turn}", comment)
                yield Candidate(count, text, who, len(seats) > 1)

    def _goes_on(self, last: Turn, body: str, who: Seat | None) -> bool:
        """Whether a text may be the rest of the last line.

        A card taken back fits everywhere: after the end of a turn it belongs to the next one.
        """
        if last.actions[0].text.split()[0] in self.game.preamble:
            return False
        due = self.body.tracker.due()
        if due.inside or not body.startswith("~"):
            return True
        if last.seat not in due.seats or who not in (None, last.seat):
            return False
        text = f"{turn_text(self._open(last))}{last.joint}{body.replace('~', '')}"
        try:
            return self._is_one_line(self.body.read(text, len(self.body.lines) - 1))
        except LineFault:
            return False

    def _is_one_line(self, item: Item) -> bool:
        """Whether the record has all actions of a turn in one line."""
        if not isinstance(item, Turn):
            return False
        texts = [(ply.seat, self.game.text(ply)) for _, ply in item.plies]
        return len(list(self.game.layout(texts))) <= 1

    def _open(self, item: Turn) -> Turn:
        """A line without parts that only say what follows from it, such as the winner."""
        kept = (one for one in item.actions if one.mark or self._bare(one.written()))
        return replace(item, actions=tuple(kept))

    # -- back and forth

    def back(self, *, turn: bool = False) -> Accepted | Refused:
        """Take back the last action, or the whole last line, with what followed by the rules.

        A draw that nobody saw is taken back with the play after it: it need not have been typed.
        """
        return self._back(turn=turn, unseen=True)

    def _back(self, *, turn: bool, unseen: bool) -> Accepted | Refused:
        if self._skipped and self._skipped[-1][0] == len(self.body.lines):
            self._skipped.pop()
            return Accepted(())
        lines, at = self.body.lines, len(self.body.lines)
        while at and self._follows(at - 1):
            at -= 1
        if not at:
            return Refused(say("desk.nothing-back"))
        turn = turn or (unseen and self._only_played(at - 1))
        return self._cut(at - 1, turn=turn, old=tuple(map(written, lines[at - 1 :])))

    def _only_played(self, at: int) -> bool:
        """Whether a line is one play after a draw that nobody saw."""
        item, due = self.body.lines[at], self.body.before(at).due()
        if not isinstance(item, Turn) or self._last_action(at, item) != 1:
            return False
        opening = self._opening(due, item.seat)
        return opening is not None and item.actions[0].written() == opening.texts[0]

    def _follows(self, at: int) -> bool:
        """Whether a line follows from the line before it, without a decision."""
        item = self.body.lines[at]
        return isinstance(item, Directive) and item.text in self.body.before(at).due().marks

    def _cut(self, at: int, *, turn: bool, old: tuple[str, ...]) -> Accepted:
        """Take back one line, or its last action."""
        item = self.body.lines[at]
        kept: tuple[str, ...] = ()
        shown = old
        if isinstance(item, Turn) and not turn:
            last = self._last_action(at, item)
            if last:
                kept = (written(replace(item, actions=item.actions[:last])),)
                # What was taken back, with the player of its first action.
                entries = self.body.entries(at)
                seats = [entry.ply.seat for entry in entries if entry.action == last]
                who = f"{seat_letter(seats[0])}: " if seats else ""  # `~` has no entry
                taken = item.joint.join(action.written() for action in item.actions[last:])
                shown = (f"{who}{taken}", *old[1:])
        change = RecordChange(at, old, kept)
        self._apply(change)
        self._undone.append(Accepted(shown, change=change))
        return self._undone[-1]

    def _last_action(self, at: int, item: Turn) -> int:
        """The action of a turn with which its last entry or its last taken back action begins."""
        begun = [entry.action for entry in self.body.entries(at)]
        begun += [n for n, action in enumerate(item.actions) if action.mark == "~"]
        return max(begun, default=0)

    def redo(self) -> Accepted | Refused:
        """Enter again what was taken back last."""
        if not self._undone:
            return Refused(say("desk.nothing-forward"))
        undone = self._undone.pop()
        change = undone.change.reversed()
        self._apply(change)
        return Accepted(undone.lines, change=change)

    def back_to(self, number: int) -> Accepted | Refused:
        """Take back every action after this one."""
        before, shown, at = self.body.texts(), list[str](), -1
        if not 0 <= number < self.plies():
            return Refused(say("desk.no-ply", number=number, count=self.plies()))
        while self.plies() > number:
            answer = self._back(turn=False, unseen=False)
            if isinstance(answer, Refused):
                return answer
            if not answer.lines:  # a hand that was left out is asked for again
                continue
            if answer.change.at == at:  # more of the same line
                more = shown.pop(0).partition(": ")[2]
                shown.insert(0, f"{answer.lines[0]}{self.game.joint}{more}")
            else:
                shown[:0] = answer.lines
            at = answer.change.at
        change = _change(before, self.body.texts())
        return Accepted(tuple(shown), change=change)

    def revert(self, change: RecordChange) -> None:
        """Undo a change that could not be stored."""
        self._apply(change.reversed())

    def _apply(self, change: RecordChange) -> None:
        self.body.put(change.at, change.after, complete=False)
        self._held = None

    # -- corrections

    def plies(self) -> int:
        """The number of actions so far."""
        return self.body.entries_before(len(self.body.lines))

    def action(self, number: int) -> tuple[int, str] | None:
        """The line of an action, counted from 0, and its text as written; None if there is none."""
        if not 1 <= number <= self.plies():
            return None
        at = self.body.line_of(number - 1)
        item = self.body.lines[at]
        if not isinstance(item, Turn):
            return at, written(item)
        entry = self.body.entries(at)[number - 1 - self.body.entries_before(at)]
        return at, item.joint.join(a.written() for a in item.actions[entry.action : entry.upto])

    def replace(self, number: int, text: str, way: str = "") -> Accepted | Refused | Broken:
        """Replace an action; `way` is what happens to later lines that do not fit any more.

        "stand": they are let stand as irregular; "retype": they are removed; "": nothing changes.
        """
        found = self.action(number)
        if found is None:
            return Refused(say("desk.no-ply", number=number, count=self.plies()))
        at = found[0]
        old = self.body.texts(at)
        new = [self._corrected(at, number, text), *old[1:]]
        before = counts(self.body)
        for _ in range(MOST_MARKS):
            try:
                self.body.put(at, new)
            except Refusing as refusing:
                if refusing.at == at:
                    return refusing.refused
                if not way:
                    text = new[refusing.at - at]
                    return Broken(refusing.at, text, refusing.refused, tuple(new))
                new = self._amended(way, refusing, new, at)
                if not new:
                    return Refused(say("desk.no-mark", why=refusing.refused.message))
                continue
            change = RecordChange(at, old, self.body.texts(at))
            self._undone.clear()
            return Accepted(change.after[:1], news(self.body, before), change)
        return Refused(
            say(
                "desk.no-mark",
                why=say("desk.entry", number=number, text=text, why=say("desk.empty")),
            )
        )

    def _corrected(self, at: int, number: int, text: str) -> str:
        """A line with another text for one of its actions."""
        item = self.body.lines[at]
        typed = self.game.typed(line(1, text).text)
        if not isinstance(item, Turn):
            return typed if typed.startswith("--") else f"-- {typed}"
        entry = self.body.entries(at)[number - 1 - self.body.entries_before(at)]
        parts = [self._bare(action.written()) for action in item.actions]
        parts[entry.action : entry.upto] = [typed]
        words = item.joint.join(filter(None, parts))
        return _noted(f"{seat_letter(item.seat)}: {words}", item.comment)

    def _bare(self, action: str) -> str:
        """An action without what follows from it by the rules."""
        return action if action[:1] in "~^" or "^" in action else self.game.unasserted(action)

    def _amended(self, way: str, refusing: Refusing, new: list[str], at: int) -> list[str]:
        """The lines after a correction, changed so that they fit; empty if that is impossible."""
        place = refusing.at - at
        if way == "retype":
            return new[:place]
        marked = _marked(refusing)
        if marked is None or not refusing.refused.markable:
            return []
        return [*new[:place], marked, *new[place + 1 :]]

    def stand(self, code: str = "") -> Accepted | Refused:
        """Let the action stand that was refused last, as irregular."""
        held = self._held
        if held is None:
            return Refused(say("desk.nothing-refused"))
        marked = _marked(held, code)
        if marked is None or held.at < 0:
            return Refused(say("desk.no-mark", why=held.refused.message))
        before = counts(self.body)
        try:
            at = min(held.at, len(self.body.lines))  # it was tried after marks that must come first
            return self._accepted(self._with_marks(Candidate(at, marked)), before)
        except Refusing as refusing:
            return refusing.refused


def _marked(refusing: Refusing, code: str = "") -> str | None:
    """The refused line with `^` on the action that does not fit; None if it has no action."""
    item: Any = refusing.item
    if not isinstance(item, Turn):
        return None
    actions = list(item.actions)
    action = actions[refusing.action]
    if action.mark:
        return None
    actions[refusing.action] = replace(action, mark="^", code=code)
    return written(replace(item, actions=tuple(actions)))


def _opened(opening: Opening | None, body: str, joint: str) -> str:
    """The text of a new turn with the decision that opens it, if the table did not see that."""
    if opening is None:
        return body
    first, sign, rest = body.partition(joint.strip())
    typed = first.strip().casefold()
    begun = (text for text in opening.texts if f"{text} ".casefold().startswith(f"{typed} "))
    if whole := next(begun, ""):
        return f"{whole}{sign}{rest}"
    is_next = typed.partition(" ")[0] in opening.before
    return f"{opening.texts[0]}{joint}{body}" if is_next else body


def _squeezed(text: str) -> str:
    """A text without blanks and capitals."""
    return "".join(text.split()).casefold()


def _noted(text: str, comment: str) -> str:
    return f"{text.strip()}  {comment}" if comment else text.strip()


def _change(before: Sequence[str], after: Sequence[str]) -> RecordChange:
    """The change from some lines to others."""
    at = 0
    while at < min(len(before), len(after)) and before[at] == after[at]:
        at += 1
    return RecordChange(at, tuple(before[at:]), tuple(after[at:]))


@dataclass(frozen=True, slots=True)
class Closing:
    """How a recording ends; empty values are found from its lines."""

    status: str = ""
    result: str = ""
    rank: str = ""
    forfeits: tuple[tuple[Seat, str], ...] = ()


# Where a match may be over and a person says that it was not, nothing follows from its lines.
NOT_OVER: Final = ("abandoned", "unfinished")


def finished(desk: Desk, closing: Closing | None = None) -> str:
    """The canonical text of the record with its trailer."""
    closing = closing or Closing()
    given = closing.forfeits or tuple(
        (seat, code) for seat, (code, _) in sorted(_left(desk).items())
    )
    due = desk.due()
    # If nothing more happens, the match may be over.
    over = (due.over or due.ends) and closing.status not in NOT_OVER
    ended = "forfeit" if given else "complete"
    status = closing.status or (ended if over else "abandoned" if given else "unfinished")
    found = _outcome(desk) if over else {}
    lines = [
        f"{key}: {value}"
        for key, value in (
            ("result", closing.result or found.get("result")),
            ("rank", closing.rank or found.get("rank")),
            ("status", status),
        )
        if value
    ]
    lines += [f"forfeit: {seat_letter(seat)} {code}" for seat, code in given]
    return whole(desk.setup, desk.lines(), lines)


def whole(setup: TableSetup, body: Sequence[str], trailer: Sequence[str]) -> str:
    """The canonical text of a record; comments before the first line come first of all."""
    first = next((n for n, line in enumerate(body) if not line.startswith("#")), len(body))
    parts = (body[:first], setup.head(), body[first:], trailer)
    text = "".join(f"{line}\n" for part in parts for line in part)
    return write(read(text))


def parsed(text: str) -> MatchRecord:
    """The match of a record's text."""
    document: Document = read(text)
    return document.matches[0]


def _left(desk: Desk) -> Mapping[Seat, tuple[str, int]]:
    """The seats that left: the reason, and the number of entries before."""
    found: dict[Seat, tuple[str, int]] = {}
    for at, text in enumerate(desk.lines()):
        words = text.split()
        if text.startswith("-- forfeit ") and len(words) > 2:
            code = words[3] if len(words) > 3 and words[3] in FORFEITS else "left"
            found[ord(words[2]) - ord("A")] = (code, desk.body.entries_before(at))
    return found


def _outcome(desk: Desk) -> dict[str, str]:
    """Result and rank, as far as they follow from the lines."""
    tracker = desk.body.before(len(desk.body.lines))
    tracker.close()
    outcome = tracker.outcome()
    if outcome is None:
        return {}
    found = {"result": scores_text(outcome.scores)}
    if all(outcome.places):
        sides = desk.game.sides(desk.body.options, len(desk.setup.players))
        left = {seat: at for seat, (_, at) in _left(desk).items()}
        found["rank"] = rank_text(places_with_forfeits(outcome.places, left, sides))
    return found
