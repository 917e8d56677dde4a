"""The Laws are found by number, as written or spoken, and by word; a number is never lent."""

import re

import pytest

from access_chess.edge.packs.laws import has_laws, load_laws
from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.laws.articles import Article, Division, RuleNumber
from access_chess.laws.editions import Edition
from access_chess.laws.rule_numbers import numbers_of, rules_at, typed_number
from access_chess.laws.rule_topics import TOPICS
from access_chess.laws.told_articles import RULES_TOLD, SAID_BY, Rule, ToldArticle, number_in
from access_chess.speech.answers.laws import asked_number, changes, elsewhere, nearest_number, topic_of, unlisted
from access_chess.speech.answers.rules_of_phrases import NO_RULE, RULE_OF
from access_chess.speech.language.voice_pack import WITHOUT_ARBITER
from access_chess.speech.telling.narration import number_words, pointed_words

F09, F18, F23 = Edition.FIDE_2009, Edition.FIDE_2018, Edition.FIDE_2023
LAWS = load_laws("en")
PACKS = [pack for pack in voice_pack_names() if has_laws(pack)]


@pytest.mark.parametrize("edition", Edition)
def test_each_number_is_found_as_the_edition_writes_it(edition: Edition) -> None:
    for rule, number in numbers_of(edition).items():
        written = number_in(rule, edition) or ""
        if number.division is Division.PREFACE:
            continue
        for typed in (written, written.replace(".", " "), written.lower(), re.sub(r"\.(?=[a-z])", "", written)):
            found = asked_number(typed, LAWS, edition)
            assert found is not None, typed
            assert rule in rules_at(found, edition) or found.division is not number.division, typed


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("edition", Edition)
def test_each_number_is_found_as_it_is_spoken(pack: str, edition: Edition) -> None:
    texts = load_laws(pack)
    for rule, number in numbers_of(edition).items():
        if number.division is not Division.PREFACE:
            spoken = number_words(number, texts.pack).spoken
            assert rule in rules_at(asked_number(spoken, texts, edition) or number, edition), spoken
            assert asked_number(spoken, texts, edition) == number, spoken


@pytest.mark.parametrize(
    ("line", "edition", "expected"),
    [
        ("4.3", F09, "4.3"),
        ("4.3b", F09, "4.3.b"),
        ("4.3 b", F09, "4.3.b"),
        ("article 4.3.b", F09, "4.3.b"),
        ("article four point three b", F09, "4.3.b"),
        ("four point three", F09, "4.3"),
        ("3.8.b(1)", F09, "3.8.b.1"),
        ("A4c", F09, "A.4.c"),
        ("appendix a 4 c", F09, "A.4.c"),
        ("iii.5", F18, "III.5"),
        ("guideline 3.5", F18, "III.5"),
        ("guideline 10", F18, None),
        ("appendix 4", F09, None),
        ("guideline three point five", F18, "III.5"),
        ("guideline 4", F09, "4"),
        ("9.a", F09, "9.a"),
        ("e9", Edition.SOVIET, "E.9"),
        ("row e nine", Edition.SOVIET, "E.9"),
        ("99", F09, None),
        ("fish", F09, None),
        ("4.3.x", F09, None),
        ("", F09, None),
    ],
)
def test_a_number_may_be_asked_for_in_many_ways(line: str, edition: Edition, expected: str | None) -> None:
    found = asked_number(line, LAWS, edition)
    assert (found and ".".join(found.steps)) == expected


def test_a_bare_number_is_an_article_unless_a_guideline_is_named() -> None:
    assert typed_number("4", F09) == RuleNumber(Division.ARTICLE, ("4",))
    assert asked_number("guideline 4", LAWS, F09) == RuleNumber(Division.GUIDELINE, ("4",))
    assert asked_number("article 4", LAWS, F09) == RuleNumber(Division.ARTICLE, ("4",))


