"""`tourney import`: records into the database, all of them or none."""

from collections import Counter

import click

from tourney.cli.base import App, command
from tourney.cli.fmt import parsed
from tourney.cli.records import content
from tourney.domain.errors import Conflict, DataFault, NotFound, quoted
from tourney.domain.matches import StoredMatch
from tourney.records import check, record, stored
from tourney.records.problems import full
from tourney.store import Store

FAILED = 3
DONE = {
    "new": "added",
    "same": "already there",
    "skip": "skipped",
    "update": "updated",
    "undo": "taken out",
    "gone": "not there",
}


@command("import", short_help="records into the database")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--as", "kind", type=click.Choice(("tmr",)), default="tmr", show_default=True)
@click.option("--dry-run", is_flag=True, help="Say what would happen, write nothing.")
@click.option("--undo", is_flag=True, help="Take these matches out of the database again.")
@click.option(
    "--on-duplicate",
    type=click.Choice(("skip", "update", "error")),
    default="error",
    show_default=True,
    help="What to do with a match that is there with other content.",
)
def import_(
    app: App, files: tuple[str, ...], kind: str, dry_run: bool, undo: bool, on_duplicate: str
) -> None:
    """Store records as they are, canonical, once they pass `tourney check`.

    Nothing is written if one of them does not pass.
    """
    matches = [match for name in files for match in _passing(name)]
    _distinct(matches)
    store = _opened(app, dry_run or undo)
    plan = _undoing if undo else _plan
    plans = [(match, plan(store, match, on_duplicate)) for match in matches]
    if store is not None and not dry_run:
        for match, what in plans:
            _carry_out(store, match, what)
    _tell(app, plans, dry_run)
    if not dry_run and not undo and any(what in ("new", "update") for _, what in plans):
        app.say(f"in {app.db}; undo: tourney import --undo {' '.join(files)}")


def _passing(name: str) -> list[StoredMatch]:
    """The matches of a file, all of which pass; else every problem is told and nothing is done."""
    document = parsed(content(name), name)
    problems = document.faults()
    if not problems:
        problems = [problem for match in document.matches for problem in check(match).problems]
    if problems:
        for problem in problems:
            click.echo(full(problem, name, document.source), err=True)
        raise DataFault(f"nothing imported: {quoted(name)} does not pass; correct it and repeat")
    if not document.matches:
        raise DataFault(f"no match in {quoted(name)}: a record starts with match: ID")
    return [stored(match) for match in document.matches]


def _distinct(matches: list[StoredMatch]) -> None:
    for name, times in Counter(match.name for match in matches).items():
        if times > 1:
            raise Conflict(f"match '{name}' is in several of the files: rename one")


def _opened(app: App, as_it_is: bool) -> Store | None:
    """The database; a new one is made unless it is to be taken as it is."""
    try:
        return app.store(create=not as_it_is)
    except NotFound:
        return None


def _plan(store: Store | None, match: StoredMatch, on_duplicate: str) -> str:
    """What happens to a match: new, same, skip or update; Conflict if that is an error."""
    old = _there(store, match)
    if old is None or old == match.text:
        return "new" if old is None else "same"
    if on_duplicate == "error":
        raise Conflict(
            f"match '{match.name}' is there with other content; nothing imported: "
            "see --on-duplicate"
        )
    return on_duplicate


def _undoing(store: Store | None, match: StoredMatch, on_duplicate: str) -> str:
    """What happens to a match that is to go: undo or gone; Conflict if it has been changed."""
    old = _there(store, match)
    if old is not None and old != match.text:
        raise Conflict(f"match '{match.name}' is there with other content; nothing taken out")
    return "gone" if old is None else "undo"


def _there(store: Store | None, match: StoredMatch) -> str | None:
    """The text of the stored match of this name."""
    if store is None:
        return None
    try:
        old = store.match(match.name)
    except NotFound:
        return None
    # The name of one match may be the database id of another.
    return record(old) if old.name == match.name else None


def _carry_out(store: Store, match: StoredMatch, plan: str) -> None:
    if plan in ("update", "undo"):
        store.delete_match(match.name)
    if plan in ("new", "update"):
        store.add_match(match)


def _tell(app: App, plans: list[tuple[StoredMatch, str]], dry_run: bool) -> None:
    counts = Counter(plan for _, plan in plans)
    parts = [f"{counts[plan]} {words}" for plan, words in DONE.items() if counts[plan]]
    would = "would be: " if dry_run else ""
    matches = "1 match" if len(plans) == 1 else f"{len(plans)} matches"
    app.write(f"{matches}: {would}{', '.join(parts)}\n")
