"""Diam's: points of a round, chips, the winner, and which ones are possible."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from engines.api import (
    NotationError,
    Outcome,
    Refusal,
    SheetCards,
    SheetColumn,
    SheetResult,
    SheetRow,
    places,
)
from engines.diams.cards import COPIES, KINDS, NAMES, QUALITY, STAR, TENTATIVE, UNKNOWN, VALUE
from engines.diams.notation import DiamsWords
from engines.diams.position import DiamsOptions
from engines.messages import say

PURITY: Final = (5, 2)
"""The bonus for the most diamonds of special purity: alone, shared."""
HIGHEST_HAND: Final = 3
"""The bonus for the highest hand."""
ALL_COLLECTIONS: Final = sum(max(row) for row in VALUE)
"""Points of all the diamonds of the game: each quality is a collection of only one vault."""
MOST_OF_A_ROUND: Final = ALL_COLLECTIONS + PURITY[0]
"""Points of a seat with every diamond in its vault, which has none in hand.

A quality less costs 3 or more.
"""


class RoundScore(NamedTuple):
    """The parts of the score at the end of a round, per seat."""

    collections: tuple[int, ...]
    purity: tuple[int, ...]  # special-purity diamonds in the vault
    hand: tuple[int, ...]  # sum of qualities in hand
    points: tuple[int, ...]


def vault_value(vault: Sequence[int]) -> int:
    """Points of the collections in a vault."""
    counts = [0] * 11
    for kind in vault:
        counts[QUALITY[kind]] += 1
    return sum(VALUE[quality][counts[quality]] for quality in range(1, 11))


# DI-Q23: no bonus if nobody has a diamond of special purity
def purity_bonus(counts: Sequence[int]) -> tuple[int, ...]:
    """5 for the most diamonds of special purity, 2 each on a tie, 0 if there are none."""
    most = max(counts)
    if not most:
        return (0,) * len(counts)
    bonus = PURITY[counts.count(most) > 1]
    return tuple(bonus if n == most else 0 for n in counts)


# DI-Q25: on a tie nobody gets the bonus for the hand
def hand_bonus(sums: Sequence[int]) -> tuple[int, ...]:
    """3 for the highest sum in hand, nothing on a tie."""
    most = max(sums)
    bonus = HIGHEST_HAND if sums.count(most) == 1 else 0
    return tuple(bonus if n == most else 0 for n in sums)


# DI-R14: collections, the bonus for purity, the bonus for the hand
def score_round(vaults: Sequence[Sequence[int]], hands: Sequence[Sequence[int]]) -> RoundScore:
    """Score a round."""
    collections = tuple(vault_value(vault) for vault in vaults)
    # DI-Q24: a diamond of special purity also counts in an incomplete collection
    purity = tuple(sum(kind & STAR for kind in vault) for vault in vaults)
    held = tuple(hand_sum(hand) for hand in hands)
    points = zip(collections, purity_bonus(purity), hand_bonus(held), strict=True)
    return RoundScore(collections, purity, held, tuple(sum(parts) for parts in points))


# DI-Q26: special cards are worth nothing in a hand
def hand_sum(hand: Sequence[int]) -> int:
    """The sum of the qualities in a hand."""
    return sum(QUALITY[card] for card in hand if card < KINDS)


# DI-R15: chips by place, 4 for the first place, for any number of players
def chips(points: Sequence[int]) -> tuple[int, ...]:
    """4, 3, 2, 1, 0 by place; tied seats get the chips of the lowest place they share."""
    return tuple(5 - sum(other >= own for other in points) for own in points)


# DI-R17, DI-Q30: one round, or three; with two players two, if one of them won both outright
def is_last(points: Sequence[Sequence[int]], length: str) -> bool:
    """Whether the match ends with the last of these rounds."""
    if length == "quick" or len(points) == 3:
        return True
    if len(points[0]) != 2 or len(points) != 2:
        return False
    (a, b), (c, d) = points
    return (a > b and c > d) or (a < b and c < d)


# DI-Q28: equal points in a quick match share the place
def outcome(points: Sequence[tuple[int, ...]], length: str) -> Outcome:
    """The result of a match: by points if it is quick, else by chips."""
    if length == "quick":
        return Outcome(points[0], places([(score,) for score in points[0]]))
    return by_chips([chips(row) for row in points])


# DI-Q27: a tie is broken by the chips of the second round, else the place is shared
def by_chips(rounds: Sequence[Sequence[int]]) -> Outcome:
    """The result of a standard match, given the chips of every round."""
    scores = tuple(sum(column) for column in zip(*rounds, strict=True))
    return Outcome(scores, places(list(zip(scores, rounds[1], strict=True))))


def points_fault(points: Sequence[int | None]) -> Refusal | None:
    """Why no round ends with these points; a collection belongs to one vault only."""
    known = [one for one in points if one is not None]
    if 1 in known:  # the smallest parts are 2 (DI-R2, DI-R14) and 3
        return Refusal("DI-R14", say("diams.not-one-point"))
    shared = max(PURITY[0], PURITY[1] * len(points))
    most = ALL_COLLECTIONS + shared + HIGHEST_HAND
    if sum(known) > most:
        message = say("diams.points-together", total=sum(known), most=most, seats=len(points))
        return Refusal("DI-R14", message)
    return None


@lru_cache(4096)
def rounds_exist(seated: tuple[tuple[int, int], ...], *, ranked: bool) -> bool:
    """Whether some rounds give these seats their chips, and the second one their places."""
    seats = len(seated)
    total = [score for score, _ in seated]
    tied = [i for i in range(1, seats) if total[i - 1] == total[i]] if ranked else []
    rounds = _chips_of_rounds(seats)
    for second in rounds:
        # Among equal totals more chips in round 2 are the better place (DI-Q27).
        if any(
            (seated[i - 1][1] < seated[i][1]) != (second[i - 1] > second[i])
            or (seated[i - 1][1] == seated[i][1]) != (second[i - 1] == second[i])
            for i in tied
        ):
            continue
        left = [score - own for score, own in zip(total, second, strict=True)]
        if not all(0 <= score <= 8 for score in left):
            continue
        for first in rounds:
            third = tuple(score - own for score, own in zip(left, first, strict=True))
            if is_last([first, second], "standard"):
                if not any(third):
                    return True
            elif third in rounds:
                return True
    return False


@lru_cache
def _chips_of_rounds(seats: int) -> frozenset[tuple[int, ...]]:
    """The chips of every possible order of finish of a round."""
    return frozenset(map(chips, product(range(seats), repeat=seats)))


# A score sheet: the points of every player in each round; the chips follow.
#
# The points are entered, or computed from the vaults and hands at the end of the round.


def columns(seats: int) -> Sequence[SheetColumn]:
    """The points of a round."""
    points, opened = say("diams.points-of-round"), say("diams.opened-cards")
    return (SheetColumn("points", points, 0, MOST_OF_A_ROUND, opened),)


def cards(text: str) -> SheetCards:
    """The vault and the hand in a text such as `vault 5x3* hand 2 9`."""
    words = DiamsWords(text)
    zones: dict[str, Sequence[int]] = {"vault": (), "hand": ()}
    for zone, read in (("vault", words.groups), ("hand", words.cards)):
        if words.skip(zone) and not words.skip("-"):
            zones[zone] = tuple(card % TENTATIVE for card in read())
    words.finish()
    if any(card == UNKNOWN for zone in zones.values() for card in zone):
        raise NotationError(say("diams.all-cards"), 0, len(text))
    return zones


def counted(players: Sequence[SheetCards]) -> SheetRow:
    """The points of a round, the stars in the vaults, and the sums of the hands."""
    everything = [card for one in players for zone in one.values() for card in zone]
    for card in sorted(set(everything)):
        if everything.count(card) > COPIES[card]:
            often = say(
                "diams.too-often", card=NAMES[card], most=COPIES[card], count=everything.count(card)
            )
            raise NotationError(often, 0, 0)
    score = score_round([one["vault"] for one in players], [one["hand"] for one in players])
    return {"points": score.points, "purity": score.purity, "hand": score.hand}


def result(options: DiamsOptions, rows: Sequence[SheetRow]) -> SheetResult:
    """The result after some rounds, with the chips of the last one."""
    points = [tuple(row["points"]) for row in rows]
    if wrong := points_fault(points[-1]):
        return SheetResult(wrong.message)
    more = (("chips", chips(points[-1])),)
    if not is_last(points, options.length):
        return SheetResult(more=more)
    return SheetResult(over=True, outcome=outcome(points, options.length), more=more)
