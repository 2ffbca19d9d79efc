"""From files and options to a run: defaults, and one clear line for every fault."""

import json
import re
from pathlib import Path
from textwrap import dedent

import pytest

from tests.conftest import Tourney
from tests.play.tables import mine
from tourney.domain.errors import Conflict, DataFault, NotFound, TourneyError, UsageFault
from tourney.domain.run_spec import BotEntry
from tourney.runs.run_plan import (
    Plan,
    Prepared,
    bot_pairs,
    fault_limit,
    free_name,
    option_pairs,
    overlaid,
    prepare,
    read_plan,
    reload,
)

JAPANESE = re.compile(r"[\u3041-\u3096]")
TWO = {"ann": "random", "ben": "random"}


def written(folder: Path, text: str) -> Path:
    path = folder / "run.toml"
    path.write_text(dedent(text), encoding="utf-8")
    return path


def test_a_file_says_everything(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """
        name = "spring"
        game = "diams"
        seats = 2
        deals = 7
        schedule = "gauntlet:ann"
        block = "none"
        seed = 11
        on_fault = "abort"
        event = "Spring cup"
        date = 2026-11-15

        [options]
        length = "quick"

        [bots]
        ann = "random"
        ben = "random"
        cho = "random"
        """,
    )
    spec = prepare(read_plan(path)).spec
    assert (spec.name, spec.seats, spec.deals, spec.schedule) == ("spring", 2, 7, "gauntlet:ann")
    assert (spec.block, spec.seed, spec.on_fault) == ("none", "11", "abort")
    assert (spec.event, spec.date, spec.options) == (
        "Spring cup", "2026-11-15", (("length", "quick"),),
    )  # fmt: skip
    assert spec.bots[2] == BotEntry("cho", "random", "1")


def test_what_is_left_open_has_defaults() -> None:
    spec = prepare(Plan(game="diams", bots=TWO)).spec
    assert (spec.seats, spec.deals, spec.schedule, spec.block) == (2, 100, "roundrobin", "rotation")
    assert (spec.on_fault, spec.options) == ("forfeit", ())


def test_options_at_their_default_are_not_kept() -> None:
    options = {"length": "standard", "closing": "fixed"}
    assert prepare(Plan(game="diams", bots=TWO, options=options)).spec.options == (
        ("closing", "fixed"),
    )


def test_flags_go_before_the_file() -> None:
    below = Plan(game="diams", seed="3", deals=5, bots={"a": "random"}, options={"length": "quick"})
    above = Plan(seed="4", bots={"b": "random"})
    found = overlaid(below, above)
    assert (found.game, found.seed, found.deals) == ("diams", "4", 5)
    assert (dict(found.bots), dict(found.options)) == (
        {"a": "random", "b": "random"}, {"length": "quick"},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game = diams", r"run.toml:1:8: malformed TOML: invalid value"),
        ('game = "diams', r"run.toml:\d*.*malformed TOML"),
        ("[options]\nlength", r"run.toml:.*malformed TOML"),
        ("gmae = 'diams'", "unknown key 'gmae'; the keys are name, game"),
        ("seats = 'three'", "'seats' must be a whole number, not 'three'"),
        ("deals = true", "'deals' must be a whole number, not true"),
        ("options = 3", r"'options' must be a table; write \[options\]"),
        ("game = ['diams']", "'game' must be text"),
        (f"seed = {'9' * 5000}", "too many digits"),
        (f"game = {'[' * 3000}", "nested too deeply"),
    ],
)
def test_a_file_that_will_not_do_is_named_with_its_fault(
    tmp_path: Path, text: str, words: str
) -> None:
    with pytest.raises(DataFault, match=words) as caught:
        read_plan(written(tmp_path, text))
    assert JAPANESE.search(caught.value.text("ja"))


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    assert read_plan(written(tmp_path, "\ufeffgame = 'diams'\r\n")).game == "diams"


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "run.toml"
    path.write_bytes(b"game = 'diams'\nname = '\xff'\n")
    with pytest.raises(DataFault, match=r"run\.toml:2: not UTF-8"):
        read_plan(path)


