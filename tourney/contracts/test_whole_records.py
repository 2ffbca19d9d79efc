"""A match of any game is a record that passes its check, and every text is in both languages."""

from engines.games import GAMES
from engines.messages import LANGUAGES, Sentence, catalogue
from tourney.contracts.playing import Case, every_case, every_name, played, texts
from tourney.domain.match_values import StoredMatch
from tourney.records import check, engine_record, read, write


@every_case
def test_a_match_is_a_record_that_passes_its_check(case: Case) -> None:
    end = played(case, 3)
    outcome = end.state.outcome()
    assert outcome is not None
    match = StoredMatch(
        id=0,
        name="contract/1",
        game=case.game.name,
        rules=case.game.version,
        options=case.setting,
        headers=(("source", "engine"),),
        players=tuple("abcdefgh"[: case.seats]),
        versions=(None,) * case.seats,
        scores=outcome.scores,
        places=outcome.places,
        status="complete",
        entries=texts(case.game, end.log),
    )
    text = engine_record(match)
    document = read(text)
    assert write(document) == text
    report = check(document.matches[0])
    assert report.problems == ()
    assert report.passed


@every_name
def test_every_sentence_has_both_languages_with_the_same_placeholders(name: str) -> None:
    game = GAMES[name]
    room = game.package.rpartition(".")[2].replace("_", "-")
    sentences = [Sentence(f"{room}.{key}") for key in catalogue(room)]
    assert sentences
    for sentence in sentences:
        assert all(sentence.template(lang).strip() for lang in LANGUAGES), sentence.code
        assert sentence.fields("en") == sentence.fields("ja"), sentence.code
    assert set(game.title) == set(LANGUAGES)
