"""Dates of rounds: a day, or a day with a time, given in the plan or at any time later.

They are texts in the log: `2026-11-28`, `2026-11-28T19:00` or `2026-11-28T19:00+09:00`.
"""

import re
import unicodedata
from datetime import date, datetime
from typing import Final

from engines.messages import say
from tourney.domain.errors import UsageFault, quoted

NONE: Final = "-"
"""What is written for a round without a date."""
_DATE: Final = re.compile(
    r"(?:19|2[01])\d\d-\d\d-\d\d(?:[T ]\d\d:\d\d(?:Z|[+-]\d\d:\d\d)?)?", re.ASCII
)


def read_date(text: str) -> str:
    """The date of a round as the log has it; empty for `-`. UsageFault."""
    plain = unicodedata.normalize("NFKC", text).strip().upper()
    if plain == NONE:
        return ""
    if _DATE.fullmatch(plain):
        try:
            return _text(moment(plain))
        except ValueError:
            pass
    raise UsageFault(say("events.bad-round-date", text=quoted(text)))


def read_dates(text: str) -> tuple[str, ...]:
    """Dates separated by commas; UsageFault."""
    return tuple(map(read_date, re.split("[,,、]", text)))


def moment(text: str) -> date | datetime:
    """A stored date as a day or a time; a time without a zone is that of the place."""
    day_alone = len(text) == len("2026-11-28")
    return date.fromisoformat(text) if day_alone else datetime.fromisoformat(text)


def _text(at: date | datetime) -> str:
    return at.isoformat(timespec="minutes") if isinstance(at, datetime) else at.isoformat()


def shown(text: str) -> str:
    """A stored date for people."""
    return text.replace("T", " ")
