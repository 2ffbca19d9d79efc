"""Diam's: a score sheet: the points of every player in each round; the chips follow.

The points are entered, or computed from the vaults and hands at the end of the round.
"""

from collections.abc import Sequence

from engines.api import NotationError, SheetCards, SheetColumn, SheetResult, SheetRow
from engines.diams import scoring
from engines.diams.cards import COPIES, NAMES, TENTATIVE, UNKNOWN
from engines.diams.options import DiamsOptions
from engines.diams.reading import DiamsWords
from engines.messages import say


def columns(seats: int) -> Sequence[SheetColumn]:
    """The points of a round."""
    most = scoring.limits("quick", seats).high
    return (
        SheetColumn("points", say("diams.points-of-round"), 0, most, say("diams.opened-cards")),
    )


def cards(text: str) -> SheetCards:
    """The vault and the hand in a text such as `vault 5x3* hand 2 9`."""
    words = DiamsWords(text)
    found: dict[str, Sequence[int]] = {"vault": (), "hand": ()}
    for zone, read in (("vault", words.groups), ("hand", words.cards)):
        if words.skip(zone) and not words.skip("-"):
            found[zone] = tuple(card % TENTATIVE for card in read())
    words.finish()
    if any(card == UNKNOWN for zone in found.values() for card in zone):
        raise NotationError(say("diams.all-cards"), 0, len(text))
    return found


def counted(players: Sequence[SheetCards]) -> SheetRow:
    """The points of a round, the stars in the vaults, and the sums of the hands."""
    everything = [card for one in players for zone in one.values() for card in zone]
    for card in sorted(set(everything)):
        if everything.count(card) > COPIES[card]:
            often = say(
                "diams.too-often", card=NAMES[card], most=COPIES[card], count=everything.count(card)
            )
            raise NotationError(often, 0, 0)
    score = scoring.score_round([one["vault"] for one in players], [one["hand"] for one in players])
    return {"points": score.points, "purity": score.purity, "hand": score.hand}


def result(options: DiamsOptions, rows: Sequence[SheetRow]) -> SheetResult:
    """The result after some rounds, with the chips of the last one."""
    points = [tuple(row["points"]) for row in rows]
    if wrong := scoring.points_fault(points[-1]):
        return SheetResult(wrong.message)
    chips = (("chips", scoring.chips(points[-1])),)
    if not scoring.is_last(points, options.length):
        return SheetResult(more=chips)
    return SheetResult(over=True, outcome=scoring.outcome(points, options.length), more=chips)
