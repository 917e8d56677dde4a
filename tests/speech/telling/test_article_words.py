"""Numbers of articles, as a voice reads them well."""

import msgspec
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.laws.articles import Article
from access_chess.laws.editions import Edition
from access_chess.speech.telling.narration import article_words


@pytest.mark.parametrize(
    ("number", "edition", "text"),
    [
        ("7.4.b", Edition.FIDE_2009, "Article seven point four b."),
        ("6.12.a", Edition.FIDE_2009, "Article six point twelve a."),
        ("13.4", Edition.FIDE_2009, "Article thirteen point four."),
        ("7.5.5", Edition.FIDE_2018, "Article seven point five point five."),
        ("9.1.2.3", Edition.FIDE_2023, "Article nine point one point two point three."),
        ("8", Edition.FIDE_2009, "Guideline eight."),
        ("9.a", Edition.FIDE_2009, "Guideline nine a."),
        ("III.5.1", Edition.FIDE_2018, "Guideline three point five point one."),
        ("A.4.c", Edition.FIDE_2009, "Appendix A, four c."),
        ("E.2.9.d", Edition.FIDE_2009, "Appendix E, two point nine d."),
        ("D", Edition.FIDE_2009, "Appendix D."),
        ("E9", Edition.SOVIET, "Row E nine."),
        ("P11", Edition.SOVIET, "Row P eleven."),
        ("13.4", Edition.SOVIET, "Chapter thirteen point four."),
        ("4.1", Edition.SOVIET, "Article four point one."),
    ],
)
def test_numbers_in_words(number: str, edition: Edition, text: str) -> None:
    assert article_words(number, edition, load_voice_pack("en")).text == text


def test_a_small_letter_is_read_by_its_name() -> None:
    said = article_words("5.1.a", Edition.FIDE_2009, load_voice_pack("fide"))
    assert (said.text, said.spoken) == ("Artikel fuenf Punkt eins a.", "Artikel fünf Punkt eins A.")


def test_a_language_without_these_sentences_has_them_wholly_in_english() -> None:
    names_only = msgspec.structs.replace(load_voice_pack("fr"), phrases={})
    assert article_words("7.4.b", Edition.FIDE_2009, names_only).text == "Article seven point four b."


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("pack", ["fide", "de", "en"])
def test_every_article_can_be_named(edition: Edition, pack: str) -> None:
    for article in Article:
        said = article_words(article.of(edition), edition, load_voice_pack(pack))
        assert not any(character.isdigit() for character in said.text)
