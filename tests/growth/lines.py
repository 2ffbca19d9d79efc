"""Records with lines of any length: the content of each line, and all its processing."""

from functools import partial
from typing import Final

from tests.growth.measure import Shape
from tourney.records import check, read_bytes, write
from tourney.records.problems import full

SETTINGS: Final = {
    "diams": "options: length=quick\n",
    "diamonds": "options: rounds=1\n",
    "blue-border": "",
    "diamond-boxes": "",
    "diamond-boxes-2": "",
}
LONG: Final = 6000
"""Bytes; ten times this length is just below the limit for a line."""


def handled(data: bytes) -> None:
    """Processes a record completely: reads, checks and writes it, and formats every problem."""
    document = read_bytes(data)
    problems = list(document.faults())
    if not problems:
        for match in document.matches:
            report = check(match)
            problems += [*report.problems, *report.warnings]
        write(document)
    for problem in problems:
        full(problem, "x", document.source)


def record(line: str, game: str = "diams") -> bytes:
    """A record with this line after its headers."""
    head = f"match: x\ngame: {game}\n{SETTINGS[game]}seat A: a\nseat B: b\n"
    return f"{head}{line}\n".encode()


def _filled(before: str, what: str, after: str, number: int) -> str:
    """One text between two others, repeated up to about `number` bytes."""
    return before + what * (number // len(what.encode())) + after


BETWEEN: Final[dict[str, tuple[str, str, str, str]]] = {
    # game, text before, repeated text, text after
    "result, blanks at the end": ("diams", "result: A 1, B", " ", ""),
    "result, blanks before": ("diams", "result:", " ", "!"),
    "result, commas": ("diams", "result: A 1", ",", ""),
    "result, blanks and commas": ("diams", "result: A 1", " ,", "B"),
    "result, digits": ("diams", "result: A ", "1", ""),
    "result, seats": ("diams", "result: ", "A 1, ", ""),
    "rank, blanks": ("diams", "rank: A", " ", "B"),
    "rank, seats": ("diams", "rank: ", "A > ", ""),
    "status": ("diams", "status: ", "c", ""),
    "forfeit, blanks": ("diams", "forfeit: A", " ", "left x"),
    "forfeit, word": ("diams", "forfeit: A ", "x", " y"),
    "key": ("diams", "x-", "a.", ": b"),
    "no key": ("diams", "", "a", ""),
    "blanks before a line": ("diams", "", " ", "x"),
    "blanks before a colon": ("diams", "A", " ", "x"),
    "action, blanks": ("diams", "A: draw", " ", "7"),
    "action, blanks before": ("diams", "A:", " ", "draw 7"),
    "action, reasons": ("diams", "A: ^draw 7", "!", ""),
    "action, reasons with blanks": ("diams", "A: ^draw 7", " ! ", "x y"),
    "action, marks": ("diams", "A: ", "^", "draw 7"),
    "action, semicolons": ("diams", "A: ", ";", ""),
    "action, parts": ("diams", "A: ", "draw 7; ", "draw 7"),
    "action, parts taken back": ("diams", "A: ", "~draw 7; ", "draw 7"),
    "action, parts that stood": ("diams", "A: ", "^draw 7; ", "draw 7"),
    "action, believed cards": ("diams", "A: ", "draw 7?; ", "draw 7"),
    "action, unknown cards": ("diams", "A: ", "draw ?; ", "draw 7"),
    "action, digits": ("diams", "A: draw ", "7", ""),
    "action, question marks": ("diams", "A: draw ", "?", ""),
    "cards discarded": ("diams", "A: discard ", "7 ", ""),
    "cards added up": ("diams", "A: market 9 = ", "1+", "1"),
    "groups": ("diams", "A: vault ", "?x9 ", ""),
    "refills": ("diams", "A: market 9 = -", "; refill 1 2 3", ""),
    "cracks": ("diams", "A: ", "crack B 9 -> 9; ", "draw 7"),
    "cards of a hand": ("diams", "A: hand ", "7 ", ""),
    "market": ("diams", "-- market 1 2 3 out ", "CV ", "MG"),
    "comment behind a turn": ("diams", "A: draw 7", " #", ""),
    "comment without a blank": ("diams", "A: draw 7", "#", ""),
    "comment of its own": ("diams", "#", " x", ""),
    "quotes": ("diams", "-- note ", '"', ""),
    "quoted texts": ("diams", "-- note ", '"a" ', ""),
    "words of a note": ("diams", "-- note ", "a ", "a"),
    "an open quote": ("diams", "-- note ", 'a "b" ', '"'),
    "a pause": ("diams", "-- pause ", "1", ""),
    "a ruling": ("diams", "-- ruling adjust ", "A points +1 ", 'reason "x"'),
    "a ruling on a long name": ("diams", "-- ruling adjust A ", "x", ' +1 reason "x"'),
    "an adjustment": ("diams", "-- adjust score ", "A +1 ", 'reason "x"'),
    "a forfeit in the turns": ("diams", '-- forfeit A reason "', "x ", '"'),
    "a check": ("diams", "-- check points ", "A1 ", ""),
    "a check, blanks behind": ("diams", "-- check points A1 # A", " ", "x"),
    "a row opened": ("diams", "-- reveal A hand ", "7 ", ""),
    "an unknown directive": ("diams", "-- ", "x", ""),
    "full-width letters": ("diams", "Ａ：ｄｒａｗ", "　", "７"),
    "wide letters of a name": ("diams", "seat C: ", "名", ""),
    "letters that are written out": ("diams", "seat C: ", "\ufdfa", ""),
    "accents": ("diams", "seat C: a", "\u0301\u0323", ""),
    "accents of two parts": ("diams", "# a", "\u0f73\u0323", ""),
    "accents, each with its letter": ("diams", "# ", "a\u0323\u0301", ""),
    "half-width voiced marks": ("diams", "seat C: ", "ｶﾞ", ""),
    "a stray control character": ("diams", "seat C: ", "é", "\x07"),
    "cards of a trick": ("diamonds", "A: ", "C6 ", "= A"),
    "winners of a trick": ("diamonds", "A: ", "= C ", ""),
    "signs of a winner": ("diamonds", "A: C6 ", "=", ""),
    "cards passed": ("diamonds", "A: pass ", "? ", ""),
    "showrooms": ("diamonds", "-- check showroom ", "A2 ", ""),
    "a round's number": ("diamonds", "-- round 1", "0", " dealer A pass 3"),
    "zeros of a number": ("blue-border", "A: take 2 = ", "0", "1"),
    "refills of a pile": ("blue-border", "A: take 2 = 13", "; refill 17", ""),
    "losses": ("blue-border", "A: call B miss", "; lose 17", ""),
    "signs between numbers": ("blue-border", "A: call B = ", ",", " hit"),
    "a reason for a draw": ("blue-border", '-- draw reason "', "x ", '"'),
    "blanks of a draw": ("blue-border", "-- draw", " ", "reason"),
    "numbers of a field": ("blue-border", "-- start A field ", "3 ", ""),
    "digits of a place": ("diamond-boxes", "A: y8@0,", "1", " x y"),
    "blanks of a place": ("diamond-boxes", "A: y8@0,1", " ", "x y"),
    "blanks before a place": ("diamond-boxes", "A: y8", " ", "x@0,1e"),
    "penalties": ("diamond-boxes", "A: y8@0,-1e/4", "; penalty p4", ""),
    "cards drawn": ("diamond-boxes-2", "A: y8@0,-1e; draw ", "r1 ", ""),
    "words of a drawn match": ("diamond-boxes-2", '-- draw reason "', "x", '"'),
    "colours": ("diamond-boxes-2", "A: colour ", "r ", ""),
}


def _record(parts: tuple[str, str, str, str], number: int) -> bytes:
    return record(_filled(*parts[1:], number), parts[0])


LINES: Final = [
    Shape(name, partial(_record, parts), handled, LONG, 10 * LONG)
    for name, parts in BETWEEN.items()
]