def test_no_number_is_lent() -> None:
    (told,), rule = elsewhere("9.6.1", LAWS, F09)
    assert rule is None
    assert told.text == "The Laws of 2009 have no such rule; nine point six point one since 2018."
    (told,), rule = elsewhere("A.4.b", LAWS, F18)
    assert told.text == "The Laws of 2018 no longer have this rule; Appendix A, four b in 2009."
    (told,), rule = elsewhere("9.6.1", LAWS, Edition.SOVIET)
    assert told.text == "The Soviet code has no such rule; nine point six point one in the Laws of 2018."


@pytest.mark.parametrize(
    ("line", "edition", "rule"),
    [
        ("5.2.d", F18, Article.THREEFOLD),
        ("5.2.e", F23, Article.FIFTY),
        ("5.2.d", Edition.SOVIET, Article.THREEFOLD),
    ],
)
def test_a_number_leads_to_the_rule_that_says_the_same_here(line: str, edition: Edition, rule: Rule) -> None:
    assert elsewhere(line, LAWS, edition)[1] is rule


@pytest.mark.parametrize("since", Edition)
@pytest.mark.parametrize("edition", Edition)
def test_nothing_is_new_or_gone_that_another_rule_says(since: Edition, edition: Edition) -> None:
    told = {part.text for part in changes(LAWS, since, edition)}
    for rule, other in SAID_BY.items():
        if rule in numbers_of(since) and other in numbers_of(edition):
            assert LAWS.pack.phrase("laws_went", rule=LAWS.told(rule, since)).text not in told
        if other in numbers_of(since) and rule in numbers_of(edition):
            assert LAWS.pack.phrase("laws_came", rule=LAWS.told(rule, edition)).text not in told


def test_a_rule_that_has_another_number_here_is_found_by_it() -> None:
    told, rule = elsewhere("7.5.1", LAWS, F09)
    assert ([part.text for part in told], rule) == (
        ["In the Laws of 2009 that is seven point four a."],
        Article.ILLEGAL_MOVE,
    )


def test_where_the_soviet_code_has_a_rule_of_another_edition_is_told() -> None:
    for line, place, expected in (
        ("7.4.a", "Row P one", Article.ILLEGAL_MOVE),
        ("3.3", "General rules", ToldArticle.ROOK),
    ):
        (told,), rule = elsewhere(line, LAWS, Edition.SOVIET)
        assert (told.text, rule) == (f"In the Soviet code that stands under {place}.", expected)


@pytest.mark.parametrize("edition", Edition)
def test_each_number_of_every_edition_is_answered_in_every_other(edition: Edition) -> None:
    for other in Edition:
        for number in numbers_of(other).values():
            line = ".".join(number.steps)
            if number.division is not Division.PREFACE and asked_number(line, LAWS, edition) is None:
                told, rule = elsewhere(line, LAWS, edition)
                assert told and (rule is None or rule in numbers_of(edition)), line


@pytest.mark.parametrize(
    ("line", "edition", "expected"),
    [
        ("9.9.9", F09, "9"), ("4.3.9", F09, "4.3"), ("article 7.4.2", F18, "7.4"), ("6.9.a", F09, "6.9"),
        ("A.4.z", F09, "A.4"), ("99", F09, None), ("0", F09, None), ("guideline 99", F09, None), ("fish 9", F09, None),
        ("9.9", Edition.SOVIET, None),
    ],
)  # fmt: skip
def test_a_number_that_is_not_there_is_near_the_longest_beginning_that_is(
    line: str, edition: Edition, expected: str | None
) -> None:
    found = nearest_number(line, LAWS, edition)
    assert (found and ".".join(found.steps)) == expected


@pytest.mark.parametrize(
    ("number", "first"),
    [
        ("9.1.b", Article.DRAW_OFFER),
        ("13.4", Article.PENALTY),
        ("7.4.a", Article.ILLEGAL_MOVE),
        ("8.1", Article.RECORDING),
    ],
)
def test_of_several_rules_with_one_number_that_of_its_chapter_comes_first(number: str, first: Rule) -> None:
    assert rules_at(asked_number(number, LAWS, F09) or pytest.fail(number), F09)[0] is first


