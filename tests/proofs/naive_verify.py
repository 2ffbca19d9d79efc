"""A second verifier, written from docs/proof-format.md alone: `python naive_verify.py FILE [C]`.

It knows no rules of a game. It checks form, hashes, seeds, the schedule, the standings as far as
points go, and in Diamonds the cards that every seat is dealt.
"""

import gzip
import hmac
import itertools
import json
import math
import random
import sys
from fractions import Fraction
from hashlib import blake2b, sha256
from unicodedata import normalize

HEAD = """tourney-proof name game rules options bots seats deals schedule block event date on_fault
move_ms bank_ms memory_mb isolation log until program judge points tiebreaks tests source secret"""
OPENING = "commitment beacon seed bot_seed matches judge"
MATCH = "match deal lineup rotation bots log faults status scores places hash"
FOOT = "root standings account hash"


def read(text, keys):
    found = json.loads(text)
    form = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    if form != text or not isinstance(found, dict) or list(found) != keys.split():
        raise ValueError("not in canonical form")
    return found


def hmac256(key, text):
    return hmac.new(key, text.encode(), sha256).digest()


def digest(key, *words):
    return blake2b("\0".join(map(str, words)).encode(), key=key, digest_size=32).digest()


def leaf(text):
    bare = text[: text.rindex(',"hash":"')] + "}"
    return sha256(b"\0" + bare.encode()).digest()


def root(leaves):
    if len(leaves) < 2:
        return leaves[0] if leaves else sha256().digest()
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return sha256(b"\1" + root(leaves[:half]) + root(leaves[half:])).digest()


class Schedule:
    def __init__(self, head, seed):
        self.seats, self.block, self.seed = head["seats"], head["block"], seed.encode()
        self.names = [bot["name"] for bot in head["bots"]]
        everybody, seats = range(len(self.names)), self.seats
        kind, _, hero = head["schedule"].partition(":")
        if kind == "fixed":
            self.lineups = [tuple(range(seats))]
        elif kind == "roundrobin":
            self.lineups = list(itertools.combinations(everybody, seats))
        else:
            self.hero = self.names.index(hero)
            others = [bot for bot in everybody if bot != self.hero]
            fellows = itertools.combinations(others, seats - 1)
            self.lineups = [tuple(sorted((self.hero, *some))) for some in fellows]
        sizes = {"rotation": seats, "swap": min(2, seats), "all": math.factorial(seats), "none": 1}
        self.size = sizes[self.block]
        self.total = head["deals"] * len(self.lineups) * self.size

    def match(self, number):
        rest, turn = divmod(number - 1, self.size)
        deal, lineup = divmod(rest, len(self.lineups))
        bots = list(self.lineups[lineup])
        others = [bot for bot in bots if bot != getattr(self, "hero", None)]
        pair = (
            (bots[0], bots[1])
            if len(others) == len(bots)
            else (self.hero, others[deal % len(others)])
        )
        left = int.from_bytes(digest(hmac256(self.seed, "order"), deal, lineup), "big")
        for last in range(len(bots) - 1, 0, -1):
            left, chosen = divmod(left, last + 1)
            bots[last], bots[chosen] = bots[chosen], bots[last]
        if self.block == "rotation":
            bots = [bots[(seat - turn) % len(bots)] for seat in range(len(bots))]
        elif self.block == "swap" and turn:
            other = {pair[0]: pair[1], pair[1]: pair[0]}
            bots = [other.get(bot, bot) for bot in bots]
        elif self.block == "all":
            bots = list(next(itertools.islice(itertools.permutations(bots), turn, None)))
        return {
            "deal": deal,
            "lineup": lineup,
            "rotation": turn,
            "bots": [self.names[b] for b in bots],
        }


