"""Previews a run, and plays one of its matches again without storing it."""

from collections.abc import Sequence
from contextlib import ExitStack
from math import ceil
from time import perf_counter
from typing import Any, NamedTuple

from engines.api import seat_letter
from tourney.agents.trace import traced
from tourney.cli.base import App
from tourney.cli.output import Output
from tourney.cli.progress import bot_output_to_stderr
from tourney.cli.run_command import check_line
from tourney.domain.errors import NotFound, TourneyError
from tourney.domain.matches import Fixture, PlayedMatch, StoredMatch
from tourney.play.referee import Referee
from tourney.render.progress import duration
from tourney.render.text import indented, json_text
from tourney.runs.parts import WHOLE_RUN, Part, Portion
from tourney.runs.spec import Prepared
from tourney.runs.worker import play_match, stderr_texts
from tourney.store.connect import address
from tourney.work.executors import Workers

KEPT = {"rows": "every move", "packed": "every move (packed)", "results": "every result"}
PROBE_MATCHES = 3
PROBE_SECONDS = 1.0


class StoredProgress(NamedTuple):
    """The number of stored matches, and whether the bots are unchanged since the first."""

    matches: int = 0
    same_bots: bool = True


def preview(
    app: App,
    prepared: Prepared,
    stored: StoredProgress,
    workers: Workers,
    part: Part = WHOLE_RUN,
) -> int:
    """Show what the run would play, with an estimate of the time."""
    with bot_output_to_stderr():
        facts = _facts(app, prepared, stored, workers, part)
    if app.format in {"json", "jsonl"}:
        app.draw(json_text(facts) + "\n")
        return 0
    rows = "".join(f"{key:<9} {value}\n" for key, value in _lines(prepared, facts))
    app.write(rows)
    app.say("nothing was played or written")
    return 0


def _facts(
    app: App, prepared: Prepared, stored: StoredProgress, workers: Workers, part: Part
) -> dict[str, Any]:
    spec, schedule, jobs = prepared.spec, prepared.schedule, workers.jobs
    total = Portion(schedule, part).total
    left = max(total - stored.matches, 0)
    return {
        "run": spec.name,
        "game": spec.game,
        "rules": f"{spec.game}/{spec.rules}",
        "options": dict(spec.options),
        "seats": spec.seats,
        "bots": {bot.name: f"{bot.target} {bot.version}" for bot in spec.bots},
        "lineups": schedule.lineups,
        "deals": spec.deals,
        "until": spec.until or None,
        "block": spec.block,
        "block_size": schedule.block_size,
        "matches": total,
        **({} if part == WHOLE_RUN else {"part": str(part)}),
        "stored": stored.matches,
        "seconds": round(ceil(left / jobs) * _seconds_a_match(prepared), 1) if left else 0.0,
        "jobs": jobs,
        **({"executor": f"dask:{workers.cluster.address}"} if workers.cluster else {}),
        "reproducible": prepared.reproducible and stored.same_bots,
        "db": app.database,
        "db_exists": (file := address(app.db).path) is None or file.exists(),
    }