@pytest.mark.parametrize(
    ("line", "topic"),
    [("castling", "castling"), ("Castle", "castling"), ("en passant", "en_passant"), ("touch-move", "touch"),
     ("rooks", "rook"), ("repet", "threefold"), ("fish", None), ("re", None),
     ("can I talk?", "conduct"), ("What happens when my flag falls?", "flag"), ("promote to a queen", None),
     ("take a queen", None), ("can I take back a move", "release"),
     ("e.p.", "en_passant"), ("how long", "time_control")],
)  # fmt: skip
def test_a_word_finds_its_topic(line: str, topic: str | None) -> None:
    assert topic_of(line, LAWS) == topic


@pytest.mark.parametrize("pack", PACKS)
def test_each_word_of_the_index_finds_its_own_topic(pack: str) -> None:
    texts = load_laws(pack)
    assert {name for name, words in texts.topics.items() for word in words if topic_of(word, texts) != name} == set()


#: How people ask, in the words of their own language: the topic, then the words for it in each pack that has the Laws.
ASKED = {
    "castling": {
        "en": "castle",
        "de": "Rochade",
        "sw": "mruko",
        "sq": "rrokada",
        "is": "hrókering",
        "et": "vangerdama",
        "mr": "कॅसलिंग",
    },
    "en_passant": {
        "en": "passing",
        "de": "im Vorübergehen",
        "sw": "kwa kupita",
        "sq": "kalimthi",
        "is": "í framhjáhlaupi",
        "et": "möödalöök",
        "mr": "एन पासेंट",
    },
    "threefold": {
        "en": "three times",
        "de": "drei gleiche Stellungen",
        "sw": "mara ya tatu",
        "sq": "tri herë",
        "is": "þrátefli",
        "et": "kolm korda",
        "mr": "तीन वेळा",
    },
    "touch": {
        "en": "touch-move",
        "de": "berührt geführt",
        "sw": "nimegusa",
        "sq": "prekur",
        "is": "snertur maður",
        "et": "puudutatud",
        "mr": "हात लावणे",
    },
    "turns": {
        "en": "who is white",
        "de": "wer ist Weiß",
        "sw": "Mweusi",
        "sq": "i ziu",
        "is": "svartur",
        "et": "must",
        "mr": "काळा",
    },
    "release": {
        "en": "takeback",
        "de": "darf ich zurücknehmen",
        "sw": "kurudisha hatua",
        "sq": "kthej lëvizjen",
        "is": "taka aftur",
        "et": "tagasi võtma",
        "mr": "चाल परत",
    },
    "mate": {
        "en": "how do I win",
        "de": "gewinnen",
        "sw": "ushindi",
        "sq": "fitore",
        "is": "sigur",
        "et": "võit",
        "mr": "विजय",
    },
    "telephone": {
        "en": "smartphone",
        "de": "Handy",
        "sw": "simu",
        "sq": "celular",
        "is": "farsími",
        "et": "mobiil",
        "mr": "मोबाइल",
    },
    "flag": {
        "en": "both flags",
        "de": "Zeitüberschreitung",
        "sw": "muda umekwisha",
        "sq": "mbaroi koha",
        "is": "fallinn á tíma",
        "et": "aeg läbi",
        "mr": "वेळ संपली",
    },
    "claim": {
        "en": "claiming a draw",
        "de": "Remis fordern",
        "sw": "kudai sare",
        "sq": "kërkoj barazim",
        "is": "krefjast jafnteflis",
        "et": "viiki nõudma",
        "mr": "बरोबरीचा दावा",
    },
    "blind": {
        "en": "braille",
        "de": "Steckbrett",
        "sw": "ubao wa vigingi",
        "sq": "i verbër",
        "is": "pinnaborð",
        "et": "pulkadega laud",
        "mr": "खुंट्यांचा पट",
    },
}


