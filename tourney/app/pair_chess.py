"""Programs for chess tournaments: a TRF of an event for them, and rounds that bbpPairings pairs."""

import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from engines.messages import Message, say
from tourney.app.choose import only_event
from tourney.app.event_session import EventSession, event_session
from tourney.app.host import Host
from tourney.domain.errors import Conflict, NotFound, quoted
from tourney.domain.event_log import Pod
from tourney.events import decisions
from tourney.events.chess_report import absent_numbers, chess_report, chess_stage
from tourney.events.draws import Wanted
from tourney.events.event_state import StageState
from tourney.exports.event_files import trf_text

PATIENCE: Final = 300
"""Seconds for a round: bbpPairings needs half a minute for 1000 players."""
VERSION: Final = re.compile(r"v?(\d+)\.\d+[\w.]*")
RULES_YEARS: Final[Mapping[int, int]] = {5: 2017, 6: 2025}
"""The year of the Dutch rules by the main number of the version, as its README says."""


def export_trf(host: Host, names: Sequence[str | None]) -> None:
    """Write the newest stage that a TRF can describe."""
    session = event_session(host, only_event(host.store(), names))
    stage = chess_stage(session.state)
    host.write(_trf(session, stage))


def _trf(session: EventSession, stage: StageState, absent: Sequence[int] = ()) -> str:
    report = chess_report(session.state, stage, session.rules, session.names)
    return trf_text(report._replace(name=session.event.name), absent=absent)


def paired_elsewhere(session: EventSession, program: str, name: str | None) -> tuple[Wanted, str]:
    """The tables that bbpPairings makes for the next round of a stage, and that stage."""
    state = session.state
    stage = chess_stage(state, name)
    with session.naming():
        decisions.require_results(state, stage)
        text = _trf(session, stage, list(absent_numbers(state, stage)))
    about, pairs = _paired(program, text, len(stage.seeding))
    # Starting numbers are places in the seeding; a pair with 0 is a bye.
    pods: tuple[Pod, ...] = tuple(
        (stage.seeding[white - 1], stage.seeding[black - 1]) for white, black in pairs if black
    )
    return Wanted(pods=pods, program=session.text(about)), stage.plan.name


def _paired(named: str, text: str, players: int) -> tuple[Message, list[tuple[int, int]]]:
    """What bbpPairings says about itself, and white and black of each pair, 0 for a bye."""
    found = shutil.which(named) or shutil.which(f"{named}.exe")
    if found is None:
        raise NotFound(say("app.event-no-pairing-program", program=quoted(named)))
    with TemporaryDirectory(prefix="tourney-") as folder:
        source, target = Path(folder, "event.trf"), Path(folder, "pairs.txt")
        source.write_text(text, "utf-8")
        words = [found, "-r", "--dutch", str(source), "-p", str(target)]
        try:
            done = subprocess.run(
                words, capture_output=True, text=True, errors="replace", timeout=PATIENCE
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            why = (str(error).strip().splitlines() or ["?"])[-1]
            raise Conflict(_failed(named, quoted(why))) from None
        if done.returncode or not target.exists():
            if done.stderr.strip():
                raise Conflict(_failed(named, quoted(done.stderr.strip().splitlines()[-1])))
            code = say("app.event-pairing-exit-code", code=done.returncode)
            raise Conflict(_failed(named, code))
        pairs = _pairs(named, target.read_text("utf-8", "replace"), players)
    return _about(done.stdout), pairs


def _failed(program: str, fault: Message | str) -> Message:
    return say("app.event-pairing-program-failed", program=quoted(program), fault=fault)


def _about(greeting: str) -> Message:
    """The version and the year of the rules, from the first line that the program writes."""
    version = VERSION.search(greeting)
    program = f"bbpPairings {version[0]}" if version else "bbpPairings"
    year = RULES_YEARS.get(int(version[1])) if version else None
    if year is None:
        return say("app.event-rules-unknown", program=program)
    return say("app.event-rules-of", program=program, year=year)


def _pairs(program: str, text: str, players: int) -> list[tuple[int, int]]:
    """The pairs of a file: their number, then one line with two starting numbers for each."""
    try:
        count, *numbers = map(int, text.split())
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    except ValueError:
        count, pairs = -1, []
    # Nothing of the other program is believed: a wrong number would seat somebody else.
    known = all(0 < white <= players and 0 <= black <= players for white, black in pairs)
    if count != len(pairs) or not known:
        raise Conflict(_failed(program, say("app.event-pairing-unreadable")))
    return pairs
