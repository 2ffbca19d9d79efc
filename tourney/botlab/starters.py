"""What an author of bots starts from: a folder with a working bot, and sample input for it.

A starter is a reference bot in one language, its client, and how to run it. Samples are the
runner's lines of a match, with a request of every phase, and can be piped into a bot. The moves are
random, but the match is always the same for the same game, options and number of seats. Does not
depend on how a bot is played.
"""

import keyword
import os
import re
import shlex
import shutil
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, Final

from engines.api import CHANCE, Game, Ply, Seat, State
from engines.messages import Message, catalogue, say
from tourney.agents import protocol
from tourney.domain.errors import UsageFault
from tourney.domain.new_files import already_there, draft_name, sample
from tourney.domain.observation import Observation
from tourney.domain.safe_text import file_word, shell_word
from tourney.play.agent import Seating
from tourney.play.clock import NO_CLOCK, Timer
from tourney.play.luck import bot_luck

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")


@dataclass(frozen=True, slots=True)
class Language:
    """The parts of a bot in a language: files (the bot itself first), build and start commands.

    `{folder}` in the commands is replaced by the bot's folder, quoted for a shell.
    """

    title: str
    files: tuple[str, ...]
    start: str
    build: str = ""


LANGUAGES: Final = {
    "python": Language(
        "Python", ("python/bot.py", "python/tmbp.py"), start="python3 {folder}/bot.py"
    ),
    "c": Language(
        "C", ("c/bot.c",), start="{folder}/bot", build="cc -O2 -o {folder}/bot {folder}/bot.c"
    ),
    "node": Language("JavaScript", ("node/bot.js",), start="node {folder}/bot.js"),
    "go": Language(
        "Go", ("go/bot.go",), "{folder}/bot", build="go build -o {folder}/bot {folder}/bot.go"
    ),
    "rust": Language(
        "Rust", ("rust/bot.rs",), "{folder}/bot", build="rustc -O -o {folder}/bot {folder}/bot.rs"
    ),
    "java": Language(
        "Java",
        ("java/Bot.java",),
        "java -jar {folder}/bot.jar",
        build="javac -d {folder} {folder}/Bot.java && "
        "jar cfe {folder}/bot.jar Bot -C {folder} Bot.class",
    ),
    "ruby": Language("Ruby", ("ruby/bot.rb",), start="ruby {folder}/bot.rb"),
}


@dataclass(frozen=True, slots=True)
class Starter:
    """The written files of a new bot, with the commands that build, test and play it."""

    name: str
    files: tuple[Path, ...]
    commands: tuple[str, ...]


def new_bot(folder: Path, language: str, text: Callable[[Message], str] = str) -> Starter:
    """Write a working bot into a new folder and name it after that; Conflict if it exists.

    `text` turns what its README says into the language of its author.
    """
    name, made = folder.name, LANGUAGES[language]
    if not NAME.fullmatch(name):
        raise UsageFault(say("botlab.bad-name", name=repr(name)))
    if os.path.lexists(folder):
        raise already_there(folder)
    texts = {Path(file).name: _source(file) for file in made.files}
    bot = Path(made.files[0]).name
    texts[bot] = _named(texts[bot], name)
    commands = _commands(name, made, folder)
    bot, *client = (Path(file).name for file in made.files)
    files = [say("botlab.readme-bot", file=bot)]
    files += [say("botlab.readme-client", file=file) for file in client]
    *others, run = commands
    lines = (*others, f"{run} --name r1", "tourney standings r1", f"tourney bot logs {name}")
    shown = "\n".join(f"    {line}" for line in lines)
    about = text(say("botlab.readme", language=made.title))
    texts["README.md"] = f"# {name}\n\n{about}\n{' '.join(map(text, files))}\n\n{shown}\n"
    _write(folder, texts)
    return Starter(name, tuple(folder / file for file in texts), commands)


