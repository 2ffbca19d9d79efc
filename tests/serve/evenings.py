"""Evenings with telephones that repeat, delay, lie and lose the network, and a server that dies.

What must be true afterwards is computed from the rows of the log, by rules of its own, and from
what telephones and the organiser were told.
"""

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Coroutine
from html import unescape
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from httpx import ASGITransport, AsyncClient, Response

from tests.app.hosts import ListHost
from tests.events.naive_standings import NaiveEvent
from tests.serve.phones import PIN, club, served
from tourney.app.enter_result import TypedResult, enter_result
from tourney.app.event_session import event_session
from tourney.app.event_tables import EventTableRef, named_table
from tourney.app.report_result import DISPUTED, OPEN, REPORTED, agreed, status_of
from tourney.domain.errors import TourneyError
from tourney.domain.event_log import REPORT, RESULT
from tourney.events.draws import RULES
from tourney.events.event_state import state_of
from tourney.events.log_replay import replay
from tourney.events.stage_standings import ranking
from tourney.serve.guards import Buckets
from tourney.serve.web_pages import Pages
from tourney.store import open_store
from tourney.store.integrity import problems
from tourney.store.log import log_entries
from tourney.store.matches import event_matches

Scores = dict[int, int]
"""The score of each entrant of a table."""
PHONE: Final = re.compile(r"phone of table \d+|server")


class Said(NamedTuple):
    """What somebody at a table says that a match ended with; `page` is the one that was opened."""

    place: tuple[int, int]
    who: int
    scores: Scores
    page: "TablePage"


class TablePage(NamedTuple):
    """The page of a table as a telephone has it, perhaps for a long time."""

    path: str
    token: str
    seats: dict[int, str]


