"""Follows a record: on the engine where every card is known, else with the tracker of the game.

The strict replay works for every game: the dealer's moves are reconstructed from the entries that
follow, decisions are checked and applied, and the log of the engine is compared with the record. It
stops at the first violation, and at the first unknown card; from there on, the partial replay asks
whether anything contradicts what the game knows.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from engines.api import (
    CHANCE,
    Change,
    Finding,
    Game,
    Outcome,
    Ply,
    RecordTracker,
    Refusal,
    Seat,
    State,
    seat_letter,
)
from engines.messages import Message, Player, Sentence, say
from tourney.records.body_lines import (
    EntrySlice,
    RecordEntry,
    Script,
    as_certain,
    decisions,
    named,
    quoted_span,
    stated,
    whole,
)
from tourney.records.model import Directive, Turn
from tourney.records.problems import Problem, Spot

GAPS = (LookupError, ValueError)  # raised by games for entries that are impossible


class Stop(Exception):
    """The first thing that contradicts the rules."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


class StrictReplay:
    """The replay of one match; `at` entries are applied and verified."""

    def __init__(self, game: Game[Any], options: Any, seats: int, script: Script) -> None:
        self.game = game
        self.seats = seats
        self.state: State[Any] = game.start(options, seats)
        self.script = script
        self.entries = script.entries
        self.at = 0
        self.end = script.known
        self.waived = 0
        # The reason why nothing after `at` can be verified; None if everything can.
        self.gap = script.gap
        # Whether the record lacks an entry that the strict replay needs.
        self.lacking = bool(script.gap)
        self.differs = False  # whether it stopped at an entry that differs from the rules
        # Number of entries from `at` on that are applied but not yet logged: sealed
        # decisions.
        self.sealed = 0
        self.bad: tuple[int, Problem] | None = None
        # The last entry that the engine logged after the end of the record.
        self.missing: Ply[Any] | None = None
        self.notes: list[Problem] = []
        self.terse = False  # whether the record omits optional facts
        # The verified entries as the engine logged them, with the seats that may see them.
        self.logged: list[Ply[Any]] = []
        # Called with the seat and the move before it is applied, also with those of the dealer.
        self.watch: Callable[[Seat, Any], None] | None = None
        # What the dealer did, where that is known; else it is chosen to fit the entries.
        self.dealer: Callable[[State[Any]], Any] | None = None
        self._log: list[Ply[Any]] = []

    def step(self) -> bool:
        """Apply the next move; False at the end of the match, the record or its known part."""
        # Sealed answers are applied but not logged yet, so the next entry stands behind them.
        owing = self.state.pending()
        if not owing or self.at + self.sealed >= self.end:
            self.at, self.sealed = self.at + self.sealed, 0
            return False
        if owing == (CHANCE,):
            self._apply(CHANCE, self._luck())
        elif self._silent(owing):
            # The recorded answer, then the silence of all others.
            self._possible()
            entry = self.entries[self.at]
            if entry.ply.move is None or not self.state.is_legal(owing[0], entry.ply.move):
                self._answer(owing)
            elif self._allowed(entry, owing):
                self._apply(entry.ply.seat, entry.ply.move)
                self._answer([seat for seat in owing if seat != entry.ply.seat])
        else:
            entry = self.entries[self.at + self.sealed]
            ply = entry.ply
            # Of another seat, or another kind of decision than the next one: an entry is missing.
            if ply.seat not in owing or type(ply.move) is not type(
                self.state.default_move(ply.seat)
            ):
                self.lacking = True
            if ply.move is None:
                due = self._due(Sentence("records.still-has-to"), owing[0])
                raise Stop(self._problem(entry, "K-due", due))
            if self._allowed(entry, owing):
                self._possible()
                self._apply(ply.seat, ply.move)
                self.sealed = 0 if self._log else self.sealed + 1
        return True

    def _apply(self, seat: Seat, move: Any) -> None:
        if self.watch is not None:
            self.watch(seat, move)
        self._log.clear()
        self.state.apply(seat, move, self._log)
        # A move may log several entries (a deal, its hands), and a sealed one none: the entries of
        # all answers come with the last of them.
        for ply in self._log:
            if self.at >= self.end:
                self.missing = ply
                return
            self._compare(ply)

    # -- the state of the match

    def owed(self) -> Message | None:
        """The next decision as a message; `OVER()` if the match is over."""
        if self.missing:
            return say("records.missing-at-end", text=self.game.text(self.missing))
        owing = self.state.pending()
        return self._due(Sentence("kit.has-to"), owing[0]) if owing else say("kit.over")

    def _due(self, sentence: Sentence, seat: Seat) -> Message:
        """Who has to do what in this phase."""
        return sentence(who=Player(seat), do=self.game.phases[self.state.phase()]())

    def tally(self, name: str) -> Mapping[str, str] | None:
        """The values for `-- check NAME`; None after a gap."""
        return None if self.gap else self.state.tally(name)

    def outcome(self) -> Outcome | None:
        """The outcome of the match, None if it is not over."""
        return self.state.outcome()

    def counts(self) -> Mapping[str, int]:
        """The decisions by what is known of them: legal ones are verified, others let stand."""
        taken = sum(1 for _ in decisions(self.entries[: self.at + self.sealed]))
        # It ends at the first entry that cannot be verified.
        return {"verified": taken - self.waived, "consistent": 0, "irregular": self.waived}

    # -- the dealer

    def _luck(self) -> Any:
        """The dealer's move by the following entries; an impossible one is reported at its turn."""
        if self.dealer is not None:
            return self.dealer(self.state)
        # A shuffle is written nowhere. All later entries together say which cards came when, so the
        # order of the deck is chosen to fit them.
        plies = EntrySlice(self.entries, self.at, self.end)
        move = self._dealt(plies)
        if move is not None:
            return move
        # The number of entries that no deal can show together, found by bisection.
        low, high = 0, len(plies)
        while high - low > 1:
            middle = (low + high) // 2
            if self._dealt(plies[:middle]) is None:
                high = middle
            else:
                low = middle
        move = self._dealt(plies[: high - 1])
        self.bad = (self.at + high - 1, self._impossible(plies[:high], self.at))
        if move is None:
            raise Stop(self.bad[1])
        return move

    def _dealt(self, plies: Sequence[Ply[Any]]) -> Any:
        try:
            move = self.game.luck(self.state, plies)
        except GAPS:
            return None
        return move if self.state.is_legal(CHANCE, move) else None

    def _impossible(self, plies: Sequence[Ply[Any]], start: int) -> Problem:
        """The problem of the last of these entries: a card shown too often, or too early."""
        entry = self.entries[start + len(plies) - 1]
        if len(plies) == 1 and entry.ply.move is not None and isinstance(entry.item, Turn):
            return self._not_dealt(entry)
        try:
            move = self.game.luck(self.state, plies)
            refusal = self.state.refusal(CHANCE, move)
        except GAPS:
            return self._not_dealt(entry)
        # More of a card than the deck has: it is named where it is shown once too often.
        surplus = Counter(move) - Counter(self.state.pool())
        for card in surplus:
            if card in entry.ply.drawn:
                return self._twice(entry, card, start)
        why = refusal.message
        spot = entry.spot(quoted_span(entry, why))
        return self._problem(entry, f"R-{refusal.rule}", why, rule=refusal.rule, at=spot)

    def _not_dealt(self, entry: RecordEntry) -> Problem:
        """The problem of an entry that needs cards before the dealer has written any."""
        self.lacking = True
        due = say("records.deal-due", label=self.state.chance())
        return self._problem(entry, "K-due", due, say("records.write-deal"))

    def _twice(self, entry: RecordEntry, card: int, start: int) -> Problem:
        """The problem of a card that is shown although all its copies have been shown."""
        name, span = named(self.game, entry, card, self.seats)
        earlier = [one for one in self.entries[start : entry.index] if card in one.ply.drawn]
        other: Spot | None = None
        if earlier:
            _, there = named(self.game, earlier[-1], card, self.seats)
            times = sum(one.ply.drawn.count(card) for one in earlier)
            shown = say("records.shown-here")
            if times > 1:
                shown = say("records.shown-times", times=times)
            other = replace(earlier[-1].spot(there), message=shown)
        fault, remedy = say("records.too-many-shown", card=name), say("records.correct-place")
        return self._problem(entry, "K-card", fault, remedy, at=entry.spot(span), other=other)

    # -- decisions

    def _allowed(self, entry: RecordEntry, owing: tuple[Seat, ...]) -> bool:
        """Whether a written move can be applied."""
        ply = entry.ply
        if not (ply.seat in owing and self.state.is_legal(ply.seat, ply.move)):
            # An illegal move may have been let stand, if it can be applied.
            refusal = self.state.refusal(ply.seat, ply.move)
            possible = ply.seat not in owing or self._can_be(ply, refusal)
            if entry.mark != "^" or not possible:
                raise Stop(self._refused(entry, refusal))
            self.waived += 1
            self._note(entry, refusal.message, refusal.rule)
            if ply.seat in owing:
                return True
            self.gap = say("records.no-replay", line=entry.line.number)
            self.end = self.at
            return False
        if entry.mark == "^":
            self.waived += 1
            self._note(entry, say("kit.fine"), "")
        return True

    def _refused(self, entry: RecordEntry, refusal: Refusal) -> Problem:
        """The problem of an illegal move, with the last place of a card that it lacks."""
        why = refusal.message
        markable = not refusal.missing and entry.mark != "^"
        return self._problem(
            entry,
            f"R-{refusal.rule}",
            say("records.so-not", why=why, move=self.game.move_text(entry.ply.move)),
            say("records.if-real", text=entry.text()) if markable else None,
            rule=refusal.rule,
            at=entry.spot(quoted_span(entry, why)),
            other=self._last_named(entry, why) if refusal.missing else None,
        )

    def _can_be(self, ply: Ply[Any], refusal: Refusal) -> bool:
        """Whether an illegal move can be applied: its cards and seats exist."""
        if refusal.missing:
            return False
        try:
            self.state.clone().apply(ply.seat, ply.move)
        except (*GAPS, TypeError):  # TypeError: a move of another phase, such as pass for a card
            return False
        return True

    def _last_named(self, entry: RecordEntry, why: Message) -> Spot | None:
        """The last place in another line where this seat named the missing card."""
        card = next((word for _, word in why.arguments if isinstance(word, str)), None)
        if card is None:
            return None
        named = re.compile(rf"(?<![\w*]){re.escape(card)}(x\d+\*?)?(?![\w*])")
        for earlier in reversed(self.entries[: entry.index]):
            place = named.search(earlier.line.text, *earlier.span())
            if place and earlier.ply.seat == entry.ply.seat and earlier.line != entry.line:
                note = say("records.last-named", card=card)
                return replace(earlier.spot(place.span()), message=note)
        return None

    def _note(self, entry: RecordEntry, why: Message, rule: str) -> None:
        why = say("records.let-stand", why=why)
        self.notes.append(self._problem(entry, "K-irregular", why, rule=rule))

    def _possible(self) -> None:
        if self.bad and self.bad[0] == self.at:
            raise Stop(self.bad[1])

    # -- decisions that are not recorded

    def _silent(self, owing: tuple[Seat, ...]) -> bool:
        """Whether all seats that must decide now may decide silently."""
        silent = self.game.silent
        return silent is not None and owing > (CHANCE,) and self.state.is_legal(owing[0], silent)

    def _answer(self, seats: Sequence[Seat]) -> None:
        for seat in seats:
            self._apply(seat, self.game.silent)

    def close(self) -> None:
        """End the decisions that the entries left open: no seat answers."""
        owing = self.state.pending()
        if not self.gap and self._silent(owing):
            self._answer(owing)

    # -- comparison of the engine's log with the record

    def _compare(self, ply: Ply[Any]) -> None:
        self._possible()
        entry = self.entries[self.at]
        there = entry.ply
        # Equal values are the usual case; texts are compared only where a record is shorter.
        same = there.seat == ply.seat and there.move == ply.move and there.facts == ply.facts
        if not same and not self._reads_same(ply, there):
            self._differs(entry, ply)
            return
        self.logged.append(ply)
        self.at += 1

    def _reads_same(self, ply: Ply[Any], there: Ply[Any]) -> bool:
        """Whether two entries have the same text, or the record only omits facts."""
        if ply.seat != there.seat:
            return False
        if self.game.text(ply) == self.game.text(there):
            return True
        if (there.move, there.drawn) != (ply.move, ply.drawn):
            return False
        # The reason for the end is for people.
        recorded, logged = (
            {fact for fact in one.facts if fact.name != "reason"} for one in (there, ply)
        )
        if self._lacks_required(there, ply):
            return False
        self.terse |= recorded < logged
        return recorded <= logged

    def _lacks_required(self, there: Ply[Any], ply: Ply[Any]) -> bool:
        """Whether an entry of the record leaves out what a record without gaps must show."""
        required = self.game.required_facts
        return any(fact.name in required for fact in set(ply.facts) - set(there.facts))

    def _differs(self, entry: RecordEntry, ply: Ply[Any]) -> None:
        """A hand that is not recorded is a gap; any other difference is a problem."""
        text = self.game.text(ply)
        who = "--" if ply.seat == CHANCE else f"{seat_letter(ply.seat)}:"
        # Whether the dealer's entries that start here include one of this seat.
        dealt = takewhile(lambda one: one.ply.move is None, self.entries[self.at :])
        comes = any(one.ply.seat == ply.seat for one in dealt)
        if ply.move is None and ply.seat != CHANCE and not comes:
            hand = f"{who} {text.partition(' ')[0]}"
            self.gap = say("records.not-written", text=hand, line=entry.line.number)
            self.lacking = True
            self.end = self.at
            return
        there = self.game.text(entry.ply)
        # Another move or mark: an entry is missing. The same one with other cards: it is wrong.
        alike = ply.move is not None or there.partition(" ")[0] == text.partition(" ")[0]
        if alike and (entry.ply.seat, entry.ply.move) == (ply.seat, ply.move):
            raise Stop(self._reads_otherwise(entry, ply))
        self.lacking = True
        due = say("records.comes-next", text=f"{who} {text}")
        raise Stop(self._problem(entry, "K-due", due, say("records.put-in")))

    def _reads_otherwise(self, entry: RecordEntry, ply: Ply[Any]) -> Problem:
        """The problem of an entry with the move of the log, but other cards or consequences."""
        self.differs = True
        fewer = set(entry.ply.facts) < set(ply.facts)
        required = self._lacks_required(entry.ply, ply)
        self.lacking |= fewer and not required
        text, there = self.game.text(ply), self.game.text(entry.ply)
        fault = say("records.by-the-rules", text=text, there=there)
        if fewer and text.startswith(f"{there}; "):
            # Only the word: which cards follow is not known.
            fault = say("records.left-out", what=text[len(there) :].split()[1], there=there)
        remedy = say("records.write", form=text) if fewer and required else None
        return self._problem(entry, "K-revealed", fault, remedy)

    def _problem(
        self,
        entry: RecordEntry,
        code: str,
        message: Message,
        remedy: Message | None = None,
        *,
        rule: str = "",
        at: Spot | None = None,
        other: Spot | None = None,
    ) -> Problem:
        sure = entry.index < self.script.doubt
        spot = at or entry.spot()
        match, names = self.script.match, self.script.names
        number = entry.number
        return Problem(code, message, spot, remedy, rule, other, match, number, sure, names)