@pytest.mark.parametrize(
    ("topic", "pack", "words"), [(topic, *each) for topic in ASKED for each in ASKED[topic].items()]
)
def test_a_topic_is_found_by_the_words_that_people_use(topic: str, pack: str, words: str) -> None:
    assert topic_of(words, load_laws(pack)) == topic
    assert topic_of(words.upper(), load_laws(pack)) == topic


@pytest.mark.parametrize("pack", PACKS)
def test_a_topic_is_found_by_its_english_name_as_well(pack: str) -> None:
    texts = load_laws(pack)
    own = {word.casefold() for words in texts.topics.values() for word in words}
    assert {name for name in TOPICS if topic_of(name, texts) != name} <= own


def test_what_is_not_listed_is_told_with_what_is_near() -> None:
    assert unlisted("Rochode", load_laws("de"), F09)[1].text == "Ähnlich sind: Rochade, Rochaderecht, rochieren."
    for line in ("appendix Z", "article", "guideline 99"):
        assert unlisted(line, LAWS, F09) == unlisted("99", LAWS, F09)
    assert [part.text for part in unlisted("fish", LAWS, F09)] == [
        "No rule is listed under fish.",
        "Near it: fischer, finished, bishop.",
    ]
    assert [part.text for part in unlisted("99", LAWS, F09)] == [
        "The Laws of 2009 have articles one to fourteen and appendices A to F."
    ]
    assert [part.text for part in unlisted("99", LAWS, F23)] == [
        "The Laws of 2023 have articles one to twelve and appendices A to D."
    ]
    assert unlisted("qqqq", LAWS, Edition.SOVIET)[1].text.startswith("The Soviet code has no such number.")


def test_what_has_changed_is_what_the_referee_does_otherwise() -> None:
    told = [part.text for part in changes(LAWS, F18, F23)]
    assert told[0] == "Four rules differ: 2018, 2023."
    assert len(told) == 5
    assert any("2018: five point one point two. 2023: five point one point two." in text for text in told)
    assert any(text.startswith("New: Appendix A, three.") for text in told)
    assert [part.text for part in changes(LAWS, F09, F09)] == ["Nothing differs: 2009, 2009."]


def test_changes_of_one_article_are_told_alone() -> None:
    number = asked_number("9.1.1", LAWS, F18)
    assert number is not None
    told = [part.text for part in changes(LAWS, F09, F18, rules_at(number, F18))]
    assert told[1].startswith("2009: nine point one a. 2018: nine point one point one.")
    assert len(told) == 2


def test_a_renumbered_rule_has_not_changed() -> None:
    assert number_in(Article.MATE, F09) != number_in(Article.MATE, F18)
    assert not any("checkmate" in part.text for part in changes(LAWS, F09, F18))


def keys_of_rulings() -> set[str]:
    keys = load_voice_pack("en").phrases
    return {
        key for key in keys if key.startswith(("refused_", "illegal_", "why_")) and not key.endswith(WITHOUT_ARBITER)
    }


def test_each_refusal_and_each_reason_names_its_rule_or_why_there_is_none() -> None:
    assert RULE_OF.keys() & NO_RULE.keys() == set()
    assert RULE_OF.keys() | NO_RULE.keys() == keys_of_rulings()
    assert all(reason for reason in NO_RULE.values())


@pytest.mark.parametrize("edition", Edition)
def test_a_rule_stands_in_one_chapter_in_order(edition: Edition) -> None:
    rules = list(numbers_of(edition))
    assert set(rules) == {rule for rule in RULES_TOLD if number_in(rule, edition)}
    if edition is F09:
        assert rules.index(ToldArticle.CASTLING) < rules.index(Article.ADJUST) < rules.index(Article.CLAIM_LOST)
        assert rules[-1] is ToldArticle.PREFACE


def test_names_of_rules_are_one_rules_each() -> None:
    names = [rule.name for rule in RULES_TOLD]
    assert len(names) == len(set(names)) == 244
    rule: Rule = ToldArticle.ROOK
    assert pointed_words(numbers_of(F09)[rule], LAWS.pack).text == "three point three"
