"""Typed text is normalised to one form; unreadable text is reported with its place."""

import pytest

from tests.records.test_examples import EXAMPLE, changed
from tourney.records import read, write
from tourney.records.problems import headline

HEAD = "match: x\ngame: diams\nseat A: Ann\nseat B: Ben\n"


def canonical(text: str) -> str:
    document = read(text)
    assert [headline(problem, "x") for problem in document.faults()] == []
    return write(document)


def faults(text: str) -> list[str]:
    return [headline(problem, "x") for problem in read(text).faults()]


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("a:DRAW 7;Market 9=5+1+3", "A: draw 7; market 9 = 1+3+5"),
        ("Ａ：　ｄｒａｗ　７；ｍａｒｋｅｔ　８＝－", "A: draw 7; market 8 = -"),
        ("A: draw cv ;pass", "A: draw CV; pass"),
        ("B:   hand 8 5* cr 7", "B: hand 5* 7 8 CR"),
        ("A: vault 5x2 1x3", "A: vault 1x3 5x2"),
        ("A: discard CV 8 2", "A: discard 2 8 CV"),
        ("A: draw 7   # a remark", "A: draw 7  # a remark"),
        ("A: draw 7\t#x", "A: draw 7  #x"),
        ("A: draw 7 #", "A: draw 7  #"),
        ("A: ~ draw 7 ! Otetsuki; draw 8", "A: ~draw 7!otetsuki; draw 8"),
        ("A: ^draw 7 !turn", "A: ^draw 7!turn"),
        ("--ROUND 1 first b", "-- round 1 first B"),
        ("--  market 2 5 10 out cv mg", "-- market 2 5 10 out CV MG"),
        ("-- check points b8 a26", "-- check points A26 B8"),
        ("-- check chips A? B2", "-- check chips A? B2"),
        ("-- note he said #1  # who?", '-- note "he said"  #1  # who?'),
        ('-- NOTE  " a # b "', '-- note "a # b"'),
        ("-- note ＂第３回＂", '-- note "第３回"'),
        ("-- pause 9:05", "-- pause 09:05"),
        ("-- resume", "-- resume"),
        ("-- forfeit b TIMEOUT", "-- forfeit B timeout"),
        ('-- forfeit b reason "last train"', '-- forfeit B reason "last train"'),
        (
            "-- ruling adjust a chips -1 b chips 1 reason agreed",
            '-- ruling adjust A chips -1 B chips +1 reason "agreed"',
        ),
        ('-- adjust score B -2 reason "late"', '-- adjust score B -2 reason "late"'),
    ],
)
def test_lines_of_the_course(line: str, same: str) -> None:
    assert canonical(f"{HEAD}{line}") == f"{HEAD}\n{same}\n"


@pytest.mark.parametrize(
    ("lines", "same"),
    [
        ("options: length=quick closing=fixed", "options: closing=fixed length=quick"),
        ("options:length=standard", None),
        ("date: ２０２６-１１", "date: 2026-11"),
        ("date: 2026-11-14T19:05+09:00", "date: 2026-11-14T19:05+09:00"),
        ("date: ?", "date: ?"),
        ("source: Table", "source: table"),
        ("event:  Ａ１  # 1 ", "event: Ａ１  # 1"),
        ("x-Mood:  a  b", "x-Mood: a  b"),
        ("x-empty:", "x-empty:"),
    ],
)
def test_headers(lines: str, same: str | None) -> None:
    first, second, *seats = HEAD.split("\n")
    expected = [first, second, *([same] if same else []), *seats]
    assert canonical("\n".join([first, second, lines, *seats])) == "\n".join(expected)


def test_headers_come_in_order_with_the_comments_before_them() -> None:
    text = (
        "# one\nmatch: x\n# two\nseat B: Ben [new,id 7]\nx-b: 1\n# three\n# four\nstage: final\n"
        "x-a: 2\n# five\noptions: length=standard\ngame: diams\nseat A: ?\nevent: e\n"
    )
    assert canonical(text) == (
        "# one\nmatch: x\ngame: diams\n# five\nevent: e\n# three\n# four\nstage: final\n"
        "x-b: 1\nx-a: 2\nseat A: ?\n# two\nseat B: Ben [new, id 7]\n"
    )


