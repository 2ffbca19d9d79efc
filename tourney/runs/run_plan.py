"""The settings of a run: as a user gives them, in a TOML file or as flags, and as they are played.

`prepare` turns a plan into a run: it checks the settings against games, bots and schedules, and
adds defaults. It reports errors before a match is played. Stored runs are checked again: their
settings may be damaged or written by a newer program, and their matches must fit the schedule.
"""

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime
from difflib import get_close_matches
from itertools import count
from pathlib import Path
from typing import Any, Final, Self

from engines.api import Game, OptionError
from engines.games import GAMES
from engines.messages import Argument, Message, Sentence, say
from tourney.agents.given_object import load_carried
from tourney.agents.isolation import LEVELS, Limits
from tourney.agents.loaded_bot import CarriedBot, LoadedBot
from tourney.agents.loader import load
from tourney.domain.bounds import BOT_NAME, CLOCK_MS, LEAST_MB, MOST_MB, SEED
from tourney.domain.documents import read_toml
from tourney.domain.errors import Conflict, DataFault, NotFound, UsageFault, quoted
from tourney.domain.match_values import Fixture
from tourney.domain.run_spec import BotEntry, BotRules, RunSpec
from tourney.play.agent import Agent
from tourney.play.clock import Clock
from tourney.play.luck import derived_bot_seed, new_seed
from tourney.play.packed_logs import LOGS
from tourney.play.referee import ON_FAULT, MatchSetup, Texts
from tourney.records.field_values import date_text
from tourney.records.lines import NAME, LineFault, line
from tourney.runs.run_schedule import Schedule
from tourney.stats import rule


@dataclass(frozen=True, slots=True)
class Plan:
    """The given settings; None for those not given. `bots` maps names to targets.

    Times are in seconds, memory in megabytes. `tests` are sentences that say which tests will be
    made of the results; a sealed run is committed to them.
    """

    name: str | None = None
    game: str | None = None
    seats: int | None = None
    deals: int | None = None
    schedule: str | None = None
    block: str | None = None
    seed: str | None = None
    bot_seed: str | None = None
    on_fault: str | None = None
    log: str | None = None
    until: str | None = None
    time_per_move: float | None = None
    time_per_match: float | None = None
    memory: int | None = None
    isolation: str | None = None
    max_faults: str | None = None
    event: str | None = None
    date: str | None = None
    tests: tuple[str, ...] | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    bots: Mapping[str, str] = field(default_factory=dict)


SEEDS_OF: Final = "run:"  # the prefix of a seed that names a run whose seeds are used again
TABLES: Final = ("options", "bots")
NUMBERS: Final = ("seats", "deals", "memory")
SECONDS: Final = ("time_per_move", "time_per_match")
KEYS: Final = tuple(item.name for item in fields(Plan))


def overlaid(below: Plan, above: Plan) -> Plan:
    """The settings of `above`, completed by those of `below`; tables are merged."""
    given: dict[str, Any] = {
        key: getattr(above, key)
        for key in KEYS
        if key not in TABLES and getattr(above, key) is not None
    }
    given |= {key: {**getattr(below, key), **getattr(above, key)} for key in TABLES}
    return replace(below, **given)


