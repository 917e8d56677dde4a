"""One conversation for whatever comes in: carry out, ask back, confirm, ask again, give up; nothing is guessed.

A state, something that was typed, heard or pressed, and the game make a new state and steps. A question stays until it
is answered, whatever comes meanwhile: one of this place, the opponent's draw offer, another game after the end. An
answer to a question that has gone, or to another one, answers nothing. No time-out ever plays a move.
"""

import chess
from msgspec.structs import replace

from access_chess.conversation.choices import Choice, choice
from access_chess.conversation.help import about, most_used, part_of
from access_chess.conversation.not_understood import man_meant, missed, unreadable, with_nearest
from access_chess.conversation.state import (
    AskAfter,
    CarryOut,
    Dialogue,
    Moment,
    NotUnderstood,
    Pending,
    Prompt,
    Said,
    Say,
    Steps,
    misunderstood,
    offer_waits,
    say,
    told_turn,
    understood,
    waiting,
)
from access_chess.laws.game import Game, Ply
from access_chess.laws.illegal_move_claims import ply_index
from access_chess.listening.heard import MOST_OPTIONS, HeardNothing, Nothing
from access_chess.notation.illegality import Illegal
from access_chess.notation.reading import Ambiguous, PromotionMissing, Unreadable
from access_chess.profile import Profile
from access_chess.requests.commands import asker
from access_chess.requests.names import NUMBERS, RequestName, numbered
from access_chess.requests.request import Missing, Request, Unfinished
from access_chess.requests.row import Confirmed, Here, RequestAuthor, Topic, blindfold
from access_chess.requests.slots import board_of
from access_chess.requests.table import ROWS, is_possible, refusal
from access_chess.speech.announcement import announce
from access_chess.speech.answers.position import color_name
from access_chess.speech.answers.reading_reply import reading_reply
from access_chess.speech.utterance import SpokenPart


def after(dialogue: Dialogue, said: Said, moment: Moment) -> tuple[Dialogue, Steps]:
    """The new state and the steps that follow from what was said."""
    current = dialogue.current(moment.game)
    if isinstance(said, Request) and _answers_another(dialogue, current, said, moment.game):
        return current, (*misunderstood(said), *_asked_again(current, moment))
    dialogue = current
    match said:
        case Unfinished(missing=Missing.WORDS):
            line, is_ruling = said.request.words, said.request.name is RequestName.ARBITER_PIN
            part = moment.language.pack.phrase("not_read")
            part = with_nearest(part, line, dialogue, moment, is_ruling=is_ruling)
            return dialogue, (Say(part=part, color=dialogue.color, line=line),)
        case Unfinished():
            return _lacking(dialogue, said, moment)
        case NotUnderstood():
            return unreadable(dialogue, said, moment)
        case HeardNothing():
            return missed(dialogue, said, moment)
        case Request():
            return _requested(replace(dialogue, failures=0, slips=0), said, moment)


def ask_new_piece(dialogue: Dialogue, moves: tuple[chess.Move, ...], moment: Moment) -> tuple[Dialogue, Steps]:
    """Asks what the pawn that was put on the last rank has become; `moves` are its promotions."""
    return _choose(dialogue, Request(name=RequestName.MOVE, moves=moves), moment)


def _answers_another(before: Dialogue, dialogue: Dialogue, said: Request, game: Game) -> bool:
    """Whether an answer is to another question than the one that waits: the number is not its own, or it has gone."""
    if said.name not in ANSWERS:
        return False
    if said.question is not None:
        return said.question != dialogue.question(game)
    return before.pending is not None and dialogue.pending is None


def _asked_again(dialogue: Dialogue, moment: Moment) -> Steps:
    """What is said to an answer that answers nothing: what is asked now, in its own words."""
    if not dialogue.is_asked(moment.game):
        return (say("nothing_asked", dialogue, moment),)
    asked = waiting(dialogue, moment)
    again = AskAfter(question=dialogue.asked_aside) if asked is None else Say(part=asked, color=dialogue.color)
    return (say("other_question", dialogue, moment), again)


