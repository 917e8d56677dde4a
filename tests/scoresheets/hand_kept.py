"""Sheets as hands keep them: one game in all the habits of print and braille, in every language.

`SHEETS` are texts of the same game, `OPERA`; each has its own habit. `OTHERS` are short ones with what that game has
not: promotions, en passant, long ambiguity.
"""

import re
from collections.abc import Callable, Iterable

import chess

from access_chess.notation.braille import UKAAF, BrailleCode, braille, braille_code, braille_file_text, lowered
from access_chess.notation.written import LETTERS, Letters, iccf, long, russian, san

OPERA = re.findall(
    r"\S+",
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 "
    "Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
)
EN, DE, RU = LETTERS["en"], LETTERS["de"], LETTERS["ru"]
PACK_LANGUAGES = ("en", "de", "es", "et", "fr", "is", "pt", "ru", "sq")  # fide is written in German, mr and sw English

Writer = Callable[[chess.Board, chess.Move], str]


def _plies() -> list[tuple[chess.Board, chess.Move]]:
    board, plies = chess.Board(), []
    for word in OPERA:
        move = board.parse_san(word)
        plies.append((board.copy(stack=False), move))
        board.push(move)
    return plies


PLIES = _plies()
MOVES = [move for _, move in PLIES]


def words(write: Writer) -> list[str]:
    return [write(board, move) for board, move in PLIES]


def short(letters: Letters) -> list[str]:
    return words(lambda board, move: san(board, move, letters))


def pairs(plies: Iterable[str], head: str = "{number}. ", between: str = " ", after: str = "\n", first: int = 1) -> str:
    """Pair by pair, with what stands before, between and after them."""
    plies = list(plies)
    text = ""
    for number, at in enumerate(range(0, len(plies), 2), first):
        text += head.format(number=number, low=lowered(number), up=_upper(number))
        text += between.join(plies[at : at + 2]) + after.format(number=number)
    return text


def _upper(number: int) -> str:
    return "⠼" + "".join("⠚⠁⠃⠉⠙⠑⠋⠛⠓⠊"[int(digit)] for digit in str(number))


def changed(plies: Iterable[str], *changes: tuple[str, str]) -> list[str]:
    found = []
    for word in plies:
        for old, new in changes:
            word = word.replace(old, new)
        found.append(word)
    return found


def cells(code: BrailleCode, *changes: tuple[str, str]) -> list[str]:
    return changed(words(lambda board, move: braille(board, move, code)), *changes)


def upper_digits(plies: Iterable[str], sign: str = "⠼") -> list[str]:
    """Ranks as upper digits, behind a number sign or none."""
    table = str.maketrans({low: sign + up for low, up in zip("⠂⠆⠒⠲⠢⠖⠶⠦", "⠁⠃⠉⠙⠑⠋⠛⠓", strict=True)})
    return [word.translate(table) for word in plies]


def full_cells(plies: list[str], at: int) -> list[str]:
    """An error struck out with full cells before this ply."""
    return [*plies[:at], "⠎⠉⠒⠿⠿⠿⠿", *plies[at:]]


def columns(plies: list[str], rows: int) -> str:
    """Two columns beside each other, as printed forms have them."""
    lines = pairs(plies).splitlines()
    return "\n".join(
        f"{lines[at]:<20}{lines[at + rows] if at + rows < len(lines) else ''}" for at in range(rows)
    )  # fmt: skip


E_, D_ = short(EN), short(DE)
BARE = changed(E_, ("x", ""), ("+", ""), ("#", ""))
UK, GERMAN = braille_code("en", EN), braille_code("de", DE)
UK_CELLS, DE_CELLS = cells(UK), cells(GERMAN)
BARE_UK = cells(UK, ("⠰", ""), ("⠘", ""), ("⠸", ""), ("⠜⠍", ""))

