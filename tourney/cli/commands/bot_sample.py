"""`tourney bot sample`: what a bot is told, without a bot."""

import click

from tourney.cli.base import App, command
from tourney.cli.lookup import find_game
from tourney.domain.errors import UsageFault


@command("sample", short_help="what a bot is told, every kind of request")
@click.argument("name", metavar="GAME")
@click.option("--seats", type=int, metavar="N", help="Seats.  [default: the fewest]")
@click.option("-O", "--option", "options", metavar="K=V", multiple=True, help="Game option.")
def sample(app: App, name: str, seats: int | None, options: tuple[str, ...]) -> None:
    """Print what one seat of a match of GAME is told, up to a request of every phase.

    The lines are those of the line protocol, always the same ones; they can be piped into a bot,
    which answers what it is asked and ends.
    """
    from engines.api import OptionError
    from tourney.botlab.samples import samples
    from tourney.runs.plan import option_pairs

    game = find_game(name)
    count = game.seats[0] if seats is None else seats
    if count not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        raise UsageFault(f"{game.name} has {low} to {high} seats, not {count}")
    try:
        chosen = game.options(option_pairs(options), count)
    except OptionError as error:
        raise UsageFault(error.message) from None
    for one in samples(game, chosen, count):
        app.write(one.line)