def _requested(dialogue: Dialogue, request: Request, moment: Moment) -> tuple[Dialogue, Steps]:
    match request.name:
        case RequestName.YES | RequestName.NO if dialogue.pending is None and dialogue.aside is not None:
            return dialogue, (CarryOut(request=request, color=asker(request, moment.game, dialogue.color)),)
        case RequestName.YES:
            return _agreed(dialogue, request, moment)
        case RequestName.NO:
            return _refused(dialogue, request, moment)
        case RequestName.MOVE:
            return _moved(dialogue, request, moment)
        case RequestName.HELP | RequestName.WHAT_CAN_I_SAY | RequestName.MORE:
            return _helped(dialogue, request, moment)
    if request.name in NUMBERS:
        return _numbered(dialogue, request, moment)
    if (phrase := refusal(request.name, moment.game, dialogue.here)) is not None:
        reply = say(phrase, dialogue, moment)
        return replace(dialogue, refused=reply.part, not_legal=None), (reply,)
    if request.name is RequestName.WHY and dialogue.refused is not None:
        told = _rules(dialogue, moment) or (dialogue.refused,)
        return dialogue, (*understood(request), *(Say(part=part, color=dialogue.color) for part in told))
    return _asked_for(dialogue, request, moment)


def _rules(dialogue: Dialogue, moment: Moment) -> tuple[SpokenPart, ...]:
    """The rules that the refused move would break; none where it breaks none, or the language has no Laws."""
    if dialogue.not_legal is None or (texts := moment.language.laws()) is None:
        return ()
    from access_chess.speech.answers.broken_rules import broken_rules  # with all Laws, which few games need

    illegal, man = dialogue.not_legal
    game = moment.game
    return broken_rules(illegal, man, game.setup.edition, texts, is_blindfold=blindfold(game))


def _asked_for(dialogue: Dialogue, request: Request, moment: Moment) -> tuple[Dialogue, Steps]:
    """A request other than moves and answers: done, or confirmed first where it could not be taken back."""
    game = moment.game
    if _is_for_another(dialogue, request):
        return dialogue, (say("refused_only_for_oneself", dialogue, moment),)
    is_offer = request.name is RequestName.OFFER_DRAW and not request.condition
    is_answer = is_offer and dialogue.standing(game) is RequestName.ACCEPT_DRAW
    if is_answer and request.color in (None, not game.offer):
        request = replace(request, name=RequestName.ACCEPT_DRAW)  # a draw offered to one who offers one is accepted
    color = asker(request, game, dialogue.color)
    if _is_confirmed(request, game, dialogue.here):
        asked = _confirmation(request, color, dialogue, moment)
        return ask_first(dialogue, replace(request, color=color), asked, moment, sign=understood(request))
    if ROWS[request.name].topic not in _ASIDE:
        dialogue = replace(dialogue, refused=None, not_legal=None)
    is_aside = ROWS[request.name].topic in _ASIDE or not is_possible(request.name, game, dialogue.here)
    is_kept = is_aside and not _completes(dialogue, request)
    settled = dialogue if is_kept else replace(dialogue, pending=None, played=None)
    return settled, (
        *understood(request),
        CarryOut(request=request, color=color),
        *_after(dialogue, settled, moment.game),
    )


def _after(dialogue: Dialogue, settled: Dialogue, game: Game) -> Steps:
    """Where a question has been settled, what has come while it waited is asked."""
    if dialogue.pending is None or settled.pending is not None:
        return ()
    question = settled.question(game)
    return (AskAfter(question=question),) if question else ()


def _completes(dialogue: Dialogue, request: Request) -> bool:
    """Whether the request is the one that lacked something and was asked about."""
    pending = dialogue.pending
    return pending is not None and pending.missing is not None and pending.request.name is request.name


def _is_for_another(dialogue: Dialogue, request: Request) -> bool:
    """Whether something is asked for in the other player's name, at one player's place or their assistant's."""
    is_player_s = ROWS[request.name].author is RequestAuthor.PLAYER or dialogue.here.is_assistants
    return is_player_s and dialogue.color is not None and request.color not in (None, dialogue.color)


