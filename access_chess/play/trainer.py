"""The seat at which the drills of a round are asked: a player's, in a game that stands in the drill's position.

So a drill has all that a game has: moves typed and said, every question about the board, the cursor, the voice. What is
tried goes to the drill; only what is right is played.
"""

from collections.abc import Sequence
from functools import partial

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.conversation.dialogue import after, ask_first
from access_chess.conversation.not_understood import nearest
from access_chess.conversation.reading import typed
from access_chess.conversation.state import AskAfter, CarryOut, Dialogue, NotUnderstood, Said, Say
from access_chess.conversation.state import Steps as Talked
from access_chess.laws.clock import Instant
from access_chess.laws.game import Game
from access_chess.play.drill_answers import BY_YES_OR_NO, drill_help, expected, free_for, heard_answer, read_answer
from access_chess.play.lessons import entered_in_lesson, is_game, said_in_lesson
from access_chess.play.messages import (
    Again,
    AtOnce,
    Effect,
    Effects,
    Felt,
    Happened,
    Key,
    LeaveGame,
    OfferHelp,
    Silence,
    ToSeat,
    Typed,
    Work,
    Worked,
)
from access_chess.play.seat import PlayerSeat
from access_chess.play.training import Refuting, Training, TrainingHelp, made
from access_chess.practice import round as rounds
from access_chess.practice.drill import AnswerKind, Drill, DrillAnswer
from access_chess.practice.round import KeepAttempt, Make, Refute, Round, RoundPhase, SaySentence, Steps, Turn
from access_chess.practice.sentence import Sentence
from access_chess.requests.names import DRILLS, RequestName
from access_chess.requests.request import Missing, Request, Unfinished
from access_chess.requests.table import KEYS
from access_chess.session.inbox import SpokenWords, said_of_another_board
from access_chess.speech.announcement import announce
from access_chess.speech.answers.position import whose_turn
from access_chess.speech.practising.sentences import worded
from access_chess.speech.utterance import Earcon, Priority, SpokenPart, Utterance

#: What asks for the next drill: its own word, the words with which a game goes on, and a new one.
_NEXT = frozenset({RequestName.NEXT, RequestName.RESUME, RequestName.NEW_GAME})
#: An empty line is an answer to these, or a move by hand.
_EMPTY_TOO = (AnswerKind.MOVE, AnswerKind.ANY_KEY, AnswerKind.ARTICLE)

Turned = tuple["TrainerSeat", Effects]


