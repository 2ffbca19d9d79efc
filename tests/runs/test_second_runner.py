"""A run is played by one process at a time; one that was killed does not block the next."""

import platform
import re
import signal
import sys
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tests.runs.test_watching import playing, stored
from tests.until import AGES, until

pytestmark = pytest.mark.slow


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
def test_a_second_runner_is_refused_until_the_first_is_gone(
    tourney: Tourney, tmp_path: Path
) -> None:
    with playing(tmp_path) as runner:
        until(lambda: stored(tmp_path))
        runner.send_signal(signal.SIGSTOP)
        for more in ((), ("--changed",)):
            refused = tourney("run", "--resume", "x", *more)
            assert (refused.code, refused.out) == (6, "")
            assert re.fullmatch(
                rf"tourney: run 'x' is being played by process {runner.pid} on {platform.node()} "
                r"since \S+ \S+ UTC; stop it with tourney runs stop x, or wait for its end\n",
                refused.err,
            )
        assert tourney("run", "--extend", "x", "--deals", "1").code == 6
        assert tourney("run", "--resume", "x", "--only", "1").code == 0
        runner.send_signal(signal.SIGKILL)
        until(lambda: tourney("runs", "stop", "x").err.startswith("no process is playing"), AGES)
        with playing(tmp_path, "run", "--resume", "x") as second:
            assert tourney("runs", "stop", "x").code == 0
            assert second.wait(AGES) == 130
