"""`tourney report match` and `tourney replay --html`."""

import shutil
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tests.reports.matches import SAMPLES


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A folder with a record of each kind."""
    for name in ("notebook-diamonds", "spring-diams-wrong"):
        shutil.copy(SAMPLES / f"{name}.tmr", tmp_path)
    return tmp_path


def test_a_page_goes_to_a_file_or_stdout_and_replay_writes_the_same(
    tourney: Tourney, records: Path
) -> None:
    result = tourney("report", "match", "notebook-diamonds.tmr", "-o", "m.html")
    size = -(-(records / "m.html").stat().st_size // 1000)
    said = f"wrote the page of match club-2026-11-14/1 to 'm.html' ({size} kB)\n"
    assert (result.code, result.out, result.err) == (0, "", said)
    text = (records / "m.html").read_text("utf-8")
    assert tourney("report", "match", "notebook-diamonds.tmr").out == text
    assert tourney("replay", "notebook-diamonds.tmr", "--html", "r.html").code == 0
    assert (records / "r.html").read_text("utf-8") == text


def test_views_names_and_language_decide_what_is_in_the_page(
    tourney: Tourney, records: Path
) -> None:
    words = ("report", "match", "notebook-diamonds.tmr", "--views", "spectator,B")
    hidden = tourney(*words, "--names", "hidden", "--lang", "ja").out
    assert '<html lang="ja">' in hidden
    assert "<option>観戦者</option><option>B" in hidden
    assert not [name for name in ("Aiko", "Ben", "Chie", "Dan", "Emi") if name in hidden]
    assert "D3 D6 D14" not in hidden
    short = tourney(*words[:3], "--names", "initials", "--views", "all").out
    assert "seat A: A.\n" in short
    assert short.count("<option>") == 7


def test_a_record_with_an_error_has_a_page_that_shows_it(tourney: Tourney, records: Path) -> None:
    result = tourney("report", "match", "spring-diams-wrong.tmr")
    assert result.code == 0
    assert "First error" in result.out


def test_a_match_in_the_database_has_a_page(tourney: Tourney, records: Path) -> None:
    assert tourney("import", "notebook-diamonds.tmr").code == 0
    shown = tourney("report", "match", "club-2026-11-14/1")
    assert shown.out == tourney("report", "match", "notebook-diamonds.tmr").out
    assert tourney("replay", "match:club-2026-11-14/1", "--html", "r.html").code == 0
    assert (records / "r.html").read_text("utf-8") == shown.out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("nope.tmr",), 5, "no file 'nope.tmr'; for stored matches use run:NAME or match:ID"),
        (("notebook-diamonds.tmr", "--views", "A,Z"), 2,
         "no seat 'Z' in this match; use A to E, spectator or open"),
        (("notebook-diamonds.tmr", "--views", ""), 2,
         "no seat '' in this match; use A to E, spectator or open"),
        (("notebook-diamonds.tmr", "--names", "short"), 2,
         "invalid --names 'short'; use one of full, nick, initials, hidden"),
        (("notebook-diamonds.tmr", "--json"), 2,
         "the replay is a web page: --format and --columns do not apply; leave them out"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_has_one_line(
    tourney: Tourney, records: Path, words: tuple[str, ...], code: int, said: str
) -> None:
    result = tourney("report", "match", *words)
    assert (result.code, result.out) == (code, "")
    assert said in result.err
    assert len(result.err.splitlines()) <= 2


@pytest.mark.parametrize("words", [("--plain",), ("--from", "3"), ("-o", "x.txt")])
def test_options_for_the_terminal_do_not_apply_to_a_page(
    tourney: Tourney, records: Path, words: tuple[str, ...]
) -> None:
    result = tourney("replay", "notebook-diamonds.tmr", "--html", "x.html", *words)
    assert result.code == 2
    assert f"{words[0]} does not apply to a web page; leave it or --html out" in result.err
    assert not (records / "x.html").exists()


def test_the_folder_of_the_site_may_be_a_setting(tourney: Tourney, tmp_path: Path) -> None:
    """An event that nobody has entered yet has pages, too."""
    made = tourney("event", "new", "Cup", "--game", "diams")
    assert made.code == 0
    assert "nobody has entered yet" in made.err
    assert "next: tourney serve Cup" in made.err
    assert tourney("report", "site").code == 2
    (tmp_path / "tourney.toml").write_text('site = "club"\n')
    (tmp_path / "deep").mkdir()
    assert tourney("report", "site", "--project", str(tmp_path / "deep"), "--db", "x.db").code == 5
    assert tourney("report", "site").code == 0
    assert (tmp_path / "club" / "events" / "cup" / "index.html").is_file()