def test_a_file_that_is_not_there_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no file"):
        read_plan(tmp_path / "gone.toml")


def plan(**changes: object) -> Plan:
    return Plan(**{"game": "diams", "bots": TWO, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (plan(game=None), "no game given"),
        (plan(game="dimas"), "unknown game 'dimas'; did you mean 'diams'"),
        (plan(bots={}), "no bots given"),
        (plan(bots={"ann": "greeedy", "ben": "random"}), "unknown bot 'greeedy'; did you mean"),
        (
            plan(bots={"ann": "random:x=1"}),
            "unknown setting 'x' of bot 'random:x=1'; it has no settings",
        ),
        (plan(bots={"ann": "search:trials=9"}), "its settings are iterations, ms"),
        (
            plan(bots={"ann": "search:ms=soon"}),
            "ms must be a whole number from 1 to 3600000, not 'soon'",
        ),
        (plan(bots={"ann": "random:x"}), "settings of bot .random:x. cannot be read"),
        (plan(bots={"ann": "search:"}), "settings of bot .search:. cannot be read"),
        (plan(bots={"ann": "search:ms=1,ms=2"}), "setting 'ms' of bot .* is given twice"),
        (plan(bots={"ann": "serch:ms=5"}), "unknown bot 'serch:ms=5'; did you mean 'search'"),
        (plan(bots={"ann": "sh a.py"}), "unknown bot 'sh a.py'; for a program write 'cmd:sh a.py'"),
        (plan(bots={"ann": "sh a.sh"}), "unknown bot 'sh a.sh'; for a program write 'cmd:sh a.sh'"),
        (plan(bots={"ann": "cmd:'./x"}), "cannot be read: no closing quotation"),
        (plan(bots={"ann": "cmd:"}), "names no program"),
        (plan(bots={"ann": "cmd:/"}), "is a folder"),
        (plan(bots={"ann": f"cmd:{__file__}"}), "is not executable; change that with: chmod"),
        (plan(time_per_move=0.0), "time per move must be from 0.001 to 86400 seconds, not 0"),
        (plan(time_per_match=-1.0), "time per match must be from 0.001"),
        (plan(memory=1), "memory must be from 16"),
        (plan(isolation="docker"), "unknown isolation 'docker'; use none, limits, bwrap"),
        (
            plan(isolation="none", memory=100),
            "isolation 'none' cannot limit memory; use isolation limits",
        ),
        (plan(bots={"ann": "no.such:Bot"}), "cannot be loaded: ModuleNotFoundError"),
        (plan(bots={"ann": "json:loads"}), "is not a class with a method choose"),
        (plan(bots={"a [1]": "random", "b": "random"}), "invalid bot name"),
        (plan(bots={"?": "random", "b": "random"}), "bot name"),
        (plan(seats=6), "2 to 5 seats, not 6"),
        (plan(seats=3), "2 bots cannot fill 3 seats"),
        (plan(bots={"ann": "random"}), "2 to 5 seats, not 1"),
        (plan(deals=0), "deals must be from 1"),
        (plan(seed=" "), "invalid seed ''; use 1 to 200 printable characters"),
        (plan(seed="x" * 201), "use 1 to 200 printable characters"),
        (plan(seed="a\nb"), "use 1 to 200 printable characters"),
        (plan(bot_seed="7"), "a bot seed is given without a seed"),
        (plan(deals=2**62), "too many"),
        (plan(options={"lenght": "quick"}), "no option 'lenght'"),
        (plan(options={"length": "short"}), "'short' is not valid for option length"),
        (plan(schedule="swiss"), "unknown schedule 'swiss'"),
        (plan(block="half"), "unknown block 'half'"),
        (plan(on_fault="shrug"), "unknown fault policy 'shrug'"),
        (plan(name="a/b"), "invalid run name 'a/b'"),
        (plan(name=""), "invalid run name ''"),
        (plan(event="two\nlines"), "one line"),
        (plan(event="x" * 201), "event 'x{40}…' has 201 characters; use at most 200"),
        (plan(event="\ufdfa" * 200), "event .* has 3600 characters; use at most 200"),
        (plan(event="a" + "\u0301\u0323" * 16), "event .*: a letter has 32 accents, 30 at most"),
        (plan(bots={"x" * 65: "random"}), "bot name 'x{40}…' has 65 characters; use at most 64"),
        (plan(bots={"a" + "\u0301" * 31: "random"}), "a letter has 31 accents, 30 at most"),
        (plan(bots={"ann": "./" + "x" * 16384}), "has 16386 characters; use at most 16384"),
        (plan(bots={"ann": "cmd:./\udcff"}), "target of bot 'cmd:./.udcff' is not UTF-8"),
        (plan(date="15.11.2026"), "is not a date"),
        (plan(date="9999-99-99"), "is not a date"),
    ],
)
def test_what_cannot_be_played_is_a_usage_fault(given: Plan, words: str) -> None:
    with pytest.raises(UsageFault, match=words) as caught:
        prepare(given)
    assert "\n" not in str(caught.value)
    assert JAPANESE.search(caught.value.text("ja"))


