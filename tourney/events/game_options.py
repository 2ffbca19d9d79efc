"""The game options of a stage whose rounds may have different games."""

from collections.abc import Mapping

from engines.api import OptionError
from engines.games import GAMES
from engines.messages import say
from tourney.domain.errors import UsageFault, quoted
from tourney.events.plan import StagePlan


def game_options(stage: StagePlan, game: str, seats: int) -> Mapping[str, str]:
    """The options of a stage at a table: each option holds for every game that has it.

    A table that is smaller because somebody is absent plays without the options that are not
    possible there, such as teams of two with three seats.
    """
    found = _of_game(stage, game)
    while True:
        try:
            GAMES[game].options(found, seats)
        except OptionError as fault:
            if fault.key not in found:  # the number of seats itself is wrong
                return found
            del found[fault.key]
        else:
            return found


def lost_options(stage: StagePlan, game: str, seats: int) -> list[str]:
    """The options of a stage, as `key=value`, that a table with so many seats plays without."""
    kept = game_options(stage, game, seats)
    given = _of_game(stage, game).items()
    return [f"{key}={value}" for key, value in given if key not in kept]


def _of_game(stage: StagePlan, game: str) -> dict[str, str]:
    has = GAMES[game].option_help
    return {key: value for key, value in sorted(stage.options.items()) if key in has}


def check_options(stage: StagePlan) -> None:
    """Refuse options that no game of a stage has, and values that a table of it cannot have."""
    games = dict.fromkeys(stage.games)
    for key in stage.options:
        if not any(key in GAMES[game].option_help for game in games):
            known = ", ".join(
                dict.fromkeys(key for game in games for key in GAMES[game].option_help)
            )
            raise UsageFault(
                say(
                    "events.plan-unknown-option",
                    games=", ".join(games),
                    name=quoted(key),
                    known=known,
                )
            )
    for game in games:
        for size in stage.sizes.allowed:
            try:
                GAMES[game].options(_of_game(stage, game), size)
            except OptionError as fault:
                raise UsageFault(
                    say("events.plan-option-at-table", game=game, size=size, why=fault.message)
                ) from None
