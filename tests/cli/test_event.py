"""`tourney event`: an afternoon from sign-up to final standings, and what goes wrong on the way."""

import json
from datetime import date
from pathlib import Path

import pytest

from tests.cli.people import typed
from tests.conftest import Once, Result, Tourney
from tests.examples import times
from tests.render.pages import Page
from tourney.scoring import tiebreak_names

PLAYERS = "Ken,Mei,Yui,Ren,Aiko,Ono,Tomo,Emi"
LEAGUE = ("event", "new", "Autumn League", "--players", PLAYERS, "--game", "diamonds",
          "--sizes", "3-5", "--rounds", "2", "--final", "top2:diams", "--seed", "7")  # fmt: skip
TABLES = ("event", "pair", "--pods", "Ken,Mei,Yui,Ren;Aiko,Ono,Tomo,Emi")


CORRECTION = """\
standings of event Autumn League:
  Ono: place 1, points 6.00 -> 8.00
  Mei: place 3 -> 2
  Yui: place 3 -> 2
  Zoe: place 5 -> 4
  Ken: place 6 -> 5
  Emi: place 8 -> 6, points 0.00 -> 2.00
  Aiko: place 2 -> 7, points 5.33 -> 1.33
  Ren: place 7 -> 8
"""


def test_names_stand_between_commas_of_any_width(tourney: Tourney) -> None:
    words = ("--players", "Aya,Ben\uff0cChie\u3001Dan", "--game", "diams")
    assert tourney("event", "new", "X", *words).code == 0
    shown = json.loads(tourney("event", "show", "--entrants", "--json").out)
    assert [row["player"] for row in shown] == ["Aya", "Ben", "Chie", "Dan"]


def test_every_list_of_an_event_may_have_commas_of_any_width(tourney: Tourney) -> None:
    words = ("--players", "Aya,Ben,Chie,Dan", "--game", "diams\u3001diamonds", "--rounds", "2")
    dates = ("--dates", "2026-11-28\uff0c2026-12-05", "--tiebreak", "wins\uff0cscore")
    assert tourney("event", "new", "X", *words, "--sizes", "2", *dates).code == 0
    log = json.loads(tourney("export", "event", "X").out)["log"]
    (stage,) = log[0]["details"]["plan"]["stages"]
    assert stage["games"] == ["diams", "diamonds"]
    assert stage["tiebreaks"] == ["wins", "score"]
    assert stage["dates"] == ["2026-11-28", "2026-12-05"]
    assert tourney("event", "pair", "--pods", "Ben\uff0cAya\uff1bDan\u3001Chie").code == 0
    log = json.loads(tourney("export", "event", "X").out)["log"]
    assert log[-1]["details"]["pods"] == [[2, 1], [4, 3]]
    assert tourney("event", "unpair").code == 0
    assert tourney("event", "pair", "--pods", "2\uff0c2").code == 0
    assert tiebreak_names("wins\u3001 score") == ("wins", "score")


@pytest.fixture
def league(tourney: Tourney, once: Once) -> Tourney:
    """An event whose first round is drawn: tables of four."""

    def drawn() -> None:
        assert tourney(*LEAGUE).code == 0
        assert tourney(*TABLES).code == 0

    once(drawn)
    return tourney


def lines(result: Result) -> list[str]:
    assert result.code == 0, result.err
    return result.err.splitlines()


def refused(result: Result, code: int) -> str:
    """The one line of an error."""
    assert result.code == code, (result.out, result.err)
    (line,) = result.err.splitlines()
    return line.removeprefix("tourney: ")


def log(tourney: Tourney) -> list[str]:
    return [row["what"] for row in json.loads(tourney("db", "log", "--json").out)]


