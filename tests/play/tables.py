"""Matches between bots named by target, without a database."""

from pathlib import Path

from tourney.domain.match_values import PlayedMatch
from tourney.runs.batches import play_match
from tourney.runs.run_plan import Plan, Prepared, prepare

BOTS = Path(__file__).with_name("bots.py")


def mine(name: str) -> str:
    """The target of one of the bots in bots.py."""
    return f"{BOTS}:{name}"


def table(
    *targets: str, seed: str = "0", on_fault: str = "forfeit", length: str = "quick"
) -> Prepared:
    """A run without rotation; bot number i has the name b{i}."""
    bots = {f"b{number}": target for number, target in enumerate(targets)}
    options = {"length": length}
    return prepare(
        Plan(game="diams", bots=bots, options=options, seed=seed, deals=50, on_fault=on_fault)
    )


def match(prepared: Prepared, number: int = 1) -> PlayedMatch:
    return play_match(prepared, number)[0]


def record(prepared: Prepared, played: PlayedMatch) -> list[str]:
    return list(prepared.setup.game.layout(played.entries))
