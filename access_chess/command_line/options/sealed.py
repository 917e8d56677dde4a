"""The envelope of a sealed move in the journal, and the question before the move itself is printed."""

import sys

import click

from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.sheet_forms import ENVELOPES, Look
from access_chess.edge.packs.typed_words import load_typed_words
from access_chess.laws.envelope import envelope_of
from access_chess.laws.evolve import replay
from access_chess.requests.names import RequestName
from access_chess.requests.typed_line import typed_answer
from access_chess.scoresheets.envelope import envelope_paper
from access_chess.session.ports import Entry

NOT_PRINTED = 1  # the exit status of an arbiter's no


def envelope_content(entries: tuple[Entry, ...], form: str, look: Look, *, has_move: bool) -> bytes:
    """The envelope in one of the forms of `ENVELOPES`, with the move inside where the arbiter says yes to it.

    Raises InputError where no sealed move waits to be opened, or where he does not say yes.
    """
    game = replay(entry.event for entry in entries)
    envelope, adjournment = envelope_of(game), game.adjournment
    if envelope is None or adjournment is None:
        raise wrong("no_envelope")
    if has_move and not _is_agreed(look):
        click.echo(look.pack.phrase("envelope_not_printed").text)
        raise click.exceptions.Exit(NOT_PRINTED)
    return ENVELOPES[form](envelope_paper(envelope, look.pack, sealed=adjournment.text if has_move else None), look)


def _is_agreed(look: Look) -> bool:
    """Whether the arbiter says yes; the end of what is typed is a no."""
    click.echo(look.pack.phrase("envelope_ask").text)
    return typed_answer(sys.stdin.readline(), load_typed_words(look.pack.name)) is RequestName.YES
