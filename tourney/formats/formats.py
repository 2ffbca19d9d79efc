"""The formats of events by name: adding a format is one file and one line here."""

from typing import Final

from tourney.formats.arena import Arena
from tourney.formats.format_settings import Format
from tourney.formats.heats import Heats
from tourney.formats.knockout import DoubleElimination, Knockout, Stepladder
from tourney.formats.manual import Manual
from tourney.formats.one_table import Gauntlet, OneTable
from tourney.formats.roundrobin import Groups, RoundRobin
from tourney.formats.swiss import Swiss

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