def test_an_afternoon(tourney: Tourney) -> None:
    """Late entry, no-show, correction, a tie across the line, play-off, final, replay."""
    assert lines(tourney(*LEAGUE)) == [
        "Autumn League: 8 entrants",
        "main: diamonds, format swiss, 2 rounds, 4+4 if all play",
        "final: top 2 of main play diams, format one-table, 1 round",
        "no --schedule given: swiss; the others are roundrobin, groups, knockout, "
        "double-elimination, heats, gauntlet, stepladder, arena, one-table, manual",
        "stored event 'Autumn League'",
        "undo: tourney event rm 'Autumn League'",
        "next: tourney event pair 'Autumn League'",
    ]
    assert lines(tourney(*TABLES, "-q")) == []
    first = tourney("match", "result", "AL/r1/t1", "Ken=41", "Mei=38", "Yui=38", "Ren=20")
    assert first.out == "Ken 4.00  Mei 2.00  Yui 2.00  Ren 0.00\n"
    assert lines(first) == [
        "equal scores share a place; if something else decides in this game, add --rank 'A > B'",
        "stored match autumn-league/main/r1/t1",
        "1 of 2 tables of round 1 still open",
        "undo: tourney match void --reason mistake autumn-league/main/r1/t1",
    ]
    assert lines(tourney("event", "no-show", "Tomo"))[0] == (
        "Tomo is absent: table 2 of round 1 plays with 3"
    )
    assert lines(tourney("match", "result", "r1/t2", "Aiko=6", "Ono=5", "Emi=4"))[1] == (
        "round 1 is complete; next: tourney event pair 'Autumn League'"
    )
    assert lines(tourney("event", "add-player", "Zoe"))[0] == (
        "Zoe enters as number 9 from round 2; points for each missed round: 0.00, missed rounds: 1"
    )
    assert lines(tourney("event", "pair", "--pods", "Ken,Aiko,Mei,Zoe;Ono,Yui,Ren,Emi"))
    assert tourney("match", "result", "r2/t1", "Ken=3", "Aiko=4", "Mei=5", "Zoe=6").code == 0
    assert tourney("match", "result", "r2/t2", "Ono=6", "Yui=5", "Ren=4", "Emi=3").code == 0
    shown = tourney("standings", "--json")
    rows = [(row["place"], row["player"], row["points"]) for row in json.loads(shown.out)]
    assert rows[:3] == [(1, "Ono", 6), (2, "Aiko", pytest.approx(16 / 3)),
                        (3, "Mei", pytest.approx(14 / 3))]  # fmt: skip
    words = ("match", "result", "AL/r1/t2", "Aiko=0", "--reason", "misread", "--yes")
    corrected = tourney(*words).out
    assert CORRECTION in corrected
    assert corrected.endswith("Mei, Yui share the last place of 'top 2 of main' then\n")
    shared = "Mei and Yui share the last place of 'top 2 of main'"
    assert f"attention: {shared}: draw lots" in tourney("standings").err
    assert refused(tourney("event", "pair"), 6).startswith(f"{shared}: draw lots")
    assert lines(tourney("event", "final", "--ahead", "Yui"))[0] == (
        "stage final begins with 2 entrants: Ono and Yui"
    )
    assert lines(tourney("event", "pair"))[0].startswith("round 1 of final drawn (seed ")
    assert tourney("match", "result", "final/r1/t1", "A=10", "B=9").code == 0
    assert lines(tourney("event", "close")) == [
        "event 'Autumn League' is closed: its standings are final",
        "undo: tourney event reopen 'Autumn League'",
    ]
    whole = json.loads(tourney("standings", "Autumn League", "--json").out)
    winner = "Yui" if whole[0]["player"] == "Yui" else "Ono"
    assert [(row["player"], row["stage"]) for row in whole[:3]] == [
        (winner, "final"), ({"Yui": "Ono", "Ono": "Yui"}[winner], "final"), ("Mei", "main")
    ]  # fmt: skip
    total = json.loads(tourney("season", "Autumn League", "--json").out)
    assert [row["player"] for row in total][:3] == [row["player"] for row in whole[:3]]
    log_ = json.loads(tourney("match", "log", "autumn-league/main/r1/t2", "--json").out)
    assert [row["what"] for row in log_] == ["match result", "result"]
    assert log_[0]["by"] == log_[1]["by"] is not None
    replay = tourney("event", "replay", "--into", "other.db")
    assert lines(replay)[0].startswith("replayed ")
    assert tourney("db", "integrity").code == 0
    assert tourney("event", "replay", "--db", "other.db").out == replay.out


