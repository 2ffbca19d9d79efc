"""`tourney bot`: create bots, test them and show their faults."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout, suppress
from itertools import groupby
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import click

from engines.games import plugins
from engines.messages import Message, Sentence, say
from tourney.app.choose import find_game
from tourney.cli.base import App, AppGroup
from tourney.cli.common_options import AskedWorkers, executor_options, workers_of
from tourney.cli.failures import INTERRUPTED
from tourney.cli.output import PLAIN_ENDINGS, Output, refuse_database, replaced_file
from tourney.cli.run_display import PLAIN_EVERY, WorkBar
from tourney.cli.usage import Number, OneWordOf, PositiveNumber, WholeNumber
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.domain.safe_text import file_word, is_text

if TYPE_CHECKING:
    from engines.api import Game
    from tourney.app.train_value import AskedTraining, Course, TrainingInterrupted
    from tourney.botlab.ladder import Duel, Strength
    from tourney.botlab.trials import BotUnderTest, CheckResult
    from tourney.render.text_tables import Row, Table
    from tourney.store import Database
    from tourney.store.bots import BotFault
    from tourney.work.executors import Workers


LANGUAGES: Final = ("python", "c", "node", "go", "rust", "java", "ruby")
RESULTS: Final = {
    "pass": Sentence("botlab.pass"),
    "FAIL": Sentence("botlab.fail"),
    "note": Sentence("botlab.note"),
    "stronger": Sentence("botlab.stronger"),
    "equal": Sentence("botlab.equal"),
    "open": Sentence("botlab.open"),
    "weaker": Sentence("botlab.weaker"),
    "faults": Sentence("botlab.only-faults"),
}
FAILED: Final = 3
"""The exit code of a bot that fails a check: its answers are data with errors."""
ONLY_FAULTS: Final = 4
"""The exit code of a bot that had a fault in all matches against some rung."""
BUDGET: Final = 60.0
"""Seconds that all checks of a bot may take together."""
WEIGHTS_HEAD: Final = b'{"game"'
"""The first bytes of a file of weights."""
LEAST_MATCHES: Final = 40
"""Matches from which an eighth, the first fit of a learning curve, has some to learn from."""
AGAIN: Final = 5.0
"""Seconds between two lines about the progress of one check, on a terminal."""


bot = AppGroup("bot")
"""Create, test and inspect bots: programs in any language, or Python classes."""


@bot.command("new")
@click.argument("folder", metavar="NAME", type=click.Path(path_type=Path, readable=False))
@click.option(
    "--lang", "language", type=OneWordOf(LANGUAGES), default=LANGUAGES[0], show_default=True
)
def new(app: App, folder: Path, language: str) -> None:
    """Create the folder NAME with a bot that plays every game."""
    from tourney.botlab.starters import new_bot

    made = new_bot(folder, language, app.text)
    app.say(say("cli.bot-wrote", files=" ".join(map(str, made.files))))
    for words in made.commands:
        app.say(f"  {words}")
    app.say(say("app.undo", command=f"rm -r {file_word(folder)}"))


@bot.command("list")
def list_(app: App) -> None:
    """List the bots: built in, from installed packages, and from stored runs by version."""
    from tourney.agents.loader import hidden_bots, installed_bots
    from tourney.bots import BOTS
    from tourney.render.text_tables import Column, Table
    from tourney.store.bots import bot_histories

    columns = (
        Column("bot", say("cli.bot-h-bot")),
        Column("source", say("cli.bot-h-source")),
        Column("target", say("cli.bot-h-target")),
        Column("version", say("cli.bot-h-version")),
        Column("runs", say("cli.bot-h-runs")),
        Column("events", say("cli.bot-h-events")),
    )
    rows: list[Row] = [
        (name, say("cli.bot-built-in"), name, made.version, "", "") for name, made in BOTS.items()
    ]
    for entry in plugins("bot"):
        # One whose name somebody else has, too, is called by its place.
        name = entry.name if entry.name in installed_bots() else entry.place
        rows.append((name, say("cli.bot-of-package"), entry.place, "", "", ""))
    with suppress(NotFound):  # there is no database
        for one in bot_histories(app.store()):
            known, runs, events = one.bot, " ".join(one.runs), ", ".join(one.events)
            where = say("cli.bot-in-database")
            rows.append((known.name, where, known.target, known.version, runs, events))
    app.show(Table(columns, rows))
    for line in hidden_bots(BOTS):
        app.say(line)


@bot.command("check")
@click.argument("target", metavar="TARGET")
@click.option("-g", "--game", "games", metavar="GAME", multiple=True)
@click.option("--quick", is_flag=True)
@click.option("--only", metavar="CHECK", multiple=True)
@click.option("--time-per-move", "seconds", type=PositiveNumber(), metavar="S")
@click.option("--budget", type=PositiveNumber(), default=BUDGET, show_default=True, metavar="S")
@click.option("--trace", metavar="FILE")
def check(
    app: App,
    target: str,
    games: tuple[str, ...],
    quick: bool,
    only: tuple[str, ...],
    seconds: float | None,
    budget: float,
    trace: str | None,
) -> int:
    """Test a bot."""
    from tourney.agents.loader import hidden_bots
    from tourney.botlab.compliance import CHECKS, KINDS, findings, subject
    from tourney.botlab.trials import FAIL, RECORDED, Recorder
    from tourney.render.text_tables import Table

    # An unknown column is an error before the test.
    Table(_check_table(()).columns, ()).select(app.columns or ())
    for line in hidden_bots([target]):
        app.say(say("app.warning", text=line))
    for name in only:
        if name not in CHECKS:
            known = ", ".join(CHECKS)
            raise UsageFault(say("cli.bot-unknown-check", name=quoted(name), known=known))
    # A trace is the conversation of one check; with several it would be that of the last.
    wanted, traceable = set(only), (*RECORDED, *KINDS)
    if trace and (len(wanted) != 1 or not wanted <= set(traceable)):
        raise UsageFault(say("cli.bot-trace-what", known=", ".join(traceable)))
    progress = _progress(app)
    results, interrupted = list["CheckResult"](), False
    # What a bot in this process prints must not mix with data.
    with redirect_stdout(sys.stderr):
        tested = subject(
            target,
            [find_game(name).name for name in games],
            quick=quick,
            move_ms=None if seconds is None else 1000 * seconds,
            seconds=budget,
            recorder=Recorder() if trace and wanted & set(RECORDED) else None,
        )
        tested.tell = lambda words: progress(words, AGAIN)
        try:
            for result in findings(tested, only, progress):
                results.append(result)
        except KeyboardInterrupt:  # what was found until now is shown
            interrupted = True
    _report(app, results)
    if trace:
        _write_trace(app, tested, trace)
    if results:
        app.say(_summary(target, results))
    if interrupted:
        app.say(say("cli.bot-check-interrupted"))
        return INTERRUPTED
    return FAILED if any(result.result == FAIL for result in results) else 0


def _progress(app: App) -> Callable[..., None]:
    """Says which check begins; how far it is, if nothing was said for some seconds."""
    # On a pipe at most one line in ten seconds; on a terminal every check is named.
    every, told = 0.0 if sys.stderr.isatty() else PLAIN_EVERY, monotonic()

    # `told` is shared by both callers: the checks themselves, and a long match within one of them.

    def tell(name: str | Message, patience: float = 0.0) -> None:
        nonlocal told
        if monotonic() - told >= max(every, patience):
            told = monotonic()
            app.say(say("cli.bot-testing", what=name))

    return tell


def _check_table(results: "Sequence[CheckResult]") -> "Table":
    from tourney.render.text_tables import Column, Table

    columns = (
        Column("check", say("cli.bot-h-check")),
        Column("about", say("cli.bot-h-about")),
        Column("result", say("cli.bot-h-result")),
        Column("seen", say("cli.bot-h-seen")),
        Column("repeat", only="data"),
        Column("stderr", only="data"),
        Column("expected", only="data"),
    )
    rows = []
    for one in results:
        repeat, stderr = "\n".join(one.repeat), "\n".join(one.stderr)
        result = RESULTS[one.result]()
        rows.append((one.check, one.about, result, one.seen, repeat, stderr, one.expected))
    return Table(columns, rows)


def _report(app: App, results: "Sequence[CheckResult]") -> None:
    """Show what was found, for people with the bot's last words and how to repeat a failure."""
    from tourney.render.text import indented

    app.show(_check_table(results))
    # In data the same stands in columns of the table.
    for one in results if app.format == "table" else ():
        about = one.about
        check = say("cli.bot-check-of", check=one.check, about=about) if about else one.check
        if one.stderr:
            lines = indented("\n".join(one.stderr))
            app.write(f"\n{app.text(say('cli.bot-last-lines', check=check))}\n{lines}\n")
        if one.repeat:
            app.write(f"\n{app.text(say('cli.bot-to-repeat', check=check))}\n")
            app.write("".join(f"  {line}\n" for line in one.repeat))
        if one.repeat and one.expected:
            app.write(f"{app.text(say('cli.bot-expected', what=one.expected))}\n")


