"""Trains the value function of a game: self-play, piece by piece on the disk, then the fit.

A training that was interrupted goes on with the same request; what was played is not played again.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import tourney
from engines.api import OptionError
from engines.games import GAMES
from engines.messages import Message, say
from tourney.domain.errors import TourneyError, UsageFault, quoted
from tourney.render.code_words import listed
from tourney.runs.run_plan import option_pairs
from tourney.work.chunks import spread
from tourney.work.executors import SpreadOptions, Workers
from tourney.work.worker_process import Job

if TYPE_CHECKING:
    from tourney.bots.values import Weights
    from tourney.training.self_play import Lesson, Positions
    from tourney.training.value_fit import FittedWeights, Losses

# Training imports numpy, so it is imported only where somebody trains.

PIECE: Final = 250
"""Matches of a piece."""
PARTS: Final = (8, 4, 2, 1)
"""The learning curve: fits to an eighth of the matches, a quarter, half and all of them."""
COMMAND_FILE: Final = "training.json"
"""What was asked for, in the folder of the pieces."""
STORED: Final = "*/*.npz"
"""The pieces in the folder."""
SETTINGS: Final = {
    "game": "GAME",
    "seats": "--seats",
    "options": "-O",
    "matches": "--matches",
    "seed": "--seed",
    "bot": "--bot",
    "features": "--features",
    "noise": "--noise",
}
"""What is asked for, as a user writes it."""

Progress = Callable[[int, int], None]
"""Called with the matches that are played, and how many there will be."""


@dataclass(frozen=True)
class AskedTraining:
    """What to train on, and where what is played is kept."""

    game: str
    folder: str
    """Where the pieces are kept until the training is done."""
    seats: Sequence[int]
    matches: int
    seed: str
    bot: str
    features: str
    noise: float
    options: dict[str, str] = field(default_factory=dict)


class Course(NamedTuple):
    """The training of one variant with one number of seats: how each part of the matches fits."""

    variant: str
    seats: int
    curve: list[tuple[int, "Losses"]]
    fit: "FittedWeights"


class Trained(NamedTuple):
    """What was learned, and as the content of a file."""

    digest: str
    courses: list[Course]
    content: str
    useless: list[str]
    """The features that were the same for all seats in every position."""


class TrainingInterrupted(KeyboardInterrupt):
    """An interrupt after the training began: `kept` of `total` matches are stored."""

    def __init__(self, kept: int, total: int) -> None:
        super().__init__()
        self.kept = kept
        self.total = total


def train(asked: AskedTraining, workers: Workers, progress: Progress) -> Trained:
    """Train; UsageFault if what was begun in the folder is another training.

    An interrupt is a TrainingInterrupted. A folder without matches is removed, whatever happened.
    """
    from tourney.bots.values import digest, stored
    from tourney.training.self_play import Lesson, features_of
    from tourney.training.value_fit import differing, fitted, losses

    features, game = features_of(asked.game, asked.features), GAMES[asked.game]
    # Without options every variant is learned; with them only what they say.
    variants = (
        [asked.options]
        if asked.options
        else [option_pairs(variant.split()) for variant in features.variants]
    )
    tables = [(options, seats) for options in variants for seats in asked.seats]
    # All that can be wrong is found before anything is left in the folder.
    for options, seats in tables:
        try:
            game.options(options, seats)
        except OptionError as error:
            raise UsageFault(error.message) from None
    folder = _folder(asked, _versions(asked))
    weights: Weights = {}
    courses, useful = [], set[int]()
    with _leaving_only_matches(folder, asked.matches, len(tables) * asked.matches):
        for number, (options, seats) in enumerate(tables):
            lesson = Lesson(
                asked.game, options, seats, asked.seed, asked.bot, asked.features, asked.noise
            )
            for done in _played(lesson, asked.matches, folder / str(number), workers):
                progress(number * asked.matches + done, len(tables) * asked.matches)

            def pieces(place: Path = folder / str(number)) -> "Iterator[Positions]":
                return _stored(place)

            curve = []
            for part in PARTS:
                fit = fitted(pieces, asked.matches // part)
                curve.append((asked.matches // part, losses(pieces, fit)))
            useful |= differing(pieces)
            variant = features.variant(game.start(game.options(options, seats), seats))
            weights.setdefault(variant, {})[seats] = (fit.start, fit.change)
            courses.append(Course(variant, seats, curve, fit))
    made = digest(asked.game, features.names, weights)
    about = {key: value for key, value in asdict(asked).items() if key not in ("game", "folder")}
    content = {
        "game": asked.game,
        "rules": game.version,
        "digest": made,
        "features": list(features.names),
        "weights": stored(weights),
        "training": about,
    }
    useless = [name for place, name in enumerate(features.names) if place not in useful]
    return Trained(made, courses, json.dumps(content) + "\n", useless)


def forget(asked: AskedTraining) -> None:
    """Remove the pieces of a training that is done."""
    shutil.rmtree(asked.folder)


def _versions(asked: AskedTraining) -> dict[str, str]:
    """What may change between two calls of one command."""
    from tourney.training.self_play import bot_of

    game, file = GAMES[asked.game], asked.features.rpartition(":")[0]
    with closing(bot_of(asked.bot)) as bot:
        return {
            "program": tourney.__version__,
            "rules": f"{game.name}/{game.version}",
            "bot version": bot.version,
            "file": sha256(Path(file).read_bytes()).hexdigest() if file else "",
        }


def _folder(asked: AskedTraining, versions: Mapping[str, str]) -> Path:
    """The folder of the pieces, made if it is not there."""
    folder = Path(asked.folder)
    begun, wanted = folder / COMMAND_FILE, {**asdict(asked), "seats": [*asked.seats], **versions}
    del wanted["folder"]  # however its path is written, it is the same
    try:
        known = json.loads(begun.read_text("utf-8"))
        own = known.keys() == wanted.keys()
    except (OSError, ValueError, AttributeError):
        own = folder.is_dir() and not any(folder.iterdir())
    if folder.exists() and not own:
        raise UsageFault(say("app.no-training", folder=quoted(asked.folder)))
    # Without matches there is nothing that other settings could spoil.
    if any(folder.glob(STORED)) and (changes := list(_changes(known, wanted))):
        what = listed(changes)
        raise UsageFault(say("app.other-training", folder=quoted(asked.folder), changes=what))
    folder.mkdir(exist_ok=True)
    part = begun.with_suffix(".part")
    part.write_text(json.dumps(wanted), "utf-8")
    os.replace(part, begun)
    return folder


def _changes(known: Mapping[str, Any], wanted: Mapping[str, Any]) -> Iterator[Message]:
    """What was asked for otherwise when the training began, or has changed since."""
    changed = {key for key, value in wanted.items() if known[key] != value}
    for key in SETTINGS:
        if key in changed:
            before, now = _setting(known[key]), _setting(wanted[key])
            yield say("app.training-setting", option=SETTINGS[key], before=before, now=now)
    if "program" in changed:
        yield say("app.training-program", before=known["program"], now=wanted["program"])
    # Of another game, bot or file there are other versions, too.
    if "rules" in changed and "game" not in changed:
        yield say("app.training-rules", before=known["rules"], now=wanted["rules"])
    if "bot version" in changed and "bot" not in changed:
        before, now = known["bot version"], wanted["bot version"]
        yield say("app.training-bot", bot=quoted(wanted["bot"]), before=before, now=now)
    if "file" in changed and "features" not in changed:
        yield say("app.training-file", file=quoted(wanted["features"].rpartition(":")[0]))


def _setting(value: Any) -> str:
    """A setting as a user writes it."""
    if isinstance(value, dict):
        return quoted(" ".join(f"{key}={one}" for key, one in value.items()))
    if isinstance(value, list):
        return " ".join(map(str, value))
    return quoted(value) if isinstance(value, str) else str(value)


@contextmanager
def _leaving_only_matches(folder: Path, matches: int, total: int) -> Iterator[None]:
    """Remove a folder without matches after a failure; an interrupt says how many are stored."""
    try:
        yield
    except BaseException as failure:
        kept = sum(min(PIECE, matches - int(path.stem)) for path in folder.glob(STORED))
        if not kept:
            shutil.rmtree(folder)
        if isinstance(failure, KeyboardInterrupt):
            raise TrainingInterrupted(kept, total) from None
        raise


def _played(lesson: "Lesson", matches: int, folder: Path, workers: Workers) -> Iterator[int]:
    """Play what is not stored yet; the number of matches that are stored, after each piece."""
    from tourney.training.self_play import Positions, SelfPlay

    folder.mkdir(exist_ok=True)
    first = 0
    while first < matches and Positions.readable(_path(folder, first)):
        first += PIECE
    yield min(first, matches)
    if first >= matches:
        return
    results: Iterator[tuple[int, Positions]]
    if workers.here:
        results = _here(lesson, range(first + 1, matches + 1))
    else:
        job: Job[int, tuple[int, Positions]] = Job(SelfPlay, lesson)
        how = SpreadOptions(
            workers, _lost, lambda: True, total=matches - first, games=(lesson.game,)
        )
        results = spread(job, range(first + 1, matches + 1), how)
    waiting: list[Positions] = []
    for last, positions in results:
        waiting.append(positions)
        while last >= (end := min(first + PIECE, matches)):
            joined = Positions.joined(waiting)
            joined.where(joined.match <= end).write(_path(folder, first))
            waiting = [joined.where(joined.match > end)]
            first = end
            yield first
            if first == matches:
                break


def _here(lesson: "Lesson", numbers: Sequence[int]) -> Iterator[tuple[int, "Positions"]]:
    from tourney.training.self_play import SelfPlay

    with closing(SelfPlay(lesson)) as player:
        for number in numbers:
            yield player.work([number])


def _lost(number: int) -> Any:
    raise TourneyError(say("app.training-lost", number=number))


def _path(folder: Path, first: int) -> Path:
    return folder / f"{first:08}.npz"


def _stored(folder: Path) -> "Iterator[Positions]":
    from tourney.training.self_play import Positions

    for path in sorted(folder.glob("*.npz")):
        yield Positions.read(path)
