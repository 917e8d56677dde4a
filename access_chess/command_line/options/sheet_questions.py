"""A move of a sheet that may mean two things is asked about in a terminal, and left open where nobody sits at one."""

import sys
from collections.abc import Callable

import chess
import click

from access_chess.scoresheets.comparison_words import doubt_words
from access_chess.scoresheets.reading import SheetRead
from access_chess.speech.announcement import announce
from access_chess.speech.language.voice_pack import VoicePack

MOST_QUESTIONS = 40  # a sheet with more doubts is better read by a person


def settled_by_questions(
    read: SheetRead, again: Callable[[dict[int, chess.Move]], SheetRead], pack: VoicePack
) -> SheetRead:
    """The sheet read once more with each answer, until nothing is in doubt; an empty answer leaves the rest open."""
    settled: dict[int, chess.Move] = {}
    while read.doubt is not None and _is_somebody_there() and len(settled) < MOST_QUESTIONS:
        move = _answer(read, pack)
        if move is None:
            break
        settled[read.doubt.ply] = move
        read = again(settled)
    return read


def _is_somebody_there() -> bool:
    return sys.stdin.isatty()


def _answer(read: SheetRead, pack: VoicePack) -> chess.Move | None:
    """The move that is meant, by its number among those that may be."""
    assert read.doubt is not None
    before = read.sheet.lines[read.doubt.ply].before
    assert before is not None, "a move in doubt has a position"
    click.echo(doubt_words(read, pack).text)
    for number, move in enumerate(read.doubt.moves, 1):
        click.echo(f"{number}: {announce(before, move, pack).text}")
    click.echo(pack.phrase("sheet_which", last=str(len(read.doubt.moves))).text)
    while answer := sys.stdin.readline().strip():
        if answer.isdecimal() and 1 <= int(answer) <= len(read.doubt.moves):
            return read.doubt.moves[int(answer) - 1]
        click.echo(pack.phrase("sheet_which", last=str(len(read.doubt.moves))).text)
    return None
