"""What a sealed run is committed to before its first match, and the seeds that follow from it.

The sealed text is one line of JSON with everything that could be chosen afterwards, and a secret of
256 bits. Its SHA-256 is the commitment C, which is published; the text itself is opened after the
last match. A secret alone would not stop an organiser from trying many of them first. So a beacon
can be named in the text, a public draw that nobody knows yet: both seeds of the run are HMACs of
secret and beacon. From there on all cards follow as in every run (`tourney.play.luck`).
"""

import hmac
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from hashlib import sha256
from secrets import token_hex
from typing import Any, Final, Self

from engines.games import GAMES
from engines.messages import say
from tourney import __version__
from tourney.domain.bounds import ANALYSIS_SEED
from tourney.domain.errors import DataFault
from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.insight.account import Judge
from tourney.insight.match_analysis import judge_name
from tourney.results.sums import ResultSums

VERSION: Final = 1
"""The version of sealed texts and of proofs; docs/proof-format.md describes it."""
SECRET: Final = re.compile("[0-9a-f]{64}")
SEEDS: Final = ("seed", "bot_seed")
"""The settings of a run that are not sealed, as they follow from secret and beacon."""
PLANNED: Final = (*(one.name for one in fields(RunSpec) if one.name not in SEEDS),)
BOT_KEYS: Final = (*(one.name for one in fields(BotEntry)),)


def canonical(value: object) -> str:
    """A value as JSON in the one form that proofs have: no blanks, all signs but `"\\` as such."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def usual_judge(game: str) -> str:
    """The name of the judge that `tourney analyse` would ask about a game, with its digest."""
    return judge_name(GAMES[game], Judge(), ANALYSIS_SEED)


def seeds(secret: str, beacon: str) -> tuple[str, str]:
    """The seed of cards and seats, and the seed of the bots, of a sealed run."""
    cards, bots = (
        hmac.digest(bytes.fromhex(secret), f"{purpose}\0{beacon}".encode(), "sha256").hex()
        for purpose in ("cards", "bots")
    )
    return cards, bots


@dataclass(frozen=True, slots=True)
class Commitment:
    """The sealed text of a run, read.

    `spec` are the settings of the run without seeds. `source` says where a beacon comes from, empty
    if there is none. `judge` would analyse the matches, `points` and `tiebreaks` make the
    standings, `tests` are those that will be made of the results.
    """

    spec: RunSpec
    program: str
    judge: str
    points: str
    tiebreaks: tuple[str, ...]
    tests: tuple[str, ...]
    source: str
    secret: str

    @classmethod
    def new(cls, spec: RunSpec, tests: Sequence[str], source: str) -> Self:
        """The commitment of a run to what this program would do now, with a new secret."""
        sums = ResultSums()
        unseeded = replace(spec, seed="", bot_seed="")
        judge = usual_judge(spec.game)
        return cls(unseeded, __version__, judge, sums.by, sums.tiebreaks, tuple(tests), source,
                   token_hex(32))  # fmt: skip

    def text(self) -> str:
        """The sealed text."""
        spec = {name: getattr(self.spec, name) for name in PLANNED}
        spec |= {
            "options": dict(self.spec.options),
            "bots": [asdict(bot) for bot in self.spec.bots],
        }
        more = {name: getattr(self, name) for name in (*MORE, "source", "secret")}
        return canonical({"tourney-proof": VERSION, **spec, **more})

    @classmethod
    def read(cls, text: str) -> Self:
        """The inverse of `text`; DataFault for any other text."""
        try:
            given = json.loads(text)
            made = cls._of(given)
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            made = None
        # What reads as the same but is written otherwise has another SHA-256.
        if made is None or made.text() != text:
            raise DataFault(say("proofs.no-commitment"))
        return made

    @classmethod
    def _of(cls, given: dict[str, Any]) -> Self:
        spec = {name: given[name] for name in PLANNED}
        numbers = {one.name for one in fields(RunSpec) if one.type is int or one.type == "int"}
        for name, value in spec.items():
            wanted = int if name in numbers else {"options": dict, "bots": list}.get(name, str)
            if type(value) is not wanted:
                raise TypeError(name)
        options = tuple((key, value) for key, value in spec.pop("options").items())
        bots = tuple(BotEntry(**bot) for bot in spec.pop("bots"))
        words = [word for pair in options for word in pair]
        words += [getattr(bot, key) for bot in bots for key in BOT_KEYS]
        lists = [given[name] for name in ("tiebreaks", "tests")]
        words += [word for one in lists for word in one]
        words += [given[name] for name in ("program", "judge", "points", "source", "secret")]
        if not all(type(word) is str for word in words) or not SECRET.fullmatch(given["secret"]):
            raise TypeError
        # What is shown to whoever verifies must not look like lines of the program.
        shown = [given[name] for name in ("program", "judge", "points", "source")]
        shown += [spec["name"], *given["tests"], *(bot.name for bot in bots)]
        if not all(map(str.isprintable, shown)) or len({bot.name for bot in bots}) < len(bots):
            raise TypeError
        more = {name: given[name] for name in ("program", "judge", "points", "source", "secret")}
        tiebreaks, tests = map(tuple, lists)
        run = RunSpec(**spec, options=options, bots=bots, seed="", bot_seed="")
        return cls(run, tiebreaks=tiebreaks, tests=tests, **more)

    @property
    def digest(self) -> str:
        """C, the commitment that is published: the SHA-256 of the sealed text."""
        return sha256(self.text().encode()).hexdigest()

    def seeded(self, beacon: str) -> RunSpec:
        """The settings of the run with the seeds that follow from the secret and a beacon."""
        cards, bots = seeds(self.secret, beacon)
        return replace(self.spec, seed=cards, bot_seed=bots)


MORE: Final = ("program", "judge", "points", "tiebreaks", "tests")
"""What is sealed beside the settings of the run, source and secret."""