def read_plan(path: Path) -> Plan:
    """The plan in a TOML file."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise NotFound(say("runs.no-file", path=str(path))) from None
    return plan_of(str(path), read_toml(content, str(path)))


def plan_of(file: str, given: Mapping[str, object]) -> Plan:
    """The plan that values of a TOML file mean; DataFault for one of a wrong type."""
    path, plan = Path(file), dict[str, Any]()
    for key, value in given.items():
        if key not in KEYS:
            raise _fault(path, say("runs.unknown-key", key=key, known=", ".join(KEYS)))
        if key in TABLES:
            if not isinstance(value, dict):
                raise _fault(path, say("runs.not-a-table", key=key))
            plan[key] = {name: _text(path, f"{key}.{name}", item) for name, item in value.items()}
        elif key in NUMBERS:
            if not isinstance(value, int) or isinstance(value, bool):  # True is an int in Python
                raise _fault(path, say("runs.not-whole", key=key, value=quoted(value)))
            plan[key] = value
        elif key in SECONDS:
            if not isinstance(value, int | float) or isinstance(value, bool):
                raise _fault(path, say("runs.not-seconds", key=key, value=quoted(value)))
            plan[key] = float(value)
        elif key == "tests":
            if not isinstance(value, list):
                raise _fault(path, say("runs.not-a-list", key=key))
            plan[key] = tuple(_text(path, key, item) for item in value)
        else:
            plan[key] = _text(path, key, value)
    return Plan(**plan)


def _text(path: Path, key: str, value: object) -> str:
    """A value as text; numbers, dates and booleans need no quotes."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, str | int):
        return str(value)
    raise _fault(path, say("runs.not-text", key=key, value=quoted(value)))


def _fault(path: Path, fault: Message) -> DataFault:
    return DataFault(say("runs.in-file", path=str(path), fault=fault))


def option_pairs(written: Iterable[str]) -> dict[str, str]:
    """Options of the game given as `key=value`; a text may hold several, separated by blanks."""
    found: dict[str, str] = {}
    for pair in (pair for text in written for pair in text.split() or [text]):
        key, sign, value = pair.partition("=")
        if not (key and sign and value):
            raise UsageFault(say("runs.option-no-value", option=quoted(pair)))
        if key in found:
            raise UsageFault(say("runs.option-twice", option=quoted(key)))
        found[key] = value
    return found


def bot_pairs(written: Iterable[str]) -> dict[str, str]:
    """Bots given as `NAME=TARGET`, or as a target alone, which is then also the name."""
    bots: dict[str, str] = {}
    for text in written:
        name, sign, target = text.partition("=")
        if not sign or ":" in name or "/" in name:  # the "=" belongs to the settings of a target
            name, target = text, text
        if not target:
            raise UsageFault(say("runs.no-target", bot=name, name=name or "NAME"))
        if name in bots:
            raise UsageFault(say("runs.two-bots", bot=name))
        bots[name] = target
    return bots


@dataclass(frozen=True, slots=True)
class FaultLimit:
    """A number of faults, or a share of the matches in percent."""

    number: float
    percent: bool = False

    def exceeded(self, faults: int, matches: int) -> bool:
        """Whether so many faults in so many matches are too many."""
        return faults > (self.number * matches / 100 if self.percent else self.number)

    def __str__(self) -> str:
        return f"{self.number:g}{'%' if self.percent else ''}"


def fault_limit(text: str | None) -> FaultLimit | None:
    """A limit written as `5` or `2%`; None if no limit is given."""
    if text is None:
        return None
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(%?)", text)
    if found is None or ("." in found[1] and not found[2]):
        raise UsageFault(say("runs.bad-limit", limit=text))
    return FaultLimit(float(found[1]), bool(found[2]))


DEALS: Final = 100
# Deals of a run that a stopping rule ends, if their number is not given.
DEALS_BY_RULE: Final = 1_000_000
LARGEST: Final = 2**63 - 1
LONGEST: Final = CLOCK_MS // 1000  # the longest clock, in seconds
KEY: Final = re.compile(r"[0-9a-f]{32,}")
RUN_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


