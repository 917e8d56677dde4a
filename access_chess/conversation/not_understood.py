"""What is said where a line or a voice was not understood: the smallest useful sentence."""

import chess
from msgspec.structs import replace

from access_chess.conversation.nearest import nearest
from access_chess.conversation.replies import offer_waits, say, told_turn
from access_chess.conversation.state import AskAfter, Dialogue, Moment, NotUnderstood, Prompt, Say, Sign, Steps
from access_chess.laws.game import Phase
from access_chess.listening.heard import HeardNothing, Nothing
from access_chess.notation.illegality import Illegal, Reason
from access_chess.notation.reading import Unreadable
from access_chess.requests.names import RequestName
from access_chess.requests.phases import blindfold
from access_chess.requests.request import Request
from access_chess.requests.typed_line import typed_move
from access_chess.speech.answers.reading_reply import reading_reply
from access_chess.speech.language.voice_pack import joined
from access_chess.speech.utterance import SpokenPart

#: One line that is not understood is a slip of the keys; two in a row, and somebody does not know what may be typed.
SLIPS = 2


def unreadable(dialogue: Dialogue, said: NotUnderstood, moment: Moment) -> tuple[Dialogue, Steps]:
    """A slip of the keys leaves a question open, which is asked again; an illegal move, which is meant, does not."""
    game, why = moment.game, said.why
    if why is None:
        return dialogue, (say("not_read", dialogue, moment),)
    if game.is_over:
        return dialogue, (say("refused_game_over", dialogue, moment, line=said.line),)
    part = reading_reply(why, game.board, moment.language.pack, is_blindfold=blindfold(game))
    if isinstance(why, Unreadable):
        part = with_nearest(part, said.line, dialogue, moment)
    reply = Say(part=part, color=dialogue.color, line=said.line)
    if not isinstance(why, Unreadable):
        if not dialogue.is_due(game) or game.phase is Phase.ADJOURNED:
            return dialogue, (told_turn(dialogue, moment, said.line),)
        turn = (told_turn(dialogue, moment, ""),) if _is_the_others(dialogue, said, moment) else ()
        settled = replace(dialogue, pending=None, refused=part)
        question = "" if dialogue.pending is None else settled.question(game)
        return settled, (reply, *turn, *((AskAfter(question=question),) if question else ()))
    dialogue = replace(dialogue, slips=dialogue.slips + 1)
    if dialogue.pending is not None:
        return dialogue, (reply, Say(part=dialogue.pending.asked, color=dialogue.color))
    if game.offer is not None and dialogue.standing(game) is RequestName.ACCEPT_DRAW:
        return dialogue, (reply, Say(part=offer_waits(moment), color=dialogue.color))
    turn = () if dialogue.is_due(game) else (told_turn(dialogue, moment, ""),)
    hint = (say("help_hint", dialogue, moment),) if dialogue.slips == SLIPS else ()
    return dialogue, (reply, *turn, *hint)


def with_nearest(
    part: SpokenPart, line: str, dialogue: Dialogue, moment: Moment, *, is_ruling: bool = False
) -> SpokenPart:
    """What is said to a line that is not understood, with the nearest known word after it, if there is one."""
    word = nearest(line, dialogue.here, moment, is_ruling=is_ruling)
    return part if word is None else joined((part, moment.language.pack.phrase("perhaps_word", word=word)))


def _is_the_others(dialogue: Dialogue, said: NotUnderstood, moment: Moment) -> bool:
    """Whether, at a keyboard of both, the move would be legal if the other player were to move."""
    board = moment.game.board
    is_told = isinstance(said.why, Illegal) and said.why.reason is Reason.NOT_YOUR_PIECE
    if dialogue.color is not None or is_told or board.is_check():
        return False
    turned = board.copy(stack=False)
    turned.push(chess.Move.null())
    return isinstance(typed_move(said.line, turned, moment.language), Request)


def missed(dialogue: Dialogue, said: HeardNothing, moment: Moment) -> tuple[Dialogue, Steps]:
    """Silence and noise pass without a word. What was not understood: repeat; the squares; then the keys.

    Where noise was why, the same again would not help: piece and both squares are asked for at once, then the keys.
    """
    if said.reason in (Nothing.SILENCE, Nothing.NOISE):
        return dialogue, ()
    if said.reason is Nothing.ILLEGAL:
        return dialogue, (Sign.NOT_UNDERSTOOD, say(Prompt.NOT_LEGAL, dialogue, moment))
    prompts = (Prompt.REPEAT_PLEASE, Prompt.SAY_THE_SQUARES, Prompt.USE_THE_KEYS)
    if said.reason is Nothing.TOO_NOISY:
        prompts = (Prompt.TOO_NOISY, Prompt.USE_THE_KEYS, Prompt.USE_THE_KEYS)
    prompt = prompts[min(dialogue.failures, len(prompts) - 1)]
    failed = replace(dialogue, failures=dialogue.failures + 1)
    return failed, (Sign.NOT_UNDERSTOOD, say(prompt, dialogue, moment))