_CHANGE = re.compile(r"(?P<seat>[A-H]) (?P<name>[a-z]+) (?P<by>[+-]\d+)|(?P<item>[a-z]+) ([A-H])\b")


class PartialReplay:
    """The replay of one match; `at` entries are done."""

    gap: Message | None = None
    lacking = False

    def __init__(self, tracker: RecordTracker[object], script: Script) -> None:
        self.tracker = tracker
        self.script = script
        self.entries = script.entries
        self.at = 0
        self.kinds: list[str] = []
        self.notes: list[Problem] = []

    def step(self) -> bool:
        """Take the next entry; False at the end."""
        if self.at >= len(self.entries):
            return False
        entry = self.entries[self.at]
        finding = self.tracker.step(entry.ply, entry.waived())
        self._take_finding(finding, entry, entry.spot())
        self.kinds.append(finding.kind)
        self.at += 1
        return True

    def _take_finding(self, finding: Finding, entry: RecordEntry | None, spot: Spot) -> None:
        """Raise Stop for a problem; note an action that was let stand."""
        for index in finding.settled:
            if self.kinds[index] == "consistent":
                self.kinds[index] = "verified"
        if finding.kind == "problem":
            raise Stop(self._problem(finding, entry, spot))
        if finding.kind == "irregular":
            refusal = finding.refusal or Refusal("", say("records.said-irregular"))
            problem = self._problem(finding._replace(refusal=refusal), entry, spot)
            note = say("records.let-stand", why=problem.message)
            self.notes.append(replace(problem, code="K-irregular", message=note, remedy=None))

    def _problem(self, finding: Finding, entry: RecordEntry | None, spot: Spot) -> Problem:
        refusal = finding.refusal
        assert refusal is not None, "a problem has a message"
        message, here = refusal.message, finding.here
        blamed = entry if finding.at is None else self.entries[finding.at]
        if blamed is not None:
            spot = blamed.spot(quoted_span(blamed, here or message))
        proof = None if finding.proof is None else self.entries[finding.proof]
        other, there = None, finding.there
        if proof is not None:
            other = replace(proof.spot(quoted_span(proof, there)), message=there)
        # A tentative card before or among these entries makes the problem a warning.
        known = [one.index for one in (entry, blamed if proof else None, proof) if one]
        taken = max(known) + 1 if known else self.at
        return Problem(
            code=finding.code or f"R-{refusal.rule}",
            message=message,
            spot=replace(spot, message=here),
            remedy=_remedy(finding, blamed, other),
            rule=refusal.rule,
            other=other,
            match=self.script.match,
            ply=blamed.number if blamed else None,
            sure=taken <= self.script.doubt,
            names=self.script.names,
        )

    def close(self) -> None:
        """End the decisions that the entries left open: no seat answers."""
        self.tracker.close()

    # -- what is stated

    def hidden(self, item: Directive) -> None:
        """Go on after turns that nobody wrote down; Stop if none can be missing there."""
        words = item.text.split()
        finding = self.tracker.gap(int(words[1]) if len(words) > 1 else None)
        if finding is not None:
            if finding.code == "K-due" and finding.remedy is None:
                finding = finding._replace(remedy=say("records.between-turns"))
            self._take_finding(finding, None, whole(item))

    def learnt(self, item: Directive) -> Message | None:
        """Take what a `-- check` states where it is unknown since a gap; why it cannot be so."""
        return self.tracker.learn(item.text.split()[1], stated(item.text))

    def ruled(self, item: Directive) -> None:
        """Apply a ruling; Stop if it is impossible."""
        refusal = self.tracker.adjust(changes(item.text))
        if refusal is not None:
            finding = Finding("problem", refusal, "" if refusal.rule else "K-ruling")
            self._take_finding(finding, None, whole(item))

    def shown(self, item: Directive) -> bool:
        """Compare a directive that is not an entry; whether anything could be compared."""
        finding = self.tracker.show(item.text)
        if finding is not None:
            try:
                self._take_finding(finding, None, whole(item))
            except Stop as stop:
                sure = stop.problem.sure and as_certain(item.text) == item.text
                raise Stop(replace(stop.problem, sure=sure)) from None
        return finding is not None and finding.kind == "verified"

    def tally(self, name: str) -> Mapping[str, str] | None:
        """The values for `-- check NAME`; "?" for unknown ones."""
        return self.tracker.tally(name)

    def owed(self) -> Message | None:
        """The next decision as a message; `OVER()` if the match is over, None if unknown."""
        return self.tracker.owed()

    def outcome(self) -> Outcome | None:
        """The outcome of the match, None if it is not completely known."""
        return self.tracker.outcome()

    def counts(self) -> Mapping[str, int]:
        """The decisions by what is known of them, as in a `Finding`."""
        taken = zip(self.entries, self.kinds, strict=False)
        return Counter(kind for entry, kind in taken if entry.ply.move is not None)


def changes(text: str) -> list[Change]:
    """The changes of a ruling in canonical form."""
    changes_text = text.partition(' reason "')[0].partition(" adjust ")[2]
    return [
        Change(found["name"], ord(found["seat"]) - ord("A"), int(found["by"]))
        if found["seat"]
        else Change(found["item"], ord(found[5]) - ord("A"), None)
        for found in _CHANGE.finditer(changes_text)
    ]


def _remedy(finding: Finding, entry: RecordEntry | None, other: Spot | None) -> Message | None:
    refusal = finding.refusal
    if entry is None or finding.remedy or refusal is None:
        return finding.remedy
    markable = entry.ply.seat >= 0 and not (finding.code or refusal.missing)
    mark = say("records.if-real", text=entry.text()) if markable else None
    if other is None or other.line == entry.line.number:
        return mark
    first, last = sorted((entry.line.number, other.line))
    correct = say("records.correct-lines", first=first, last=last)
    return say("records.both", one=correct, other=mark) if mark else correct