def test_a_plan_file_means_the_same_as_the_flags(tourney: Tourney, tmp_path: Path) -> None:
    text = tourney(*LEAGUE, "--dry-run").out
    (tmp_path / "plan.toml").write_text(text, "utf-8")
    again = tourney("event", "new", "--plan", "plan.toml", "--dry-run")
    assert again.out == text
    assert not (tmp_path / "tourney.db").exists()


def test_a_csv_file_has_a_column_with_names(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("club,Name\nA,Ken\nB,Mei\n\nA,Yui\n", "utf-8")
    words = ("event", "new", "Cup", "--players", "p.csv", "--game", "diams")
    assert lines(tourney(*words))[0] == "Cup: 3 entrants"
    shown = json.loads(tourney("event", "show", "--entrants", "--json").out)
    assert [row["player"] for row in shown] == ["Ken", "Mei", "Yui"]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("reading\nKen\n", "p.csv: no column 'name'; its columns are 'reading'"),
        ("name,club\nKen\n", "p.csv:2: 1 value in a line for 2 columns; correct the line"),
        ("name,club\n ,A\n", "p.csv:2: the name is empty; write a name or remove the line"),
        ("", "p.csv is empty; write a line 'name' and one player per line"),
        (
            "name,club\n",
            "p.csv has only its first line and no player; write one player per line below it",
        ),
    ],
)
def test_a_wrong_csv_file_is_one_clear_line(
    tourney: Tourney, tmp_path: Path, content: str, fault: str
) -> None:
    (tmp_path / "p.csv").write_text(content, "utf-8")
    assert (
        refused(tourney("event", "new", "X", "--players", "p.csv", "--game", "diams"), 3) == fault
    )
    assert not (tmp_path / "tourney.db").exists()


IMPOSSIBLE = [
    (("--players", "Ken,Mei,Ken"),
     "the player 'Ken' is named twice; name every player once"),
    (("--players", "Ken,Mei,ｋｅｎ"),
     "the players 'Ken' and 'ｋｅｎ' differ only in width, case or accents; write two "
     "different names"),
    (("--sizes", "7"),
     "diamonds takes 2 to 6 at a table, not 7; change --sizes"),
    (("--sizes", "4", "--players", "Ken,Mei,Yui"),
     "stage main has 3 entrants, but a table needs at least 4"),
    (("--final", "top9:diams"),
     "stage final takes the first 9, but only 8 entrants play before it"),
    (("--final", "top7:diams"),
     "stage final has 7 entrants for one table, which takes 2 to 5; let fewer go on or choose "
     "another format"),
    (("--sizes", "4", "--rounds", "3", "--no-repeats"),
     "3 rounds at tables of 4 without repeats need at least 16 entrants, and 8 can sit down; "
     "change --rounds or allow repeats"),
    (("--sizes", "5", "--rounds", "3"),
     "3 rounds with 3 byes each are 9 byes, and 8 entrants may have one each; change --sizes "
     "or --rounds"),
    (("--players", "Ken,M\0ei"),
     r"invalid player name 'M\x00ei'; control characters and invisible ones are not allowed"),
    (("--players", "Ken,[Mei]"),
     "invalid player name '[Mei]'; use a word without '[' and ']'"),
    (("--bye", "many"), "invalid number of points 'many'; write 2, 1.5 or 4/3"),
]  # fmt: skip


def test_an_impossible_plan_is_refused_with_the_arithmetic(
    tourney: Tourney, tmp_path: Path
) -> None:
    for changes, fault in IMPOSSIBLE:
        assert refused(tourney(*LEAGUE, *changes), 2) == fault
    assert not (tmp_path / "tourney.db").exists()


