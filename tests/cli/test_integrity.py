"""`tourney db integrity` names what another program changed, and nothing else.

Every statement is run with plain SQLite on a copy of a database of honest commands.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.conftest import Tourney
from tests.examples import times, usual
from tourney.cli.root import main

RECORD = """\
match: {name}
game: blue-border
{event}seat A: Aiko
seat B: Ben
seat C: Chie

result: A 7, B 3, C 2
rank: A > B > C
status: complete
"""
RUN = (
    "-g", "diams", "-O", "length=quick", "--bot", "a=random", "--bot", "b=greedy", "--seed", "3",
    "-q",
)  # fmt: skip
HISTORY = (
    ("run", *RUN, "--deals", "8", "--name", "rows", "--log", "rows"),
    ("run", *RUN, "--deals", "2", "--name", "packed", "--log", "packed"),
    ("run", *RUN, "--deals", "2", "--name", "void", "--log", "results"),
    ("match", "void", "void/2", "--reason", "test", "-y", "-q"),
    ("import", "records.tmr", "-q"),
    ("match", "result", "club/2", "B=4", "--reason", "misread", "-y", "-q"),
    ("match", "void", "club/3", "--reason", "test", "-y", "-q"),
    ("event", "new", "Cup", "--players", "Ken,Mei,Yui", "--game", "diamonds", "--sizes", "3", "-q"),
    ("event", "pair", "--pods", "Ken,Mei,Yui", "-q"),
    ("match", "result", "Cup/r1/t1", "Ken=41", "Mei=38", "Yui=20", "-q"),
    ("player", "merge", "Aiko", "Ken", "-y", "-q"),
)  # fmt: skip


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of runs, records, corrections and an event."""
    folder = tmp_path_factory.mktemp("honest")
    records = [RECORD.format(name=f"club/{number}", event="") for number in range(1, 5)]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        (folder / "records.tmr").write_text("\n".join(records), "utf-8")
        for words in HISTORY:
            assert main(list(words)) == 0, words
    return folder / "tourney.db"


