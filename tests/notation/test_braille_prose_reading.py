"""Names in braille come back as print, as near as the cells of a language allow."""

import pytest

from access_chess.notation.braille_prose import prose_cells
from access_chess.notation.braille_prose_reading import prose_print

CAPITALS = {"de": "⠨", "es": "⠨", "fr": "⠨", "pt": "⠨"}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Weiß: Müller-Lüdenscheidt, Dr. Hans-Jürgen von und zu"),
        ("de", "Stadtmeisterschaft 2026, 3. Runde (Wien)"),
        ("en", "Bergström, Åke; O'Neil, José Núñez"),
        ("en", "FIDE World Cup 1895/96, 2nd Room"),
        ("es", "Torneo de Málaga, Núñez"),
        ("et", "Tšempion Õunapuu"),
        ("fr", "Évènement: Noël à Paris 2026-01-02"),
        ("is", "Þór Æsirsson, Guðmundur"),
        ("mr", "राम शर्मा"),
        ("mr", "Anna von Muster"),
        ("pt", "São Paulo (Brasil)"),
        ("ru", "Мемориал Таля"),
        ("ru", "Anna von Muster"),
        ("sq", "Li Beispiel 3.2"),
        ("sw", "Anna Muster: 12"),
    ],
)
def test_what_is_written_in_cells_is_read_again(language: str, text: str) -> None:
    capital = CAPITALS.get(language, "⠠")
    assert prose_print(prose_cells(text, language, capital), language, capital) == text


@pytest.mark.parametrize(
    ("language", "text", "read"), [("en", "Weiß, Łukasz", "Weiss, Lukasz"), ("de", "José", "Jose")]
)
def test_letters_that_a_language_has_not_are_written_by_others(language: str, text: str, read: str) -> None:
    assert prose_print(prose_cells(text, language, "⠨"), language, "⠨") == read
