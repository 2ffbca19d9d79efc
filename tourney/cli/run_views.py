"""Previews a run, and plays one of its matches again without storing it."""

from collections.abc import Sequence
from contextlib import ExitStack
from math import ceil
from time import perf_counter
from typing import Any, NamedTuple

from engines.api import seat_letter
from engines.messages import Message, Sentence, say
from tourney.agents.wrappers import traced
from tourney.app.run_reports import check_line
from tourney.cli.base import App
from tourney.cli.output import Output
from tourney.cli.run_display import bot_output_to_stderr
from tourney.domain.errors import NotFound, TourneyError
from tourney.domain.match_values import Fixture, PlayedMatch, StoredMatch
from tourney.play.referee import Referee
from tourney.render.code_words import word_of
from tourney.render.live_screens import duration
from tourney.render.text import cell_width, indented, json_text, pad
from tourney.runs.batches import play_match
from tourney.runs.run_plan import Prepared
from tourney.runs.run_schedule import WHOLE_RUN, Part, Portion
from tourney.store.connect import address
from tourney.store.matches import match_named
from tourney.store.runs import run_named
from tourney.work.executors import Workers

KEPT = {
    "rows": Sentence("cli.preview-moves"),
    "packed": Sentence("cli.preview-packed"),
    "results": Sentence("cli.preview-results"),
}
"""What a run stores, by its kind of log."""
KEYS_LEAST = 9
"""Columns of the keys of a preview."""
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
    lines = [(app.text(key), app.text(value)) for key, value in _lines(prepared, facts)]
    width = max(KEYS_LEAST, *(cell_width(key) for key, _ in lines))
    app.write("".join(f"{pad(key, width)} {value}\n" for key, value in lines))
    app.say(say("cli.preview-end"))
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


def _lines(
    prepared: Prepared, facts: dict[str, Any]
) -> Sequence[tuple[Message | str, Message | str]]:
    spec = prepared.spec
    options = " ".join(f"{key}={value}" for key, value in spec.options)
    matches = Sentence("cli.preview-part") if "part" in facts else Sentence("cli.preview-matches")
    stored = Sentence("cli.preview-into") if facts["db_exists"] else Sentence("cli.preview-new")
    return (
        (say("cli.preview-k-run"), spec.name),
        (
            say("cli.preview-k-game"),
            say(
                "cli.preview-game",
                rules=facts["rules"],
                options=options or say("cli.preview-defaults"),
                seats=spec.seats,
            ),
        ),
        (
            say("cli.preview-k-bots"),
            ", ".join(f"{name} = {bot}" for name, bot in facts["bots"].items()),
        ),
        (
            say("cli.preview-k-schedule"),
            say(
                "cli.preview-schedule",
                schedule=spec.schedule,
                deals=spec.deals,
                lineups=facts["lineups"],
            ),
        ),
        *(
            [(say("cli.preview-k-until"), say("cli.preview-until", rule=spec.until))]
            if spec.until
            else []
        ),
        (
            say("cli.preview-k-matches"),
            matches(
                count=facts["matches"],
                part=facts.get("part", ""),
                blocks=spec.deals * prepared.schedule.lineups,
                size=facts["block_size"],
                block=spec.block,
                stored=facts["stored"],
            ),
        ),
        (say("cli.preview-k-time"), _time(prepared, facts)),
        (say("cli.preview-k-writes"), stored(what=KEPT[spec.log](), database=facts["db"])),
    )


def _time(prepared: Prepared, facts: dict[str, Any]) -> Message:
    """How long the run takes, in how many processes, and why another one could end differently."""
    time = say("cli.preview-second")
    if facts["seconds"] >= 1:
        time = say("cli.preview-about", time=duration(facts["seconds"]))
    if facts["until"]:
        time = say("cli.preview-at-most", time=time)
    time = say("cli.preview-probe", time=time)
    if "executor" in facts:
        time = say("cli.preview-by-cluster", time=time, cluster=facts["executor"])
    elif facts["jobs"] > 1:
        time = say("cli.preview-processes", time=time, count=facts["jobs"])
    if not facts["reproducible"]:
        why = say("cli.preview-changed") if prepared.reproducible else say("cli.preview-clock")
        time = say("cli.preview-other-results", time=time, why=why)
    return time