MISTAKES = [
    (("event", "drop", "Bob"), 5,
     "'Bob' has not entered event 'Autumn League'; see tourney event show --entrants"),
    (("event", "drop", "Kenn"), 5,
     "'Kenn' has not entered event 'Autumn League'; see tourney event show --entrants"),
    (("event", "add-player", "ken"), 6,
     "'ken' differs from the known player 'Ken' only in width or case; use that name, or say "
     "--on-similar join or new"),
    (("event", "add-player", "ＫＥＮ", "--on-similar", "new"), 2,
     "the players 'Ken' and 'ＫＥＮ' differ only in width, case or accents; write two "
     "different names"),
    (("event", "add-player", "Ken"), 6, "Ken has already entered the event"),
    (("event", "pair"), 6,
     "round 1 has no result for tables 1, 2; enter them with tourney match result"),
    (("event", "pair", "--pods", "Ken,x"), 5,
     "'x' has not entered event 'Autumn League'; see tourney event show --entrants"),
    (("event", "close"), 6,
     "round 1 has no result for tables 1, 2; enter them with tourney match result"),
    (("event", "final", "--top", "2"), 6,
     "round 1 has no result for tables 1, 2; enter them with tourney match result"),
    (("event", "unpair", "--round", "2"), 6,
     "round 2 cannot be changed; the last one is round 1"),
    (("event", "swap", "Ken", "Ken"), 6,
     "Ken and Ken have nothing to exchange; name two players with different places"),
    (("event", "reopen", "AL"), 6, "the event is not closed"),
    (("event", "show", "--round", "9"), 5, "stage main has no round 9; 1 round is drawn"),
    (("event", "show", "Cup"), 5,
     "no event 'Cup' in 'tourney.db'; make one with tourney event new, or see tourney event "
     "list"),
    (("match", "result", "r1/t3", "Ken=1"), 5,
     "round 1 has no table '3'; it has tables 1 to 2"),
    (("match", "result", "r2/t1", "Ken=1"), 5, "round '2' of main is not drawn; 1 round is"),
    (("match", "result", "r1/t1", "Ken=1", "Mei=2"), 2, "no score for Yui"),
    (("record", "diams", "--event", "Autumn League", "--table", "1"), 2,
     "round 1 is played with diamonds, not with 'diams'"),
    (("record", "diamonds", "--event", "Autumn League", "--table", "1", "--players", "Ken,Bo"),
     2, "at table 1 of round 1 sit Ken, Mei, Yui, Ren; leave out the players, or swap them "
     "with tourney event swap"),
    (LEAGUE, 6, "event 'Autumn League' exists already; choose another name"),
]  # fmt: skip


def test_a_mistake_is_one_clear_line_and_changes_nothing(league: Tourney) -> None:
    before = league("db", "log", "--json").out
    for words, code, fault in MISTAKES:
        result = league(*words)
        assert (result.code, result.err.splitlines()[-1]) == (code, f"tourney: {fault}")
    assert league("db", "log", "--json").out == before


def test_every_change_can_be_undone_as_it_says(league: Tourney) -> None:
    """The command after `undo:` restores the tables, the players and the standings."""
    import shlex

    def look() -> list[str]:
        return [
            league(*words).out
            for words in (("event", "show"), ("event", "show", "--entrants"), ("standings",))
        ]

    after = look()
    for words in (
        ("drop", "Ken"), ("no-show", "Mei"), ("swap", "Ken", "Aiko"), ("lock",), ("unpair",),
        ("replace", "Ken", "by", "Jun"), ("add-player", "Zoe"),
    ):  # fmt: skip
        before = after
        done = league("event", *words)
        undo = next(line for line in lines(done) if line.startswith("undo: "))
        assert look() != before or words == ("lock",)
        assert league(*shlex.split(undo.removeprefix("undo: tourney "))).code == 0
        after = look()
        assert (after[0], after[2]) == (before[0], before[2]), words
        assert set(before[1].splitlines()) <= set(after[1].splitlines()), words


