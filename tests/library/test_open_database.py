"""A database from Python: what the commands show, as plain values, and nothing written."""

import json
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest

import tourney as face
from tests.conftest import Once, Tourney
from tests.store import servers

ROOT = Path(__file__).parents[2]
EVENING = ROOT / "data" / "records" / "evening-diams.tmr"


@pytest.fixture
def filled(tourney: Tourney, once: Once) -> Tourney:
    """A database with a run of three bots and a record of an event."""

    def make() -> None:
        bots = ("--bot", "a=random", "--bot", "b=greedy", "--bot", "c=random")
        settings = ("-g", "diams", "-O", "length=quick", "--deals", "2", "--seed", "4")
        assert tourney("run", *settings, *bots, "--name", "demo", "-q").code == 0
        assert tourney("import", str(EVENING)).code == 0

    once(make)
    return tourney


@pytest.mark.parametrize(
    ("command", "ask"),
    [
        (("standings", "demo"), lambda db: db.run("demo").standings()),
        (
            ("standings", "demo", "--points", "wins"),
            lambda db: db.run("demo").standings(points="wins"),
        ),
        (("export", "results", "demo"), lambda db: db.run("demo").results()),
        (("crosstable", "demo"), lambda db: db.run("demo").crosstable()),
        (("compare", "demo", "--bots", "b,a"), lambda db: db.run("demo").compare(bots=("b", "a"))),
        (("player", "list"), lambda db: db.players()),
        (("ratings", "-g", "diams"), lambda db: db.ratings("diams")),
        (("export", "faults", "demo"), lambda db: db.run("demo").faults()),
    ],
)
def test_each_table_has_the_rows_of_its_command(
    filled: Tourney, command: tuple[str, ...], ask: Callable[[face.OpenDatabase], face.DataRows]
) -> None:
    shown = json.loads(filled(*command, "--format", "json").out)
    with face.open("tourney.db") as db:
        rows = ask(db)
    assert list(rows) == shown
    assert all(tuple(row) == rows.columns for row in rows)


def test_an_event_with_a_plan_has_its_standings_and_tables(tourney: Tourney) -> None:
    club = ("--game", "diams", "--players", "Aiko,Ben,Chie,Dan", "--format", "swiss")
    assert tourney("event", "new", "League", *club, "--rounds", "2").code == 0
    assert tourney("event", "pair", "League").code == 0
    assert tourney("match", "result", "League/r1/t1", "9,7,5,4").code == 0
    shown = json.loads(tourney("standings", "League", "--json").out)
    entrants = json.loads(tourney("event", "show", "League", "--players", "--json").out)
    with face.open("tourney.db") as db:
        (event,) = db.events()
        assert list(event.standings()) == shown
        assert event.standings().notes
        assert list(event.players()) == entrants
        assert [table["round"] for table in event.tables()] == [1]
        assert [match.scores for match in event.matches()] != []
        assert db.event("Leag").name == "League"


def test_an_event_of_headers_is_found_by_its_name(filled: Tourney) -> None:
    match = face.read(EVENING)[0]
    with face.open("tourney.db") as db:
        event = db.event(match.headers["event"])
        assert {row["player"] for row in event.standings()} == set(match.players)
        assert [each.name for each in event.matches()] == [match.name]
        assert len(event.results()) == len(match.players)


def test_the_matches_of_a_run_come_one_after_the_other(filled: Tourney) -> None:
    with face.open("tourney.db") as db:
        alive = weakref.WeakSet[face.Match]()
        names = []
        for match in db.run("demo").matches():
            alive.add(match)
            names.append(match.name)
            assert len(alive) <= 2
        assert names == [f"demo/{number}" for number in range(1, 7)]
        assert len(list(db.matches())) == 7


@pytest.mark.full  # analyses six matches
def test_a_match_of_a_run_has_states_views_and_what_a_judge_says(filled: Tourney) -> None:
    assert filled("analyse", "run:demo", "--budget", "4", "-q").code == 0
    with face.open("tourney.db") as db:
        match = db.match("demo/1")
        positions = list(match.positions())
        assert match.check().passed
    assert positions[-1].state is not None
    outcome = positions[-1].state.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.places) == (match.scores, match.places)
    marks = [mark for position in positions for mark in position.marks]
    assert {"seat", "mark", "loss", "error", "played", "best"} == set(marks[0])
    plies = [len(position.plies) for position in positions]
    assert sum(plies) == positions[-1].ply


def test_a_run_of_results_alone_has_matches_without_positions(tourney: Tourney) -> None:
    import tourney as face

    bots = {"a": "random", "b": "random"}
    with face.play("diams", bots, deals=1, log="results", options={"length": "quick"}) as run:
        (first, _) = run.matches()
        assert first.places
        with pytest.raises(face.DataFault, match="has no moves"):
            next(first.positions())