def _seconds_a_match(prepared: Prepared) -> float:
    """Mean time of a few matches spread over the schedule, played for about a second."""
    total = prepared.schedule.total
    began, played = perf_counter(), 0
    for number in sorted({1, (total + 1) // 2, total})[:PROBE_MATCHES]:
        play_match(prepared, number)
        played += 1
        if perf_counter() - began > PROBE_SECONDS:
            break
    return (perf_counter() - began) / played


def _lines(prepared: Prepared, facts: dict[str, Any]) -> Sequence[tuple[str, str]]:
    spec = prepared.spec
    options = " ".join(f"{key}={value}" for key, value in spec.options) or "default options"
    blocks = f"{spec.deals * prepared.schedule.lineups} blocks of {facts['block_size']}"
    new = "" if facts["db_exists"] else ", a new file"
    why = "a bot has changed" if prepared.reproducible else "a bot or the run uses a clock"
    again = "" if facts["reproducible"] else f"; not reproducible, {why}"
    among = f", in {facts['jobs']} processes" if facts["jobs"] > 1 else ""
    among = f" in one process, by {facts['executor']}" if "executor" in facts else among
    most = "at most " if spec.until else ""
    return (
        ("run", spec.name),
        ("game", f"{facts['rules']}, {options}, {spec.seats} seats"),
        ("bots", ", ".join(f"{name} = {bot}" for name, bot in facts["bots"].items())),
        (
            "schedule",
            f"{spec.schedule}, {spec.deals} deals with {facts['lineups']} line-up(s) each",
        ),
        *([("until", f"{spec.until}; may end the run earlier")] if spec.until else []),
        ("matches", f"{_matches(facts)} in {blocks} ({spec.block}); {facts['stored']} stored"),
        ("time", f"{most}{_about(facts['seconds'])} by a probe{among}{again}"),
        ("writes", f"the run and {KEPT[spec.log]} into {facts['db']}{new}"),
    )


def _matches(facts: dict[str, Any]) -> str:
    """The number of matches; of a part, also which one."""
    return f"{facts['matches']}, part {facts['part']}" if "part" in facts else f"{facts['matches']}"


def _about(seconds: float) -> str:
    return f"about {duration(seconds)}" if seconds >= 1 else "less than a second"


def play_again(app: App, prepared: Prepared, number: int, trace: str | None) -> int:
    """Play match `number` again, show its log and compare it with the stored match."""
    total = prepared.schedule.total
    if not 1 <= number <= total:
        raise NotFound(
            f"no match {number} in run '{prepared.spec.name}'; its matches are 1 to {total}"
        )
    played = _traced(prepared, prepared.schedule.fixture(number), trace)
    app.write(_log(prepared, played))
    _say_stderr(app, prepared)
    if trace:
        app.say(f"wrote all messages to and from bots to {trace}")
    _compared(app, prepared, played)
    _say_faults(app, played)
    return 0


def _say_stderr(app: App, prepared: Prepared) -> None:
    """Pass on what the processes of the bots wrote to stderr."""
    for bot, text in stderr_texts(prepared).items():
        app.say(f"stderr of {prepared.spec.bots[bot].name}:\n{indented(text.expandtabs())}")


def _say_faults(app: App, played: PlayedMatch) -> None:
    """Say last what went wrong: seat, code and evidence of each fault."""
    for fault in played.faults:
        seat = f"{seat_letter(fault.seat)}, ply {fault.ply}: " if fault.seat >= 0 else ""
        app.say(f"{seat}{fault.code}: {fault.evidence}")


def _compared(app: App, prepared: Prepared, played: PlayedMatch) -> None:
    """Say whether the stored match is the same; TourneyError if it differs."""
    number = played.fixture.number
    stored = _stored(app, prepared, number)
    if stored is None:
        app.say("this match is not stored, so it was not compared")
    elif not _same(prepared, stored, played):
        _say_faults(app, played)
        words = f"match {number} differs from the stored match"
        versions = _other_versions(prepared, stored, played.fixture)
        raise TourneyError(words + (versions or _lost_fault(prepared, stored, played)))
    else:
        whole = prepared.spec.log != "results"
        app.say("identical to the stored match" if whole else "same result as the stored match")


def _same(prepared: Prepared, stored: StoredMatch, played: PlayedMatch) -> bool:
    """Whether the stored match is the same, as far as it was stored."""
    nobody = (None,) * prepared.spec.seats
    result = (played.status, played.outcome.scores or nobody, played.outcome.places or nobody)
    return (stored.status, stored.scores, stored.places) == result and (
        prepared.spec.log == "results" or stored.entries == played.entries
    )


def _other_versions(prepared: Prepared, stored: StoredMatch, fixture: Fixture) -> str:
    """The bots that played the stored match in a different version, for an error message."""
    now = [prepared.spec.bots[bot] for bot in fixture.seats]
    pairs = zip(now, stored.versions, strict=True)
    old = [f"'{bot.name}' {version}" for bot, version in pairs if bot.version != version]
    return f", which was played by other versions: {', '.join(dict.fromkeys(old))}" if old else ""


def _lost_fault(prepared: Prepared, stored: StoredMatch, played: PlayedMatch) -> str:
    """A stored fault that did not occur again, for an error message."""
    again = {fault.seat for fault in played.faults}
    lost = next((one for one in stored.faults if one.seat not in again and one.seat >= 0), None)
    if lost is None:
        return ""
    bot = prepared.spec.bots[played.fixture.seats[lost.seat]].name
    return (
        f", in which '{bot}' had the fault {lost.code}: {lost.evidence}; a single match has new "
        f"processes, and a fault that needs earlier matches does not occur in it: look for it "
        f"with {check_line(prepared.spec, bot)}"
    )


def _traced(prepared: Prepared, fixture: Fixture, trace: str | None) -> PlayedMatch:
    names = [prepared.spec.bots[bot].name for bot in fixture.seats]
    agents = prepared.agents(fixture)
    with bot_output_to_stderr(), ExitStack() as stack:
        file, lines = stack.enter_context(Output(trace)) if trace else None, list[object]()
        if file is not None:
            agents = [traced(a, n, names[n], lines.append) for n, a in enumerate(agents)]
        played = Referee(prepared.setup, fixture, agents).play()
        if file is not None:
            file.write("".join(map(str, lines)))
        return played


def _log(prepared: Prepared, played: PlayedMatch) -> str:
    """The seats, the lines of the record and the result."""
    bots = [prepared.spec.bots[bot].name for bot in played.fixture.seats]
    seats = [f"seat {seat_letter(seat)}: {bot}" for seat, bot in enumerate(bots)]
    lines = prepared.setup.game.layout(played.entries)
    scores = ", ".join(f"{seat_letter(s)} {n}" for s, n in enumerate(played.outcome.scores))
    end = [f"result: {scores}"] if scores else []
    return "\n".join([*seats, "", *lines, "", *end, f"status: {played.status}", ""])


def _stored(app: App, prepared: Prepared, number: int) -> StoredMatch | None:
    """The match in the database, if the same run is stored there."""
    name = prepared.spec.name
    try:
        store = app.store()
        same = store.run(name).spec == prepared.spec
        whole = prepared.spec.log != "results"
        return store.match(f"{name}/{number}", entries=whole) if same else None
    except NotFound:
        return None
