"""A match for a Python program: its record, its check, its positions, how it looks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Final, Literal

from engines.api import EVERYTHING, Game, Ply, State, View, seat_letter
from engines.messages import say
from tourney.app.check_records import file_content, parsed
from tourney.app.choose import viewer
from tourney.domain.errors import DataFault, UsageFault, quoted
from tourney.domain.match_values import StoredMatch
from tourney.pictures.scene_picture import scene_picture
from tourney.records import MatchRecord, RecordFault, check, read_bytes, record, stored
from tourney.records.check_report import summary
from tourney.records.problems import headline
from tourney.records.record_positions import readable, replay_of

if TYPE_CHECKING:
    from tourney.insight.match_analysis import MatchAnalysis
    from tourney.render.frames import MatchReplay, Viewable

Viewer = int | str
"""Who looks: a seat by number or letter, `spectator`, or `open` for all cards."""
HEIGHT: Final = 640
"""The height of a replay in a notebook."""


def read(path: str | PathLike[str], *, lang: Literal["en", "ja"] = "en") -> list["Match"]:
    """The matches of a file of records, as text (`.tmr`) or in the JSON form.

    NotFound without the file; DataFault, with line and remedy, if it cannot be read as records.
    Whether they follow the rules is said by `Match.check`. `lang` is the language of what people
    see.
    """
    name = fspath(path)
    document = parsed(file_content(name), name)
    if faults := document.faults():
        raise RecordFault(faults, name)
    if not document.matches:
        raise DataFault(say("records.no-match", name=quoted(name)))
    return [Match(stored(each), lang, each, file=name) for each in document.matches]


class Picture(str):
    """A drawing as SVG, which can be written to a file as it is; a notebook shows it."""

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass(frozen=True)
class CheckedMatch:
    """What the rules say of a record.

    It has `passed` if nothing contradicts them. Of `plies` decisions `verified` are known to be
    legal; the others depend on cards that the record does not say. `problems` and `warnings` are
    lines for people; `line` is the whole in one line.
    """

    passed: bool
    plies: int
    verified: int
    problems: tuple[str, ...]
    warnings: tuple[str, ...]
    line: str


class Position:
    """A position of a match.

    `ply` is the number of the last entry of the log; `lines` are the entries that led here from
    the position before, as a record writes them, and `plies` are the same as the engine logs them.
    `state` is the state of the engine, None where the record does not say all cards. `marks` is
    what a judge says of these entries, if the match was analysed (`tourney analyse`).
    """

    def __init__(
        self,
        game: Game[Any],
        players: Sequence[str],
        seen: "Viewable",
        *,
        ply: int = 0,
        lines: Sequence[str] = (),
        plies: Sequence[Ply[Any]] = (),
        marks: Sequence[Mapping[str, Any]] = (),
        lang: str = "en",
    ) -> None:
        self.game = game.name
        self.players = tuple(players)
        self.ply = ply
        self.lines = tuple(lines)
        self.plies = tuple(plies)
        self.marks = tuple(marks)
        self._game = game
        self._seen = seen
        self._lang = lang

    @property
    def state(self) -> State[Any] | None:
        """The state of the engine; None if the record does not say all cards."""
        return self._seen if isinstance(self._seen, State) else None

    def view(self, seat: Viewer = "open") -> View:
        """What a seat may know: the same data as bots receive."""
        return self._seen.view(_who(seat, len(self.players)))

    def pending(self) -> tuple[int, ...]:
        """The seats that owe a move; none while the dealer does, and after the end."""
        return tuple(seat for seat in self.view("spectator")["pending"] if seat >= 0)

    def legal_moves(self, seat: Viewer) -> list[str]:
        """The moves that a seat may make now, as bots answer them; none if it owes no move."""
        if self.state is None:
            raise DataFault(say("library.hidden-moves"))
        moves = self.state.legal_moves(_seat(seat, len(self.players)))
        return [self._game.move_text(move) for move in moves]

    def svg(self, seat: Viewer = "open") -> Picture:
        """The position as a drawing, with the cards that a seat sees."""
        scene = self._game.scene(self.view(seat))
        return Picture(scene_picture(scene, self.players, self._lang))

    def _repr_svg_(self) -> str:
        return str(self.svg())

    def __repr__(self) -> str:
        return f"<Position {self.game} ply {self.ply}>"


class Match:
    """A match from a file or a database, with what its record says.

    `players`, `scores`, `places` and `bots` are by seat: scores and places are None if they are
    unknown, and `bots` has the versions, None for people. `headers` has the event, the round, the
    date and the like.
    """

    def __init__(
        self,
        match: StoredMatch,
        lang: str,
        parsed: MatchRecord | None = None,
        analysis: "Callable[[], MatchAnalysis | None]" = lambda: None,
        file: str = "",
    ) -> None:
        self.name = match.name
        self.game = match.game
        self.players = match.players
        self.scores = match.scores
        self.places = match.places
        self.bots = match.versions
        self.status = match.status
        self.options: dict[str, str] = dict(match.options)
        self.headers: dict[str, str] = dict(match.headers)
        self.faults = match.faults
        self._match = match
        self._parsed = parsed
        self._find_analysis = analysis
        self._file = file or match.name
        self._lang = lang

    @property
    def record(self) -> str:
        """The text of the record, as in a file `.tmr`."""
        return record(self._match)

    def check(self, *, strict: bool = False) -> CheckedMatch:
        """Replay the match by the rules; with `strict`, actions that the table let stand fail."""
        parsed = self._parsed or read_bytes(self.record.encode()).matches[0]
        found = check(parsed, strict=strict)
        problems, warnings = (
            tuple(headline(one, self._file, self._lang) for one in some)
            for some in (found.problems, found.warnings)
        )
        told = summary(found, self._lang) if found.passed else problems[0]
        return CheckedMatch(found.passed, found.plies, found.verified, problems, warnings, told)

    @cached_property
    def _replay(self) -> "MatchReplay":
        return replay_of(self._parsed or readable(self._match), self._match.infos)

    @cached_property
    def _analysis(self) -> "MatchAnalysis | None":
        return self._find_analysis()

    def positions(self) -> Iterator[Position]:
        """The positions after each move, from the first deal on, as far as they are known.

        DataFault if only the result of the match is stored.
        """
        replay = self._moves()
        marks: dict[int, list[Mapping[str, Any]]] = {}
        for one in self._analysis.account.decisions if self._analysis else ():
            judged = {"seat": one.seat, "mark": one.mark, "loss": one.loss, "error": one.error}
            marks.setdefault(one.ply, []).append(judged | {"played": one.played, "best": one.best})
        for at, frame in enumerate(replay.frames):
            if frame.state is None:
                return
            entries = replay.entries_of(at)
            yield Position(
                replay.game,
                self.players,
                frame.state,
                ply=replay.numbers(at)[1],
                lines=[replay.text(one, EVERYTHING) for one in entries],
                plies=[one.ply for one in entries if one.ply is not None],
                marks=[mark for one in entries for mark in marks.get(one.number, ())],
                lang=self._lang,
            )

    def _moves(self) -> "MatchReplay":
        if not self._replay.frames:
            raise DataFault(say("app.no-moves", name=quoted(self.name)))
        return self._replay

    def position(self, ply: int | None = None) -> Position:
        """The position after an entry of the log, counted from 1; without a number, the last one.

        The nearest one after it if there is no position between the entry and others.
        """
        replay = self._moves()
        if ply is not None and not 1 <= ply <= replay.last:
            raise UsageFault(
                say("library.no-ply", name=quoted(self.name), ply=ply, last=replay.last)
            )
        last = None
        for last in self.positions():
            if ply is not None and last.ply >= ply:
                return last
        if last is None or ply is not None:
            why, name = replay.stopped or "", quoted(self.name)
            raise DataFault(say("library.not-known", why=why, name=name, ply=ply or 1))
        return last

    def svg(self, ply: int | None = None, seat: Viewer = "open") -> Picture:
        """The position after an entry of the log as a drawing, with the cards that a seat sees."""
        return self.position(ply).svg(seat)

    def html(self, seats: Sequence[Viewer] = ("open",)) -> str:
        """The match as a web page to step through, as these see it; it needs no other file."""
        from tourney.reports.replay_page import ReplayOptions, replay_page

        views = [_who(seat, len(self.players)) for seat in seats]
        return replay_page(self._match, ReplayOptions(views, self._lang, analysis=self._analysis))

    def _repr_html_(self) -> str:
        """The match in a notebook: its page, with its own styles and script."""
        page, title = escape(self.html()), escape(self.name)
        frame = f'width="100%" height="{HEIGHT}" style="border:0" title="{title}"'
        return f'<iframe srcdoc="{page}" {frame}></iframe>'

    def __repr__(self) -> str:
        players = ", ".join(self.players)
        return f"<Match {self.name}: {self.game}, {players}>"


def _who(seat: Viewer, seats: int) -> int | None:
    """A viewer as engines know it; UsageFault for an unknown one."""
    given = seat_letter(seat) if isinstance(seat, int) and 0 <= seat < seats else str(seat)
    return viewer(given, seats)


def _seat(seat: Viewer, seats: int) -> int:
    """The number of a seat; UsageFault for a viewer who has none."""
    found = _who(seat, seats)
    if found is None or found < 0:
        last = seat_letter(seats - 1)
        raise UsageFault(say("app.play-no-seat", seat=quoted(str(seat)), last=last))
    return found