def test_what_is_opened_for_reading_is_not_written(filled: Tourney) -> None:
    before = Path("tourney.db").read_bytes()
    with face.open("tourney.db") as db:
        with pytest.raises(face.UsageFault) as caught:
            db.add(EVENING)
        assert caught.value.code == "store.read-only"
        assert "writable=True" in str(caught.value)
        db.run("demo").standings()
    assert Path("tourney.db").read_bytes() == before


@pytest.mark.full  # starts a server
def test_a_database_on_a_server_is_not_written_either(tmp_path: Path) -> None:
    try:
        with servers.server(tmp_path / "postgres") as url, servers.new_database(url) as database:
            with face.open(database, writable=True) as db:
                db.add(EVENING)
            with face.open(database) as db:
                assert len(list(db.matches())) == 1
                with pytest.raises(face.UsageFault, match="writable=True"):
                    db.add(EVENING)
                with db.store().reading() as connection:
                    setting = connection.exec_driver_sql(
                        "SELECT current_setting('transaction_read_only')"
                    )
                    assert setting.scalar_one() == "on"
    except servers.NoServer as reason:
        pytest.skip(str(reason))


def test_a_writable_database_takes_records(tmp_path: Path) -> None:
    with face.open(tmp_path / "new.db", writable=True) as db:
        assert db.add(EVENING) == {"new": 1}
        assert db.add(EVENING) == {"same": 1}
        assert [match.game for match in db.matches()] == ["diams"]


def test_a_file_that_breaks_a_rule_is_not_stored_and_its_problems_are_told(tmp_path: Path) -> None:
    with face.open(tmp_path / "new.db", writable=True) as db:
        with pytest.raises(face.DataFault) as caught:
            db.add(EVENING.with_name("spring-diams-wrong.tmr"))
        assert "error[R-DI-R10]" in caught.value.__notes__[0]
        assert list(db.matches()) == []


@pytest.mark.parametrize(
    ("ask", "code", "exit_code"),
    [
        (lambda db: db.run("spring"), "store.no-run", 5),
        (lambda db: db.match("demo/99"), "store.no-match", 5),
        (lambda db: db.event("Nobody"), "app.no-event", 5),
        (lambda db: db.run("demo").plot("pie"), "library.no-chart", 2),
        (lambda db: db.run("demo").compare(), "library.compare-what", 2),
        (lambda db: db.run("demo").standings(points="luck"), "", 2),
        (lambda db: db.ratings("chess"), "app.unknown-game", 2),
    ],
)
def test_an_error_has_a_code_and_one_line(
    filled: Tourney, ask: Callable[[face.OpenDatabase], object], code: str, exit_code: int
) -> None:
    with face.open("tourney.db") as db, pytest.raises(face.TourneyError) as caught:
        ask(db)
    assert caught.value.exit_code == exit_code
    assert caught.value.code == code or not code
    assert "\n" not in str(caught.value)


def test_a_missing_or_foreign_database_is_named(tmp_path: Path) -> None:
    with pytest.raises(face.NotFound) as caught:
        face.open(tmp_path / "no.db")
    assert caught.value.code == "store.no-database"
    (tmp_path / "text.db").write_text("hello")
    with pytest.raises(face.Conflict):
        face.open(tmp_path / "text.db")
    assert [path.name for path in tmp_path.iterdir()] == ["text.db"]


def test_after_closing_nothing_can_be_read(filled: Tourney) -> None:
    db = face.open("tourney.db")
    run = db.run("demo")
    found = run.matches()
    next(found)
    db.close()
    db.close()
    for ask in (run.standings, lambda: next(found), run.matches, db.runs, lambda: run.played):
        with pytest.raises(face.Conflict, match="is closed") as caught:
            ask()
        assert caught.value.code == "library.closed"
    with pytest.raises(StopIteration):
        next(found)


def test_charts_are_those_of_plot(filled: Tourney) -> None:
    assert filled("plot", "curves", "demo", "-o", "curves.svg").code == 0
    with face.open("tourney.db") as db:
        drawn = db.run("demo").plot("curves")
    assert f"{drawn}\n" == Path("curves.svg").read_text("utf-8")
    assert drawn._repr_svg_() == drawn


def test_notes_and_names_are_in_the_language_of_the_reader(filled: Tourney) -> None:
    with face.open("tourney.db", lang="ja") as db:
        assert db.run("demo").compare(bots=("b", "a")).notes == ("共通の配り2件。区間は配りごと",)
        assert "プレイヤー" in db.run("demo").standings()._repr_html_()
