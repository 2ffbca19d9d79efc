"""The screen of a run as text, line by line, at several terminal sizes."""

from dataclasses import replace

import pytest

from tests.examples import times
from tourney.render.live_screens import compose
from tourney.render.scenes import Theme, ansi
from tourney.render.screen_values import BotRow, Gauge, RunView
from tourney.render.text import cell_width

ROWS = (
    BotRow(1, "greedy", 2.913, 2.80, 3.02, 0.9987, 0.0213),
    BotRow(2, "名前が長いボット・二号", 2.5, 2.1, 2.9, 0.0012, 12.34),
    BotRow(3, "\x1b[31mred\x1b]0;title\x07", 2.2, 2.0, 2.4, 0.0, 1234.0),
    BotRow(4, "late", 1.0),
)
FAULTS = {("greedy", "timeout"): 1, ("late", "crash"): 2, ("late", "illegal"): 7}
VIEW = RunView(
    "spring",
    "diams length=quick, 4 seats, 4 bots",
    done=1204,
    total=2000,
    rate=412.3,
    seconds=12.2,
    eta=2.0,
    faults=FAULTS,
    rows=ROWS,
    notes=("Ctrl-C finishes the running matches, saves and stops",),
)
CROWD = tuple(BotRow(n, f"bot-{n}", 3 - n / 10, 2.5 - n / 10, 3.5 - n / 10) for n in range(1, 21))


def text(view: RunView, width: int, height: int = 24, *, ascii: bool = False) -> str:
    return "".join(
        f"{line.plain.rstrip()}\n" for line in compose(view, Theme(width, ascii), height)
    )


def test_health_is_told_first_then_progress_standings_and_cost() -> None:
    assert (
        text(VIEW, 80)
        == """\
run spring  diams length=quick, 4 seats, 4 bots
health    10 faults in 1204 matches
          late: illegal 7, crash 2
          greedy: timeout 1
progress  ████████████████████████░░░░░░░░░░░░░░░░ 60 %, 1204 of 2000 matches
          412 a second, 0:12 so far, 0:02 left

 #  bot                          per match ± 95 %  P(best)  ms a move
 1  greedy                            2.91 ± 0.11    >99 %      0.021
 2  名前が長いボット・二号            2.50 ± 0.40     <1 %       12.3
 3  \\x1b[31mred\\x1b]0;title\\x07       2.20 ± 0.20     <1 %       1234
 4  late                              1.00

Ctrl-C finishes the running matches, saves and stops
"""
    )


def test_without_standings_the_time_of_a_move_stays() -> None:
    few = replace(
        VIEW, done=2000, eta=0.0, faults={}, rows=ROWS[:2], ranked=False, notes=(), rule="done"
    )
    assert (
        text(few, 80).split("left\n")[1]
        == """\
ms a move greedy 0.021, 名前が長いボット・二号 12.3
"""
    )


TESTED = replace(
    VIEW,
    faults={},
    rows=(),
    eta=None,
    rule="sprt(0,0.1): undecided; greedy - random is +0.050 ± 0.110; after 602 deals",
    gauge=Gauge("log-likelihood ratio", -1.25, -2.5, 5.0),
)


def test_progress_towards_a_decision_is_the_figure_between_its_bounds() -> None:
    lines = text(TESTED, 80).splitlines()
    assert lines[2:6] == [
        "progress  -2.50 ░░░░░█████░░░░░░░░░░░░░░░░░░░░ +5.00  log-likelihood ratio -1.25",
        "          1204 of at most 2000 matches; 412 a second, 0:12 so far",
        "rule      sprt(0,0.1): undecided; greedy - random is +0.050 ± 0.110; after 602",
        "          deals",
    ]
    narrow = text(TESTED, 60, ascii=True).splitlines()
    assert narrow[2:5] == [
        "progress  -2.50 ..#....... +5.00  log-likelihood ratio -1.25",
        "          1204 of at most 2000 matches",
        "          412 a second, 0:12 so far",
    ]
    assert "%" not in "".join(lines)


