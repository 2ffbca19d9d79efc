"""`tourney verify`: the proof of a sealed run is checked without a database."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.common_options import AskedWorkers, executor_options, workers_of
from tourney.cli.output import TEXT_ENDINGS
from tourney.cli.run_display import WorkBar
from tourney.domain.errors import DataFault, UsageFault, quoted

if TYPE_CHECKING:
    from tourney.proofs.verifier import Verified


@command("verify", endings=TEXT_ENDINGS)
@click.argument("file", metavar="FILE")
@click.option("--commitment", metavar="C")
@click.option("--beacon", metavar="TEXT")
@click.option("--bot", "bots", metavar="NAME=TARGET", multiple=True)
@executor_options("verify")
def verify(
    app: App,
    file: str,
    *,
    commitment: str | None,
    beacon: str | None,
    bots: tuple[str, ...],
    **given: Any,
) -> int:
    """Verify FILE: everything in the proof of a run or event must follow from what was sealed."""
    from tourney.app.verify_event import is_event_document, verify_event
    from tourney.proofs.verifier import AskedProof, Verification

    targets: dict[str, str] = {}
    for text in bots:
        name, sign, target = text.partition("=")
        if not (name and sign and target):
            raise UsageFault(say("cli.verify-bot", text=quoted(text)))
        targets[name] = target
    workers = workers_of(app, AskedWorkers.taken(given))
    plain = None if commitment is None else commitment.strip().lower()
    asked, of_event = AskedProof(plain, beacon, targets), is_event_document(file)
    verification = Verification(asked, workers)
    found, rows = verification.result, []
    try:
        with WorkBar(app, app.text(say("cli.verify-matches"))) as bar:
            if of_event:  # its first difference is a fault of the document, as when it is imported
                found = verify_event(app, file, asked, bar)
            for one in () if of_event else verification.differences(file, bar):
                if app.json:
                    what = app.text(one.what)
                    rows.append({**one._asdict(), "what": what})
                else:
                    bar.clear()
                    app.write(f"{app.text(one.message)}\n")
    except KeyboardInterrupt:
        words = {"matches": found.matches, "differences": found.differences}
        app.say(say("cli.verify-interrupted", **words), error=True)
        raise
    return _ended(app, found, rows)


def _ended(app: App, found: "Verified", rows: Sequence[Mapping[str, Any]]) -> int:
    """Show what was checked and what could not be, and how it ended; the exit code."""
    from tourney.render.text import json_text

    code = DataFault.exit_code if found.differences else 0
    if app.json:
        facts = {
            "commitment": found.commitment,
            "matches": found.matches,
            "planned": found.planned,
            "differences": rows,
            "checked": list(map(app.text, found.checked)),
            "open": list(map(app.text, found.open)),
        }
        app.draw(json_text(facts) + "\n")
        return code
    for line in found.checked:
        app.say(say("cli.verify-checked", what=line))
    for line in found.open:
        app.say(say("cli.verify-open", what=line))
    if found.differences:
        words = {"matches": found.matches, "differences": found.differences}
        app.say(say("cli.verify-end", **words), error=True)
    else:
        key = "cli.verify-passes" if found.matches == found.planned else "cli.verify-passes-early"
        app.write(f"{app.text(say(key, matches=found.matches, planned=found.planned))}\n")
    return code