def _summary(target: str, results: "Sequence[CheckResult]") -> Message:
    """How many checks a bot passes or fails, and which could not be made."""
    from tourney.botlab.trials import FAIL
    from tourney.render.code_words import listed

    # A check that could not be made is no pass: it is counted by itself, with its games.
    untested: dict[str, list[str]] = {}
    for one in results:
        if one.untested:
            untested.setdefault(one.check, []).append(str(one.about))
    tested = sum(not one.untested for one in results)
    failed = sum(one.result == FAIL for one in results)
    verdict = Sentence("cli.bot-fails") if failed else Sentence("cli.bot-passes")
    said = verdict(target=target, failed=failed, count=tested)
    if not untested:
        return said
    names = [f"{check} ({', '.join(games)})" for check, games in untested.items()]
    skipped = say("cli.bot-not-tested", checks=listed(names))
    return say("cli.bot-tested-partly", tested=said, untested=skipped) if tested else skipped


def _write_trace(app: App, subject: "BotUnderTest", file: str) -> None:
    """Write the conversation of the failure, or the unusual lines that were sent."""
    if subject.recorder is None:
        text, wrote = b"".join(subject.tape).decode(), say("cli.bot-wrote-sent", file=file)
    elif subject.recorder.failed is not None:
        text, wrote = subject.recorder.failed.text(), say("cli.bot-wrote-talk", file=file)
    else:
        app.say(say("cli.bot-no-failure", file=file))
        return
    with Output(file) as out:
        out.write(text)
    app.say(wrote)


