"""`tourney import`: records into the database, all of them or none."""

from collections import Counter

import click

from tourney.cli.base import App, command
from tourney.cli.fmt import parsed
from tourney.cli.records import content
from tourney.domain.errors import Conflict, DataFault, NotFound
from tourney.domain.matches import StoredMatch
from tourney.records import check, record, stored
from tourney.records.problems import full
from tourney.store import Store

FAILED = 3
DONE = {"new": "added", "same": "already there", "skip": "skipped", "update": "updated"}


@command("import", short_help="records into the database")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--as", "kind", type=click.Choice(("tmr",)), default="tmr", show_default=True)
@click.option("--dry-run", is_flag=True, help="Say what would happen, write nothing.")
@click.option(
    "--on-duplicate",
    type=click.Choice(("skip", "update", "error")),
    default="error",
    show_default=True,
    help="What to do with a match that is there with other content.",
)
def import_(app: App, files: tuple[str, ...], kind: str, dry_run: bool, on_duplicate: str) -> int:
    """Store records as they are, canonical, once they pass `tourney check`.

    Nothing is written if one of them does not pass.
    """
    matches = [match for name in files for match in _passing(name)]
    _distinct(matches)
    store = _opened(app, dry_run)
    plans = [(match, _plan(store, match, on_duplicate)) for match in matches]
    if store is not None and not dry_run:
        for match, plan in plans:
            _carry_out(store, match, plan)
    _tell(app, plans, dry_run)
    return 0


def _passing(name: str) -> list[StoredMatch]:
    """The matches of a file, all of which pass; else every problem is told and nothing is done."""
    document = parsed(content(name))
    problems = document.faults()
    if not problems:
        problems = [problem for match in document.matches for problem in check(match).problems]
    if problems:
        for problem in problems:
            click.echo(full(problem, name, document.source), err=True)
        raise DataFault(f'nothing imported: "{name}" does not pass; correct it and repeat')
    if not document.matches:
        raise DataFault(f'no match in "{name}": a record starts with match: ID')
    return [stored(match) for match in document.matches]


def _distinct(matches: list[StoredMatch]) -> None:
    for name, times in Counter(match.name for match in matches).items():
        if times > 1:
            raise Conflict(f'match "{name}" is in several of the files: rename one')


def _opened(app: App, dry_run: bool) -> Store | None:
    """The database; a dry run makes none."""
    try:
        return app.store(create=not dry_run)
    except NotFound:
        return None


def _plan(store: Store | None, match: StoredMatch, on_duplicate: str) -> str:
    """What happens to a match: new, same, skip or update; Conflict if that is an error."""
    if store is None:
        return "new"
    try:
        old = store.match(match.name)
    except NotFound:
        return "new"
    if old.name != match.name:  # the name of one is the database id of another
        return "new"
    if record(old) == match.text:
        return "same"
    if on_duplicate == "error":
        raise Conflict(
            f'match "{match.name}" is there with other content; nothing imported: '
            "see --on-duplicate"
        )
    return on_duplicate


def _carry_out(store: Store, match: StoredMatch, plan: str) -> None:
    if plan == "update":
        store.delete_match(match.name)
    if plan in ("new", "update"):
        store.add_match(match)


def _tell(app: App, plans: list[tuple[StoredMatch, str]], dry_run: bool) -> None:
    counts = Counter(plan for _, plan in plans)
    parts = [f"{counts[plan]} {words}" for plan, words in DONE.items() if counts[plan]]
    would = "would be: " if dry_run else ""
    matches = "1 match" if len(plans) == 1 else f"{len(plans)} matches"
    app.write(f"{matches}: {would}{', '.join(parts)}\n")
    if (counts["new"] or counts["update"]) and not dry_run:
        app.say(f"in {app.db}; undo one with: tourney match rm ID")
