"""What the search box of a site finds: players, events, runs, games and matches.

The index is a script, because a page that is opened as a file may load no other data; what searches
in it is in the same file. It is loaded when somebody goes to the box, and stays small: a match is
the difference of its id from the one before, with the numbers of its players and of its event.
"""

import json
from collections.abc import Iterator
from typing import Final
from urllib.parse import quote

from engines.games import GAMES
from engines.messages import say
from tourney.reports.content import SEARCH_SCRIPT, compact, title_of
from tourney.reports.paths import match_path
from tourney.reports.source import PageSource
from tourney.store.matches import match_count

PATH: Final = "search.js"
MOST_BYTES: Final = 200 * 1024
LONGEST_SHARE: Final = 35  # characters of the id before that an id can begin with: one digit
DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


def search_index(source: PageSource) -> str:
    """The index of a site; of too many matches the oldest ones are left out."""
    paths, lang, names = source.paths, source.lang, source.names
    pages = [["p", name, paths.player(name)] for name in paths.people]
    pages += [["b", name, paths.bot(name)] for name in paths.bots]
    pages += [["e", names.text(name), paths.event(name)] for name in paths.events]
    pages += [["r", name, paths.run(name)] for name in paths.runs]
    pages += [["g", title_of(name, lang), paths.game(name)] for name in GAMES]
    kinds = ("player", "bot", "event", "run", "game", "match")
    words = {kind[0]: say(f"reports.page-{kind}").text(lang) for kind in kinds}
    # A match of a run is found by its number, where its id is its path.
    runs = [
        [run.spec.name, match_count(source.store, run)]
        for run in source.runs
        if match_path(f"{run.spec.name}/1") == f"{run.spec.name}/1"
    ]
    players = list(dict.fromkeys(who for line in source.gathered.lines for who in line.players))
    events = list(source.gathered.events)
    whole = {
        "words": words,
        "pages": pages,
        "runs": runs,
        "names": players,
        "events": [names.text(name) for name in events],
    }
    head = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    room = MOST_BYTES - len(head.encode("utf-8", "backslashreplace"))
    room -= len(compact(SEARCH_SCRIPT)) + len(',"matches":""};\n')
    kept = []
    for entry in _matches(source, players, events):
        room -= len(entry) + 1
        if room < 0:
            break
        kept.append(entry)
    matches = json.dumps(";".join(kept))
    return f'window.found={head[:-1]},"matches":{matches}}};\n{compact(SEARCH_SCRIPT)}'


def _matches(source: PageSource, players: list[str], events: list[str]) -> Iterator[str]:
    """The recorded matches, the newest first: id, players, event, each as short as it can be."""
    number = {name: _digits(at) for at, name in enumerate(players)}
    event_number = {name: _digits(at) for at, name in enumerate(events)}
    before, event = "", ""
    for line in sorted(source.gathered.lines, key=lambda one: one.order, reverse=True):
        name = match_path(line.name)
        same = _shared(before, name)
        who = " ".join(number[one] for one in line.players)
        # Nothing where the event is that of the match before.
        at = "" if line.event == event else event_number.get(line.event, "-")
        yield f"{DIGITS[same]}{quote(name[same:], safe='/')}|{who}|{at}"
        before, event = name, line.event


def _shared(before: str, name: str) -> int:
    """How many characters two ids have in common at their beginning."""
    length = 0
    for one, other in zip(before[:LONGEST_SHARE], name, strict=False):
        if one != other:
            break
        length += 1
    return length


def _digits(number: int) -> str:
    """A number in base 36."""
    text = ""
    while number or not text:
        number, digit = divmod(number, len(DIGITS))
        text = DIGITS[digit] + text
    return text
