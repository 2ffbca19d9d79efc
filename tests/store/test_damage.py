"""Every command on a damaged database: one line and the right exit code, or the right data."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Result, Tourney
from tests.ordinary import HOUSE
from tests.store.damage import HARMLESS, KINDS, changed

SAMPLE = str(HOUSE / "data/records/spring-diams.tmr")
QUICK = (
    "-g", "diams", "-O", "length=quick", "--bot", "a=random", "--bot", "b=random",
    "--seed", "3", "-q",
)  # fmt: skip
BOT = """
class Bot:
    def choose(self, view, legal):
        return "nonsense" if len(str(view)) % 97 == 0 else legal[0]
"""
MAKE = (
    ("run", *QUICK, "--bot", "c=./bot.py", "--deals", "20", "--name", "x"),
    ("run", *QUICK, "--deals", "20", "--name", "p", "--log", "packed"),
    ("run", *QUICK, "--deals", "20", "--name", "r", "--log", "results", "--until", "ci<0.9"),
    ("import", SAMPLE),
)
SOME = (("standings", "x"), ("export", "tmr", "x"), ("run", "--resume", "x", "-q"))
ALL = (
    *SOME, ("runs",), ("runs", "show", "x"), ("runs", "show", "r"),
    ("standings", "p", "--points", "chips"),
    ("ratings", "--live"),
    ("crosstable", "x"), ("stats", "seats", "x"), ("stats", "length", "p"), ("compare", "p", "r"),
    ("stats", "faults", "x"), ("export", "results", "x"), ("export", "matches", "x"),
    ("export", "moves", "p"), ("export", "standings", "r"), ("match", "list"),
    ("match", "show", "x/3"), ("match", "show", "spring-diams/r3-t1"), ("bot", "list"),
    ("replay", "match:p/3", "--plain"), ("check", "run:x"), ("check", "match:spring-diams/r3-t1"),
    ("watch", "x", "--once", "--progress", "plain"), ("bot", "logs", "c"), ("db", "backup", "copy"),
    ("db", "copy", "--to", "copy.db"), ("db", "upgrade"), ("run", "--resume", "x", "--only", "3"),
    ("run", "--extend", "p", "--deals", "1", "-q"), ("runs", "stop", "x"),
    ("runs", "rm", "x", "-y"), ("import", SAMPLE), ("import", "--undo", SAMPLE),
    ("run", *QUICK, "--deals", "2", "--name", "new"), ("run", "--resume", "r", "-q"),
)  # fmt: skip
SOUND: dict[tuple[str, ...], Result] = {}
"""Results of commands on the undamaged database."""
MAKES_NEW = ("empty",)
"""An empty file counts as a new database: a command that writes creates the tables."""


WATCH = ("watch", "x", "--once", "--progress", "plain")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an undamaged database."""
    return tmp_path_factory.mktemp("sound")


def on_damaged(
    tourney: Tourney, sound: Path, damage: Callable[[Path], object], args: tuple[str, ...]
) -> Result:
    """The result of a command on a damaged copy."""
    if not (sound / "tourney.db").exists():
        (sound / "bot.py").write_text(BOT)
        shutil.copy(sound / "bot.py", ".")
        for make in MAKE:
            assert tourney(*make, "--db", str(sound / "tourney.db")).code == 0
    for path in Path().iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for name in ("bot.py", "tourney.db"):
        shutil.copy(sound / name, ".")
    damage(Path("tourney.db"))
    return tourney(*args)


def judged(found: Result, expected: Result, args: tuple[str, ...]) -> None:
    """Accepts one line with the right exit code, or the same output as without damage."""
    told = args, found
    if found.code == 0:
        assert (args, found.out) == (args, expected.out)
        return
    assert found.code in (1, 3, 5, 6), told
    if args[0] == "check" and found.code == 3:
        return  # the check lists each record that does not pass
    assert found.err.count("\n") == 1, told
    assert found.err.startswith("tourney: "), told


