"""Settings: which source has priority; a change keeps the rest of the file as it is."""

import re
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tourney.cli.settings import SETTINGS, resolve
from tourney.domain.safe_text import without_password


@pytest.mark.parametrize(
    "words", [("-v", "--ascii", "games"), ("games", "-v", "--ascii"), ("--ascii", "games", "-v")]
)
def test_v_says_which_settings_hold_before_and_after_the_command(
    tourney: Tourney, words: tuple[str, ...]
) -> None:
    result = tourney(*words)
    *settings, time = result.err.splitlines()
    assert settings == ["setting db: tourney.db (default)", "setting ascii: True (--ascii)"]
    assert re.fullmatch(r"time: \d+\.\d\d s", time)
    assert result.out == tourney("games", "--ascii").out


def test_vv_says_all_settings(tourney: Tourney) -> None:
    for words in (("-vv", "games"), ("-v", "games", "-v")):
        told = tourney(*words).err
        assert "setting format: table (default)" in told
        assert told.count("setting ") == len(SETTINGS)


def test_flag_beats_environment_beats_project_beats_user_file(
    tourney: Tourney, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert tourney("config", "get", "format").out == "table\n"
    (tmp_path / "tourney").mkdir()
    (tmp_path / "tourney" / "config.toml").write_text('format = "csv"\n')
    assert tourney("config", "get", "format").out == "csv\n"
    (tmp_path / "tourney.toml").write_text('format = "plain"\n')
    assert tourney("config", "get", "format").out == "plain\n"
    monkeypatch.setenv("TOURNEY_FORMAT", "html")
    assert tourney("config", "get", "format").out == "html\n"
    assert tourney("config", "get", "format", "--format", "latex").out == "latex\n"
    assert tourney("config", "get", "format", "--json").out == "json\n"


def test_a_database_named_in_tourney_toml_stands_beside_it(
    tourney: Tourney, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tourney.toml").write_text('db = "cup.db"\n')
    (tmp_path / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "a" / "b")
    assert tourney("config", "get", "db").out == f"{tmp_path / 'cup.db'}\n"


def test_a_database_url_in_tourney_toml_is_kept(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "tourney.toml").write_text('db = "postgresql://host/cup"\n')
    assert tourney("config", "get", "db").out == "postgresql://host/cup\n"


@pytest.mark.parametrize(
    ("text", "code"),
    [("db = ", 3), ('colour = "never"', 2), ('color = "pink"', 2), ("\x00", 3)],
)
def test_a_bad_tourney_toml_is_named_in_one_line(
    tourney: Tourney, tmp_path: Path, text: str, code: int
) -> None:
    (tmp_path / "tourney.toml").write_text(text)
    result = tourney("config", "get", "db")
    assert result.code == code
    assert "tourney.toml" in result.err
    assert result.err.count("\n") == 1


def test_a_project_folder_that_is_not_there_exits_5(tourney: Tourney) -> None:
    assert tourney("--project", "nowhere", "config", "get", "db").code == 5


def test_config_set_keeps_comments_order_and_tables(tourney: Tourney, tmp_path: Path) -> None:
    before = '# ours\nformat = "csv" \n# end\n\n[bots]\ndb = "not this one"\n'
    (tmp_path / "tourney.toml").write_text(before)
    assert tourney("config", "set", "format", "json").code == 0
    assert tourney("config", "set", "db", 'odd "name".db').code == 0
    after = '# ours\nformat = "json"\n# end\n\ndb = "odd \\"name\\".db"\n[bots]\n'
    assert (tmp_path / "tourney.toml").read_text() == after + 'db = "not this one"\n'


def test_config_set_refuses_a_value_the_setting_cannot_have(
    tourney: Tourney, tmp_path: Path
) -> None:
    assert tourney("config", "set", "color", "pink").code == 2
    assert not (tmp_path / "tourney.toml").exists()


SECRET = "postgresql://me:s3:c@ret@localhost:1/x?password=s3:c@ret"


@pytest.mark.parametrize("command", [("standings", "-v"), ("config", "show")])
def test_a_password_is_not_shown(
    tourney: Tourney, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOURNEY_DB", SECRET)
    result = tourney(*command)
    assert "s3" not in result.out + result.err
    assert "postgresql://me:***@localhost:1/x?password=***" in result.out + result.err


@pytest.mark.parametrize(
    "command",
    [
        ("standings", "--db", SECRET),
        ("db", "copy", "--to", SECRET),
        ("db", "merge", SECRET, "--db", "x.db"),
        ("config", "set", "db", SECRET),
    ],
)
def test_a_password_is_refused_as_an_argument(tourney: Tourney, command: tuple[str, ...]) -> None:
    result = tourney(*command)
    assert result.code == 2
    assert "s3" not in result.err
    assert "in an argument 'postgresql://me:***@localhost:1/x?password=***'" in result.err
    assert "PGPASSWORD" in result.err


@pytest.mark.parametrize("password", ["a/b", "a?b", "a#b", "a:b", "a@b", "p?q=c&d"])
def test_a_password_of_any_characters_is_refused(tourney: Tourney, password: str) -> None:
    result = tourney("runs", "--db", f"postgresql://me:{password}@localhost:1/x")
    assert result.code == 2
    assert "in an argument 'postgresql://me:***@localhost:1/x'" in result.err


@pytest.mark.parametrize("key", ["password", "sslpassword"])
def test_a_password_behind_the_address_is_refused(tourney: Tourney, key: str) -> None:
    result = tourney("runs", "--db", f"postgresql://me@localhost:1/x?{key}=a#b&port=2")
    assert result.code == 2
    assert f"in an argument 'postgresql://me@localhost:1/x?{key}=***&port=2'" in result.err


def test_only_a_password_is_hidden() -> None:
    for text in ("tourney.db", "a:b@c", "sqlite:///x.db", "postgresql://me@host/x?port=1#:a@b"):
        assert without_password(text) == text


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "ja_JP.eucJP"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "TOURNEY_LANG": "en"}, "en"),
    ],
)
def test_the_language_is_that_of_the_system_unless_it_is_set(
    environ: dict[str, str], lang: str
) -> None:
    settings = resolve({}, {"XDG_CONFIG_HOME": "/nowhere", **environ})
    assert settings["lang"].value == lang


def test_the_language_may_be_given_before_a_wrong_command_line(tourney: Tourney) -> None:
    assert "というオプションはありません" in tourney("--lang", "ja", "games", "--bogus").err
