"""Builds positions of Diamonds from text and plays moves in them.

`at("A C2 · B C5 S2 · C C9 S4 · D H3 S15")` names the hands after passing; B leads.
"""

from collections.abc import Mapping, Sequence

from engines.api import EVERYTHING, Who
from engines.diamonds import GAME
from engines.diamonds.cards import NUMBERS, SUIT
from engines.diamonds.position import ALONE, PLAYING
from engines.diamonds.state import Diamonds
from tests.engines.diamonds.pair import LETTERS, Pair


class Table:
    """A position in both implementations."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair

    @property
    def state(self) -> Diamonds:
        return self.pair.state

    def play(self, *moves: str) -> None:
        """Play moves such as `B C5` in both implementations and compare them after each."""
        for move in moves:
            letter, _, text = move.partition(" ")
            self.pair.apply(LETTERS.index(letter), text)
            self.pair.compare()

    def legal(self, letter: str) -> list[str]:
        return [GAME.move_text(move) for move in self.state.legal_moves(LETTERS.index(letter))]

    def refused(self, move: str) -> str:
        """The rule that refuses a move."""
        letter, _, text = move.partition(" ")
        assert text not in self.legal(letter)
        return self.state.refusal(LETTERS.index(letter), GAME.parse_move(text)).rule

    def seen(self, who: Who = EVERYTHING) -> dict[str, object]:
        return self.state.view(who)

    def crystals(self) -> str:
        """Showroom and vault of each seat and the thief: `A(3,0) B(2,1) … T=C`."""
        view = self.state.view(EVERYTHING)
        held = [f"({player['showroom']},{player['vault']})" for player in view["players"]]
        words = [letter + some for letter, some in zip(LETTERS, held, strict=False)]
        return " ".join([*words, f"T={LETTERS[view['thief']]}"])

    def turn(self) -> str:
        return "".join(LETTERS[seat] for seat in self.state.pending() if seat >= 0)

    def texts(self, who: Who = EVERYTHING) -> list[str]:
        return [GAME.text(ply, who) for ply in self.pair.log]


def at(
    hands: str,
    *,
    crystals: Sequence[tuple[int, int]] = (),
    thief: str = "B",
    leads: str = "B",
    taken: Sequence[tuple[str, str]] = (),
    options: Mapping[str, str] | None = None,
) -> Table:
    """A position within a round; `taken` are the earlier tricks, `leads` is the leader."""
    held = [part.split()[1:] for part in hands.split(" · ")]
    seats = len(held)
    pair = Pair(seats, {"rounds": "1", **(options or {})})
    dealer = 0 if taken else (LETTERS.index(leads) - 1) % seats
    pair.begin(sorted(range(seats), key=lambda seat: (seat != dealer, seat)))
    pair.deal(pair.naive.deck())
    _hold(pair, held, LETTERS.index(leads))
    for letter, cards in taken:
        _take(pair, LETTERS.index(letter), cards.split())
    pair.state.thief = pair.naive.thief = LETTERS.index(thief)
    for team, (showroom, vault) in enumerate(crystals):
        pair.state.showroom[team] = pair.naive.showrooms[team] = showroom
        pair.state.vault[team] = pair.naive.vaults[team] = vault
    pair.compare()
    return Table(pair)


def _hold(pair: Pair, hands: Sequence[Sequence[str]], leader: int) -> None:
    state, naive = pair.state, pair.naive
    state.announced = naive.announced = 1
    state.chosen = [(0,)] * len(hands)  # any card would do
    naive.passed = [["D1"] for _ in hands]
    naive.hands = [list(hand) for hand in hands]
    numbers = [sorted(NUMBERS[card] for card in hand) for hand in hands]
    state.hands = [[[c for c in hand if SUIT[c] == suit] for suit in range(4)] for hand in numbers]
    naive.state, state.step = "play", PLAYING
    naive.leader = state.leader = leader
    state.owing = ALONE[leader]
    pair.log.clear()
    naive.log.clear()


def _take(pair: Pair, seat: int, cards: Sequence[str]) -> None:
    size = pair.state.size
    assert len(cards) % size == 0
    for start in range(0, len(cards), size):
        trick = cards[start : start + size]
        pair.naive.taken[seat] += trick
        pair.naive.tricks[seat] += 1
        pair.state.played += [NUMBERS[card] for card in trick]
        pair.state.won.append(seat)
    leader = pair.state.leader
    pair.naive.last_trick = _shown(pair, size)
    assert leader >= 0


def _shown(pair: Pair, size: int) -> tuple[list[tuple[int, str]], int]:
    view = pair.state.view(EVERYTHING)["last_trick"]
    return [(card["seat"], card["card"]) for card in view["cards"]], view["winner"]


def dealt(seats: int, *, first: str = "A", **options: str) -> Table:
    """A match after a deal in the order of the cards; `first` is the dealer."""
    pair = Pair(seats, options)
    dealer = LETTERS.index(first)
    pair.begin([dealer, *(seat for seat in range(seats) if seat != dealer)])
    pair.deal(pair.naive.deck())
    pair.compare()
    return Table(pair)
