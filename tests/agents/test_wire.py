"""Messages to and from bots: they give away no secret, and no read or write waits for ever."""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from random import Random
from threading import Thread
from typing import Any

import msgspec
import pytest

from engines.api import CHANCE, Game, NotationError
from engines.games import GAMES
from tests.agents.tables import HOSTILE, PATIENCE
from tests.agents.test_process import PLAIN
from tests.engines.contract.playing import CASES, Case
from tests.examples import usual
from tourney.agents import protocol
from tourney.agents.bot_process import BotProcess
from tourney.agents.isolation import Limits
from tourney.agents.protocol import MoveTexts
from tourney.agents.wire import (
    LINE,
    BotSession,
    Channel,
    ChannelClosed,
    LineTimeout,
    MoveAnswer,
    NotRead,
    TooLong,
    WireLimits,
)
from tourney.contracts.twin_worlds import World, pairs
from tourney.domain.observation import Observation
from tourney.play.agent import AgentFault, Seating
from tourney.play.clock import NO_CLOCK, Timer

WANTS = '{"want": ["events", "view", "legal"]}'
TWINS = 12
AGES = 30.0
"""Seconds: far more than any step here takes, even on a busy machine."""


class Waiting:
    """A measurement of waiting that always gives `seconds`; calls `then` before it answers."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.then: Callable[[], object] = bool

    def mark(self) -> None:
        pass

    def since(self) -> float:
        self.then()
        return self.seconds

    def used(self) -> float:
        return 0.0


class Ends:
    """A channel, and the bot's ends of its pipes."""

    def __init__(self) -> None:
        (self.read, put), (get, self.write), (death, self.life) = (os.pipe() for _ in range(3))
        for fd in (put, get):
            os.set_blocking(fd, False)
        self.queue = Waiting()
        self.channel = Channel(put, get, death, self.queue)
        self.ours = {put, get, death}
        self.theirs = {self.read, self.write, self.life}
        self.others: list[Thread] = []

    def close(self, *ends: int) -> None:
        for end in ends:
            os.close(end)
            self.ours.discard(end)
            self.theirs.discard(end)

    def close_all(self) -> None:
        """Close our ends first, so that threads that read or write at the other ends stop."""
        self.close(*self.ours)
        for other in self.others:
            other.join()
        self.close(*self.theirs)

    def other(self, do: Callable[[], None]) -> None:
        """Use the other ends in a thread; `close_all` ends it."""

        def quietly() -> None:
            with suppress(OSError):
                do()

        self.others.append(Thread(target=quietly))
        self.others[-1].start()

    def say(self, data: bytes) -> None:
        """Write from another thread, which waits until the data is read."""
        self.other(lambda: write_all(self.write, data))

    def ask(self, seconds: float) -> bytes:
        self.channel.send(b"question\n", 1.0)
        return self.channel.receive(seconds)


def write_all(end: int, data: bytes) -> None:
    with open(end, "wb", buffering=0, closefd=False) as file:
        while data:
            data = data[file.write(data) :]


@pytest.fixture
def ends() -> Iterator[Ends]:
    both = Ends()
    yield both
    both.close_all()


def test_lines_arrive_one_by_one_however_they_were_cut(ends: Ends) -> None:
    os.write(ends.write, b"one\ntwo\nth")
    assert ends.ask(1) == b"one"
    assert ends.channel.receive() == b"two"
    ends.say(b"ree\n")
    assert ends.channel.receive() == b"three"


@pytest.mark.parametrize("length", [255, 256, 257, 511, 512, 5_000])
def test_lines_of_any_length_arrive_whole_also_from_a_process_that_has_ended(
    ends: Ends, length: int
) -> None:
    line = b"x" * (length - 1)
    os.write(ends.write, line + b"\n" + line + b"\nlast\n")
    ends.close(ends.write)
    assert [ends.ask(1), ends.ask(1), ends.ask(1)] == [line, line, b"last"]
    with pytest.raises(ChannelClosed):
        ends.ask(1)


