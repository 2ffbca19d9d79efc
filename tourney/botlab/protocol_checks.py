"""The part of the compliance test that only programs have: how they hold the conversation."""

from collections.abc import Iterable, Iterator
from contextlib import closing
from time import perf_counter

from engines.games import GAMES
from tourney.agents.bot_process import ProcessExit
from tourney.agents.command import PREFIX, command_words, load_command
from tourney.agents.isolation import Limits
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.messages import WANTS
from tourney.agents.process import Processes
from tourney.agents.wire import Hello, WireLimits
from tourney.botlab.checks import FAIL, NOTE, PASS, BotUnderTest, CheckResult, last_words, told
from tourney.botlab.trials import TrialMatch, play, trials
from tourney.botlab.unusual import KINDS, LEAVING, channel, leaves
from tourney.domain.shell import shell_line
from tourney.play.agent import AgentFault


def is_program(subject: BotUnderTest) -> bool:
    """Whether it is a process of its own."""
    return subject.target.startswith(PREFIX)


def hello(subject: BotUnderTest) -> Iterator[CheckResult]:
    """Whether it starts and says who it is."""
    if not is_program(subject):
        with closing(subject.load()) as loaded:
            seen = f"version {loaded.version}, plays {_listed(loaded.games)}"
            yield CheckResult("hello", "", PASS, seen)
        return
    words = command_words(subject.target)
    with closing(Processes(words, Limits(), WireLimits())) as processes:
        began = perf_counter()
        try:
            said = processes.hello()
        except AgentFault as fault:
            again = f"tourney bot sample diams | {_command(subject)}"
            early = "ended without a hello: " if fault.code == "crash" else ""
            seen = f"{early}{fault.evidence}{last_words(fault.detail)}"
            yield CheckResult("hello", "", FAIL, seen, (again,))
            return
        yield _introduced(subject, said, 1000 * (perf_counter() - began))


def _introduced(subject: BotUnderTest, said: Hello, ms: float) -> CheckResult:
    want = _listed(want for want in WANTS if want in said.want) or "only requests"
    seen = f"{said.name or 'no name'}, ready after {ms:.0f} ms, wants {want}"
    foreign = [game for game in said.games if game not in GAMES]
    if foreign:
        return CheckResult("hello", "", NOTE, f"{seen}; unknown games: {_listed(foreign)}")
    if not said.version:
        with closing(subject.load()) as loaded:
            version = loaded.version
        return CheckResult("hello", "", NOTE, f"{seen}; declares no version, stored as {version}")
    return CheckResult("hello", "", PASS, f"{seen}, version {said.version}")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _command(subject: BotUnderTest) -> str:
    return shell_line(command_words(subject.target))


def unusual(subject: BotUnderTest, kind: str) -> Iterator[CheckResult]:
    """A match spoken in an unusual way that the protocol allows."""
    if not is_program(subject):
        return
    game, tape = subject.games[0], subject.tape
    tape.clear()
    made = load_command(subject.target, Limits(), None, channel(KINDS[kind], tape))
    failed = _failed(made, game)
    if failed is None:
        yield CheckResult(kind, game, PASS, WELL[kind])
    elif _failed(subject.load(), game) is not None:
        yield CheckResult(kind, game, NOTE, "not tested: the bot fails in an ordinary match, too")
    else:
        file = f"{kind}.jsonl"
        again = f"{subject.again(kind, game)} --trace {file}"
        yield CheckResult(kind, game, FAIL, told(failed), (again, f"{_command(subject)} < {file}"))


def _failed(bot: LoadedBot, game: str) -> TrialMatch | None:
    """The first match with a fault in a short trial; the bot is closed."""
    with closing(bot) as loaded:
        trial = next(trials(GAMES[game], quick=True))
        return next((one for one in play(trial, loaded) if one.fault is not None), None)


WELL = {
    "junk": "ignores unknown messages and fields",
    "pieces": "reads long lines and lines that arrive in pieces",
    "twice": "continues after a repeated request",
}


def junk(subject: BotUnderTest) -> Iterator[CheckResult]:
    """Empty lines, unknown messages, unknown fields."""
    yield from unusual(subject, "junk")


def pieces(subject: BotUnderTest) -> Iterator[CheckResult]:
    """Much at a time, and little."""
    yield from unusual(subject, "pieces")


def twice(subject: BotUnderTest) -> Iterator[CheckResult]:
    """The same request again."""
    yield from unusual(subject, "twice")


def ending(subject: BotUnderTest) -> Iterator[CheckResult]:
    """Whether it ends by itself when it is told to, and when its input ends."""
    if not is_program(subject):
        return
    words = command_words(subject.target)
    for about, is_told in (("quit", True), ("end of input", False)):
        yield _ended(subject, about, leaves(words, Limits(), told=is_told))


def _ended(subject: BotUnderTest, about: str, found: ProcessExit | None) -> CheckResult:
    sent = '\'{"t":"quit"}\'' if about == "quit" else "''"
    again = (f"echo {sent} | {_command(subject)}; echo $?",)
    if found is None:
        seen = f"still running after {LEAVING:g} s"
        return CheckResult("end", about, FAIL, seen, (again[0].removesuffix("; echo $?"),))
    if found.status != 0:
        return CheckResult("end", about, FAIL, f"{found.words}{last_words(found.tail)}", again)
    return CheckResult("end", about, PASS, "exits by itself")
