"""Messages of the commands that write the page of a match."""

from typing import Final

from engines.messages import Sentence

WROTE_PAGE: Final = Sentence(
    "cli.wrote-page",
    "wrote the page of match {match} to {name} ({size} kB)",
    "対戦{match}のページを{name}に書きました({size} kB)",
)
NO_FORMAT: Final = Sentence(
    "cli.page-format",
    "the replay is a web page: --format and --columns do not apply; leave them out",
    "リプレイはウェブページです。--formatと--columnsは使えません。外してください",
)
PAGE_ONLY: Final = Sentence(
    "cli.page-only",
    "{word} does not apply to a web page; leave it or --html out",
    "{word}はウェブページには使えません。{word}か--htmlを外してください",
)
