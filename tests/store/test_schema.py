"""The schema: models and migrations agree; an upgrade is complete or changes nothing."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Inspector, inspect

from tests.store.sample import fill, new_store
from tourney.domain.errors import Conflict, TourneyError
from tourney.store import open_store
from tourney.store.care import migrate, upgrade
from tourney.store.connect import Database, address
from tourney.store.matches import match_count, run_matches
from tourney.store.models import SQLModel
from tourney.store.runs import all_runs, run_named
from tourney.store.schema import HEAD, SCRIPTS, Schema, require_usable, schema, sign

FOLLOWING = f"{int(HEAD) + 1:04}"
ROOT = Path(__file__).parents[2]
NEXT = """
import sqlalchemy as sa
from alembic import op
revision, down_revision = "{next}", "{head}"
def upgrade():
    with op.batch_alter_table("seat") as seat:
        seat.add_column(sa.Column("chair", sa.Text(), nullable=False, server_default="oak"))
    rebuilt = "always" if op.get_bind().dialect.name == "sqlite" else "never"
    with op.batch_alter_table("match", recreate=rebuilt) as match:
        match.add_column(sa.Column("note", sa.Text(), nullable=True))
    {more}
"""


def config(folder: Path = SCRIPTS) -> Config:
    made = Config()
    made.set_main_option("script_location", str(folder))
    return made


def scripts(folder: Path, more: str = "pass") -> Path:
    """The project's migrations and one more."""
    shutil.copytree(SCRIPTS, folder / "migrations")
    text = NEXT.format(more=more, head=HEAD, next=FOLLOWING)
    (folder / f"migrations/versions/r{FOLLOWING}_next.py").write_text(text)
    return folder / "migrations"


def layout(look: Inspector) -> dict[str, str]:
    """Columns in order, keys and checks of every table."""
    return {
        table: str((
            [{**column, "type": repr(column["type"])} for column in look.get_columns(table)],
            look.get_pk_constraint(table),
            sorted(map(str, look.get_foreign_keys(table))),
            look.get_unique_constraints(table),
            look.get_check_constraints(table),
        ))
        for table in SQLModel.metadata.tables
    }  # fmt: skip


def file_layout(path: Path) -> tuple[dict[str, str], set[tuple[object, ...]]]:
    """The layout of a file, and which of its tables have no row ids."""
    database = Database(address(str(path)), 1)
    with database.reading() as connection:
        tables = layout(inspect(connection))
    database.close()
    with closing(sqlite3.connect(path)) as db:
        return tables, set(db.execute("SELECT name, type, wr, strict FROM pragma_table_list"))


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return list(db.iterdump())


def test_models_and_migrations_make_the_same_file(tmp_path: Path) -> None:
    new_store(tmp_path).close()
    migrated = tmp_path / "migrated.db"
    database = Database(address(str(migrated)), 1, create=True)
    with database.writing() as connection:
        migrate(connection, config())
        sign(connection)
        assert schema(connection) == (Schema.CURRENT, HEAD)
    database.close()
    assert file_layout(tmp_path / "tourney.db") == file_layout(migrated)


def test_models_and_migrations_make_the_same_server_tables(database: str) -> None:
    layouts = []
    for make in (SQLModel.metadata.create_all, None):
        opened = Database(address(database), 1)
        with opened.writing() as connection:
            make(connection) if make else migrate(connection, config())
            layouts.append(layout(inspect(connection)))
            SQLModel.metadata.drop_all(connection)
            connection.exec_driver_sql("DROP TABLE IF EXISTS alembic_version")
        opened.close()
    assert layouts[0] == layouts[1]


def test_a_new_file_is_stamped_with_the_last_migration() -> None:
    assert ScriptDirectory.from_config(config()).get_current_head() == HEAD