def test_a_new_event_is_undone_by_removing_it(league: Tourney) -> None:
    """Also after a draw; the same command with `--undo` brings everything back."""
    shown = [league("event", "show").out, league("event", "replay").out]
    assert refused(league("event", "rm", "AL"), 2) == (
        "a question needs an answer: remove event 'Autumn League' with 8 entrants and 1 drawn "
        "round? confirm with --yes"
    )
    assert lines(league("event", "rm", "AL", "--yes")) == [
        "removed event 'Autumn League'; its players are kept",
        "undo: tourney event rm --undo 'Autumn League'",
    ]
    assert refused(league("event", "show", "AL"), 5).startswith("no event 'AL'")
    assert lines(league("event", "rm", "--undo", "Autumn League")) == [
        "restored event 'Autumn League' with 8 entrants",
        "undo: tourney event rm 'Autumn League'",
    ]
    assert [league("event", "show").out, league("event", "replay").out] == shown
    assert league("match", "result", "r1/t1", "Ken=6", "Mei=5", "Yui=4", "Ren=3").code == 0
    assert refused(league("event", "rm", "AL", "--yes"), 6) == (
        "match 'autumn-league/main/r1/t1' of event 'Autumn League' is stored, so the event stays; "
        "end it with tourney event close, or take back an import with tourney import --undo"
    )
    assert league("db", "integrity").code == 0
    assert refused(league("event", "rm", "--undo", "Cup"), 5) == (
        "no event was removed that could be restored"
    )


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        (" ", "the event has no name; write one after tourney event new, or into the file"),
        ("a\nb", "invalid event name 'a\\nb'; write one line of text"),
    ],
)
def test_the_name_of_an_event_is_one_line(league: Tourney, name: str, fault: str) -> None:
    """Records name the event in a header, also after it was restored."""
    assert refused(league("event", "new", name, *LEAGUE[3:]), 2) == fault
    assert league("event", "rm", "AL", "--yes").code == 0
    assert refused(league("event", "rm", "--undo", name), 2) == fault


def test_an_event_stays_while_a_match_of_it_is_recorded(
    league: Tourney, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch)  # the recording begins and stops at once
    assert league("record", "--event", "Autumn League", "--table", "1", "--public").code == 0
    fault = refused(league("event", "rm", "AL", "--yes"), 6)
    name = fault.split("'")[1]
    assert fault.endswith(
        f"of event 'Autumn League' has not ended; finish it: tourney record --resume {name}, "
        f"or remove it: tourney record --discard {name}"
    )


def test_a_final_that_was_taken_back_begins_again_as_it_did(tourney: Tourney) -> None:
    """With the same number of places, the same game and the same winners of a play-off."""
    made = (
        "event",
        "new",
        "Cup",
        "--players",
        "Ken,Mei,Yui",
        "--game",
        "diamonds",
        "--rounds",
        "1",
    )
    assert tourney(*made).code == 0
    assert tourney("event", "pair", "--pods", "Ken,Mei,Yui").code == 0
    assert tourney("match", "result", "r1/t1", "Ken=3", "Mei=3", "Yui=3").code == 0
    begin = ("event", "final", "--top", "2", "--game", "diams", "--ahead", "Yui,Mei")
    first = lines(tourney(*begin))
    undone = lines(tourney("event", "final", "--undo"))
    assert undone[1] == "undo: tourney event final --top 2 --game diams --ahead Yui,Mei Cup"
    assert lines(tourney(*undone[1].split()[2:])) == first