ANSWERS = frozenset({RequestName.YES, RequestName.NO, *NUMBERS})
#: What ends a game, as soon as a server has heard of it: until then what waits is not asked again.
_ENDING = frozenset({RequestName.RESIGN, RequestName.ACCEPT_DRAW, RequestName.ABORT, RequestName.CLAIM_VICTORY})
#: After these a question may still be answered.
_ASIDE = frozenset({Topic.PROGRAM, Topic.BOARD, Topic.CLOCK, Topic.EXPLORING})


def _is_confirmed(request: Request, game: Game, here: Here) -> bool:
    confirmed = ROWS[request.name].confirmed
    if request.is_doubtful or _found_legal(request, game) is not None:
        return True
    if request.name in (RequestName.NEW_GAME, RequestName.CLOCK_NEW) and _has_ended(game):
        return False
    if request.condition:
        return False  # no offer may have one: the Laws say so at once
    if confirmed is Confirmed.HEARD:
        return request.is_heard
    return confirmed is Confirmed.ALWAYS and is_possible(request.name, game, here)


def _has_ended(game: Game) -> bool:
    """Whether nothing is lost with this game; a clock alone goes on after its flag, but the game is decided."""
    return game.is_over or (game.setup.is_clock_alone and any(game.flags[color] is not None for color in chess.COLORS))


def _found_legal(request: Request, game: Game) -> Ply | None:
    """The legal move that an arbiter calls illegal, which may be another than they mean."""
    if request.name is not RequestName.ARBITER_ILLEGAL_MOVE or request.number is None or request.color is None:
        return None
    index = ply_index(game, request.number, request.color)
    return game.plies[index] if index is not None and game.plies[index].legal else None


def _moved(dialogue: Dialogue, request: Request, moment: Moment) -> tuple[Dialogue, Steps]:
    """A typed move is played. A heard one is played at home, and "no" asks to take it back; elsewhere it is confirmed.

    A move said while something is pending corrects it.
    """
    game, line = moment.game, "" if request.is_heard else request.words
    if game.is_over:
        return dialogue, (say("refused_game_over", dialogue, moment, line=line),)
    if not dialogue.is_due(game):
        return dialogue, (told_turn(dialogue, moment, line),)
    if request.move is None:
        return _choose(dialogue, request, moment)
    is_trusted = not request.is_heard or dialogue.here.profile is Profile.PRACTICE
    if request.is_doubtful or not is_trusted:
        move = announce(game.board, request.move, moment.language.pack, form=moment.language.form)
        asked = moment.language.pack.phrase(Prompt.CONFIRM_MOVE, move=move)
        return ask_first(dialogue, request, asked, moment, sign=understood(request))
    played = request.move if request.is_heard else None
    settled = replace(dialogue, pending=None, played=played, refused=None, not_legal=None)
    done = CarryOut(request=request, color=game.turn)
    return settled, (*understood(request), done, *_after(dialogue, settled, moment.game))


def _choose(dialogue: Dialogue, request: Request, moment: Moment) -> tuple[Dialogue, Steps]:
    game, language = moment.game, moment.language
    if request.is_heard and len(request.moves) > MOST_OPTIONS:
        return missed(dialogue, HeardNothing(reason=Nothing.UNSURE, heard=request.words), moment)
    found = choice(game.board, request.moves, language, moment.lexicon)
    line = "" if request.is_heard else request.words
    asked = Say(part=found.asked, color=dialogue.color, line=line)
    return _waits(dialogue, request, found.asked, game, choice=found), (asked,)


def _numbered(dialogue: Dialogue, request: Request, moment: Moment) -> tuple[Dialogue, Steps]:
    """ "one" to "four" choose between moves; a doubtful one asks whether its move is meant."""
    pending = dialogue.pending
    moves = () if pending is None or pending.choice is None else pending.choice.moves
    move = numbered(request.name, moves)
    if pending is None or move is None:
        return dialogue, (*misunderstood(request), say("nothing_asked", dialogue, moment))
    chosen = replace(pending.request, moves=(move,), is_doubtful=request.is_doubtful)
    settled, steps = _requested(dialogue, chosen, moment)
    asked = settled.pending
    if request.is_doubtful and asked is not None and asked is not pending:
        settled = replace(settled, pending=replace(asked, instead_of=pending))
    return settled, steps