def test_a_line_that_has_arrived_when_checked_is_in_time(ends: Ends) -> None:
    ends.channel.send(b"question\n", 1.0)
    os.write(ends.write, b"answer\n")
    assert ends.channel.receive(0.0) == b"answer"  # over before the channel can check
    assert ends.channel.spent == 0.0


def test_a_line_that_has_not_arrived_is_late(ends: Ends) -> None:
    began = time.monotonic()
    with pytest.raises(LineTimeout):
        ends.ask(0.05)
    assert 0.05 <= time.monotonic() - began < AGES


def test_half_a_line_is_late_as_well(ends: Ends) -> None:
    os.write(ends.write, b"half")
    with pytest.raises(LineTimeout):
        ends.ask(0.05)


def test_time_waiting_for_a_core_is_granted_up_to_a_second(ends: Ends) -> None:
    ends.queue.seconds = 60.0
    ends.queue.then = lambda: os.write(ends.write, b"answer\n")
    assert ends.ask(0.05) == b"answer"
    ends.channel.pending()
    ends.queue.then = bool
    began = time.monotonic()
    with pytest.raises(LineTimeout):
        ends.ask(0.05)
    assert 1.05 <= time.monotonic() - began < AGES


def test_the_end_is_reported_after_the_last_lines(ends: Ends) -> None:
    os.write(ends.write, b"bye\n")
    ends.close(ends.write, ends.life)
    assert ends.ask(1) == b"bye"
    with pytest.raises(ChannelClosed):
        ends.channel.receive()


def test_a_death_is_noticed_while_another_process_holds_the_pipe(ends: Ends) -> None:
    os.write(ends.life, b"dead")
    with pytest.raises(ChannelClosed):
        ends.ask(5)


@pytest.mark.parametrize("data", [b"x" * LINE, b"a\n" + b"x" * LINE])
def test_a_line_without_end_is_too_long(ends: Ends, data: bytes) -> None:
    ends.say(data)
    assert data[:2] == b"xx" or ends.ask(1) == b"a"
    with pytest.raises(TooLong):
        ends.ask(1)


def test_a_process_that_does_not_read_is_not_waited_for(ends: Ends) -> None:
    began = time.monotonic()
    with pytest.raises(NotRead):
        ends.channel.send(b"x" * 300_000, 0.1)
    assert time.monotonic() - began < AGES


def test_output_of_the_other_side_is_read_while_writing(ends: Ends) -> None:
    """The other side writes more than a pipe holds before it reads; no deadlock."""

    def other() -> None:
        write_all(ends.write, 200 * (b"y" * 999 + b"\n"))
        held = 0
        while held < 300_000 and (data := os.read(ends.read, 65_536)):
            held += len(data)

    ends.other(other)
    ends.channel.send(b"x" * 300_000, AGES)
    assert len(ends.channel.pending()) > 0


def test_writing_to_an_ended_process_fails(ends: Ends) -> None:
    ends.close(ends.read)
    with pytest.raises(ChannelClosed):
        ends.channel.send(b"x", 0.1)


@contextmanager
def session(*words: str, patience: WireLimits = PATIENCE) -> Iterator[BotSession]:
    child = BotProcess((sys.executable, *words), Limits())
    made = BotSession(child, patience)
    try:
        made.greet()
        yield made
    finally:
        made.quit()
        child.wait()


def heard(made: BotSession, case: Case, seat: int, world: World) -> list[bytes]:
    """Every line that is sent to a process at one seat of a world."""
    said: list[bytes] = []
    game, options = case.game, case.game.options(dict(case.setting), case.seats)
    made.spy = lambda way, line: said.append(line) if way == "to" else None
    made.begin(Seating(game, options, seat, case.seats))
    for number, ply in enumerate(world.log, 1):
        made.event(number, ply.seat, game.text(ply, seat))
    if seat in world.state.pending():
        observation: Observation[Any] = Observation(game, world.state, seat)
        made.ask(observation, Timer(NO_CLOCK))
    else:
        made.error("illegal", "so that all is written", last=False)
    return said


