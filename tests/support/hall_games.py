"""Whole games at pages, played by keyboard only, and what each player hears of them."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.support.hall_server import ServedHall, served
from tests.support.page_player import PagePlayer

SCHOLARS_ROBOT = ("e7e5", "b8c6", "g8f6")
PROMOTION_ROBOT = ("g7g5", "h7h6", "a7a6", "b7b6", "c7c6")

#: Légal's mate: who plays White types, who plays Black walks on the grid.
LEGAL = [
    ("e4", "e7e5"), ("Nf3", "d7d6"), ("bishop cesar four", "c8g4"), ("Nc3", "g7g6"), ("Nxe5", "g4d1"), ("Bxf7", "e8e7"),
    ("Nd5", ""),
]  # fmt: skip


def typed_game(browser: Browser, folder: Path) -> list[str]:
    """Begin on the start page, mate the robot by typing, and play again by one button."""
    with served(folder, SCHOLARS_ROBOT) as hall:
        player = PagePlayer(browser, hall.address)
        player.open("/")
        player.tab_to("Your name (may be left empty)")
        player.enter("Anna")
        player.page.wait_for_url("**/game/1")
        player.hears("Game 1")
        for line, answer in (("e4", "Eva five"), ("Bc4", "Cesar six"), ("Ke9", "understand"), ("Ke3", "Not legal")):
            _enter(player, line, answer)
        for line, answer in (("Qh5", "Felix six"), ("again", "Felix six"), ("queen takes felix seven", "Checkmate")):
            _enter(player, line, answer)
        player.hears("New game, or quit?")
        heard = player.heard
        player.tab_to("Play again")
        player.press("Enter")
        player.page.wait_for_url("**/game/2")
        player.hears("You play Black")
        player.close()
        return heard


def grid_game(browser: Browser, folder: Path) -> list[str]:
    """On the grid alone: pieces found by their letters, a choice dropped, a pawn that becomes a knight."""
    with served(folder, PROMOTION_ROBOT) as hall:
        player = PagePlayer(browser, hall.address)
        player.open("/")
        player.tab_to("Begin")
        player.press("Enter")
        player.page.wait_for_url("**/game/1")
        player.hears("Game 1")
        player.tab_to("Eva two, white pawn")
        player.press("End", "ArrowRight", "Enter", "Escape")
        _asked(player, "o", "m")
        moves = (("h2h4", "Gustav five"), ("h4g5", "Hector six"), ("g5h6", "Anna six"), ("h6h7", "Bella six"))
        for move, answer in moves:
            _on_grid(player, move, answer)
        _grid_keys(player, "h7g8")
        player.until(player.focused, lambda name: name == "Which piece?")
        player.let_the_question_stand()
        player.tab_to(next(name for name in _answers(player) if "knight" in name))
        before = len(player.heard)
        player.press("Enter")
        player.hears("Cesar six", after=before)
        player.until(player.focused, lambda name: name.startswith("Gustav eight, white knight"))
        _asked(player, "n", "Shift+N", "x", "c", "l", "a", "d", "h")
        heard = player.heard
        player.close()
        return heard


def _asked(player: PagePlayer, *keys: str) -> None:
    """Keys that ask, each after the answer to the one before."""
    for key in keys:
        before = len(player.heard)
        player.press(key)
        player.hears_more_than(before)


def two_players(browser: Browser, folder: Path) -> tuple[list[str], list[str]]:
    """White invites and types in English; Black comes by the code and plays on the grid in German."""
    with served(folder) as hall:
        white = invited(browser, hall, "Anna")
        code = white.page.inner_text("#code")
        black = came(browser, hall.address, code, "Boris", locale="de-DE")
        white.hears("White to move")
        black.hears("Warten")
        heading = white.until(lambda: white.page.inner_text("h1"), lambda text: "nobody" not in text)
        assert heading == "Game 1: you play White against Boris"
        assert white.page.query_selector("#invite") is None, "who is there needs no code"
        black.tab_to("Eva sieben, schwarz Bauer")
        for line, move in LEGAL:
            whites, blacks = len(white.heard), len(black.heard)
            white.enter(line)
            black.hears_more_than(blacks)
            if move:
                whites = white.hears_more_than(whites)
                _grid_keys(black, move)
                white.hears_more_than(whites)
        white.hears("Checkmate")
        black.hears("Matt")
        heard = white.heard, black.heard
        white.close()
        black.close()
        return heard


def invited(browser: Browser, hall: ServedHall, name: str, time: str = "") -> PagePlayer:
    """A player who has begun a game with a person to come, and holds his code."""
    player = PagePlayer(browser, hall.address)
    player.open("/new")
    player.page.fill("#name", name)
    player.page.check("input[value=person]")
    player.page.fill("#other_time", time)
    player.press("Enter")
    player.page.wait_for_url("**/game/*")
    player.tab_to("New code for the opponent")
    player.press("Enter")
    player.page.wait_for_selector(":focus #code")
    player.hears("Game ")
    player.page.focus("#line")
    return player


def came(browser: Browser, address: str, code: str, name: str, *, locale: str = "en-GB") -> PagePlayer:
    """A player who has opened the link with a code."""
    player = PagePlayer(browser, address, locale=locale)
    player.open(f"/in#{code}")
    player.page.fill("#name", name)
    player.press("Enter")
    player.page.wait_for_url("**/game/*")
    return player


def _enter(player: PagePlayer, line: str, answer: str) -> None:
    before = len(player.heard)
    player.enter(line)
    player.hears(answer, after=before)


def _on_grid(player: PagePlayer, move: str, answer: str) -> None:
    before = len(player.heard)
    _grid_keys(player, move)
    player.hears(answer, after=before)


def _grid_keys(player: PagePlayer, move: str) -> None:
    """The rank by its digit, the file by its digit with Shift: the arrows would take longer to no other end."""
    for square in (move[:2], move[2:]):
        player.press(f"Digit{square[1]}", f"Shift+Digit{'abcdefgh'.index(square[0]) + 1}", "Enter")


def _answers(player: PagePlayer) -> list[str]:
    return [button.inner_text() for button in player.page.query_selector_all("#answers button")]
