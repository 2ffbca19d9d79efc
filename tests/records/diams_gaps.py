"""Records of Diam's as written at a table, complete or with unknown cards."""

import re
from functools import lru_cache
from random import Random
from typing import Any

from engines.api import CHANCE, EVERYTHING, Outcome, Ply, Seat, State, Who
from engines.diams.notation import groups, names
from engines.games import GAMES
from tourney.domain.match_values import StoredMatch
from tourney.records import engine_record

DIAMS = GAMES["diams"]
COUNTS = ("points", "chips", "purity", "hand")
Tallies = dict[str, dict[str, str]]


@lru_cache(maxsize=512)
def opened(seed: int, who: Who = EVERYTHING) -> str:
    """A whole match as `who` could record it, with every row revealed and every count checked."""
    seats, options = 2 + seed % 4, dict(DIAMS.variants[seed // 4 % len(DIAMS.variants)])
    log, ends, outcome = _course(seats, options, Random(seed))
    match = StoredMatch(
        id=0,
        name=f"table/{seed}",
        game=DIAMS.name,
        rules=DIAMS.version,
        options=tuple(sorted(options.items())),
        headers=(("source", "table"),),
        players=("Aiko", "Ben", "Chie", "Dan", "Emi")[:seats],
        versions=(None,) * seats,
        scores=outcome.scores,
        places=outcome.places,
        status="complete",
        entries=[(ply.seat, DIAMS.text(ply, who)) for ply in log],
    )
    counted = iter(ends)
    lines = []
    for line in engine_record(match).split("\n"):
        tallies = next(counted) if line.startswith("-- end round") else {}
        lines += [f"-- reveal {seat} {row}" for seat, row in tallies.get("rows", {}).items()]
        lines.append(line)
        for name in COUNTS if tallies else ():
            values = " ".join(f"{seat}{value}" for seat, value in tallies[name].items())
            lines.append(f"-- check {name} {values}")
    return "\n".join(lines)


def _course(
    seats: int, options: dict[str, str], rng: Random
) -> tuple[list[Ply[Any]], list[Tallies], Outcome]:
    """The log of a match, the tallies at the end of every round, and the outcome."""
    state = DIAMS.start(DIAMS.options(options, seats), seats)
    log: list[Ply[Any]] = []
    counted: list[Tallies] = []
    while owing := state.pending():
        dealt = owing == (CHANCE,)
        move = DIAMS.shuffle(state, rng) if dealt else _move(state, owing[0], rng)
        state.apply(owing[0], move, log)
        if log and not dealt and log[-1].seat == CHANCE:
            counted.append({name: dict(state.tally(name) or {}) for name in COUNTS})
            counted[-1]["rows"] = _rows(state)
    outcome = state.outcome()
    assert outcome is not None
    return log, counted, outcome


def _rows(state: State[Any]) -> dict[str, str]:
    """Vault and hand of every seat as they are revealed."""
    zones = zip("ABCDE", state.vaults, state.hands, strict=False)  # type: ignore[attr-defined]
    return {seat: f"vault {groups(v) or '-'} hand {names(h) or '-'}" for seat, v, h in zones}


def _move(state: State[Any], seat: Seat, rng: Random) -> Any:
    """A random kind of move, often its longest one, so that vaults fill and markets empty."""
    kinds: dict[int, list[Any]] = {}
    for move in state.legal_moves(seat):
        kinds.setdefault(move[0], []).append(move)
    moves = kinds[rng.choice(sorted(kinds))]
    return max(moves, key=len) if rng.random() < 0.3 else rng.choice(moves)


# -- the same record with less information

_GROUP = re.compile(r"(\d+)x(\d)(\*?)")
_KNOWN = re.compile(r"(?<![\w*])(?:(?:10|[1-9])\*?(?![\w*])|CV\b|CR\b|MG\b)")
_GROUPS = re.compile(r"(?:vault|convoy|->)((?: \d+x\d\*?)+)")


def forgotten(text: str, seed: int, rate: float, *, hands: bool = True) -> str:
    """The record with a share of its cards unknown; if `hands`, some hand lines are left out."""
    rng = Random(seed)
    first = text.index("\n\n") + 2
    head, body = text[:first], text[first:]
    end = body.index("\nresult:") if "\nresult:" in body else len(body)
    lines = [_forgotten_line(line, rng, rate) for line in body[:end].split("\n")]
    kept = [line for line in lines if not (hands and ": hand" in line and rng.random() < rate / 3)]
    return head + "\n".join(kept) + body[end:]


def _forgotten_line(line: str, rng: Random, rate: float) -> str:
    if line.startswith(("-- round", "-- end", "-- check")):
        return line

    def card(found: re.Match[str]) -> str:
        return "?" if rng.random() < rate else found[0]

    def groups(found: re.Match[str]) -> str:
        shown, unknown = [found[0].split(" ")[0]], 0
        for quality, count, star in _GROUP.findall(found[1]):
            cards = [f"{quality}*"] * bool(star) + [quality] * (int(count) - bool(star))
            kept = [one for one in cards if rng.random() > rate]
            unknown += len(cards) - len(kept)
            if kept:
                shown.append(f"{quality}x{len(kept)}{'*' * kept[0].endswith('*')}")
        return " ".join((*shown, *([f"?x{unknown}"] if unknown else [])))

    return _GROUPS.sub(groups, _KNOWN.sub(card, line))
