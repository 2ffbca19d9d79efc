"""Invalid game options: the one-line message names the option and says what to write instead."""

from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

from engines.games import GAMES
from tests.conftest import Tourney
from tests.examples import usual


class Case(NamedTuple):
    """Options as written, the invalid one last, and the message about them."""

    game: str
    seats: int
    written: str
    said: str

    def given(self) -> Mapping[str, str]:
        """The options as key -> value."""
        return dict(tuple(pair.split("=")) for pair in self.written.split())  # type: ignore[misc]

    def __str__(self) -> str:
        return f"{self.game}-{self.seats}-{self.written}"


def unknown(game: str) -> Case:
    has = ", ".join(GAMES[game].option_help) or "none"
    return Case(game, 2, "colour=red", f"{game} has no option 'colour'; it has {has}")


def switch(key: str, value: str) -> Case:
    said = f"'{value}' is not valid for option {key}; use off or on"
    return Case("diamonds", 4, f"{key}={value}", said)


def number(game: str, seats: int, pair: str, use: str, where: str = "") -> Case:
    key, value = pair.split()[-1].split("=")
    said = f"'{value}' is not valid for option {key}{where}; use {use}"
    return Case(game, seats, pair, said)


LENGTH = "is not valid for option length; use standard or quick"
PER_ROUND = "give one value, or one for each round"
NO_TEAMS = "leave it out, or change the number of seats"
JUNK = ("x", "-1", "1.5", "1e1", "+3", "３", "²", "0x1", "'", '""', "99999999999999999999")
CASES = [
    *map(unknown, GAMES),
    *(Case("diams", 3, f"length={v}", f"'{v}' {LENGTH}") for v in ("Quick", "ｑuick", "on", "1")),
    Case("diams", 2, "length=quick closing=x", "'x' is not valid for option closing; use {}"),
    *(switch(key, value) for key in ("perfect", "show", "teams") for value in ("yes", "ON", "1")),
    *(
        Case("diamonds", n, "teams=on", f"'teams=on' is for 4 or 6 seats, not {n}; {NO_TEAMS}")
        for n in (2, 3, 5)
    ),
    *(number("diamonds", 2, f"rounds={value}", "1 to 99") for value in ("0", "100", *JUNK)),
    *(number("blue-border", 2, f"sight={value}", "1 to 32") for value in ("0", "33", *JUNK)),
    *(number("blue-border", 2, f"bt={value}", "1 to 32") for value in ("0", "33", *JUNK)),
    *(number("blue-border", 2, f"limit={v}", "1 to 100000") for v in ("0", "100001")),
    *(number("blue-border", 2, f"rounds={v}", "1 to 9") for v in ("0", "10")),
    number("blue-border", 2, "cards=17", "18 to 32", " for 2 seats"),
    number("blue-border", 3, "cards=23", "24 to 32", " for 3 seats"),
    number("blue-border", 4, "cards=29", "30 to 32", " for 4 seats"),
    number("blue-border", 4, "cards=33", "30 to 32", " for 4 seats"),
    number("blue-border", 4, "cards=30 bl=31", "1 to 30"),
    Case(
        "blue-border",
        2,
        "bl=8,9",
        f"option bl has 2 values in '8,9', but there is 1 round; {PER_ROUND}",
    ),
    Case(
        "blue-border",
        2,
        "rounds=2 bt=24,25,26",
        f"option bt has 3 values in '24,25,26', but there are 2 rounds; {PER_ROUND}",
    ),
    *(
        Case(
            "blue-border",
            2,
            f"rounds=2 bl={text}",
            f"'{part}' is not valid for option bl in '{text}'; use 1 to 32",
        )
        for text, part in (("8,x", "x"), ("8,", ""), (",", ""), ("8,９", "９"), ("33,8", "33"))
    ),
]
CASES = [case._replace(said=case.said.format("standard or fixed")) for case in CASES]


@pytest.mark.parametrize("case", usual(CASES[1::3], CASES), ids=str)
def test_an_option_of_a_run_that_will_not_do(tourney: Tourney, case: Case) -> None:
    flags = chain.from_iterable(("-O", pair) for pair in case.written.split())
    bots = [f"--bot=r{number}=random" for number in range(case.seats)]
    result = tourney("run", "-g", case.game, *flags, *bots)
    assert result == (2, "", f"tourney: {case.said}\n")


@pytest.mark.parametrize("case", usual(CASES[::4], CASES), ids=str)
def test_an_option_of_a_run_spec_that_will_not_do(
    tourney: Tourney, case: Case, tmp_path: Path
) -> None:
    bots = "\n".join(f'r{number} = "random"' for number in range(case.seats))
    options = "\n".join(f"{key} = '''{value}'''" for key, value in case.given().items())
    Path(tmp_path / "x.toml").write_text(
        f'game = "{case.game}"\n[bots]\n{bots}\n[options]\n{options}\n', "utf-8"
    )
    assert tourney("run", "x.toml") == (2, "", f"tourney: {case.said}\n")


