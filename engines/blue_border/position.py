"""Blue Border: options, and the data of a position; the rules are functions on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

from engines.api import CHANCE, OptionError, Ply, Seat, State
from engines.blue_border.cards import CARDS, POINTS, Move
from engines.kit.game_options import Pickled, number, numbers
from engines.messages import Message, Sentence, say

# The options of a match, and the smallest deck that is enough.

# BB-R3: the largest difference between neighbours; the least number at D is `default_bottoms`.
BORDERLINE: Final = 9


# BB-R21: the options of the game; `sight` and `limit` are additions of this program.
@dataclass(frozen=True)
class BlueBorderOptions(Pickled):
    """The options of Blue Border; `borderlines` and `bottoms` have one value per round."""

    borderlines: tuple[int, ...] = (BORDERLINE,)
    bottoms: tuple[int, ...] = (25,)
    cards: int = CARDS
    rounds: int = 1
    sight: int = 4
    limit: int = 500


# BB-Q4: the top quarter of the deck.
def default_bottoms(cards: int) -> int:
    """The least number allowed at D, by the number of cards: 25 for 32 cards."""
    return cards - cards // 4 + 1


# BB-Q5: with one line at G and all others at F, five cards are left.
def least_cards(seats: int) -> int:
    """The smallest number of cards in play."""
    return (POINTS - 1) * (seats - 1) + POINTS + 5


def read_options(given: Mapping[str, str], seats: int) -> BlueBorderOptions:
    """Options from their written form."""
    allowed = range(least_cards(seats), CARDS + 1)
    cards = _number(given, "cards", CARDS, allowed, say("kit.for-seats", seats=seats))
    rounds = _number(given, "rounds", 1, range(1, 10))
    borderlines = _per_round(given, "bl", BORDERLINE, cards, rounds)
    bottoms = _per_round(given, "bt", default_bottoms(cards), cards, rounds)
    sight = _number(given, "sight", 4, range(1, CARDS + 1))
    limit = _number(given, "limit", 500, range(1, 100_001))
    return BlueBorderOptions(borderlines, bottoms, cards, rounds, sight, limit)


def _number(
    given: Mapping[str, str], key: str, default: int, limits: range, where: Message | None = None
) -> int:
    return number(key, given[key], limits, where) if key in given else default


def _per_round(
    given: Mapping[str, str], key: str, default: int, cards: int, rounds: int
) -> tuple[int, ...]:
    text = given.get(key)
    if text is None:
        return (default,) * rounds
    values = numbers(key, text, range(1, cards + 1))
    if len(values) == 1:
        return values * rounds
    if len(values) != rounds:
        message = say("blue-border.option-values", text=text, n=len(values), key=key, rounds=rounds)
        raise OptionError(message, key)
    return values


def options_text(options: BlueBorderOptions) -> str:
    """Options that differ from the default, sorted by key."""
    pairs = {}
    if options.borderlines != (BORDERLINE,) * options.rounds:
        pairs["bl"] = _joined(options.borderlines)
    if options.bottoms != (default_bottoms(options.cards),) * options.rounds:
        pairs["bt"] = _joined(options.bottoms)
    numbers = {"cards": (options.cards, CARDS), "limit": (options.limit, 500)}
    numbers |= {"rounds": (options.rounds, 1), "sight": (options.sight, 4)}
    for key, (value, default) in numbers.items():
        if value != default:
            pairs[key] = str(value)
    return " ".join(f"{key}={pairs[key]}" for key in sorted(pairs))


def _joined(values: tuple[int, ...]) -> str:
    return str(values[0]) if len(set(values)) == 1 else ",".join(map(str, values))


HELP: Final[Mapping[str, Sentence]] = {
    "bl": Sentence("blue-border.help-bl"),
    "bt": Sentence("blue-border.help-bt"),
    "cards": Sentence("blue-border.help-cards"),
    "limit": Sentence("blue-border.help-limit"),
    "rounds": Sentence("blue-border.help-rounds"),
    "sight": Sentence("blue-border.help-sight"),
}
DEFAULTS: Final = {
    "bl": "9",
    "cards": "32",
    "limit": "500",
    "rounds": "1",
    "sight": "4",
}


# The data of a position; the rules are functions on it in the other modules.

# The kind of decision expected: a number in `step`, its name in `phase()`.
STARTING: Final = 0
DEALING: Final = 1
RESHUFFLING: Final = 2
LOTS: Final = 3
TURN: Final = 4
WINDOW: Final = 5
REWARD: Final = 6
OVER: Final = 7
PHASES: Final = ("start", "deal", "reshuffle", "lots", "turn", "call", "reward", "over")

# Precomputed tuples of seats for `BlueBorderPosition.owing`.
DEALER: Final = (CHANCE,)
ALONE: Final = tuple((seat,) for seat in range(4))
OTHERS: Final = tuple(
    tuple(tuple(other for other in range(seats) if other != seat) for seat in range(seats))
    for seats in range(5)
)

STANDARD: Final = BlueBorderOptions()


class BlueBorderPosition(State[Move]):
    """The place of all cards and the decision expected.

    `lines`, `field` and `discards` are lists of numbers: the line of each seat from A on, the four
    piles from bottom to top, the discard pile in the order in which cards came to it. The deck is
    `order` from the index `top` on; the cards before `top` have been drawn. Sets of numbers are
    ints in which bit n means number n: `opened` are the cards in lines and discards whose numbers
    everybody knows; `ruled_out` has, for a card in a line, the numbers that it cannot be, because
    they were seen elsewhere while it was in the line.

    Seat -1 means nobody. Calls are secret: nothing is logged until the call window closes.
    """

    __slots__ = (
        "after", "called", "callers", "discards", "field", "first", "limited", "lines", "moves",
        "opened", "options", "order", "owing", "placer", "reshuffles", "rewarded", "round",
        "ruled_out", "seats", "skips", "step", "top", "turn", "winner", "wins", "written",
    )  # fmt: skip

    def __init__(self, options: BlueBorderOptions = STANDARD, seats: int = 2) -> None:
        self.options = options
        self.seats = seats
        self.lines: list[list[int]] = [[] for _ in range(seats)]
        self.field: list[list[int]] = [[], [], [], []]
        self.order: tuple[int, ...] = ()
        self.top = 0
        self.discards: list[int] = []
        self.opened = 0
        self.ruled_out: dict[int, int] = {}  # replaced as a whole, never changed
        self.round = 0  # counted from 1 once the cards are dealt
        self.first: Seat = -1  # the start diver of this round
        self.turn: Seat = -1
        self.moves = 0  # takes, passes and cards laid as rewards in this round
        self.skips = [False] * seats  # seats that must skip a turn
        self.wins = [0] * seats  # rounds won
        self.placer: Seat = -1  # the owner of the new card, which may be called
        self.rewarded = False  # whether that card was a reward
        self.called: Seat = -1  # the diver called last in this turn
        self.callers: tuple[Seat, ...] = ()  # seats that have called in the open window
        self.winner: Seat = -1  # of this round
        self.limited = False  # whether this round ended at the limit of moves
        self.reshuffles = 0  # in the whole match
        self.written = 0  # log entries so far
        self.after = TURN  # what follows a reshuffle: WINDOW, or TURN for the next turn
        self.step = STARTING
        self.owing: tuple[Seat, ...] = DEALER  # seats that must decide

    def pending(self) -> tuple[Seat, ...]:
        return self.owing

    def phase(self) -> str:
        return PHASES[self.step]

    def borderline(self) -> int:
        """The largest difference between neighbours in this round."""
        return self.options.borderlines[max(0, self.round - 1)]

    def bottoms(self) -> int:
        """The least number allowed at D in this round."""
        return self.options.bottoms[max(0, self.round - 1)]

    def write(self, log: list[Ply[Move]] | None, ply: Ply[Move]) -> None:
        """Log an entry; it is counted even if there is no log."""
        self.written += 1
        if log is not None:
            log.append(ply)

    def clone(self) -> Self:
        kind = type(self)
        twin = kind.__new__(kind)
        twin.options = self.options
        twin.seats = self.seats
        twin.lines = [line[:] for line in self.lines]
        twin.field = [pile[:] for pile in self.field]
        twin.order = self.order
        twin.top = self.top
        twin.discards = self.discards[:]
        twin.opened = self.opened
        twin.ruled_out = self.ruled_out
        twin.round = self.round
        twin.first = self.first
        twin.turn = self.turn
        twin.moves = self.moves
        twin.skips = self.skips[:]
        twin.wins = self.wins[:]
        twin.placer = self.placer
        twin.rewarded = self.rewarded
        twin.called = self.called
        twin.callers = self.callers
        twin.winner = self.winner
        twin.limited = self.limited
        twin.reshuffles = self.reshuffles
        twin.written = self.written
        twin.after = self.after
        twin.step = self.step
        twin.owing = self.owing
        return twin
