"""`tourney play` on a terminal: several people at one screen, kill and resume, all seats."""

import re
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random

import pytest

from engines.games import GAMES
from tests.cli.people import first_moves
from tests.cli.pty_session import PATIENCE, Session
from tests.conftest import Tourney
from tourney.cli.terminal.dialogue import CLEAR
from tourney.domain.match_values import StoredMatch
from tourney.records.record_positions import replay_of_stored
from tourney.store import open_store
from tourney.store.integrity import problems
from tourney.store.matches import stored_matches
from tourney.store.open_matches import decisions_of, open_matches

SHORT = {"diams": ("-O", "length=quick"), "diamonds": ("-O", "rounds=1")}
BEGUN = "\x1b[?2004h"
"""The code with which every prompt begins; it may be drawn several times."""
ASKED = re.compile(r"(\w+), press Enter|([A-H])>")
"""A prompt; the blank after it is drawn by moving the cursor."""
CODES = re.compile(r"\x1b\[[?0-9;]*[A-Za-z]")
TABLES = [(name, seats) for name, game in GAMES.items() for seats in game.seats]


def plain(output: str) -> str:
    """What is on the terminal, without the codes that move, clear and colour."""
    return CODES.sub("", output).replace("\r", "")


class Person:
    """Answers at a terminal: Enter when asked for it, else always the first move."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.read = 0
        self.answers = 0
        self.enters = False
        """Whether Enter alone was asked for."""

    def asked(self) -> bool:
        """Wait for a question; False when the program has ended."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            begun = self.session.output.find(BEGUN, self.read)
            found = ASKED.match(plain(self.session.output[begun:])) if begun >= 0 else None
            if found:
                self.read = begun + len(BEGUN)
                self.enters = found[1] is not None
                return True
            if not self.session.read(0.05) and self.session.process.poll() is not None:
                return False
        raise AssertionError(f"no question: {self.session.output[-2000:]}")

    def answer(self, text: str = "1") -> None:
        """Type a line; Enter alone if that was the question."""
        self.answers += not self.enters
        self.session.press("" if self.enters else text, "enter")

    def plays(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Answer until the match ends or `stop` says so."""
        while self.asked() and not stop():
            self.answer()


def the_match(folder: Path, name: str = "tourney.db") -> StoredMatch:
    with open_store(str(folder / name)) as store:
        (match,) = stored_matches(store)
    return match


def undisturbed(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, folder: Path, words: tuple[str, ...]
) -> StoredMatch:
    """The same match on a pipe, from its start to its end."""
    first_moves(monkeypatch)
    assert tourney(*words, "--db", "whole.db").code == 0
    return the_match(folder, "whole.db")


def parts(output: str) -> Iterator[tuple[str, str]]:
    """What each person sees between two clearings of the screen, before the match is over."""
    shown = [plain(part) for part in output.split(CLEAR)[1:]]
    *_, last = re.finditer(r"(?m)^[A-H]>", shown[-1])
    for part in (*shown[:-1], shown[-1][: last.start()]):
        yield part.partition(",")[0], part


HOT_SEATS = [
    ("diams", 2, 9),
    *(
        pytest.param(*one, None, marks=pytest.mark.full)
        for one in (
            ("diams", 3),
            ("diamonds", 2),
            ("diamonds", 4),
            ("diamond-boxes-2", 2),
        )
    ),
]


@pytest.mark.parametrize(("game", "seats", "answers"), HOT_SEATS)
def test_nobody_sees_the_cards_of_another_person(
    tourney: Tourney,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    game: str,
    seats: int,
    answers: int | None,
) -> None:
    """What only one seat may know is never sent between the clearings for other people."""
    names = ("Aiko", "Ben", "Chie", "Dan")[:seats]
    people = [word for n, name in enumerate(names) for word in ("--me", f"{name}@{'ABCD'[n]}")]
    words = ("play", game, *SHORT.get(game, ()), "--seed", "5", *people)
    with Session(words, tmp_path, (200, 50), talk=True) as session:
        person = Person(session)
        person.plays(lambda: person.answers == answers)
        if answers is not None:
            session.press("quit", "enter")
        assert session.ended()[0] == 0
        output = session.output
    replay = replay_of_stored(undisturbed(tourney, monkeypatch, tmp_path, words))
    rules = GAMES[game]
    seen = list(parts(output))
    assert len(seen) > 2
    assert {name for name, _ in seen} == set(names)
    for seat, name in enumerate(names):
        others = "".join(part for whose, part in seen if whose != name)
        own = "".join(part for whose, part in seen if whose == name)
        found = 0
        for ply in (entry.ply for entry in replay.entries if entry.ply):
            text = rules.text(ply, seat)
            if text != rules.text(ply, (seat + 1) % seats) and ply.seat == seat:
                sentence = rules.narrate(ply.seat, text).text("en", names)
                assert f"{sentence}\n" not in others
                found += f"{sentence}\n" in own
        assert found > 0
        hands = re.findall(rf"[ ►] {'ABCD'[seat]} {name} +hand +(\S+)", others)
        assert hands
        assert {hand[0] for hand in hands} <= {"░", "-"}


@pytest.mark.full
def test_ctrl_c_leaves_the_match_saved(tmp_path: Path) -> None:
    words = ("play", "diams", "--me", "Aiko", "--bot", "rei=greedy", "--seed", "3")
    with Session(words, tmp_path, (80, 40), talk=True) as session:
        person = Person(session)
        person.plays(lambda: person.answers == 3)
        session.press("dra", "ctrl-c")
        assert session.ended()[0] == 130
        assert "saved; continue with tourney play --resume diams-" in session.output
    with open_store(str(tmp_path / "tourney.db")) as store:
        (match,) = open_matches(store)
        own = match.names.index("Aiko")
        assert [one.seat for one in decisions_of(store, match)].count(own) == 3


def decided(folder: Path) -> Sequence[object]:
    """The decisions in the database, which must be sound."""
    with open_store(str(folder / "tourney.db")) as store:
        assert problems(store) == []
        return [one for match in open_matches(store) for one in decisions_of(store, match)]


def killed_and_resumed(words: tuple[str, ...], folder: Path, kills: Random) -> None:
    """Play at a terminal to the end; the program is killed at random moments after an answer."""
    for session_number in count():
        again = ("play", "--resume") if session_number else words
        with Session(again, folder, (100, 40), talk=True) as session:
            person = Person(session)
            last = kills.randrange(1, 12) if session_number < 3 else None
            person.plays(lambda last=last, person=person: person.answers == last)  # type: ignore[misc]
            if session.process.poll() is not None:
                assert session.ended()[0] == 0
                return
            before = decided(folder)
            person.answer()
            time.sleep(kills.uniform(0, 0.05))  # any moment will do
            session.signal(signal.SIGKILL)
            session.process.wait(PATIENCE)
            after = decided(folder)
            if not after:  # the last answer ended the match before the program was killed
                with open_store(str(folder / "tourney.db")) as store:
                    assert [match.status for match in stored_matches(store)] == ["complete"]
                return
            assert after[: len(before)] == before


@pytest.mark.full
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_person_is_killed_and_resumes_to_the_end(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str, seats: int
) -> None:
    bots = [word for n in range(2, seats + 1) for word in ("--bot", f"b{n}=random")]
    words = ("play", game, *SHORT.get(game, ()), "--me", "Aiko", *bots, "--seed", f"{seats}")
    killed_and_resumed(words, tmp_path, Random(seats))
    whole = undisturbed(tourney, monkeypatch, tmp_path, words)
    assert the_match(tmp_path).text == whole.text
    assert tourney("check", f"match:{whole.name}").code == 0
