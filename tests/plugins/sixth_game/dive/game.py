"""The game: its options, its notation, what people see, all joined to a `Game`."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Final

from dive.state import (
    CARDS,
    DIVE,
    UNKNOWN,
    UP,
    Dive,
    Move,
    another_deck,
    another_world,
    pearl_shown,
)
from dive.tracker import DiveTracker
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
from engines.kit.game_options import Pickled, check_given
from engines.kit.tokens import completed, drawn_until
from engines.messages import Sentence, say

NUMBERS: Final = {"?": UNKNOWN, **{f"{card}{q}": card for card in range(1, 11) for q in ("", "?")}}
"""Written card -> number; `7?` is a tentative card."""
CARD: Final = r"(?:(?:[1-9]|10)\??|\?)"
FORMS: Final = {
    "pearl": re.compile(CARD),
    "dive": re.compile(rf"(?:{CARD})?"),
    "up": re.compile(""),
    "lost": re.compile(""),
    "check": re.compile(r"open(?: [a-d](?:[0-9]|1[01]|\?))+"),
}
"""First word of a part of a line -> pattern of the rest, in lower case."""
WORDS: Final = {DIVE: "dive", UP: "up"}
VIEW_FIELDS: Final = (
    *COMMON,
    ViewField("deck", "number", Sentence("dive.view-deck")),
    ViewField(
        "players",
        "list of object",
        Sentence("kit.view-players"),
        Sentence("kit.view-players-order"),
    ),
    ViewField("players[].pearl", "string or null", Sentence("dive.view-pearl"), seen_by=ITS_SEAT),
    ViewField(
        "players[].open",
        "list of string",
        Sentence("dive.view-open"),
        Sentence("kit.view-last_trick-cards-order"),
    ),
    ViewField("players[].state", "string", Sentence("dive.view-state")),
    ViewField("players[].score", "number or null", Sentence("dive.view-score")),
)


@dataclass(frozen=True)
class Options(Pickled):
    """Dive has no options."""


class DiveGame(Game[Move]):
    """Dive (DIVE)."""

    name = "dive"
    title: ClassVar[Mapping[str, str]] = {"en": "Dive", "ja": "ダイブ"}
    version = 1
    seats = range(2, 5)
    options_type = Options
    option_help: ClassVar[Mapping[str, Sentence]] = {}
    variants: ClassVar[Sequence[Mapping[str, str]]] = ({},)
    phases: ClassVar[Mapping[str, Sentence]] = {
        "deal": Sentence("kit.to-deal"),
        "dive": Sentence("dive.no-such-move"),
    }
    notation = Sentence("dive.notation")
    view_fields: ClassVar[Sequence[ViewField]] = VIEW_FIELDS
    preamble: ClassVar[tuple[str, ...]] = ("pearl",)

    def options(self, given: Mapping[str, str], seats: int) -> Options:
        check_given(self.name, seats, self.seats, given)
        return Options()

    def options_text(self, options: Options) -> str:
        return ""

    # DIVE-R6: ten open numbers and a pearl at most
    def score_limits(self, options: Options, seats: int) -> ScoreLimits:
        return ScoreLimits(0, sum(range(11)) + 10, say("dive.a-match", seats=seats), "DIVE-R6")

    def start(self, options: Options, seats: int) -> Dive:
        return Dive(seats)

    def resample(self, state: State[Move], seat: Seat, rng: Random) -> Dive:
        assert isinstance(state, Dive)
        return another_world(state, seat, rng)

    def redraw(self, state: State[Move], rng: Random) -> Dive:
        assert isinstance(state, Dive)
        return another_deck(state, rng)

    def max_plies(self, options: Options, seats: int) -> int:
        """The pearls, a card of the deck each, and coming up."""
        return len(CARDS) + seats

    def shuffle(self, state: State[Move], rng: Random) -> Move:
        return tuple(rng.sample(CARDS, len(CARDS)))

    def luck(self, state: State[Move], plies: Sequence[Ply[Move]]) -> Move:
        return completed(drawn_until(plies), state.pool())

    def move_text(self, move: Move) -> str:
        assert isinstance(move, int)
        return WORDS[move]

    def parse_move(self, text: str) -> Move:
        if text not in WORDS.values():
            raise NotationError(say("kit.unknown-move", word=text), 0, len(text))
        return DIVE if text == WORDS[DIVE] else UP

    def text(self, ply: Ply[Move], who: Who = EVERYTHING) -> str:
        if ply.move is None:
            pearl = ply.facts[0]
            hidden = pearl.seen is not None and who != EVERYTHING and who not in pearl.seen
            return f"pearl {'?' if hidden else name(pearl.values[0])}"
        if ply.move == UP:
            return "up"
        return f"dive {name(ply.facts[0].values[0])}{'; lost' if len(ply.facts) > 1 else ''}"

    def layout(self, entries: Iterable[tuple[Seat, str]]) -> Iterator[str]:
        return (f"{seat_letter(seat)}: {text}" for seat, text in entries)

    def canonical(self, seat: Seat, segment: str) -> str:
        verb, *words = segment.lower().split() or [""]
        form = FORMS.get(verb) if (verb == "check") == (seat == CHANCE) else None
        if form is None or not form.fullmatch(" ".join(words)):
            raise NotationError(say("kit.unknown-move", word=segment), 0, len(segment))
        if verb == "check":
            return " ".join((verb, words[0], *sorted(map(str.upper, words[1:]))))
        return " ".join((verb, *words))

    def plies(self, seat: Seat, segments: Sequence[str], seats: int) -> list[tuple[int, Ply[Move]]]:
        found: list[tuple[int, Ply[Move]]] = []
        for index, segment in enumerate(segments if seat != CHANCE else ()):
            verb, *words = self.canonical(seat, segment).split()
            card = NUMBERS[words[0]] if words else UNKNOWN
            if verb == "pearl":
                found.append((index, pearl_shown(seat, card)))
            elif verb == "dive":
                found.append((index, Ply(seat, DIVE, (Fact("card", (card,)),), (card,))))
            elif verb == "up":
                found.append((index, Ply(seat, UP)))
            elif found and found[-1][1].move == DIVE:
                dive = found[-1][1]
                found[-1] = (found[-1][0], dive._replace(facts=(dive.facts[0], Fact("lost", ()))))
            else:
                raise NotationError(say("dive.after-dive"), 0, len(segment))
        return found

    def tracker(self, options: Options, seats: int) -> DiveTracker:
        return DiveTracker(seats)

    def scene(self, view: View) -> Scene:
        """The pearl and the open cards of each seat."""
        zones = []
        for seat, player in enumerate(view["players"]):
            pearl = Token(player["pearl"] or "?", hidden=player["pearl"] is None)
            zones.append(Zone(say("dive.pearl"), (pearl,), seat))
            cards = tuple(map(Token, player["open"]))
            zones.append(Zone(say("dive.open"), cards, seat, say(f"dive.{player['state']}")))
        active = tuple(seat for seat in view["pending"] if seat >= 0)
        return Scene(say("dive.title", deck=view["deck"]), tuple(zones), active)

    def paper(self, options: Options, seats: int) -> Paper:
        letters = [seat_letter(seat) for seat in range(seats)]
        lines = [f"{letter}: dive {seat + 5}" for seat, letter in enumerate(letters)]
        pearls = tuple(PaperBlank(say("kit.paper-hand-of", seat=letter)) for letter in letters)
        return Paper(
            reminder=(say("dive.reminder-1"), say("dive.reminder-2")),
            result=(say("dive.paper-score"),),
            marks=(("10", say("dive.paper-card")),),
            numbered=say("dive.paper-turn"),
            columns=tuple(PaperColumn(letter, 20) for letter in letters),
            example=PaperExample(tuple(str(seat + 5) for seat in range(seats)), tuple(lines)),
            rounds=(PaperRound(say("kit.paper-match"), 11, ((), pearls)),),
        )


GAME: Game[Any] = DiveGame()


def name(card: int) -> str:
    """The name of a card."""
    return str(card) if card else "?"