def folded(text: str) -> str:
    """The text with full-width characters replaced, as a record reads them."""
    return text.translate({0xFF11: "1", 0xFF13: "3", 0xFF19: "9", 0xFF51: "q", 0xB2: "2"})


@pytest.mark.parametrize(
    "case",
    usual(CASES[::4], [case for case in CASES if folded(case.written) == case.written]),
    ids=str,
)
def test_an_option_of_a_record_that_will_not_do(
    tourney: Tourney, case: Case, tmp_path: Path
) -> None:
    seats = "".join(f"seat {letter}: ?\n" for letter in "ABCDEF"[: case.seats])
    line = f"options: {case.written}"
    text = f"match: x\ngame: {case.game}\n{line}\n{seats}"
    Path(tmp_path / "x.tmr").write_text(text, "utf-8")
    code, out, _ = tourney("check", "x.tmr", "--style", "short")
    column = 1 + line.index(case.written.split()[-1])
    assert (code, out) == (3, f"x.tmr:3:{column}: error[T-option]: {case.said}\n")


def test_full_width_digits_are_digits_in_a_record(tourney: Tourney, tmp_path: Path) -> None:
    head = "match: x\ngame: diamonds\noptions: {}\nseat A: ?\nseat B: ?\n\nstatus: unfinished\n"
    Path(tmp_path / "x.tmr").write_text(head.format("ｒounds＝３"), "utf-8")
    assert tourney("fmt", "x.tmr").out == head.format("rounds=3")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (("length",), "option 'length' has no value; write key=value"),
        (("length=",), "option 'length=' has no value; write key=value"),
        (("=quick",), "option '=quick' has no value; write key=value"),
        (("",), "option '' has no value; write key=value"),
        (("a'b\x1b",), r"option 'a\'b\x1b' has no value; write key=value"),
        (("length=quick length=quick",), "option 'length' is given twice; give it once"),
        (("length=quick", "length=standard"), "option 'length' is given twice; give it once"),
    ],
)
def test_an_option_that_is_no_pair_or_given_twice(
    tourney: Tourney, written: tuple[str, ...], said: str
) -> None:
    flags = chain.from_iterable(("-O", text) for text in written)
    result = tourney("run", "-g", "diams", *flags, "--bot", "a=random", "--bot", "b=random")
    assert result == (2, "", f"tourney: {said}\n")


@pytest.mark.parametrize(
    ("options", "place", "said"),
    [
        ("length", "3:10", "error[T-option]: 'length' is not an option"),
        ("length=", "3:10", "error[T-option]: 'length=' is not an option"),
        ("length=quick length=quick", "3:23", "error[T-option]: option 'length' is given twice"),
        ("", "3:9", "error[T-value]: 'options' has no value"),
    ],
)
def test_an_option_line_that_cannot_be_read(
    tourney: Tourney, tmp_path: Path, options: str, place: str, said: str
) -> None:
    Path(tmp_path / "x.tmr").write_text(
        f"match: x\ngame: diams\noptions: {options}\nseat A: ?\nseat B: ?\n", "utf-8"
    )
    code, out, _ = tourney("check", "x.tmr", "--style", "short")
    assert (code, out.split("\n")[0]) == (3, f"x.tmr:{place}: {said}")


@pytest.mark.parametrize("game", GAMES)
def test_a_number_of_seats_that_a_game_does_not_have(
    tourney: Tourney, tmp_path: Path, game: str
) -> None:
    low, high = GAMES[game].seats[0], GAMES[game].seats[-1]
    for seats in (-1, 0, low - 1, high + 1, 99):
        result = tourney("run", "-g", game, "--bot=a=random", "--bot=b=random", f"--seats={seats}")
        said = f"{game} has {low} to {high} seats, not {seats}"
        assert result == (2, "", f"tourney: {said}\n")
    many = [f"seat {letter}: ?" for letter in "ABCDEFGH"[: high + 1]]
    for head in (many[:1], many):
        lines = ["match: x", f"game: {game}", *head, ""]
        Path(tmp_path / "x.tmr").write_text("\n".join(lines), "utf-8")
        code, out, _ = tourney("check", "x.tmr", "--style", "short")
        said = f"{game} is for {low} to {high} seats, not {len(head)}"
        assert (code, out) == (3, f"x.tmr:{len(head) + 2}:9: error[T-seats]: {said}\n")
