"""`tourney event new`: make an event from flags or a plan file."""

from typing import TYPE_CHECKING, Any

import click

from engines.messages import say
from tourney.cli.authors import author_option
from tourney.cli.base import App, command
from tourney.cli.usage import OneWordOf, WholeNumber
from tourney.domain.bounds import ROUNDS, SEARCH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tourney.domain.event_log import EventChange

FORMATS_SHOWN = (
    "swiss", "roundrobin", "groups", "knockout", "double-elimination", "heats", "gauntlet",
    "stepladder", "arena", "one-table", "manual",
)  # fmt: skip
"""The names of all formats, without importing them for the help."""
POLICIES = ("fewer-seats", "walkover")
SIMILAR = ("ask", "new", "join", "error")


@command("new", short_help="make an event")
@click.argument("name", required=False)
@click.option(
    "--players",
    metavar="FILE.csv|A,B,…",
    help="Players; a file has a column name (名前), perhaps reading (よみ), or no heading.",
)
@click.option(
    "--bot",
    "bots",
    metavar="NAME=TARGET",
    multiple=True,
    help="A bot; may be repeated.",
)
@click.option("--game", metavar="G[,G2,…]", help="Game, or one for each round.")
@click.option(
    "--format",
    "format",
    metavar="F",
    help=f"Who meets whom: {', '.join(FORMATS_SHOWN)}.  [default: swiss]",
)
@click.option(
    "--rounds", type=WholeNumber(min=1, max=ROUNDS), metavar="N", help="Number of rounds."
)
@click.option(
    "--dates", metavar="D1,D2,…", help="Dates of the rounds, such as 2026-11-28T19:00+09:00."
)
@click.option(
    "--points", metavar="P", help="Point system.  [default: scaled; even if tables differ in size]"
)
@click.option("--tiebreak", metavar="A,B,…", help="Tie-breaks in order, or none.")
@click.option("--sizes", metavar="4-5", help="Players at a table.  [default: what the game takes]")
@click.option("--prefer", type=WholeNumber(min=2, max=99), metavar="N", help="Preferred size.")
@click.option("--bye", metavar="POINTS", help="Points for a bye.  [default: mean of a table]")
@click.option(
    "--missed", metavar="POINTS", help="Points for each round before a late entry.  [default: 0]"
)
@click.option(
    "--policy",
    type=OneWordOf(POLICIES),
    help="An absent player: one seat fewer, or beaten by all.  [default: fewer-seats]",
)
@click.option("--no-repeats", is_flag=True, help="Nobody may meet the same player twice.")
@click.option(
    "--max-meetings",
    type=WholeNumber(min=1, max=99),
    metavar="N",
    help="The same two meet at most N times in a stage.",
)
@click.option(
    "--time-limit",
    type=WholeNumber(min=1, max=SEARCH),
    metavar="SECONDS",
    help="Work of a search for the best tables, in seconds of a usual machine.  [default: 10]",
)
@click.option(
    "--never", metavar="A,B,…", multiple=True, help="These never share a table; may be repeated."
)
@click.option(
    "--apart",
    metavar="COLUMN",
    help="Players with the same value in this CSV column, such as a family or the owner of bots, "
    "never share a table.",
)
@click.option(
    "--fixed-seat", metavar="NAME=A", multiple=True, help="A player always has this seat."
)
@click.option(
    "--fixed-table", metavar="NAME=1", multiple=True, help="A player always sits at this table."
)
@click.option("--new-seats", is_flag=True, help="Prefer seats that a player has not had yet.")
@click.option("--final", metavar="topN[:GAME]", help="The best N play a final at one table.")
@click.option(
    "--fill",
    metavar="NAME=TARGET",
    multiple=True,
    help="A bot for empty seats, in no draw and no standings; may be repeated.",
)
@click.option("--duplicate", is_flag=True, help="All tables of a round have the same cards.")
@click.option(
    "--on-fault", metavar="P", help="After a bot fault: forfeit or random-move.  [default: forfeit]"
)
@click.option(
    "--time-per-move", type=float, metavar="S", help="Time limit of bots for a move, in seconds."
)
@click.option(
    "--time-per-match",
    type=float,
    metavar="S",
    help="Extra time of bots for all moves of a match, in seconds.",
)
@click.option("--memory", type=int, metavar="MB", help="Memory limit for each bot process, in MB.")
@click.option(
    "--isolation", metavar="I", help="Isolation of bots: none, limits or bwrap.  [default: limits]"
)
@click.option("--set", "settings", metavar="K=V", multiple=True, help="Setting of the format.")
@click.option(
    "-O",
    "--option",
    "options",
    metavar="K=V",
    multiple=True,
    help="Option for every game that has it.",
)
@click.option("--seed", metavar="TEXT", help="Random seed of all draws.  [default: random]")
@click.option("--plan", metavar="FILE.toml", help="Take the plan from a file.")
@click.option(
    "--on-similar",
    type=OneWordOf(SIMILAR),
    default="ask",
    help="What to do with a name that looks like a known player.  [default: ask]",
)
@click.option(
    "--dry-run", is_flag=True, help="Print the plan file that the flags mean; store nothing."
)
@author_option
def new(
    app: App, name: str | None, *, on_similar: str, dry_run: bool, author: str | None, **given: Any
) -> None:
    """Make the event NAME: players, stages and rules are stored as its plan.

    The flags describe one stage called main and perhaps a final; a plan file may have more stages,
    each filled from earlier ones ("top 4 of main", "places 1-2 of each group of groups"). A plan
    that cannot be played is refused with the arithmetic.

    Bots enter with --bot, or as rows of the CSV file that have a target in its column bot. Tables
    without people are played by tourney event play. A bot given with --fill takes empty seats at
    tables below the preferred size (--prefer). With --duplicate all tables of a round have
    the same cards, and the default of --points is comparison: every seat is compared with the same
    seat at the other tables.
    """
    from tourney.app.event_entries import as_entered, entered_bots
    from tourney.app.event_session import EventSession
    from tourney.app.similar import known_players
    from tourney.cli.event_drafts import asked_event, store_if_any, summary
    from tourney.domain.errors import quoted
    from tourney.events import actions
    from tourney.events.plan_file import USUAL_FORMAT, toml_text, with_players
    from tourney.play.luck import new_seed
    from tourney.render.code_messages import listed, typed_word
    from tourney.store.connect import address

    app.by = author
    draft = asked_event(app, name, given)
    typed = draft.players
    draft = with_players(draft, known_players(app, store_if_any(app), typed, on_similar))
    readings = {
        known: draft.readings[one]
        for one, known in zip(typed, draft.players, strict=True)
        if one in draft.readings
    }
    for line in summary(draft):
        app.say(app.folded(app.text(line), "    "))
    if not (given["format"] or given["plan"]):
        others = listed([typed_word(one) for one in FORMATS_SHOWN if one != USUAL_FORMAT])
        usual = say("cli.event-usual-format", format=typed_word(USUAL_FORMAT), others=others)
        app.say(app.folded(app.text(usual), "    "))
    if draft.told is not None:
        app.say(draft.told)
    if dry_run:
        app.write(toml_text(draft))
        return
    bots = entered_bots(address(app.db).path, draft.plan, {**draft.bots, **draft.fill})
    seed = draft.seed or new_seed()
    store = app.store(create=True)
    people = len(draft.players)

    def first(ids: "Sequence[int]") -> "EventChange":
        entered = list(map(as_entered, bots, ids[people:]))
        return actions.new(draft.plan, seed, ids[:people], entered, len(draft.fill))

    event = store.add_event(draft.name, draft.players, first, bots, readings)
    app.say(say("cli.event-saved", name=quoted(event.name)))
    session = EventSession(app, store, event)
    session.undo("rm", names=(event.name,))
    app.say(say("cli.event-next", command=session.next_step()))
