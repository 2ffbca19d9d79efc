"""The help of every command, in the language of the settings: its texts and its layout.

The texts are in the catalogue `help.toml`. Key `event show` is the line of that command in lists,
`event show text` its help, `event show --round` one of its options. An option that commands share
has one text, under the group or, without a group, for the whole program: `event --stage`, `--by`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import click

from engines.messages import LANGUAGES, Catalogue
from tourney.cli.help_layout import SECTIONS, examples

TEXTS: Final = Catalogue(str(Path(__file__).with_name("help.toml")))


def text(lang: str, *words: str) -> str:
    """The text whose key is these words."""
    return TEXTS[" ".join(words)][LANGUAGES.index(lang)]


def path(ctx: click.Context) -> tuple[str, ...]:
    """The words of a command, without the name of the program."""
    return (*path(ctx.parent), ctx.info_name or "") if ctx.parent else ()


def key_of(option: click.Option, names: tuple[str, ...]) -> str:
    """The key of the text of an option: that of the command, else of the nearest group."""
    ends = range(len(names), -1, -1)
    keys = (" ".join((*names[:end], max(option.opts, key=len))) for end in ends)
    return next(key for key in keys if key in TEXTS)


def page(command: click.Command, ctx: click.Context, lang: str) -> str:
    """The help of a command."""
    names = path(ctx)
    formatter = ctx.make_formatter() if lang == "en" else WideHelp(width=ctx.make_formatter().width)
    usage = f"{text(lang, 'usage')}: "
    formatter.write_usage(ctx.command_path, " ".join(command.collect_usage_pieces(ctx)), usage)
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(text(lang, *names, "text"))
    options = []
    for option in command.get_params(ctx):
        record = option.get_help_record(ctx)
        if record is None or not isinstance(option, click.Option):
            continue
        # Click has an English text only of its own options, such as --help; its marks, such as
        # [required], stand behind it.
        typed, marks = record[0], record[1].removeprefix(option.help or "").strip()
        for word in ("default", "required"):  # as in [default: 20; required]
            marks = marks.replace(word, text(lang, word))
        options.append((typed, "  ".join(filter(None, (text(lang, key_of(option, names)), marks)))))
    layout = SECTIONS.get(" ".join(names), {})
    lines = []
    if isinstance(command, click.Group):
        lines = [(name, text(lang, *names, name)) for name in command.list_commands(ctx)]
        _write_lists(formatter, lang, text(lang, "options"), options, {})
        _write_lists(formatter, lang, text(lang, "commands"), lines, layout)
    else:
        _write_lists(formatter, lang, text(lang, "options"), options, layout)
    # The program has its own last words; a command says where the global options are explained.
    if not names:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(text(lang, "epilog"))
    elif not isinstance(command, click.Group):
        formatter.write_paragraph()
        formatter.write_text(text(lang, "global"))
        formatter.write(f"\n{text(lang, 'examples')}:\n")
        for example in examples(*names):
            formatter.write("".join(f"  {line}\n" for line in example.split("\n")))
    return formatter.getvalue().rstrip("\n")


def _write_lists(
    formatter: click.HelpFormatter,
    lang: str,
    head: str,
    rows: Sequence[tuple[str, str]],
    layout: Mapping[str, Sequence[str]],
) -> None:
    """Write terms with their texts under the headings of a layout, what is in none under `head`."""
    # A term is the name of a command, or an option as it is typed: `-g, --game GAME`.
    of = {name: heading for heading, names in layout.items() for name in names}
    under: dict[str, list[tuple[str, str]]] = {heading: [] for heading in (*layout, "")}
    for row in rows:
        name = next((word for word in row[0].split() if word in of), "")
        under[of.get(name, "")].append(row)
    for heading, found in under.items():
        if found:
            with formatter.section(text(lang, "heading", heading) if heading else head):
                formatter.write_dl(found)


class WideHelp(click.HelpFormatter):
    """Lays out help as click does, in a language with wide characters and without blanks.

    Terminals of such a language often draw the sign `…` in two columns.
    """

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the line with the arguments."""
        self._hang(f"{prefix}{prog} ", args.replace("…", "..."))

    def write_text(self, text: str) -> None:
        """Write paragraphs."""
        self._hang(" " * self.current_indent, text)

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write terms with their texts in a second column."""
        from tourney.render.text import cell_width, pad

        rows = [(term.replace("…", "..."), words) for term, words in rows]
        column = min(max(cell_width(term) for term, _ in rows), col_max) + col_spacing
        for term, words in rows:
            head = " " * self.current_indent + term
            if cell_width(term) + col_spacing > column:
                self.write(f"{head}\n")
                head = ""
            self._hang(pad(head, self.current_indent + column), words)

    def _hang(self, head: str, text: str) -> None:
        """Write paragraphs beside a head, as they are if they begin with a backspace."""
        from tourney.render.text import cell_width, wrapped

        margin = " " * cell_width(head)
        width = self.width - len(margin)
        for paragraph in re.split(r"\n{2,}", text.strip("\n")):
            # Click's sign for a paragraph that is not wrapped, such as an example.
            kept = paragraph.removeprefix("\b\n")
            # A remark such as [default: 20] is not divided without need.
            words, *remarks = re.split(r"  (?=\[)", paragraph)
            lines = kept.split("\n") if kept != paragraph else wrapped(words, width)
            for remark in remarks if kept == paragraph else ():
                if cell_width(f"{lines[-1]}  {remark}") <= width:
                    lines[-1] += f"  {remark}"
                else:
                    lines += wrapped(remark, width)
            for line in lines:
                self.write(f"{head}{line}\n")
                head = margin
            self.write("\n")
        self.buffer.pop()  # the blank line after the last paragraph
