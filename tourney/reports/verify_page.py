"""A page of a site that checks proofs in the browser: hashes, seeds and the Merkle root.

It knows no rules: whether moves are legal and standings follow, `tourney verify` says.
"""

import json
from collections.abc import Sequence
from typing import Final

from engines.messages import say
from tourney.reports.content import (
    VERIFY_SCRIPT,
    Cell,
    PageContent,
    PageMaker,
    Section,
    Trusted,
    template_part,
)

VERIFY: Final = "verify.html"
VERIFY_STYLE: Final = "verify.css"
# What the script says; it fills in the names in braces.
WORDS: Final = {
    "at": say("reports.verify-at", line="{line}"),
    "atMatch": say("reports.verify-at-match", line="{line}", match="{match}"),
    "differs": say("reports.verify-differs", where="{where}", what="{what}",
                   expected="{expected}", found="{found}"),
    "form": say("reports.verify-form"),
    "commitment": say("reports.verify-commitment"),
    "seed": say("reports.verify-seed"),
    "order": say("reports.verify-order"),
    "hash": say("reports.verify-hash"),
    "count": say("reports.verify-count"),
    "root": say("reports.verify-root"),
    "cut": say("reports.verify-cut"),
    "foot": say("reports.verify-foot"),
    "working": say("reports.verify-working"),
    "bad": say("reports.verify-bad", count="{count}"),
    "good": say("reports.verify-good", count="{count}"),
    "more": say("reports.verify-more", count="{count}"),
    "published": say("reports.verify-published", commitment="{commitment}"),
    "beacon": say("reports.verify-beacon", beacon="{beacon}"),
    "noBeacon": say("reports.verify-no-beacon"),
    "unreadable": say("reports.verify-unreadable", why="{why}"),
}  # fmt: skip


class VerifyPage(PageMaker):
    """Makes the page; the proofs of the site are links to their files."""

    def content(self, proofs: Sequence[Cell]) -> PageContent:
        """The page."""
        words = {name: message.text(self.lang) for name, message in WORDS.items()}
        part = template_part(
            "verify.html", self.lang, words=json.dumps(words, ensure_ascii=False), proofs=proofs
        )
        means = self.notes(say("reports.verify-means"), say("reports.verify-rules"))
        title = self.text(say("reports.verify-title"))
        checks = Section(
            "check", self.text(say("reports.verify-file")), (Trusted(part, VERIFY_STYLE),)
        )
        limits = Section("means", self.text(say("reports.verify-what")), (means,))
        about = self.text(say("reports.verify-about"))
        return PageContent(title, about, [checks, limits], (Cell(title),), scripts=(VERIFY_SCRIPT,))
