#!/usr/bin/env python3
"""A bot for Diamonds that receives events only.

It gets no view and no list of legal moves. It keeps track of its hand and the current trick, and
knows the rules that it needs.
"""

from tmbp import Bot, run

SUITS = "DHSC"


def suit(card):
    return card[0]


def rank(card):
    return int(card[1:])


def sorted_hand(cards):
    """The cards in the order that the text of a move requires."""
    return sorted(cards, key=lambda card: (SUITS.index(suit(card)), rank(card)))


class Listener(Bot):
    """Keeps diamonds, wins tricks as last player, discards the card with the best action."""

    name = "listener"
    games = ("diamonds",)
    want = ("events",)

    def start(self, game, seat, seats, rules, rng):
        self.seat = seat
        self.size = 4 if seats == 2 else seats  # cards in a trick
        self.rng = rng
        self.hand = []
        self.give = 0  # number of cards to pass
        self.trick = []

    def event(self, event):
        words = event["text"].split()
        mine = event["seat"] == self.seat
        if words[0] == "round":
            self.give = int(words[-1])
            self.trick = []
        elif words[0] == "hand":
            if mine:
                self.hand = words[1:]
        elif words[0] == "pass":
            self.passed(mine, words[1:])
        else:
            self.played(mine, words)

    def passed(self, mine, cards):
        """Cards were passed; `?` is a card that this seat did not give or receive."""
        self.give = 0
        if mine:
            self.hand = [card for card in self.hand if card not in cards]
        elif "?" not in cards:
            self.hand += cards

    def played(self, mine, words):
        """A card was played; the event of the last card of a trick also names the winner."""
        if mine:
            self.hand.remove(words[0])
        self.trick.append(words[0])
        if len(words) > 1:
            self.trick = []

    def choose(self, view, legal):
        if not self.hand:  # the number of cards to pass is announced before the hand is dealt
            return f"announce {self.rng.randint(1, 3)}"
        if self.give:
            cheap = sorted(self.hand, key=lambda card: (suit(card) == "D", rank(card)))
            return "pass " + " ".join(sorted_hand(cheap[: self.give]))
        return self.card()

    def card(self):
        """Choose a card of the suit led if there is one in the hand (DM-R6), else any card."""
        if not self.trick:
            return max(self.hand, key=lambda card: (suit(card) == "D") + rank(card) / 10)
        led = suit(self.trick[0])
        following = [card for card in self.hand if suit(card) == led]
        if not following:
            return min(self.hand, key=lambda card: ("DSCH".index(suit(card)), rank(card)))
        best = max(rank(card) for card in self.trick if suit(card) == led)
        winning = [card for card in following if rank(card) > best]
        last = len(self.trick) == self.size - 1
        if winning:
            return min(winning, key=rank) if last else max(winning, key=rank)
        return min(following, key=rank)


if __name__ == "__main__":
    run(Listener)
