"""Dates of rounds: in the plan, changed later, on sheets, in calendars and in another database."""

import json
import shlex
from pathlib import Path

import pytest

from tests.conftest import Result, Tourney
from tourney.domain.errors import UsageFault
from tourney.events.event_plan import read_date, read_dates

LEAGUE = ("event", "new", "Autumn League", "--players", "Ken,Mei,Yui,Ren,Aiko,Ono", "--game",
          "diamonds", "--schedule", "swiss", "--sizes", "3", "--rounds", "3", "--final",
          "top3:diams", "--seed", "7", "--dates", "2026-11-28T19:00+09:00,-")  # fmt: skip


def dates(tourney: Tourney) -> list[str | None]:
    """The date of every round of the only event."""
    shown = tourney("event", "dates", "--json")
    assert shown.code == 0, shown.err
    return [row["date"] for row in json.loads(shown.out)]


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("2026-11-28", "2026-11-28"),
        (" 2026-11-28 19:00", "2026-11-28T19:00"),
        ("２０２６-11-28Ｔ19：00", "2026-11-28T19:00"),
        ("2026-11-28t19:00z", "2026-11-28T19:00+00:00"),
        ("-", ""),
    ],
)
def test_a_date_is_read(given: str, read: str) -> None:
    assert read_date(given) == read


def test_dates_stand_between_commas_of_any_width() -> None:
    days = ("2026-11-27", "2026-11-28", "2026-11-29", "2026-11-30")
    assert read_dates("2026-11-27,2026-11-28\uff0c2026-11-29\u30012026-11-30") == days


@pytest.mark.parametrize(
    "text", ["", "soon", "2026", "2026-02-30", "2026-11-28T25:00", "0001-01-01T00:00+09:00",
             "2026-11-28T19:00+99:00", "2026-11-28\n"[:-1] + "\0", "2026-11-28,"]
)  # fmt: skip
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(UsageFault):
        read_dates(text)


def suggested(result: Result) -> list[str]:
    """The words of the command that undoes one."""
    assert result.code == 0, result.err
    return shlex.split(result.err.splitlines()[-1].removeprefix("undo: tourney "))


def test_dates_are_planned_changed_and_changed_back(tourney: Tourney) -> None:
    assert tourney(*LEAGUE).code == 0
    planned = ["2026-11-28 19:00+09:00", None, None, None]
    assert dates(tourney) == planned
    moved = tourney("event", "dates", "--round", "1", "--dates", "2026-11-29,2026-12-05T18:30")
    assert "round 2 of main is on 2026-12-05 18:30" in moved.err
    final = tourney("event", "dates", "--stage", "final", "--dates", "2026-12-19")
    assert dates(tourney) == ["2026-11-29", "2026-12-05 18:30", None, "2026-12-19"]
    assert tourney(*suggested(final)).code == 0
    assert tourney(*suggested(moved)).code == 0
    assert dates(tourney) == planned
    assert tourney("event", "replay").code == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--dates", "soon"), 2, "invalid date 'soon'"),
        (("--round", "3", "--dates", "2026-12-05,2026-12-06"), 2, "main has 3 rounds"),
        (("--stage", "semi", "--dates", "2026-12-05"), 5, "no stage 'semi' in this event"),
        (("--stage", "main"), 2, "give the dates with --dates"),
    ],
)
def test_a_wrong_date_changes_nothing(
    tourney: Tourney, words: tuple[str, ...], code: int, said: str
) -> None:
    assert tourney(*LEAGUE).code == 0
    result = tourney("event", "dates", *words)
    assert (result.code, result.err.count("\n")) == (code, 1)
    assert said in result.err
    assert dates(tourney) == ["2026-11-28 19:00+09:00", None, None, None]


def test_a_closed_event_keeps_its_dates(tourney: Tourney) -> None:
    assert tourney(*LEAGUE).code == 0
    assert tourney("event", "close", "--yes").code == 0
    assert tourney("event", "dates", "Autumn League", "--dates", "2026-11-29").code == 6


def test_a_plan_file_has_dates_as_texts_or_as_dates(tourney: Tourney, tmp_path: Path) -> None:
    plan = tourney(*LEAGUE, "--dry-run").out
    assert 'dates = ["2026-11-28T19:00+09:00", "-"]' in plan
    native = plan.replace('"2026-11-28T19:00+09:00", "-"', "2026-11-28T19:00:00+09:00, 2026-12-05")
    (tmp_path / "plan.toml").write_text(native, "utf-8")
    assert tourney("event", "new", "--plan", "plan.toml").code == 0
    assert dates(tourney) == ["2026-11-28 19:00+09:00", "2026-12-05", None, None]
    for wrong, fault in (
        ("2026-13-01", "invalid date"),
        ('2026-11-28", "-", "-", "-', "5 dates for 3 rounds"),
    ):
        (tmp_path / "plan.toml").write_text(plan.replace("2026-11-28T19:00+09:00", wrong), "utf-8")
        result = tourney("event", "new", "--plan", "plan.toml")
        assert result.code == 3
        assert fault in result.err
        assert "plan.toml" in result.err


def test_sheets_pages_and_other_databases_have_the_dates(tourney: Tourney, tmp_path: Path) -> None:
    assert tourney(*LEAGUE).code == 0
    assert tourney("event", "dates", "--round", "2", "--dates", "2026-12-05").code == 0
    assert tourney("event", "pair").code == 0
    assert tourney("event", "sheet", "-o", "s.html").code == 0
    assert (tmp_path / "s.html").read_text("utf-8").count("2026-11-28 19:00+09:00") == 2
    assert tourney("report", "event", "Autumn League", "-o", "e.html").code == 0
    page = (tmp_path / "e.html").read_text("utf-8")
    assert "28 Nov 2026 19:00 · " in page
    assert "5 Dec 2026</bdi> · <bdi>main, round 2" in page
    assert tourney("export", "event", "-o", "e.json", "Autumn League").code == 0
    assert tourney("import", "--type", "event", "e.json", "--db", "new.db").code == 0
    before = tourney("event", "dates", "--json").out
    assert tourney("event", "dates", "--json", "--db", "new.db").out == before
    assert tourney("export", "ics", "--db", "new.db").out == tourney("export", "ics").out != ""
