"""Verifies the document of a sealed event: does everything in it follow from what was sealed?"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from engines.messages import Message, say
from tourney.app.host import Host
from tourney.app.transfer_event import check_results, decided
from tourney.domain.errors import DataFault, UsageFault, quoted
from tourney.domain.match_values import StoredMatch
from tourney.domain.safe_text import one_form
from tourney.events.draws import card_seed, deal_number
from tourney.events.event_state import EventState, RoundState, StageState, TableState
from tourney.exports.event_document import FORMAT, read_event
from tourney.play.luck import deal_seed, dealer_rng
from tourney.proofs.verifier import SHOWN, AskedProof, Verified
from tourney.records.body_lines import script
from tourney.records.record_positions import readable
from tourney.records.record_replay import Stop, StrictReplay

HEAD: Final = re.compile(rb'\s*\{\s*"format"\s*:\s*"' + FORMAT.encode() + rb'"')


def is_event_document(path: str) -> bool:
    """Whether a file begins as the document of an event does."""
    if not Path(path).is_file():
        return False
    with Path(path).open("rb") as file:
        return HEAD.match(file.read(200)) is not None


def verify_event(
    host: Host, path: str, asked: AskedProof, show: Callable[[int, int], None]
) -> Verified:
    """Verify a document; DataFault names the first place that does not follow from the others.

    The rows of the log are decided again, the commitment with them; records follow the rules and
    have the results that the log says; cards follow from the seed where the record names its deal,
    as those of bots and of duplicate rounds do. `show` sees the matches done.
    """
    file = quoted(path)
    if asked.bots:
        raise UsageFault(say("app.verify-event-bots"))
    incoming = read_event(Path(path).read_bytes(), path)
    content = incoming.content
    state = decided(host, content, path)
    check_results(incoming, path)
    if state is None or not state.sealed.commitment:
        raise UsageFault(say("app.verify-event-open", file=file, event=quoted(content.event)))
    sealed, published = state.sealed, asked.commitment
    if published is not None and published != sealed.commitment:
        words = {"published": published, "commitment": sealed.commitment}
        raise DataFault(say("app.verify-event-published", file=file, **words))
    if asked.beacon is not None and one_form(asked.beacon) != sealed.beacon:
        words = {"drawn": quoted(one_form(asked.beacon)), "beacon": quoted(sealed.beacon)}
        raise DataFault(say("app.verify-event-drawn", file=file, **words))
    tables = {
        table.result.match: (stage, round_, table)
        for stage in state.stages
        for round_, table in stage.tables()
        if table.result is not None
    }
    believed: list[str] = []
    total = len(content.matches)
    for done, match in enumerate(content.matches, 1):
        record, at = incoming.records[match.number], tables.get(match.number)
        if at is None or not _follow(record, state, *at, file):
            believed.append(match.name)
        show(done, total)
    checked = [
        say("app.verify-event-log", commitment=sealed.commitment, rows=len(content.log)),
        say("app.verify-event-results", count=total),
    ]
    if dealt := total - len(believed):
        checked.append(say("app.verify-event-cards", count=dealt))
    left: list[Message] = []
    if published is None:
        left.append(say("proofs.o-commitment"))
    if asked.beacon is None:
        words = {"source": quoted(sealed.source), "beacon": quoted(sealed.beacon)}
        left.append(say("proofs.o-beacon", **words))
    if dealt:
        left.append(say("app.verify-event-answers"))
    if believed:
        names = ", ".join(believed[:SHOWN]) + (", …" if believed[SHOWN:] else "")
        left.append(say("app.verify-event-believed", count=len(believed), names=names))
    return Verified(0, total, total, sealed.commitment, checked, left)


def _follow(
    record: StoredMatch,
    state: EventState,
    stage: StageState,
    round_: RoundState,
    table: TableState,
    file: str,
) -> bool:
    """Whether the cards of a match follow from the seed; False if its record names no deal.

    DataFault if it names another deal, or has other cards.
    """
    written = dict(record.headers).get("deal")
    if written is None:
        return False
    seed, number = card_seed(state, stage, round_.number), deal_number(state, table)
    right, about = f"seed {seed} deal {number}", {"file": file, "match": quoted(record.name)}
    if written != right:
        raise DataFault(say("app.verify-event-deal", deal=right, written=written, **about))
    match, deal = readable(record), deal_seed(seed, number)
    game = match.game
    assert game is not None, "the record was read without faults"
    replay = StrictReplay(game, match.options, len(match.players), script(match))
    replay.dealer = lambda at: game.shuffle(at, dealer_rng(deal, at.chance()))
    try:
        while replay.step():
            pass
    except Stop as stop:
        raise DataFault(
            say("app.verify-event-other-cards", fault=stop.problem.message, **about)
        ) from None
    return True
