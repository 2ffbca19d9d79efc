"""The formats of events by name: adding a format is one file and one line here."""

from typing import Final

from tourney.formats.arena import Arena
from tourney.formats.format import Format
from tourney.formats.gauntlet import Gauntlet
from tourney.formats.groups import Groups
from tourney.formats.heats import Heats
from tourney.formats.knockout import DoubleElimination, Knockout, Stepladder
from tourney.formats.manual import Manual
from tourney.formats.one_table import OneTable
from tourney.formats.roundrobin import RoundRobin
from tourney.formats.swiss.swiss import Swiss

FORMATS: Final[dict[str, Format]] = {
    "swiss": Swiss(),
    "roundrobin": RoundRobin(),
    "groups": Groups(),
    "knockout": Knockout(),
    "double-elimination": DoubleElimination(),
    "heats": Heats(),
    "gauntlet": Gauntlet(),
    "stepladder": Stepladder(),
    "arena": Arena(),
    "one-table": OneTable(),
    "manual": Manual(),
}