def test_a_rule_without_such_a_figure_shows_no_bar() -> None:
    lines = text(replace(TESTED, gauge=None), 80).splitlines()
    assert lines[2] == "progress  1204 of at most 2000 matches; 412 a second, 0:12 so far"
    ended = text(replace(TESTED, done=2000), 80).splitlines()
    assert ended[2].endswith(" 100 %, 2000 of 2000 matches")


def test_a_narrow_terminal_cuts_names_and_breaks_lines() -> None:
    assert (
        text(VIEW, 60)
        == """\
run spring  diams length=quick, 4 seats, 4 bots
health    10 faults in 1204 matches
          late: illegal 7, crash 2
          greedy: timeout 1
progress  █████████████░░░░░░░░░░ 60 %, 1204 of 2000 matches
          412 a second, 0:12 so far, 0:02 left

 #  bot                per match ± 95 %  P(best)  ms a move
 1  greedy                  2.91 ± 0.11    >99 %      0.021
 2  名前が長いボット…       2.50 ± 0.40     <1 %       12.3
 3  \\x1b[31mred\\x1b]…       2.20 ± 0.20     <1 %       1234
 4  late                    1.00

Ctrl-C finishes the running matches, saves and stops
"""
    )


def test_a_wide_terminal_draws_the_intervals_on_one_scale() -> None:
    assert (
        text(replace(VIEW, done=12, total=20, eta=None, faults={}), 120, ascii=True)
        == """\
run spring  diams length=quick, 4 seats, 4 bots
health    no faults
progress  ########################................ 60 %, 12 of 20 matches; 412 a second, 0:12 so far

 #  bot                          per match +- 95 %  P(best)  ms a move
 1  greedy                            2.91 +- 0.11    >99 %      0.021                      [-o]
 2  名前が長いボット・二号            2.50 +- 0.40     <1 %       12.3               [---o----]
 3  \\x1b[31mred\\x1b]0;title\\x07       2.20 +- 0.20     <1 %       1234             [--o-]
 4  late                              1.00                              o

Ctrl-C finishes the running matches, saves and stops
"""
    )


def test_of_many_bots_the_first_are_shown_and_the_others_counted() -> None:
    assert (
        text(replace(VIEW, rows=CROWD, faults={}), 80, 18)
        == """\
run spring  diams length=quick, 4 seats, 4 bots
health    no faults
progress  ████████████████████████░░░░░░░░░░░░░░░░ 60 %, 1204 of 2000 matches
          412 a second, 0:12 so far, 0:02 left

 #  bot     per match ± 95 %  lead  ms a move
 1  bot-1        2.90 ± 0.50
 2  bot-2        2.80 ± 0.50
 3  bot-3        2.70 ± 0.50
 4  bot-4        2.60 ± 0.50
 5  bot-5        2.50 ± 0.50
 6  bot-6        2.40 ± 0.50
 7  bot-7        2.30 ± 0.50
 8  bot-8        2.20 ± 0.50
 9  bot-9        2.10 ± 0.50
     … 11 more

Ctrl-C finishes the running matches, saves and stops
"""
    )


def test_many_faulty_bots_are_counted_too_and_the_program_blames_itself() -> None:
    faults = {(f"b{n}", "crash"): n for n in range(1, 9)} | {("", "runner"): 9}
    assert text(replace(VIEW, faults=faults), 80).splitlines()[1:6] == [
        "health    45 faults in 1204 matches",
        "          tourney itself: runner 9",
        "          b8: crash 8",
        "          b7: crash 7",
        "          … 6 more",
    ]


def test_before_the_first_match_there_is_nothing_to_rank() -> None:
    assert (
        text(RunView("spring", "diams, 2 seats, 2 bots", 0, 0), 40)
        == """\
run spring  diams, 2 seats, 2 bots
health    no faults
progress  100 %, 0 of 0 matches

standings no results yet
"""
    )


