"""The proof of a run that was opened, made from the database."""

from collections.abc import Iterator

from tourney.domain.run_spec import Sealing
from tourney.insight.totals import AccountTotals
from tourney.proofs.announced import read_sealing
from tourney.proofs.commitment import Commitment
from tourney.proofs.proof_file import foot, proof_lines
from tourney.runs.stored_results import read_sums
from tourney.store import Database
from tourney.store.analyses import analysed_matches, judges
from tourney.store.matches import corrected_numbers, kept_matches, match_count, run_part
from tourney.store.runs import StoredRun


def analysed_by(store: Database, run: StoredRun, commitment: Commitment) -> tuple[str, bool]:
    """The sealed judge if it has analysed all matches, else ""; and whether another one has."""
    known = judges(store, run_part(run.id)).get(run.spec.game, {})
    if set(known) == {commitment.judge}:
        return commitment.judge, False
    return "", bool(set(known) - {None})


def stored_proof(
    store: Database, run: StoredRun, commitment: Commitment, beacon: str, judge: str
) -> Iterator[str]:
    """The lines of the proof of a run; `judge` made its accounts, "" if it is not analysed."""

    def end(root: bytes) -> str:
        totals = AccountTotals()
        for match, analysis in analysed_matches(store, run_part(run.id)) if judge else ():
            totals.add(None, match, analysis)
        totals.close()
        return foot(root, read_sums(store, run).standings(), totals)

    matches, count = kept_matches(store, run), match_count(store, run)
    return proof_lines(commitment, beacon, matches, count, judge, end)


def opened_proof_of(store: Database, run: StoredRun, sealing: Sealing) -> Iterator[str] | None:
    """The proof of a sealed run if it may be published: it is opened, and nothing was corrected."""
    if not sealing.opened or corrected_numbers(store, run):
        return None
    commitment = read_sealing(run, sealing)
    judge, _ = analysed_by(store, run, commitment)
    return stored_proof(store, run, commitment, sealing.beacon, judge)