PLUGIN_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
"""The name of a new plugin: with `_` for `-` it is the name of its package, too."""
TRIED: Final[Mapping[str, str]] = {
    "game": "tourney games {name}",
    "bot": "tourney bot check {name} --quick",
    "format": "tourney event new cup --players A,B,C,D --game diams --format {name} --rounds 2",
    "points": "tourney standings RUN --points {name}",
    "tiebreak": "tourney standings EVENT --tiebreak {name}",
    "export": "tourney export {name} RUN",
}
"""What one types to see a plugin of each kind at work."""


def new_plugin(
    kind: str, folder: Path, text: Callable[[Message], str] = str, taken: Container[str] = ()
) -> Starter:
    """Write a package that adds something of a kind into a new folder; Conflict if it exists.

    `taken` are the names of what there is of this kind.
    """
    name = folder.name
    if len(name) > 40 or not PLUGIN_NAME.fullmatch(name):
        raise UsageFault(say("botlab.bad-plugin-name", name=repr(name)))
    if name in taken:
        raise UsageFault(say("botlab.plugin-is-there", name=repr(name)))
    package = name.replace("-", "_")
    if keyword.iskeyword(package) or find_spec(package) or _has_texts(name):
        raise UsageFault(say("botlab.plugin-name-taken", name=repr(name)))
    if os.path.lexists(folder):
        raise already_there(folder)
    home = sample(f"plugins/{kind}")
    texts = {}
    for file in sorted(home.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            where = _as_plugin(file.relative_to(home).as_posix(), name)
            code = file.suffix == ".py" or where == "pyproject.toml"
            texts[where] = _as_plugin(file.read_text("utf-8"), name, code=code)
    place = file_word(folder)
    commands = (
        f"pip install -e {shell_word(f'{folder}[test]')}",
        "tourney plugins",
        TRIED[kind].format(name=name),
        f"python -m pytest {place}",
    )
    about = text(say(f"botlab.plugin-readme-{kind}", package=package))
    shown = "\n".join(f"    {line}" for line in commands)
    texts["README.md"] = f"# {name}\n\n{about}\n\n{shown}\n"
    _write(folder, texts)
    return Starter(name, tuple(folder / file for file in texts), commands)


def _has_texts(room: str) -> bool:
    """Whether a room of the program has a catalogue under this name."""
    try:
        return bool(catalogue(room))
    except LookupError:
        return False


def _as_plugin(text: str, name: str, *, code: bool = False) -> str:
    """A file of the sample package under another name: its package, class, rules and texts."""
    words = name.split("-")
    letters = re.sub("[^A-Z]", "", name.upper())[:4]
    text = re.sub(r"(?<=from )starter\b|\bstarter(?=[:/])", "_".join(words), text)
    text = re.sub(r"\bstarter\b", name, text).replace("STA", f"{letters:X<2}")
    title = " ".join(word.capitalize() for word in words)
    text = text.replace('"Starter"', f'"{title}"')
    return text.replace("Starter", "".join(map(str.capitalize, words)) if code else title)


def _commands(name: str, made: Language, folder: Path) -> tuple[str, ...]:
    """The commands as lines for a shell; tourney itself understands only single quotes."""
    place = f"./{folder}" if str(folder).startswith("-") else str(folder)
    target = shell_word("cmd:" + made.start.format(folder=shlex.quote(place)))
    return (
        *([made.build.format(folder=shell_word(place))] if made.build else []),
        f"tourney bot check {target}",
        f"tourney run -g diams -O length=quick --bot {name}={target} --bot greedy=greedy",
    )


def _write(folder: Path, texts: Mapping[str, str]) -> None:
    """Write files into a new folder, which appears whole or not at all."""
    parents = [parent for parent in folder.parents if not parent.exists()]
    draft = draft_name(folder)
    try:
        draft.mkdir(parents=True)
        for file, text in texts.items():
            (draft / file).parent.mkdir(parents=True, exist_ok=True)
            (draft / file).write_text(text, "utf-8")
            if text.startswith("#!"):
                (draft / file).chmod(0o755)
        if os.path.lexists(folder):
            raise already_there(folder)
        draft.rename(folder)
    except BaseException as error:
        shutil.rmtree(draft, ignore_errors=True)
        for parent in parents:
            with suppress(OSError):  # another process may have put a file there
                parent.rmdir()
        if isinstance(error, OSError):
            error.filename, error.filename2 = str(folder), None
        raise


def _source(file: str) -> str:
    return sample(f"bots/{file}").read_text("utf-8")


def _named(text: str, name: str) -> str:
    """The reference bot under another name; its class is renamed, too.

    The class name ends in Bot, because `None` and `Self` are keywords and `Random` is a class.
    """
    words = re.split(r"[._-]+", name)
    title = "".join(word[:1].upper() + word[1:] for word in words)
    text = text.replace('"starter"', f'"{name}"')
    return re.sub(r"\bStarter\b", f"{title}Bot" if title.isidentifier() else "Mine", text)


MATCHES: Final = 60  # number of matches searched for one that soon reaches all phases


@dataclass(frozen=True, slots=True)
class Sample:
    """A line, with the phase if it is a request."""

    line: str
    phase: str = ""


@dataclass(frozen=True, slots=True)
class _Course:
    """A seat of one match: the number of phases it meets, and after how many decisions."""

    phases: int
    decisions: int
    seed: int
    seat: Seat


def samples(game: Game[Any], options: Any, seats: int) -> Iterator[Sample]:
    """The messages to one seat: hello, a match, all events, a request of each phase, quit."""
    best = min(_courses(game, options, seats), key=lambda c: (-c.phases, c.decisions))
    luck = bot_luck(str(best.seed), 0, best.seat, "sample")
    seating = Seating(game, options, best.seat, seats, luck)
    yield Sample(protocol.hello().decode())
    yield Sample(protocol.match(seating).decode())
    yield from _messages(seating, best)
    yield Sample(protocol.message("quit").decode())


def _courses(game: Game[Any], options: Any, seats: int) -> Iterator[_Course]:
    for seed in range(MATCHES):
        met: dict[Seat, dict[str, int]] = {seat: {} for seat in range(seats)}
        for decisions, (state, seat, _) in enumerate(_play(game, options, seats, seed)):
            met[seat].setdefault(state.phase(), decisions)
        for seat, phases in met.items():
            yield _Course(len(phases), max(phases.values(), default=0), seed, seat)


def _play(
    game: Game[Any], options: Any, seats: int, seed: int
) -> Iterator[tuple[State[Any], Seat, list[Ply[Any]]]]:
    """A random match; yields the state before every decision, with the log so far."""
    state, rng, log = game.start(options, seats), Random(seed), list[Ply[Any]]()
    while owing := state.pending():
        seat = owing[0]
        if seat == CHANCE:
            move = game.shuffle(state, rng)
        else:
            yield state, seat, log
            move = state.sample(seat, rng)
        state.apply(seat, move, log)


def _messages(seating: Seating, course: _Course) -> Iterator[Sample]:
    game, match, met, sent = seating.game, seating.luck.match, set[str](), 0
    requests = protocol.Requests(seating, ("view", "legal"))
    for state, seat, log in _play(game, seating.options, seating.seats, course.seed):
        if seat != seating.seat or state.phase() in met:
            continue
        for number in range(sent, len(log)):
            ply = log[number]
            text = game.text(ply, seat)
            yield Sample(protocol.event(match, number + 1, ply.seat, text).decode())
        sent = len(log)
        met.add(state.phase())
        # A request, and the list of moves if it is too long to be part of the request.
        observation = Observation(game, state, seat)
        number = len(met)
        request = requests.act(number, sent, observation, Timer(NO_CLOCK)).decode()
        yield Sample(request, observation.phase())
        if len(observation.legal()) > protocol.LISTED:
            yield Sample(requests.legal(number, observation).decode())
        if len(met) == course.phases:
            return