def _agreed(dialogue: Dialogue, request: Request, moment: Moment) -> tuple[Dialogue, Steps]:
    pending, game = dialogue.pending, moment.game
    if pending is not None and (pending.choice is not None or pending.missing is not None):
        return dialogue, (Say(part=pending.asked, color=dialogue.color),)  # "yes" to "Bella or Felix?" says nothing
    if (waits := _waits_for_another(dialogue, request, moment)) is not None:
        return dialogue, (*misunderstood(request), Say(part=waits, color=dialogue.color))
    if pending is not None:
        color = game.turn if pending.request.color is None else pending.request.color
        done = CarryOut(request=pending.request, color=color)
        settled = replace(dialogue, pending=None, played=None)
        is_on_its_way = game.setup.is_elsewhere and pending.request.name in _ENDING
        follows = () if is_on_its_way else _after(dialogue, settled, game)
        return settled, (*understood(request), done, *follows)
    name = dialogue.standing(game)
    if name is None:
        return dialogue, (*misunderstood(request), say("nothing_asked", dialogue, moment))
    return dialogue, (*understood(request), _answering(name, game))


def _refused(dialogue: Dialogue, request: Request, moment: Moment) -> tuple[Dialogue, Steps]:
    if (waits := _waits_for_another(dialogue, request, moment)) is not None:
        return dialogue, (*misunderstood(request), Say(part=waits, color=dialogue.color))
    if dialogue.pending is not None and (before := dialogue.pending.instead_of) is not None:
        return replace(dialogue, pending=before), (*understood(request), Say(part=before.asked, color=dialogue.color))
    if dialogue.pending is not None:
        settled, dropped = replace(dialogue, pending=None, played=None), say("dropped", dialogue, moment)
        return settled, (*understood(request), dropped, *_after(dialogue, settled, moment.game))
    match dialogue.standing(moment.game):
        case RequestName.ACCEPT_DRAW:
            return dialogue, (*understood(request), _answering(RequestName.DECLINE_DRAW, moment.game))
        case RequestName.NEW_GAME:
            return dialogue, (*understood(request), _answering(RequestName.QUIT, moment.game))
    if dialogue.played is not None:
        return _asked_for(dialogue, Request(name=RequestName.TAKE_BACK, is_heard=request.is_heard), moment)
    return dialogue, (*misunderstood(request), say("nothing_asked", dialogue, moment))


def _waits_for_another(dialogue: Dialogue, request: Request, moment: Moment) -> SpokenPart | None:
    """The question again, where one player's answer is given to what the other was asked."""
    game, pending = moment.game, dialogue.pending
    if request.color is None:
        return None
    if pending is not None:
        is_player_s = ROWS[pending.request.name].author is RequestAuthor.PLAYER
        asked = pending.request.color if is_player_s else None
        return pending.asked if asked not in (None, request.color) else None
    if dialogue.standing(game) is RequestName.ACCEPT_DRAW and request.color is not _answerer(game):
        return offer_waits(moment)
    return None


def _answerer(game: Game) -> chess.Color:
    """Who answers what stands: the player to whom a draw is offered."""
    return game.turn if game.offer is None else not game.offer


def _answering(name: RequestName, game: Game) -> CarryOut:
    color = _answerer(game)
    return CarryOut(request=Request(name=name, color=color), color=color)