@pytest.mark.parametrize("name", usual(("diams",), GAMES))
def test_worlds_equal_for_a_seat_give_it_the_same_bytes(name: str) -> None:
    cases = [case for case in CASES if case.game.name == name][:3]
    told = 0
    words = (str(PLAIN), f"hello={WANTS}")
    with session(*words) as first, session(*words) as second:
        for case in cases:
            worlds = (pair for pair in pairs(case, range(2), 60) if pair[0] is not None)
            for seat, one, two in islice(worlds, TWINS):
                assert seat is not None
                assert heard(first, case, seat, one) == heard(second, case, seat, two)
                told += one.state.key() != two.state.key()
    assert told > 10 or name.startswith("diamond-boxes")


def test_a_silent_process_is_pinged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tourney.agents.wire.SILENT_SECONDS", 0.0)
    said: list[bytes] = []
    with session(str(PLAIN)) as one:
        one.spy = lambda way, line: said.append(line)
        one.check()
        assert said == [b'{"t":"ping","n":0}', b'{"t": "pong", "n": 0}']
    with session(str(HOSTILE), "never_reads", patience=WireLimits(start=0.5)) as other:
        game = GAMES["diams"]
        other.begin(Seating(game, game.options({}, 2), 0, 2))
        with pytest.raises(AgentFault, match="no 'pong' within"):
            other.check()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_views_and_lists_are_written_as_python_writes_json(game: Game[Any]) -> None:
    """The standard library is the reference, because bots in any language read this JSON."""
    rng = Random(4)
    state = game.start(game.options({}, game.seats[0]), game.seats[0])
    while owing := state.pending():
        seat = owing[0]
        move = game.shuffle(state, rng) if seat == CHANCE else state.sample(seat, rng)
        texts = [] if seat == CHANCE else [game.move_text(each) for each in state.legal_moves(seat)]
        for value in (state.view(max(seat, 0)), texts):
            text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
            assert protocol.line(value).decode() == text + "\n"
        state.apply(seat, move)


def test_a_lone_surrogate_is_written_as_its_escape() -> None:
    assert protocol.line({"got": "\ud800é"}) == b'{"got":"\\ud800\xc3\xa9"}\n'


def test_moves_are_found_by_their_texts_although_few_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tourney.agents.protocol.CACHED_MOVES", 3)
    game, rng = GAMES["diamonds"], Random(2)
    kept, state = MoveTexts(game), game.start(game.options({}, 3), 3)
    while state.phase() != "play":
        seat = state.pending()[0]
        state.apply(seat, game.shuffle(state, rng) if seat == CHANCE else state.sample(seat, rng))
    moves = state.legal_moves(state.pending()[0])
    assert len(moves) > 6
    for move in (*moves, *moves):
        assert kept[move] == game.move_text(move)
        assert len(kept) <= 3
        assert kept.move(kept[move]) == move
    assert [kept.move(game.move_text(move)) for move in moves] == list(moves)
    with pytest.raises(NotationError):
        kept.move("no move")


ANSWER = rb'{"t":"move","id":12,"move":"draw","info":"a\u00e9","x":[-2.5e3,"b\n",{"k":null,"t":0}]}'
SLIPS = rb'{}[]":,\019.eE-tfn u' + b"\t"


def test_whatever_is_quickly_read_as_a_move_is_one() -> None:
    """Lines with one or two wrong characters; the standard library is the reference."""
    rng, moves = Random(7), 0
    for _ in range(5_000):
        line = bytearray(ANSWER)
        for _ in range(rng.randint(1, 2)):
            at = rng.randrange(len(line))
            line[at : at + rng.randint(0, 1)] = bytes([rng.choice(SLIPS)])
        with suppress(ValueError):
            quick = msgspec.json.decode(line, type=MoveAnswer)
            slow = json.loads(line)
            assert type(slow["id"]) is int
            assert (slow["t"], slow["id"], slow["move"]) == ("move", quick.id, quick.move)
            assert quick.info == slow.get("info", "")
            moves += 1
    assert moves > 300
