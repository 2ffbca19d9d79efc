"""What changes between the views that one seat is told of a match."""

from typing import Any

from engines.api import View


class Changes:
    """Compares every view with the one before."""

    def __init__(self) -> None:
        self._fields: View = {}
        self._players: list[dict[str, Any]] = []

    def since(self, view: View) -> View | None:
        """The fields that are not as in the view before, of `players` those, by seat.

        None for the first view.
        """
        fields, before = self._fields, self._players
        players: list[dict[str, Any]] = view["players"]
        if not fields:
            # A teller changes the objects of players, so they are copied.
            self._fields, self._players = dict(view), [dict(player) for player in players]
            return None
        delta: View = {}
        for name, value in view.items():
            old = fields[name]
            if value is not old and value != old:
                delta[name] = fields[name] = value
        changed: dict[str, Any] = {}
        for seat, player in enumerate(players):
            if player != before[seat]:
                changed[str(seat)] = before[seat] = dict(player)
        if changed:
            delta["players"] = changed
        return delta