def _lacking(dialogue: Dialogue, said: Unfinished, moment: Moment) -> tuple[Dialogue, Steps]:
    """The smallest question after what a request lacks; the next line may be just that."""
    if (phrase := refusal(said.request.name, moment.game, dialogue.here)) is not None:
        return dialogue, (say(phrase, dialogue, moment),)
    match said.why:
        case Ambiguous(moves=moves) | PromotionMissing(moves=moves):
            return _choose(dialogue, replace(said.request, moves=moves), moment)
        case Unreadable() | Illegal() as why:
            board, is_blindfold = board_of(said.request.name, moment.game), blindfold(moment.game)
            reason = reading_reply(why, board, moment.language.pack, is_blindfold=is_blindfold)
            reply = Say(part=reason, color=dialogue.color, line=said.request.words)
            illegal = (why, man_meant(why, board, said.request.words, moment)) if isinstance(why, Illegal) else None
            return replace(dialogue, refused=reason, not_legal=illegal), (reply,)
    asked = moment.language.pack.phrase(said.missing)
    return ask_first(dialogue, said.request, asked, moment, missing=said.missing)


def _helped(dialogue: Dialogue, request: Request, moment: Moment) -> tuple[Dialogue, Steps]:
    game, language = moment.game, moment.language
    if request.name is RequestName.MORE and dialogue.help.one_by_one and dialogue.help.lines:
        first, *rest = dialogue.help.lines
        dialogue = replace(dialogue, help=replace(dialogue.help, lines=tuple(rest)))
        return dialogue, (Say(part=first, color=dialogue.color),)
    if request.name is RequestName.MORE:
        lines = dialogue.help.lines or (language.pack.phrase("help_no_more"),)
    elif request.topic is not None:
        lines = about(request.topic, game, dialogue.here, language) or (language.pack.phrase("help_nothing_now"),)
    else:
        lines = most_used(game, dialogue.here, language)
    told, left = part_of(lines, language)
    return replace(dialogue, help=left), tuple(Say(part=line, color=dialogue.color) for line in told)


def ask_first(
    dialogue: Dialogue, request: Request, asked: SpokenPart, moment: Moment, *, missing: Missing | None = None,
    sign: Steps = (),
) -> tuple[Dialogue, Steps]:  # fmt: skip
    """Ask this before the request is carried out, or for what it lacks."""
    dialogue = _waits(dialogue, request, asked, moment.game, missing=missing)
    return replace(dialogue, played=None), (*sign, Say(part=asked, color=dialogue.color))


def _waits(
    dialogue: Dialogue,
    request: Request,
    asked: SpokenPart,
    game: Game,
    *,
    choice: Choice | None = None,
    missing: Missing | None = None,
) -> Dialogue:
    """The question waits, with the next number of this place."""
    pending = Pending(
        number=dialogue.asked + 1, request=request, asked=asked, board=game.board, offers=game.offers,
        is_after_end=game.is_over, choice=choice, missing=missing,
    )  # fmt: skip
    return replace(dialogue, pending=pending, asked=pending.number)


def _confirmation(request: Request, color: chess.Color, dialogue: Dialogue, moment: Moment) -> SpokenPart:
    """The question before such a request is done; where both players share the input, it names who asks."""
    pack, name = moment.language.pack, request.name
    if (ply := _found_legal(request, moment.game)) is not None:
        move = announce(ply.before, ply.move, pack, form=moment.language.form)
        return pack.phrase("confirm_arbiter_illegal_move", move=move)
    if request.is_doubtful or (ROWS[name].confirmed is Confirmed.HEARD and name not in _OF_DRAWS):
        return pack.phrase("confirm_heard", words=request.words)
    if dialogue.color is None and name in _NAMED:
        return pack.phrase(f"confirm_{name}_of", color=color_name(color, pack))
    if request.words and name is RequestName.LEARN:
        return pack.phrase("confirm_learn_of", lesson=request.words)
    if request.number is not None and name is RequestName.TAKE_BACK_TO:
        return pack.phrase("confirm_take_back_to", number=request.number)
    if request.number is not None and name is RequestName.TAKE_BACK:
        return pack.phrase("confirm_take_back_many", count=request.number)
    return pack.phrase(f"confirm_{name}")


_OF_DRAWS = frozenset({RequestName.CLAIM_THREEFOLD, RequestName.CLAIM_FIFTY})
_NAMED = frozenset({RequestName.RESIGN, RequestName.OFFER_DRAW, RequestName.ACCEPT_DRAW})
