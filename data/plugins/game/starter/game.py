"""The game: its options, its notation, what people see, all joined to a `Game`."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Final

from engines.api import (
    CHANCE,
    COMMON,
    EVERYTHING,
    ITS_SEAT,
    Fact,
    Game,
    NotationError,
    Paper,
    PaperBlank,
    PaperColumn,
    PaperExample,
    PaperRound,
    Ply,
    Refusal,
    Scene,
    ScoreLimits,
    Seat,
    State,
    Token,
    View,
    ViewField,
    Who,
    Zone,
    seat_letter,
)
from engines.kit.game_options import Pickled, check_given, number
from engines.kit.tokens import completed, drawn_until
from engines.messages import Sentence, say
from starter.state import CARDS, UNKNOWN, Move, Starter, another_world, hand_shown, name

NUMBERS: Final = {"?": UNKNOWN, **{f"{card}{q}": card for card in CARDS for q in ("", "?")}}
"""Written card -> number; `7?` is a tentative card."""
CARD: Final = r"(?:(?:[1-9]|[12][0-9]|30)\??|\?)"
FORMS: Final = {
    "hand": re.compile(rf"{CARD}(?: {CARD}){{0,4}}"),
    "play": re.compile(CARD),
    "high": re.compile("[a-e]"),
    "check": re.compile(r"points(?: [a-e](?:[0-5]|\?))+"),
}
"""First word of a part of a line -> pattern of the rest, in lower case."""
VIEW_FIELDS: Final = (
    *COMMON,
    ViewField("options.cards", "number", Sentence("starter.view-options-cards")),
    ViewField("round", "number", Sentence("starter.view-round")),
    ViewField(
        "table",
        "list of object",
        Sentence("starter.view-table"),
        Sentence("kit.view-last_trick-cards-order"),
    ),
    ViewField("table[].seat", "number", Sentence("kit.view-trick-seat")),
    ViewField("table[].card", "string", Sentence("kit.view-last_trick-cards-card")),
    ViewField(
        "players",
        "list of object",
        Sentence("kit.view-players"),
        Sentence("kit.view-players-order"),
    ),
    ViewField(
        "players[].hand",
        "list of string or null",
        Sentence("kit.view-players-hand"),
        Sentence("starter.view-players-hand-order"),
        ITS_SEAT,
    ),
    ViewField("players[].hand_count", "number", Sentence("kit.view-players-hand_count")),
    ViewField(
        "players[].played",
        "list of string",
        Sentence("starter.view-players-played"),
        Sentence("kit.view-last_trick-cards-order"),
    ),
    ViewField("players[].points", "number", Sentence("starter.view-players-points")),
)


@dataclass(frozen=True)
class Options(Pickled):
    """Options of a match: the number of cards in each hand."""

    cards: int = 4


class StarterGame(Game[Move]):
    """Starter (STA)."""

    name = "starter"
    title: ClassVar[Mapping[str, str]] = {"en": "Starter", "ja": "Starter"}
    version = 1
    seats = range(2, 6)
    options_type = Options
    option_help: ClassVar[Mapping[str, Sentence]] = {"cards": Sentence("starter.cards-help")}
    option_defaults: ClassVar[Mapping[str, str]] = {"cards": "4"}
    variants: ClassVar[Sequence[Mapping[str, str]]] = ({}, {"cards": "5"})
    phases: ClassVar[Mapping[str, Sentence]] = {
        "deal": Sentence("kit.to-deal"),
        "play": Sentence("kit.to-play"),
    }
    notation = Sentence("starter.notation")
    view_fields: ClassVar[Sequence[ViewField]] = VIEW_FIELDS
    preamble: ClassVar[tuple[str, ...]] = ("hand",)

    def options(self, given: Mapping[str, str], seats: int) -> Options:
        check_given(self.name, seats, self.seats, given, self.option_help)
        return Options(number("cards", given.get("cards", "4"), range(3, 6)))

    def options_text(self, options: Options) -> str:
        return "" if options == Options() else f"cards={options.cards}"

    def score_limits(self, options: Options, seats: int) -> ScoreLimits:
        return ScoreLimits(0, options.cards, say("starter.a-match", seats=seats), "STA-R4")

    def result_fault(
        self, options: Options, scores: Sequence[int | None], places: Sequence[int]
    ) -> Refusal | None:
        """Every round gives one point to somebody."""
        known = [score for score in scores if score is not None]
        if len(known) < len(scores) or sum(known) == options.cards:
            return None
        return Refusal("STA-R4", say("starter.together", cards=options.cards))

    def start(self, options: Options, seats: int) -> Starter:
        return Starter(options.cards, seats)

    def resample(self, state: State[Move], seat: Seat, rng: Random) -> Starter:
        assert isinstance(state, Starter)
        return another_world(state, seat, rng)

    def max_plies(self, options: Options, seats: int) -> int:
        """One entry for each hand and for each card."""
        return seats * (1 + options.cards)

    def shuffle(self, state: State[Move], rng: Random) -> Move:
        return tuple(rng.sample(CARDS, len(CARDS)))

    def luck(self, state: State[Move], plies: Sequence[Ply[Move]]) -> Move:
        return completed(drawn_until(plies), state.pool())

    def move_text(self, move: Move) -> str:
        assert isinstance(move, int)
        return f"play {name(move)}"

    def parse_move(self, text: str) -> Move:
        verb, *words = self.canonical(0, text).split()
        if verb != "play" or NUMBERS[words[0]] == UNKNOWN:
            raise NotationError(say("kit.known-only"), 0, len(text))
        move = NUMBERS[words[0]]
        if self.move_text(move) != text:
            raise NotationError(say("kit.write", text=self.move_text(move)), 0, len(text))
        return move

    def text(self, ply: Ply[Move], who: Who = EVERYTHING) -> str:
        if ply.move is not None:
            won = (f"; high {seat_letter(fact.values[0])}" for fact in ply.facts)
            return "".join((self.move_text(ply.move), *won))
        hand = ply.facts[0]
        hidden = hand.seen is not None and who != EVERYTHING and who not in hand.seen
        return " ".join(("hand", *("?" if hidden else name(card) for card in hand.values)))

    def layout(self, entries: Iterable[tuple[Seat, str]]) -> Iterator[str]:
        return (f"{seat_letter(seat)}: {text}" for seat, text in entries)

    def canonical(self, seat: Seat, segment: str) -> str:
        verb, *words = segment.lower().split() or [""]
        form = FORMS.get(verb) if (verb == "check") == (seat == CHANCE) else None
        if form is None or not form.fullmatch(" ".join(words)):
            raise NotationError(say("kit.unknown-move", word=segment), 0, len(segment))
        if verb == "check":
            return " ".join((verb, words[0], *sorted(map(str.upper, words[1:]))))
        words.sort(key=lambda word: NUMBERS.get(word) or len(NUMBERS))
        return " ".join((verb, *map(str.upper, words)))

    def plies(self, seat: Seat, segments: Sequence[str], seats: int) -> list[tuple[int, Ply[Move]]]:
        found: list[tuple[int, Ply[Move]]] = []
        for index, segment in enumerate(segments if seat != CHANCE else ()):
            verb, *words = self.canonical(seat, segment).split()
            if verb != "high":
                cards = tuple(NUMBERS[word] for word in words)
                played = verb == "play"
                found.append((index, Ply(seat, cards[0]) if played else hand_shown(seat, cards)))
            elif found and found[-1][1].move is not None:
                fact = Fact("high", ("ABCDE".index(words[0]),))
                found[-1] = (found[-1][0], found[-1][1]._replace(facts=(fact,)))
            else:
                raise NotationError(say("starter.no-round"), 0, len(segment))
        return found

    def scene(self, view: View) -> Scene:
        """The cards of the round, and the hand and points of each seat."""
        cards = (Token(f"{seat_letter(one['seat'])}:{one['card']}") for one in view["table"])
        zones = [Zone(say("starter.table"), tuple(cards))]
        for seat, player in enumerate(view["players"]):
            back = (Token("?", hidden=True),) * player["hand_count"]
            hand = back if player["hand"] is None else tuple(map(Token, player["hand"]))
            points = say("starter.points", count=player["points"])
            zones.append(Zone(say("starter.hand"), hand, seat, points))
        active = tuple(seat for seat in view["pending"] if seat >= 0)
        return Scene(say("starter.title", round=view["round"]), tuple(zones), active)

    def paper(self, options: Options, seats: int) -> Paper:
        letters = [seat_letter(seat) for seat in range(seats)]
        lines = [f"{letter}: play {20 - seat}" for seat, letter in enumerate(letters)]
        hands = tuple(PaperBlank(say("kit.paper-hand-of", seat=letter)) for letter in letters)
        return Paper(
            reminder=(say("starter.reminder-1"), say("starter.reminder-2")),
            result=(say("starter.paper-points"),),
            marks=(("30", say("starter.paper-card")),),
            numbered=say("starter.paper-round"),
            columns=(
                *(PaperColumn(letter, 20) for letter in letters),
                PaperColumn(say("starter.high"), 20),
            ),
            example=PaperExample(
                (*(str(20 - seat) for seat in range(seats)), "A"),
                (*lines[:-1], f"{lines[-1]}; high A"),
            ),
            rounds=(PaperRound(say("kit.paper-match"), options.cards, ((), hands)),),
        )


GAME: Game[Any] = StarterGame()
