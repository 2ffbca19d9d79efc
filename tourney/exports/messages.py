"""Messages about files that are exported or imported."""

from typing import Final

from engines.messages import Sentence

AT: Final = Sentence("exports.at", "{where}: {fault}", "{where}: {fault}")
NOT_UTF8: Final = Sentence(
    "exports.not-utf8",
    "not UTF-8 text; export the file again",
    "UTF-8のテキストではありません。もう一度書き出してください",
)
NOT_JSON: Final = Sentence(
    "exports.not-json",
    "not JSON: {fault}; export the event again",
    "JSONではありません({fault})。イベントをもう一度書き出してください",
)
CUT_OFF: Final = Sentence(
    "exports.cut-off",
    "the document ends here and is not complete; export the event again",
    "文書がここで切れています。イベントをもう一度書き出してください",
)
NO_EVENT_DOCUMENT: Final = Sentence(
    "exports.no-event-document",
    "not a document of an event; use a file of tourney export event",
    "イベントの文書ではありません。tourney export eventで書き出したファイルを使ってください",
)
OTHER_VERSION: Final = Sentence(
    "exports.other-version",
    "version {version} of the format; this program reads version {known}: upgrade the program",
    "形式のバージョンは{version}ですが、読めるのは{known}です。プログラムを更新してください",
)
NO_NAME: Final = Sentence(
    "exports.no-name",
    "the document has no name of an event; export the event again",
    "イベントの名前がありません。もう一度書き出してください",
)
NO_LIST: Final = Sentence(
    "exports.no-list",
    "the document has no list {list}; export the event again",
    "文書にリスト{list}がありません。もう一度書き出してください",
)
ITEM_CHANGED: Final = Sentence(
    "exports.item-changed",
    "{place} was changed: its digest does not fit; export the event again, and correct matches "
    "with tourney match",
    "{place}が書き換えられていて、ダイジェストが合いません。"
    "イベントをもう一度書き出し、対戦はtourney matchで訂正してください",
)
ITEMS_CHANGED: Final = Sentence(
    "exports.items-changed",
    "items were added, removed or moved: the digest of the document does not fit; export the "
    "event again",
    "項目が追加、削除、または移動されていて、文書のダイジェストが合いません。"
    "イベントをもう一度書き出してください",
)
ITEM_WRONG: Final = Sentence(
    "exports.item-wrong",
    "{place}: {fault}; export the event again",
    "{place}: {fault}。イベントをもう一度書き出してください",
)
MISSING_EXTRA: Final = Sentence(
    "exports.missing-extra",
    "{format} files need a library that is not installed: pip install 'tabletop-tourney[{extra}]'",
    "{format}のファイルにはインストールされていないライブラリが必要です: "
    "pip install 'tabletop-tourney[{extra}]'",
)