@bot.command("sample", endings={".jsonl": "jsonl", **PLAIN_ENDINGS})
@click.argument("name", metavar="GAME")
@click.option("--seats", type=Number(int), metavar="N")
@click.option("-O", "--option", "options", metavar="K=V", multiple=True)
def sample(app: App, name: str, seats: int | None, options: tuple[str, ...]) -> None:
    """Print the messages of a match of GAME to one seat, with a request of every phase."""
    from engines.api import OptionError
    from tourney.botlab.starters import samples
    from tourney.runs.run_plan import option_pairs

    game = find_game(name)
    count = game.seats[0] if seats is None else seats
    _require_seats(game, count)
    # Which options are allowed may depend on the number of seats.
    try:
        chosen = game.options(option_pairs(options), count)
    except OptionError as error:
        raise UsageFault(error.message) from None
    for one in samples(game, chosen, count):
        app.write(one.line)


def _require_seats(game: "Game[Any]", count: int) -> None:
    if count not in game.seats:
        words = {"low": game.seats[0], "high": game.seats[-1], "count": count}
        raise UsageFault(say("cli.bot-sample-seats", name=game.name, **words))


@bot.command("bench")
@click.argument("target", metavar="TARGET")
@click.option("-g", "--game", "games", metavar="GAME", multiple=True)
def bench(app: App, target: str, games: tuple[str, ...]) -> None:
    """Measure how long a bot takes to start, to answer a ping and to choose its moves."""
    from tourney.agents.loader import hidden_bots
    from tourney.botlab.bench import speeds
    from tourney.botlab.compliance import subject
    from tourney.render.text_tables import Column, Table

    columns = (
        Column("what", say("cli.bench-h-what")),
        Column("times", say("cli.bench-h-times"), "right", importance=3),
        Column("median_ms", say("cli.bench-h-median"), "right", digits=3, importance=8),
        Column("p99_ms", say("cli.bench-h-p99"), "right", digits=3),
        Column("max_ms", say("cli.bench-h-longest"), "right", digits=3),
        Column("thinking_ms", say("cli.bench-h-thinking"), "right", digits=3),
    )
    chosen = [find_game(name).name for name in games]
    for line in hidden_bots([target]):
        app.say(say("app.warning", text=line))
    with redirect_stdout(sys.stderr):
        measured = list(speeds(subject(target, chosen)))
    rows = [(s.what, len(s.times), s.typical, s.most, max(s.times), s.thinking) for s in measured]
    app.show(Table(columns, rows))


