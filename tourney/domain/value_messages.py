"""Messages about values in JSON and TOML files that are not what the program expects."""

from typing import Final

from engines.messages import Sentence

SEPARATORS: Final = {
    ",": Sentence("domain.values-comma"),
    ";": Sentence("domain.values-semicolon"),
    "\t": Sentence("domain.values-tab"),
}
KINDS: Final = {
    "int": Sentence("domain.values-int"),
    "float": Sentence("domain.values-float"),
    "str": Sentence("domain.values-str"),
    "bool": Sentence("domain.values-bool"),
    "array": Sentence("domain.values-array"),
    "object": Sentence("domain.values-object"),
    "null": Sentence("domain.values-null"),
}