@pytest.mark.parametrize("view", [VIEW, replace(VIEW, rows=CROWD), RunView("x", "y", 0, 5)])
@pytest.mark.parametrize("ascii", [True, False])
def test_nothing_is_ever_larger_than_the_terminal(view: RunView, ascii: bool) -> None:
    for width in (*range(1, 50, times(1, 3)), 60, 79, 80, 99, 100, 101, 120, 200):
        for height in (1, 2, 5, 9, 15, 16, 24, 60):
            lines = compose(view, Theme(width, ascii), height)
            assert len(lines) <= height
            assert max(line.cell_len for line in lines) <= width


def test_no_name_reaches_the_terminal_as_a_command() -> None:
    names = ("\x1b[2J", "\x9b2J", "a\rb\nc\td", "\u202egnp.exe", "\ud800", "\x00")
    rows = tuple(BotRow(1, name, 1.0, 0.5, 1.5) for name in names)
    hostile = RunView("\x1b[H", "\x1b[5m", 1, 2, faults={(n, n): 1 for n in names}, rows=rows,
                      notes=("\x1b[?1049l",))  # fmt: skip
    for line in compose(hostile, Theme(100), 40):
        assert line.plain.isprintable()
    ascii_text = text(hostile, 100, 40, ascii=True)
    assert ascii_text.isascii()


def test_colour_says_nothing_that_words_do_not() -> None:
    lines = compose(VIEW, Theme(80, color=True), 24)
    assert [line.plain for line in lines] == [line.plain for line in compose(VIEW, Theme(80), 24)]
    coloured = "".join(ansi(lines))
    assert "\x1b[" in coloured
    assert cell_width(lines[1].plain) < len(list(ansi(lines))[1])


def test_signs_of_two_columns_keep_the_columns_of_the_screen() -> None:
    rows = (BotRow(1, "±±±±", 3.0, 2.5, 3.5, leads=True), BotRow(2, "plain", 1.0, 0.5, 1.5))
    theme = Theme(60, wide=True)
    lines = compose(replace(VIEW, run="×run", rows=rows), theme)
    assert all(line.cell_len <= 60 for line in lines)
    table = [line.plain for line in lines if line.plain[:3] in (" 1 ", " 2 ")]
    assert len({cell_width(line[: line.index(".")]) for line in table}) == 1
    assert not set("".join(line.plain for line in lines)) & set("█░●─├┤…")


def test_the_screen_speaks_the_language_of_its_reader_and_keeps_its_columns() -> None:
    japanese = replace(
        VIEW, about="diams、4席、ボット4体", faults={("greedy", "crash"): 1}, notes=()
    )
    theme = Theme(80, lang="ja")
    lines = [line.plain.rstrip() for line in compose(japanese, theme, 24)]
    assert lines == [
        "ラン spring  diams、4席、ボット4体",
        "状態      1204対戦で障害1件",
        "          greedy: crash 1",
        "進行      ########################................ 60%、2000対戦のうち1204対戦",
        "          毎秒412対戦、経過0:12、残り0:02",
        "",
        " #  ボット                       1対戦あたり +- 95%  最強の確率  1手ms",
        " 1  greedy                             2.91 +- 0.11       >99 %  0.021",
        " 2  名前が長いボット・二号             2.50 +- 0.40        <1 %   12.3",
        " 3  \\x1b[31mred\\x1b]0;title\\x07        2.20 +- 0.20        <1 %   1234",
        " 4  late                               1.00",
    ]
    assert max(map(cell_width, lines)) <= 80
    starts = {cell_width(line[: line.index("+-")]) for line in lines[7:10]}
    assert len(starts) == 1


def test_the_figure_of_a_rule_has_its_name_in_the_language_of_the_reader() -> None:
    lines = [line.plain.rstrip() for line in compose(TESTED, Theme(80, lang="ja"), 24)]
    assert lines[2].endswith("+5.00  対数尤度比 -1.25")
    assert lines[3] == "          最大2000対戦のうち1204対戦。毎秒412対戦、経過0:12"
