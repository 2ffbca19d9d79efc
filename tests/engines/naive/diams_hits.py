"""Names of the rules, rulings and rare situations that the naive Diam's counts."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from tests.engines.naive.diams_cards import SPECIALS, count_quality, is_pure, quality
from tests.engines.naive.diams_scoring import vault_value

if TYPE_CHECKING:
    from tests.engines.naive.diams import NaiveDiams

# The names that the class can count. DI-Q1 is missing: it only names the source of the table.
HITS: tuple[str, ...] = (
    "DI-R1",  # a deal of all 54 cards was legal
    "DI-R2",  # a collection was scored at the end of a round
    "DI-R3",
    "DI-R4",
    "DI-R4 last 15",
    "DI-R4 last 5",
    "DI-R4 fixed",
    "DI-R5",  # more than 5 cards in hand within a turn, or the limit was enforced
    "DI-R6",
    "DI-R6 one card",
    "DI-R6 two cards",
    "DI-R7",
    "DI-R8",
    "DI-R8a",
    "DI-R8b",
    "DI-R8c",
    "DI-R9",
    "DI-R10",
    "DI-R10 forced sale",
    "DI-R10 convoy",
    "DI-R10 safecracker",
    "DI-R10 magic",
    "DI-R11",
    "DI-R12",
    "DI-R13",
    "DI-R14",
    "DI-R14 purity 5",
    "DI-R14 purity 2",
    "DI-R14 hand 3",
    "DI-R15",
    "DI-R16",
    "DI-R17",
    "DI-R17 quick",
    "DI-R17 standard",
    "DI-Q2",
    "DI-Q3",
    "DI-Q4",
    "DI-Q5",  # no card taken, and no other diamond of that quality in the market
    "DI-Q6",  # no card or a sum taken although the market had a diamond of that quality
    "DI-Q7",  # no card taken although it was possible
    "DI-Q8",  # a market action with a special in hand
    "DI-Q9",
    "DI-Q10",
    "DI-Q11",
    "DI-Q12",
    "DI-Q13",  # forced sale with several own cards of the quality or several opponents
    "DI-Q14",
    "DI-Q15",  # convoy in hand with three of a quality that is not in the vault
    "DI-Q16",
    "DI-Q17",
    "DI-Q18",  # a discard with several possible choices
    "DI-Q19",
    "DI-Q20",
    "DI-Q21",
    "DI-Q22",
    "DI-Q23",
    "DI-Q24",
    "DI-Q25",
    "DI-Q26",
    "DI-Q27",
    "DI-Q28",
    "DI-Q29",
    "DI-Q30",
    "DI-Q31",
    "DI-Q32",
    "DI-Q33",
    "DI-Q34",  # a special was used and another one stayed in hand
    "DI-Q35",
    "victim chooses between plain and special",
    "forced sale hit",
    "forced sale miss",
    "forced sale on an empty hand",
    "forced sale takes older market diamonds",
    "END inside refill",
    "END in draw",
    "END in reveal",
    "discard of three or more",
    "discard with a special",
    "two-player early end",
    "two-player no early end after a tie",
    "round-2 tie-break decides",
    "tie-break leaves shared place",
    "deck empty draw",
    "deck short reveal",
    "deck short refill",
    "special in refill discarded",
    "special in setup discarded",
    "special met in reveal",
    "refill in the last turn of a round",
    "vault with extension",
    "vault with two new collections",
    "DI-Q16 extension after theft",
    "DI-Q17 collection of a quality already in the vault",
    "convoy two qualities",
    "crack hit",
    "crack miss",
    "crack special named hit",
    "pass",
    "pass with a special in hand",
    "special used without a diamond in hand",
    "magic without a diamond in the market",
    "magic empties market",
    "discard fills an empty market",
    "purity tie",
    "purity none",
    "hand bonus tie",
    "chips shared place",
)


def note_play(game: NaiveDiams, verb: str) -> None:
    """Count the rulings that only make moves illegal."""
    hand = game.hands[game.turn]
    vault = game.vaults[game.turn]
    specials = [card for card in hand if card in SPECIALS]
    if verb == "market" and specials:
        game.hit("DI-Q8")
    if "MG" in hand and not game.market:
        game.hit("DI-Q9", "magic without a diamond in the market")
    if "CV" in hand:
        for q in range(1, 11):
            if count_quality(hand, q) >= 3 and count_quality(vault, q) == 0:
                game.hit("DI-Q15")


def note_scoring(
    game: NaiveDiams, pure: list[int], purity: list[int], in_hand: list[int], points: list[int]
) -> None:
    """Count the rules used in scoring a round."""
    if any(vault_value(vault) for vault in game.vaults):
        game.hit("DI-R2")
    if 5 in purity:
        game.hit("DI-R14 purity 5")
    if 2 in purity:
        game.hit("DI-R14 purity 2", "purity tie")
    if max(pure) == 0:
        game.hit("DI-Q23", "purity none")
    if 3 in in_hand:
        game.hit("DI-R14 hand 3")
    else:
        game.hit("DI-Q25", "hand bonus tie")
    if len(set(points)) < game.seats:
        game.hit("chips shared place")
    for vault in game.vaults:
        if any(is_pure(card) and count_quality(vault, quality(card)) < 3 for card in vault):
            game.hit("DI-Q24")
    if any(card in SPECIALS for hand in game.hands for card in hand):
        game.hit("DI-Q26")


def note_ranking(game: NaiveDiams, keys: list[tuple[int, int]]) -> None:
    """Count the rules that decided the match."""
    totals = [key[0] for key in keys]
    if len(set(totals)) == game.seats:
        return
    if game.length == "quick":
        game.hit("DI-Q28")
        return
    game.hit("DI-Q27")
    pairs = list(itertools.combinations(keys, 2))
    if any(a[0] == b[0] and a[1] != b[1] for a, b in pairs):
        game.hit("round-2 tie-break decides")
    if any(a == b for a, b in pairs):
        game.hit("tie-break leaves shared place")