def test_record_takes_players_and_game_from_the_pairing(
    league: Tourney, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "Ken 6, Mei 5, Yui 4, Ren 3")
    done = league("record", "--event", "Autumn League", "--table", "1", "--result-only")
    assert done.code == 0, done.err
    assert done.err.splitlines()[0] == "Autumn League, main, round 1, table 1: Ken, Mei, Yui, Ren"
    assert done.out.endswith("Ken 4.00  Mei 2.67  Yui 1.33  Ren 0.00\n")
    assert "1 of 2 tables of round 1 still open" in done.err.splitlines()
    rows = json.loads(league("event", "show", "--json").out)
    assert rows[0]["result"] == {"Ken": 4, "Mei": 8 / 3, "Yui": 4 / 3, "Ren": 0}


def test_an_order_of_finish_at_a_table_does_not_count_and_that_is_said(
    league: Tourney, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "Mei > Ken > Yui > Ren")
    done = league("record", "--event", "Autumn League", "--table", "1", "--result-only")
    (said,) = (line for line in lines(done) if "does not count yet" in line)
    assert said.endswith("next: tourney match result autumn-2026-11-23/1 A=31 B=22 …".replace(
        "2026-11-23", f"{date.today():%Y-%m-%d}"))  # fmt: skip
    scores = ("Ken=5", "Mei=6", "Yui=4", "Ren=3", "--yes")
    assert league("match", "result", "AL/r1/t1", *scores).code == 0
    rows = json.loads(league("event", "show", "--json").out)
    assert rows[0]["result"] == {"Mei": 4, "Ken": 8 / 3, "Yui": 4 / 3, "Ren": 0}


def test_an_import_must_fit_the_pairing_and_leaves_nothing_half_written(
    league: Tourney, tmp_path: Path
) -> None:
    text = (
        "match: x/{n}\ngame: diamonds\nevent: Autumn League\nround: 1\ntable: {n}\n"
        "seat A: Ken\nseat B: Mei\nseat C: Yui\nseat D: {d}\n\n"
        "result: A 6, B 5, C 4, D 3\nrank: A > B > C > D\nstatus: complete\n"
    )
    good, wrong = text.format(n=1, d="Ren"), text.format(n=2, d="Emi")
    (tmp_path / "x.tmr").write_text(good + "\n" + wrong)
    fault = "Ken does not play at table 2 of round 1; see tourney event show"
    assert refused(league("import", "x.tmr"), 2) == fault
    assert json.loads(league("match", "list", "--json").out) == []
    (tmp_path / "y.tmr").write_text(good.replace("table: 1\n", ""))
    assert refused(league("import", "y.tmr"), 3) == (
        "match 'x/1' names event 'Autumn League' but no table; add it, or leave out the event"
    )
    (tmp_path / "z.tmr").write_text(good)
    assert league("import", "z.tmr").code == 0
    assert log(league)[-2:] == ["import", "event result"]
    assert league("import", "--undo", "z.tmr").code == 0
    assert json.loads(league("event", "show", "--json").out)[0]["result"] is None


def test_nothing_is_entered_for_a_closed_event(league: Tourney) -> None:
    for table, names in ((1, "Ken=6 Mei=5 Yui=4 Ren=3"), (2, "Aiko=6 Ono=5 Tomo=4 Emi=3")):
        assert league("match", "result", f"r1/t{table}", *names.split()).code == 0
    left = "1 of 2 rounds of main and stage final"
    assert refused(league("event", "close"), 2) == (
        "a question needs an answer: event 'Autumn League' is not over, these are not drawn: "
        f"{left}; close it, so that its standings are final? confirm with --yes"
    )
    assert lines(league("event", "close", "--yes"))[0] == (
        f"event 'Autumn League' is closed without {left}: its standings are final"
    )
    closed = "the event is closed; open it again with tourney event reopen"
    for words in (
        ("void", "autumn-league/main/r1/t1", "--reason", "x"),
        ("void", "AL/r1/t1", "--reason", "x", "--yes"),
        ("result", "AL/r1/t1", "Mei=9", "--yes"),
        ("result", "AL/r1/t1", "Mei=9", "--dry-run"),
        ("restore", "AL/r1/t1", "--revision", "1", "--yes"),
        ("edit", "AL/r1/t1"),
    ):
        done = league("match", *words)
        assert (done.out, refused(done, 6)) == ("", closed), words
    assert refused(league("event", "add-player", "Zoe", "--event", "AL"), 6) == closed


