"""`tourney record` on a terminal: typed by a simulated person, killed, and resumed."""

from pathlib import Path
from random import Random

import pytest

from tests.cli.pty_session import Session
from tests.cli.test_record import saved, stored, whole_match
from tests.until import until

WIDE = {"LANG": "C.UTF-8", "PROMPT_TOOLKIT_NO_CPR": "1"}


@pytest.mark.full
@pytest.mark.parametrize(("game", "seats", "width"), [("diamond-boxes", 3, 60), ("diams", 2, 120)])
def test_a_match_is_typed_on_a_terminal(tmp_path: Path, game: str, seats: int, width: int) -> None:
    options = {"length": "quick"} if game == "diams" else {}
    inputs, lines = whole_match(2, game, seats, **options)
    names = ["Aiko", "Ben", "Chie"][:seats]
    given = [word for key, value in options.items() for word in ("-O", f"{key}={value}")]
    args = [
        "record",
        game,
        "--players",
        ",".join(names),
        "--match",
        "t/1",
        "--hands",
        "all",
        *given,
    ]
    stop = Random(2).randrange(1, len(inputs))
    done = 0
    for part in (inputs[:stop], [*inputs[stop:], ""]):
        with Session(args, tmp_path, (width, 30), talk=True, **WIDE) as terminal:
            for text in part:
                terminal.press(text, "enter")
                done += 1
                if text:
                    until(lambda: terminal.read(0.01) or saved(tmp_path) >= done)  # noqa: B023
                    until(lambda: _drained(terminal) and saved(tmp_path) >= done)  # noqa: B023
            if part[-1] == "":
                assert terminal.ended()[0] == 0
        args = ["record", "--resume", "t/1"]
    assert stored(tmp_path, "t/1").split("\n\n")[1].split("\n") == lines


def _drained(terminal: Session) -> bool:
    """Whether all output of the program has been read."""
    while terminal.read(0.01):
        pass
    return True
