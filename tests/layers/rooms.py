"""The house as data: which room stands on which floor, and what may be imported where."""

from typing import Final

# From the ground up; rooms of one floor are neighbours and do not know each other.
FLOORS: Final = (
    ("engines",),
    ("domain",),
    ("formats", "scoring", "ratings", "stats", "bots", "render", "adapters"),
    ("play", "records", "results"),
    ("agents", "work"),
    ("store", "exports"),
    ("runs", "events", "desk", "reports"),
    ("botlab",),
    ("cli",),
)

# What engines may take from the standard library: no clock, no files, no generator of their own.
PURE: Final = frozenset(
    {
        "__future__", "abc", "bisect", "collections", "dataclasses", "enum", "fractions",
        "functools", "heapq", "itertools", "math", "operator", "re", "string", "types", "typing",
    }
)  # fmt: skip

# A generator is handed to engines; they may name its type and nothing else of the module.
PURE_NAMES: Final = {"random": frozenset({"Random"})}

# Libraries that one room each has to itself.
OWNERS: Final = {
    "rich": "render",
    "tabulate": "render",
    "sqlmodel": "store",
    "sqlalchemy": "store",
    "alembic": "store",
    "sqlite3": "store",
    "psycopg": "store",
    "click": "cli",
    "numpy": "adapters",
    "pyspiel": "adapters",
    "open_spiel": "adapters",
    "gymnasium": "adapters",
    "pettingzoo": "adapters",
}
