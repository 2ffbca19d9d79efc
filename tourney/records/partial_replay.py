"""Follows a record with gaps by the tracker of its game: what is known must be consistent.

Replaces the strict replay if cards are unknown, hands are not recorded, or actions were let stand
or ruled on. The tracker belongs to the game; this module adds the places to its findings.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from engines.api import Change, Finding, Outcome, RecordTracker, Refusal
from engines.messages import Message, say
from tourney.records.entries import RecordEntry, Script, quoted_span
from tourney.records.model import Directive
from tourney.records.problems import Problem, Spot
from tourney.records.statements import stated, whole
from tourney.records.strict_replay import Stop
from tourney.records.tentative import as_certain

_CHANGE = re.compile(r"(?P<seat>[A-H]) (?P<name>[a-z]+) (?P<by>[+-]\d+)|(?P<item>[a-z]+) ([A-H])\b")


class PartialReplay:
    """The replay of one match; `at` entries are done."""

    gap: Message | None = None
    lacking = False

    def __init__(self, tracker: RecordTracker[object], script: Script) -> None:
        self.tracker = tracker
        self.script = script
        self.entries = script.entries
        self.at = 0
        self.kinds: list[str] = []
        self.notes: list[Problem] = []

    def step(self) -> bool:
        """Take the next entry; False at the end."""
        if self.at >= len(self.entries):
            return False
        entry = self.entries[self.at]
        finding = self.tracker.step(entry.ply, entry.waived())
        self._take_finding(finding, entry, entry.spot())
        self.kinds.append(finding.kind)
        self.at += 1
        return True

    def _take_finding(self, finding: Finding, entry: RecordEntry | None, spot: Spot) -> None:
        """Raise Stop for a problem; note an action that was let stand."""
        for index in finding.settled:
            if self.kinds[index] == "consistent":
                self.kinds[index] = "verified"
        if finding.kind == "problem":
            raise Stop(self._problem(finding, entry, spot))
        if finding.kind == "irregular":
            refusal = finding.refusal or Refusal("", say("records.said-irregular"))
            problem = self._problem(finding._replace(refusal=refusal), entry, spot)
            note = say("records.let-stand", why=problem.message)
            self.notes.append(replace(problem, code="K-irregular", message=note, remedy=None))

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
        """End the decisions that the entries left open: no seat answers."""
        self.tracker.close()

    # -- what is stated

    def hidden(self, item: Directive) -> None:
        """Go on after turns that nobody wrote down; Stop if none can be missing there."""
        words = item.text.split()
        finding = self.tracker.gap(int(words[1]) if len(words) > 1 else None)
        if finding is not None:
            remedy = finding.remedy or (
                say("records.between-turns") if finding.code == "K-due" else None
            )
            self._take_finding(finding._replace(remedy=remedy), None, whole(item))

    def learnt(self, item: Directive) -> Message | None:
        """Take what a `-- check` states where it is unknown since a gap; why it cannot be so."""
        return self.tracker.learn(item.text.split()[1], stated(item.text))

    def ruled(self, item: Directive) -> None:
        """Apply a ruling; Stop if it is impossible."""
        refusal = self.tracker.adjust(changes(item.text))
        if refusal is not None:
            finding = Finding("problem", refusal, "" if refusal.rule else "K-ruling")
            self._take_finding(finding, None, whole(item))

    def shown(self, item: Directive) -> bool:
        """Compare a directive that is not an entry; whether anything could be compared."""
        finding = self.tracker.show(item.text)
        if finding is not None:
            try:
                self._take_finding(finding, None, whole(item))
            except Stop as stop:
                sure = stop.problem.sure and as_certain(item.text) == item.text
                raise Stop(replace(stop.problem, sure=sure)) from None
        return finding is not None and finding.kind == "verified"

    def tally(self, name: str) -> Mapping[str, str] | None:
        """The values for `-- check NAME`; "?" for unknown ones."""
        return self.tracker.tally(name)

    def owed(self) -> Message | None:
        """The next decision as a message; `OVER()` if the match is over, None if unknown."""
        return self.tracker.owed()

    def outcome(self) -> Outcome | None:
        """The outcome of the match, None if it is not completely known."""
        return self.tracker.outcome()

    def verified(self) -> int:
        """The number of decisions that are completely known and legal."""
        return self._count("verified")

    def consistent(self) -> int:
        """The number of decisions that are not contradicted."""
        return self._count("consistent")

    def irregular(self) -> int:
        """The number of decisions that were let stand."""
        return self._count("irregular")

    def _count(self, kind: str) -> int:
        taken = zip(self.entries, self.kinds, strict=False)
        return sum(1 for entry, found in taken if found == kind and entry.ply.move is not None)


def changes(text: str) -> list[Change]:
    """The changes of a ruling in canonical form."""
    changes_text = text.partition(' reason "')[0].partition(" adjust ")[2]
    return [
        Change(found["name"], ord(found["seat"]) - ord("A"), int(found["by"]))
        if found["seat"]
        else Change(found["item"], ord(found[5]) - ord("A"), None)
        for found in _CHANGE.finditer(changes_text)
    ]


def _remedy(finding: Finding, entry: RecordEntry | None, other: Spot | None) -> Message | None:
    refusal = finding.refusal
    if entry is None or finding.remedy or refusal is None:
        return finding.remedy
    markable = entry.ply.seat >= 0 and not (finding.code or refusal.missing)
    mark = say("records.if-real", text=entry.text()) if markable else None
    if other is None or other.line == entry.line.number:
        return mark
    first, last = sorted((entry.line.number, other.line))
    correct = say("records.correct-lines", first=first, last=last)
    return say("records.both", one=correct, other=mark) if mark else correct
