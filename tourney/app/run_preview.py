"""What a run would play, and one of its matches played again, without storing anything."""

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

from engines.api import seat_letter
from engines.messages import Message, Sentence, say
from tourney.agents.wrappers import traced
from tourney.app.host import Host
from tourney.app.run_reports import check_line
from tourney.domain.errors import NotFound, TourneyError
from tourney.domain.match_values import PlayedMatch, StoredMatch, pack_options
from tourney.play.referee import Referee
from tourney.render.code_words import word_of
from tourney.render.text import duration, indented
from tourney.runs.batches import play_match
from tourney.runs.run_plan import Prepared
from tourney.runs.run_schedule import WHOLE_RUN, Part, Portion
from tourney.store.matches import match_named
from tourney.store.runs import run_named
from tourney.work.executors import Workers

KEPT: Final = {
    "rows": Sentence("app.preview-moves"),
    "packed": Sentence("app.preview-packed"),
    "results": Sentence("app.preview-results"),
}
"""What a run stores, by its kind of log."""
PROBE_MATCHES: Final = 3
PROBE_SECONDS: Final = 1.0


class StoredProgress(NamedTuple):
    """The number of stored matches, and whether the bots are unchanged since the first."""

    matches: int = 0
    same_bots: bool = True


def preview_facts(
    prepared: Prepared,
    stored: StoredProgress,
    workers: Workers,
    part: Part,
    database: str,
    file: Path | None,
) -> dict[str, Any]:
    """What the run would play, with an estimate of the time; `file` is that of the database."""
    spec, schedule, jobs = prepared.spec, prepared.schedule, workers.jobs
    total = Portion(schedule, part).total
    left = max(total - stored.matches, 0)
    seconds = 0.0
    if left:
        # The mean time of a few matches spread over the schedule, played for about a second.
        probed = sorted({1, (schedule.total + 1) // 2, schedule.total})[:PROBE_MATCHES]
        began, played = perf_counter(), 0
        with redirect_stdout(sys.stderr):  # what bots print is no data
            for number in probed:
                play_match(prepared, number)
                played += 1
                if perf_counter() - began > PROBE_SECONDS:
                    break
        seconds = round(ceil(left / jobs) * (perf_counter() - began) / played, 1)
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
        "seconds": seconds,
        "jobs": jobs,
        **({"executor": f"dask:{workers.cluster.address}"} if workers.cluster else {}),
        # A part that other versions of the bots have played does not come out again.
        "reproducible": prepared.reproducible and stored.same_bots,
        "db": database,
        "db_exists": file is None or file.exists(),
    }


def preview_lines(
    prepared: Prepared, facts: dict[str, Any]
) -> Sequence[tuple[Message, Message | str]]:
    """The same for people: keys and values."""
    spec = prepared.spec
    options = pack_options(spec.options)
    game = say(
        "app.preview-game",
        rules=facts["rules"],
        options=options or say("app.preview-defaults"),
        seats=spec.seats,
    )
    schedule = say(
        "app.preview-schedule", schedule=spec.schedule, deals=spec.deals, lineups=facts["lineups"]
    )
    matches = Sentence("app.preview-part") if "part" in facts else Sentence("app.preview-matches")
    stored = Sentence("app.preview-into") if facts["db_exists"] else Sentence("app.preview-new")
    until = say("app.preview-until", rule=spec.until) if spec.until else None
    return (
        (say("app.preview-k-run"), spec.name),
        (say("app.preview-k-game"), game),
        (say("app.preview-k-bots"), ", ".join(f"{n} = {bot}" for n, bot in facts["bots"].items())),
        (say("app.preview-k-schedule"), schedule),
        *([(say("app.preview-k-until"), until)] if until else []),
        (
            say("app.preview-k-matches"),
            matches(
                count=facts["matches"],
                part=facts.get("part", ""),
                blocks=spec.deals * prepared.schedule.lineups,
                size=facts["block_size"],
                block=spec.block,
                stored=facts["stored"],
            ),
        ),
        (say("app.preview-k-time"), _time(prepared, facts)),
        (say("app.preview-k-writes"), stored(what=KEPT[spec.log](), database=facts["db"])),
    )


def _time(prepared: Prepared, facts: dict[str, Any]) -> Message:
    """How long the run takes, in how many processes, and why another one could end differently."""
    time = say("app.preview-second")
    if facts["seconds"] >= 1:
        time = say("app.preview-about", time=duration(facts["seconds"]))
    if facts["until"]:
        time = say("app.preview-at-most", time=time)
    time = say("app.preview-probe", time=time)
    if "executor" in facts:
        time = say("app.preview-by-cluster", time=time, cluster=facts["executor"])
    elif facts["jobs"] > 1:
        time = say("app.preview-processes", time=time, count=facts["jobs"])
    if not facts["reproducible"]:
        why = say("app.preview-changed") if prepared.reproducible else say("app.preview-clock")
        time = say("app.preview-other-results", time=time, why=why)
    return time


def played_again(prepared: Prepared, number: int, trace: list[object] | None) -> PlayedMatch:
    """Play match `number`; what is said to bots and what they answer is added to `trace`."""
    fixture = prepared.schedule.fixture(number)
    agents = prepared.agents(fixture)
    if trace is not None:
        names = [prepared.spec.bots[bot].name for bot in fixture.seats]
        agents = [traced(agent, at, names[at], trace.append) for at, agent in enumerate(agents)]
    with redirect_stdout(sys.stderr):
        return Referee(prepared.setup, fixture, agents).play()


def match_text(prepared: Prepared, played: PlayedMatch) -> str:
    """The seats of a match, the lines of its record and the result."""
    bots = [prepared.spec.bots[bot].name for bot in played.fixture.seats]
    seats = [f"seat {seat_letter(seat)}: {bot}" for seat, bot in enumerate(bots)]
    lines = prepared.setup.game.layout(played.entries)
    scores = ", ".join(f"{seat_letter(s)} {n}" for s, n in enumerate(played.outcome.scores))
    end = [f"result: {scores}"] if scores else []
    return "\n".join([*seats, "", *lines, "", *end, f"status: {played.status}", ""])


def say_what_bots_wrote(host: Host, prepared: Prepared) -> None:
    """Pass on what the processes of the bots wrote to stderr."""
    for bot, text in prepared.stderr().items():
        name = prepared.spec.bots[bot].name
        host.say(say("app.run-stderr", bot=name, text=indented(text.expandtabs())))


def compare_with_stored(host: Host, prepared: Prepared, played: PlayedMatch) -> None:
    """Say whether the stored match is the same, and what went wrong; TourneyError if it differs."""
    spec, number = prepared.spec, played.fixture.number
    whole = spec.log != "results"
    stored: StoredMatch | None = None
    try:
        store = host.store()
        # A run of the same name with other settings has other matches.
        if run_named(store, spec.name).spec == spec:
            stored = match_named(store, f"{spec.name}/{number}", entries=whole)
    except NotFound:
        pass
    fault: Message | None = None
    if stored is None:
        host.say(say("app.run-not-compared"))
    else:
        # Without a result a played match has no scores, a stored one None for each seat.
        nobody = (None,) * spec.seats
        result = (played.status, played.outcome.scores or nobody, played.outcome.places or nobody)
        same = (stored.status, stored.scores, stored.places) == result
        if same and (not whole or stored.entries == played.entries):
            host.say(say("app.run-identical") if whole else say("app.run-same-result"))
        else:
            fault = _why_it_differs(prepared, stored, played)
    # Last what went wrong: seat, code and evidence of each fault.
    for one in played.faults:
        words = say("app.run-a-fault", fault=word_of(one.code), evidence=one.evidence)
        if one.seat >= 0:
            words = say("app.run-at-ply", seat=seat_letter(one.seat), ply=one.ply, what=words)
        host.say(words)
    if fault is not None:
        raise TourneyError(fault)


def _why_it_differs(prepared: Prepared, stored: StoredMatch, played: PlayedMatch) -> Message:
    """Other versions of the bots, a fault that did not occur again, or no reason that we know."""
    number, bots = played.fixture.number, [prepared.spec.bots[bot] for bot in played.fixture.seats]
    pairs = zip(bots, stored.versions, strict=True)
    old = [f"'{bot.name}' {version}" for bot, version in pairs if bot.version != version]
    if old:
        return say("app.run-old-bots", number=number, bots=", ".join(dict.fromkeys(old)))
    # A bot that failed then and not now, such as by the clock, is what differs.
    again = {fault.seat for fault in played.faults}
    lost = next((one for one in stored.faults if one.seat not in again and one.seat >= 0), None)
    if lost is None:
        return say("app.run-differs", number=number)
    bot = bots[lost.seat].name
    return say(
        "app.run-lost-fault",
        number=number,
        bot=bot,
        fault=word_of(lost.code),
        evidence=lost.evidence,
        command=check_line(prepared.spec, bot),
    )
