"""Results without moves from files of other programs: csv, jsonl, BG Stats."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from engines.messages import say
from tourney.cli.base import App
from tourney.cli.records import content
from tourney.domain.errors import quoted
from tourney.exports.result_records import records_of

if TYPE_CHECKING:
    from tourney.domain.match_values import StoredMatch

RESULT_KINDS: Final = ("csv", "jsonl", "bgstats")


SUFFIXES: Final = {".csv": "csv", ".jsonl": "jsonl", ".bgsplay": "bgstats"}


def kind_of_files(names: "Sequence[str]") -> str:
    """The format that the suffixes of files mean if all agree; else that of records."""
    kinds = {SUFFIXES.get(PurePath(name).suffix.lower(), "tmr") for name in names}
    return kinds.pop() if len(kinds) == 1 else "tmr"


def results_in(app: App, kind: str, name: str) -> "Sequence[StoredMatch]":
    """The records of the results in a file; says which plays are left out, and what ties mean."""
    from tourney.exports.result_files import read_csv, read_jsonl

    data = content(name)
    if kind == "bgstats":
        from tourney.cli.bgg_ids import bgg_ids
        from tourney.exports.bgstats import read_plays

        taken = read_plays(data, name, bgg_ids(app))
        for where, reason in taken.left_out:
            app.say(say("exports.left-out", where=where, fault=reason))
        found = records_of(taken.results)
    else:
        found = records_of(
            read_csv(data, name, app.say) if kind == "csv" else read_jsonl(data, name)
        )
    if found.shared:
        app.say(say("exports.ties-shared", count=len(found.shared), where=quoted(found.shared[0])))
    return found.matches