def play_again(app: App, prepared: Prepared, number: int, trace: str | None) -> int:
    """Play match `number` again, show its log and compare it with the stored match."""
    total = prepared.schedule.total
    if not 1 <= number <= total:
        name = prepared.spec.name
        raise NotFound(say("cli.run-no-match", number=number, run=name, last=total))
    played = _traced(prepared, prepared.schedule.fixture(number), trace)
    app.write(_log(prepared, played))
    _say_stderr(app, prepared)
    if trace:
        app.say(say("cli.run-wrote-trace", file=trace))
    _compared(app, prepared, played)
    _say_faults(app, played)
    return 0


def _say_stderr(app: App, prepared: Prepared) -> None:
    """Pass on what the processes of the bots wrote to stderr."""
    for bot, text in prepared.stderr().items():
        name = prepared.spec.bots[bot].name
        app.say(say("cli.run-stderr", bot=name, text=indented(text.expandtabs())))


def _say_faults(app: App, played: PlayedMatch) -> None:
    """Say last what went wrong: seat, code and evidence of each fault."""
    for fault in played.faults:
        found = say("cli.run-a-fault", fault=word_of(fault.code), evidence=fault.evidence)
        if fault.seat >= 0:
            found = say("cli.run-at-ply", seat=seat_letter(fault.seat), ply=fault.ply, what=found)
        app.say(found)


def _compared(app: App, prepared: Prepared, played: PlayedMatch) -> None:
    """Say whether the stored match is the same; TourneyError if it differs."""
    number = played.fixture.number
    stored = _stored(app, prepared, number)
    if stored is None:
        app.say(say("cli.run-not-compared"))
    elif not _same(prepared, stored, played):
        _say_faults(app, played)
        raise TourneyError(
            _other_versions(prepared, stored, played.fixture)
            or _lost_fault(prepared, stored, played)
            or say("cli.run-differs", number=number)
        )
    else:
        whole = prepared.spec.log != "results"
        app.say(say("cli.run-identical") if whole else say("cli.run-same-result"))


def _same(prepared: Prepared, stored: StoredMatch, played: PlayedMatch) -> bool:
    """Whether the stored match is the same, as far as it was stored."""
    nobody = (None,) * prepared.spec.seats
    result = (played.status, played.outcome.scores or nobody, played.outcome.places or nobody)
    return (stored.status, stored.scores, stored.places) == result and (
        prepared.spec.log == "results" or stored.entries == played.entries
    )


def _other_versions(prepared: Prepared, stored: StoredMatch, fixture: Fixture) -> Message | None:
    """The error for a match whose stored form other versions of its bots played."""
    now = [prepared.spec.bots[bot] for bot in fixture.seats]
    pairs = zip(now, stored.versions, strict=True)
    old = [f"'{bot.name}' {version}" for bot, version in pairs if bot.version != version]
    if not old:
        return None
    return say("cli.run-old-bots", number=fixture.number, bots=", ".join(dict.fromkeys(old)))


def _lost_fault(prepared: Prepared, stored: StoredMatch, played: PlayedMatch) -> Message | None:
    """The error for a match with a stored fault that did not occur again."""
    again = {fault.seat for fault in played.faults}
    lost = next((one for one in stored.faults if one.seat not in again and one.seat >= 0), None)
    if lost is None:
        return None
    bot = prepared.spec.bots[played.fixture.seats[lost.seat]].name
    return say(
        "cli.run-lost-fault",
        number=played.fixture.number,
        bot=bot,
        fault=word_of(lost.code),
        evidence=lost.evidence,
        command=check_line(prepared.spec, bot),
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
        same = run_named(store, name).spec == prepared.spec
        whole = prepared.spec.log != "results"
        return match_named(store, f"{name}/{number}", entries=whole) if same else None
    except NotFound:
        return None