def test_an_upgrade_copies_the_file_and_keeps_every_row(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        before = list(run_matches(store, fill(store, range(1, 50))))
    file = tmp_path / "tourney.db"
    old = dump(file)
    done = upgrade(str(file), scripts=scripts(tmp_path))
    assert (done.before, done.after) == (HEAD, FOLLOWING)
    assert done.copy == tmp_path / f"tourney.db.{HEAD}.bak"
    assert dump(done.copy) == old
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("SELECT DISTINCT chair FROM seat").fetchall() == [("oak",)]
        assert db.execute("SELECT count(*) FROM seat").fetchone() == (3 * len(before),)
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        (made,) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'seat'").fetchone()
    assert "WITHOUT ROWID" in made
    assert upgrade(str(file), scripts=tmp_path / "migrations").copy is None


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ("op.execute('INSERT INTO nowhere VALUES (1)')", TourneyError),
        ("op.execute('DELETE FROM bot')", TourneyError),
        ("1 / 0", ZeroDivisionError),
    ],
)
def test_a_migration_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, more: str, error: type[Exception]
) -> None:
    with new_store(tmp_path) as store:
        fill(store, range(1, 50))
    file = tmp_path / "tourney.db"
    content, old = file.read_bytes(), dump(file)
    folder = scripts(tmp_path, more)
    for _ in range(2):
        with pytest.raises(error):
            upgrade(str(file), scripts=folder)
    assert dump(file) == old
    assert file.read_bytes() == content
    assert sorted(path.name for path in tmp_path.iterdir()) == ["migrations", "tourney.db"]
    with open_store(str(file)) as store:
        assert match_count(store, run_named(store, "spring")) == 49


def test_a_server_is_upgraded_or_left_as_it_was(database: str, tmp_path: Path) -> None:
    with open_store(database, create=True) as store:
        fill(store, range(1, 50))
    with pytest.raises(TourneyError, match="unchanged"):
        upgrade(database, scripts=scripts(tmp_path, "op.execute('SELECT 1 FROM nowhere')"))
    with open_store(database) as store:
        assert match_count(store, run_named(store, "spring")) == 49
    shutil.rmtree(tmp_path / "migrations")
    done = upgrade(database, scripts=scripts(tmp_path))
    assert (done.before, done.after, done.copy) == (HEAD, FOLLOWING, None)


def test_an_older_schema_is_not_opened_but_upgraded(tmp_path: Path) -> None:
    with new_store(tmp_path) as store, store.reading() as connection:
        found, _ = schema(connection, FOLLOWING)
        with pytest.raises(Conflict, match="older schema: run tourney db upgrade"):
            require_usable(store.place, found)
        require_usable(store.place, found, Schema.OLDER)


@pytest.mark.parametrize("number", ["0001", "0017"])
def test_a_file_from_before_the_first_release_is_refused_with_the_remedy(
    tmp_path: Path, number: str
) -> None:
    new_store(tmp_path).close()
    file = tmp_path / "tourney.db"
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE alembic_version SET version_num = ?", (number,))
    before = dump(file)
    words = "before the first release: export it with the tourney that wrote it"
    for attempt in (open_store, partial(open_store, create=True), upgrade):
        with pytest.raises(Conflict, match=words):
            attempt(str(file))
    assert dump(file) == before
    assert [path.name for path in tmp_path.iterdir()] == ["tourney.db"]


def test_a_newer_schema_is_neither_opened_nor_upgraded(tmp_path: Path) -> None:
    new_store(tmp_path).close()
    file = tmp_path / "tourney.db"
    upgrade(str(file), scripts=scripts(tmp_path))
    old = dump(file)
    for attempt in (open_store, upgrade):
        with pytest.raises(Conflict, match="newer tourney: upgrade the program"):
            attempt(str(file))
    assert dump(file) == old


def test_a_file_whose_making_was_broken_off_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "tourney.db").touch()
    with new_store(tmp_path) as store:
        assert all_runs(store) == []


def test_plain_sql_reads_the_tables_under_their_names(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        fill(store, [1, 2])
    query = """
        SELECT bot.name, sum(seat.score) FROM run
        JOIN match ON match.run_id = run.id
        JOIN seat ON seat.match_id = match.id
        JOIN bot ON bot.id = seat.bot_id
        WHERE run.name = 'spring' GROUP BY bot.name ORDER BY bot.name
    """
    with closing(sqlite3.connect(tmp_path / "tourney.db")) as db:
        assert db.execute(query).fetchall() == [("greedy", 1), ("rho", 2), ("ucb", 3)]
        with pytest.raises(sqlite3.IntegrityError):
            db.execute("INSERT INTO seat VALUES (1, 0, 1, NULL, 0, 1)")


@pytest.mark.full
def test_opening_and_making_a_database_spare_alembics_import(tmp_path: Path) -> None:
    code = (
        "import sys; from tourney.store import open_store; "
        "open_store(sys.argv[1], create=True).close(); assert 'alembic' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "t.db")], check=True, cwd=ROOT)
