"""Sealed runs: what is announced before the first match binds; a beacon makes grinding useless."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import mean

import pytest

from tests.conftest import Tourney
from tests.program import Program, run
from tests.proofs.sealed import proof, verified
from tests.until import until
from tourney.proofs.commitment import Commitment, seeds
from tourney.proofs.proof_file import MerkleTree, leaf_hash
from tourney.proofs.verifier import AskedProof

pytestmark = pytest.mark.slow

BOTS = ("--bot", "a=greedy", "--bot", "b=random")
QUICK = ("run", "-g", "diamonds", "-O", "rounds=1", *BOTS)
LONG = ("run", "-g", "diams", "-O", "length=quick", *BOTS)
DIGEST = re.compile(r"before the first match: ([0-9a-f]{64})\n")
# The test vectors of the implementations of Certificate Transparency (RFC 6962).
LEAVES = ("", "00", "10", "2021", "3031", "40414243", "5051525354555657",
          "606162636465666768696a6b6c6d6e6f")  # fmt: skip
ROOTS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)


def test_the_merkle_tree_is_that_of_rfc_6962() -> None:
    tree = MerkleTree()
    found = [tree.root().hex()]
    for leaf in LEAVES:
        tree.add(leaf_hash(bytes.fromhex(leaf)))
        found.append(tree.root().hex())
    assert tuple(found) == ROOTS


def secret_of(folder: Path) -> str:
    with closing(sqlite3.connect(folder / "tourney.db")) as db:
        (text,) = db.execute("SELECT text FROM sealing").fetchone()
    return str(json.loads(text)["secret"])


def test_nothing_is_played_before_the_beacon_and_nothing_shows_the_secret(
    tourney: Tourney, tmp_path: Path
) -> None:
    begun = tourney(
        *QUICK, "--deals", "2", "--commit", "--beacon", "Lotto of 5 December", "--name", "x"
    )
    assert begun.code == 0
    (digest,) = DIGEST.findall(begun.err)
    assert "tourney run --resume x --beacon" in begun.err
    waiting = tourney("run", "--resume", "x")
    assert (waiting.code, waiting.err.count("\n")) == (6, 1)
    assert tourney("match", "list").out.count("x/") == 0
    assert tourney("run", "--resume", "x", "--beacon", "3 17", "--dry-run").code == 2
    early = tourney("export", "proof", "x", "-o", "x.proof")
    assert (early.code, early.err.count("\n")) == (6, 1)
    given = tourney("run", "--resume", "x", "--beacon", " 3  17 22 ", "-j", "1", "-q")
    assert given.code == 0
    other = tourney("run", "--resume", "x", "--beacon", "3 17 23")
    assert other.code == 6
    assert "'3 17 22'" in other.err
    secret = secret_of(tmp_path)
    seen = [begun, waiting, early, given, other, tourney("runs", "show", "x")]
    seen += [tourney("export", kind, "x") for kind in ("tmr", "results", "moves")]
    assert digest in seen[5].out
    assert tourney("export", "sqlite", "x", "-o", "snapshot.db", "-q").code == 0
    assert all(secret not in one.out + one.err for one in seen)
    assert secret.encode() not in (tmp_path / "snapshot.db").read_bytes()
    opened = tourney("export", "proof", "x", "-o", "x.proof")
    assert opened.code == 0
    assert secret in (tmp_path / "x.proof").read_text()
    assert "not yet" not in tourney("runs", "show", "x").out
    passes = tourney("verify", "x.proof", "--commitment", digest, "--beacon", "3 17 22")
    assert passes.code == 0
    assert passes.out == "everything follows: 4 matches\n"
    assert tourney("verify", "x.proof", "--beacon", "3 17 21").code == 3


def test_the_seeds_of_a_run_follow_from_secret_and_beacon(tourney: Tourney) -> None:
    tourney(*QUICK, "--deals", "1", "--commit", "--beacon", "dice", "--name", "x", "-q")
    tourney("run", "--resume", "x", "--beacon", "6 6 1", "-q")
    tourney("export", "proof", "x", "-o", "x.proof", "-q")
    head, opening, *_ = Path("x.proof").read_text().splitlines()
    cards, bots = seeds(json.loads(head)["secret"], "6 6 1")
    again = tourney(
        *QUICK, "--deals", "1", "--seed", cards, "--bot-seed", bots, "--name", "y", "-q"
    )
    assert again.code == 0
    assert json.loads(opening)["seed"] == cards
    moves = [tourney("export", "moves", name).out.replace(f"{name}/", "") for name in "xy"]
    assert moves[0] == moves[1]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--commit", "--seed", "7"), 2),
        (("--beacon", "dice"), 2),
        (("--commit", "--beacon", " "), 2),
        (("--commit", "--log", "results"), 2),
        (("--commit", "--part", "1/2", "--seed", "7"), 2),
    ],
)
def test_settings_that_a_sealed_run_cannot_have_are_refused(
    words: tuple[str, ...], code: int, tourney: Tourney, tmp_path: Path
) -> None:
    result = tourney(*QUICK, "--deals", "1", *words)
    assert (result.code, result.err.count("\n")) == (code, 1)
    assert not (tmp_path / "tourney.db").exists()


def test_a_sealed_run_is_neither_longer_nor_other_than_announced(tourney: Tourney) -> None:
    tourney(*QUICK, "--deals", "1", "--commit", "--name", "x", "-q")
    assert tourney("run", "--extend", "x", "--deals", "1").code == 2
    assert tourney("run", "--resume", "x", "--changed").code == 2
    assert tourney("run", "--resume", "x", "--replay-faults").code == 2
    assert tourney("run", "--resume", "x", "--beacon", "3").code == 2
    tourney(*QUICK, "--deals", "1", "--name", "plain", "-q")
    assert tourney("export", "proof", "plain").code == 2


def test_a_run_that_was_stopped_may_be_opened_and_not_be_continued(tourney: Tourney) -> None:
    tourney(*QUICK, "--deals", "3", "--commit", "--beacon", "dice", "--name", "x", "-q")
    tourney("run", "--resume", "x", "--beacon", "4", "--hours", "1e-9", "-q")
    refused = tourney("export", "proof", "x", "-o", "x.proof")
    assert (refused.code, refused.err.count("\n")) == (6, 1)
    assert "tourney runs stop x" in refused.err
    assert "tourney export proof x" in tourney("runs", "stop", "x").err
    assert tourney("export", "proof", "x", "-o", "x.proof").code == 0
    assert "stopped after" in tourney("verify", "x.proof").err
    late = tourney("run", "--resume", "x")
    assert (late.code, late.err.count("\n")) == (6, 1)


def test_a_run_that_a_rule_ends_is_verified_to_its_end(tourney: Tourney, tmp_path: Path) -> None:
    rule = ("--until", "sprt(0,2)", "--commit", "--name", "x", "-q")
    assert tourney(*QUICK, *rule).code == 0
    assert tourney("export", "proof", "x", "-o", "x.proof", "-q").code == 0
    assert tourney("verify", "x.proof", "-q").code == 0
    # One deal less: then the rule had not ended the run.
    lines = (tmp_path / "x.proof").read_bytes().splitlines(keepends=True)
    opening = json.loads(lines[1])
    opening["matches"] -= 2
    lines[1:2] = [json.dumps(opening, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"]
    (tmp_path / "short.proof").write_bytes(b"".join([*lines[:-3], lines[-1]]))
    assert tourney("verify", "short.proof", "-q").code == 3


def test_a_killed_sealed_run_goes_on_with_the_same_matches(tmp_path: Path) -> None:
    long = (*LONG, "--deals", "60", "--commit", "--name", "x")
    with Program([*long], cwd=tmp_path) as playing:
        until(lambda: (tmp_path / "tourney.db").exists() and stored(tmp_path) > 2)
        playing.kill()
    assert 2 < stored(tmp_path) < 120
    assert run("run", "--resume", "x", "-q", cwd=tmp_path).returncode == 0
    assert run("export", "proof", "x", "-o", "x.proof", "-q", cwd=tmp_path).returncode == 0
    assert run("verify", "x.proof", cwd=tmp_path).returncode == 0


def stored(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "tourney.db")) as db:
        try:
            return int(db.execute("SELECT count(*) FROM match").fetchone()[0])
        except sqlite3.OperationalError:
            return 0


def test_a_run_travels_with_its_commitment(tourney: Tourney, tmp_path: Path) -> None:
    tourney(*QUICK, "--deals", "2", "--commit", "--beacon", "dice", "--name", "x", "-q")
    tourney("run", "--resume", "x", "--beacon", "5 2", "-q")
    assert tourney("db", "copy", "--to", "copy.db").code == 0
    assert tourney("db", "merge", "tourney.db", "--db", "merged.db").code == 0
    proofs = []
    for name in ("tourney", "copy", "merged"):
        words = ("export", "proof", "x", "-q", "-o", f"{name}.proof", "--db", f"{name}.db")
        assert tourney(*words).code == 0
        proofs.append((tmp_path / f"{name}.proof").read_bytes())
    assert proofs[0] == proofs[1] == proofs[2]
    assert tourney("runs", "rm", "x", "-y").code == 0


def test_a_packed_proof_is_the_same_text(tourney: Tourney, tmp_path: Path) -> None:
    import gzip

    tourney(*QUICK, "--deals", "1", "--commit", "--name", "x", "-q")
    for name in ("x.proof", "x.proof.gz"):
        assert tourney("export", "proof", "x", "-o", name, "-q").code == 0
    packed = (tmp_path / "x.proof.gz").read_bytes()
    assert gzip.decompress(packed) == (tmp_path / "x.proof").read_bytes()
    assert tourney("verify", "x.proof.gz", "-q").code == 0
    (tmp_path / "cut.proof.gz").write_bytes(packed[:-30])
    cut = tourney("verify", "cut.proof.gz")
    assert (cut.code, cut.err.count("\n")) == (3, 1)


@pytest.mark.parametrize(("file", "code"), [("nowhere.proof", 5), ("x.toml", 3), (".", 1)])
def test_a_file_that_is_no_proof_gets_one_line(
    file: str, code: int, tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "x.toml").write_text("game = 1\n")
    result = tourney("verify", file)
    assert (result.code, result.err.count("\n")) == (code, 1)


def test_tests_of_a_file_are_sealed(tourney: Tourney, tmp_path: Path) -> None:
    text = 'game = "diams"\ndeals = 1\noptions = {length = "quick"}\n'
    text += (
        'bots = {a = "greedy", b = "random"}\ntests = ["a is better than b: lower bound above 2"]\n'
    )
    (tmp_path / "x.toml").write_text(text)
    assert tourney("run", "x.toml").code == 2
    assert tourney("run", "x.toml", "--commit", "-q").code == 0
    assert tourney("export", "proof", "x", "-o", "x.proof", "-q").code == 0
    head = Commitment.read((tmp_path / "x.proof").read_text().splitlines()[0])
    assert head.tests == ("a is better than b: lower bound above 2",)


def test_the_account_of_an_analysed_run_is_verified(tourney: Tourney, tmp_path: Path) -> None:
    # Blue Border is analysed in a sixth of the time that Diam's takes.
    tourney("run", "-g", "blue-border", *BOTS, "--deals", "1", "--commit", "--name", "x", "-q")
    assert tourney("analyse", "run:x", "-q").code == 0
    assert tourney("export", "proof", "x", "-o", "x.proof", "-q").code == 0
    lines = (tmp_path / "x.proof").read_bytes().splitlines(keepends=True)
    account = json.loads(lines[-1])["account"]
    assert [row["player"] for row in account] == ["a", "b"]
    assert verified(b"".join(lines), tmp_path) == []
    changed = lines[-1].replace(account[0]["result"].encode(), b"0.123456789", 1)
    found = verified(b"".join([*lines[:-1], changed]), tmp_path)
    assert [(one.line, one.found) for one in found] == [(len(lines), "0.123456789")]


def test_the_seeds_of_a_sealed_run_are_hidden_until_it_is_opened(
    tourney: Tourney, tmp_path: Path
) -> None:
    begun = [tourney(*QUICK, "--deals", "3", "--commit", "--name", "x", "-j", "1")]
    with closing(sqlite3.connect(tmp_path / "tourney.db")) as db:
        known = db.execute("SELECT seed, bot_seed FROM run").fetchone()
    assert tourney("db", "copy", "--to", "copy.db").code == 0

    def shown() -> list[str]:
        found = [tourney("runs", "show", "x"), tourney("runs", "show", "x", "--json")]
        found += [tourney("match", "show", "x/1"), tourney("export", "tmr", "x")]
        assert [one.code for one in found] == [0] * 4
        return [one.out + one.err for one in (*begun, *found)]

    assert not any(seed in text for seed in known for text in shown())
    as_seed = tourney(*QUICK, "--deals", "1", "--seed", "run:x", "--name", "y")
    assert (as_seed.code, as_seed.err.count("\n")) == (6, 1)
    assert tourney("check", "run:x", "-q").code == 0
    assert tourney("export", "proof", "x", "-o", "x.proof", "-q").code == 0
    begun.clear()
    assert all(known[0] in text for text in shown())
    removed = tourney("runs", "rm", "x", "-y", "--db", "copy.db")
    assert removed.code == 0
    assert known[0] not in removed.out + removed.err


def test_a_proof_that_cannot_be_written_opens_nothing(tourney: Tourney) -> None:
    tourney(*QUICK, "--deals", "1", "--commit", "--name", "x", "-q")
    failed = tourney("export", "proof", "x", "-o", "nowhere/x.proof")
    assert (failed.code, failed.err.count("\n")) == (5, 1)
    assert tourney("export", "proof", "x", "-o", "nowhere/x.proof.gz").code == 5
    assert "not yet" in tourney("runs", "show", "x").out
    assert tourney("run", "--resume", "x", "-q").code == 0


def test_copies_from_before_and_after_the_beacon_tell_no_seeds_when_they_are_merged(
    tourney: Tourney, tmp_path: Path
) -> None:
    tourney(*QUICK, "--deals", "1", "--commit", "--beacon", "dice", "--name", "x", "-q")
    assert tourney("db", "copy", "--to", "early.db").code == 0
    tourney("run", "--resume", "x", "--beacon", "4", "-q")
    with closing(sqlite3.connect(tmp_path / "tourney.db")) as db:
        (seed,) = db.execute("SELECT seed FROM run").fetchone()
    refused = tourney("db", "merge", "tourney.db", "--db", "early.db")
    assert (refused.code, refused.err.count("\n")) == (6, 1)
    assert seed not in refused.err


def test_tests_of_several_lines_are_not_sealed(tourney: Tourney, tmp_path: Path) -> None:
    text = 'game = "diams"\ndeals = 1\nbots = {a = "greedy", b = "random"}\ntests = ["a\\nb"]\n'
    (tmp_path / "x.toml").write_text(text)
    result = tourney("run", "x.toml", "--commit")
    assert (result.code, result.err.count("\n")) == (2, 1)


# -- grinding: an organiser tries a thousand secrets and keeps the best


def luck(secret: str, beacon: str) -> float:
    """What a deal is worth to the organiser: a number from 0 to 1 that follows from the seed."""
    return Random(seeds(secret, beacon)[0]).random()


def test_a_secret_that_was_ground_before_the_beacon_gains_nothing() -> None:
    rng = Random(6962)
    before, after = [], []
    for draw in range(100):
        secrets = [f"{rng.getrandbits(256):064x}" for _ in range(1000 if draw < 20 else 100)]
        best = max(secrets, key=lambda secret: luck(secret, ""))
        before.append(luck(best, f"draw {draw}"))
        after.append(luck(best, ""))
    # Without a beacon the best of many is nearly certain; with one it is a secret like any other,
    # whose mean is 0.5 with a standard error of 0.029.
    assert mean(after) > 0.98
    assert abs(mean(before) - 0.5) < 0.1


def test_a_secret_that_was_chosen_after_the_beacon_is_another_commitment(tmp_path: Path) -> None:
    lines = proof("diams")
    announced = Commitment.read(lines[0].decode().rstrip("\n"))
    head = json.loads(lines[0])
    for number in range(20):
        head["secret"] = f"{number:064x}"
        text = json.dumps(head, ensure_ascii=False, separators=(",", ":"))
        forged = Commitment.read(text)
        opening = {**json.loads(lines[1]), "commitment": forged.digest}
        opening["seed"], opening["bot_seed"] = seeds(forged.secret, "")
        second = json.dumps(opening, ensure_ascii=False, separators=(",", ":"))
        content = b"".join([f"{text}\n{second}\n".encode(), *lines[2:]])
        (found,) = verified(content, tmp_path, AskedProof(commitment=announced.digest))
        assert (found.line, found.expected, found.found) == (1, announced.digest, forged.digest)
