"""How often Python looks for garbage.

Reference counts free almost everything here, and imported modules and positions are no garbage.
"""

import gc
from typing import Final

NEW_OBJECTS: Final = 50_000
"""New objects before Python looks for garbage; 700 by default."""


def look_rarely() -> None:
    """Look for garbage after `NEW_OBJECTS` new objects only."""
    gc.set_threshold(NEW_OBJECTS)
