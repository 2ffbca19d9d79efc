"""Converts records to stored matches and back."""

from collections.abc import Sequence
from dataclasses import replace

from engines.api import CHANCE, OptionError, Seat, seat_letter
from engines.games import GAMES
from engines.messages import say
from tourney.domain.errors import Conflict
from tourney.domain.match_values import Fault, StoredMatch
from tourney.records import field_values
from tourney.records.field_values import limit_fault
from tourney.records.model import Directive, Document, MatchRecord, write
from tourney.records.problems import Problem
from tourney.records.reader import read
from tourney.records.verdict import check


def record(match: StoredMatch) -> str:
    """The canonical text of a stored match: as imported, or written from its entries."""
    return engine_record(match) if match.text is None else match.text


def engine_record(match: StoredMatch) -> str:
    """The canonical text of a match played here; Conflict if its game is unknown."""
    if match.game not in GAMES:
        raise Conflict(say("records.game-of-newer", game=match.game, match=match.name))
    # Headers and seats.
    game = match.game
    lines = [f"match: {match.name}", f"game: {game}", f"rules: {game}/{match.rules}"]
    if match.options:
        lines.append(f"options: {' '.join(f'{key}={value}' for key, value in match.options)}")
    lines += [f"{key}: {value}" for key, value in match.headers]
    for seat, (name, version) in enumerate(zip(match.players, match.versions, strict=True)):
        attributes = f" [bot {version}]" if version else ""
        lines.append(f"seat {seat_letter(seat)}: {name}{attributes}")
    if match.entries:
        lines += ["", *GAMES[game].layout(match.entries)]
    # The trailer; a fault without a seat is a failure of the program itself.
    trailer: list[str] = []
    if any(score is not None for score in match.scores):
        trailer.append(f"result: {field_values.scores_text(match.scores)}")
    places = [place for place in match.places if place is not None]
    if places and len(places) == len(match.players):
        trailer.append(f"rank: {field_values.rank_text(places)}")
    if match.status:
        trailer.append(f"status: {match.status}")
    if match.status in ("forfeit", "abandoned"):
        left = {fault.seat: fault.code for fault in match.faults if fault.seat >= 0}
        trailer += [f"forfeit: {seat_letter(seat)} {left[seat]}" for seat in sorted(left)]
    return "".join(f"{line}\n" for line in ([*lines, "", *trailer] if trailer else lines))


def stored(match: MatchRecord) -> StoredMatch:
    """A record as a stored match: its text and the values read from it."""
    assert match.game is not None, "only a record without problems is stored"
    # A forfeit is an entry, too; faults have the number of their seat's.
    entries: list[tuple[Seat, str]] = []
    quit_at: dict[Seat, int] = {}
    for item in match.body:
        if isinstance(item, Directive) and item.word == "forfeit":
            entries.append((CHANCE, item.text))
            quit_at[ord(item.text.split()[1]) - ord("A")] = len(entries)
        entries += [(ply.seat, match.game.text(ply)) for _, ply in item.plies]
    count, result = len(match.players), match.result
    attributes = (player.attributes for player in match.players)
    bots = ([text[4:] for text in texts if text.startswith("bot ")] for texts in attributes)
    versions = (found[0] if found else None for found in bots)
    rules = match.header("rules") or "/1"
    apart = ("match", "game", "rules", "options")
    return StoredMatch(
        id=0,
        name=match.name,
        game=match.game.name,
        rules=int(rules.rpartition("/")[2]),
        options=tuple(sorted(field_values.option_pairs(match.header("options") or "").items())),
        headers=tuple((h.key, h.value) for h in match.headers if h.key not in apart),
        players=tuple(player.name for player in match.players),
        versions=tuple(versions),
        scores=result.scores or (None,) * count,
        places=result.places or (None,) * count,
        status=result.status,
        entries=entries,
        faults=tuple(Fault(s, code, quit_at.get(s, 0), "") for s, code in result.forfeits),
        text=write(Document((match,))),
    )


def impossible_result(match: StoredMatch) -> Problem | None:
    """What is wrong with the result of a stored record if no match of its game ends so.

    Versions without limits of scores stored such results; a new one would be refused.
    """
    if match.game not in GAMES or match.text is None:
        return None
    game, seats = GAMES[match.game], len(match.players)
    try:
        options = game.options(dict(match.options), seats)
    except OptionError:
        return None
    scores = tuple(match.scores)
    places = tuple(place for place in match.places if place is not None)
    if not (limit_fault(game, options, scores) or game.result_fault(options, scores, places)):
        return None  # the record itself is read only if that may find something
    problems = (one for record in read(match.text).matches for one in check(record).problems)
    return next((one for one in problems if one.code == "K-result" and one.rule), None)


def correcting_words(match: StoredMatch) -> Sequence[str]:
    """The words of the command that corrects the scores of a match."""
    called = (
        seat_letter(seat) if name == "?" or match.players.count(name) > 1 else name
        for seat, name in enumerate(match.players)
    )
    return ("match", "result", match.name, *(f"{name}=SCORE" for name in called))


def as_record(match: StoredMatch) -> StoredMatch:
    """The match with the text of its record, and the values that are read from that text.

    The faults keep their evidence, which no record has.
    """
    document = read(engine_record(match))
    assert document.faults() == [], "the engine writes records that can be read"
    return replace(stored(document.matches[0]), faults=match.faults, infos=match.infos)
