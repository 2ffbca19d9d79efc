"""Diamond Boxes: the view of a position that follows from a record with gaps.

Unknown cards and their cells are `?`.
"""

from collections.abc import Sequence
from typing import Any

from engines.api import EVERYTHING, Seat, View, Who
from engines.diamond_boxes.board import FACES
from engines.diamond_boxes.cards import COLOURS, DECK, NAMES
from engines.diamond_boxes.inference.holdings import BoxesHoldings
from engines.diamond_boxes.inference.layers import Layers
from engines.diamond_boxes.spots import place
from engines.diamond_boxes.views import blank, cell_shown, placed_shown, player


def open_view(
    holdings: BoxesHoldings, owing: Sequence[Seat], deck: int, phase: str, who: Who
) -> View:
    """View in rule 1; all hands are visible."""
    seen = _common(1, holdings, owing, phase, who)
    seen["deck"] = deck
    seen["players"] = [
        player(_hand(holdings, seat), holdings.count(seat), None)
        for seat in range(len(holdings.places))
    ]
    return seen


def colour_view(
    holdings: BoxesHoldings,
    owing: Sequence[Seat],
    decks: Sequence[int],
    colour: int,
    phase: str,
    who: Who,
) -> View:
    """View in rule 2; only the owner sees a hand."""
    seen = _common(2, holdings, owing, phase, who)
    seen["colour"] = COLOURS[colour] if colour >= 0 else None
    seen["players"] = [
        player(
            _hand(holdings, seat) if who in (seat, EVERYTHING) else None,
            holdings.count(seat),
            deck,
        )
        for seat, deck in enumerate(decks)
    ]
    return seen


def phase_of(layers: Layers, over: bool) -> str:
    """The phase, as far as a record shows it."""
    return "over" if over else "play" if layers.spots else "deal"


def _common(
    rule: int, holdings: BoxesHoldings, owing: Sequence[Seat], phase: str, who: Who
) -> View:
    layers = holdings.layers
    seen = blank(rule, len(holdings.places), who)
    seen["phase"] = phase
    seen["pending"] = list(owing)
    seen["board"] = [
        _cell(cell, layers.written[number], own)
        for cell, (number, own) in sorted(layers.top.items())
    ]
    spots = zip(layers.written, layers.spots, strict=True)
    seen["placed"] = [placed_shown(NAMES[card] if card else "?", spot) for card, spot in spots]
    seen["turn"] = owing[0] if owing else None
    return seen


def _hand(holdings: BoxesHoldings, seat: Seat) -> list[str]:
    """The cards known to be in a hand, `?` for the others."""
    cards = holdings.must_hold(seat)
    found = [NAMES[card] for card in DECK if cards >> card & 1]
    return [*found, *["?"] * (holdings.count(seat) - len(found))]


def _cell(cell: int, card: int, own: int) -> list[Any]:
    if card:
        return cell_shown(cell, FACES[card][own])
    x, y, _ = place(cell)
    return [x, y, "?", "?"]
