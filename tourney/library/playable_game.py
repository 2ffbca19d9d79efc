"""A game to play move by move in a Python program, with the dealer's luck from a seed."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self

from engines.api import (
    CHANCE,
    EVERYTHING,
    Game,
    NotationError,
    OptionError,
    Ply,
    State,
    seat_letter,
)
from engines.messages import say
from tourney.app.choose import find_game
from tourney.domain.errors import UsageFault, quoted
from tourney.library.read_match import Position, Viewer, _seat
from tourney.play.luck import deal_seed, dealer_rng, new_seed


def game(name: str, *, lang: Literal["en", "ja"] = "en") -> "PlayableGame":
    """The game with this name, such as `diams`; UsageFault for an unknown one."""
    return PlayableGame(find_game(name), lang)


class PlayableGame:
    """A game: its name, title, numbers of seats and options.

    `engine` is the game as the package `engines` has it.
    """

    def __init__(self, engine: Game[Any], lang: str) -> None:
        self.engine = engine
        self.name = engine.name
        self.title = engine.title[lang]
        self.seats = engine.seats
        self.options: dict[str, str] = {
            key: words().text(lang) for key, words in engine.option_help.items()
        }
        self._lang = lang

    def start(
        self,
        seats: int | None = None,
        *,
        seed: int | str | None = None,
        options: Mapping[str, str] | None = None,
        players: Sequence[str] = (),
    ) -> "GameState":
        """A new match after its first deal, by default with the fewest seats.

        The same seed gives the same cards, also those that are dealt later.
        """
        seats = self.seats[0] if seats is None else seats
        if seats not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            raise UsageFault(say("runs.seats", game=self.name, low=low, high=high, seats=seats))
        try:
            chosen = self.engine.options(dict(options or {}), seats)
        except OptionError as error:
            raise UsageFault(error.message) from None
        names = [*players, *map(seat_letter, range(len(players), seats))]
        state = self.engine.start(chosen, seats)
        return GameState(self.engine, names, state, str(new_seed() if seed is None else seed),
                         self._lang)  # fmt: skip

    def __repr__(self) -> str:
        return f"<PlayableGame {self.name}>"


class GameState(Position):
    """A match being played: a position that moves. The dealer plays by the seed.

    `log` are all entries so far, as a record writes them.
    """

    def __init__(
        self, engine: Game[Any], names: Sequence[str], state: State[Any], seed: str, lang: str
    ) -> None:
        super().__init__(engine, names, state, lang=lang)
        self.log: tuple[str, ...] = ()
        self._state = state
        self._seed = seed
        self._entries: list[tuple[int, str]] = []
        self._deal([])

    def apply(self, seat: Viewer, move: str) -> None:
        """Make a move of a seat, as `legal_moves` lists it; UsageFault with the rule it breaks.

        Whatever the dealer has to do then is done, too.
        """
        number = _seat(seat, len(self.players))
        owing = self.pending()
        if number not in owing:
            turn = ", ".join(map(seat_letter, owing))
            words = say("library.not-to-move", seat=seat_letter(number), turn=turn)
            raise UsageFault(words if owing else say("library.match-over"))
        try:
            chosen = self._game.parse_move(move)
        except NotationError as error:
            raise UsageFault(error.message) from None
        if not self._state.is_legal(number, chosen):
            refusal = self._state.refusal(number, chosen)
            why = refusal.message.named(self.players)
            raise UsageFault(say("library.bad-move", move=quoted(move), why=why, rule=refusal.rule))
        log: list[Ply[Any]] = []
        self._state.apply(number, chosen, log)
        self._deal(log)

    def _deal(self, log: list[Ply[Any]]) -> None:
        """Let the dealer move as long as it owes something, and take over what was logged."""
        deal = deal_seed(self._seed, 0)
        while self._state.pending() == (CHANCE,):
            rng = dealer_rng(deal, self._state.chance())
            self._state.apply(CHANCE, self._game.shuffle(self._state, rng), log)
        new = [(ply.seat, self._game.text(ply, EVERYTHING)) for ply in log]
        self._entries += new
        self.ply = len(self._entries)
        self.plies = tuple(log)
        self.lines = tuple(self._game.layout(new))
        self.log = tuple(self._game.layout(self._entries))

    def outcome(self) -> dict[str, tuple[int, ...]] | None:
        """Scores and places by seat once the match is over, else None."""
        found = self._state.outcome()
        return None if found is None else {"scores": found.scores, "places": found.places}

    def clone(self) -> Self:
        """An independent copy, from which the match can go on in another way."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy._state = copy._seen = self._state.clone()
        copy._entries = list(self._entries)
        return copy
