"""A record followed on the engine: every entry must be what the rules say it is.

Works for every game: the dealer's moves are rebuilt from what the coming entries show, decisions
are checked and applied, and what the engine logs is compared with what is written. Stops at the
first violation, and where an unknown card leaves nothing certain.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.api import CHANCE, Fact, Game, Outcome, Ply, Refusal, Seat, State, seat_letter
from engines.kit.messages import FINE, HAS_TO, OVER
from engines.messages import Message, Player, Sentence
from tourney.records.entries import EntrySlice, RecordEntry, Script, decisions, named, quoted_span
from tourney.records.messages import (
    BY_THE_RULES,
    COMES_NEXT,
    CORRECT_PLACE,
    DEAL_DUE,
    IF_REAL,
    LAST_NAMED,
    LET_STAND,
    MISSING_AT_END,
    NO_REPLAY,
    NOT_WRITTEN,
    PUT_IN,
    SHOWN_HERE,
    SHOWN_TIMES,
    SO_NOT,
    STILL_HAS_TO,
    TOO_MANY_SHOWN,
    WRITE_DEAL,
)
from tourney.records.problems import Problem, Spot

GAPS = (LookupError, ValueError)  # what a game raises for what cannot be laid out at all


class Stop(Exception):
    """The first thing that contradicts the rules."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


