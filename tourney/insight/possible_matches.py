"""Matches that agree with a record with gaps, and the mean of their accounts.

What a record of people does not say, such as hands, is drawn at random several times (multiple
imputation). Each possible match is analysed like one that is known; a line of the account is the
mean over them. That they differ is a part of every stated error (Rubin's rule).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import exp, inf, log, sqrt
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from engines.api import CHANCE, Game, PlayedMove, Ply, WrittenMatch
from engines.messages import Message, say
from tourney.bots.heuristics import HEURISTICS, TELLING, softmax
from tourney.insight.account import (
    CANDIDATES,
    Account,
    ChanceEvent,
    JudgedMove,
    KnownMove,
    Shares,
    marks,
    mean,
)
from tourney.records.body_lines import Script, as_certain, line_of, script, without_tentative
from tourney.records.model import MatchRecord
from tourney.records.verdict import PLAYED_OUT
from tourney.stats.best import ahead

DEALS: Final = 5
"""Possible matches that are analysed."""
FIRST_STEPS: Final = 150
"""Steps from any possible match to one by how likely its moves are."""
STEPS: Final = 50
"""Steps from there to the next one."""
TEMPERATURE: Final = 0.03
"""Of a share: by how much a move may seem worse that is still about as likely as the best one."""
SLIPS: Final = 0.05
"""The share of moves that have other reasons."""
MANY: Final = 1000
"""Degrees of freedom with which Student's t distribution is as good as the normal one."""
UNSURE: Final = "?"
"""A better move, if it is another one in most possible matches."""
KEPT: Final = (0.5, 0.8, 0.95)
"""Shares of what is unknown that stay as they were in a step, by turns."""
TRIES: Final = 1000
"""Attempts to find a possible match at all; each takes some milliseconds."""
PARTS: Final = 4
"""Parts of a record: if no match fits all, the last one is left out, then the last two."""

Course: TypeAlias = Sequence[PlayedMove[Any]]
"""All moves of a possible match."""


class PossibleMatches(NamedTuple):
    """The moves of several matches that agree with a record, each the same number of moves.

    A move of theirs has its place among them as its ply, counted from 1; `plies` are its entries in
    the record, and `texts` the moves as they are written, which may hide cards. `stopped` says why
    no more of the record was followed.
    """

    moves: list[list[KnownMove]]
    plies: list[int]
    texts: list[str]
    stopped: Message | None


def possible_matches(match: MatchRecord, known: int, rng: Random) -> PossibleMatches | None:
    """Several matches that agree with a record up to what breaks a rule, none if none was found.

    `known` are the moves that are known anyway; None if no more can be. Tentative cards are taken
    as certain if they can be.
    """
    game, entries, seats = match.game, script(match), len(match.players)
    assert game is not None
    sure, reason = sure_until(entries)
    # If nothing fits the whole record, its beginning may be possible.
    for part in range(PARTS, 0, -1):
        end, why, tries = sure * part // PARTS, reason, TRIES
        if part < PARTS:
            why, tries = say("insight.no-deal", tries=TRIES), TRIES // PARTS
        found = _drawn(match, game, entries, end, tries, rng)
        if not found and entries.doubt < len(entries.entries):
            doubted = without_tentative(entries, game, seats)
            found = _drawn(match, game, doubted, end, tries, rng)
        if found or end <= 1:
            break
    if not found:
        return PossibleMatches([], [], [], say("insight.no-deal", tries=TRIES))
    if len(found[0]) <= known:
        return None
    plies = [entries.number(move.entry) for move in found[0]]
    texts = []
    for seat, move, at, _ in found[0]:
        ply = entries.entries[at].ply
        own = ply.seat == seat and ply.move is not None and type(ply.move) is type(move)
        # Cards that nobody wrote down were passed.
        words = game.move_text(ply.move if own else move) if seat != CHANCE else ""
        texts.append(words if own else words.partition(" ")[0] + " ?")
    state = game.start(match.options, seats)
    for seat, move, *_ in found[0]:
        state.apply(seat, move)
    if end == len(entries.entries) and state.outcome() is None:
        why = say("records.next-not-written")
    courses = [
        [
            KnownMove(seat, move, number, entries.gone(seat, at))
            for number, (seat, move, at, _) in enumerate(moves, 1)
        ]
        for moves in found
    ]
    return PossibleMatches(courses, plies, texts, why)


def sure_until(entries: Script) -> tuple[int, Message | None]:
    """How many entries are by the rules and without turns missing before them, and why no more."""
    end, why = len(entries.entries), None
    for entry in entries.entries:
        if entry.waived():
            end, why = entry.index, say("insight.analyse-irregular", ply=entry.number)
            break
    for at, item in entries.asides:
        if at < end and item.word == "gap":
            end, why = at, say("records.turns-missing", line=line_of(item).number)
        elif at < end and item.word == "ruling":
            end, why = at, say("insight.analyse-ruling", line=line_of(item).number)
    return end, why


