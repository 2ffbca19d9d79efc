"""A second implementation of the tie-breaks, written from their definitions, slow and plain.

An event is a list of rounds; a round has tables (players in order of seats, places) and players who
miss it (kind, points, opponent). All points are those of a function of places.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction as F
from itertools import combinations, product
from typing import NamedTuple

from tourney.domain.match_values import MatchResult
from tourney.scoring import Ledger

Points = Callable[[int, int, int], F]
"""The points of a side by the number of sides and the best and worst place that it shares."""


class Board(NamedTuple):
    players: tuple[str, ...]
    scores: tuple[int, ...]

    def above(self, a: str, b: str) -> F:
        """1 if `a` is above `b`, ½ if they are equal, 0 if it is below."""
        one, two = (self.scores[self.players.index(name)] for name in (a, b))
        return F(1) if one > two else F(1, 2) if one == two else F(0)

    def others(self, player: str) -> list[str]:
        return [name for name in self.players if name != player]

    def points(self, player: str, points: Points) -> F:
        ahead = sum(self.above(other, player) == 1 for other in self.others(player))
        equal = sum(self.above(other, player) == F(1, 2) for other in self.others(player))
        return points(len(self.players), ahead + 1, ahead + 1 + equal)


class Missed(NamedTuple):
    kind: str
    points: F
    opponent: str | None = None


class Round(NamedTuple):
    boards: tuple[Board, ...]
    missed: Mapping[str, Missed]


Event = list[Round]


def ledger_of(event: Event) -> Ledger:
    ledger = Ledger(keep=True)
    for number, one in enumerate(event, start=1):
        for board in one.boards:
            places = tuple(1 + sum(o > s for o in board.scores) for s in board.scores)
            ledger.add(MatchResult(0, board.players, board.scores, places), round=number)
        for player, (kind, points, opponent) in one.missed.items():
            ledger.unplayed(player, number, kind, points, opponent=opponent)
    return ledger


class Naive:
    def __init__(self, event: Event, points: Points) -> None:
        self.event, self.points = event, points

    def board(self, player: str, one: Round) -> Board | None:
        return next((board for board in one.boards if player in board.players), None)

    def boards(self, player: str) -> list[Board]:
        return [b for one in self.event for b in one.boards if player in b.players]

    def gain(self, player: str, one: Round) -> F:
        board = self.board(player, one)
        return board.points(player, self.points) if board else one.missed[player].points

    def total(self, player: str) -> F:
        return sum((self.gain(player, one) for one in self.event), F(0))

    def mean(self, player: str) -> F:
        return self.total(player) / len(self.event)

    def players(self) -> list[str]:
        first = self.event[0]
        return sorted([*first.missed, *(name for b in first.boards for name in b.players)])

    # Any number of seats.

    def wins(self, player: str) -> F:
        return self._place(player, 1)

    def _place(self, player: str, place: int) -> F:
        def share(n: int, first: int, last: int) -> F:
            return F(1, last - first + 1) if place in range(first, last + 1) else F(0)

        return sum((b.points(player, share) for b in self.boards(player)), F(0)) / self.due(player)

    def due(self, player: str) -> int:
        """Matches, and rounds that the player chose or caused to miss."""
        own = [one.missed[player].kind for one in self.event if player in one.missed]
        missed = sum(kind not in ("bye", "walkover") for kind in own)
        return len(self.boards(player)) + missed or 1

    def seconds(self, player: str) -> F:
        return self._place(player, 2)

    def thirds(self, player: str) -> F:
        return self._place(player, 3)

    def opponents(self, player: str, cut: int = 0) -> F:
        everybody = self.players()
        usual = sum((self.mean(name) for name in everybody), F(0)) / len(everybody)
        rows = []
        for one in self.event:
            board = self.board(player, one)
            if board is None:
                rows.append(min(self.mean(player), usual))
            else:
                means = [self.mean(name) for name in board.others(player)]
                rows.append(sum(means, F(0)) / len(means))
        for _ in range(cut):
            rows.remove(min(rows))
        return sum(rows, F(0)) / len(rows) if rows else F(0)

    def opponents_cut1(self, player: str) -> F:
        return self.opponents(player, 1)

    def sonneborn_berger(self, player: str) -> F:
        total, boards = F(0), self.boards(player)
        for board in boards:
            for name in board.others(player):
                total += board.above(player, name) * self.mean(name) / (len(board.players) - 1)
        return total / len(boards) if boards else F(0)

    def beaten(self, player: str) -> F:
        met = {(b, o) for b in self.boards(player) for o in b.others(player)}
        return F(len({name for board, name in met if board.above(player, name) == 1}))

    def table_share(self, player: str) -> F:
        boards = self.boards(player)
        shares = [
            F(b.scores[b.players.index(player)], sum(b.scores)) if sum(b.scores)
            else F(1, len(b.scores))
            for b in boards
        ]  # fmt: skip
        return sum(shares, F(0)) / len(boards) if boards else F(0)

    def margin(self, player: str) -> F:
        boards = self.boards(player)
        gaps = [b.scores[b.players.index(player)] - F(sum(b.scores), len(b.scores)) for b in boards]
        return sum(gaps, F(0)) / len(boards) if boards else F(0)

    # Two seats: FIDE C.07.

    def draw(self) -> F:
        return self.points(2, 1, 2)

    def voluntary(self, player: str, one: Round) -> bool:
        row = one.missed.get(player)
        return row is not None and row.kind not in ("bye", "walkover")

    def opponent(self, player: str, one: Round) -> str | None:
        board = self.board(player, one)
        return board.others(player)[0] if board else one.missed[player].opponent

    def adjusted(self, player: str) -> F:
        """16.3: byes on request to the end of the event are draws."""
        score = F(0)
        for at, one in enumerate(self.event):
            gone = all(self.voluntary(player, later) for later in self.event[at:])
            bye = gone and self.opponent(player, one) is None
            score += self.draw() if bye else self.gain(player, one)
        return score

    def score_met(self, player: str, one: Round) -> F:
        """The score of the opponent, or of the dummy (16.4)."""
        opponent = self.opponent(player, one)
        if self.board(player, one) is not None:
            assert opponent is not None
            return self.adjusted(opponent)
        if opponent is not None:
            return min(self.total(player), self.adjusted(opponent))
        return min(self.total(player), self.draw() * len(self.event))

    def BH(self, player: str, low: int = 0, high: int = 0) -> F:
        """Voluntarily unplayed rounds are cut first, from the least (16.5)."""
        rows = [(self.voluntary(player, one), self.score_met(player, one)) for one in self.event]
        for _ in range(min(low, len(rows))):
            missed = [score for free, score in rows if free]
            least = min(missed or [score for _, score in rows])
            rows.remove((bool(missed), least))
        for _ in range(min(high, len(rows))):
            top = max(score for _, score in rows)
            rows.remove(next(row for row in rows if row[1] == top))
        return sum((score for _, score in rows), F(0))

    def BH_C1(self, player: str) -> F:
        return self.BH(player, 1)

    def BH_M1(self, player: str) -> F:
        return self.BH(player, 1, 1)

    def BH_C2(self, player: str) -> F:
        return self.BH(player, 2)

    def BH_M2(self, player: str) -> F:
        return self.BH(player, 2, 2)

    def FB(self, player: str) -> F:
        """8.3: Buchholz if everybody who was paired in the last round had drawn."""
        last = self.event[-1]
        forfeits = [
            (name, row.opponent) for name, row in last.missed.items() if row.kind == "walkover"
        ]
        pairs = [*(board.players for board in last.boards), *forfeits]
        paired = {name for pair in pairs for name in pair}
        rest = {name: row for name, row in last.missed.items() if name not in paired}
        drawn = Round(tuple(Board(tuple(map(str, pair)), (0, 0)) for pair in pairs), rest)
        return Naive([*self.event[:-1], drawn], self.points).BH(player)

    def SB(self, player: str) -> F:
        rows = [self.score_met(player, one) * self.gain(player, one) for one in self.event]
        return sum(rows, F(0))

    def SB_C1(self, player: str) -> F:
        """16.5: a voluntary round is cut, unless the round of the lowest opponent is worth more."""
        rows = [
            (self.score_met(player, one), self.score_met(player, one) * self.gain(player, one),
             self.voluntary(player, one))
            for one in self.event
        ]  # fmt: skip
        lowest = min(value for score, value, _ in rows if score == min(row[0] for row in rows))
        voluntary = [value for _, value, is_voluntary in rows if is_voluntary]
        cut = max(lowest, min(voluntary)) if voluntary else lowest
        return sum((value for _, value, _ in rows), F(0)) - cut

    def KS(self, player: str) -> F:
        """9.2: points against opponents with half of the points of all rounds or more."""
        half = self.points(2, 1, 1) * len(self.event) / 2
        against = [(self.opponent(player, one), self.gain(player, one)) for one in self.event]
        return sum((won for name, won in against if name and self.total(name) >= half), F(0))

    def first_for_sure(self, level: list[str]) -> set[str]:
        """6.2: who is alone first in the matches among equals, whatever the missing ones bring."""
        met: dict[frozenset[str], list[Board]] = {}
        for name in level:
            for board in self.boards(name):
                if set(board.players) <= set(level):
                    met.setdefault(frozenset(board.players), []).append(board)
        missing = [p for p in combinations(level, 2) if frozenset(p) not in met]
        sure = set(level)
        for ends in product((F(0), F(1, 2), F(1)), repeat=len(missing)):
            table = dict.fromkeys(level, F(0))
            for (one, two), end in zip(missing, ends, strict=True):
                table[one] += end
                table[two] += 1 - end
            for pair, boards in met.items():
                for name in pair:
                    won = [board.points(name, self.points) for board in boards]
                    table[name] += sum(won, F(0)) / len(won)
            top = [name for name in level if table[name] == max(table.values())]
            sure &= set(top) if len(top) == 1 else set()
        return sure

    def AOB(self, player: str) -> F:
        met = [board.others(player)[0] for board in self.boards(player)]
        return sum((self.BH(name) for name in met), F(0)) / len(met) if met else F(0)

    def PS(self, player: str) -> F:
        ends = range(1, len(self.event) + 1)
        return sum((self.gain(player, one) for end in ends for one in self.event[:end]), F(0))

    def WIN(self, player: str) -> F:
        return F(sum(self.gain(player, one) == self.points(2, 1, 1) for one in self.event))

    def WON(self, player: str) -> F:
        return F(sum(b.above(player, b.others(player)[0]) == 1 for b in self.boards(player)))

    def BPG(self, player: str) -> F:
        return F(sum(board.players[1] == player for board in self.boards(player)))

    def BWG(self, player: str) -> F:
        black = [board for board in self.boards(player) if board.players[1] == player]
        return F(sum(board.above(player, board.players[0]) == 1 for board in black))

    def REP(self, player: str) -> F:
        return F(sum(not self.voluntary(player, one) for one in self.event))