@dataclass(frozen=True, slots=True)
class Prepared:
    """A run that can be played: its spec, its bots in the order of the spec, its schedule."""

    spec: RunSpec
    loaded_bots: tuple[LoadedBot, ...]
    setup: MatchSetup
    schedule: Schedule
    # One line for each bot that differs from that of the stored run.
    others: tuple[Message, ...] = ()

    def named(self, name: str) -> "Prepared":
        """The same run under another name."""
        return replace(self, spec=replace(self.spec, name=_run_name(name)))

    def seeded(self, spec: RunSpec) -> "Prepared":
        """The same run with the seeds of `spec`."""
        setup = replace(self.setup, seed=spec.seed, bot_seed=spec.bot_seed)
        return replace(self, spec=spec, setup=setup, schedule=Schedule(spec))

    def changed(self) -> "Prepared":
        """The same run with the present versions of its bots."""
        pairs = zip(self.spec.bots, self.loaded_bots, strict=True)
        bots = tuple(
            replace(entry, version=found.version, content=found.content) for entry, found in pairs
        )
        return replace(self, spec=replace(self.spec, bots=bots))

    @property
    def reproducible(self) -> bool:
        """Whether playing the run again gives the same matches."""
        timed = self.setup.clock.limited
        return not timed and all(loaded.reproducible for loaded in self.loaded_bots)

    @property
    def lacks(self) -> tuple[Message, ...]:
        """One line for each setting that this machine does not support."""
        return tuple(dict.fromkeys(line for each in self.loaded_bots for line in each.lacks))

    def agents(self, fixture: Fixture) -> list[Agent]:
        """The agents of a match, by seat."""
        spec = self.spec
        deal = (spec.game, spec.options, spec.seats, spec.seed, fixture.deal)
        return [self.loaded_bots[bot].sit(deal) for bot in fixture.seats]

    def stderr(self) -> dict[int, str]:
        """What the bots' processes wrote to stderr since the last call, by the bot's index."""
        texts = enumerate(loaded.stderr() for loaded in self.loaded_bots)
        return {bot: text for bot, text in texts if text}

    def close(self) -> None:
        """End the processes of the bots."""
        for loaded in self.loaded_bots:
            loaded.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()


def prepare(plan: Plan, given: Mapping[str, LoadedBot] = {}) -> Prepared:
    """Check a plan and load its bots; without a name the run is named after game and seed.

    Bots that are `given` by their names are loaded already.
    Without a seed the run gets random seeds, which bots cannot guess. Processes of bots run until
    the result is closed.
    """
    game, rules = _game(plan.game), bot_rules(plan)
    names = tuple(bot_name(name) for name in plan.bots)
    for name in names:
        if "," in name:  # options such as --bots A,B could not name it
            raise UsageFault(say("runs.comma-in-name", name=quoted(name)))
    with _loading(plan.bots.items(), rules, given) as loaded_bots:
        if not names:
            raise UsageFault(say("runs.no-bots"))
        # By default one seat for each bot, as far as the game allows.
        seats = min(len(names), game.seats[-1]) if plan.seats is None else plan.seats
        if seats not in game.seats:
            low, high = game.seats[0], game.seats[-1]
            raise UsageFault(say("runs.seats", game=game.name, low=low, high=high, seats=seats))
        default = game.name if plan.seed is None else free_name(f"{game.name}-seed{plan.seed}", ())
        seed, bot_seed = _seeds(plan)
        deals = DEALS if plan.until is None else DEALS_BY_RULE
        log = LOGS[0] if plan.log is None else plan.log
        spec = RunSpec(
            name=_run_name(default if plan.name is None else plan.name),
            game=game.name,
            rules=game.version,
            options=stored_options(game.name, plan.options, seats),
            bots=tuple(
                BotEntry(name, bot.target, bot.version, bot.content)
                for name, bot in zip(names, loaded_bots, strict=True)
            ),
            seats=seats,
            deals=deals if plan.deals is None else _deal_count(plan.deals),
            schedule=plan.schedule or "roundrobin",
            block=plan.block or "rotation",
            seed=seed,
            bot_seed=bot_seed,
            event=_event(plan.event or ""),
            date=_date(plan.date),
            on_fault=rules.on_fault,
            move_ms=rules.move_ms,
            bank_ms=rules.bank_ms,
            memory_mb=rules.memory_mb,
            isolation=rules.isolation,
            log=_one_of(LOGS, log, Sentence("runs.unknown-log"), log=quoted(log)),
            until="" if plan.until is None else rule(plan.until).text,
        )
        return _prepared(spec, game, loaded_bots)


