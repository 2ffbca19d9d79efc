"""The floor of each room, and the imports that engines and rooms may use."""

from typing import Final

# From the lowest floor up. Rooms on the same floor must not import each other.
FLOORS: Final = (
    ("engines",),
    ("domain",),
    ("formats", "scoring", "ratings", "stats", "bots", "render"),
    ("play", "records", "results"),
    ("agents", "work", "adapters", "insight"),
    ("store", "exports"),
    ("runs", "events", "desk", "training"),
    ("pictures", "proofs"),
    ("botlab", "reports"),
    ("app",),
    ("serve", "library"),
    ("cli",),
    ("contracts",),
)

# Modules of the standard library that engines may import: no clock, no files, no random numbers.
PURE: Final = frozenset(
    {
        "__future__", "abc", "array", "bisect", "collections", "dataclasses", "enum", "fractions",
        "functools", "heapq", "itertools", "math", "operator", "re", "string", "types", "typing",
    }
)  # fmt: skip

# Engines receive their random generator, so they may import its type and nothing else.
# `mypyc_attr` marks classes for the compiler and does nothing else.
PURE_NAMES: Final = {
    "mypy_extensions": frozenset({"mypyc_attr"}),
    "random": frozenset({"Random"}),
}

# Libraries that only these rooms may import.
OWNERS: Final = {
    "rich": ("render",),
    "tabulate": ("render",),
    "segno": ("render",),
    "sqlmodel": ("store",),
    "sqlalchemy": ("store",),
    "alembic": ("store",),
    "sqlite3": ("store", "cli"),
    "psycopg": ("store",),
    "click": ("cli",),
    "jinja2": ("reports", "serve"),
    "markupsafe": ("reports", "serve"),
    "starlette": ("serve",),
    "uvicorn": ("serve",),
    "resvg_py": ("pictures",),
    "wcwidth": ("pictures",),
    "markdown_it": ("reports",),
    "prompt_toolkit": ("cli",),
    "rustworkx": ("formats",),
    "scipy": ("formats", "ratings"),
    "numpy": ("adapters", "formats", "ratings", "training"),
    "pyarrow": ("exports", "library"),
    "xlsxwriter": ("exports",),
    "icalendar": ("exports",),
    "cloudpickle": ("agents",),
    "distributed": ("work",),
    "pandas": ("library",),
    "polars": ("library",),
    "pyspiel": ("adapters",),
    "open_spiel": ("adapters",),
    "gymnasium": ("adapters",),
    "pettingzoo": ("adapters",),
    "pytest": ("contracts",),
    "hypothesis": ("contracts",),
}