def test_a_comment_outlives_the_options_line_it_stood_before() -> None:
    text = "match: x\ngame: diams\n# why\noptions: length=standard\nseat A: a\nseat B: b\n"
    assert canonical(text) == "match: x\ngame: diams\n# why\nseat A: a\nseat B: b\n"


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("result: b8 a 26", "result: A 26, B 8"),
        ("result: A ?, B -3", "result: A ?, B -3"),
        ("rank: b>a", "rank: B > A"),
        ("rank: B＝A", "rank: A = B"),
        ("status: Complete", "status: complete"),
        ("forfeit: b Left", "forfeit: B left"),
    ],
)
def test_trailers(line: str, same: str) -> None:
    assert canonical(f"{HEAD}{line}") == f"{HEAD}\n{same}\n"


def test_the_trailer_comes_in_order_and_notes_follow() -> None:
    text = f"{HEAD}forfeit: B left\n-- note a\nstatus: forfeit\nrank: A>B\nforfeit: A no-show\n"
    assert canonical(text) == (
        f'{HEAD}\nrank: A > B\nstatus: forfeit\nforfeit: A no-show\nforfeit: B left\n-- note "a"\n'
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("gmae: diams", "x:5:1: error[T-key]: unknown key 'gmae'"),
        ("draw 7", "x:5:1: error[T-line]: cannot read this line"),
        ("A: draw 7; markte 9 = -", "x:5:12: error[T-action]: unknown action 'markte'"),
        ("A: draw 11", "x:5:9: error[T-action]: '11' is not a card"),
        ("Ａ：　draw 11", "x:5:9: error[T-action]: '11' is not a card"),
        ("A: draw 7;", "x:5:11: error[T-action]: an action is missing"),
        ("A: draw 7!count", "x:5:4: error[T-mark]: '!count' follows an action without a mark"),
        ("A: ^draw 7!maybe", "x:5:4: error[T-mark]: unknown reason '!maybe'"),
        ("C: draw 7", "x:5:1: error[T-seats]: nobody sits at C"),
        ("-- forfeit C left", "x:5:12: error[T-seats]: nobody sits at C"),
        ("-- forfeit B tired", "x:5:14: error[T-forfeit]: unknown reason 'tired' for a forfeit"),
        ('-- note "open', "x:5:9: error[T-quote]: a quote is not closed"),
        ("-- pause soon", "x:5:10: error[T-directive]: expected a time, found 'soon'"),
        ("-- chekc points A1", "x:5:4: error[T-action]: unknown directive 'chekc'"),
        ("--", "x:5:1: error[T-directive]: a directive needs a word"),
        ("result: A 26", "x:5:9: error[T-result]: seat B is missing"),
        ("result: A 26, B many", "x:5:13: error[T-result]: cannot read the result"),
        ("rank: A > B = A", "x:5:15: error[T-seats]: seat A is named twice"),
        ("rank: A >", "x:5:7: error[T-rank]: the rank is incomplete"),
        ("status: done", "x:5:9: error[T-status]: unknown status 'done'"),
        ("date: 2026-02-30", "x:5:7: error[T-date]: '2026-02-30' is not a date"),
        ("options: length=long", "x:5:10: error[T-option]: "),
        ("options: colour=red", "x:5:10: error[T-option]: "),
        ("options: length", "x:5:10: error[T-option]: 'length' is not an option"),
        ("source: memory", "x:5:9: error[T-source]: unknown source 'memory'"),
        ("event:", "x:5:7: error[T-value]: 'event' has no value"),
        ("seat C: ", "x:5:1: error[T-seat]: the seat has no name"),
        ("seat C: Cleo [king]", "x:5:14: error[T-seat]: 'king' is not an attribute"),
        ("seat D: Dan", "x:5:1: error[T-seats]: a seat is missing"),
        ("seat B: Bob", "x:5:1: error[T-seats]: seat B is given twice"),
        ("game: diams", "x:5:1: error[T-twice]: 'game' is given twice"),
        ("match: x\ngame: diams\nseat A: a\nseat B: b", "x:5:1: error[T-twice]: match 'x' is in"),
        ("match: a b", "x:5:8: error[T-id]: 'a b' is not a match id"),
        ("status: void\nA: draw 7", "x:6:1: error[T-order]: a turn after the trailer"),
        ("A: draw 7\nevent: e", "x:6:1: error[T-order]: a header after the first turn"),
        ("status: void\n-- check chips A1", "x:6:1: error[T-order]: only -- adjust and -- note"),
        ("A: draw \x07", "x:5:9: error[T-control]: control character U+0007"),
        ("#!tmr 3", "x:5:1: error[T-version]: unknown format version"),
        (f"#{' ' * 65_536}", "x:5:1: error[T-long]: the line has 65537 bytes, 65536 at most"),
        (f"# {'名' * 22_000}", "x:5:1: error[T-long]: the line has 66002 bytes, 65536 at most"),
        (f"# {chr(0x1D1C0) * 6_000}", "x:5:1: error[T-long]: in canonical form the line has 72002"),
        (f"seat C: {'x' * 201}", "x:5:9: error[T-long]: the name has 201 characters, 200 at most"),
        (f"seat C: c [id {'x' * 201}]", "x:5:11: error[T-long]: 'id' has 201 characters, 200 at"),
        (
            f"match: {'x' * 201}",
            "x:5:8: error[T-long]: the match id has 201 characters, 200 at most",
        ),
        (f"event: {'x' * 201}", "x:5:8: error[T-long]: 'event' has 201 characters, 200 at most"),
        (f"A: hand{' 10*' * 101}", "x:5:4: error[T-long]: the action has 408 characters, 400 at"),
        (f"A: hand{' 1' * 400}", "x:5:807: error[T-action]: more than 400 words"),
        (f"# e{chr(0x301) * 31}", "x:5:1: error[T-long]: a letter has 31 accents, 30 at most"),
    ],
)
def test_a_line_that_cannot_be_read(text: str, told: str) -> None:
    found = faults(HEAD + text)
    assert found[0].startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game: diams", ["x:1:1: error[T-order]: a match starts with its id"]),
        ("match: x", ["x:1:1: error[T-missing]: the match has no game"]),
        ("match: x\ngame: diams", ["x:1:1: error[T-missing]: the match has no seats"]),
        ("match: x\ngame: chess", ["x:2:7: error[T-game]: unknown game 'chess'"]),
        (
            "match: x\ngame: diams\nseat A: a",
            ["x:3:9: error[T-seats]: diams is for 2 to 5 seats, not 1"],
        ),
    ],
)
def test_a_match_that_lacks_something(text: str, told: list[str]) -> None:
    assert faults(text) == told