def bot_rules(plan: Plan) -> BotRules:
    """What bots may do, and what happens after a fault; UsageFault."""
    level, memory = plan.isolation or LEVELS[1], plan.memory
    _one_of(LEVELS, level, Sentence("runs.unknown-isolation"), isolation=quoted(level))
    if memory is not None and level == "none":
        raise UsageFault(say("runs.memory-needs-limits"))
    if memory is not None and not LEAST_MB <= memory <= MOST_MB:
        raise UsageFault(say("runs.bad-memory", least=LEAST_MB, most=MOST_MB, value=memory))
    policy = ON_FAULT[0] if plan.on_fault is None else plan.on_fault
    return BotRules(
        on_fault=_one_of(ON_FAULT, policy, Sentence("runs.unknown-policy"), policy=policy),
        move_ms=milliseconds(say("runs.time-per-move"), plan.time_per_move),
        bank_ms=milliseconds(say("runs.time-per-match"), plan.time_per_match),
        memory_mb=memory or 0,
        isolation=level,
    )


def _one_of(known: Sequence[str], word: str, unknown: Sentence, **shown: str) -> str:
    """The word; UsageFault with a sentence, to which `shown` belongs, if it is not known."""
    if word not in known:
        raise UsageFault(unknown(**shown, known=", ".join(known)))
    return word


def extended(spec: RunSpec, more: int | None, until: str | None) -> RunSpec:
    """A stored run with `more` deals, or a new stopping rule and by default many more deals."""
    if more is None and until is None:
        raise UsageFault(say("runs.no-extension"))
    deals = spec.deals + _deal_count(DEALS_BY_RULE if more is None else more)
    return replace(spec, deals=deals, until=spec.until if until is None else rule(until).text)


def reload(
    spec: RunSpec, *, other_bots: bool = False, carried: Mapping[str, CarriedBot] = {}
) -> Prepared:
    """Load a stored run to continue it; Conflict if its rules or bots have changed.

    With `other_bots` changed bots are accepted and listed in `others`. Bots that are `carried`, by
    their names, are not looked for.
    """
    game = _game(spec.game)
    if game.version != spec.rules:
        played, here = f"{spec.game}/{spec.rules}", f"{game.name}/{game.version}"
        raise Conflict(say("runs.other-rules", run=spec.name, rules=played, here=here))
    targets = ((bot.name, bot.target) for bot in spec.bots)
    given = {name: load_carried(each) for name, each in carried.items()}
    with _loading(targets, spec, given) as loaded_bots:
        pairs = zip(spec.bots, loaded_bots, strict=True)
        changed = [each for each in pairs if each[0].differs(each[1].version, each[1].content)]
        others = tuple(_change(spec, entry, found) for entry, found in changed)
        if others and not other_bots:
            remedy = "runs.bot-is-away" if _absent(changed[0][1]) else "runs.bot-has-changed"
            raise Conflict(say(remedy, change=others[0]))
        return replace(_prepared(spec, game, loaded_bots), others=others)


def _change(spec: RunSpec, entry: BotEntry, found: LoadedBot) -> Message:
    """How a bot differs from that of the stored run."""
    gone = _absent(found)
    words: dict[str, Argument] = {"bot": entry.name, "target": entry.target, "run": spec.name}
    words |= {"version": entry.version, "absent": say("runs.absent", file=gone) if gone else ""}
    if entry.version == found.version:
        return say("runs.other-content", **words)
    return say("runs.other-version", **words, now=found.version)


def check_game(spec: RunSpec) -> None:
    """UsageFault if the game of a run is unknown, or does not have its options."""
    _options(_game(spec.game), dict(spec.options), spec.seats)


