"""What the result of a table is worth, for the commands that store one."""

from engines.messages import say
from tourney.app.enter_result import result_at_table, say_open
from tourney.app.event_tables import EventTableRef
from tourney.cli.base import App
from tourney.render.text_tables import Column, Table, fixed


def show_points(app: App, at: EventTableRef) -> None:
    """Write the points of a table, best first; as JSON in the order of seats."""
    points, names = at.points(), at.session.names
    if app.format in ("json", "jsonl"):
        rows = [(names[one], points[one]) for one in at.table.present() if one in points]
        app.show(Table((Column("player"), Column("points")), rows))
    elif points:
        best = sorted(points, key=lambda one: -points[one])
        app.write("  ".join(f"{names[one]} {fixed(points[one], 2)}" for one in best) + "\n")


def say_table(app: App, name: str) -> None:
    """Write the points of a match that was recorded or played, and say what is still open.

    Says if it does not count yet. Nothing for a match at no table of an event with a plan.
    """
    at = result_at_table(app, name)
    if at is None:
        return
    if at.table.missing:
        command = app.command("match", "result", names=(name,))
        app.say(say("cli.event-not-counted", name=name, command=command))
    else:
        show_points(app, at)
        say_open(at)