def written_match(match: MatchRecord, entries: Script, end: int) -> WrittenMatch[Any]:
    """What a record says, by the rules up to the entry `end`."""
    gaps = [at for at, item in entries.asides if item.word == "gap"]
    return WrittenMatch(
        entries=[entry.ply for entry in entries.entries[: min(gaps, default=None)]],
        end=end,
        opened=[(at, as_certain(it.text)) for at, it in entries.asides if it.word == "reveal"],
        closed=match.result.status in PLAYED_OUT and not gaps,
    )


def _drawn(
    match: MatchRecord, game: Game[Any], entries: Script, end: int, tries: int, rng: Random
) -> list[Course]:
    """Possible matches, the likelier ones more often; none if none were found."""
    written, seats = written_match(match, entries, end), len(match.players)
    draw = _Draw(game, match.options, seats, match.result.scores)
    start = next(filter(None, (draw.another(written, rng) for _ in range(tries))), None)
    return [] if start is None else draw.likely(written, start, rng)


class _Draw:
    """Draws possible matches of a record; `scores` are those at its end, None if unknown."""

    def __init__(
        self, game: Game[Any], options: Any, seats: int, scores: Sequence[int | None]
    ) -> None:
        self.game = game
        self.options = options
        self.seats = seats
        self.scores = scores
        self.telling = TELLING.get(game.name)
        self.heuristic = HEURISTICS.get(game.name)

    def another(self, written: WrittenMatch[Any], rng: Random) -> Course | None:
        """A possible match that ends with the right scores, if it ends; None if this one fails."""
        moves = self.game.completion(self.options, self.seats, written, rng)
        if moves is None:
            return None
        state = self.game.start(self.options, self.seats)
        for one in moves:
            state.apply(one.seat, one.move)
        outcome = state.outcome()
        real = outcome.scores if outcome else ()
        wrong = any(own not in (None, score) for own, score in zip(self.scores, real, strict=False))
        return None if wrong else moves

    def likelihood(self, moves: Course) -> float:
        """The logarithm of how likely the moves of all seats are with their cards."""
        state, total = self.game.start(self.options, self.seats), 0.0
        for seat, move, *_ in moves:
            if seat != CHANCE:
                chance = 1.0 if self.telling is None else self.telling.likelihood(state, seat, move)
                if chance == 1 and self.heuristic is not None:
                    ranked = self.heuristic.ranked(state, seat)
                    chance = softmax(ranked, move, TEMPERATURE, SLIPS) if len(ranked) > 1 else 1.0
                total += log(chance)
            state.apply(seat, move)
        return total

    def likely(self, written: WrittenMatch[Any], moves: Course, rng: Random) -> list[Course]:
        """Possible matches by how likely their moves are (Metropolis and Hastings).

        In each step a part of what is unknown is drawn again; the rest is as it was.
        """
        found: list[Course] = []
        now, last = self.likelihood(moves), len(written.entries) - 1
        for step in range(FIRST_STEPS + DEALS * STEPS):
            partly, origin = _filled(written, moves, KEPT[step % len(KEPT)], rng)
            other = self.another(partly, rng)
            then = -inf if other is None else self.likelihood(other)
            if other is not None and (then >= now or rng.random() < exp(then - now)):
                # With the entries of the record itself.
                now, moves = (
                    then,
                    [
                        one._replace(
                            entry=next((at for at in origin[one.entry :] if at is not None), last),
                            log=[(None if at is None else origin[at], ply) for at, ply in one.log],
                        )
                        for one in other
                    ],
                )
            if step >= FIRST_STEPS and (step - FIRST_STEPS) % STEPS == STEPS - 1:
                found.append(moves)
        return found


def _filled(
    written: WrittenMatch[Any], moves: Course, share: float, rng: Random
) -> tuple[WrittenMatch[Any], list[int | None]]:
    """The record with a share of its entries as in a possible match, and where each comes from."""
    entries: list[Ply[Any]] = []
    origin: list[int | None] = []
    for one in moves:
        for at, ply in one.log:
            kept = rng.random() < share
            if kept or at is not None:
                entries.append(ply if kept or at is None else written.entries[at])
                origin.append(at)
    end = len(entries)
    places = [*(at for at in origin if at is not None)]
    rest = range(len(places), len(written.entries))
    # Where an entry of the record is among those with others put in.
    place = {at: number for number, at in enumerate(origin) if at is not None}
    place |= {at: end + number for number, at in enumerate(rest)}
    partly = WrittenMatch(
        entries=[*entries, *(written.entries[at] for at in rest)],
        end=end,
        opened=[(place.get(at, end + len(rest)), text) for at, text in written.opened],
        closed=written.closed,
    )
    return partly, [*origin, *rest]


