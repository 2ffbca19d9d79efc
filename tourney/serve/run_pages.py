"""The page of a run for whoever wrote its bots: live standings, faults, speed, the last matches.

One thread follows the run as `tourney watch` does; pages show what it found last, so that the
number of visitors makes no difference to the database.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Final, NamedTuple
from urllib.parse import quote

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route

from engines.messages import Message, Sentence, say
from tourney.domain.errors import NotFound, TourneyError
from tourney.domain.match_values import Ending, Fault
from tourney.domain.run_spec import RunSpec
from tourney.pictures.look import element
from tourney.proofs.announced import SealingFacts, sealing_facts
from tourney.render.code_words import word_of
from tourney.render.live_screens import by_bot
from tourney.render.screen_values import BotRow, RunView
from tourney.render.text import duration, pace
from tourney.reports.replay_page import ReplayOptions, replay_page
from tourney.runs.heartbeat import Follower
from tourney.runs.run_snapshot import Rows, Snapshot, run_view
from tourney.serve.play_pages import KEEP_ALIVE, PageServer, PlayPages
from tourney.store import Database, open_store
from tourney.store.matches import NumberRange, match_named, run_endings, run_faults

LOOK_EVERY: Final = 0.25
"""Seconds between two looks into the database."""
TELL_EVERY: Final = 0.1
"""Seconds between two looks for what the thread found."""
LAST: Final = 10
"""Matches that are listed, the newest first."""
LAST_FAULTS: Final = 8
AMONG: Final = 1000
"""Newest matches among which these faults are looked for."""
DRAWN: Final = (160, 16)
"""Width and height of an interval."""


STATES: Final[Mapping[str, Sentence]] = {
    "playing": Sentence("serve.run-playing"),
    "stopping": Sentence("serve.run-stopping"),
    "waiting": Sentence("serve.run-waiting"),
    "complete": Sentence("serve.run-complete"),
}
"""The words for what happens to a run."""


class RunSight(NamedTuple):
    """A run as it was found last; `replays` says whether its moves are stored."""

    state: str
    spec: RunSpec
    snapshot: Snapshot
    rows: Sequence[BotRow]
    last: Sequence[Ending]
    faults: Sequence[tuple[int, Fault]]
    reading: bool
    sealed: SealingFacts | None = None

    @property
    def replays(self) -> bool:
        """Whether the moves of its matches are stored."""
        return self.spec.log != "results"


class RunWatch:
    """Follows a run; `version` grows whenever something has changed."""

    def __init__(self, database: str, name: str) -> None:
        self.sight: RunSight | None = None
        self.fault: TourneyError | None = None
        self.version = 0
        self._address = database
        self._name = name
        self._rows = Rows()
        self._database: Database | None = None
        self._follower: Follower | None = None
        self._last: tuple[int, Sequence[Ending], Sequence[tuple[int, Fault]]] = (-1, (), ())
        self._thread = ThreadPoolExecutor(1, "run")

    async def follow(self) -> None:
        """Look for news until the server ends."""
        loop = asyncio.get_running_loop()
        while True:
            more = await loop.run_in_executor(self._thread, self.look)
            if not more:
                await asyncio.sleep(LOOK_EVERY)

    def look(self) -> bool:
        """See how the run is now; whether more stored matches can be read at once."""
        sight: RunSight | None = None
        fault: TourneyError | None = None
        try:
            sight = self._seen()
        except TourneyError as error:  # it was deleted, or the database is not there
            fault, self._follower = error, None
        if sight != self.sight or str(fault) != str(self.fault):
            self.sight, self.fault = sight, fault
            self.version += 1
        return sight is not None and sight.reading

    def _seen(self) -> RunSight:
        if self._database is None:
            self._database = open_store(self._address)
        if self._follower is None:
            self._follower = Follower(self._database, self._name)
        found, run = self._follower.look(), self._follower.run
        done = found.sums.matches
        if not found.reading and self._last[0] != done:
            last = list(run_endings(self._database, run, NumberRange(max(0, done - LAST), done)))
            among = NumberRange(max(0, done - AMONG), done)
            faults = list(run_faults(self._database, run, among))[-LAST_FAULTS:]
            self._last = done, last[::-1], faults[::-1]
        rows = self._rows.of(found.sums, found.snapshot.cost)
        sealed, (_, matches, faulty) = sealing_facts(self._database, run), self._last
        seen = (found.snapshot, rows, matches, faulty, found.reading)
        return RunSight(found.state, run.spec, *seen, sealed)

    def close(self) -> None:
        """Close the database."""
        # A connection is closed by the thread that uses it.
        if self._database is not None:
            self._thread.submit(self._database.close).result()
        self._thread.shutdown()


class RunPages:
    """The pages of the run that is served."""

    def __init__(self, pages: PageServer, play: PlayPages, run: str) -> None:
        self.watch = RunWatch(pages.served.database, run)
        self._pages = pages
        self._play = play
        self._run = run
        self.routes = [
            Route("/run/{name}", self.run),
            Route("/run/{name}/live", self.live),
            Route("/run/{name}/{number:int}", self.replay),
        ]

    def _require(self, request: Request) -> None:
        if request.path_params["name"] != self._run:
            raise NotFound(say("serve.no-page"))

    async def run(self, request: Request) -> Response:
        """The run as it is now."""
        self._require(request)
        # The version is read first: news that come meanwhile make the page load again.
        version, lang, watch = self.watch.version, self._pages.lang(request), self.watch
        path = f"/run/{quote(self._run)}"
        if watch.fault is not None:
            raise watch.fault
        model = RunModel(watch.sight, lang) if watch.sight else None
        return await self._play.page(
            request, "run.html", title=self._run, m=model, seen=version, path=path
        )

    async def live(self, request: Request) -> Response:
        """A line whenever something has changed."""
        self._require(request)

        async def lines() -> AsyncIterator[bytes]:
            last, sent = -1, monotonic()
            while True:
                if self.watch.version != last:
                    last, sent = self.watch.version, monotonic()
                    yield f"data: {last}\n\n".encode()
                elif monotonic() - sent > KEEP_ALIVE:
                    sent = monotonic()
                    yield b":\n\n"
                await asyncio.sleep(TELL_EVERY)

        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(lines(), media_type="text/event-stream", headers=headers)

    async def replay(self, request: Request) -> Response:
        """The replay of a match of the run."""
        self._require(request)
        name, lang = f"{self._run}/{request.path_params['number']}", self._pages.lang(request)
        text = await self._pages.stored(
            request,
            lambda store, _: replay_page(match_named(store, name), ReplayOptions(lang=lang)),
        )
        return HTMLResponse(text)


class RunModel:
    """What the page of a run shows."""

    def __init__(self, sight: RunSight, lang: str) -> None:
        self.sight = sight
        self._lang = lang
        moving = sight.state in ("playing", "stopping")
        self.view: RunView = run_view(
            sight.spec, sight.snapshot, sight.rows, moving=moving, lang=lang
        )
        self.state = STATES[sight.state]()
        self.reading = sight.reading
        self.percent = round(100 * self.view.done / self.view.total) if self.view.total else 100
        self.speed = pace(self.view.rate) if moving else ""
        self.left = "" if self.view.eta is None else duration(self.view.eta)
        self.blamed = [
            (bot, ", ".join(f"{self._word(code)} {times}" for code, times in codes))
            for bot, codes in by_bot(self.view.faults)
        ]
        self.fault_count = sum(self.view.faults.values())
        known = [row for row in self.view.rows if row.low is not None and row.high is not None]
        self._low = min((row.low or 0.0 for row in known), default=0.0)
        self._high = max((row.high or 0.0 for row in known), default=1.0)

    def drawn(self, row: BotRow) -> Markup:
        """The interval of a bot on a scale that all share, with its mean."""
        if row.low is None or row.high is None or self._high <= self._low:
            return Markup()
        width, height = DRAWN
        scale = (width - 8) / (self._high - self._low)
        low, mean, high = (
            round(4 + (at - self._low) * scale, 1) for at in (row.low, row.mean, row.high)
        )
        line = element("line", x1=low, x2=high, y1=height / 2, y2=height / 2)
        dot = element("circle", cx=mean, cy=height / 2, r=4)
        return Markup(
            f'<svg class="interval" aria-hidden="true" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}">{line}{dot}</svg>'
        )

    def players(self, ending: Ending) -> list[tuple[int | None, str, int | None]]:
        """Place, name and score of the players of a match, the best first."""
        result = ending.result
        if result is None:
            return [(None, name, None) for name in ending.players]
        return sorted(zip(result.places, result.players, result.scores, strict=True))

    def codes(self, ending: Ending) -> str:
        """The faults in a match."""
        return ", ".join(self._word(code) for code in dict.fromkeys(ending.faults))

    def fault(self, number: int, fault: Fault) -> str:
        """What a bot did, with the evidence."""
        return ": ".join(filter(None, (self._word(fault.code), fault.evidence)))

    def _word(self, code: str) -> str:
        word: Message | str = word_of(code)
        return word if isinstance(word, str) else word.text(self._lang)