OF_RUN = "SELECT match.id FROM match JOIN run ON run.id = run_id WHERE name = '{}' AND number = {}"
ROWS_3 = f"({OF_RUN.format('rows', 3)})"
CLUB_1 = "(SELECT match_id FROM record_text WHERE name = 'club/1')"
CLUB_2 = CLUB_1.replace("/1", "/2")
TABLE = "(SELECT match_id FROM record_text WHERE name = 'cup/r1/t1')"
TEXT_AND_SEATS = f"""
    UPDATE record_text SET text = replace(text, 'A 7, B 3', 'A 3, B 7') WHERE match_id = {CLUB_1};
    UPDATE record_text SET text = replace(text, 'A > B', 'B > A') WHERE match_id = {CLUB_1};
    UPDATE seat SET score = 10 - score, place = 3 - place WHERE match_id = {CLUB_1} AND seat < 2
"""
PARTS = ("seat", "fault", "ply", "packed_log", "move_info", "revision", "match", "record_text")
DELETED = "".join(
    f"DELETE FROM {table} WHERE {'id' if table == 'match' else 'match_id'} = {{0}};"
    for table in PARTS
)
TAMPERED = {
    f"INSERT INTO fault VALUES ({ROWS_3}, 1, 0, 'crash', 1, 'framed', '')":
        "run 'rows': 1 match not as written: fault (number 3)",
    "UPDATE tally SET sums = replace(sums, '4', '9')": "the sums for standings (tally)",
    "UPDATE tally SET upto = upto - 1": "the sums for standings (tally)",
    "UPDATE tally SET sums = 'x'": "the sums for standings (tally) cannot be read",
    f"UPDATE seat SET score = score + 1 WHERE seat = 0 AND match_id = {ROWS_3}":
        "run 'rows': 1 match not as written: match, seat (number 3)",
    f"UPDATE seat SET bot_id = 3 - bot_id WHERE match_id = {ROWS_3}":
        "run 'rows': 1 match with a deal, seating or order of bots that differs",
    f"UPDATE ply SET text = 'draw 9' WHERE number = 30 AND match_id = {ROWS_3}":
        "run 'rows': 1 match not as written: ply (number 3)",
    f"INSERT INTO move_info VALUES ({ROWS_3}, 1, 5, 0, 'I cheat', NULL)":
        "run 'rows': 1 match not as written: move_info (number 3)",
    "UPDATE packed_log SET entries = (SELECT max(entries) FROM packed_log)":
        "run 'packed': 3 matches not as written: ply (number",
    DELETED.format(3): "run 'rows': 1 match written and no longer there (number 3)",
    "UPDATE match SET status = 'void' WHERE id = " + ROWS_3:
        "run 'rows': 1 match not as written: match, seat (number 3)",
    "UPDATE match SET status = 'complete' WHERE status = 'void' AND run_id = 3":
        "differs from its newest revision",
    f"UPDATE match SET status = 'void' WHERE id = {ROWS_3};"
    f"INSERT INTO revision VALUES ({ROWS_3}, 1, '', NULL, NULL, 'run', '', 'complete', NULL),"
    f"({ROWS_3}, 2, '', 1, 4, 'void', '', 'void', NULL)":
        "the log has no row for revision 2 (revision)",
    "UPDATE run SET move_ms = 5 WHERE name = 'rows'":
        "run 'rows': the settings or bots differ from those written",
    "UPDATE bot SET version = '9' WHERE name = 'a'": "the settings or bots differ from those",
    "UPDATE match SET run_id = 2, number = 9 WHERE id = " + ROWS_3: "a packed log is missing",
    "DELETE FROM run_digest WHERE run_id = 1 AND number > 1":
        "run 'rows': row 2 of the log names a row of run_digest that is not there",
    "DELETE FROM run_digest WHERE run_id = 1": "names a row of run_digest that is not there",
    "UPDATE run_digest SET entries = zeroblob(length(entries)) WHERE run_id = 1 AND number = 2":
        "run 'rows': row 2 of run_digest was altered, removed or inserted",
    f"UPDATE seat SET score = 6 WHERE seat = 0 AND match_id = {CLUB_1}":
        "scores or places (seat) not as in its text",
    TEXT_AND_SEATS: "left it: match, record_text, seat, fault or move_info",
    DELETED.format(CLUB_1): "of the log and no longer there",
    DELETED.format(CLUB_1) + "DELETE FROM record_digest "
    "WHERE match_id NOT IN (SELECT id FROM match)": "the digests of row",
    f"UPDATE seat SET player_id = (SELECT id FROM player WHERE name = 'Ben') WHERE seat = 2 "
    f"AND match_id = {CLUB_1}": "players or bots (seat, player, bot) not as in its text",
    "UPDATE player SET name = 'Zoe' WHERE name = 'Chie'": "players or bots (seat, player, bot)",
    f"UPDATE record_text SET headers = '[[\"event\", \"Cup\"]]' WHERE match_id = {CLUB_1}":
        "headers (record_text) not as in its text",
    f"INSERT INTO fault VALUES ({CLUB_1}, 1, 0, 'left', 0, '', '')":
        "left it: match, record_text, seat, fault or move_info",
    f"UPDATE seat SET score = 50 WHERE seat = 0 AND match_id = {TABLE}":
        "by which it counts in its event",
    f"UPDATE revision SET log_number = 1 WHERE number = 2 AND match_id = {CLUB_2}":
        "the log has no row for revision 2 (revision)",
    f"UPDATE record_digest SET digest = 'x' WHERE match_id = {CLUB_1}":
        "the digests of row",
    f"INSERT INTO record_digest SELECT match_id, 99, salt, digest FROM record_digest "
    f"WHERE match_id = {CLUB_1}": "a digest (record_digest) of no row of the log",
    "DELETE FROM record_digest": "the digests of row",
    "DELETE FROM tally WHERE run_id = 2; DELETE FROM run_state WHERE run_id = 2;"
    "DELETE FROM seat WHERE match_id IN (SELECT id FROM match WHERE run_id = 2);"
    "DELETE FROM packed_log; DELETE FROM match WHERE run_id = 2;"
    "DELETE FROM run_bot WHERE run_id = 2; DELETE FROM run_digest WHERE run_id = 2;"
    "DELETE FROM run WHERE id = 2": "in the log and no longer there",
}  # fmt: skip


@pytest.mark.parametrize("statements", usual(list(TAMPERED)[::12], TAMPERED))
def test_what_another_program_changed_is_named(
    honest: Path, tourney: Tourney, tmp_path: Path, statements: str
) -> None:
    (tmp_path / "tourney.db").write_bytes(honest.read_bytes())
    with closing(sqlite3.connect(tmp_path / "tourney.db")) as db:
        before = db.total_changes
        db.executescript(statements)
        assert db.total_changes > before
    found = tourney("db", "integrity")
    assert (found.code, TAMPERED[statements] in found.out) == (3, True), found


