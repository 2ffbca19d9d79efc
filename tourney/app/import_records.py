"""Files of records and results come into the database, all of their matches or none."""

import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from tempfile import TemporaryFile, gettempdir
from typing import IO, Final

from engines.messages import Sentence, say
from tourney.app.check_records import parsed
from tourney.app.host import Host
from tourney.app.similar import Tables, same_people, say_similar
from tourney.domain.errors import Conflict, DataFault, NotFound, quoted
from tourney.domain.match_values import StoredMatch
from tourney.domain.safe_text import visible
from tourney.events.decisions import check_results
from tourney.records import check, read_bytes, stored
from tourney.records.lines import pieces
from tourney.records.problems import full
from tourney.records.verdict import problems_of
from tourney.render.code_words import worded
from tourney.store.imports import Clash, foresee_records, remove_records
from tourney.store.imports import import_records as store_records

FATES: Final = {
    "new": Sentence("app.import-new"),
    "same": Sentence("app.import-same"),
    "skip": Sentence("app.import-skip"),
    "update": Sentence("app.import-update"),
    "undo": Sentence("app.import-undo"),
    "gone": Sentence("app.import-gone"),
}
"""What has become of the matches of an import."""
WOULD_FATES: Final = {
    "new": Sentence("app.would-add"),
    "same": Sentence("app.is-there"),
    "refused": Sentence("app.would-refuse"),
    "skip": Sentence("app.would-skip"),
    "update": Sentence("app.would-update"),
    "undo": Sentence("app.would-remove"),
    "gone": Sentence("app.not-there"),
}
"""What would become of a match of an import."""


@dataclass(frozen=True, slots=True)
class AskedImport:
    """What is imported and how.

    Each file has a name and is read by `content`; `kind` is tmr, csv, jsonl or bgstats. `bgg_ids`
    are the ids of games on BoardGameGeek.
    """

    files: Sequence[str]
    content: Callable[[str], bytes]
    kind: str
    on_duplicate: Clash
    on_similar: str
    dry_run: bool = False
    undo: bool = False
    bgg_ids: Callable[[], Mapping[str, int]] = dict


def import_files(host: Host, asked: AskedImport) -> Counter[str]:
    """Check all files and store their matches, or remove them again; what has become of them.

    Checking takes time, so it is done before the database is locked; matches wait on disk.
    """
    clash = None if asked.undo else asked.on_duplicate
    with _spool() as spool:
        seated = _check_all(host, asked, spool)

        # Called again by each pass over the matches, so that not all of them are in memory.
        def records() -> Iterator[StoredMatch]:
            spool.seek(0)
            with suppress(EOFError):
                while True:
                    yield pickle.load(spool)

        try:
            store = host.store(create=not (asked.dry_run or asked.undo))
        except NotFound:  # there is no database, and none is created
            fates = Counter[str]()
            for one in records():
                fate = "gone" if asked.undo else "new"
                say_would(host, one.name, fate)
                fates[fate] += 1
            return fates
        if asked.dry_run:
            fates = foresee_records(store, records, clash, partial(say_would, host))
            if clash is not None:
                say_similar(host, store, seated)
            return fates
        if clash is None:
            return remove_records(store, records, check=check_results)
        same = same_people(host, store, seated, asked.on_similar)
        return store_records(store, records, clash, same, check=check_results)


@contextmanager
def _spool() -> Iterator[IO[bytes]]:
    """A temporary file for checked records; an OSError about it names its folder."""
    try:
        with TemporaryFile() as spool:
            yield spool
    except OSError as error:
        error.filename = error.filename or gettempdir()
        raise


def say_would(host: Host, name: str, fate: str) -> None:
    """Write what would become of a match."""
    host.write(f"{worded(WOULD_FATES[fate](name=visible(name)), host.lang)}\n")


def say_fates(host: Host, fates: Counter[str], summary: Sentence, **about: str) -> None:
    """Write a summary with what has become of how many matches."""
    parts = [words(count=fates[fate]) for fate, words in FATES.items() if fates[fate]]
    listed = ("、" if host.lang == "ja" else ", ").join(worded(one, host.lang) for one in parts)
    host.write(f"{worded(summary(count=fates.total(), fates=listed, **about), host.lang)}\n")


def _check_all(host: Host, asked: AskedImport, spool: IO[bytes]) -> Tables:
    """Check all files and put their matches on disk; the people in them."""
    seen, seated = set[str](), Tables()
    for name in asked.files:
        matches: Iterable[StoredMatch]
        if asked.kind == "tmr":
            matches = _passing(host, asked.content(name), name)
        else:
            matches = _results(host, asked, name)
        for match in matches:
            if match.name in seen:
                raise Conflict(say("app.import-in-two-files", match=quoted(match.name)))
            seen.add(match.name)
            pickle.dump(match, spool, pickle.HIGHEST_PROTOCOL)
            # Who sat at one table is known to be two people, whatever the names look like.
            seated.add(match)
    return seated


def _passing(host: Host, data: bytes, name: str) -> Iterator[StoredMatch]:
    """The matches of a file, piece by piece; DataFault if one does not pass."""
    seen = set[str]()
    is_json = data.lstrip()[:1] == b"{"  # JSON is one piece
    try:
        for document in [parsed(data, name)] if is_json else map(read_bytes, pieces(data)):
            if document.faults() or not document.matches:
                raise _refusal(host, data, name)
            for match in document.matches:
                # The whole file is read once more for the errors, of which all are named.
                if match.name in seen or check(match).problems:
                    raise _refusal(host, data, name)
                seen.add(match.name)
                yield stored(match)
    except UnicodeDecodeError:
        raise _refusal(host, data, name) from None


def _refusal(host: Host, data: bytes, name: str) -> DataFault:
    """Say every problem of a file that does not pass; the error to raise."""
    document = parsed(data, name)
    problems = problems_of(document)
    for problem in problems:
        host.say(full(problem, name, document.source, host.lang), error=True)
    if not problems:
        return DataFault(say("records.no-match", name=quoted(name)))
    return DataFault(say("app.import-nothing-imported", name=quoted(name)))


def _results(host: Host, asked: AskedImport, name: str) -> Sequence[StoredMatch]:
    """The records of the results in a file; says which plays are left out, and what ties mean."""
    from tourney.exports.given_results import GivenResult, read_csv, read_jsonl, records_of

    data = asked.content(name)
    results: Iterable[GivenResult]
    if asked.kind == "csv":
        results = read_csv(data, name, host.say)
    elif asked.kind == "jsonl":
        results = read_jsonl(data, name)
    else:
        from tourney.exports.bgstats import read_plays

        taken = read_plays(data, name, asked.bgg_ids())
        for where, reason in taken.left_out:
            host.say(say("exports.left-out", where=where, fault=reason))
        results = taken.results
    records = records_of(results)
    if records.shared:
        first = quoted(records.shared[0])
        host.say(say("exports.ties-shared", count=len(records.shared), where=first))
    return records.matches