def test_a_missing_bot_file_is_not_found() -> None:
    with pytest.raises(NotFound, match=r"no file .gone\.py."):
        prepare(plan(bots={"ann": "gone.py", "ben": "random"}))


def bot_file(folder: Path, text: str) -> str:
    (folder / "bot.py").write_text(dedent(text), encoding="utf-8")
    return str(folder / "bot.py")


def prepared_with(target: str) -> Prepared:
    return prepare(plan(bots={"mine": target, "ben": "random"}))


def test_a_files_only_class_plays_and_its_hash_is_its_version(tmp_path: Path) -> None:
    text = "class Only:\n    def choose(self, view, legal): return legal[{}]\n"
    first = prepared_with(bot_file(tmp_path, text.format(0))).spec.bots[0].version
    again = prepared_with(bot_file(tmp_path, text.format(0))).spec.bots[0].version
    other = prepared_with(bot_file(tmp_path, text.format(-1))).spec.bots[0].version
    assert first == again != other


def test_a_declared_version_counts_before_the_hash() -> None:
    assert prepared_with(mine("First")).spec.bots[0].version == "1.0"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def x(:", "cannot be loaded: SyntaxError"),
        ("import sys; sys.exit(3)", "cannot be loaded: SystemExit: 3"),
        ("x = 1", "must say which class plays .found none."),
        (
            "class A:\n    def choose(self): ...\nclass B(A): ...",
            "must say which class plays .found A, B.",
        ),
        ("class A:\n    version = 'a b'\n    def choose(self): ...", "an invalid version 'a b'"),
    ],
)
def test_a_bot_file_that_will_not_do_is_a_usage_fault(
    tmp_path: Path, text: str, words: str
) -> None:
    with pytest.raises(UsageFault, match=words) as caught:
        prepared_with(bot_file(tmp_path, text))
    assert JAPANESE.search(caught.value.text("ja"))


def test_a_run_goes_on_with_the_bots_and_rules_it_began_with(tmp_path: Path) -> None:
    spec = prepared_with(
        bot_file(tmp_path, "class A:\n    def choose(self, view, legal): return legal[0]\n")
    ).spec
    assert reload(spec).spec == spec
    bot_file(tmp_path, "class A:\n    def choose(self, view, legal): return legal[-1]\n")
    with pytest.raises(Conflict, match=r"bot .mine. .* is now version"):
        reload(spec)