def test_what_is_as_long_as_it_may_be_is_read_and_written_again() -> None:
    text = EXAMPLE.replace("seat A: ", f"seat A: {'名' * 190}", 1)
    text = text.replace("A: reveal 5 7*", f"# {'c' * 65_534}\nA: reveal 5 7*", 1)
    text = text.replace("draw 2*;", f"draw{' ' * 65_000}2*;", 1)
    document = read(text)
    assert document.faults() == []
    assert read(write(document)).faults() == []
    assert len(document.matches[0].players[0].name) > 190


def test_one_error_a_line_and_reading_goes_on() -> None:
    text = changed("A: reveal 5 7*; market 5*", "A: revael 5 7*; markte 5*")
    text = text.replace("status: complete", "status: fine")
    assert [fault.split(": ")[0] for fault in faults(text)] == ["x:18:4", "x:40:9"]


def test_of_a_seat_that_cannot_be_read_nothing_else_is_told() -> None:
    text = EXAMPLE.replace("seat A: ", f"seat A: {'x' * 200}", 1)
    assert [fault.split(": ")[1] for fault in faults(text)] == ["error[T-long]"]


def test_a_bad_match_does_not_hide_a_good_one() -> None:
    bad = EXAMPLE.replace("spring-diams/r3-t1", "bad").replace("draw 2*", "darw 2*")
    document = read(f"{bad}\n{EXAMPLE}")
    assert [bool(match.problems) for match in document.matches] == [True, False]
