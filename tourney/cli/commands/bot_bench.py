"""`tourney bot bench`: what a bot's moves cost."""

import click

from tourney.cli.base import App, command
from tourney.cli.lookup import find_game
from tourney.cli.progress import aside


@command("bench", short_help="how long a bot takes for a move")
@click.argument("target", metavar="TARGET")
@click.option("-g", "--game", "games", metavar="GAME", multiple=True, help="Only this game.")
def bench(app: App, target: str, games: tuple[str, ...]) -> None:
    """Measure how long a bot takes: for its start, for a round trip, for its moves.

    `pipe` is a program that only echoes lines: no bot can be faster. `ping` is the bot's own way
    from a line read to a line written; what its moves take beyond that is thinking. Times are in
    milliseconds, from the first byte written to the answer read.
    """
    from tourney.botlab.bench import speeds
    from tourney.botlab.compliance import subject
    from tourney.render.tables import Column, Table

    columns = (
        Column("what", "what"),
        Column("times", "times", "right"),
        Column("median_ms", "half within", "right", digits=3),
        Column("p99_ms", "99 of 100 within", "right", digits=3),
        Column("max_ms", "longest", "right", digits=3),
        Column("thinking_ms", "thinking", "right", digits=3),
    )
    chosen = [find_game(name).name for name in games]
    with aside():
        found = list(speeds(subject(target, chosen)))
    rows = [(s.what, len(s.times), s.typical, s.most, max(s.times), s.thinking) for s in found]
    app.show(Table(columns, rows))