@bot.command("ladder")
@click.argument("target", metavar="TARGET")
@click.option("-g", "--game", "games", metavar="GAME", multiple=True)
@click.option("--seats", type=Number(int), multiple=True, metavar="N")
@click.option("-O", "--option", "options", metavar="K=V", multiple=True)
@click.option("--rung", "rungs", metavar="BOT", multiple=True)
@click.option("--budget", metavar="A..B")
@click.option("--deals", type=WholeNumber(2), default=20, show_default=True, metavar="N")
@click.option("--seed", default="1", show_default=True)
@executor_options("play")
def ladder(app: App, target: str, **given: Any) -> int:
    """Measure how strong a bot is, against bots of known strength."""
    from tourney.agents.loader import hidden_bots
    from tourney.botlab.ladder import RUNGS, AskedLadder, doublings, ladders
    from tourney.runs.run_plan import option_pairs

    workers = workers_of(app, AskedWorkers.taken(given))
    if given["budget"] and given["rungs"]:
        raise UsageFault(say("cli.ladder-budget-or-rung"))
    asked = AskedLadder(
        target,
        games=[find_game(name).name for name in given["games"]],
        seats=given["seats"],
        options=option_pairs(given["options"]),
        rungs=tuple(dict.fromkeys(given["rungs"])) or RUNGS,
        budgets=doublings(given["budget"]) if given["budget"] else (),
        deals=given["deals"],
        seed=given["seed"],
    )
    for line in hidden_bots([target, *asked.rungs]):
        app.say(say("app.warning", text=line))
    # An unknown column is an error before the first match.
    by_budget = bool(asked.budgets)
    _ladder_table((), by_budget=by_budget).select(app.columns or ())
    # What a user's bot prints must not get into the table.
    with redirect_stdout(sys.stderr):
        return _climb(app, ladders(asked), workers, by_budget=by_budget)


def _climb(
    app: App, planned: "Sequence[Sequence[Duel]]", workers: "Workers", *, by_budget: bool
) -> int:
    """Play all ladders and show what each has shown; the exit code."""
    from tourney.botlab.ladder import measured, verdicts

    found, done, interrupted, faulty = list["Strength"](), 0, False, False
    total = sum(duel.matches for duels in planned for duel in duels)

    def progress(more: int) -> None:
        nonlocal done
        done += more
        bar(done, total)

    def played(duels: "Sequence[Duel]") -> "Iterator[Strength]":
        """What each duel has shown, one after the other; no more after an interrupt."""
        nonlocal interrupted
        for duel in duels:
            try:
                found.append(measured(duel, workers, progress))
            except KeyboardInterrupt:
                interrupted = True
                return
            bar.clear()
            yield found[-1]

    with WorkBar(app, app.text(say("cli.train-matches"))) as bar:
        # People see the table of a game and number of seats when it is complete; data are one
        # table, whose rows come one by one.
        people = app.format == "table"
        for group in planned if people else [[duel for duels in planned for duel in duels]]:
            found.clear()
            shown = list(played(group)) if people else played(group)
            if shown:
                app.show(_ladder_table(shown, by_budget=by_budget))
            for words in verdicts(found):
                app.say(words)
            faulty = faulty or any(one.result == "faults" for one in found)
            if interrupted:
                app.say(say("cli.ladder-interrupted"))
                return INTERRUPTED
    return ONLY_FAULTS if faulty else 0


def _ladder_table(found: "Iterable[Strength]", *, by_budget: bool) -> "Table":
    from tourney.render.text_tables import Column, Table

    columns = (
        Column("game", say("cli.ladder-h-game"), importance=3),
        Column("seats", say("cli.ladder-h-seats"), "right", importance=2),
        # Only with budgets does the bot differ from row to row.
        Column("bot", say("cli.ladder-h-bot"), only="all" if by_budget else "data"),
        Column("against", say("cli.ladder-h-against"), importance=9),
        Column("deals", only="data"),
        Column("share", say("cli.ladder-h-share"), "right", digits=3, importance=8),
        Column("low", say("cli.ladder-h-low"), "right", digits=3, group="interval"),
        Column("high", say("cli.ladder-h-high"), "right", digits=3, group="interval"),
        Column("result", say("cli.ladder-h-result"), importance=7),
        Column("ms", say("cli.ladder-h-ms"), "right", importance=4),
        Column("rival_ms", say("cli.ladder-h-rival-ms"), "right", importance=4),
        Column("faults", say("cli.ladder-h-faults"), "right", importance=1),
        Column("rival_faults", only="data"),
    )

    def rows() -> "Iterator[Row]":
        for one in found:
            (bot, trial), (share, low, high, _) = one.duel, one.share
            result = RESULTS[one.result]()
            yield (
                *(trial.game, trial.seats, bot, trial.rival, trial.deals, share, low, high),
                *(result, one.ms, one.rival_ms, one.faults, one.rival_faults),
            )

    return Table(columns, rows())


