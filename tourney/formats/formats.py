"""The formats of events by name: adding a format is one file and one line here."""

from typing import Final

from tourney.formats.format import Format
from tourney.formats.heats import Heats
from tourney.formats.knockout import DoubleElimination, Knockout
from tourney.formats.one_table import OneTable
from tourney.formats.roundrobin import RoundRobin
from tourney.formats.swiss.swiss import Swiss

FORMATS: Final[dict[str, Format]] = {
    "swiss": Swiss(),
    "roundrobin": RoundRobin(),
    "knockout": Knockout(),
    "double-elimination": DoubleElimination(),
    "heats": Heats(),
    "one-table": OneTable(),
}
