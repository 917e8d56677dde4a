"""Numbers in words, checked where each language is irregular."""

import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.speech.language.durations import LIMIT, category, number_words


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("en", {0: "zero", 13: "thirteen", 21: "twenty-one", 60: "sixty", 105: "one hundred and five"}),
        ("en", {518: "five hundred and eighteen", 1000: "one thousand", 2830: "two thousand eight hundred and thirty"}),
        ("de", {16: "sechzehn", 21: "einundzwanzig", 30: "dreißig", 101: "einhunderteins", 1000: "eintausend"}),
        ("de", {959: "neunhundertneunundfünfzig", 21_000: "einundzwanzigtausend"}),
        ("es", {16: "dieciséis", 31: "treinta y uno", 100: "cien", 121: "ciento veintiuno", 1000: "mil"}),
        ("fr", {21: "vingt et un", 71: "soixante et onze", 80: "quatre-vingts", 99: "quatre-vingt-dix-neuf"}),
        ("fr", {100: "cent", 200: "deux cents", 201: "deux cent un", 1000: "mille", 2000: "deux mille"}),
        ("pt", {21: "vinte e um", 100: "cem", 101: "cento e um", 345: "trezentos e quarenta e cinco"}),
        ("ru", {21: "двадцать один", 40: "сорок", 112: "сто двенадцать", 1000: "одна тысяча", 2000: "две тысячи"}),
        ("ru", {5000: "пять тысяч", 11_000: "одиннадцать тысяч", 21_000: "двадцать одна тысяча"}),
        ("sq", {21: "njëzet e një", 40: "dyzet", 100: "njëqind"}),
        ("is", {21: "tuttugu og einn", 1000: "eitt þúsund", 104: "eitt hundrað og fjórir"}),
        ("et", {11: "üksteist", 21: "kakskümmend üks", 100: "sada", 1000: "tuhat"}),
        ("sw", {15: "kumi na tano", 21: "ishirini na moja", 100: "mia moja", 2000: "elfu mbili"}),
        ("mr", {19: "एकोणीस", 49: "एकोणपन्नास", 99: "नव्व्याण्णव", 100: "शंभर", 101: "एकशे एक"}),
    ],
)  # fmt: skip
def test_numbers_in_words(name: str, expected: dict[int, str]) -> None:
    numbers = load_voice_pack(name).numbers
    assert {number: number_words(number, numbers) for number in expected} == expected


@pytest.mark.parametrize("name", voice_pack_names())
def test_no_two_numbers_sound_the_same(name: str) -> None:
    numbers = load_voice_pack(name).numbers
    assert len({number_words(number, numbers) for number in range(10_000)}) == 10_000


@pytest.mark.parametrize("name", voice_pack_names())
def test_a_pack_has_the_categories_of_its_language_by_heart(name: str) -> None:
    numbers = load_voice_pack(name).numbers
    tried = [*range(3000), *range(9_990, 10_030), *range(99_000, 99_200), *range(0, LIMIT, 997), LIMIT - 1]
    assert [numbers.category(number) for number in tried] == [category(number, numbers.language) for number in tried]


@pytest.mark.parametrize("number", [-1, LIMIT])
def test_a_number_that_is_never_said_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="expected a number from 0"):
        number_words(number, load_voice_pack("en").numbers)
