"""Right words for wrong ones: mistyped, in another order or width, or words of other programs.

`completion.json` has all commands and options, `synonyms.toml` the words of other programs.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from tomllib import loads
from typing import Any
from unicodedata import normalize

from tourney.cli.completion import commands
from tourney.cli.settings import FORMATS

MOST = 3
"""How many words are suggested."""


DASHES = "-‐‑–—−ー－"
"""Signs that stand for a dash before an option, also where text is typed in full width."""


def plain(word: str) -> str:
    """A word in small letters of half width, with `-` for `_` and for other dashes before it."""
    rest = word.lstrip(DASHES)
    return "-" * (len(word) - len(rest)) + normalize("NFKC", rest).casefold().replace("_", "-")


@cache
def synonyms() -> Mapping[str, Mapping[str, Any]]:
    """The words of other programs."""
    found: dict[str, Any] = loads(Path(__file__).with_name("synonyms.toml").read_text("utf-8"))
    return found


def commands_for(names: Sequence[str], typed: str, rest: Sequence[str]) -> list[str]:
    """Commands that may be meant by a wrong word after `names`; `rest` are the words after it.

    One of the same group is named alone, others with all their words.
    """
    tree = commands()["commands"]
    word = plain(typed)
    group = " ".join(names)
    there: Sequence[str] = tree[group]["commands"]
    found = _candidates(tree, group, word, [plain(one) for one in rest])
    begin = f"{group} " if group else ""
    near = [f"{begin}{one}" for one in get_close_matches(word, there, MOST, 0.6)]
    # A slip of the finger comes first where it is a small one.
    best = [*near, *found] if get_close_matches(word, there, 1, 0.8) else [*found, *near]
    if not best:
        best = [f"{begin}{one}" for one in get_close_matches(word, there, MOST, 0.5)]
    return [one.removeprefix(begin) for one in dict.fromkeys(best)][:MOST]


def _candidates(
    tree: Mapping[str, Any], group: str, word: str, rest: Sequence[str]
) -> Iterator[str]:
    there = tree[group]["commands"]
    begin = f"{group} " if group else ""
    verbs = synonyms()["verbs"].get(word, ())
    if word in there:  # in another width, or in capitals
        yield begin + word
    if group:
        # With what it is about behind it: `remove-player` in `event` is `drop`.
        verbs = verbs or synonyms()["verbs"].get(word.partition("-")[0], ())
        # The name of a setting: `config lang ja`.
        setting = tree.get(f"{begin}set", {}).get("arguments", ("",))[0]
        if word.replace("-", "_") in setting.lstrip("=").split("|"):
            yield f"{begin}set"
        yield from (begin + verb for verb in verbs if verb in there)
        yield from (begin + one for one in there if one.startswith(f"{word}-"))
        # Of another group: `event merge` is `player merge`.
        if f"{group}s {word}" in tree or f"{group.removesuffix('s')} {word}" in tree:
            yield f"{group}s {word}" if f"{group}s {word}" in tree else f"{group[:-1]} {word}"
        yield from (one for one in tree if one.split()[1:] == [word])
        # A name instead of a command: `runs cup`, `event "Autumn Cup"`.
        if not verbs and "show" in there and not get_close_matches(word, there, 1, 0.5):
            yield f"{begin}show"
        return
    # The noun comes first here: `list runs`, `new event`, `add player`.
    for noun in rest[:1]:
        group_of = next((one for one in (noun, noun.removesuffix("s"), f"{noun}s")
                         if tree.get(one, {}).get("commands")), None)  # fmt: skip
        if group_of:
            its = tree[group_of]["commands"]
            for verb in (word, *verbs):
                if verb in its:
                    yield f"{group_of} {verb}"
            yield from (f"{group_of} {one}" for one in its if one.startswith(f"{word}-"))
    if word in synonyms()["commands"]:
        yield synonyms()["commands"][word]
    for one in (word.removesuffix("s"), f"{word}s"):
        if one in there:
            yield one
    # In one word: `event-new`, `addplayer`, `newevent`.
    joined = word.replace("-", "")
    yield from (one for one in tree if " " in one and joined in _orders(one))
    # A command of a group, without the group.
    yield from (one for one in tree if one.split()[1:] == [word])
    for verb in verbs:
        yield from (one for one in tree if one.split()[1:] == [verb])


def _orders(name: str) -> Iterable[str]:
    first, second = name.replace("-", "").split(" ")
    return first + second, second + first


def options_for(names: Sequence[str], typed: str) -> tuple[list[str], list[str]]:
    """Options of a command that may be meant, and other commands that have the option."""
    data = commands()
    own = data["commands"][" ".join(names)]
    known = {**own["options"], **data["globals"]}
    # A long option with one dash, in capitals, in full width, with `_`.
    word = plain(typed.partition("=")[0])
    word = f"--{word.lstrip('-')}" if len(word.lstrip("-")) > 1 else word
    found = [word] if word in known else []
    # It is an argument here: `play --game diams`, `event new --name Cup`.
    first = own["arguments"][:1]
    if word[2:] in " ".join(own["arguments"]).split() or (word == "--name" and first == ["-"]):
        found.append(" ".join((*names, word[2:].upper())))
    wanted = synonyms()["options"].get(word)
    if wanted and (wanted.split()[0] in known or wanted.startswith("-o ")):
        found.append(wanted)
    # Its beginning, its plural, or a slip of the finger.
    found += [one for one in known if len(word) > 3 and one.startswith(word)]
    found += [one for one in known if len(one) > 5 and word.startswith(one)]
    others = [name for name, one in data["commands"].items() if name and word in one["options"]]
    if not others:
        found += get_close_matches(word, known, MOST, 0.7)
    # A command is meant: `event show --standings`.
    if not found and not others and word[2:] in data["commands"]:
        found.append(word[2:])
    return list(dict.fromkeys(found))[:MOST], others[:MOST]


def options_of_words(names: Sequence[str], typed: Sequence[str]) -> list[str]:
    """Options that are meant by words without dashes: `demo diamonds`, `unpair round 2`."""
    data = commands()
    own = data["commands"][" ".join(names)]["options"]
    found = []
    for word, after in zip(typed, [*typed[1:], ""], strict=True):
        if own.get("--game") and plain(word) in data["lists"]["game"]:
            found.append(f"--game {plain(word)}")
        elif f"--{plain(word)}" in own:
            found.append(f"--{plain(word)} {after}".rstrip())
    return list(dict.fromkeys(found))[:MOST]


def choices_for(names: Sequence[str], typed: str, choices: Iterable[str]) -> list[str]:
    """What may be meant by a word that is none of the choices of an argument or option."""
    data, word, there = commands(), plain(typed), [*choices]
    key, sign, value = typed.partition("=")
    if sign and key in there:  # `config set lang=ja`
        return [f"{key} {value}"]
    # A way to write a table: `export csv`.
    own = data["commands"].get(" ".join(names), {}).get("options", {})
    if word in FORMATS and "--format" in {**own, **data["globals"]}:
        return [f"--format {word}"]
    meant = (word, f"{word}s", word.removesuffix("s"), synonyms()["commands"].get(word, ""))
    found = [one for one in meant if one in there]
    return list(dict.fromkeys([*found, *get_close_matches(word, there, MOST, 0.7)]))[:MOST]