def test_who_was_not_in_a_draw_or_was_exchanged_is_explained_too(tourney: Tourney) -> None:
    words = "event new Cup --players Ken,Mei,Yui,Ren --game diamonds --schedule swiss --sizes 2"
    assert tourney(*words.split()).code == 0
    assert tourney("event", "pair").code == 0
    assert tourney("event", "add-player", "Zoe").code == 0
    assert tourney("event", "explain", "Zoe").out.splitlines() == [
        "Zoe (0.00) is not drawn in round 1.", "Zoe entered later: drawn from round 2 on",
    ]  # fmt: skip
    assert tourney("event", "replace", "Ken", "by", "Jun").code == 0
    changed = "this table of round 1 was changed after the draw: players were exchanged or replaced"
    assert tourney("event", "explain", "Jun").out.splitlines()[1] == changed
    told = tourney("event", "explain", "Ken").out.splitlines()
    instead = "Jun plays instead of Ken"
    assert told == ["Ken (0.00) is not drawn in round 1.", instead, changed]


def test_who_had_left_did_not_appear_or_is_in_no_final_is_explained(league: Tourney) -> None:
    assert league("event", "no-show", "Ren").code == 0
    assert "Ren did not appear" in league("event", "explain", "Ren").out.splitlines()
    assert league("event", "drop", "Emi").code == 0
    for table, names in ((1, "Ken=6 Mei=5 Yui=4"), (2, "Aiko=6 Ono=5 Tomo=4 Emi=3")):
        assert league("match", "result", f"r1/t{table}", *names.split()).code == 0
    assert league("event", "pair", "--pods", "Ken,Mei,Yui;Aiko,Ono,Tomo").code == 0
    assert league("event", "explain", "Emi").out.splitlines()[:2] == [
        "Emi (0.00) is not drawn in round 2.", "Emi had left when round 2 was drawn",
    ]  # fmt: skip
    for table, names in ((1, "Ken=6 Mei=5 Yui=4"), (2, "Aiko=6 Ono=5 Tomo=4")):
        assert league("match", "result", f"r2/t{table}", *names.split()).code == 0
    assert league("event", "final").code == 0
    assert league("event", "pair").code == 0
    assert league("event", "explain", "Tomo").out.splitlines()[1] == (
        "Tomo does not play in stage final"
    )


def test_a_score_may_be_typed_in_full_width(league: Tourney) -> None:
    done = league("match", "result", "r1/t1", "Ａ＝４１", "ｍｅｉ：38", "Ｙｕｉ＝３８", "Ren=20")
    assert done.out == "Ken 4.00  Mei 2.00  Yui 2.00  Ren 0.00\n"


def test_sheets_are_printed_from_the_pairing(league: Tourney) -> None:
    page = Page(league("sheet", "--event", "Autumn League", "--round", "1").out)
    assert "A Ken C Yui B Mei D Ren" in page.text
    assert "tourney record" in page.text


def test_everything_is_said_in_japanese(league: Tourney) -> None:
    assert refused(league("event", "pair", "--lang", "ja"), 6) == (
        "第1回戦の卓1, 2の結果がありません(2卓)。tourney match resultで入力してください"
    )
    assert lines(league("event", "drop", "Ken", "--lang", "ja"))[0] == (
        "Kenさんは第2回戦から抜けます。参加者は7人です"
    )


def test_a_round_stays_while_a_match_of_it_is_being_recorded(
    league: Tourney, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch)  # the recording begins and stops at once
    assert league("record", "--event", "Autumn League", "--table", "1", "--public").code == 0
    (match,) = json.loads(league("match", "list", "--json").out)
    name = match["match"]
    fault = (
        f"match '{name}' of round 1 has not ended; finish it: tourney record --resume {name}, "
        f"or remove it: tourney record --discard {name}"
    )
    assert refused(league("event", "unpair"), 6) == fault
    assert refused(league("event", "swap", "Ken", "Aiko"), 6) == fault


