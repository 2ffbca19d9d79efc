"""Checks a match of a run quickly: is it, to the letter, what the engine writes?

Nearly every stored match is. Then its report follows without reading its record. Of any other match
nothing is said here: `verdict.check` finds out what is wrong.
"""

import re
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from engines.games import GAMES
from engines.messages import say
from tourney.domain.engine_log import EngineLog
from tourney.domain.match_values import StoredMatch
from tourney.records.lines import NAME
from tourney.records.model import MatchRecord, Result
from tourney.records.reader import read
from tourney.records.stored import engine_record
from tourney.records.verdict import Report

WORD: Final = re.compile("[!-~]+")
WORDS: Final = re.compile("[!-~]+( [!-~]+)*")
"""Texts that a record holds as they are."""
CONFIRMED: Final = (say("records.result"), say("records.rank"))


def clean_report(match: StoredMatch) -> Report | None:
    """The report of a complete match of a run that is what the engine writes; else None."""
    if match.text is not None or match.status != "complete" or not _fits(match.name, WORD):
        return None
    # Matches of a run differ in name, deal, log and result; all else is read once.
    headers = tuple([_alike(key, value) for key, value in match.headers])
    what = (match.game, match.rules, match.options, headers, match.players, match.versions)
    frame = _frame(*what)
    if frame is None:
        return None
    played = _engine_log(match.game, frame.options, len(match.players)).replay(match.entries)
    if played is None or played.outcome[:2] != (match.scores, match.places):
        return None
    scores, places, _ = played.outcome
    result = Result(scores, places, match.status)
    return Report(
        match=replace(frame, name=match.name, result=result),
        plies=played.decisions,
        verified=played.decisions,
        confirmed=CONFIRMED,
        outcome=played.outcome,
        places=places,
    )


def _fits(text: str, form: re.Pattern[str]) -> bool:
    return len(text) <= NAME and form.fullmatch(text) is not None


def _alike(key: str, value: str) -> tuple[str, str]:
    """A header, the same for all deals that a record holds as they are."""
    return (key, "x" if key == "deal" and _fits(value, WORDS) else value)


@lru_cache(maxsize=1 << 10)
def _frame(
    game: str,
    rules: int,
    options: tuple[tuple[str, str], ...],
    headers: tuple[tuple[str, str], ...],
    players: tuple[str, ...],
    versions: tuple[str | None, ...],
) -> MatchRecord | None:
    """The record of such a match without log and result; None if it cannot be read."""
    nothing = (None,) * len(players)
    match = StoredMatch(
        0, "x", game, rules, options, headers, players, versions, nothing, nothing, "", []
    )
    document = read(engine_record(match))
    found = document.matches[0] if len(document.matches) == 1 else None
    if found is None or found.game is None or document.faults() or found.body or found.trailer:
        return None
    return found if len(found.players) == len(players) else None


@lru_cache(maxsize=4)
def _engine_log(game: str, options: Any, seats: int) -> EngineLog:
    """The replay of such matches, with the entries that it remembers."""
    return EngineLog(GAMES[game], options, seats)
