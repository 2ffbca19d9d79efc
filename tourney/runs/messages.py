"""Messages about the processes that play matches."""

from typing import Final

from engines.messages import Sentence, catalogue

KEYS: Final = {
    key.removeprefix("key-"): Sentence(f"runs.{key}")
    for key in catalogue("runs")
    if key.startswith("key-")
}
"""The meaning of each key, in the order in which help lists them."""
