"""Sealed runs: begun with a commitment, given their beacon, opened and proved at their end."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from engines.messages import Message, say
from tourney.app.asked_run import AskedRun, free_run_name
from tourney.app.choose import choose_run
from tourney.app.export_matches import Names
from tourney.app.host import Host
from tourney.domain.bounds import BEACON
from tourney.domain.errors import Conflict, UsageFault, quoted
from tourney.domain.run_spec import Sealing
from tourney.domain.safe_text import in_one_form, one_form
from tourney.proofs.announced import read_sealing
from tourney.proofs.commitment import Commitment
from tourney.runs.run_plan import Plan, Prepared
from tourney.runs.run_schedule import missing, total
from tourney.store.matches import corrected_numbers, finished_numbers, match_count
from tourney.store.runs import StoredRun, add_run, run_named
from tourney.store.sealings import (
    give_beacon,
    mark_opened,
    mark_stopped,
    sealing_of,
)


class NewSealedRun(NamedTuple):
    """A sealed run that is stored; without its beacon it cannot be played yet."""

    run: StoredRun
    prepared: Prepared
    commitment: str
    waits: bool


def refuse_unsealable(asked: AskedRun, plan: Plan) -> None:
    """UsageFault for settings that a sealed run cannot have, and for those of one without."""
    if not asked.commit:
        if asked.beacon is not None:
            raise UsageFault(say("app.seal-beacon-alone"))
        if plan.tests is not None:
            raise UsageFault(say("app.seal-tests-alone"))
        return
    for option, given in (("--seed", plan.seed), ("--bot-seed", plan.bot_seed)):
        if given is not None:
            raise UsageFault(say("app.seal-own-seed", option=option))
    # Each part would have a secret of its own.
    if asked.part is not None:
        raise UsageFault(say("app.not-both", one="--commit", other="--part"))
    for text in plan.tests or ():
        if not (text.strip() and text.isprintable()):
            raise UsageFault(say("app.seal-bad-test", text=quoted(text[:40])))
    if plan.log == "results":
        raise UsageFault(say("app.seal-no-moves"))


def new_sealed_run(
    host: Host, prepared: Prepared, plan: Plan, source: str | None, base: str
) -> NewSealedRun:
    """Commit to a run and store it, before its first match; says the commitment.

    With the source of a beacon it waits for what the draw gives.
    """
    named_source = "" if source is None else beacon_text(source)
    store = host.store(create=True)
    named = prepared.named(plan.name or free_run_name(base, store))
    commitment = Commitment.new(named.spec, plan.tests or (), named_source)
    spec = commitment.spec if named_source else commitment.seeded("")
    sealing = Sealing(commitment.text())
    run = add_run(store, spec, reproducible=named.reproducible, sealing=sealing)
    digest = commitment.digest
    host.say(say("app.seal-commitment", run=spec.name, digest=digest))
    if named_source:
        host.say(_waiting(host, spec.name, named_source))
    else:
        host.say(say("app.seal-no-beacon"))
    return NewSealedRun(run, named.seeded(spec), digest, bool(named_source))


def beacon_text(text: str) -> str:
    """A beacon or its source as it is sealed; UsageFault for one that is empty or too long."""
    plain = one_form(text)
    if not (plain and in_one_form(plain) and len(plain) <= BEACON):
        raise UsageFault(say("app.seal-bad-beacon", text=quoted(plain[:40]), most=BEACON))
    return plain


def _waiting(host: Host, run: str, source: str) -> Message:
    command = host.command("run", "--resume", run, "--beacon", "…")
    return say("app.seal-waits", source=quoted(source), command=command)


def resumed(host: Host, asked: AskedRun, run: StoredRun) -> StoredRun:
    """A run that goes on; of a sealed one the beacon is stored, if it is given now.

    UsageFault or Conflict if the run would no longer be what was committed to.
    """
    store = host.store()
    sealing = sealing_of(store, run)
    if sealing is None:
        if asked.beacon is not None:
            raise UsageFault(say("app.seal-not-sealed", run=run.spec.name))
        return run
    for option, given in (("--changed", asked.changed), ("--replay-faults", asked.replay_faults)):
        if given:
            raise UsageFault(say("app.seal-fixed", run=run.spec.name, option=option))
    name, commitment = run.spec.name, read_sealing(run, sealing)
    beacon = sealing.beacon
    if asked.beacon is not None:
        if not commitment.source:
            raise UsageFault(say("app.seal-no-source", run=name))
        given_now = beacon_text(asked.beacon)
        if beacon and given_now != beacon:
            raise Conflict(say("store.other-beacon", run=name, beacon=quoted(beacon)))
        # A look at what would be played fixes nothing.
        if not beacon and (asked.dry_run or asked.only is not None):
            raise UsageFault(say("app.seal-look-first", run=name))
        if not beacon:
            spec = commitment.seeded(given_now)
            give_beacon(store, run, given_now, (spec.seed, spec.bot_seed))
            host.say(say("app.seal-beacon", run=name, beacon=quoted(given_now)))
            run, beacon = run_named(store, name), given_now
    elif commitment.source and not beacon:
        raise Conflict(_waiting(host, name, commitment.source))
    # Of a run that a rule has ended, the number of deals is what became of it.
    planned = replace(commitment.seeded(beacon), deals=run.spec.deals)
    if planned != run.spec:
        raise Conflict(say("app.seal-other-settings", run=name))
    if sealing.opened and match_count(store, run) < total(run.spec):
        raise Conflict(say("app.seal-is-open", run=name, time=sealing.opened))
    if sealing.stopped and not asked.dry_run and asked.only is None:
        mark_stopped(store, run, False)
    return run


def refuse_extension(host: Host, run: StoredRun) -> None:
    """UsageFault for a sealed run: nobody was told before that it would be longer."""
    if sealing_of(host.store(), run) is not None:
        raise UsageFault(say("app.seal-no-extension", run=run.spec.name))


def end_sealed_run(host: Host, run: StoredRun) -> None:
    """Note that a sealed run was stopped, so that it may be opened as it is."""
    if sealing_of(host.store(), run) is not None:
        mark_stopped(host.store(), run, True)
        command = host.command("export", "proof", run.spec.name, "-o", f"{run.spec.name}.proof")
        host.say(say("app.seal-may-open", command=command))


def proof_of(host: Host, names: Names) -> Iterator[str]:
    """Open a sealed run that has ended: the lines of its proof.

    UsageFault for a run that is not sealed, Conflict for one that has not ended.
    """
    from tourney.proofs.published import analysed_by, stored_proof

    if len(names) > 1:
        raise UsageFault(say("app.seal-one-run"))
    store = host.store()
    run = choose_run(store, names[0], host.say)
    sealing = sealing_of(store, run)
    if sealing is None:
        raise UsageFault(say("app.seal-not-sealed", run=run.spec.name))
    commitment = read_sealing(run, sealing)
    if commitment.source and not sealing.beacon:
        raise Conflict(_waiting(host, run.spec.name, commitment.source))
    _refuse_unended(host, run, sealing)
    judge, other = analysed_by(store, run, commitment)
    if other:
        host.say(say("app.seal-no-account", judge=commitment.judge))

    def lines() -> Iterator[str]:
        # Not before somebody reads them: if no file can be written, nothing has become public.
        if not sealing.opened:
            mark_opened(store, run)
            host.say(say("app.seal-opened", run=run.spec.name))
        yield from stored_proof(store, run, commitment, sealing.beacon, judge)

    return lines()


def _refuse_unended(host: Host, run: StoredRun, sealing: Sealing) -> None:
    """Conflict if more matches may be played, or if some are not as they were played."""
    from tourney.runs.heartbeat import is_played

    store, name = host.store(), run.spec.name
    done, planned = match_count(store, run), total(run.spec)
    if is_played(store, run) or (done < planned and not (sealing.stopped or sealing.opened)):
        going, ending = host.command("run", "--resume", name), host.command("runs", "stop", name)
        commands = {"command": going, "stop": ending}
        raise Conflict(say("app.seal-not-ended", run=name, count=done, total=planned, **commands))
    gaps = missing(done, finished_numbers(store, run))
    if gaps:
        going = host.command("run", "--resume", name, "-j", "1")
        raise Conflict(say("app.seal-gap", run=name, number=gaps[0].start, command=going))
    for number in corrected_numbers(store, run)[:1]:
        raise Conflict(say("app.seal-corrected", run=name, number=number))
