"""`tourney bot sample`: the messages of a match to a bot, without a bot."""

import click

from engines.messages import say
from tourney.app.choose import find_game
from tourney.cli.base import App, command
from tourney.cli.output import PLAIN_ENDINGS
from tourney.cli.usage import Number
from tourney.domain.errors import UsageFault


@command("sample", endings={".jsonl": "jsonl", **PLAIN_ENDINGS})
@click.argument("name", metavar="GAME")
@click.option("--seats", type=Number(int), metavar="N")
@click.option("-O", "--option", "options", metavar="K=V", multiple=True)
def sample(app: App, name: str, seats: int | None, options: tuple[str, ...]) -> None:
    """Print the messages of a match of GAME to one seat, with a request of every phase."""
    from engines.api import OptionError
    from tourney.botlab.samples import samples
    from tourney.runs.plan import option_pairs

    game = find_game(name)
    count = game.seats[0] if seats is None else seats
    if count not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        raise UsageFault(
            say("cli.bot-sample-seats", name=game.name, low=low, high=high, count=count)
        )
    try:
        chosen = game.options(option_pairs(options), count)
    except OptionError as error:
        raise UsageFault(error.message) from None
    for one in samples(game, chosen, count):
        app.write(one.line)