@pytest.mark.parametrize(
    ("kind", "commands"),
    [
        *((kind, SOME[number % 3 :][:1]) for number, kind in list(enumerate(KINDS))[::16]),
        *(pytest.param(kind, ALL, marks=pytest.mark.full) for kind in KINDS),
    ],
)
def test_damage_is_told_in_one_line_or_does_no_harm(
    tourney: Tourney, sound: Path, kind: str, commands: tuple[tuple[str, ...], ...]
) -> None:
    for args in commands:
        found = on_damaged(tourney, sound, KINDS[kind], args)
        if kind in MAKES_NEW and found.code == 0:
            continue
        if args not in SOUND:
            SOUND[args] = on_damaged(tourney, sound, lambda path: None, args)
        judged(found, SOUND[args], args)


@pytest.mark.parametrize("kind", sorted(set(KINDS) - HARMLESS - {"empty"}))
@pytest.mark.full
def test_integrity_finds_it_and_a_backup_helps(tourney: Tourney, sound: Path, kind: str) -> None:
    found = on_damaged(tourney, sound, KINDS[kind], ("db", "integrity"))
    assert found.code in (1, 3, 6)
    assert (found.out + found.err).count("\n") >= 1
    backup = str(sound / "tourney.db")
    restored = on_damaged(tourney, sound, KINDS[kind], ("db", "restore", backup, "-y"))
    if restored.code == 0:
        assert tourney("db", "integrity").err == "tourney.db is sound\n"
        expected = tourney("export", "tmr", "x", "--db", backup).out
        assert tourney("export", "tmr", "x").out == expected
    else:
        assert (restored.code, restored.err.count("\n")) in ((6, 1), (1, 1))


def test_a_damaged_database_is_not_backed_up_and_can_be_restored(
    tourney: Tourney, sound: Path
) -> None:
    damaged = KINDS["last page lost"]
    found = on_damaged(tourney, sound, damaged, ("db", "backup", "copy.db"))
    assert (found.code, found.err.count("\n")) == (6, 1)
    assert not Path("copy.db").exists()
    backup = str(sound / "tourney.db")
    found = on_damaged(tourney, sound, damaged, ("db", "restore", backup, "-y"))
    assert found.code == 0
    assert "the previous content is in tourney.db.replaced.bak" in found.err
    assert tourney("db", "integrity").err == "tourney.db is sound\n"


def test_a_damaged_backup_is_not_restored(tourney: Tourney, sound: Path) -> None:
    on_damaged(tourney, sound, lambda path: None, ("runs",))
    shutil.copy("tourney.db", "backup.db")
    KINDS["zeros in the second half"](Path("backup.db"))
    before = Path("tourney.db").read_bytes()
    result = tourney("db", "restore", "backup.db", "-y")
    assert (result.code, result.err.count("\n")) == (6, 1)
    assert "'backup.db' is damaged" in result.err
    assert Path("tourney.db").read_bytes() == before


def test_a_run_with_settings_that_cannot_be_is_damage_and_no_wrong_use(
    tourney: Tourney, sound: Path
) -> None:
    sometimes = changed("UPDATE run SET schedule = 'sometimes' WHERE name = 'x'")
    found = on_damaged(tourney, sound, sometimes, ("standings", "x"))
    assert (found.code, found.err) == (
        6,
        "tourney: 'tourney.db' is damaged (run 'x': unknown schedule 'sometimes'; "
        "use fixed, roundrobin or gauntlet:NAME): see tourney db integrity, restore a backup\n",
    )
    integrity = tourney("db", "integrity")
    assert (integrity.code, integrity.out) == (
        3,
        "run 'x': unknown schedule 'sometimes'; use fixed, roundrobin or gauntlet:NAME\n",
    )
    assert tourney("run", *QUICK, "--schedule", "never").code == 2


def test_what_only_spares_time_is_made_anew_where_it_is_damaged(
    tourney: Tourney, sound: Path
) -> None:
    """Covers the sums for standings and the stored status of a run."""
    damage = changed("UPDATE tally SET sums = '{'", "UPDATE run_state SET snapshot = '[]'")
    for args in (("standings", "x"), WATCH, ("run", "--resume", "x", "-q")):
        expected = on_damaged(tourney, sound, lambda path: None, args)
        assert on_damaged(tourney, sound, damage, args) == expected
