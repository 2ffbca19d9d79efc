"""`tourney bot bench`: how long a bot takes for its moves."""

import click

from engines.messages import say
from tourney.app.choose import find_game
from tourney.cli.base import App, command
from tourney.cli.progress import bot_output_to_stderr


@command("bench")
@click.argument("target", metavar="TARGET")
@click.option("-g", "--game", "games", metavar="GAME", multiple=True)
def bench(app: App, target: str, games: tuple[str, ...]) -> None:
    """Measure how long a bot takes to start, to answer a ping and to choose its moves."""
    from tourney.agents.loader import hidden_bots
    from tourney.botlab.bench import speeds
    from tourney.botlab.compliance import subject
    from tourney.render.tables import Column, Table

    columns = (
        Column("what", say("cli.bench-h-what")),
        Column("times", say("cli.bench-h-times"), "right", importance=3),
        Column("median_ms", say("cli.bench-h-median"), "right", digits=3, importance=8),
        Column("p99_ms", say("cli.bench-h-p99"), "right", digits=3),
        Column("max_ms", say("cli.bench-h-longest"), "right", digits=3),
        Column("thinking_ms", say("cli.bench-h-thinking"), "right", digits=3),
    )
    chosen = [find_game(name).name for name in games]
    for line in hidden_bots([target]):
        app.say(say("cli.warning", text=line))
    with bot_output_to_stderr():
        found = list(speeds(subject(target, chosen)))
    rows = [(s.what, len(s.times), s.typical, s.most, max(s.times), s.thinking) for s in found]
    app.show(Table(columns, rows))
