"""Messages about values in JSON and TOML files that are not what the program expects."""

from typing import Final

from engines.messages import Sentence

AT: Final = Sentence("values.at", "{where}: {fault}", "{where}: {fault}")
IN: Final = Sentence("values.in", "{path}: {fault}", "{path}: {fault}")
NOT_UTF8: Final = Sentence(
    "values.not-utf8",
    "not UTF-8 text; save the file as UTF-8, or export it again",
    "UTF-8のテキストではありません。UTF-8で保存するか、もう一度書き出してください",
)
NO_ENCODING: Final = Sentence(
    "values.no-encoding",
    "cannot tell whether this is UTF-8, UTF-16 or cp932; save the file as UTF-8 (in a "
    "spreadsheet: CSV UTF-8)",
    "UTF-8、UTF-16、cp932のどれか分かりません。UTF-8で保存してください"
    "(表計算ソフトでは「CSV UTF-8」)",
)
NOT_CSV: Final = Sentence(
    "values.not-csv",
    "not csv: {fault}; correct the row",
    "CSVではありません({fault})。行を直してください",
)
READ_AS: Final = Sentence(
    "values.read-as",
    "{file}: read as {encoding} with {separator}, columns: {columns}",
    "{file}: {encoding}、{separator}区切り、列は{columns}として読みました",
)
SEPARATORS: Final = {
    ",": Sentence("values.comma", "commas", "カンマ"),
    ";": Sentence("values.semicolon", "semicolons", "セミコロン"),
    "\t": Sentence("values.tab", "tabs", "タブ"),
}
NOT_JSON: Final = Sentence(
    "values.not-json",
    "not JSON: {fault}; correct it, or export the file again",
    "JSONではありません({fault})。直すか、もう一度書き出してください",
)
CUT_OFF: Final = Sentence(
    "values.cut-off",
    "the document ends here and is not complete; export it again",
    "文書がここで切れています。もう一度書き出してください",
)
TOO_DEEP: Final = Sentence(
    "values.too-deep",
    "lists within lists, more than {most} levels deep",
    "入れ子が{most}段より深くなっています",
)
TWICE: Final = Sentence("values.twice", "the key {key} is there twice", "キー{key}が二つあります")
NO_NUMBER: Final = Sentence(
    "values.no-number",
    "{value} is not a number that can be stored",
    "{value}は保存できる数ではありません",
)
BROKEN_TEXT: Final = Sentence(
    "values.broken-text",
    "the text {value} has half of a character (a lone surrogate)",
    "文字列{value}に文字の半分(単独のサロゲート)があります",
)
MISSING: Final = Sentence("values.missing", "the key {key} is missing", "キー{key}がありません")
UNKNOWN: Final = Sentence("values.unknown", "unknown key {key}", "{key}というキーはありません")
OTHER_KIND: Final = Sentence(
    "values.other-kind", "expected {kind}, not {value}", "{kind}のところに{value}があります"
)
TOO_LARGE: Final = Sentence(
    "values.too-large", "{value} is above {most}", "{value}は{most}より大きい数です"
)
TOO_SMALL: Final = Sentence(
    "values.too-small", "{value} is below {least}", "{value}は{least}より小さい数です"
)
TOO_LONG: Final = Sentence(
    "values.too-long",
    "{value} has {count} characters, and {most} are possible",
    "{value}は{count}文字ですが、{most}文字までです",
)
TOO_SHORT: Final = Sentence("values.too-short", "the text is empty", "文字列が空です")
WRONG_COUNT: Final = Sentence(
    "values.wrong-count",
    "the list has {count} {count:item|items}, expected {wanted}",
    "リストの項目が{count}個ですが、{wanted}個のはずです",
)
WRONG_FORM: Final = Sentence(
    "values.wrong-form",
    "{value} does not have the expected form",
    "{value}は決められた形ではありません",
)
CONTROLS: Final = Sentence(
    "values.controls",
    "{value} has control characters",
    "{value}に制御文字があります",
)
NOT_ONE_OF: Final = Sentence(
    "values.not-one-of", "{value} is not possible here", "ここには{value}と書けません"
)
UNFIT: Final = Sentence("values.unfit", "not as expected", "決められた形ではありません")
KINDS: Final = {
    "int": Sentence("values.int", "a whole number", "整数"),
    "float": Sentence("values.float", "a number", "数"),
    "str": Sentence("values.str", "a text", "文字列"),
    "bool": Sentence("values.bool", "true or false", "trueかfalse"),
    "array": Sentence("values.array", "a list", "リスト"),
    "object": Sentence("values.object", "keys with values", "キーと値の組"),
    "null": Sentence("values.null", "nothing", "空"),
}
