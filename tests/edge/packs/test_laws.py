"""The Laws to be heard: every rule of every edition has a text, short enough, with the numbers that the referee has."""

import re
import shutil
from itertools import permutations
from pathlib import Path

import pytest

from access_chess.edge.packs.laws import check_laws, has_laws, load_laws, long_laws
from access_chess.edge.packs.voice_packs import VoicePackError, voice_pack_names
from access_chess.edge.storage.places import data_folder
from access_chess.laws.editions import RULES, Edition
from access_chess.laws.rule_numbers import numbers_of
from access_chess.laws.rule_topics import PARAMETERS, TOPICS
from access_chess.laws.told_articles import RULES_TOLD, Rule
from tests.edge.packs.conftest import edit
from tests.tools.own_words import shared

PACKS = [pack for pack in voice_pack_names() if has_laws(pack)]
_SENTENCE_ENDS = re.compile(r"(?<=[.!?।])\s+")


def said(rule: Rule, edition: Edition, pack: str = "en") -> str | None:
    return load_laws(pack).text(rule, edition).text if rule in numbers_of(edition) else None


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("edition", Edition)
def test_every_rule_has_at_most_thirty_five_words_in_sentences_of_twenty(pack: str, edition: Edition) -> None:
    texts = {rule.name: said(rule, edition, pack) or "" for rule in numbers_of(edition)}
    assert [name for name, text in texts.items() if not text or "{" in text] == []
    assert {name: text for name, text in texts.items() if len(text.split()) > 35} == {}
    assert {
        name for name, text in texts.items() for each in _SENTENCE_ENDS.split(text) if len(each.split()) > 20
    } == set()


@pytest.mark.parametrize("pack", PACKS)
def test_other_languages_tell_the_same_numbers(pack: str) -> None:
    check_laws(pack)
    assert long_laws(pack) == ()


def pairs_that_differ() -> list[tuple[str, Edition, Edition]]:
    return [
        (name, one, other)
        for one, other in permutations(Edition, 2)
        for name in RULES[one].__struct_fields__
        if getattr(RULES[one], name) != getattr(RULES[other], name)
    ]


@pytest.mark.parametrize("pack", PACKS)
def test_what_the_referee_does_otherwise_in_another_edition_is_told_otherwise(pack: str) -> None:
    silent = [
        (name, one.value, other.value)
        for name, one, other in pairs_that_differ()
        if not any(
            said(rule, one, pack) != said(rule, other, pack) for rule, names in PARAMETERS.items() if name in names
        )
    ]
    assert silent == []


@pytest.mark.parametrize("pack", PACKS)
def test_a_rule_that_names_a_parameter_differs_where_the_parameter_does(pack: str) -> None:
    alike = [
        (rule.name, name, one.value, other.value)
        for name, one, other in pairs_that_differ()
        for rule, names in PARAMETERS.items()
        if name in names and rule in numbers_of(one) and rule in numbers_of(other)
        if said(rule, one, pack) == said(rule, other, pack)
    ]
    assert alike == []


def test_only_what_the_referee_knows_is_called_a_parameter() -> None:
    fields = set(RULES[Edition.FIDE_2009].__struct_fields__)
    assert {name for names in PARAMETERS.values() for name in names} <= fields


def test_each_rule_is_found_by_a_topic() -> None:
    assert len(TOPICS) == 60
    assert [rule.name for rule in RULES_TOLD if not any(rule in rules for rules in TOPICS.values())] == []


@pytest.fixture
def packs(tmp_path: Path) -> Path:
    return Path(shutil.copytree(data_folder("voices"), tmp_path / "voices"))


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('rook = "A rook', 'rooks = "A rook', "it lacks rook"),
        ('rook = "A rook', 'tower = "A tower."\nrook = "A rook', "no rule tower"),
        ('stalemate = "@why_ending_stalemate"', 'stalemate = "@why_pat"', "stalemate: there is no phrase 'why_pat'"),
        ('rook = "A rook', 'rook = "{moves} A rook', "key rook: no number is called moves"),
        ("agreement = {fide-2009", "agreement = {fide-2010", "there is no edition 'fide-2010'"),
        ("agreement = {fide-2009 =", "agreement = {fide-2023 =", "agreement: it has no text for fide-2009"),
        ('nature = "The game', 'natures = "The game', "table chapters: lacking or unknown are nature, natures"),
        ('"queens"]', '"rooks"]', "index: 'rooks' stands for queen and rook"),
    ],
)
def test_what_is_wrong_in_the_file_is_named(packs: Path, before: str, after: str, message: str) -> None:
    edit(packs / "en" / "laws.toml", before, after)
    with pytest.raises(VoicePackError, match=re.escape(message)):
        load_laws("en", packs)


def test_a_number_that_a_translation_leaves_out_is_named(packs: Path) -> None:
    shutil.copy(packs / "en" / "laws.toml", packs / "sq" / "laws.toml")
    edit(packs / "sq" / "laws.toml", "stay after {setup_claim_moves} moves of each player. A king", "stay then. A king")
    with pytest.raises(VoicePackError, match=r"sq/laws.toml, key too_late_for_setup, fide-2009.*{setup_claim_moves}"):
        check_laws("sq", packs)


def test_seven_words_in_a_row_are_found_in_a_text_of_others() -> None:
    own = {"en: rook": "A rook goes any distance along its rank or its file."}
    assert list(shared(own, "… the rook goes ANY distance, along its file …")) == []
    other = "It is said that a Rook goes\nany distance along its rank; or not."
    assert [row for _, row in shared(own, other)] == [
        "a rook goes any distance along its",
        "goes any distance along its rank or",
        "rook goes any distance along its rank",
    ]
