"""What is said about a stored run: the commands that play it again, and its results so far."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.messages import Message, say
from tourney.app.choose import choose_run, counted
from tourney.app.host import Host
from tourney.domain.run_spec import RunSpec
from tourney.domain.safe_text import shell_line
from tourney.play.clock import Clock
from tourney.play.luck import derived_bot_seed
from tourney.play.packed_logs import LOGS

if TYPE_CHECKING:
    from tourney.results.sums import ResultSums
    from tourney.runs.until import Comparison
    from tourney.store.runs import StoredRun


def command_line(spec: RunSpec, *more: str) -> str:
    """The command that plays this run, with more words at the end."""
    words = ["tourney", "run", "-g", spec.game]
    for key, value in spec.options:
        words += ["-O", f"{key}={value}"]
    for bot in spec.bots:
        # A target may contain characters that are not allowed in a name before "=".
        unnamed = bot.name == bot.target
        words += ["--bot", bot.target if unnamed else f"{bot.name}={bot.target}"]
    words += ["--seats", str(spec.seats), "--deals", str(spec.deals), "--seed", spec.seed]
    words += [] if spec.bot_seed == derived_bot_seed(spec.seed) else ["--bot-seed", spec.bot_seed]
    words += ["--schedule", spec.schedule, "--block", spec.block, "--on-fault", spec.on_fault]
    # What is as usual is left out: people read this command, and type it in.
    words += ["--log", spec.log] if spec.log != LOGS[0] else []
    words += ["--until", spec.until] if spec.until else []
    for option, ms in (("--time-per-move", spec.move_ms), ("--time-per-match", spec.bank_ms)):
        if ms:
            words += [option, f"{ms // 1000}.{ms % 1000:03}".rstrip("0").rstrip(".")]
    words += ["--memory", str(spec.memory_mb)] if spec.memory_mb else []
    words += [] if spec.isolation == "limits" else ["--isolation", spec.isolation]
    return shell_line([*words, "--name", spec.name, *more])


def check_line(spec: RunSpec, name: str) -> str:
    """The command that tests a bot of this run in several matches with each process."""
    target = next(bot.target for bot in spec.bots if bot.name == name)
    words = ("tourney", "bot", "check", target, "-g", spec.game, "--only", "matches")
    return shell_line([*words, "--trace", "trace.jsonl"])


def time_limits(clock: Clock) -> Message:
    """The time for a move and for a match."""
    move = say("app.time-a-move", ms=clock.move_ms)
    match = say("app.time-a-match", ms=clock.bank_ms)
    if clock.move_ms and clock.bank_ms:
        return say("app.time-both", move=move, match=match)
    if clock.limited:
        return move if clock.move_ms else match
    return say("app.time-no-limit")


def load_sums(host: Host, run: str | None, by: str, tiebreak: str | None) -> "ResultSums":
    """Sums over the results of a run; prints how many matches are missing and the stopping rule."""
    from tourney.runs.run_schedule import total
    from tourney.runs.stored_results import read_sums
    from tourney.scoring import tiebreak_names
    from tourney.store.matches import void_matches

    names = tiebreak_names(tiebreak)
    store = host.store()
    chosen = choose_run(store, run, host.say)
    sums = read_sums(store, chosen, by, names)
    # Void matches are neither missing nor counted.
    void = void_matches(store, chosen)
    name = chosen.spec.name
    if words := _incomplete(sums, total(chosen.spec) - len(void), chosen.spec.seats):
        host.say(say("app.run-state", run=name, state=words))
    if void:
        what = say("events.run", name=name)
        host.say(say("app.standings-void", what=what, matches=counted(void)))
    if chosen.spec.until:
        from tourney.runs.until import verdict  # loads the bots, too

        if status := verdict(store, chosen):
            host.say(say("app.run-state", run=name, state=status.message()))
    return sums


def say_compared(host: Host, runs: "Sequence[StoredRun]", found: "Comparison") -> None:
    """Say which deals a comparison of runs or of bots of a run counts, and what it cannot tell."""
    from tourney.runs.until import counted_deals, verdict

    # Which deals count decides what the numbers are worth, so it is said with them.
    notes = counted_deals(found.faulty, found.left_out)
    host.say(say("app.compare-shared", deals=found.deals, notes=notes))
    # A run that its own result has ended is no fair sample: its difference looks too large.
    for run in runs:
        status = verdict(host.store(), run)
        if status is not None and status.ended:
            host.say(say("app.compare-stopped", run=run.spec.name, rule=status.rule))
    if found.doubtful:
        host.say(say("app.compare-no-verdict"))


def _incomplete(sums: "ResultSums", planned: int, seats: int) -> Message | str:
    """How many matches are missing or abandoned; empty if all have a result."""
    from tourney.render.code_words import listed

    # Counted once for each of its players.
    abandoned = sums.abandoned.total() // seats
    played = sums.matches + abandoned
    parts = [say("app.run-played-of", count=played, total=planned)] if played < planned else []
    if abandoned and parts:
        parts.append(say("app.run-abandoned-of-them", count=abandoned))
    elif abandoned:
        parts.append(say("app.run-abandoned-of", count=abandoned, total=planned))
    if any(map(sums.withheld, sums.abandoned)):
        parts.append(say("app.run-no-intervals"))
    if gone := [name for name in sums.abandoned if name not in sums.ledger.records]:
        parts.append(say("app.run-no-result-of", bots=", ".join(gone)))
    return listed(parts) if parts else ""