def settings_of(spec: RunSpec) -> None:
    """UsageFault if a spec that somebody else wrote has settings that no run of bots has."""
    setup_of(spec)
    bot_rules(
        Plan(
            on_fault=spec.on_fault,
            isolation=spec.isolation,
            memory=spec.memory_mb or None,
        )
    )
    for name in ("move_ms", "bank_ms"):
        if getattr(spec, name) < 0:
            raise UsageFault(say("runs.not-seconds", key=name, value=str(getattr(spec, name))))
    _one_of(LOGS, spec.log, Sentence("runs.unknown-log"), log=quoted(spec.log))
    _deal_count(spec.deals)


def _absent(bot: LoadedBot) -> str:
    """A missing file of a program, which may be why its version differs, or nothing."""
    if not bot.target.startswith("cmd:"):
        return ""
    from tourney.agents.programs import absent_files  # slow to import, only for programs

    gone = absent_files(bot.target)
    return quoted(gone[0]) if gone else ""


@contextmanager
def _loading(
    targets: Iterable[tuple[str, str]], rules: BotRules | RunSpec, given: Mapping[str, LoadedBot]
) -> Iterator[tuple[LoadedBot, ...]]:
    """Load bots by name and target; they are closed if the body of the context fails."""
    limits = Limits(rules.memory_mb, rules.isolation)
    with ExitStack() as stack:
        loaded_bots = []
        for name, target in targets:
            loaded_bots.append(given[name] if name in given else load(target, limits))
            stack.callback(loaded_bots[-1].close)
        yield tuple(loaded_bots)
        stack.pop_all()


def setup_of(spec: RunSpec) -> MatchSetup:
    """What the matches of a run share; UsageFault if its game or options are unknown here."""
    game = _game(spec.game)
    return MatchSetup(
        game=game,
        options=_options(game, dict(spec.options), spec.seats),
        seats=spec.seats,
        seed=spec.seed,
        bot_seed=spec.bot_seed,
        on_fault=spec.on_fault,
        texts=Texts(game),
        clock=Clock(spec.move_ms, spec.bank_ms),
        entries=tuple(bot.name for bot in spec.bots),
    )


def _prepared(spec: RunSpec, game: Game[Any], loaded_bots: tuple[LoadedBot, ...]) -> Prepared:
    for bot, loaded in zip(spec.bots, loaded_bots, strict=True):
        if game.name not in loaded.games:
            known = ", ".join(loaded.games)
            raise UsageFault(say("runs.not-its-game", bot=bot.name, game=game.name, known=known))
    setup = setup_of(spec)
    schedule = Schedule(spec)
    if schedule.total > LARGEST:
        raise UsageFault(say("runs.too-many-matches", count=schedule.total))
    return Prepared(spec, loaded_bots, setup, schedule)


def _game(name: str | None) -> Game[Any]:
    if name is None:
        raise UsageFault(say("runs.no-game", known=", ".join(GAMES)))
    if name not in GAMES:
        for near in get_close_matches(name, GAMES, 1):
            raise UsageFault(say("runs.near-game", game=quoted(name), near=near))
        raise UsageFault(say("runs.unknown-game", game=quoted(name), known=", ".join(GAMES)))
    return GAMES[name]


def _options(game: Game[Any], given: Mapping[str, str], seats: int) -> Any:
    try:
        return game.options(given, seats)
    except OptionError as error:
        raise UsageFault(error.message) from None


def stored_options(game: str, given: Mapping[str, str], seats: int) -> tuple[tuple[str, str], ...]:
    """The options of a game that are not defaults, as a run stores them; UsageFault."""
    found = _game(game)
    pairs = found.options_text(_options(found, given, seats)).split()
    return tuple((key, value) for key, _, value in (pair.partition("=") for pair in pairs))


def _deal_count(value: int) -> int:
    if not 1 <= value <= LARGEST:
        raise UsageFault(say("runs.deals-from-to", most=LARGEST, value=value))
    return value


