"""The exports that are tables: what each is about, and what it shows."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from engines.messages import say
from tourney.app.analyse_matches import exported_analyses
from tourney.app.choose import choose_run, chosen_event
from tourney.app.export_matches import Names, chosen_matches
from tourney.app.host import Host
from tourney.app.rated_matches import WantedMatches, load, scope_of
from tourney.app.run_reports import load_sums
from tourney.domain.errors import UsageFault

if TYPE_CHECKING:
    from tourney.render.text_tables import Table

MakeTable: TypeAlias = "Callable[[Host, Names], Table]"


def _one_name(kind: str, names: Names) -> str | None:
    if len(names) > 1:
        raise UsageFault(say("app.export-one", count=len(names), kind=kind))
    return names[0]


def _refuse_names(kind: str, names: Names) -> None:
    if names != (None,):
        raise UsageFault(say("app.export-all", kind=kind))


def _standings(host: Host, names: Names) -> "Table":
    from tourney.app.event_views import load_event, stage_standings
    from tourney.exports.standings_fields import standings_table

    name = _one_name("standings", names)
    store = host.store()
    # An event with a plan first: its standings count byes and missed rounds, too.
    planned = stage_standings(host, name)
    if planned is not None:
        return planned
    event = chosen_event(store, name)
    if event is not None:
        return standings_table(load_event(host, store, event).sums)
    return standings_table(load_sums(host, choose_run(store, name).spec.name, "scaled", None))


def _crosstable(host: Host, names: Names) -> "Table":
    from tourney.app.event_views import load_event, planned_places
    from tourney.exports.standings_fields import crosstable

    name = _one_name("crosstables", names)
    store = host.store()
    event = chosen_event(store, name)
    if event is not None:
        return crosstable(load_event(host, store, event).sums, planned_places(host, store, event))
    return crosstable(load_sums(host, choose_run(store, name).spec.name, "scaled", None))


def _ratings(host: Host, names: Names) -> "Table":
    from tourney.exports.people_tables import ratings_table

    # The matrices are small: several threads would wait longer than they compute.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _refuse_names("ratings", names)
    scope = scope_of(host, WantedMatches())
    return ratings_table({game: load(host, scope, game) for game in scope.games})


def _players(host: Host, names: Names) -> "Table":
    from tourney.exports.people_tables import players_table
    from tourney.store.players import all_players

    _refuse_names("players", names)
    return players_table((one.id, one.name, one.reading, one.aliases, one.matches)
                         for one in all_players(host.store()))  # fmt: skip


def _results(host: Host, names: Names) -> "Table":
    from tourney.events.event_records import counting_results

    store = host.store()
    return counting_results(store, chosen_matches(host, store, names, counts=True))


def _matches(host: Host, names: Names) -> "Table":
    from tourney.exports.match_tables import matches_table

    return matches_table(chosen_matches(host, host.store(), names))


def _moves(host: Host, names: Names) -> "Table":
    from tourney.exports.match_tables import moves_table

    return moves_table(chosen_matches(host, host.store(), names, entries=True))


def _faults(host: Host, names: Names) -> "Table":
    from tourney.exports.match_tables import match_faults_table

    return match_faults_table(chosen_matches(host, host.store(), names))


EXPORTED_TABLES: Final[dict[str, MakeTable]] = {
    "standings": _standings,
    "results": _results,
    "matches": _matches,
    "moves": _moves,
    "crosstable": _crosstable,
    "ratings": _ratings,
    "players": _players,
    "faults": _faults,
    "analysis": exported_analyses,
}
"""By kind: the function that makes its table."""
