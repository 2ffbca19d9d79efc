"""Messages about rounds that a program for chess tournaments pairs."""

from typing import Final

from engines.messages import Sentence

PAIRED_BY: Final = Sentence(
    "event.paired-by",
    "round {round} of {stage} paired by {program}: {count} {count:table|tables}, {game}",
    "「{stage}」第{round}回戦を{program}が組みました: {count}卓、{game}",
)
RULES_OF: Final = Sentence(
    "event.rules-of",
    "{program}, FIDE Dutch system, rules of {year}",
    "{program}(FIDEダッチ方式、{year}年の規則)",
)
RULES_UNKNOWN: Final = Sentence(
    "event.rules-unknown",
    "{program}, FIDE Dutch system, year of the rules not known",
    "{program}(FIDEダッチ方式、規則の年は不明)",
)
NO_PAIRING_PROGRAM: Final = Sentence(
    "event.no-pairing-program",
    "cannot find the program {program}; install it from "
    "github.com/BieremaBoyzProgramming/bbpPairings, or name its file in the setting bbp_pairings, "
    "or leave out --fide",
    "プログラム{program}が見つかりません。github.com/BieremaBoyzProgramming/bbpPairingsから"
    "インストールするか、設定bbp_pairingsにファイルを書くか、--fideを外してください",
)
PAIRING_PROGRAM_FAILED: Final = Sentence(
    "event.pairing-program-failed",
    "{program} gives no pairing: {fault}; leave out --fide, or give the tables with --pods",
    "{program}は組み合わせを出しません: {fault}。--fideを外すか、--podsで卓を指定してください",
)