def dealt_wrong(match, seed):
    """In Diamonds: the first entry that is another hand than the one that was dealt."""
    key, number, order = digest(hmac256(seed.encode(), "deal"), match["deal"]), 0, []
    for at, entry in enumerate(match["log"], 1):
        words = [*entry.split(), "", ""][: max(2, len(entry.split()))]
        if words[1] == "round":
            number += 1
            luck = digest(key, f"deal {number}")
            dealer = random.Random(int.from_bytes(luck[:16], "big"))
            weights = [dealer.random() for _ in range(60)]
            order = sorted(range(60), key=lambda card: weights[card])
        elif words[1] == "hand":
            seat, size = max(0, "ABCDEFGH".find(words[0])), len(words) - 2
            cards = sorted(order[seat * size : (seat + 1) * size])
            if words[2:] != [f"{'DHSC'[card // 15]}{card % 15 + 1}" for card in cards]:
                return at
    return 0


def points(places, sides):
    of_sides = list(dict(zip(sides, places, strict=True)).values())
    top = max(len(of_sides) - 1, 1)
    return [
        Fraction(4) - Fraction(4 * (place - 1) + 2 * (of_sides.count(place) - 1), top)
        for place in places
    ]


def differences(path, commitment=None):
    with open(path, "rb") as file:
        content = file.read()
    try:
        content = gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content
        texts = content.decode().split("\n")
    except UnicodeDecodeError as error:
        yield 1 + error.object[: error.start].count(b"\n"), "no UTF-8"
        return
    if texts.pop() != "":
        yield len(texts) + 1, "the last line has no end"
    try:
        line = 1
        head = read(texts[0], HEAD)
        line = 2
        opening = read(texts[1], OPENING)
    except (ValueError, IndexError) as error:
        yield line, str(error)
        return
    own = sha256(texts[0].encode()).hexdigest()
    for stated in (opening["commitment"], commitment or own):
        if stated != own:
            yield 1, f"commitment {own}, not {stated}"
            return
    for line, text in ((1, head["source"]), (2, opening["beacon"])):
        one_form = " ".join(normalize("NFKC", text).split())
        if text != one_form or not text.isprintable() or len(text) > 200:
            yield line, "the beacon or its source in another form"
    if (head["source"] == "") != (opening["beacon"] == ""):
        yield 2, "a beacon without a source, or a source without a beacon"
    for key, purpose in (("seed", "cards"), ("bot_seed", "bots")):
        right = hmac256(bytes.fromhex(head["secret"]), f"{purpose}\0{opening['beacon']}").hex()
        if opening[key] != right:
            yield 2, f"{key} must be {right}"
    if opening["judge"] not in ("", head["judge"]):
        yield 2, "another judge than the sealed one"
    schedule, leaves, sums = Schedule(head, opening["seed"]), [], {}
    if len(texts) - 3 != opening["matches"] or opening["matches"] > schedule.total:
        yield 2, f"{len(texts) - 3} matches"
    for line, text in enumerate(texts[2:-1], 3):
        try:
            match = read(text, MATCH)
        except ValueError as error:
            yield line, str(error)
            continue
        right = {"match": line - 2, **schedule.match(line - 2)}
        wrong = [f"{key} must be {value}" for key, value in right.items() if match[key] != value]
        if (
            head["game"] == "diamonds"
            and not head["options"]
            and (at := dealt_wrong(match, opening["seed"]))
        ):
            wrong.append(f"entry {at}: another hand was dealt")
        leaves.append(leaf(text))
        if leaves[-1].hex() != match["hash"]:
            wrong.append("the hash")
        yield from ((line, each) for each in wrong)
        if match["places"]:
            partners = head["options"].get("teams") == "on"
            sides = [seat % (head["seats"] // (1 + partners)) for seat in range(head["seats"])]
            for name, worth in zip(match["bots"], points(match["places"], sides), strict=True):
                count, sum_ = sums.get(name, (0, 0))
                sums[name] = count + 1, sum_ + worth
    try:
        foot = read(texts[-1], FOOT)
    except ValueError as error:
        yield len(texts), str(error)
        return
    if foot["hash"] != leaf(texts[-1]).hex():
        yield len(texts), "the hash"
    if foot["root"] != root(leaves).hex():
        yield len(texts), "the Merkle root"
    rows = {row["player"]: (row["matches"], Fraction(row["points"])) for row in foot["standings"]}
    if rows != sums:
        yield len(texts), f"the standings: {sums}"


if __name__ == "__main__":
    found = list(differences(*sys.argv[1:]))
    for line, what in found:
        print(f"line {line}: {what}")
    sys.exit(3 if found else 0)
