"""What the tester of a board is told, as words of a voice pack."""

from collections.abc import Iterable
from typing import assert_never

import chess

from access_chess.board.contact_trial import TrialKind, TrialNotice
from access_chess.board.wire.frames import FIRST_BUTTON, WHITE_LEVER
from access_chess.board.wire.reports import LEVERS, SQUARES
from access_chess.speech.answers.position import color_name
from access_chess.speech.language.voice_pack import VoicePack, listed
from access_chess.speech.utterance import SpokenPart


def trial_words(notice: TrialNotice, pack: VoicePack) -> SpokenPart:
    """The sentence of a notice."""
    contacts = notice.contacts
    match notice.kind:
        case TrialKind.TAKE_ALL_OUT:
            return pack.phrase("trial_take_all_out", contacts=_contacts(contacts, pack))
        case TrialKind.CLOSE | TrialKind.OPEN:
            return _change(contacts[0], pack, "trial_order", is_closed=notice.kind is TrialKind.CLOSE)
        case TrialKind.WRONG:
            assert notice.heard is not None, "a wrong answer is one"
            number, is_closed = notice.heard
            heard = _change(number, pack, "trial_heard", is_closed=is_closed)
            return pack.phrase("trial_wrong", contact=_contact(contacts[0], pack), heard=heard)
        case TrialKind.LEFT_OUT:
            return pack.phrase("trial_left_out", contacts=_contacts(contacts, pack))
        case TrialKind.SOME_WRONG:
            return pack.phrase("trial_some_wrong", contacts=_contacts(contacts, pack))
        case TrialKind.GONE:
            return pack.phrase("board_lost")
        case TrialKind.BACK:
            return pack.phrase("board_found")
        case TrialKind.ALL_RIGHT:
            return pack.phrase("trial_all_right")
        case _:
            assert_never(notice.kind)


def _change(number: int, pack: VoicePack, phrase: str, *, is_closed: bool) -> SpokenPart:
    kind = "peg" if number < SQUARES else "key"
    return pack.phrase(f"{phrase}_{kind}_{'in' if is_closed else 'out'}", contact=_contact(number, pack))


def _contacts(numbers: Iterable[int], pack: VoicePack) -> SpokenPart:
    return listed(_contact(number, pack) for number in numbers)


def _contact(number: int, pack: VoicePack) -> SpokenPart:
    if number < SQUARES:
        return pack.square(number)
    if number in LEVERS:
        return pack.phrase("trial_lever", color=color_name(chess.WHITE if number == WHITE_LEVER else chess.BLACK, pack))
    return pack.phrase("trial_button", number=number - FIRST_BUTTON + 1)
