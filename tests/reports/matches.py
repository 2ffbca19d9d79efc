"""Matches for the tests of pages, and what a page of a match contains."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from string import ascii_letters
from typing import Any

import html5lib

from engines.api import EVERYTHING, Token, Who
from engines.games import GAMES
from tests.records.strategies import play, played
from tourney.domain.match_values import StoredMatch
from tourney.records import read, stored
from tourney.reports.replay_page import ReplayOptions, replay_page

SAMPLES = Path(__file__).parents[2] / "data" / "records"


def sample(name: str) -> StoredMatch:
    """A sample record."""
    return recorded((SAMPLES / f"{name}.tmr").read_text("utf-8"))


def recorded(text: str) -> StoredMatch:
    """A match by its record."""
    return stored(read(text).matches[0])


@cache
def engine_match(game: str, seed: int) -> StoredMatch:
    """A random match of the engine, with names that a page can be searched for."""
    match = played(seed, 1.0, game)
    names = tuple(f"Player-{seat}" for seat in range(len(match.players)))
    return replace(match, players=names)


def played_with(game: str, seats: int, options: dict[str, str], seed: int) -> StoredMatch:
    """A random match of a game with these options."""
    entries, outcome = play(GAMES[game], Random(seed), seats, options)
    assert outcome
    nobody = (None,) * seats
    return StoredMatch(
        id=0, name=f"run/{seed}", game=game, rules=GAMES[game].version,
        options=tuple(options.items()), headers=(("source", "engine"), ("deal", f"seed {seed}")),
        players=tuple(f"Player-{seat}" for seat in range(seats)), versions=nobody,
        scores=outcome.scores, places=outcome.places, status="complete", entries=entries,
    )  # fmt: skip


class PageText:
    """A page of a match, parsed."""

    def __init__(self, match: StoredMatch, views: Sequence[Who] = (EVERYTHING,), **more: Any):
        self.text = replay_page(match, ReplayOptions(views, **more))
        self.tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(self.text)

    def record(self) -> str:
        """The text of the record as a reader copies it."""
        found = self.tree.find(".//pre")
        return "".join(found.itertext())

    def script_data(self) -> Mapping[str, Any]:
        """What the script of the page reads."""
        return self.scripts()[0]

    def scripts(self) -> list[Mapping[str, Any]]:
        """What all scripts of the page read, with phrases in place of their signs."""
        values = []
        for found in re.findall(r'<script type="application/json">(.*?)</script>', self.text, re.S):
            *phrases, text = found.split("\n")
            for sign, *phrase in reversed(phrases):
                text = text.replace(sign, "".join(phrase))
            values.append(json.loads(text))
        return values

    def shown(self, view: int, frame: int) -> dict[int, str]:
        """What the slots show at a frame: fragments applied one after the other."""
        data = self.script_data()
        found: dict[int, str] = {}
        drawn = set(map(int, re.findall(r"class=cards data-s=(\d+)", self.text)))
        bits = data["bits"][1:].split(data["bits"][0])
        for changes in data["frames"].split(" ")[: min(frame + 1, data["known"][view])]:
            for strand, bit in zip(changes[::2], changes[1::2], strict=True):
                if strand not in data["shown"][view]:
                    continue
                slot, text = number(data["slots"][number(strand)]), bits[number(bit)]
                if slot in drawn and text[:1] == "+":
                    text = found.get(slot, "") + text[1:]
                elif slot in drawn and text[:1] == "-":
                    left = found.get(slot, "")
                    for letter in text[1:]:
                        left = left.replace(letter, "", 1)
                    text = left
                found[slot] = text
        return found

    def drawings(self) -> str:
        """The drawings of pieces: those of the page, and those that its script adds."""
        return self.text + str(self.script_data()["symbols"])

    def words(self, pieces: str) -> str:
        """The text of drawn pieces."""
        texts = dict(
            re.findall(
                r"<symbol id=(\w+)(?: class=\w)? data-t=\"?([^\"]*?)\"? viewBox", self.drawings()
            )
        )
        return " ".join(texts[piece] for piece in pieces).replace("~ ", "")


def shown_words(tokens: Sequence[Token]) -> str:
    """The text of a zone on a page, where a caption stands behind its token."""
    return " ".join(
        f"{token.text.rpartition(':')[2]} ({token.face.caption})"
        if token.face and token.face.caption
        else token.text
        for token in tokens
    )


def number(sign: str) -> int:
    """The number that a character of a page stands for."""
    return ascii_letters.index(sign) if sign.isascii() else ord(sign) - 161 + len(ascii_letters)
