"""What is said of moves, announcements and take-backs."""

import chess

from access_chess.laws import events as happened
from access_chess.speech.announcement import Form, announce
from access_chess.speech.telling.narration import Narration, Teller
from access_chess.speech.utterance import Earcon, Priority, Utterance, VoiceRole


def _made(scene: Narration, event: happened.MoveMade) -> tuple[Utterance, ...]:
    """The announcement (E.2.1); an illegal move is announced as it was made, since nobody has ruled on it yet."""
    settings, board = scene.settings, scene.before.board
    form = settings.form if event.legal else Form.FIDE
    said = announce(
        board, event.move, settings.pack, form=form, verbosity=settings.verbosity, with_number=settings.volunteers
    )
    listener = chess.WHITE if settings.listener is None else settings.listener
    role = VoiceRole.OWN if event.color is listener else VoiceRole.OPPONENT
    return scene.say(said, role=role, earcon=_earcon(board, event.move, scene.after.board))


def _earcon(before: chess.Board, move: chess.Move, after: chess.Board) -> Earcon:
    if after.is_check():
        return Earcon.CHECK
    return Earcon.CAPTURE if before.is_capture(move) else Earcon.MOVE


def _released(scene: Narration, event: happened.PieceReleased) -> tuple[Utterance, ...]:
    if event.legal or not scene.settings.volunteers:
        return ()
    return scene.say(scene.phrase("released_illegally"), to=event.color, earcon=Earcon.REFUSED)


def _announced(scene: Narration, event: happened.MoveAnnounced) -> tuple[Utterance, ...]:
    game = scene.after
    if event.matches and game.turn is event.color and game.hand.released is None and event.move is not None:
        move = scene.move(game.board, event.move)
        return scene.say(scene.phrase("announced_only", color=scene.color(event.color), move=move))
    if event.matches:
        return ()
    return scene.say(
        scene.phrase("announced_differently", **scene.players(event.color)),
        earcon=Earcon.REFUSED,
        priority=Priority.NOW,
    )


def _corrected(scene: Narration, event: happened.SlipCorrected) -> tuple[Utterance, ...]:
    """Before the move is made the board stands before it, afterwards the record has that board."""
    said = event.move
    key = "slip_corrected" if event.matches else "announced_differently"
    part = scene.phrase(key, **scene.players(event.color))
    if said is None or not event.matches:
        return scene.say(part, earcon=Earcon.REFUSED, priority=Priority.NOW)
    game = scene.before
    board = game.board if game.turn is event.color else game.plies[-1].before
    return scene.say(scene.phrase("it_is_move", move=scene.move(board, said)), part)


def _repeated(scene: Narration, event: happened.AnnouncementRepeated) -> tuple[Utterance, ...]:
    """A right echo needs no words; a wrong one is told to both, at once, with the move that was made."""
    if event.matches:
        return ()
    last = scene.before.plies[-1]
    return scene.say(
        scene.phrase("it_is_move", move=scene.move(last.before, last.move)),
        scene.phrase("repeated_differently", **scene.players(event.color)),
        earcon=Earcon.REFUSED,
        priority=Priority.NOW,
    )


def _executed(scene: Narration, event: happened.ExecutedOnOtherBoard) -> tuple[Utterance, ...]:
    return scene.say(scene.phrase("executed_on_other_board"), to=event.color)


def _taken_back(scene: Narration, event: happened.MovesTakenBack) -> tuple[Utterance, ...]:
    undone = len(scene.before.plies) - event.ply
    return scene.say(
        scene.phrase("moves_taken_back", count=undone),
        *((scene.phrase("clocks_taken_back"),) if event.with_clocks and scene.after.clock.control else ()),
        scene.phrase("is_to_move", color=scene.color(scene.after.turn)),
    )


MOVE_WORDS: dict[type, Teller] = {
    happened.MoveMade: _made,
    happened.PieceReleased: _released,
    happened.MoveAnnounced: _announced,
    happened.SlipCorrected: _corrected,
    happened.AnnouncementRepeated: _repeated,
    happened.ExecutedOnOtherBoard: _executed,
    happened.MovesTakenBack: _taken_back,
}
