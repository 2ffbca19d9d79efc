"""Random generators, seeded by keyed hashes of a run's seed, never by counting calls.

A seed gives one key for each purpose (HMAC-SHA256); the key gives the numbers (keyed BLAKE2b,
which takes a third of the time of HMAC).

The generator of a dealer's move depends only on its deal and its label, so that all matches of a
block get the same cards, however they develop. The generator of a bot depends on (deal, seat,
name of its entry in the run) and on a second seed, so it reveals nothing about the deal; the next
version of a bot has the same luck, and two entries of one program do not repeat each other. A seed
is any text; a seed that cannot be guessed has 128 bits from the operating system.
"""

import secrets
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from hmac import digest
from random import Random
from typing import Final, NamedTuple

KEY_BYTES: Final = 16


def new_seed() -> str:
    """128 bits from the operating system, as 32 hex digits."""
    return secrets.token_hex(KEY_BYTES)


def derived_bot_seed(seed: str) -> str:
    """The bots' seed if only one seed is given, so that the run can be repeated."""
    return _key(seed, "bot seed")[:KEY_BYTES].hex()


def _digest(key: bytes, *words: object) -> bytes:
    text = "\0".join(map(str, words)).encode()
    return blake2b(text, key=key, digest_size=32).digest()


@lru_cache(maxsize=64)
def _key(seed: str, purpose: str) -> bytes:
    return digest(seed.encode(), purpose.encode(), "sha256")


def _generator(digest: bytes) -> Random:
    return Random(int.from_bytes(digest[:16], "big"))


@lru_cache(maxsize=16)
def deal_seed(seed: str, deal: int) -> bytes:
    """The seed of a deal of a run, the same for every line-up and rotation."""
    return _digest(_key(seed, "deal"), deal)


def dealer_rng(deal: bytes, label: str) -> Random:
    """The generator of the dealer's move with this label."""
    return _generator(_digest(deal, label))


@lru_cache(maxsize=16)  # the matches of a block follow each other
def base_order(seed: str, deal: int, lineup: int, bots: Sequence[int]) -> tuple[int, ...]:
    """The bots of a line-up in the order from which the rotations of a deal start."""
    number = int.from_bytes(_digest(_key(seed, "order"), deal, lineup), "big")
    order = list(bots)
    # A Fisher-Yates shuffle from one digest, because creating a generator is too slow here.
    for last in range(len(order) - 1, 0, -1):
        number, chosen = divmod(number, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


class BotLuck(NamedTuple):
    """The random values of a bot for a match, derived from one digest when needed."""

    digest: bytes

    @property
    def digits(self) -> str:
        """32 hex digits: the seed of the generator."""
        return self.digest[:16].hex()

    @property
    def match(self) -> str:
        """A name for the match that reveals nothing about its deal."""
        return f"m{self.digest[16:20].hex()}"

    def at(self, decision: int) -> "BotLuck":
        """The random values for one decision alone, so that it can be made without earlier ones."""
        return BotLuck(_digest(self.digest, "decision", decision))

    def rng(self) -> Random:
        """The bot's own generator, in its state at the start of the match."""
        return _generator(self.digest)


NO_LUCK = BotLuck(bytes(32))


@lru_cache(maxsize=64)  # the rotations of a deal have the same seats
def bot_luck(bot_seed: str, deal: int, seat: int, entry: str) -> BotLuck:
    """A bot's random values for a match: equal for equal (deal, seat, name of the entry)."""
    return BotLuck(_digest(_key(bot_seed, "bot"), deal, seat, entry))


def stand_in_rng(seed: str, deal: int, seat: int, entries: int) -> Random:
    """The generator of one move played for a failed bot, after so many entries."""
    return _generator(_digest(_key(seed, "stand-in"), deal, seat, entries))