def test_problems_are_in_the_language_of_the_reader(
    honest: Path, tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "tourney.db").write_bytes(honest.read_bytes())
    with closing(sqlite3.connect(tmp_path / "tourney.db")) as db:
        db.executescript(f"UPDATE seat SET score = 6 WHERE seat = 0 AND match_id = {CLUB_1}")
        ((match,),) = db.execute(f"SELECT {CLUB_1}").fetchall()
    found = tourney("--lang", "ja", "db", "integrity").out.splitlines()
    assert found[-1] == f"対戦{match}: 記録の文と違うもの: 得点か順位(seat)"
    assert all(line.startswith("対戦") for line in found)


def test_an_honest_database_is_sound_also_as_a_copy(
    honest: Path, tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "tourney.db").write_bytes(honest.read_bytes())
    assert tourney("db", "integrity") == (0, "", "tourney.db is sound\n")
    assert tourney("db", "copy", "--to", "copy.db").code == 0
    assert tourney("--db", "copy.db", "db", "integrity").code == 0


def test_forgetting_a_name_does_not_hide_what_another_program_changed(
    honest: Path, tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "tourney.db").write_bytes(honest.read_bytes())
    with closing(sqlite3.connect(tmp_path / "tourney.db")) as db:
        db.executescript(TEXT_AND_SEATS)
    assert tourney("player", "forget", "Ben", "-y", "-q").code == 0
    found = tourney("db", "integrity")
    assert (found.code, found.out.count("left it: match, record_text")) == (3, 1), found