@bot.command("train")
@click.argument("name", metavar="GAME")
@click.option("-o", "--output", metavar="FILE")
@click.option("--seats", type=Number(int), multiple=True, metavar="N")
@click.option("-O", "--option", "options", metavar="K=V", multiple=True)
@click.option("--matches", type=WholeNumber(LEAST_MATCHES), default=4000, show_default=True)
@click.option("--seed", default="1", show_default=True)
@click.option("--bot", "target", metavar="TARGET", default="greedy", show_default=True)
@click.option("--features", metavar="FILE:CLASS", default="")
@click.option("--noise", type=Number(float), default=0.12, show_default=True, metavar="P")
@executor_options("play")
def train(app: App, name: str, **given: Any) -> None:
    """Learn the value function of GAME from matches that a bot plays against itself."""
    from tourney.app.train_value import AskedTraining, TrainingInterrupted, forget, train
    from tourney.render.code_words import listed
    from tourney.runs.run_plan import option_pairs

    workers = workers_of(app, AskedWorkers.taken(given))
    game = find_game(name)
    if not 0 <= given["noise"] <= 1:
        raise UsageFault(say("cli.train-noise", noise=str(given["noise"])))
    if not is_text(given["seed"]):
        raise UsageFault(say("cli.train-seed"))
    place = Path(given["output"] or f"{game.name}.json")
    # Hours of training must not end with a place that cannot be written.
    refuse_database(place)
    if place.exists() and not (place.is_file() and place.read_bytes()[:7] == WEIGHTS_HEAD):
        raise UsageFault(say("cli.train-output", file=quoted(str(place))))
    if not place.parent.is_dir():
        raise NotFound(say("cli.train-no-folder", folder=quoted(str(place.parent))))
    asked = AskedTraining(
        game=game.name,
        folder=f"{place}.training",
        seats=sorted(set(given["seats"])) or list(game.seats),
        matches=given["matches"],
        seed=given["seed"],
        bot=given["target"],
        features=given["features"],
        noise=given["noise"],
        options=option_pairs(given["options"]),
    )
    for seats in asked.seats:
        _require_seats(game, seats)
    # What a user's features print must not get into the table.
    try:
        with WorkBar(app, app.text(say("cli.train-matches"))) as bar, redirect_stdout(sys.stderr):
            learned = train(asked, workers, bar)
    except TrainingInterrupted as stop:
        app.say(_stopped(asked, stop))
        raise
    with replaced_file(place) as draft:
        draft.write_text(learned.content, "utf-8")
    forget(asked)
    app.show(_learning_curves(learned.courses))
    if learned.useless:
        useless = say("cli.train-useless", names=listed([*map(quoted, learned.useless)]))
        app.say(say("app.warning", text=useless))
    app.say(say("cli.train-wrote", file=str(place), digest=learned.digest))


def _learning_curves(courses: "Sequence[Course]") -> "Table":
    from tourney.render.text_tables import Column, Table

    columns = (
        Column("variant", say("cli.train-h-variant")),
        Column("seats", say("cli.train-h-seats"), "right"),
        Column("matches", say("cli.train-h-matches"), "right"),
        Column("positions", say("cli.train-h-positions"), "right"),
        Column("nothing", say("cli.train-h-nothing"), "right", digits=4),
        Column("value", say("cli.train-h-value"), "right", digits=4),
        Column("playout", say("cli.train-h-playout"), "right", digits=4),
    )
    rows: list[Row] = [
        (course.variant, course.seats, matches, *losses)
        for course in courses
        for matches, losses in course.curve
    ]
    return Table(columns, rows)


def _stopped(asked: "AskedTraining", stop: "TrainingInterrupted") -> Message:
    """How many matches an interrupted training has stored."""
    if not stop.kept:
        return say("cli.train-nothing-stored", total=stop.total)
    where = quoted(asked.folder)
    return say("cli.train-interrupted", kept=stop.kept, total=stop.total, folder=where)


