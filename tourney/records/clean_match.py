"""Checks a match quickly: is it, to the letter, what the engine writes?

Nearly every match of a run is, in the database or in a file. Then its report follows without
reading its record word by word. Of any other match nothing is said here: `verdict.check` finds out
what is wrong.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from engines.games import GAMES
from engines.messages import say
from tourney.domain.engine_log import EngineLog, PlayedOut
from tourney.domain.match_values import StoredMatch
from tourney.records.field_values import rank_text, scores_text
from tourney.records.lines import NAME
from tourney.records.model import MatchRecord, Result
from tourney.records.reader import read
from tourney.records.stored import engine_record
from tourney.records.verdict import Report

PLAIN: Final = {"match": re.compile("[!-~]+"), "deal": re.compile("[!-~]+( [!-~]+)*")}
"""Names and deals that a record holds as they are."""
SAME: Final = "x"
"""Stands for every such name and deal."""
NEXT: Final = "\n\nmatch: "
"""Between two records of a file."""
CONFIRMED: Final = (say("records.result"), say("records.rank"))


def clean_report(match: StoredMatch) -> Report | None:
    """The report of a complete match of a run that is what the engine writes; else None."""
    if match.text is not None or match.status != "complete":
        return None
    # Matches of a run differ in name, deal, log and result; all else is read once.
    name = _alike("match", match.name)
    headers = tuple([(key, _alike(key, value)) for key, value in match.headers])
    what = (match.game, match.rules, match.options, headers, match.players, match.versions)
    frame = _frame(name, *what)
    if frame is None or frame.game is None or len(frame.players) != len(match.players):
        return None
    log = _engine_log(frame.game.name, frame.options, len(frame.players))
    played = log.replay(match.entries)
    if played is None or played.outcome[:2] != (match.scores, match.places):
        return None
    return _report(match.name if name == SAME else frame.name, frame, played)


def clean_reports(text: str) -> Iterator[Report | None]:
    """The report of each record of a text; None, the last one, at the first that is not clean."""
    names = set[str]()
    start = 0
    while start < len(text):
        end = text.find(NEXT, start) + 1 or len(text)
        report = _clean_record(text[start:end])
        if report is None or report.match.name in names:
            yield None
            return
        names.add(report.match.name)
        yield report
        start = end + 1


def _clean_record(text: str) -> Report | None:
    """The report of a record of a complete match that is what the engine writes; else None."""
    head, _, rest = text.partition("\n\n")
    body, _, trailer = rest.partition("\n\n")
    # Like that of a match of a run: what differs is left out.
    pairs = [line.partition(": ") for line in head.split("\n")]
    alike = [f"{key}{mark}{_alike(key, value)}\n" for key, mark, value in pairs]
    frame = _read_frame("".join(alike))
    if frame is None or frame.game is None:
        return None
    log = _engine_log(frame.game.name, frame.options, len(frame.players))
    played = log.replay_lines(body.split("\n"))
    if played is None:
        return None
    scores, places, _ = played.outcome
    result = f"result: {scores_text(scores)}\nrank: {rank_text(places)}\nstatus: complete\n"
    if trailer != result:
        return None
    written = (value for key, _, value in pairs if key == "match")
    return _report(next(written, "") if frame.name == SAME else frame.name, frame, played)


def _report(name: str, frame: MatchRecord, played: PlayedOut) -> Report:
    scores, places, _ = played.outcome
    result = Result(scores, places, "complete")
    return Report(
        match=replace(frame, name=name, result=result),
        plies=played.decisions,
        verified=played.decisions,
        confirmed=CONFIRMED,
        outcome=played.outcome,
        places=places,
    )


def _alike(key: str, value: str) -> str:
    """The value of a header, the same for all names and deals that a record holds as they are."""
    form = PLAIN.get(key)
    plain = form is not None and len(value) <= NAME and form.fullmatch(value)
    return SAME if plain else value


@lru_cache(maxsize=1 << 10)
def _frame(
    name: str,
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
        0, name, game, rules, options, headers, players, versions, nothing, nothing, "", []
    )
    return _read_frame(engine_record(match))


@lru_cache(maxsize=1 << 10)
def _read_frame(text: str) -> MatchRecord | None:
    """A record without log and result; None if it cannot be read."""
    document = read(text)
    found = document.matches[0] if len(document.matches) == 1 else None
    if found is None or found.game is None or document.faults() or found.body or found.trailer:
        return None
    return found


@lru_cache(maxsize=4)
def _engine_log(game: str, options: Any, seats: int) -> EngineLog:
    """The replay of such matches, with the entries that it remembers."""
    return EngineLog(GAMES[game], options, seats)
