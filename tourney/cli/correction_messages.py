"""Messages of the commands that show and correct stored matches: `tourney match`."""

from typing import Final

from engines.messages import Sentence

WHAT: Final = {
    "import": Sentence("cli.match-what-import"),
    "record": Sentence("cli.match-what-record"),
    "play": Sentence("cli.match-what-play"),
    "event play": Sentence("cli.match-what-event-play"),
    "match result": Sentence("cli.match-what-typed"),
    "edit": Sentence("cli.match-what-edit"),
    "result": Sentence("cli.match-what-result"),
    "void": Sentence("cli.match-what-void"),
    "restore": Sentence("cli.match-what-restore"),
}
"""What a command did to a match, by its name."""