@pytest.mark.full
def test_a_replay_names_the_row_that_was_changed(league: Tourney, tmp_path: Path) -> None:
    import sqlite3
    from contextlib import closing

    assert league("match", "result", "r1/t1", "Ken=6", "Mei=5", "Yui=4", "Ren=3").code == 0
    with closing(sqlite3.connect(tmp_path / "tourney.db")) as db:
        db.execute("UPDATE log SET details = replace(details, '[6, 5, 4, 3]', '[6, 5, 4, 9]')")
        db.commit()
    number = len(log(league))
    assert refused(league("event", "replay"), 3) == (
        f"row {number} of the log: the result of match 'autumn-league/main/r1/t1' differs from its "
        "record"
    )
    assert league("db", "integrity").code == 3


ANSWERS = (
    ("31.5,2,3,4", "'31.5' has a fraction"),
    ("31.5 2 3 4", "'31.5' has a fraction"),
    ("K=22 Mei=3", "'K' is no seat of this table (A Ken, B Mei, C Yui, D Ren)"),
    ("1,2,3,4,5", "5 scores for 4 players (Ken, Mei, Yui, Ren)"),
    ("1 2 3", "3 scores for 4 players (Ken, Mei, Yui, Ren)"),
    ("K=22", "'K' is no seat of this table (A Ken, B Mei, C Yui, D Ren)"),
    ("Zoe=22", "no player 'Zoe' at this table: Ken, Mei, Yui, Ren"),
    ("Ken=", "'Ken=' is no score"),
    ("--foo", "'--foo' is no score"),
)


@pytest.mark.parametrize(("typed", "answer"), ANSWERS[:: times(1, 3)])
def test_what_is_wrong_with_typed_scores_is_said(league: Tourney, typed: str, answer: str) -> None:
    assert refused(league("match", "result", "r1/t1", typed), 2).startswith(answer)


def test_a_result_that_is_only_tried_is_shown_and_not_stored(league: Tourney) -> None:
    for text in ("6,5,4,3", "6 5 4 3", "Ren=3 Ken=6 Yui=4 Mei=5", "6:5:4:3"):
        tried = league("match", "result", "r1/t1", text, "--dry-run")
        assert tried.code == 0, text
        assert "would be stored: result: A 6, B 5, C 4, D 3; rank: A > B > C > D" in tried.err
    assert json.loads(league("event", "show", "--json").out)[0]["result"] is None


def test_the_only_closed_event_is_opened_again_without_its_name(league: Tourney) -> None:
    assert refused(league("event", "reopen"), 5).startswith("no event is closed")
    for table in ("r1/t1", "r1/t2"):
        assert league("match", "result", table, "6,5,4,3").code == 0
    assert league("event", "close", "--yes").code == 0
    assert league("event", "reopen").code == 0
    assert [row["phase"] for row in json.loads(league("event", "list", "--json").out)] == ["open"]


def test_a_match_that_is_restored_keeps_its_seats_and_the_table_follows(league: Tourney) -> None:
    assert league("match", "result", "r1/t1", "Ken=11,Mei=10,Yui=10,Ren=9").code == 0
    assert league("match", "void", "r1/t1", "--reason", "typo", "--yes").code == 0
    assert league("event", "swap", "Ken", "Yui").code == 0
    (row, *_) = json.loads(league("event", "show", "--json").out)
    assert row["players"] == ["Yui", "Mei", "Ken", "Ren"]
    name = "autumn-league/main/r1/t1"
    assert league("match", "restore", name, "--revision", "1", "--yes").code == 0
    (row, *_) = json.loads(league("event", "show", "--json").out)
    assert row["players"] == ["Ken", "Mei", "Yui", "Ren"]