# -- the mean of their accounts


def pooled(books: Sequence[Account], possible: PossibleMatches) -> Account:
    """The mean of the accounts of possible matches, with the plies of the record."""
    seats, count = range(len(books[0].result)), len(books)

    def over_all(line: str) -> Shares:
        return mean([getattr(one, line) for one in books])

    book = Account(
        start=over_all("start"),
        deal=over_all("deal"),
        draws=over_all("draws"),
        errors=over_all("errors"),
        gifts=[mean([one.gifts[giver] for one in books]) for giver in seats],
        unexplained=over_all("unexplained"),
        unknown=over_all("unknown"),
        noise=[],
        result=over_all("result"),
    )
    for seat in seats:
        lucks = [one.deal[seat] + one.draws[seat] for one in books]
        within = [one.noise[seat] for one in books]
        book.noise.append(sum(within) / count + between(lucks))
    chances: dict[int, list[ChanceEvent]] = {}
    decisions: dict[int, list[JudgedMove]] = {}
    for one in books:
        for event in one.chances:
            chances.setdefault(event.ply, []).append(event)
        for move in one.decisions:
            decisions.setdefault(move.ply, []).append(move)
    none = [0.0] * len(seats)
    for _, events in sorted(chances.items()):
        missing = [none] * (count - len(events))
        texts = {one.played for one in events}
        played = texts.pop() if len(texts) == 1 else possible.texts[events[0].ply - 1]
        luck = mean([*(one.luck for one in events), *missing])
        book.chances.append(events[0]._replace(played=played, luck=luck))
    for _, moves in sorted(decisions.items()):
        book.decisions.append(_pooled_move(moves, count, possible.texts[moves[0].ply - 1]))
    signs = marks(book.decisions)
    book.decisions = [
        one._replace(mark=mark) for one, mark in zip(book.decisions, signs, strict=True)
    ]
    rivers = [dict(one.river) for one in books]
    book.river = [(ply, mean([river[ply] for river in rivers])) for ply in sorted(rivers[0])]
    # From the places of moves to those of entries.
    plies = (0, *possible.plies)
    book.chances = [one._replace(ply=plies[one.ply]) for one in book.chances]
    book.decisions = [one._replace(ply=plies[one.ply]) for one in book.decisions]
    book.river = [(plies[ply], shares) for ply, shares in book.river]
    return book


def between(values: Sequence[float]) -> float:
    """What the differences between possible matches add to the squared error of their mean."""
    count = len(values)
    middle = sum(values) / count
    spread = sum([(value - middle) ** 2 for value in values]) / max(1, count - 1)
    return spread * (1 + 1 / count)


def _pooled_move(moves: Sequence[JudgedMove], count: int, written: str) -> JudgedMove:
    """A decision in all possible matches; where it misses, all that could be played was equal."""
    missing = [0.0] * (count - len(moves))
    losses = [*(one.loss for one in moves), *missing]
    loss, within = sum(losses) / count, sum([one.error**2 for one in moves]) / count
    spread = between(losses)
    error = sqrt(within + spread)
    apart = min(within / spread, MANY) if spread else MANY
    degrees = min(MANY, max(1, int((count - 1) * (1 + apart) ** 2)))
    by_luck = 1 - ahead(loss, error, degrees)
    doubt = max(min([one.doubt for one in moves]), min(1.0, CANDIDATES * by_luck))
    same = written if len({one.played for one in moves}) > 1 else moves[0].played
    better, often = Counter(one.best for one in moves).most_common(1)[0]
    # The possible match that says most: with this move as the best one, and a usual loss.
    usual = min(moves, key=lambda one: (one.best != better, abs(one.loss - loss)))
    sure = 2 * often > count
    codes = Counter((fact.code, fact.better) for one in moves for fact in one.facts)
    return usual._replace(
        played=same,
        # A move that is best with some hands only says nothing about the hand that there was.
        best=same if usual.best == usual.played or loss <= 0 else better if sure else UNSURE,
        line=usual.line if sure else (),
        tried=usual.tried if sure else (),
        loss=loss,
        error=error,
        effect=mean(
            [*(one.effect for one in moves), *([0.0] * len(moves[0].effect) for _ in missing)]
        ),
        counted=2 * sum(one.counted for one in moves) >= count,
        doubt=doubt,
        only=len(moves) == count and all(one.only for one in moves),
        facts=tuple(
            [one for one in usual.facts if sure and 2 * codes[one.code, one.better] >= count]
        ),
    )