def test_a_run_of_other_rules_is_a_conflict() -> None:
    from dataclasses import replace

    spec = prepare(plan()).spec
    with pytest.raises(
        Conflict, match="played with rules diams/0, but this version of tourney has diams/1"
    ):
        reload(replace(spec, rules=0))


def test_names_that_are_taken_are_counted_on() -> None:
    assert free_name("my run!", ()) == "my-run"
    assert free_name("x", {"x", "x-2"}) == "x-3"


def test_bots_and_options_on_the_command_line() -> None:
    assert bot_pairs(["a=random", "greedy", "s=./x.py:Y", "b=random:k=v"]) == {
        "a": "random", "greedy": "greedy", "s": "./x.py:Y", "b": "random:k=v",
    }  # fmt: skip
    assert bot_pairs(["search:iterations=5"]) == {"search:iterations=5": "search:iterations=5"}
    assert option_pairs(["a=1 b=2", "c=3"]) == {"a": "1", "b": "2", "c": "3"}
    for wrong in (["a=random", "a=greedy"],):
        with pytest.raises(UsageFault, match="two bots"):
            bot_pairs(wrong)
    with pytest.raises(UsageFault, match="bot 'a' has no target; write a=TARGET"):
        bot_pairs(["a="])
    with pytest.raises(UsageFault, match="write key=value"):
        option_pairs(["length"])


def test_limits_of_faults_are_numbers_or_shares() -> None:
    five, share = fault_limit("5"), fault_limit("2.5%")
    assert five is not None
    assert share is not None
    assert (five.exceeded(5, 10), five.exceeded(6, 10)) == (False, True)
    assert (share.exceeded(5, 200), share.exceeded(6, 200)) == (False, True)
    for wrong in ("some", "-1", "2.5", "5 %"):
        with pytest.raises(TourneyError, match="invalid"):
            fault_limit(wrong)


@pytest.mark.parametrize("path", sorted((Path(__file__).parents[2] / "data" / "runs").iterdir()))
def test_published_specs_can_be_played(path: Path) -> None:
    assert prepare(read_plan(path)).schedule.total > 0


def test_a_class_of_a_package_plays() -> None:
    assert prepared_with("tests.play.bots:First").spec.bots[0].version == "1.0"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package with a bot of its own name and one with the name of a built-in bot."""
    (tmp_path / "sixth_sense.py").write_text("class Six:\n    def choose(self): ...\n")
    info = tmp_path / "sixth_sense-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sixth-sense\nVersion: 1.0\n")
    points = "[tourney.bots]\nsixth = sixth_sense:Six\ngreedy = sixth_sense:Six\n"
    (info / "entry_points.txt").write_text(points)
    monkeypatch.syspath_prepend(tmp_path)


def test_an_entry_point_plays(package: None) -> None:
    assert prepared_with("sixth").spec.bots[0].target == "sixth"


def test_a_misspelt_entry_point_is_suggested(package: None) -> None:
    with pytest.raises(UsageFault, match=r"unknown bot 'sixht'; did you mean 'sixth'\?"):
        prepared_with("sixht")


def test_a_built_in_bot_plays_instead_of_an_installed_one_with_a_warning(
    package: None, tourney: Tourney
) -> None:
    words = (
        "'greedy' is the built-in bot; the installed bot of this name plays as sixth_sense:Six\n"
    )
    run = tourney("run", "-g", "diams", "--bot", "a=greedy", "--bot", "b=random", "--dry-run")
    assert f"warning: {words}" in run.err
    checked = tourney("bot", "check", "greedy", "--only", "hello")
    assert checked.err.splitlines(keepends=True)[0] == f"warning: {words}"
    listed = tourney("bot", "list", "--json")
    assert listed.err == words
    rows = {(row["bot"], row["source"]) for row in json.loads(listed.out)}
    assert {("sixth_sense:Six", "package"), ("sixth", "package")} <= rows
    assert tourney("bot", "check", "sixth_sense:Six", "--only", "hello").err.count("warning") == 0