class TrainerSeat(Struct, frozen=True, kw_only=True):
    """A `player` who is asked the drills of a `training`, in a game that was begun `at` an instant.

    `named` are the squares of an answer that has more of them.
    """

    player: PlayerSeat
    training: Training
    help: TrainingHelp
    at: Instant
    is_open: bool = False
    named: tuple[chess.Square, ...] = ()
    refuting: Refuting | None = None

    @property
    def dialogue(self) -> Dialogue:
        """Where the conversation stands, and what the drill has asked."""
        return self.training.asking_in(self.player.dialogue)

    @property
    def wants_key(self) -> bool:
        """Whether the next entry is a single key, and not a line."""
        return self.player.wants_key

    @property
    def level(self) -> int:
        """That of the engine, if there were one."""
        return self.player.level

    def is_due(self, _: Game) -> bool:
        """A drill always waits, but while something is thought out."""
        is_busy = self.training.board is not None and self.training.board.is_busy
        return self.refuting is None and not self.player.works and not is_busy

    def waits_since(self, _: Game) -> tuple[SpokenPart, ...]:
        """Nobody offers a draw at a drill."""
        return ()

    def turn(self, message: ToSeat, game: Game) -> Turned:
        """What follows here from a message; where the drill is done with, the game is left."""
        board = self.training.board
        seat, effects = self.at_keys(message, game) if board is None else board.turn(self, message, game)
        how = seat.training.leaving if seat.refuting is None else None
        return seat, effects if how is None else (*effects, LeaveGame(how=how))

    def at_keys(self, message: ToSeat, game: Game) -> Turned:
        """The same, where nothing is done by hand."""
        refuting, training = self.refuting, self.training
        message = message.message if isinstance(message, Again) else message
        is_early = refuting is not None or training.leaving is not None
        match message:
            case Happened() if not self.is_open:
                return replace(self, is_open=True)._opened(game)
            case Worked(work=work) if refuting is not None and work is refuting.work:
                return replace(self, refuting=None)._refuted(refuting, message, game)
            case Typed() | Key() | SpokenWords() if is_early:
                return replace(self, training=replace(training, entered=(*training.entered, message))), ()
            case Typed(line=line, at=at):
                return self._entered(line, message, game, at)
            case Key(key=key, at=at):
                return self._pressed(key, game, at)
            case SpokenWords():
                return self._heard(message, game)
            case Felt() if training.controller is not None:
                return training.controller.felt(self, message, game)
            case AskAfter():  # a drill goes on by itself
                return self, ()
        return self._of_player(self.player.turn(message, game))

    def answered(self, answer: DrillAnswer, game: Game, at: Instant) -> Turned:
        """What follows from an answer to the present drill."""
        return self._gone(rounds.answered(self.training.round, answer, at), game, at)

    def _of_player(self, turned: tuple[PlayerSeat, Effects]) -> Turned:
        return replace(self, player=turned[0]), turned[1]

    def _opened(self, game: Game) -> Turned:
        """Ask the present drill; what was entered before is heard then."""
        training = self.training
        is_back, moves = training.played_on is not None, training.moves_played
        now = replace(training, is_moved_on=False, is_asked=False, played_on=None, moves_played=None)
        seat = replace(self, training=now)
        effects: Effects = ()
        if training.preface:
            effects = self._told(training.preface)
        elif moves is not None:
            seat, effects = seat.answered(DrillAnswer(number=moves), game, self.at)
        elif is_back and training.round.phase is RoundPhase.SOLVED:
            effects = (self._phrase("drill_next"),)
        elif not training.is_asked:
            seat, effects = seat._asked_again() if is_back else seat._begun(game, self.at)
            seat = seat._played_on(game)[0] if is_game(training.round) else seat
        return seat._caught_up(effects)

    def _caught_up(self, effects: Effects) -> Turned:
        """After these comes what was entered meanwhile."""
        again = (Again(message=each) for each in self.training.entered)
        return replace(self, training=replace(self.training, entered=())), (*effects, *again)

    def _begun(self, game: Game, at: Instant) -> Turned:
        seat = replace(self, training=replace(self.training, preface=()))
        return seat._gone(rounds.asked(self.training.round, at), game, at)

    def _entered(self, line: str, message: Typed, game: Game, at: Instant) -> Turned:
        """A line is an answer to the drill, or the key to go on, or anything that may be typed in a game."""
        training, text = self.training, line.strip()
        if training.is_lesson and (gone := entered_in_lesson(line, training.round, self.player.language, at)):
            return self._gone(gone, game, at)
        if training.is_lesson and not text:
            return self._played_on(game)
        if not text and training.waits_to_go_on:
            return self._gone_on(game, at)
        expects, language = training.round.drill.expects, self.player.language
        if training.is_asking and not text and expects not in _EMPTY_TOO:
            return self._asked_again()
        if training.is_asking and (answer := read_answer(line, expects, language)) is not None:
            return self.answered(answer, game, at)
        if not text:
            return self._of_player(self.player.turn(message, game))
        return self._conversed(typed(line, self.dialogue, self.player.moment(game)), game, at)

    def _pressed(self, key: str, game: Game, at: Instant) -> Turned:
        if (exploring := self.player.exploring) is not None and exploring.is_on:
            found = exploring.asked(key, game)
            return self._conversed(found, game, at) if isinstance(found, Request) else (self, found)
        return self._conversed(Request(name=KEYS[key]), game, at) if key in KEYS else (self, ())

    def _heard(self, spoken: SpokenWords, game: Game) -> Turned:
        """To another question than the one that waited then the answer was not said."""
        said = spoken.said
        said = replace(said, question=spoken.question) if isinstance(said, Request) else said
        if said_of_another_board(said, spoken.board, game):
            part = whose_turn(game.board, self.player.language.pack)
            return self, (Say(part=part, color=self.player.dialogue.color),)
        return self._conversed(said, game, spoken.at)

    def _conversed(self, said: Said, game: Game, at: Instant) -> Turned:
        """The drill hears it first, but while the player is asked something else."""
        dialogue, moment = self.dialogue, self.player.moment(game)
        number = said.question if isinstance(said, Request) else None
        is_to_answer = number in (None, dialogue.question(game))
        if isinstance(said, Request) and self.training.is_hint(said):
            return self._of_dialogue(ask_first(dialogue, said, self._phrase("said.is_hint").part, moment), game, at)
        free = replace(self, player=replace(self.player, dialogue=free_for(said, self.player.dialogue)))
        if free.dialogue.pending is None and is_to_answer and (done := free._answered(said, game, at)) is not None:
            line = said.line if isinstance(said, NotUnderstood) and not self.training.is_lesson else None
            word = None if line is None else nearest(line, dialogue.here, moment)
            proposed = () if word is None else (self._phrase("perhaps_word", word=word),)
            return done[0], (*done[1], *proposed)
        seat, effects = self._of_dialogue(after(dialogue, said, moment), game, at)
        if seat.dialogue.is_asked(game):
            return seat, effects
        return seat, (*effects, OfferHelp(said=said, dialogue=seat.player.dialogue))

    def _of_dialogue(self, talked: tuple[Dialogue, Talked], game: Game, at: Instant) -> Turned:
        """The conversation has come so far; a move is the drill's. What tells its answer counts as a hint."""
        seat = replace(self, player=replace(self.player, dialogue=talked[0]))
        effects: list[Effect] = []
        for step in talked[1]:
            if isinstance(step, CarryOut) and seat.training.is_hint(step.request):
                seat = replace(seat, training=seat.training.hinted)
            if isinstance(step, CarryOut) and step.request.name is RequestName.MOVE:
                seat, done = seat._tried(step.request, game, at)
            else:
                seat, done = seat._of_player(seat.player.go_on(seat.player.dialogue, (step,), game, at))
            effects += done
        return seat, tuple(effects)

    def _answered(self, said: Said, game: Game, at: Instant) -> Turned | None:
        """Something that was typed or heard and is the drill's to answer; None: it is not."""
        training = self.training
        if training.is_lesson and (gone := said_in_lesson(said, training.round, self.player.language, at)):
            return self._gone(gone, game, at)
        if isinstance(said, Unfinished):  # "next" alone: in a game it wants to know of which piece
            is_next = said.request.name is RequestName.NEXT_MAN and said.missing is Missing.PIECE
            return self._asked(RequestName.NEXT, game, at) if is_next else None
        if not isinstance(said, Request):
            return self._asked_for_answer() if isinstance(said, NotUnderstood) else None
        if said.name is RequestName.LEARN and said.name not in training.withheld:
            words = str(said.number or "") if said.is_heard else said.words  # a lesson is heard by its number
            asked = (CarryOut(request=replace(said, words=words), color=training.color),)
            return self._of_player(self.player.go_on(self.player.dialogue, asked, game, at))
        if said.name in (RequestName.YES, RequestName.NO):
            return self._told_yes_or_no(game, at, is_yes=said.name is RequestName.YES)
        if said.name in training.answers:
            return self._said_aloud(said, game, at)
        is_help = said.name in (RequestName.HELP, RequestName.WHAT_CAN_I_SAY) and said.topic is None
        if is_help and training.is_asking:
            return self, tuple(Say(part=part) for part in drill_help(training.round.drill, self.player.language))
        return self._asked(said.name, game, at)

    def _tried(self, request: Request, game: Game, at: Instant) -> Turned:
        """A move that was typed or said is an answer. One that was heard is named, as it was understood."""
        move, language = request.move, self.player.language
        assert move is not None, "a move is settled before it is played"
        if (asked := self._asked_for_answer()) is not None:
            return asked
        seat, effects = self.answered(DrillAnswer(move=move), game, at)
        named = Say(part=announce(game.board, move, language.pack, form=language.form))
        return seat, (named, *effects) if request.is_heard else effects

    def _asked(self, name: RequestName, game: Game, at: Instant) -> Turned | None:
        training = self.training
        is_asking = training.round.phase is RoundPhase.ASKING
        if name is RequestName.QUIT:
            left = replace(self, training=replace(training, is_left=True))
            return left, (Silence(color=training.color), self._phrase("drill_left"))
        if name in _NEXT:
            return self._gone_on(game, at)
        if name is RequestName.CHECK_BOARD and training.board is not None:
            return training.board.checked(self)
        if name in DRILLS:
            return replace(self, training=replace(training, other=DRILLS[name], preface=())), ()
        if name in self.help.asides:
            return self, (AtOnce(do=self.help.asides[name]),)
        if name in training.withheld:
            return self, (self._phrase("not_now"),)
        if training.preface:
            return None
        if name is RequestName.GO_ON_FROM_HERE:
            return self._played_on(game)
        if name is RequestName.HINT:
            return self._gone(rounds.hinted(training.round), game, at)
        if name is RequestName.SOLUTION or (name is RequestName.WHY and not is_asking):
            return self._gone(rounds.given_up(training.round, at), game, at)
        if name in (RequestName.REPEAT, RequestName.WHY, *training.in_question) and is_asking:
            return self._asked_again()
        refused = training.refused(name)
        return (self, (self._phrase(refused),)) if refused else None

    def _said_aloud(self, request: Request, game: Game, at: Instant) -> Turned | None:
        """What was waited for was said aloud; of several squares each is said back, and the last one answers."""
        answer = heard_answer(request, self.named)
        if answer is None:
            return None
        if answer.squares and len(answer.squares) < self.training.round.drill.squares:
            square = self.player.language.pack.square(answer.squares[-1])
            return replace(self, named=answer.squares), (Say(part=square),)
        return self.answered(answer, game, at)

    def _told_yes_or_no(self, game: Game, at: Instant, *, is_yes: bool) -> Turned | None:
        """Yes and no answer the drill, or whether to go on, or to begin once more."""
        if self.training.preface and self.training.anew is not None:
            begun = self.training.anew if is_yes else self.training.round
            return replace(self, training=replace(self.training, round=begun))._begun(game, at)
        if self.training.waits_to_go_on:
            return self._asked(RequestName.NEXT if is_yes else RequestName.QUIT, game, at)
        if self.training.round.drill.expects in BY_YES_OR_NO:
            return self.answered(DrillAnswer(is_yes=is_yes), game, at)
        return self._asked_for_answer()

    def _gone_on(self, game: Game, at: Instant) -> Turned:
        if self.training.preface:
            return self._begun(game, at)
        return self._gone(rounds.gone_on(self.training.round, at), game, at)

    def _played_on(self, game: Game) -> Turned:
        """Leave the drill for a while, where its position may be seen and played."""
        is_playable = self.training.round.drill.expects is AnswerKind.MOVE and not game.board.is_game_over()
        if not is_playable and not is_game(self.training.round):
            return self, (self._phrase("not_now"),)
        return replace(self, training=self.training.to_play_on(game.board)), ()

    def _asked_again(self) -> Turned:
        return replace(self, named=()), self._told(self.training.round.drill.question)

    def _asked_for_answer(self) -> Turned | None:
        """What was entered is no answer to this drill: say what would be, and ask again, but tell no part again.

        None: moves answer it, and the conversation knows of these.
        """
        training, expects = self.training, self.training.round.drill.expects
        if not training.is_asking:
            ready = self._phrase("drill_ready" if training.is_lesson else "drill_next")
            return self, self._told(training.preface[-1:]) or (ready,)
        if expects is AnswerKind.MOVE:
            return None
        seat, asked = (self, ()) if training.tells else self._asked_again()
        return seat, (Say(part=expected(expects, self.player.language.pack)), *asked)

    def _gone(self, gone: tuple[Round, Steps], game: Game, at: Instant) -> Turned:
        """The round goes on so; before the first question of a kind it is said what is to be answered."""
        before, training = self.training.round.drill, replace(self.training, round=gone[0])
        kind = training.round.drill.expects
        explained: Effects = ()
        is_new = kind not in training.explained and not is_game(training.round)
        if is_new and training.round.phase is RoundPhase.ASKING:
            training = replace(training, explained=training.explained | {kind})
            explained = (Say(part=expected(kind, self.player.language.pack)),)
        seat, effects = replace(self, training=training, named=())._done(gone[1], before, game, at)
        if training.is_lesson and seat.training.leaving is None and training.round.drill.before != game.board:
            moved = replace(seat.training, is_moved_on=True, is_asked=True)  # what stands there is shown and asked of
            seat = replace(seat, training=moved)
        return seat, (*explained, *effects)

    def _done(self, steps: Steps, before: Drill, game: Game, at: Instant) -> Turned:
        seat, effects = self, list[Effect]()
        for place, step in enumerate(steps, start=1):
            match step:
                case SaySentence(sentence=said, is_right=is_right):
                    effects.append(self._sentence(said, is_right))
                case Make(moves=moves):
                    effects += made(moves, game)
                case Refute(board=board):
                    work = Work(job=partial(self.help.refute, board))
                    refuting = Refuting(work=work, board=board, before=before, rest=steps[place:])
                    return replace(seat, refuting=refuting), (*effects, work)
                case KeepAttempt(attempt=attempt):
                    effects.append(AtOnce(do=partial(self.help.keep, attempt)))
                case Turn.NEXT:
                    seat, asked = seat._next(before, game, at)
                    effects += asked
        return seat, tuple(effects)

    def _refuted(self, refuting: Refuting, worked: Worked, game: Game) -> Turned:
        """The reply is said, and what was to follow it."""
        reply = worked.found if isinstance(worked.found, chess.Move) else None
        steps = (*rounds.refuted(refuting.board, reply), *refuting.rest)
        seat, effects = self._done(steps, refuting.before, game, worked.at)
        return seat._caught_up(effects)

    def _next(self, before: Drill, game: Game, at: Instant) -> Turned:
        """A drill in the same position is asked at once; another one has a game of its own."""
        drill = self.training.round.drill
        if not before.made and not drill.made and before.before == drill.before and before.expects is drill.expects:
            return self._gone(rounds.asked(self.training.round, at), game, at)
        return replace(self, training=replace(self.training, is_moved_on=True)), ()

    def _phrase(self, name: str, **slots: str) -> Say:
        return Say(part=self.player.language.pack.phrase(name, **slots))

    def _told(self, sentences: Sequence[Sentence]) -> Effects:
        return tuple(self._sentence(each) for each in sentences)

    def _sentence(self, said: Sentence, is_right: bool | None = None) -> Utterance:
        """A sentence; before it the short sound of a right or wrong answer, where it is told one."""
        earcon = None if is_right is None else Earcon.UNDERSTOOD if is_right else Earcon.NOT_UNDERSTOOD
        part = worded(self.help.completed(said), self.player.language.pack, self.player.language.form)
        return Utterance(parts=(part,), priority=Priority.NEXT, earcon=earcon)
