"""The account of a match: where the share of each seat came from.

The value of a position is what each seat may expect: the share of the others that it will beat.
It changes by what happens, and the changes add up to the result:

    result = start + deal + draws - own errors + gifts of others + unexplained + unknown

An event of chance is worth the value after it less the mean value after what might have come
instead. A decision is worth the mean value after it less that after the best move. What is left is
the judge's own inconsistency: it expected something else of the position before. `unknown` is what
happened after the last move that is known, or what a forfeit or a ruling changed. Every line but
the first adds up to 0 over the seats, own errors together with gifts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from engines.api import CHANCE, Game, Seat, State
from tourney.bots.heuristics import HEURISTICS, TELLING, Heuristic, NoHeuristic, by_places
from tourney.bots.outlook import Outlook
from tourney.bots.particles import effective, log_likelihood, relative
from tourney.bots.values import Value
from tourney.domain.observation import Observation
from tourney.insight.reasons import CONCEPTS, MoveFact, explain
from tourney.stats.best import ahead

METHOD: Final = 2
"""How accounts are made, a part of the name of every judge. Raise it with each change that gives
other figures for the same match: else stored accounts are taken for new ones and mix with them."""
CANDIDATES: Final = 6
"""Moves that are judged beside the one played: those that the heuristic likes best."""
DRAWS: Final = 4
"""Fresh draws for each world of a decision, without turns ahead: else luck would be known badly."""
MOST_DRAWN: Final = 4
"""Times the worlds of a decision that are drawn at most, if few of them are likely."""
FEW: Final = 4
"""The part of the worlds, one in so many, that is enough as equally likely ones."""
LEAST: Final = 0.01
"""The weight of a world, relative to the likeliest one, up to which it is left out."""
LINE: Final = 8
"""Moves of the line that begins with the best move."""
LEAST_WORLDS: Final = 2
"""Equally likely worlds from which a decision counts: one alone does not say how sure it is."""
LEAST_SPREAD: Final = 0.005
"""Of a share, between the best and the worst candidate of a decision that counts."""
LEAST_COUNTED: Final = 20
"""Decisions from which an error rate says something."""
WIDTH: Final = 1.96
"""Standard errors on either side of a 95 % interval."""
SURE: Final = 3.0
"""Standard errors from which a difference is more than luck of the worlds."""

Shares: TypeAlias = list[float]
"""A number for each seat."""


@dataclass(frozen=True, slots=True)
class Judge:
    """How positions and decisions are judged; another judge gives another account.

    `fair`: decisions are judged in worlds that the seat considers possible, by how likely the
    moves of the others make them; else with the true hands, and only the luck to come is new.
    `ahead` turns of each seat are played on before the value function is asked, None for 0.
    `value` is the value function, that of the game if it is None.
    """

    worlds: int = 16
    ahead: int | None = None
    fair: bool = True
    value: Value | None = None


class KnownMove(NamedTuple):
    """A move of a match, and the number of the entry of the record that has it.

    Of a seat that has `gone`, which forfeited before, it is made by others and judged as nobody's.
    """

    seat: Seat
    move: Any
    ply: int
    gone: bool = False


class ChanceEvent(NamedTuple):
    """An event of chance: a deal, which has no text, or what a move drew; and who made it."""

    ply: int
    seat: Seat
    played: str
    luck: Shares


class JudgedMove(NamedTuple):
    """A decision with more than one candidate.

    `loss` is what it cost the seat itself, of a share, against the best candidate; it may be
    negative by chance. `error` is its standard error. `effect` is what it changed for each seat:
    the loss of the seat itself with the opposite sign, and what the others gained or lost. A
    decision is `counted` if its candidates differ by enough to tell. `doubt` is the probability
    that luck alone makes one of them seem so much better than the move played. Moves are texts of
    the notation. A costly decision has a `line`: how the best move might have gone on, `facts` that
    say why it cost something, and `tried`: each candidate, best first, and by how much it is worse
    than the best one. `mark` is that of the decision in its match, and `only` if every other
    candidate is so much worse than the move played that it was the only good one.
    """

    ply: int
    seat: Seat
    played: str
    best: str
    loss: float
    error: float
    effect: Shares
    counted: bool
    doubt: float
    only: bool = False
    mark: str = ""
    line: tuple[tuple[Seat, str], ...] = ()
    tried: tuple[tuple[str, float], ...] = ()
    facts: tuple[MoveFact, ...] = ()


@dataclass(slots=True)
class Account:
    """The account of a match; each list has a number for every seat.

    `noise` is the squared standard error of deal and draws together, from what might have come.
    `gifts[giver][seat]` is what the errors of a giver brought a seat; the own ones are `errors`.
    `river` has the value of the position after each ply, from the first deal on.
    """

    start: Shares
    deal: Shares
    draws: Shares
    errors: Shares
    gifts: list[Shares]
    unexplained: Shares
    unknown: Shares
    noise: Shares
    result: Shares = field(default_factory=list)
    chances: list[ChanceEvent] = field(default_factory=list)
    decisions: list[JudgedMove] = field(default_factory=list)
    river: list[tuple[int, Shares]] = field(default_factory=list)

    def received(self, seat: Seat) -> float:
        """The gifts of all others to a seat."""
        return sum(given[seat] for giver, given in enumerate(self.gifts) if giver != seat)

    def total(self, seat: Seat) -> float:
        """The sum of the lines, which is the result."""
        lines = self.start[seat] + self.deal[seat] + self.draws[seat] - self.errors[seat]
        return lines + self.received(seat) + self.unexplained[seat] + self.unknown[seat]

    def adjusted(self, seat: Seat) -> float:
        """The result without the luck of the deal and of draws; fair whatever the judge expects."""
        return self.result[seat] - self.deal[seat] - self.draws[seat]

    def luck_error(self, seat: Seat) -> float:
        """1.96 standard errors of deal and draws together."""
        return WIDTH * sqrt(self.noise[seat])

    def counted(self, seat: Seat) -> list[JudgedMove]:
        """The decisions of a seat that count."""
        return [one for one in self.decisions if one.seat == seat and one.counted]

    def rate(self, seat: Seat) -> tuple[float, float] | None:
        """Loss a counted decision and 1.96 standard errors; None for fewer than 20 decisions."""
        losses = [one.loss for one in self.counted(seat)]
        count = len(losses)
        if count < LEAST_COUNTED:
            return None
        middle = sum(losses) / count
        squares = sum([(loss - middle) ** 2 for loss in losses])
        return middle, WIDTH * sqrt(squares / (count - 1) / count)


def account(
    game: Game[Any],
    options: Any,
    seats: int,
    moves: Sequence[KnownMove],
    judge: Judge,
    rng: Random,
    places: Sequence[int] = (),
) -> Account:
    """The account of a match, by all its moves with those of the dealer.

    `places` are the official ones, if they may differ from those of the last move: where later
    moves are not known, or a forfeit or a ruling decided.
    """
    return _Bookkeeper(game, options, seats, judge, rng).account(moves, places)


class _Bookkeeper:
    """Walks through a match and books every change of its value."""

    def __init__(
        self, game: Game[Any], options: Any, seats: int, judge: Judge, rng: Random
    ) -> None:
        self.game = game
        self.seats = seats
        self.judge = judge
        self.rng = rng
        self.heuristic: Heuristic = HEURISTICS.get(game.name) or NoHeuristic(game)
        self.outlook = Outlook(game, seats, self.heuristic, judge.ahead or 0, judge.value)
        self.state = game.start(options, seats)
        # Where nothing is drawn between deals, all worlds with the true hands are the same one.
        self.futures = judge.worlds if type(game).redraw is not Game.redraw else 1
        # What might have been drawn or dealt is cheap to judge where nothing is played on.
        self.draws = judge.worlds if judge.ahead else DRAWS * judge.worlds
        none = [0.0] * seats
        self.book = Account(
            *(none[:], none[:], none[:], none[:]),
            *([none[:] for _ in range(seats)], none[:], none[:], none[:]),
        )

    def account(self, moves: Sequence[KnownMove], places: Sequence[int]) -> Account:
        """Book all moves, and the result."""
        book, state = self.book, self.state
        before: Shares | None = None
        undealt: State[Any] | None = None
        for seat, move, ply, gone in moves:
            if seat == CHANCE:
                # Several moves of the dealer, such as who begins and the cards, are one event.
                if undealt is None:
                    undealt = state.clone()
                state.apply(CHANCE, move)
                if state.pending()[:1] == (CHANCE,):
                    continue
                expected, now = self._dealt(ply, undealt)
                undealt = None
                if before is None:
                    book.start = before = expected
            else:
                expected, now = self._decided(seat, move, ply, gone)
            assert before is not None, "a match begins with a deal"
            # What moves cost that nobody chose is a consequence of the forfeit.
            _add(book.unknown if gone else book.unexplained, minus(expected, before))
            before = now
            book.river.append((ply, now))
        outcome = state.outcome()
        if before is None:
            book.start = before = [0.5] * self.seats
        if outcome is not None:
            played = by_places(outcome.places)
            _add(book.unexplained, minus(played, before))
            before = played
            book.river[-1] = (moves[-1].ply, played)
        book.result = by_places(places) if places else before
        _add(book.unknown, minus(book.result, before))
        signs = marks(book.decisions)
        book.decisions = [
            one._replace(mark=mark) for one, mark in zip(book.decisions, signs, strict=True)
        ]
        return book

    def _dealt(self, ply: int, undealt: State[Any]) -> tuple[Shares, Shares]:
        """Book a deal: the mean value after other ones, and the value after it."""
        others = []
        for _ in range(self.draws):
            other = undealt.clone()
            while other.pending()[:1] == (CHANCE,):
                other.apply(CHANCE, self.game.shuffle(other, self.rng))
            others.append(self._value(other))
        expected, now = mean(others), self._now()
        luck = minus(now, expected)
        _add(self.book.deal, luck)
        _add(self.book.noise, squared_errors(others))
        self.book.chances.append(ChanceEvent(ply, CHANCE, "", luck))
        return expected, now

    def _decided(self, seat: Seat, move: Any, ply: int, gone: bool) -> tuple[Shares, Shares]:
        """Book a move: the value that the position had by the judge, and the value after it."""
        book, found = self.book, None if gone else self._judged(seat, move, ply)
        game, rng, before = self.game, self.rng, self.state.clone()
        self.state.apply(seat, move)
        key, drew = self.state.key(), False
        twins: list[State[Any]] = []
        while len(twins) < (self.draws if drew else self.futures):
            twin = game.redraw(before, rng)
            twin.apply(seat, move)
            drew = drew or twin.key() != key
            twins.append(twin)
        if drew:
            now = self._now()
            values = [self._value(twin) for twin in twins]
            reached = mean(values)
            luck = minus(now, reached)
            _add(book.draws, luck)
            _add(book.noise, squared_errors(values))
            book.chances.append(ChanceEvent(ply, seat, self.game.move_text(move), luck))
        else:
            now = reached = mean([self._value(twin) for twin in twins])
        if found is None:
            return reached, now
        book.decisions.append(found)
        book.errors[seat] += found.loss
        _add(book.gifts[seat], found.effect)
        book.gifts[seat][seat] = 0.0
        return minus(reached, found.effect), now

    def _judged(self, seat: Seat, move: Any, ply: int) -> JudgedMove | None:
        """What a decision cost; None if all that could be played is equal."""
        if len(self.state.legal_moves(seat)) == 1:
            return None
        worlds, weights = self._worlds(seat)
        ranked = self.heuristic.ranked(worlds[0], seat, lambda count: worlds[:count])
        candidates = [candidate for _, candidate in ranked[:CANDIDATES]]
        if move not in candidates:
            candidates.append(move)
        values: list[list[Shares]] = [[] for _ in candidates]
        for candidate, found in zip(candidates, values, strict=True):
            for world in worlds:
                tried = world.clone()
                tried.apply(seat, candidate)
                found.append(self._value(tried))
        if all(one == values[0] for one in values):
            return None
        texts = [self.game.move_text(candidate) for candidate in candidates]
        played = candidates.index(move)
        known = not self.judge.fair
        judged = verdict(ply, seat, texts, played, values, weights, known=known)
        if judged.loss < MARKS[-1][0] or judged.loss < SURE * judged.error:
            return judged
        line = self._line(candidates[texts.index(judged.best)])
        concepts = CONCEPTS.get(self.game.name, ())
        found_facts = explain(concepts, worlds, weights, seat, candidates, played, values)
        every = range(len(weights))
        own = [weighted(one, weights, every)[seat] for one in values]
        worse = [(text, max(own) - one) for text, one in zip(texts, own, strict=True)]
        worse.sort(key=lambda one: one[1])
        return judged._replace(line=line, tried=tuple(worse), facts=found_facts)

    def _worlds(self, seat: Seat) -> tuple[list[State[Any]], list[float]]:
        """The worlds in which the candidates of a decision are tried, and how likely each is."""
        game, state, rng = self.game, self.state, self.rng
        if not self.judge.fair:
            futures = [game.redraw(state, rng) for _ in range(self.futures)]
            return futures, [1.0] * self.futures
        observation, telling = Observation(game, state, seat), TELLING.get(game.name)
        count = self.judge.worlds
        if telling is None:
            return [observation.resample(rng) for _ in range(count)], [1.0] * count
        worlds, logs = list[State[Any]](), list[float]()
        # Where a few worlds have all the weight, more are drawn; one without weight says nothing.
        while len(worlds) < MOST_DRAWN * count:
            for _ in range(count):
                worlds.append(observation.resample(rng))
                logs.append(log_likelihood(game, telling, worlds[-1], seat))
            weights = relative(logs)
            if effective(weights) >= max(count / FEW, LEAST_WORLDS):
                break
        likely = [
            (one, weight) for one, weight in zip(worlds, weights, strict=True) if weight > LEAST
        ]
        return [one for one, _ in likely], [weight for _, weight in likely]

    def _line(self, best: Any) -> tuple[tuple[Seat, str], ...]:
        """How the match might have gone on after the best move, with the cards as they lay."""
        state, heuristic, move_text = self.state.clone(), self.heuristic, self.game.move_text
        seat, move = state.pending()[0], best
        line: list[tuple[Seat, str]] = []
        while len(line) < LINE:
            line.append((seat, move_text(move)))
            state.apply(seat, move)
            owing = state.pending()
            if not owing or owing[0] == CHANCE:
                break
            seat = owing[0]
            move = heuristic.move(state, seat)
        return tuple(line)

    # -- values

    def _value(self, state: State[Any]) -> Shares:
        """The value of a position, which is changed."""
        return list(self.outlook.rewards(state, state, self.rng))

    def _now(self) -> Shares:
        """The value of the position of the match after luck, in the mean of what may be drawn."""
        if self.outlook.stands(self.state):
            return self._value(self.state)
        game, rng = self.game, self.rng
        values = [self._value(game.redraw(self.state, rng)) for _ in range(self.draws)]
        _add(self.book.noise, squared_errors(values))
        return mean(values)


def verdict(
    ply: int,
    seat: Seat,
    candidates: Sequence[str],
    played: int,
    values: list[list[Shares]],
    weights: Sequence[float],
    *,
    known: bool = False,
) -> JudgedMove:
    """What a decision cost, by the values of its candidates in each world, which has a weight.

    The best move of one half of the worlds is valued in the other half: valued in its own half, it
    would seem better than it is, as it was chosen there for its luck. Each of the two values counts
    by the weight of the worlds that it comes from. With `known` hands one world may be all that
    there is; else one alone does not say how sure anything is.
    """
    halves = [range(half, len(weights), 2) or range(1) for half in (0, 1)]
    means = [[weighted(one, weights, half) for one in values] for half in halves]
    totals = [sum([weights[i] for i in half]) for half in halves]
    effect = [0.0] * len(values[0][0])
    variance = 0.0
    for own, other in ((0, 1), (1, 0)):
        part = totals[other] / sum(totals)
        chosen = highest([one[seat] for one in means[own]])
        _add(effect, [part * x for x in minus(means[other][played], means[other][chosen])])
        differences = [
            a[seat] - b[seat] for a, b in zip(values[played], values[chosen], strict=True)
        ]
        variance += part**2 * squared_error(differences, weights, halves[other])
    every = range(len(weights))
    overall = [weighted(one, weights, every)[seat] for one in values]
    best, worst = highest(overall), highest([-one for one in overall])

    def apart(other: int) -> float:
        """The standard error of the lead of the best move, in all worlds."""
        leads = [a[seat] - b[seat] for a, b in zip(values[best], values[other], strict=True)]
        return sqrt(squared_error(leads, weights, every))

    # All worlds tell how sure it is that the best move is better, which was one of several.
    doubt, enough = apart(played), known or effective(weights) >= LEAST_WORLDS
    degrees = max(1, int(effective(weights)) - 1)
    by_luck = 1 - ahead(overall[best] - overall[played], doubt, degrees) if enough else 1.0
    only = (enough and best == played) and all(
        overall[best] - overall[other] >= max(MARKS[0][0], SURE * apart(other))
        for other in range(len(candidates))
        if other != best
    )
    return JudgedMove(
        ply=ply,
        seat=seat,
        played=candidates[played],
        best=candidates[best],
        loss=-effect[seat],
        error=max(sqrt(variance), doubt),
        effect=effect,
        counted=enough and overall[best] - overall[worst] > max(LEAST_SPREAD, SURE * apart(worst)),
        doubt=min(1.0, (len(candidates) - 1) * by_luck),
        only=only,
    )


MARKS: Final = ((0.08, "??"), (0.04, "?"), (0.02, "?!"))
"""The marks of errors, each with the least loss, of a share."""


ERRORS: Final = frozenset(mark for _, mark in MARKS)
ONLY_MOVE: Final = "!"
"""The mark of the only good move."""


def marks(decisions: Sequence[JudgedMove]) -> list[str]:
    """The mark of each decision of a match, for losses that are not chance and only good moves.

    A loss is beyond three standard errors, and the more moves and decisions there are, the farther
    (Bonferroni's and Holm's methods): at most one match in 700 has a mark if nobody errs.
    """
    found = [ONLY_MOVE if one.only else "" for one in decisions]
    # All decisions, as those that count do so by the same luck.
    order = sorted(range(len(decisions)), key=lambda number: decisions[number].doubt)
    for rank, number in enumerate(order):
        one = decisions[number]
        if one.doubt > BY_CHANCE / (len(decisions) - rank):
            break
        for least, mark in MARKS:
            if one.loss >= max(least, SURE * one.error):
                found[number] = mark
                break
    return found


BY_CHANCE: Final = 0.00135
"""The probability of a value three standard errors above its mean."""


def squared_error(values: Sequence[float], weights: Sequence[float], part: Sequence[int]) -> float:
    """The squared standard error of the weighted mean of a part of the values."""
    if len(part) == 1:
        return 0.0
    total = sum([weights[i] for i in part])
    shares = [weights[i] / total for i in part]
    middle = sum([share * values[i] for share, i in zip(shares, part, strict=True)])
    squares = sum(
        [(share * (values[i] - middle)) ** 2 for share, i in zip(shares, part, strict=True)]
    )
    # The values lie nearer to their mean than to the truth, above all those of great weight.
    second = sum([share**2 for share in shares])
    third = sum([share**3 for share in shares])
    return squares / (1 - 2 * third / second + second)


def squared_errors(values: Sequence[Shares]) -> Shares:
    """The squared standard error of the mean of values, by seat."""
    equal, every = [1.0] * len(values), range(len(values))
    return [squared_error(column, equal, every) for column in zip(*values, strict=True)]


def highest(values: Sequence[float]) -> int:
    """The index of the highest value, the first of equal ones."""
    return values.index(max(values))


def mean(values: Sequence[Shares]) -> Shares:
    """The mean of values, by seat."""
    return [sum(column) / len(values) for column in zip(*values, strict=True)]


def weighted(values: Sequence[Shares], weights: Sequence[float], part: Sequence[int]) -> Shares:
    """The weighted mean of a part of the values, by seat."""
    total = sum([weights[i] for i in part])
    return [
        sum([weights[i] * values[i][seat] for i in part]) / total for seat in range(len(values[0]))
    ]


def minus(one: Shares, other: Shares) -> Shares:
    """The difference of two values, by seat."""
    return [a - b for a, b in zip(one, other, strict=True)]


def _add(sums: Shares, values: Shares) -> None:
    for seat, value in enumerate(values):
        sums[seat] += value
