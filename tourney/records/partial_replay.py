"""A record with gaps followed at a table: what is known must fit together.

Takes the place of the strict replay where cards are unknown, hands were not written down, or
something was let stand or ruled. Knows no game: what a table finds is put at its line here.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from engines.api import Change, Finding, Outcome, RecordTracker, Refusal
from engines.messages import Message
from tourney.records.entries import RecordEntry, Script, quoted_span
from tourney.records.messages import CORRECT_LINES, IF_REAL, LET_STAND, SAID_IRREGULAR
from tourney.records.model import Directive
from tourney.records.problems import Problem, Spot
from tourney.records.reading_messages import BOTH
from tourney.records.statements import whole
from tourney.records.strict_replay import Stop
from tourney.records.tentative import tentative

_CHANGE = re.compile(r"(?P<seat>[A-H]) (?P<name>[a-z]+) (?P<by>[+-]\d+)|(?P<item>[a-z]+) ([A-H])\b")


class PartialReplay:
    """One match on its way: `at` entries are taken."""

    gap: Message | None = None
    lacking = False

    def __init__(self, table: RecordTracker[object], script: Script) -> None:
        self.table = table
        self.script = script
        self.entries = script.entries
        self.at = 0
        self.kinds: list[str] = []
        self.notes: list[Problem] = []

    def step(self) -> bool:
        """Take one more entry; False when there is none."""
        if self.at >= len(self.entries):
            return False
        entry = self.entries[self.at]
        finding = self.table.step(entry.ply, entry.waived())
        self._heed(finding, entry, entry.spot())
        self.kinds.append(finding.kind)
        self.at += 1
        return True

    def _heed(self, finding: Finding, entry: RecordEntry | None, spot: Spot) -> None:
        """Stop at a problem, keep a note of what was let stand."""
        for index in finding.settled:
            if self.kinds[index] == "consistent":
                self.kinds[index] = "verified"
        if finding.kind == "problem":
            raise Stop(self._problem(finding, entry, spot))
        if finding.kind == "irregular":
            refusal = finding.refusal or Refusal("", SAID_IRREGULAR())
            problem = self._problem(finding._replace(refusal=refusal), entry, spot)
            told = LET_STAND(why=problem.message)
            self.notes.append(replace(problem, code="K-irregular", message=told, remedy=None))

    def _problem(self, finding: Finding, entry: RecordEntry | None, spot: Spot) -> Problem:
        refusal = finding.refusal
        assert refusal is not None, "a problem has a message"
        message, here = refusal.message, finding.here
        blamed = entry if finding.at is None else self.entries[finding.at]
        if blamed is not None:
            spot = blamed.spot(quoted_span(blamed, here or message))
        proof = None if finding.proof is None else self.entries[finding.proof]
        other = None
        if proof is not None:
            there = finding.there
            other = replace(proof.spot(quoted_span(proof, there)), message=there)
        known = [one.index for one in (entry, blamed if proof else None, proof) if one]
        taken = max(known) + 1 if known else self.at
        return Problem(
            code=finding.code or f"R-{refusal.rule}",
            message=message,
            spot=replace(spot, message=here),
            remedy=_remedy(finding, blamed, other),
            rule=refusal.rule,
            other=other,
            match=self.script.match,
            ply=blamed.number if blamed else None,
            sure=taken <= self.script.doubt,
            names=self.script.names,
        )

    def close(self) -> None:
        """Nobody answers any more what the entries so far left open."""
        self.table.close()

    # -- what is stated

    def ruled(self, item: Directive) -> None:
        """Take a ruling; Stop where it cannot be."""
        refusal = self.table.adjust(changes(item.text))
        if refusal is not None:
            finding = Finding("problem", refusal, "" if refusal.rule else "K-ruling")
            self._heed(finding, None, whole(item))

    def shown(self, item: Directive) -> bool:
        """Take a directive that is no entry; whether it told anything that could be compared."""
        finding = self.table.show(item.text)
        if finding is not None:
            try:
                self._heed(finding, None, whole(item))
            except Stop as stop:
                sure = stop.problem.sure and tentative(item.text) == item.text
                raise Stop(replace(stop.problem, sure=sure)) from None
        return finding is not None and finding.kind == "verified"

    def tally(self, name: str) -> Mapping[str, str] | None:
        """What `-- check NAME` is compared with; "?" for what is unknown."""
        return self.table.tally(name)

    def owed(self) -> Message | None:
        """Who has to do what next; `OVER()` when the match is over, None if unknown."""
        return self.table.owed()

    def outcome(self) -> Outcome | None:
        """The end of the match, where all of it is known."""
        return self.table.outcome()

    def verified(self) -> int:
        """Decisions of which all is known and within the rules."""
        return self._count("verified")

    def consistent(self) -> int:
        """Decisions against which nothing speaks."""
        return self._count("consistent")

    def irregular(self) -> int:
        """Decisions that were let stand."""
        return self._count("irregular")

    def _count(self, kind: str) -> int:
        taken = zip(self.entries, self.kinds, strict=False)
        return sum(1 for entry, found in taken if found == kind and entry.ply.move is not None)


def changes(text: str) -> list[Change]:
    """The parts of a ruling in canonical form."""
    told = text.partition(' reason "')[0].partition(" adjust ")[2]
    return [
        Change(found["name"], ord(found["seat"]) - ord("A"), int(found["by"]))
        if found["seat"]
        else Change(found["item"], ord(found[5]) - ord("A"), None)
        for found in _CHANGE.finditer(told)
    ]


def _remedy(finding: Finding, entry: RecordEntry | None, other: Spot | None) -> Message | None:
    refusal = finding.refusal
    if entry is None or finding.remedy or refusal is None:
        return finding.remedy
    markable = entry.ply.seat >= 0 and not (finding.code or refusal.missing)
    mark = IF_REAL(text=entry.text()) if markable else None
    if other is None or other.line == entry.line.number:
        return mark
    first, last = sorted((entry.line.number, other.line))
    correct = CORRECT_LINES(first=first, last=last)
    return BOTH(one=correct, other=mark) if mark else correct
