"""Where randomness comes from: keyed hashes of a seed, never counting.

A seed gives one key for each purpose (HMAC-SHA256); the key gives the numbers (keyed BLAKE2b, a
third of the time of HMAC, which counts here).

The luck of a dealer's move depends on its deal and its label alone, so that matches of one block
get the same cards however differently they go. What a bot is given depends on (deal, seat,
version) and on a second seed, so it says nothing about the deal. A seed is any text; one that
nobody can guess has 128 bits from the operating system.
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
    """The seed of the bots' luck where only one seed was given, for runs that shall be repeated."""
    return _key(seed, "bot seed")[:KEY_BYTES].hex()


def _digest(key: bytes, *words: object) -> bytes:
    text = "\0".join(map(str, words)).encode()
    return blake2b(text, key=key, digest_size=32).digest()


@lru_cache(maxsize=64)
def _key(seed: str, purpose: str) -> bytes:
    return digest(seed.encode(), purpose.encode(), "sha256")


def _generator(digest: bytes) -> Random:
    return Random(int.from_bytes(digest[:16], "big"))


def deal_seed(seed: str, deal: int) -> bytes:
    """The seed of a deal of a run, the same for every line-up and rotation."""
    return _digest(_key(seed, "deal"), deal)


def dealer_rng(deal: bytes, label: str) -> Random:
    """The generator of the dealer's move called `label`."""
    return _generator(_digest(deal, label))


def base_order(seed: str, deal: int, lineup: int, bots: Sequence[int]) -> list[int]:
    """The bots of a line-up in the order that its rotations of a deal start from."""
    number = int.from_bytes(_digest(_key(seed, "order"), deal, lineup), "big")
    order = list(bots)
    # Fisher and Yates, fed from one digest: a generator costs more than a match's bookkeeping.
    for last in range(len(order) - 1, 0, -1):
        number, chosen = divmod(number, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


class BotLuck(NamedTuple):
    """What a bot is given for a match, made of one digest as far as it is asked for."""

    digest: bytes

    @property
    def digits(self) -> str:
        """32 hex digits: what the generator is seeded with."""
        return self.digest[:16].hex()

    @property
    def match(self) -> str:
        """A name for the match that tells nothing about its deal."""
        return f"m{self.digest[16:20].hex()}"

    def rng(self) -> Random:
        """The bot's own generator, as it is at the beginning of the match."""
        return _generator(self.digest)


NO_LUCK = BotLuck(bytes(32))


def bot_luck(bot_seed: str, deal: int, seat: int, version: str) -> BotLuck:
    """A bot's own luck for a match: equal for equal (deal, seat, bot)."""
    return BotLuck(_digest(_key(bot_seed, "bot"), deal, seat, version))


def stand_in_rng(seed: str, deal: int, seat: int, entries: int) -> Random:
    """The generator of one move played for a bot that failed, after so many entries."""
    return _generator(_digest(_key(seed, "stand-in"), deal, seat, entries))