#: habit -> the text, and whether it is a braille file in ASCII
SHEETS: dict[str, tuple[str, bool]] = {
    habit: (text, False)
    for habit, text in {
        # numbers, lines, what stands between
        "run on": " ".join(E_),
        "a pair a line": pairs(E_),
        "numbers without a stop": pairs(E_, "{number} "),
        "numbers with a bracket": pairs(E_, "{number}) "),
        "numbers with a colon": pairs(E_, "{number}: "),
        "numbers glued": pairs(E_, "{number}.", after=" "),
        "numbers glued without a stop": pairs(E_, "{number}", after=" "),
        "no numbers, a pair a line": pairs(E_, ""),
        "one ply a line": pairs(E_, "{number}.\n", "\n"),
        "one ply a line, Black's with dots": pairs(E_, "{number}. ", "\n... "),
        "each ply with its number": "\n".join(
            f"{at // 2 + 1}{'...' if at % 2 else '.'} {word}" for at, word in enumerate(E_)
        ),
        "plies numbered through": " ".join(f"{at + 1}. {word}" for at, word in enumerate(E_)),
        "several pairs a line": pairs(E_, after="   ").replace("9.", "\n9."),
        "every third number": "\n".join(
            line if at % 3 == 0 else line.split(". ")[1] for at, line in enumerate(pairs(E_).splitlines())
        ),
        "a number twice": pairs(E_).replace("8. ", "7. "),
        "a number passed over": pairs(E_[:12]) + pairs(E_[12:], first=8),
        "a wrong number": pairs(E_).replace("9. ", "19. ", 1),
        "numbers from nought": pairs(E_, first=0),
        "two columns": columns(E_, 9),
        "two columns, numbers without a stop": re.sub(r"(\d+)\. ", r"\1  ", columns(E_, 9)),
        "castling with blanks": pairs(E_, "{number}.").replace("O-O-O", "O - O - O"),
        "a table with strokes": pairs(E_, "| {number} | ", " | ", " |\n"),
        "comma separated": pairs(E_, "{number},", ","),
        "semicolon separated": pairs(E_, "{number};", ";"),
        "tabs": pairs(E_, "{number}\t", "\t"),
        "Black behind a stroke": pairs(E_, "{number}. ", "/"),
        "commas between": ", ".join(E_),
        "Windows line ends": pairs(E_).replace("\n", "\r\n"),
        "old Macintosh line ends": pairs(E_).replace("\n", "\r"),
        "a byte order mark": "\ufeff" + pairs(E_),
        "blanks that do not break": pairs(E_).replace(" ", "\u00a0"),
        "many blanks and empty lines": pairs(E_, "   {number}.    ", "       ", "\n\n\n"),
        # signs
        "captures with a colon": pairs(changed(E_, ("x", ":"))),
        "captures with a times sign": pairs(changed(E_, ("x", "×"))),
        "captures with a hyphen": pairs(changed(E_, ("x", "-"))),
        "no signs at all": pairs(BARE),
        "pawn captures by files": pairs(changed(E_, ("dxe5", "de"), ("cxb5", "cb"))),
        "pawn captures by files, with x": pairs(changed(E_, ("dxe5", "dxe"), ("cxb5", "cxb"))),
        "who is taken is named": pairs(changed(E_, ("Bxf3", "BxN"), ("Qxf3", "QxB"), ("Rxd7", "RxN", ))[:24]
                                       + E_[24:]),
        "piece and square of who is taken": pairs(changed(E_, ("Bxf3", "BxNf3"), ("Qxf3", "QxBf3"))),
        "check in words": pairs(changed(E_, ("+", " ch"), ("#", " mate"))),
        "check glued in words": pairs(changed(E_, ("+", "ch"), ("#", "mate"))),
        "check with a dagger": pairs(changed(E_, ("+", "†"), ("#", "‡"))),
        "mate with two plus signs": pairs(changed(E_, ("#", "++"))),
        "praise": pairs(changed(E_, ("Rxd7", "Rxd7!!"), ("b5", "b5?!"), ("Bg4", "Bg4?"))),
        "castling with noughts": pairs(changed(E_, ("O-O-O", "0-0-0"))),
        "castling with small letters": pairs(changed(E_, ("O-O-O", "o-o-o"))),
        "castling without hyphens": pairs(changed(E_, ("O-O-O", "000"))),
        "castling with dashes": pairs(changed(E_, ("O-O-O", "O–O–O"))),
        "castling as a king's move": pairs(changed(E_, ("O-O-O", "Kc1"))),
        "castling from and to": pairs(changed(E_, ("O-O-O", "Ke1-c1"))),
        "all small": pairs(E_).lower(),
        "all capitals": pairs(E_).upper(),
        "figurines": pairs(changed(E_, ("N", "♘"), ("B", "♗"), ("Q", "♕"), ("R", "♖"))),
        "pieces written out": pairs(changed(E_, ("N", "Knight "), ("B", "bishop "), ("Q", "queen "), ("R", "Rook "))),
        "German pieces": pairs(changed(E_, ("N", "Springer "), ("B", "Läufer "), ("Q", "Dame "), ("R", "Turm "))),
        "pawns with a letter": pairs(changed(E_, ("e4", "Pe4"), ("e5", "Pe5")) [:2] + E_[2:]),
        "too much told apart": pairs(changed(E_, ("Nf3", "Ng1f3"), ("Qe7", "Qd8e7"), ("Rd1", "Rhd1"))),
        "a capture without its file": pairs(changed(E_, ("cxb5", "xb5"))),
        # long forms, digits
        "long, with hyphens": pairs(words(lambda board, move: long(board, move, EN))),
        "long, without letters": pairs([move.uci() for move in MOVES]),
        "long, with hyphens and no letters": pairs([f"{move.uci()[:2]}-{move.uci()[2:]}" for move in MOVES]),
        "digits of correspondence chess": pairs(words(iccf)),
        "Russian, long": pairs(words(russian)),
        "Russian, short": pairs(changed(short(RU), ("x", ":"), ("O", "0"))),
        "Russian, pawns by files": pairs(changed(short(RU), ("dxe5", "de"), ("cxb5", "cb"), ("O", "О"))),
        "Russian, with Latin letters that look alike": pairs(changed(short(RU), ("К", "K"), ("С", "C"))),
        "Russian, with Cyrillic letters for files": pairs(changed(short(RU), ("e", "е"), ("c", "с"), ("a", "а"))),
        # beside the moves
        "clock times": pairs(E_, after=" 0:{number:02} 1:{number:02}:30\n"),
        "clock times in brackets": pairs(E_, after=" (1:{number:02})\n"),
        "minutes as numbers": "\n".join(
            f"{line} {3 * at} {2 * at + 40}" for at, line in enumerate(pairs(E_).splitlines(), 20)
        ),
        "minutes with a stroke": pairs(E_, after=" {number}' 4'\n"),
        "hours and minutes": pairs(E_, after=" 1h04 1h10\n"),
        "remarks in braces": pairs(E_, after=" {{good, Nc3 was better}}\n"),
        "remarks in brackets": pairs(E_, after=" (not 5... Nc3 6. d4)\n"),
        "remarks over lines": pairs(E_[:20]) + "{Here Black\nthought long\nabout Qb4}\n" + pairs(E_[20:], first=11),
        "remarks behind a semicolon": pairs(E_, after=" ; White thinks\n"),
        "remarks on lines of their own": pairs(E_[:20]) + "Black offers a draw with Nc3, White declines\n"
        + pairs(E_[20:], first=11),
        "words between": pairs(E_).replace("12. ", "12. castles ").replace("Nbd7", "check Nbd7"),
        "glyphs": pairs(changed(E_, ("Rxd7", "Rxd7 $3"))),
        "offers": pairs(changed(E_, ("Qe7", "Qe7 (=)"), ("c6", "c6 ="))),
        "an offer glued": pairs(changed(E_, ("Qe7", "Qe7(=)"))),
        "a result": pairs(E_) + "1-0\n",
        "a result with blanks": pairs(E_) + "1 - 0\n",
        "a result with a colon": pairs(E_) + "1:0\n",
        "a result behind the last move": pairs(E_).rstrip() + " 1-0 ½",
        "a head": "Championship, round 3, board 4\nWhite: Anna Be2\nBlack: C. D5\n22.11.2026\n\n" + pairs(E_),
        "a head with numbers": "12 October 2026\n1. League North\nTable 7\nA4\n" + pairs(E_),
        "a tail": pairs(E_) + "Signed: Anna Muster, 14 moves, 35 minutes\n",
        # errors that were mended
        "struck out": pairs([*E_[:6], "~~Nf3~~", *E_[6:]]),
        "struck out sign by sign": pairs([*E_[:6], "N\u0336f\u03363\u0336", *E_[6:]]),
        "struck out by tags": pairs([*E_[:6], "<s>Nf3</s>", *E_[6:]]),
        "typed over": pairs([*E_[:6], "xxxx", *E_[6:]]),
        "typed over within": pairs([*E_[:6], "Nfxxx", *E_[6:]]),
        "strokes": pairs([*E_[:6], "/////", *E_[6:]]),
        "a bracket that is never closed": pairs(E_).replace("Qxf3", "Qxf3 (at last"),
        # braille
        "UKAAF": pairs(UK_CELLS, "{low} "),
        "UKAAF, no signs": pairs(BARE_UK, "{low} "),
        "UKAAF, run on": pairs(UK_CELLS, "{low} ", after=" "),
        "UKAAF, no numbers": pairs(UK_CELLS, ""),
        "UKAAF, numbers glued": pairs(UK_CELLS, "{low}", after=" "),
        "UKAAF, numbers with a number sign": pairs(UK_CELLS, "{up} "),
        "UKAAF, numbers with a stop": pairs(UK_CELLS, "{up}⠲ "),
        "UKAAF, Black's move on its own line": pairs(UK_CELLS, "{low} ", "\n⠤"),
        "UKAAF, with capital signs": pairs(cells(BrailleCode(language="en", letters=UKAAF)), "{low} "),
        "UKAAF, ranks with number signs": pairs(upper_digits(UK_CELLS), "{up} "),
        "UKAAF, ranks as letters": pairs(upper_digits(BARE_UK, ""), "{up} "),
        "UKAAF, an error struck out": pairs(full_cells(UK_CELLS, 6), "{low} "),
        "UKAAF, blanks as empty cells": pairs(UK_CELLS, "{low} ").replace(" ", "⠀"),
        "UKAAF, an offer": pairs(changed(UK_CELLS, ("⠟⠑⠶", "⠟⠑⠶ ⠐⠣⠐⠶⠐⠜")), "{low} "),
        "UKAAF, a result": pairs(UK_CELLS, "{low} ") + "⠼⠁⠤⠼⠚\n",
        "UKAAF, castling with noughts": pairs(changed(UK_CELLS, ("⠕", "⠴")), "{low} "),
        "K Q R B N in braille": pairs(cells(BrailleCode(language="sw", letters=EN)), "{low} "),
        "K Q R B N without capital signs": pairs(cells(BrailleCode(language="sw", letters=EN, capital="")), "{low} "),
        "German braille": pairs(DE_CELLS, "{low} "),
        "German braille, no capital signs": pairs(cells(BrailleCode(language="de", letters=DE, capital="")), "{low} "),
        "German braille, dot 6": pairs(cells(BrailleCode(language="de", letters=DE)), "{low} "),
        "German braille, ranks with number signs": pairs(upper_digits(DE_CELLS), "{up} "),
        "German braille, notes between": pairs(DE_CELLS, "{low} ").replace("⠂⠂ ", "    ⠨⠗⠑⠍⠊⠎ ⠁⠝⠛⠑⠃⠕⠞⠑⠝\n⠂⠂ "),
    }.items()
}  # fmt: skip
SHEETS |= {
    habit: (braille_file_text(text).replace("\n", "\r\n"), True)
    for habit, text in {
        "a braille file": pairs(UK_CELLS, "{low} "),
        "a braille file of German": pairs(DE_CELLS, "{low} "),
        "a braille file in pages": pairs(UK_CELLS[:20], "{low} ") + "\f" + pairs(UK_CELLS[20:], "{low} ", first=11),
        "a braille file in small letters": pairs(UK_CELLS, "{low} "),
        "a braille file with an error struck out": pairs(full_cells(UK_CELLS, 8), "{low} "),
    }.items()
}
SHEETS["braille, punctuation behind each move"] = (pairs([f"{word}⠜⠂" for word in UK_CELLS], "{low} "), False)
SHEETS["a braille file in small letters"] = (SHEETS["a braille file in small letters"][0].lower(), True)
SHEETS["print in a braille file"] = (pairs(E_), True)
for language in PACK_LANGUAGES:
    letters, code = LETTERS[language], braille_code(language, LETTERS[language])
    SHEETS[f"print, {language}"] = (pairs(short(letters)), False)
    SHEETS[f"print, {language}, long"] = (pairs(words(lambda b, m, ls=letters: long(b, m, ls))), False)  # type: ignore[misc]
    SHEETS[f"braille, {language}"] = (pairs(cells(code), "{low} "), False)