@pytest.mark.parametrize(
    "words",
    [
        ("match", "result", "club/1", "C=1", "-y"),
        ("match", "edit", "club/1", "--file", "club.tmr", "-y"),
        ("match", "void", "club/1", "--reason", "test", "-y"),
        ("import", "club.tmr", "--on-duplicate", "update"),
    ][:: times(1, 3)],
)
def test_a_correction_does_not_hide_what_another_program_changed(
    honest: Path, tourney: Tourney, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """The correction is stored; only the content that the program wrote ends the warning."""
    (tmp_path / "tourney.db").write_bytes(honest.read_bytes())
    with closing(sqlite3.connect(tmp_path / "tourney.db")) as db:
        db.executescript(TEXT_AND_SEATS)
    written = RECORD.format(name="club/1", event="")
    (tmp_path / "club.tmr").write_text(written.replace("B 3, C 2", "B 3, C 0"), "utf-8")
    done = tourney(*words)
    assert (done.code, "'club/1' is not as it was last stored" in done.err) == (
        0, words[0] == "match"
    ), done  # fmt: skip
    found = tourney("db", "integrity")
    assert (found.code, found.out.count("left it: match, record_text")) == (3, 1), found
    first = tourney("match", "log", "club/1").out.splitlines()[0]
    assert first == "revision 1  time unknown  changed by another program"
    (tmp_path / "club.tmr").write_text(written, "utf-8")
    back = tourney("match", "edit", "club/1", "--file", "club.tmr", "-y")
    assert (back.code, "is not as it was last stored" in back.err) == (0, True), back
    assert tourney("db", "integrity").code == 0
    assert "last stored" not in tourney("match", "result", "club/1", "C=1", "-y").err


class Honest:
    """Honest commands in random order on one database."""

    def __init__(self, tourney: Tourney, luck: Random) -> None:
        self.call, self.luck, self.runs, self.records = tourney, luck, 0, 0

    def do(self, *words: str, fails: bool = False) -> None:
        done = self.call(*words)
        assert done.code == 0 or fails, (words, done)

    def run(self) -> None:
        self.runs += 1
        log = self.luck.choice(["rows", "packed", "results"])
        self.do("run", *RUN, "--deals", "2", "--name", f"r{self.runs}", "--log", log)

    def name(self) -> str:
        return f"r{self.luck.randint(1, max(1, self.runs))}"

    def extend(self) -> None:
        deals = str(self.luck.randint(2, 5))
        self.do("run", "--extend", self.name(), "--deals", deals, "-q", fails=True)

    def again(self) -> None:
        only = str(self.luck.randint(1, 4))
        self.do("run", "--resume", self.name(), "--only", only, "-q", fails=True)

    def remove(self) -> None:
        self.do("runs", "rm", self.name(), "-y", fails=True)

    def add(self) -> None:
        self.records += 1
        people = self.luck.sample(["Aiko", "Ben", "Chie", "Dan", "Emi"], 3)
        text = RECORD.format(name=f"club/{self.records}", event="")
        for old, new in zip(("Aiko", "Ben", "Chie"), people, strict=True):
            text = text.replace(f": {old}\n", f": {new}\n")
        Path("new.tmr").write_text(text, "utf-8")
        self.do("import", "new.tmr", "-q", "--on-similar", "new")

    def match(self) -> str:
        which = [f"{self.name()}/{self.luck.randint(1, 4)}"]
        return self.luck.choice([*which, *(f"club/{n}" for n in range(1, self.records + 1))])

    def void(self) -> None:
        self.do("match", "void", self.match(), "--reason", "x", "-y", "-q", fails=True)

    def restore(self) -> None:
        self.do("match", "restore", self.match(), "--revision", "1", "-y", "-q", fails=True)

    def correct(self) -> None:
        score = f"B={self.luck.randint(0, 6)}"
        self.do("match", "result", self.match(), score, "-y", "-q", fails=True)

    def undo(self) -> None:
        self.do("import", "--undo", "new.tmr", "-q", fails=True)

    def join(self) -> None:
        one, other = self.luck.sample(["Aiko", "Ben", "Chie", "Dan", "Emi"], 2)
        undo = self.luck.choice([(), ("--undo",)])
        self.do("player", "merge", *undo, one, other, "-y", "-q", fails=True)

    def rename(self) -> None:
        self.do("player", "edit", "Dan", "--name", "Daniel", "-q", fails=True)

    def forget(self) -> None:
        self.do("player", "forget", self.luck.choice(["Ben", "Emi"]), "-y", "-q", fails=True)

    def merged(self) -> None:
        other = ("--db", "other.db", "run", *RUN, "--name", f"r{self.runs + 1}")
        self.runs += 1
        self.do(*other, "--deals", "2")
        self.do("db", "merge", "other.db", "-q", fails=True)
        Path("other.db").unlink()

    def parts(self) -> None:
        self.runs += 1
        for part in ("1/2", "2/2"):
            other = ("--db", "other.db", "run", *RUN, "--part", part, "--name", f"r{self.runs}")
            self.do(*other, "--deals", "2")
            self.do("db", "merge", "other.db", "-q", fails=True)
            Path("other.db").unlink()

    def back(self) -> None:
        self.do("db", "backup", "backup.db", "-q")
        self.void()
        self.do("db", "restore", "backup.db", "-y", "-q")
        Path("backup.db").unlink()

    def cup(self) -> None:
        names = ("--players", "Ken,Mei,Yui", "--game", "diamonds", "--sizes", "3", "-q")
        self.do("event", "new", "Cup", *names, fails=True)
        self.do("event", "pair", "Cup", "-q", fails=True)
        self.do("match", "result", "Cup/r1/t1", "Ken=41", "Mei=38", "Yui=20", "-y", fails=True)
        self.do("event", self.luck.choice(["close", "reopen"]), "Cup", "-q", fails=True)
        self.do("match", "void", "cup/r1/t1", "--reason", "x", "-y", "-q", fails=True)

    def event(self) -> None:
        self.do("import", "new.tmr", "--on-duplicate", "update", "-q", fails=True)


STEPS: tuple[Callable[[Honest], None], ...] = (
    Honest.run, Honest.extend, Honest.again, Honest.remove, Honest.add, Honest.void,
    Honest.restore, Honest.correct, Honest.undo, Honest.join, Honest.rename, Honest.forget,
    Honest.merged, Honest.event, Honest.parts, Honest.back, Honest.cup,
)  # fmt: skip


@pytest.mark.parametrize("seed", range(times(20, 1)))
def test_honest_commands_in_any_order_leave_nothing_to_find(tourney: Tourney, seed: int) -> None:
    luck = Random(seed)
    people = Honest(tourney, luck)
    people.run()
    people.add()
    for _ in range(12):
        luck.choice(STEPS)(people)
    found = tourney("db", "integrity")
    assert (found.code, found.out) == (0, ""), found
