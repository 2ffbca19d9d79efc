"""What may be said of a sealed run or event at any time: everything but its secret."""

from typing import NamedTuple

from engines.messages import Message, say
from tourney.domain.errors import DataFault
from tourney.domain.run_spec import Sealing
from tourney.events.event_state import EventState
from tourney.proofs.commitment import Commitment
from tourney.store import Database
from tourney.store.runs import StoredRun
from tourney.store.sealings import sealing_of


def read_sealing(run: StoredRun, sealing: Sealing) -> Commitment:
    """What a run was committed to; DataFault if the database was changed."""
    try:
        return Commitment.read(sealing.text)
    except DataFault:
        raise DataFault(say("proofs.damaged", run=run.spec.name)) from None


class SealingFacts(NamedTuple):
    """What may be said of a sealed run or event at any time: everything but the secret."""

    commitment: str
    source: str
    beacon: str
    opened: str

    def beacon_words(self) -> Message:
        """The beacon, if it is known, and where it comes from."""
        if not self.source:
            return say("proofs.k-no-beacon")
        if not self.beacon:
            return say("proofs.k-waits", source=self.source)
        return say("proofs.k-beacon", beacon=self.beacon, source=self.source)

    def opened_words(self) -> Message:
        """When the run was opened."""
        if not self.opened:
            return say("proofs.k-closed")
        return say("engines.as-is", text=self.opened)


def event_sealing(state: EventState) -> SealingFacts | None:
    """What may be said of a sealed event; None for an event that is not sealed."""
    return SealingFacts(*state.sealed, opened="") if state.sealed.commitment else None


def seeds_are_secret(store: Database, run: StoredRun) -> bool:
    """Whether nobody may see the seeds of a run yet: from them follow all cards to come."""
    sealing = sealing_of(store, run)
    return sealing is not None and not sealing.opened


def sealing_facts(store: Database, run: StoredRun) -> SealingFacts | None:
    """What may be said of a sealed run; None for a run that is not sealed."""
    sealing = sealing_of(store, run)
    if sealing is None:
        return None
    commitment = read_sealing(run, sealing)
    return SealingFacts(commitment.digest, commitment.source, sealing.beacon, sealing.opened)