#: FEN, what is written, what it means
OTHERS = {
    **{
        f"promotion {word}": ("3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1", word, uci)
        for word, uci in {
            "e8=Q": "e7e8q", "e8Q": "e7e8q", "e8(Q)": "e7e8q", "e8/Q": "e7e8q", "e8 = Q": "e7e8q", "e8 (Q)": "e7e8q",
            "e8D": "e7e8q", "e8=D+": "e7e8q", "e7-e8Q": "e7e8q", "e7e8q": "e7e8q", "exd8=N": "e7d8n", "ed8N": "e7d8n",
            "edN": "e7d8n", "exd8(N)": "e7d8n", "e7xd8N": "e7d8n", "e8T": "e7e8r", "e8=R+": "e7e8r", "⠑⠦⠟": "e7e8q",
            "⠑⠦⠨⠙": "e7e8q", "⠑⠰⠙⠦⠎": "e7d8n", "57581": "e7e8q", "e8♕": "e7e8q", "e8Ф": "e7e8q", "е8Ф": "e7e8q",
        }.items()
    },
    **{
        f"en passant {word}": ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", word, "e5d6")
        for word in ("exd6", "exd6 e.p.", "exd6ep", "ed", "ed6 e.p", "e5xd6", "exd6 i.V.", "e5d6", "⠑⠰⠙⠖")
    },
    **{
        f"told apart {word}": ("4k3/8/8/8/8/2N5/8/N3K1N1 w - - 0 1", word, uci)
        for word, uci in {"Ncb5": "c3b5", "Nac2": "a1c2", "Nge2": "g1e2", "Nc3-e2": "c3e2", "N3e2": "c3e2",
                          "N1e2": "g1e2", "Ng1e2": "g1e2", "⠎⠛⠑⠆": "g1e2", "⠎⠉⠒⠑⠆": "c3e2"}.items()
    },
    "castling 0-0": ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "0-0", "e1g1"),
    "castling 00": ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "00", "e1g1"),
    "castling O-O+": ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O+", "e1g1"),
    "castling Kg1": ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1", "e1g1"),
    "castling ⠕⠤⠕": ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "⠕⠤⠕", "e1g1"),
    "castling ⠕⠕": ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "⠕⠕", "e1g1"),
}  # fmt: skip
