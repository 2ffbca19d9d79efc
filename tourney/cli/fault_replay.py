"""Plays the matches with faults of a run again, for example after a bot has been corrected.

Nothing is lost silently: the user confirms, and the replaced matches are written to a file first.
"""

import re
from collections.abc import Collection, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from engines.messages import say
from tourney.cli.base import App
from tourney.cli.output import Output
from tourney.domain.errors import TourneyError
from tourney.domain.safe_text import file_word
from tourney.store.matches import run_faults, run_matches
from tourney.store.runs import delete_matches

if TYPE_CHECKING:
    from tourney.domain.match_values import StoredMatch
    from tourney.store import Database, StoredRun


def faulty(store: "Database", run: "StoredRun") -> list[int]:
    """The numbers of the stored matches with a fault, ascending; to resign is not a fault."""
    from tourney.runs.deals import FORGIVEN

    return sorted(
        {number for number, fault in run_faults(store, run) if fault.code not in FORGIVEN}
    )


def forget_faulty(app: App, store: "Database", run: "StoredRun") -> None:
    """Delete the matches with faults, so that the session plays them again.

    Asks for confirmation and writes the matches to a file; TourneyError if the user refuses.
    """
    numbers, name = faulty(store, run), run.spec.name
    if not numbers:
        app.say(say("cli.run-no-faulty", run=name))
        return
    if not app.confirm(say("cli.run-ask-replay", count=len(numbers), run=name)):
        raise TourneyError(say("cli.run-not-replayed"))
    path = _keep(store, run, frozenset(numbers))
    delete_matches(store, run, numbers)
    app.say(say("cli.run-replayed", count=len(numbers), run=name, file=file_word(path)))


def _keep(store: "Database", run: "StoredRun", numbers: Collection[int]) -> Path:
    """Write these matches to a new file: records, or a table if the run stores no moves."""
    moves = run.spec.log != "results"
    path = _free(run.spec.name, ".tmr" if moves else ".csv")
    with Output(str(path)) as file:
        for text in _texts(_chosen(run_matches(store, run, entries=moves), numbers), moves=moves):
            file.write(text)
    return path


def _chosen(matches: "Iterator[StoredMatch]", numbers: Collection[int]) -> "Iterator[StoredMatch]":
    return (match for match in matches if int(match.name.rpartition("/")[2]) in numbers)


def _texts(matches: "Iterator[StoredMatch]", *, moves: bool) -> Iterator[str]:
    from tourney.exports.moves import matches_table
    from tourney.exports.tmr import record_texts
    from tourney.render.tables import stream

    return record_texts(matches) if moves else stream(matches_table(matches), "csv")


def _free(run: str, suffix: str) -> Path:
    """A file name in the current folder that is not taken."""
    base = re.sub(r"[^\w.-]", "_", run) + "-replaced"
    names = (Path(f"{base}{'' if number == 1 else f'-{number}'}{suffix}") for number in count(1))
    return next(name for name in names if not name.exists())
