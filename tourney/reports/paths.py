"""Where every page of a site is, and the links from one page to others."""

import re
import unicodedata
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from types import MappingProxyType
from typing import Final, TypeVar
from urllib.parse import quote

from engines.games import GAMES


@dataclass(frozen=True, slots=True)
class SitePaths:
    """The slugs of events, runs, people and bots by name.

    Names are those that pages show, except those of `events`, whose slugs are made from them.
    """

    events: Mapping[str, str]
    runs: Mapping[str, str]
    people: Mapping[str, str]
    bots: Mapping[str, str]
    dealt: Collection[str] = ()
    """The runs whose deals have pages."""

    @classmethod
    def of(
        cls,
        events: Iterable[tuple[str, str]],
        runs: Iterable[str],
        people: Iterable[str],
        bots: Iterable[str],
        dealt: Collection[str] = (),
    ) -> "SitePaths":
        """Distinct slugs; `events` are names with what pages show, people come before bots."""
        both = [(("person", one), one) for one in people] + [(("bot", one), one) for one in bots]
        players = distinct(both, "player")
        return cls(
            distinct(events, "event"),
            distinct(((name, name) for name in runs), "run"),
            {name: found for (kind, name), found in players.items() if kind == "person"},
            {name: found for (kind, name), found in players.items() if kind == "bot"},
            dealt,
        )

    def event(self, name: str) -> str:
        """The page of an event, by its stored name."""
        return f"events/{self.events[name]}/index.html"

    def run(self, name: str) -> str:
        """The page of a run."""
        return f"runs/{self.runs[name]}/index.html"

    def deal(self, run: str, number: int) -> str:
        """The page of a deal of a run."""
        return f"runs/{self.runs[run]}/deals/{number}.html"

    def player(self, name: str) -> str:
        """The page of a person, else of a bot."""
        found = self.people.get(name) or self.bots[name]
        return f"players/{found}.html"

    def bot(self, name: str) -> str:
        """The page of a bot."""
        return f"players/{self.bots[name]}.html"

    @staticmethod
    def match(name: str) -> str:
        """The page of a match, by the id that pages show."""
        return f"matches/{match_path(name)}.html"

    @staticmethod
    def game(name: str) -> str:
        """The page of a game."""
        return f"games/{name}.html"


class Links:
    """Addresses from one page; empty for what has no page."""

    def nowhere(self, name: str) -> str:
        """The address of what has no page."""
        return ""

    # An event by its stored name, a run, a person or else a bot, a bot, a match, the rules of a
    # game, a file of the site.
    event = run = player = bot = match = game = file = nowhere

    def deal(self, run: str, number: int) -> str:
        """The address of a deal of a run; empty if it has no page."""
        return ""

    def ply(self, match: str, number: int) -> str:
        """The address of a ply in the replay of a match."""
        page = self.match(match)
        return f"{page}#p{number}" if page else ""


class SiteLinks(Links):
    """Links from a page of a site."""

    def __init__(self, paths: SitePaths, path: str) -> None:
        self._paths = paths
        self._root = "../" * path.count("/")  # the way to the folder of the site

    def file(self, name: str) -> str:
        return self._root + quote(name)

    def event(self, name: str) -> str:
        return self.file(self._paths.event(name)) if name in self._paths.events else ""

    def run(self, name: str) -> str:
        return self.file(self._paths.run(name)) if name in self._paths.runs else ""

    def deal(self, run: str, number: int) -> str:
        return self.file(self._paths.deal(run, number)) if run in self._paths.dealt else ""

    def player(self, name: str) -> str:
        known = name in self._paths.people or name in self._paths.bots
        return self.file(self._paths.player(name)) if known else ""

    def bot(self, name: str) -> str:
        return self.file(self._paths.bot(name)) if name in self._paths.bots else ""

    def match(self, name: str) -> str:
        return self.file(self._paths.match(name))

    def game(self, name: str) -> str:
        return self.file(self._paths.game(name)) if name in GAMES else ""


class OwnLinks(Links):
    """Links within a page that stands alone: to the matches that it contains.

    `matches` has what begins the ids of the replay of each match.
    """

    def __init__(self, matches: Mapping[str, str] = MappingProxyType({})) -> None:
        self._matches = matches

    def match(self, name: str) -> str:
        return f"#{quote(match_anchor(name))}" if name in self._matches else ""

    def ply(self, match: str, number: int) -> str:
        return f"#{self._matches[match]}p{number}" if match in self._matches else ""


def match_anchor(name: str) -> str:
    """The anchor of a match in a page."""
    return f"match-{match_path(name)}"


LONGEST: Final = 80  # bytes of a slug, so that a file name with a suffix has fewer than 255
DEEPEST: Final = 5  # folders into which the id of a match may lead
# Names that mean something else on some systems or in every folder of the site.
RESERVED: Final = frozenset(
    {"index", "con", "prn", "aux", "nul"}
    | {f"{port}{number}" for port in ("com", "lpt") for number in range(10)}
)
_SAFE: Final = re.compile(r"[a-z0-9](?:[a-z0-9_.-]*[a-z0-9_-])?")
_DIGESTED: Final = re.compile(r"-[0-9a-f]{10}$|[.]html")

Key = TypeVar("Key", bound=Hashable)


def slug(name: str) -> str:
    """The words of a name in lower case, joined by hyphens; empty if it has none."""
    text = unicodedata.normalize("NFKC", name[: 4 * LONGEST]).casefold()
    kept = (c if unicodedata.category(c)[0] in "LMN" else "-" for c in text)
    words = "-".join(filter(None, map(_without_marks, "".join(kept).split("-"))))
    cut = unicodedata.normalize("NFC", words).encode()[:LONGEST].decode(errors="ignore")
    return cut.strip("-")


def _without_marks(word: str) -> str:
    """A word from its first letter or digit on: an accent alone is none."""
    first = (at for at, c in enumerate(word) if unicodedata.category(c)[0] != "M")
    return word[next(first, len(word)) :]


def distinct(named: Iterable[tuple[Key, str]], kind: str) -> dict[Key, str]:
    """A different slug for each name; of equal ones, the first has no digest behind it.

    `kind` begins the slug of a name without letters. Names that come later change no earlier slug.
    """
    found: dict[Key, str] = {}
    taken = set(RESERVED)
    for key, name in named:
        own = slug(name)
        if not own or own in taken:
            own = "-".join(filter(None, (own or kind, digest(name))))
        while own in taken:
            own = f"{own}-2"
        taken.add(own)
        found[key] = own
    return found


def match_path(name: str) -> str:
    """The id of a match as a path without suffix; different for different ids.

    An id such as `club-2026-11-14/5` stays as it is. One that no path can be has a digest.
    """
    parts = name.split("/")
    if len(parts) <= DEEPEST and len(name) <= LONGEST and all(map(_is_safe, parts)):
        return name
    return f"{slug(name)[: LONGEST // 2].strip('-') or 'match'}-{digest(name)}"


def _is_safe(part: str) -> bool:
    return bool(_SAFE.fullmatch(part)) and part not in RESERVED and not _DIGESTED.search(part)


def digest(name: str) -> str:
    """Ten hexadecimal digits that tell names apart."""
    return sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:10]