class StrictReplay:
    """One match on its way: `at` entries are applied and found right."""

    def __init__(self, game: Game[Any], options: Any, seats: int, script: Script) -> None:
        self.game = game
        self.seats = seats
        self.state: State[Any] = game.start(options, seats)
        self.script = script
        self.entries = script.entries
        self.at = 0
        self.end = script.known
        self.waived = 0
        self.gap = script.gap
        """Why nothing after `at` can be verified, None if everything can."""
        self.lacking = bool(script.gap)
        """Whether something is not written down that the strict replay needs."""
        self.differs = False
        """Whether it stopped at an entry that reads otherwise than by the rules; not why."""
        self.sealed = 0
        """Entries from `at` on that are applied, but not logged before others have decided too."""
        self.bad: tuple[int, Problem] | None = None
        self.missing: Ply[Any] | None = None
        """What the engine logged last where the record ends."""
        self.notes: list[Problem] = []
        self.terse = False
        """Whether the record leaves out what could have been asserted."""
        self.said: list[Ply[Any]] = []
        """What the engine logged of the entries found right: who may see them is known to it."""
        self._log: list[Ply[Any]] = []

    def step(self) -> bool:
        """Apply one more move; False when the record or what is known of it ends, or the match."""
        owing = self.state.pending()
        if not owing or self.at + self.sealed >= self.end:
            self.at, self.sealed = self.at + self.sealed, 0
            return False
        if owing == (CHANCE,):
            self._apply(CHANCE, self._luck())
        elif self._silent(owing):
            self._window(owing)
        else:
            self._decide(owing)
        return True

    def _apply(self, seat: Seat, move: Any) -> None:
        self._log.clear()
        self.state.apply(seat, move, self._log)
        for ply in self._log:
            if self.at >= self.end:
                self.missing = ply
                return
            self._compare(ply)

    # -- where the match stands

    def owed(self) -> Message | None:
        """Who has to do what next; `OVER()` when the match is over."""
        if self.missing:
            return MISSING_AT_END(text=self.game.text(self.missing))
        owing = self.state.pending()
        return self._due(HAS_TO, owing[0]) if owing else OVER()

    def _due(self, sentence: Sentence, seat: Seat) -> Message:
        """Who has to do what in this phase."""
        return sentence(who=Player(seat), do=self.game.phases[self.state.phase()]())

    def tally(self, name: str) -> Mapping[str, str] | None:
        """What `-- check NAME` is compared with; None after a gap."""
        return None if self.gap else self.state.tally(name)

    def outcome(self) -> Outcome | None:
        """The end of the match."""
        return self.state.outcome()

    def verified(self) -> int:
        """Decisions found right."""
        taken = self.entries[: self.at + self.sealed]
        return sum(1 for _ in decisions(taken)) - self.waived

    def consistent(self) -> int:
        """None: what cannot be verified ends a replay."""
        return 0

    def irregular(self) -> int:
        """Decisions that were let stand."""
        return self.waived

    # -- the dealer

    def _luck(self) -> Any:
        """What the coming entries show; an entry that no deal can show is kept for its turn."""
        plies = EntrySlice(self.entries, self.at, self.end)
        move = self._dealt(plies)
        if move is not None:
            return move
        first = self._first_impossible(plies)
        move = self._dealt(plies[: first - 1])
        self.bad = (self.at + first - 1, self._impossible(plies[:first], self.at))
        if move is None:
            raise Stop(self.bad[1])
        return move

    def _dealt(self, plies: Sequence[Ply[Any]]) -> Any:
        try:
            move = self.game.luck(self.state, plies)
        except GAPS:
            return None
        return move if self.state.is_legal(CHANCE, move) else None

    def _first_impossible(self, plies: Sequence[Ply[Any]]) -> int:
        """How many entries it takes until no deal shows them: found by halving."""
        low, high = 0, len(plies)
        while high - low > 1:
            middle = (low + high) // 2
            if self._dealt(plies[:middle]) is None:
                high = middle
            else:
                low = middle
        return high

    def _impossible(self, plies: Sequence[Ply[Any]], start: int) -> Problem:
        """The last of these entries shows a card once too often, or the closing card too early."""
        entry = self.entries[start + len(plies) - 1]
        try:
            move = self.game.luck(self.state, plies)
            refusal = self.state.refusal(CHANCE, move)
        except GAPS:
            self.lacking = True
            due = DEAL_DUE(label=self.state.chance())
            return self._problem(entry, "K-due", due, WRITE_DEAL())
        surplus = Counter(move) - Counter(self.state.pool())
        for card in surplus:
            if card in entry.ply.drawn:
                return self._twice(entry, card, start)
        why = refusal.message
        spot = entry.spot(quoted_span(entry, why))
        return self._problem(entry, f"R-{refusal.rule}", why, rule=refusal.rule, at=spot)

    def _twice(self, entry: RecordEntry, card: int, start: int) -> Problem:
        """A card shown again although all its copies have been seen."""
        name, span = named(self.game, entry, card, self.seats)
        earlier = [one for one in self.entries[start : entry.index] if card in one.ply.drawn]
        other: Spot | None = None
        if earlier:
            _, there = named(self.game, earlier[-1], card, self.seats)
            times = sum(one.ply.drawn.count(card) for one in earlier)
            shown = SHOWN_HERE() if times == 1 else SHOWN_TIMES(times=times)
            other = replace(earlier[-1].spot(there), message=shown)
        fault = TOO_MANY_SHOWN(card=name)
        at = entry.spot(span)
        return self._problem(entry, "K-card", fault, CORRECT_PLACE(), at=at, other=other)

    # -- decisions

    def _decide(self, owing: tuple[Seat, ...]) -> None:
        entry = self.entries[self.at + self.sealed]
        ply = entry.ply
        self.lacking |= ply.seat not in owing or not self._of_this_kind(ply)
        if ply.move is None:
            raise Stop(self._problem(entry, "K-due", self._due(STILL_HAS_TO, owing[0])))
        if self._allowed(entry, owing):
            self._possible()
            self._apply(ply.seat, ply.move)
            self.sealed = 0 if self._log else self.sealed + 1

    def _allowed(self, entry: RecordEntry, owing: tuple[Seat, ...]) -> bool:
        """Whether a written move can be applied."""
        ply = entry.ply
        if not (ply.seat in owing and self.state.is_legal(ply.seat, ply.move)):
            return self._stands(entry, owing)
        if entry.mark == "^":
            self.waived += 1
            self._note(entry, FINE(), "")
        return True

    def _of_this_kind(self, ply: Ply[Any]) -> bool:
        """Whether it decides what is to be decided; if not, something was not written down."""
        return type(ply.move) is type(self.state.default_move(ply.seat))

    def _stands(self, entry: RecordEntry, owing: tuple[Seat, ...]) -> bool:
        """Whether an illegal move can be applied because the table let it stand."""
        ply = entry.ply
        refusal = self.state.refusal(ply.seat, ply.move)
        possible = ply.seat not in owing or self._can_be(ply, refusal)
        if entry.mark != "^" or not possible:
            raise Stop(self._refused(entry, refusal))
        self.waived += 1
        self._note(entry, refusal.message, refusal.rule)
        if ply.seat in owing:
            return True
        self.gap = NO_REPLAY(line=entry.line.number)
        self.end = self.at
        return False

    def _refused(self, entry: RecordEntry, refusal: Refusal) -> Problem:
        """A move that is not legal, with the place where a card that it lacks was last named."""
        why = refusal.message
        markable = not refusal.missing and entry.mark != "^"
        return self._problem(
            entry,
            f"R-{refusal.rule}",
            SO_NOT(why=why, move=self.game.move_text(entry.ply.move)),
            IF_REAL(text=entry.text()) if markable else None,
            rule=refusal.rule,
            at=entry.spot(quoted_span(entry, why)),
            other=self._last_named(entry, why) if refusal.missing else None,
        )

    def _can_be(self, ply: Ply[Any], refusal: Refusal) -> bool:
        """Whether the cards and seats of an illegal move are there, so that it can be applied."""
        if refusal.missing:
            return False
        try:
            self.state.clone().apply(ply.seat, ply.move)
        except GAPS:
            return False
        return True

    def _last_named(self, entry: RecordEntry, why: Message) -> Spot | None:
        """Where this seat last named the card that is missing, in another line."""
        card = next((word for _, word in why.arguments if isinstance(word, str)), None)
        if card is None:
            return None
        named = re.compile(rf"(?<![\w*]){re.escape(card)}(x\d+\*?)?(?![\w*])")
        for earlier in reversed(self.entries[: entry.index]):
            place = named.search(earlier.line.text, *earlier.span())
            if place and earlier.ply.seat == entry.ply.seat and earlier.line != entry.line:
                return replace(earlier.spot(place.span()), message=LAST_NAMED(card=card))
        return None

    def _note(self, entry: RecordEntry, why: Message, rule: str) -> None:
        self.notes.append(self._problem(entry, "K-irregular", LET_STAND(why=why), rule=rule))

    def _possible(self) -> None:
        if self.bad and self.bad[0] == self.at:
            raise Stop(self.bad[1])

    # -- answers that are not written

    def _silent(self, owing: tuple[Seat, ...]) -> bool:
        """Whether everybody who owes a decision now may answer without a word."""
        silent = self.game.silent
        return silent is not None and owing > (CHANCE,) and self.state.is_legal(owing[0], silent)

    def _window(self, owing: tuple[Seat, ...]) -> None:
        """The answer that is written, then the silence of all others."""
        self._possible()
        entry = self.entries[self.at]
        if entry.ply.move is None or not self.state.is_legal(owing[0], entry.ply.move):
            self._answer(owing)
        elif self._allowed(entry, owing):
            self._apply(entry.ply.seat, entry.ply.move)
            self._answer([seat for seat in owing if seat != entry.ply.seat])

    def _answer(self, seats: Sequence[Seat]) -> None:
        for seat in seats:
            self._apply(seat, self.game.silent)

    def close(self) -> None:
        """Nobody answers any more: end a window that the entries so far left open."""
        owing = self.state.pending()
        if not self.gap and self._silent(owing):
            self._answer(owing)

    # -- what the engine logs against what is written

    def _compare(self, ply: Ply[Any]) -> None:
        self._possible()
        entry = self.entries[self.at]
        there = entry.ply
        same = there.seat == ply.seat and there.move == ply.move and there.facts == ply.facts
        if not same and not self._reads_same(ply, there):
            self._differs(entry, ply)
            return
        self.said.append(ply)
        self.at += 1

    def _reads_same(self, ply: Ply[Any], there: Ply[Any]) -> bool:
        """Whether two entries have one text, or the record leaves assertions out."""
        if ply.seat != there.seat:
            return False
        if self.game.text(ply) == self.game.text(there):
            return True
        if (there.move, there.drawn) != (ply.move, ply.drawn):
            return False
        told, said = _compared(there), _compared(ply)
        self.terse |= told < said
        return told <= said

    def _differs(self, entry: RecordEntry, ply: Ply[Any]) -> None:
        """A hand that nobody wrote down is a gap; anything else contradicts the rules."""
        text = self.game.text(ply)
        who = "--" if ply.seat == CHANCE else f"{seat_letter(ply.seat)}:"
        if ply.move is None and ply.seat != CHANCE and not self._comes(ply):
            hand = f"{who} {text.partition(' ')[0]}"
            self.gap = NOT_WRITTEN(text=hand, line=entry.line.number)
            self.lacking = True
            self.end = self.at
            return
        there = self.game.text(entry.ply)
        alike = ply.move is not None or there.partition(" ")[0] == text.partition(" ")[0]
        if alike and (entry.ply.seat, entry.ply.move) == (ply.seat, ply.move):
            self.lacking |= set(entry.ply.facts) < set(ply.facts)
            self.differs = True
            raise Stop(self._problem(entry, "K-revealed", BY_THE_RULES(text=text, there=there)))
        self.lacking = True
        raise Stop(self._problem(entry, "K-due", COMES_NEXT(text=f"{who} {text}"), PUT_IN()))

    def _comes(self, ply: Ply[Any]) -> bool:
        """Whether the dealer's block that starts here has an entry of this seat."""
        for entry in self.entries[self.at :]:
            if entry.ply.move is not None:
                return False
            if entry.ply.seat == ply.seat:
                return True
        return False

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


def _compared(ply: Ply[Any]) -> set[Fact]:
    """What an entry asserts; why a match ended are words for people."""
    return {fact for fact in ply.facts if fact.name != "reason"}