def _seeds(plan: Plan) -> tuple[str, str]:
    """The seed of cards and seats, and the seed of the bots' random numbers."""
    if plan.seed is None:
        if plan.bot_seed is not None:
            raise UsageFault(say("runs.bot-seed-alone"))
        return new_seed(), new_seed()
    seed = checked_seed(say("runs.seed"), plan.seed)
    if plan.bot_seed is None:
        return seed, derived_bot_seed(seed)
    return seed, checked_seed(say("runs.bot-seed"), plan.bot_seed)


def checked_seed(what: Message, text: str) -> str:
    """A seed in half-width characters; UsageFault for one that cannot be printed or is too long."""
    text = unicodedata.normalize("NFKC", text).strip()
    if not 0 < len(text) <= SEED or not text.isprintable():
        raise UsageFault(say("runs.bad-seed", what=what, text=quoted(text[:40]), most=SEED))
    return text


def guessable(seed: str) -> bool:
    """Whether a program could guess a seed, because it is not 128 random bits in hex digits."""
    return not KEY.fullmatch(seed)


def milliseconds(what: Message, seconds: float | None) -> int:
    """A time limit given in seconds, 0 for none; UsageFault if it is too short or too long."""
    if seconds is None:
        return 0
    if not 0.001 <= seconds <= LONGEST:
        raise UsageFault(say("runs.bad-time", what=what, most=LONGEST, value=f"{seconds:g}"))
    return round(1000 * seconds)


def _run_name(name: str) -> str:
    """Check a run name, which becomes part of record ids and file names."""
    if not RUN_NAME.fullmatch(name):
        raise UsageFault(say("runs.bad-run-name", name=quoted(name)))
    return name


def bot_name(name: str) -> str:
    """The name of a bot as it is stored; UsageFault for one that a record cannot hold."""
    return _name(say("runs.bot-name"), name)


def player_name(name: str) -> str:
    """The name of a person as it is stored; UsageFault for one that a record cannot hold."""
    return _name(say("runs.player-name"), name)


def _name(what: Message, name: str) -> str:
    # Brackets and a lone '?' have a meaning in seat lines.
    name = unicodedata.normalize("NFC", _short(what, name.strip(), BOT_NAME))
    if not name.isprintable():
        raise UsageFault(say("runs.invisible-in-name", what=what, name=quoted(name)))
    if name in ("", "?") or set(name) & set("[]"):
        raise UsageFault(say("runs.brackets-in-name", what=what, name=quoted(name)))
    return _short(what, name, BOT_NAME)


def _short(what: Message, text: str, most: int) -> str:
    """The text; UsageFault if it is too long, or not readable in a record."""
    shown = quoted(f"{text[:40]}…" if len(text) > 40 else text)
    if len(text) > most:
        raise UsageFault(say("runs.too-long", what=what, text=shown, count=len(text), most=most))
    if fault := line(1, text).fault:
        raise UsageFault(say("runs.unfit", what=what, text=shown, fault=fault))
    return text


def _event(text: str) -> str:
    """The name of an event in half-width characters, as a header of records holds it."""
    what = say("runs.event")
    text = unicodedata.normalize("NFKC", _short(what, text, NAME)).strip()
    if not text.isprintable():
        raise UsageFault(say("runs.not-one-line", what=what, text=quoted(text)))
    return _short(what, text, NAME)


def _date(text: str | None) -> str:
    if text is None:
        return ""
    try:
        return date_text(text)
    except LineFault as slip:
        words = say("runs.with-remedy", fault=slip.message, remedy=slip.remedy or "")
        raise UsageFault(words) from None


def free_name(base: str, taken: Container[str]) -> str:
    """`base` as a valid run name; `base-2`, `base-3` … if it is taken."""
    stem = re.sub(r"[^A-Za-z0-9._-]+", "-", base).strip("._-")[:56] or "run"
    names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    return next(name for name in names if name not in taken)
