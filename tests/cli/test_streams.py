"""A signal handler may print while the program prints a line; a closed terminal interrupts."""

import os
import signal
import subprocess
from threading import Thread
from types import FrameType

from tests.program import Program
from tourney.cli.terminal.streams import tolerant


def test_a_signal_may_be_answered_in_the_middle_of_a_line() -> None:
    said: list[bytes] = []
    reading, writing = os.pipe()

    def listen() -> None:
        while heard := os.read(reading, 1 << 16):
            said.append(heard)

    listener = Thread(target=listen)
    listener.start()
    answers = 0
    with open(writing, "w", encoding="utf-8") as pipe:
        talk = tolerant(pipe)

        def answer(number: int, frame: FrameType | None) -> None:
            nonlocal answers
            answers += 1
            print("answer", file=talk)

        before = signal.signal(signal.SIGALRM, answer)
        signal.setitimer(signal.ITIMER_REAL, 0.0003, 0.0003)
        lines = 0
        try:
            while answers < 300:
                talk.write("line\n")
                lines += 1
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    listener.join()
    os.close(reading)
    text = b"".join(said).decode()
    assert (text.count("line\n"), text.count("answer")) == (lines, answers)


def test_a_closed_terminal_that_sends_no_signal_interrupts() -> None:
    master, slave = os.openpty()
    os.close(master)
    with Program(["help", "records"], stdout=slave, stderr=subprocess.PIPE, text=True) as program:
        os.close(slave)
        _, talk = program.communicate()
    assert (program.returncode, talk) == (130, "tourney: interrupted\n")
