"""The settings of a table: game, players, headers, and which hands are recorded."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import zip_longest
from typing import Any, Final, Self

from engines.api import Game, Seat, seat_letter
from engines.games import GAMES

HANDS: Final = ("none", "mine", "all")
"""Whose hands are recorded: nobody's, one player's, everybody's."""


@dataclass(frozen=True, slots=True)
class TableSetup:
    """A match about to be recorded; `options` and `headers` are as written in its record.

    `mine` is the seat whose cards are known with `hands` "mine". With `public`, hidden cards are
    not asked for, because the players can see the screen. `versions` are those of bots by seat,
    empty for people.
    """

    match: str
    game: str
    players: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    hands: str = "none"
    mine: Seat | None = None
    public: bool = False
    versions: tuple[str, ...] = ()

    @property
    def engine(self) -> Game[Any]:
        """The game."""
        return GAMES[self.game]

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.players)

    def parsed_options(self) -> Any:
        """The options as the game knows them; OptionError if it does not accept them."""
        return self.engine.options(dict(self.options), self.seats)

    def known(self) -> Sequence[Seat]:
        """The seats whose cards are recorded as they are dealt."""
        if self.public or self.hands == "none":
            return ()
        return range(self.seats) if self.hands == "all" else ((self.mine or 0),)

    def head(self) -> list[str]:
        """The header lines and the seats of the record."""
        lines = [f"match: {self.match}", f"game: {self.game}"]
        if self.engine.version != 1:
            lines.append(f"rules: {self.game}/{self.engine.version}")
        options = self.engine.options_text(self.parsed_options())
        lines += [f"options: {options}"] if options else []
        lines += [f"{key}: {value}" for key, value in self.headers]
        seated = zip_longest(self.players, self.versions, fillvalue="")
        return lines + [
            f"seat {seat_letter(seat)}: {name}{f' [bot {version}]' if version else ''}"
            for seat, (name, version) in enumerate(seated)
        ]

    def as_json_text(self) -> str:
        """The setup as it is stored."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json_text(cls, text: str) -> Self:
        """The inverse of `as_json_text`."""
        found: dict[str, Any] = json.loads(text)
        for key in ("options", "headers"):
            found[key] = tuple((str(name), str(value)) for name, value in found[key])
        found["players"] = tuple(found["players"])
        found["versions"] = tuple(found.get("versions", ()))
        return cls(**found)