@bot.command("logs")
@click.argument("name", metavar="NAME")
@click.option("--run", "run", metavar="RUN")
def logs(app: App, name: str, run: str | None) -> None:
    """Show the faults of bot NAME with their evidence, and what its processes wrote to stderr."""
    from tourney.render.text_tables import Column, Table
    from tourney.store.bots import bot_faults, bot_sayings
    from tourney.store.runs import run_named

    store = app.store()
    if run is not None:
        run_named(store, run)  # an unknown run is an error; one without faults is not
    if app.format == "table":
        _write_logs(app, store, name, run)
        return
    # Faults and output are rows of one table, so that a program reads only one.
    columns = ("run", "version", "match", "ply", "code", "evidence", "detail")
    rows: list[Row] = []
    for one in bot_faults(store, name, run):
        what = one.fault
        place = (one.run, one.version, one.match, what.ply)
        rows.append((*place, what.code, what.evidence, what.detail))
    for said in bot_sayings(store, name, run):
        time = f"{said.said:%Y-%m-%dT%H:%M:%SZ}"
        rows.append((said.run, said.version, None, None, "stderr", time, said.text))
    app.show(Table(tuple(Column(key) for key in columns), rows))


def _write_logs(app: App, store: "Database", name: str, run: str | None) -> None:
    """Write each fault with what the bot had written to stderr, then what else it wrote."""
    from tourney.domain.safe_text import visible
    from tourney.render.code_words import word_of
    from tourney.render.text import indented
    from tourney.store.bots import bot_faults, bot_sayings

    faults, output = list(bot_faults(store, name, run)), bot_sayings(store, name, run)
    shown: dict[str, Message] = {}
    for _, alike in groupby(faults, _same_start):
        one, *others = alike
        fault, where = one.fault, say("cli.bot-in-match", run=one.run, match=one.match)
        told = say(
            "cli.bot-fault",
            where=where,
            ply=fault.ply,
            fault=word_of(fault.code),
            evidence=visible(fault.evidence),
        )
        if others:
            last = others[-1].match
            told = say("cli.bot-fault-again", told=told, count=len(others) + 1, last=last)
        app.write(f"{app.text(told)}\n")
        # The same last words are shown once: a bot that fails in every match repeats them.
        known = shown.setdefault(fault.detail, where) if fault.detail else where
        if fault.detail:
            same = app.text(say("cli.bot-as-in", where=known))
            app.write(f"{indented(fault.detail) if known == where else f'  | {same}'}\n")
        if command := _repeating(app, store, name, one):
            app.write(f"  {app.text(say('cli.bot-repeat', command=command))}\n")
    # What it wrote to stderr contains, too, what stands with the faults above.
    for chunk in output:
        rest = chunk.text
        for one in faults:
            rest = rest.replace(one.fault.detail.strip(), "")
        if rest.strip():  # something that was not shown with a fault
            when = f"{chunk.said:%Y-%m-%d %H:%M}"
            stderr = say("cli.bot-stderr", run=chunk.run, version=chunk.version, time=when)
            app.write(f"{app.text(stderr)}\n")
            app.write(f"{indented(chunk.text)}\n")
    if not faults and not output:
        app.say(say("cli.bot-nothing", bot=name))


def _repeating(app: App, store: "Database", name: str, one: "BotFault") -> str | None:
    """The command that shows a fault again; None if the bot was not even started.

    A single match is played by a new process. So a fault between two matches does not occur in it;
    a check plays several matches with each process.
    """
    from tourney.agents.programs import BETWEEN
    from tourney.app.run_reports import check_line
    from tourney.runs.batches import NOT_STARTED
    from tourney.store.runs import run_named

    if one.fault.evidence.startswith(BETWEEN):
        return check_line(run_named(store, one.run).spec, name)
    if one.fault.evidence == NOT_STARTED:
        return None
    match = str(one.match)
    return app.command("run", "--resume", one.run, "--only", match, "--trace", "trace.jsonl")


def _same_start(one: "BotFault") -> object:
    """Equal for repeated start failures, which are shown once; different for all other faults."""
    fault = one.fault
    if fault.code != "startup":
        return one.run, one.match, fault.seat
    return one.run, fault.evidence, fault.detail
