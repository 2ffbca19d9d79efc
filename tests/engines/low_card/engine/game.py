"""The game Low Card: combines its rules, notation and inference."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from engines.api import (
    EVERYTHING,
    Game,
    Paper,
    Ply,
    Refusal,
    Scene,
    ScoreLimits,
    Seat,
    State,
    View,
    ViewField,
    Who,
    seat_letter,
)
from engines.kit.game_options import Pickled, check_given, number
from engines.kit.tokens import completed, drawn_until
from engines.low_card import notation
from engines.low_card.cards import CARDS, Move
from engines.low_card.face import VIEW_FIELDS, paper, scene
from engines.low_card.inference.tracker import LowCardTracker
from engines.low_card.inference.worlds import determinize
from engines.low_card.state import LowCard
from engines.messages import Sentence, say


@dataclass(frozen=True)
class Options(Pickled):
    """Options of a match of Low Card: the number of cards in each hand."""

    cards: int = 4


class LowCardGame(Game[Move]):
    """Low Card (LC)."""

    name = "low-card"
    title: ClassVar[Mapping[str, str]] = {"en": "Low Card", "ja": "ローカード"}
    version = 1
    seats = range(2, 7)
    options_type = Options
    option_help: ClassVar[Mapping[str, Sentence]] = {"cards": Sentence("low-card.cards-help")}
    option_defaults: ClassVar[Mapping[str, str]] = {"cards": "4"}
    variants: ClassVar[Sequence[Mapping[str, str]]] = ({}, {"cards": "5"})
    phases: ClassVar[Mapping[str, Sentence]] = {
        "deal": Sentence("kit.to-deal"),
        "play": Sentence("kit.to-play"),
    }
    notation = Sentence("low-card.notation")
    view_fields: ClassVar[Sequence[ViewField]] = VIEW_FIELDS
    preamble: ClassVar[tuple[str, ...]] = ("hand",)

    def options(self, given: Mapping[str, str], seats: int) -> Options:
        check_given(self.name, seats, self.seats, given, self.option_help)
        return Options(number("cards", given.get("cards", "4"), range(3, 6)))

    def options_text(self, options: Options) -> str:
        return "" if options == Options() else f"cards={options.cards}"

    def score_limits(self, options: Options, seats: int) -> ScoreLimits:
        return ScoreLimits(0, options.cards, say("low-card.a-match", seats=seats), "LC-R3")

    def result_fault(
        self, options: Options, scores: Sequence[int | None], places: Sequence[int]
    ) -> Refusal | None:
        """Every round takes one point from somebody."""
        known = [score for score in scores if score is not None]
        left = (len(scores) - 1) * options.cards
        if len(known) < len(scores) or sum(known) == left:
            return None
        return Refusal("LC-R5", say("low-card.together", left=left))

    def start(self, options: Options, seats: int) -> LowCard:
        return LowCard(options.cards, seats)

    def resample(self, state: State[Move], seat: Seat, rng: Random) -> LowCard:
        assert isinstance(state, LowCard)
        return determinize(state, seat, rng)

    def max_plies(self, options: Options, seats: int) -> int:
        """One entry for each hand and for each card."""
        return seats * (1 + options.cards)

    def shuffle(self, state: State[Move], rng: Random) -> Move:
        return tuple(rng.sample(CARDS, len(CARDS)))

    def luck(self, state: State[Move], plies: Sequence[Ply[Move]]) -> Move:
        return completed(drawn_until(plies), state.pool())

    def move_text(self, move: Move) -> str:
        return notation.move_text(move)

    def parse_move(self, text: str) -> Move:
        return notation.parse_move(text)

    def text(self, ply: Ply[Move], who: Who = EVERYTHING) -> str:
        return notation.text(ply, who)

    def layout(self, entries: Iterable[tuple[Seat, str]]) -> Iterator[str]:
        return (f"{seat_letter(seat)}: {text}" for seat, text in entries)

    def canonical(self, seat: Seat, segment: str) -> str:
        return notation.canonical(seat, segment)

    def plies(self, seat: Seat, segments: Sequence[str], seats: int) -> list[tuple[int, Ply[Move]]]:
        return notation.plies(seat, segments)

    def tracker(self, options: Options, seats: int) -> LowCardTracker:
        return LowCardTracker(options.cards, seats)

    def scene(self, view: View) -> Scene:
        return scene(view)

    def paper(self, options: Options, seats: int) -> Paper:
        return paper(options.cards, seats)


GAME: Game[Any] = LowCardGame()
