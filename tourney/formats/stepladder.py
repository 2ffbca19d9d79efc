"""Stepladder: the lowest seeds play first, and the winner meets the next higher ones."""

from collections.abc import Mapping

from engines.messages import say
from tourney.domain.errors import UsageFault
from tourney.domain.events import Sizes
from tourney.formats import splits
from tourney.formats.bracket_results import Entrants
from tourney.formats.brackets import TIES, Bracket, BracketRules, Course
from tourney.formats.settings import count_setting


class Stepladder(Bracket):
    """The format: `advance` is how many of a table climb to the next one."""

    settings: Mapping[str, str] = {**TIES, "advance": "1"}

    def course(self, entrants: Entrants, rules: BracketRules) -> Course:
        """One table in each round; the last one has the best seeds."""
        advance = count_setting(rules.situation, self.settings, "advance")
        waiting = list(entrants)
        climbing: Entrants = ()
        for joining in _joining(len(entrants), advance, rules.situation.sizes):
            table = (*climbing, *waiting[len(waiting) - joining :])
            del waiting[len(waiting) - joining :]
            [result] = yield [rules.by_seed(table)]
            if not waiting:
                rules.leave_in_order(result)
                return
            climbing, _ = result.cut(advance, rules.tie_breaker())
            rules.leave_in_order(result, staying=climbing)


def _joining(entrants: int, advance: int, sizes: Sizes) -> list[int]:
    """How many join each table, from the first one on; those who climb fill the other seats."""
    allowed = tuple(size - advance for size in sizes.allowed if size > advance)
    if not allowed:
        raise UsageFault(say("formats.all-advance", advance=advance, most=max(sizes.allowed) - 1))
    count = max(entrants - advance, min(allowed))
    preferred = max(sizes.preferred - advance, min(allowed))
    tables, byes = splits.split(count, Sizes(allowed, preferred))
    if byes:
        listed = tuple(map(str, sizes.allowed))
        raise UsageFault(
            say("formats.ladder-sizes", entrants=entrants, advance=advance, sizes=listed)
        )
    first, *others = reversed(tables)
    return [first + advance, *others]