class Night:
    """One evening, and what was acknowledged in it."""

    def __init__(self, folder: Path, seed: int, people: int, rounds: int) -> None:
        self.rng = Random(seed)
        self.rounds = rounds
        # Names as people have them, some of which a careless page would spoil.
        odd = ("O'Hara & Söhne", "山田 花子", "אבי לוי", "Zoë “Z” <3", "=1+1")
        names = [*odd, *(f"Player {number:02}" for number in range(6, people + 1))][:people]
        self.file = club(folder, tuple(names), self.pods(names))
        self.old: list[Pages] = []
        self.truth: dict[tuple[int, int], Scores] = {}
        self.accepted: dict[tuple[tuple[int, int], int], list[Scores]] = defaultdict(list)
        self.sent: dict[tuple[tuple[int, int], int], list[Scores]] = defaultdict(list)
        self.settled: dict[tuple[int, int], list[Scores]] = defaultdict(list)
        """What the organiser entered and was told to be stored, at the desk or in the terminal."""
        self.late: list[Said] = []
        self.count: Counter[str] = Counter()
        self.extra = 0

    # -- the server and its visitors

    def start(self) -> None:
        """Start a server, as `tourney serve` does, without its limits of speed."""
        self.pages = Pages(served(self.file))
        self.pages.writes = self.pages.logins = Buckets(1e9, 1e9)
        self.pages.gate.buckets = Buckets(1e9, 1e9)
        self.pages.threads.submit(self.pages.settle).result()
        self.cookie = ""
        self.old.append(self.pages)

    async def ask(self, method: str, path: str, **more: Any) -> Response:
        """A request of somebody; no page may fail."""
        transport = ASGITransport(self.pages.gate, client=("10.0.0.1", 1))
        cookies = {"tourney": self.cookie} if self.cookie else {}
        async with AsyncClient(
            transport=transport, base_url="http://club", cookies=cookies
        ) as client:
            answer = await client.request(method, path, **more)
        assert answer.status_code in (200, 303, 403, 404, 409, 422), answer.text
        self.count[f"{method} {answer.status_code}"] += 1
        return answer

    async def desk(self, do: str, **fields: str) -> str:
        """The organiser does something at the desk, and says yes when asked; the fault, if any."""
        if not self.cookie:
            answer = await self.ask("POST", "/desk", data={"pin": PIN})
            self.cookie = answer.cookies["tourney"]
        page = (await self.ask("GET", "/desk")).text
        given = {"do": do, "yes": "1", **fields, "token": _token(page)}
        page = (await self.ask("POST", "/desk", data=given)).text
        assert "Yes, do it" not in page, do
        fault = re.search(r'<p class="notice bad"[^>]*>(.*?)</p>', page)
        self.count[f"{do} {'refused' if fault else 'done'}"] += 1
        return unescape(fault[1]) if fault else ""

    async def open(self, number: int) -> list[TablePage]:
        """The pages of all tables of a round, as a telephone opens them."""
        front = (await self.ask("GET", "/")).text
        assert f"Round {number}" in front
        found = []
        for path in re.findall(r'href="(/t/[^"?]+)', front):
            page = (await self.ask("GET", path)).text
            seats = re.findall(r'name="who" value="(\d+)" required[^>]*> <bdi>([^<]*)</bdi>', page)
            found.append(
                TablePage(path, _token(page), {int(one): unescape(name) for one, name in seats})
            )
        return found

    async def say(self, said: Said) -> int:
        """A telephone reports; the status of the answer, 0 if the network was lost on the way."""
        fields = {f"score{one}": str(score) for one, score in said.scores.items()}
        given = {"token": said.page.token, "who": str(said.who), **fields}
        self.sent[said.place, said.who].append(said.scores)
        answer = asyncio.ensure_future(self.ask("POST", said.page.path, data=given))
        if self.rng.random() < 0.05:  # the network is lost while the server is at work
            await asyncio.sleep(self.rng.random() * 0.01)
            answer.cancel()
            await asyncio.wait([answer])
            self.count["lost"] += 1
            return await self.say(said)
        status = (await answer).status_code
        if status == 303:
            self.accepted[said.place, said.who].append(said.scores)
        if status == 303 and self.rng.random() < 0.15:  # the answer did not arrive: once more
            self.count["repeated"] += 1
            return await self.say(said)
        return status

    def typed(self, place: tuple[int, int], scores: Scores) -> None:
        """The organiser enters a result on the command line."""
        with open_store(str(self.file)) as store:
            store.actor = "terminal"
            at = named_table(ListHost(store), f"r{place[0]}/t{place[1]}")
            assert at is not None
            seats = at.table.present()
            words = ",".join(str(scores.get(one, 0)) for one in seats)
            try:
                enter_result(at, TypedResult(words))
            except TourneyError:
                self.count["terminal refused"] += 1
                return
            self.count["terminal done"] += 1
            self.settled[place].append({one: scores.get(one, 0) for one in seats})

    # -- what happens in a round

    def scores(self, seats: dict[int, str]) -> Scores:
        """The chips of three rounds of Diam's."""
        if len(seats) == 2:
            return dict(zip(seats, self.rng.choice(((8, 6), (6, 8), (11, 10))), strict=True))
        chips = (4, 3, 2, 1, 0)[: len(seats)]
        found: list[int] = []
        while len(set(found)) < len(seats):  # without ties, which the cards would break
            rounds = [self.rng.sample(chips, len(seats)) for _ in range(3)]
            found = [sum(each) for each in zip(*rounds, strict=True)]
        return dict(zip(seats, found, strict=True))

    async def play(self, number: int) -> None:
        """A round from its draw to its last result."""
        rng = self.rng
        if number > 1:
            await self.draw()
            if rng.random() < 0.3:  # drawn too early: taken back, and drawn or put back
                assert not await self.desk("event lock --undo", event="Club")
                assert not await self.desk("event unpair", event="Club")
                if rng.random() < 0.5:
                    await self.draw()
                else:
                    assert not await self.desk("event unpair --undo", event="Club")
                    await self.desk("event lock", event="Club")
        opened = await self.open(number)
        work: list[Coroutine[Any, Any, object]] = []
        for table, page in enumerate(opened, start=1):
            place = number, table
            self.truth[place] = self.scores(page.seats)
            for who in rng.sample(list(page.seats), min(len(page.seats), rng.choice((1, 2, 2, 3)))):
                lie = rng.random() < 0.1
                said = Said(place, who, self.scores(page.seats) if lie else self.truth[place], page)
                if rng.random() < 0.08:
                    self.late.append(said)  # sent after the next round is drawn
                elif rng.random() < 0.2:
                    work += [self.say(said), self.say(said)]
                else:
                    work.append(self.say(said))
            if rng.random() < 0.1:
                loop = asyncio.get_running_loop()
                work.append(_later(loop, self.typed, place, self.truth[place]))
            if rng.random() < 0.06:
                lost = rng.choice(list(page.seats.values()))
                work.append(self.absent(lost))
            if rng.random() < 0.05:
                self.extra += 1
                work.append(self.desk("event add-player", player=f"Late {self.extra}", other="1"))
        rng.shuffle(work)
        while work:
            burst, work = work[: (size := rng.randrange(1, 5))], work[size:]
            await asyncio.gather(*burst)
            if rng.random() < 0.05:
                self.start()  # the old one is never told to stop
        while left := self.unsettled():
            place, at = left[0]
            await self.settle(place, at)
        await self.correct(number)

    def pods(self, names: list[str]) -> str:
        """Tables by lot as the organiser types them, because a search would take seconds."""
        names = self.rng.sample(names, len(names))
        tables = [names[at :: (len(names) + 3) // 4] for at in range((len(names) + 3) // 4)]
        return ";".join(map(",".join, tables))

    async def draw(self) -> None:
        """The organiser draws the next round for all who are there."""
        with open_store(str(self.file)) as store:
            session = event_session(ListHost(store), None)
            here = [session.names[one] for one in session.state.playing(session.state.stage)]
        fault = await self.desk("event pair", event="Club", publish="1", pods=self.pods(here))
        assert not fault, fault

    async def absent(self, name: str) -> None:
        """Somebody does not appear; perhaps she does after all."""
        if not await self.desk("event no-show", player=name) and self.rng.random() < 0.5:
            await self.desk("event no-show --undo", player=name)

    def unsettled(self) -> list[tuple[tuple[int, int], EventTableRef]]:
        """The tables that wait for the organiser."""
        with open_store(str(self.file)) as store:
            session = event_session(ListHost(store), None)
            stage = session.state.stage
            return [
                ((round_.number, table.number), EventTableRef(session, stage, round_, table))
                for round_, table in stage.tables()
                if table.missing
            ]

    async def settle(self, place: tuple[int, int], at: EventTableRef) -> None:
        """The organiser confirms what was reported, or asks the table."""
        where = f"main/r{place[0]}/t{place[1]}"
        status, reports = status_of(at.table), at.table.reports
        seats = at.table.present()
        scores = self.truth[place]
        if set(scores) != set(seats):
            scores = self.scores(dict.fromkeys(seats, ""))
        if status == REPORTED or (status == DISPUTED and self.rng.random() < 0.7):
            who = self.rng.choice(list(reports))
            scores = dict(zip(reports[who].entrants, reports[who].scores, strict=True))
            fault = await self.desk("confirm", table=where, who=str(who))
        else:
            assert status in (OPEN, DISPUTED)
            words = ",".join(str(scores[one]) for one in seats)
            fault = await self.desk("result", table=where, scores=words)
        assert not fault, fault
        self.settled[place].append(scores)

    async def correct(self, number: int) -> None:
        """The organiser corrects a result of the round, or takes it out and enters it again."""
        with open_store(str(self.file)) as store:
            state = event_session(ListHost(store), None).state
            table = self.rng.choice([one for one in state.stage.rounds[-1].tables if one.result])
        place, where = (number, table.number), f"main/r{number}/t{table.number}"
        if self.rng.random() < 0.2:
            assert not await self.desk("void", table=where)
        assert table.result is not None
        scores = before = dict(zip(table.result.entrants, table.result.scores, strict=True))
        while scores == before:
            scores = self.scores(dict.fromkeys(table.present(), ""))
        words = ",".join(map(str, scores.values()))
        assert not await self.desk("result", table=where, scores=words)
        self.settled[place].append(scores)

    async def run(self) -> None:
        """The whole evening."""
        self.start()
        for number in range(1, self.rounds + 1):
            await self.play(number)
            held, self.late = self.late, []
            for said in held:  # of the round before, or of this one that already has its results
                status = await self.say(said)
                known = said.scores in self.accepted[said.place, said.who]
                assert status != 303 or said.place[0] == number or known, "a round that is over"
                self.late += [said] if said.place[0] == number else []
        self.start()
        self.front = (await self.ask("GET", "/")).text
        for pages in self.old:
            pages.close()

    # -- what must be true afterwards

    def check(self) -> None:
        """Nothing is lost or doubled, the log is sound, and standings are those of the rows."""
        with open_store(str(self.file)) as store:
            assert not problems(store)
            session = event_session(ListHost(store), None)
            rows, state = session.view.rows, session.state
            again = replay(rows, RULES)
            assert again.state == state == state_of(rows)
            found = [(row.place, row.entrant, row.points, row.matches)
                     for row in ranking(state, state.stage)]  # fmt: skip
            assert found == NaiveEvent(rows).standings("main")
            actors = {entry.number: entry.actor for entry in log_entries(store)}
            self.require_results_that_were_said(rows, actors)
            # One match for each table with a result, with the scores of the newest row.
            matches = [one for one in event_matches(store, "Club") if one.status != "void"]
            tables = [(round_, table) for round_, table in state.stage.tables() if table.result]
            assert len(matches) == len(tables)
            by_id = {one.id: one for one in matches}
            for _, table in tables:
                assert table.result is not None
                assert by_id[table.match or 0].scores == tuple(table.result.scores)
            assert not any(agreed(state, table) for _, table in state.stage.tables())
            for place, scores in self.settled.items():
                last = state.stage.rounds[place[0] - 1].tables[place[1] - 1].result
                assert last is not None
                assert dict(zip(last.entrants, last.scores, strict=True)) == scores[-1], place
            # The page shows the same standings.
            shown = re.findall(
                r'<tr><td class="number">(\d+)</td><th scope="row"><bdi>(.*?)</bdi>', self.front
            )
            listed = [(str(place), session.names[one]) for place, one, _, _ in found]
            assert [(place, unescape(name)) for place, name in shown] == listed
        self.require_reports()

    def require_results_that_were_said(self, rows: Any, actors: dict[int, str]) -> None:
        """Each result is one on which two telephones agreed, or that the organiser entered."""
        said: dict[tuple[int, int], dict[int, Scores]] = defaultdict(dict)
        entered: set[tuple[int, int]] = set()
        by_organiser: dict[tuple[int, int], list[Scores]] = defaultdict(list)
        self.rows: dict[tuple[tuple[int, int], int], list[Scores]] = defaultdict(list)
        last: dict[tuple[tuple[int, int], int], Scores] = {}
        for row in rows:
            one = row.details
            if row.what not in (REPORT, RESULT):
                if row.what != "event add-player":  # tables may have changed: all may say it again
                    last.clear()
                if row.what == "event unpair":
                    drawn = [place for place in said if place[0] == one["round"]]
                    assert not any(said[place] for place in drawn)
                continue
            place = int(one["round"]), int(one["table"])
            if one.get("status") == "void":
                said[place].clear()
                entered.discard(place)
                last.clear()
                continue
            scores = dict(zip(one["entrants"], one["scores"], strict=True))
            if row.what == REPORT:
                assert last.get((place, one["entrant"])) != scores, "the same report twice"
                said[place][one["entrant"]] = last[place, one["entrant"]] = scores
                self.rows[place, one["entrant"]].append(scores)
            elif PHONE.fullmatch(actors[row.number]):
                assert place not in entered, "telephones never change a result"
                agree = [who for who, other in said[place].items() if other == scores]
                assert len(agree) >= 2
                entered.add(place)
            else:
                entered.add(place)
                by_organiser[place].append(scores)
        for place in {*by_organiser, *self.settled}:
            assert by_organiser[place] == self.settled[place], place

    def require_reports(self) -> None:
        """What was acknowledged is in the log, in its order, and nothing that nobody said."""
        for key, accepted in self.accepted.items():
            rows = iter(self.rows[key])
            previous: Scores | None = None
            for scores in accepted:
                if scores != previous:
                    assert any(row == scores for row in rows), (key, scores)
                previous = scores
        for key, rows_of in self.rows.items():
            assert all(one in self.sent[key] for one in rows_of)


def _token(page: str) -> str:
    found = re.search(r'name="token" value="([^"]*)"', page)
    return found[1] if found else ""


async def _later(loop: Any, work: Any, *given: Any) -> None:
    await loop.run_in_executor(None, work, *given)


def evening(folder: Path, seed: int, people: int = 30, rounds: int = 3) -> Counter[str]:
    """Play an evening and check it; what happened, counted."""
    night = Night(folder, seed, people, rounds)
    asyncio.run(night.run())
    night.check()
    return night.count
