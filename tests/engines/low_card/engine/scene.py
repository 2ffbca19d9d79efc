"""Low Card: the drawing of a view."""

from engines.api import Scene, Token, View, Zone, seat_letter
from engines.messages import say


def scene(view: View) -> Scene:
    """The cards of the round, and the hand and points of each seat."""
    cards = (Token(f"{seat_letter(one['seat'])}:{one['card']}") for one in view["table"])
    zones = [Zone(say("low-card.table"), tuple(cards))]
    for seat, player in enumerate(view["players"]):
        back = (Token("?", hidden=True),) * player["hand_count"]
        hand = back if player["hand"] is None else tuple(map(Token, player["hand"]))
        zones.append(
            Zone(say("low-card.hand"), hand, seat, say("low-card.points", count=player["points"]))
        )
    active = tuple(seat for seat in view["pending"] if seat >= 0)
    return Scene(say("low-card.title", round=view["round"]), tuple(zones), active)
