"""`tourney record --discard`: remove a recording that will not be finished."""

from typing import TYPE_CHECKING

from engines.messages import say
from tourney.cli.base import App
from tourney.cli.record_session import held
from tourney.desk import TableSetup
from tourney.domain.errors import NotFound, UsageFault

if TYPE_CHECKING:
    from tourney.store import Store


def discard_recording(app: App, name: str) -> int:
    """Remove a recording after a question, without a name the only one; the exit code."""
    store = app.store()
    recording = held(store, name or _only(store))
    setup = TableSetup.from_json_text(recording.setup)
    try:
        question = say(
            "cli.record-discard-ask",
            match=recording.name,
            game=setup.engine.title.get(app.lang, setup.game),
            players=", ".join(setup.players),
            count=len(recording.lines),
        )
        if not app.confirm(question.text(app.lang)):
            return 1
        store.drop_recording(recording)
    finally:
        store.release_recording(recording)
    app.say(say("cli.record-discarded", match=recording.name).text(app.lang))
    return 0


def _only(store: "Store") -> str:
    """The name of the only recording."""
    found = [one.name for one in store.recordings()]
    if not found:
        raise NotFound(say("cli.record-nothing-to-discard"))
    if len(found) > 1:
        raise UsageFault(say("cli.record-which-to-discard", names=", ".join(found)))
    return found[0]
