"""A game on a server: what is done here is sent, what stands there is followed, and both go on after any cut.

Nothing has to be remembered for it: each first line of a stream tells all moves, and a move made here that the server
does not have is sent again as long as the program runs, or taken back where the server does not want it.
"""

from collections.abc import Mapping
from datetime import timedelta
from functools import partial

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.conversation.state import AskAfter, Say
from access_chess.laws.commands import AcceptDraw, ClaimDraw, DeclineDraw, OfferDraw, Resign, TakeBack
from access_chess.laws.events import MoveMade
from access_chess.laws.game import Game
from access_chess.online import calls
from access_chess.online.calls import Call, Fate, Reply, ServerError
from access_chess.online.following import LichessNews, command_of, news, outcome_of, proposals_of
from access_chess.online.lines import ChatLine, GameFull, GameLine, GameState, OpponentGone
from access_chess.play.deeds import Carried
from access_chess.play.messages import (
    Drop,
    Effect,
    Effects,
    Give,
    Happened,
    IsStopped,
    LeaveGame,
    ServerTold,
    ToSeat,
    ToServer,
    Work,
    Worked,
)
from access_chess.play.seat import Deed, Errand, PlayerSeat
from access_chess.play.server_stream import Busy, Ended, GameServer, LineNews, LineState, first_line, pause_after
from access_chess.requests.names import RequestName
from access_chess.session.leaving import Leaving
from access_chess.speech.language.voice_pack import VoicePack

TRIES = 3  # of what is no move: an offer that comes much later than it was made is another offer


class SentMove(Struct, frozen=True, kw_only=True):
    """A move made here, with its place in the game."""

    ply: int
    move: chess.Move


class LookedUp(Struct, frozen=True, kw_only=True):
    """How a game stands where a move was refused; None where the server does not tell."""

    full: GameFull | None
    refused: Reply


class AtServer(Struct, frozen=True, kw_only=True):
    """The game as the server has it, for its player of `color`; their own commands go there, and not to the Laws.

    `state` is what it has told last. `tasks` wait to be sent one after the other; the first one's `work` is under way,
    after so many `failures`. `proposals` counts those of the opponent to take back; a draw offer that `is_offer_older`
    than the last of them is answered before it. `claim` will tell that the opponent has been away for long enough.
    """

    server: GameServer
    full: GameFull
    color: chess.Color
    pack: VoicePack
    state: GameState | None = None
    tasks: tuple[SentMove | ToServer, ...] = ()
    work: Work | None = None
    failures: int = 0
    is_lost: bool = False
    proposals: int = 0
    is_offer_older: bool = False
    claim: Work | None = None

    def turn(self, seat: PlayerSeat, message: ToSeat, game: Game) -> Carried:
        """What follows at this seat."""
        before: Effects = ()
        match message:
            case ServerTold(told=told):
                here, effects = self._heard(told)
            case Worked(work=work, found=found) if work is self.work:
                here, effects = replace(self, work=None)._answered(found)
            case Worked(work=work) if work is self.claim:
                here, effects = replace(self, claim=None), self._may_claim()
            case ToServer():
                here, effects = replace(self, tasks=(*self.tasks, message)), ()
            case Happened():
                seat, before = self._at_place(seat, message, game)
                here, effects = self._happened(message)
            case _:
                return self._at_place(seat, message, game)
        here, sent = here._sent(game)
        has_asked = here.proposals > self.proposals or (self.is_offer_older and not here.is_offer_older)
        seat, asked_again = here._seated(seat, game, has_asked=has_asked)
        return seat, (*before, *effects, *asked_again, *sent)

    def _at_place(self, seat: PlayerSeat, message: ToSeat, game: Game) -> Carried:
        """What follows without the server, but for commands that go to it."""
        seat, effects = seat.at_place(message, game)
        return seat, tuple(self._sent_there(effect) for effect in effects)

    def _sent_there(self, effect: Effect) -> Effect:
        """What the Laws would decide on is the server's to decide, after the move that was made before it."""
        match effect:
            case Give(command=OfferDraw() | ClaimDraw()):
                return ToServer(call=calls.draw(self.full.id, yes=True))
            case Give(command=AcceptDraw()):
                return ToServer(call=calls.draw(self.full.id, yes=True), answers_offer=True)
            case Give(command=DeclineDraw()):
                return ToServer(call=calls.draw(self.full.id, yes=False), answers_offer=True)
            case Give(command=Resign()):
                return ToServer(call=calls.resign(self.full.id))
            case Give(command=TakeBack()):
                return self.take_back(agrees=True)
        return effect

    def take_back(self, *, agrees: bool) -> ToServer:
        """Agree to what the opponent proposes, or propose it oneself; or do not agree."""
        done = "online_sent" if agrees and not self._is_proposed else ""
        return ToServer(call=calls.take_back(self.full.id, yes=agrees), done=done)

    def _seated(self, seat: PlayerSeat, game: Game, *, has_asked: bool) -> Carried:
        """The seat with this server and with what the opponent asks there.

        Where another question waits for its answer when they have asked, that one is told again.
        """
        is_first = not (self.is_offer_older and self._is_draw_offered)
        is_waiting = self._is_proposed and is_first
        dialogue = replace(
            seat.dialogue,
            asked_aside=f"take back {self.proposals}" if is_waiting else "",
            aside=self.pack.phrase(LichessNews.TAKE_BACK_WANTED, name=self._opponent) if is_waiting else None,
        )
        seat, question = replace(seat, server=self, dialogue=dialogue), dialogue.question(game)
        is_again = has_asked and question not in ("", dialogue.asked_aside)
        return seat, (AskAfter(question=question),) if is_again else ()

    @property
    def _is_over(self) -> bool:
        return self.state is not None and outcome_of(self.state.status) is not None

    @property
    def _is_proposed(self) -> bool:
        return self.state is not None and not self._is_over and proposals_of(self.state)[not self.color]

    @property
    def _is_draw_offered(self) -> bool:
        return self.state is not None and self._offers(self.state)

    def _offers(self, state: GameState) -> bool:
        """Whether the opponent offers a draw."""
        return state.bdraw if self.color else state.wdraw

    @property
    def _opponent(self) -> str:
        return calls.readable((self.full.black if self.color else self.full.white).called, 60)

    # What the server says

    def _happened(self, happened: Happened) -> tuple["AtServer", Effects]:
        """A move of the player's own goes to the server, unless it came from there; at first its game is followed.

        A move kept here that the server does not have may never have arrived, or may have been taken back there since:
        it is taken back, and nothing is sent unasked.
        """
        if self.state is None:
            return self._followed(self.full.state, is_settled=True)
        made = tuple(
            SentMove(ply=len(each.before.plies), move=each.event.move)
            for each in happened.events
            if isinstance(each.event, MoveMade) and each.event.color is self.color
        )
        return replace(self, tasks=(*self.tasks, *made)), ()

    def _heard(self, told: GameLine | LineNews) -> tuple["AtServer", Effects]:
        match told:
            case GameFull(state=state) | (GameState() as state):
                return self._followed(state)
            case OpponentGone():
                return self._missed(told)
            case ChatLine(room="player", username=name, text=text):
                return self, (self._say("online_chat", name=calls.readable(name), text=calls.readable(text)),)
            case LineState.LOST:
                return self._lost()
            case LineState.FOUND:
                return self._found()
            case Busy(time=time):
                return replace(self, is_lost=True), (self._say("online_busy", time=time),)
            case Ended(reply=reply):
                return self._ended(reply)
        return self, ()

    def _followed(self, state: GameState, *, is_settled: bool = False) -> tuple["AtServer", Effects]:
        before, here = self.state, replace(self, state=state)
        was_proposed = before is not None and proposals_of(before)[not self.color]
        if here._is_proposed and not was_proposed:
            is_older = before is not None and self._offers(before)
            here = replace(here, proposals=self.proposals + 1, is_offer_older=is_older)
        is_shorter = before is not None and len(state.moves.split()) < len(before.moves.split())
        settled = is_settled or is_shorter  # a move on its way was thought of for another position
        is_timed = self.full.clock is not None
        command = command_of(state, self.color, is_timed=is_timed, is_settled=settled)
        told = list(news(before, state, self.color))
        waited = before is not None and here.is_offer_older and self._offers(before)
        if waited and not here._is_draw_offered and here._is_proposed:
            told.append(LichessNews.TAKE_BACK_WANTED)  # an offer has kept it waiting
            here = replace(here, is_offer_older=False)
        forgotten: Effects = ()
        if before is None or before.moves != state.moves:
            here, forgotten = here._claim_forgotten()
        said = (self._say(each.value, name=self._opponent) for each in told)
        return here, (*forgotten, Give(command=command), *said)

    def _missed(self, gone: OpponentGone) -> tuple["AtServer", Effects]:
        """The opponent has left, or is back."""
        here, forgotten = self._claim_forgotten()
        if not gone.gone:
            return here, (*forgotten, self._say("online_back", name=self._opponent))
        if not gone.seconds:
            return here, (*forgotten, *self._may_claim())
        time = timedelta(seconds=gone.seconds)
        claim = Work(job=_nothing, after=time)
        told = self._say("online_gone", name=self._opponent, time=time)
        return replace(here, claim=claim), (*forgotten, told, claim)

    def _may_claim(self) -> Effects:
        return () if self._is_over else (self._say("online_may_claim"),)

    def _claim_forgotten(self) -> tuple["AtServer", Effects]:
        return replace(self, claim=None), () if self.claim is None else (Drop(work=self.claim),)

    # What goes to the server

    def _sent(self, game: Game) -> tuple["AtServer", Effects]:
        """The next task is sent, where none is under way: one that has no sense any more is left out."""
        here, said = self, list[Effect]()
        while here.work is None and here.tasks:
            task = here.tasks[0]
            if isinstance(task, SentMove):
                is_wanted = not here._is_over and not here._has(task) and _stands(task, game)
                call = calls.move(here.full.id, task.move)
            else:
                is_wanted = not (here.failures and here._is_over)
                call = task.call
                if is_wanted and task.answers_offer and not here._is_draw_offered:
                    is_wanted = False
                    said.append(here._say("nothing_asked"))
            if is_wanted:
                here, begun = here._begun(Work(job=partial(_called, here.server, call), may_be_left=True))
                return here, (*said, *begun)
            here = here._done()
        return here, tuple(said)

    def _begun(self, work: Work) -> tuple["AtServer", Effects]:
        return replace(self, work=work), (work,)

    def _done(self) -> "AtServer":
        """The first task is no more."""
        return replace(self, tasks=self.tasks[1:], failures=0)

    def _has(self, made: SentMove) -> bool:
        """Whether the server shows this move, or another in its place."""
        return self.state is not None and len(self.state.moves.split()) > made.ply

    def _answered(self, found: object) -> tuple["AtServer", Effects]:
        """What has become of the first task; nothing yet where only time has passed."""
        task = self.tasks[0]
        match found:
            case None:
                return self, ()
            case LookedUp():
                return self._settled(found, task)
            case Reply():
                return self._move_answered(found) if isinstance(task, SentMove) else self._ask_answered(found, task)
        return self._failed(Reply(status=None))  # it is told of as trouble

    def _move_answered(self, reply: Reply) -> tuple["AtServer", Effects]:
        """It is sent until the server has it or does not want it; what the stream shows meanwhile has arrived."""
        match reply.fate:
            case Fate.DONE:
                return self._done()._found()
            case Fate.REFUSED:
                job = partial(_looked_up, self.server, self.full.id, reply)
                return self._begun(Work(job=job, may_be_left=True))
            case Fate.LOCKED_OUT | Fate.UNKNOWN:
                return self._ended(reply)
        return self._failed(reply)

    def _ask_answered(self, reply: Reply, asked: ToServer) -> tuple["AtServer", Effects]:
        match reply.fate:
            case Fate.DONE:
                return self._done(), (self._say(asked.done),) if asked.done else ()
            case Fate.REFUSED:
                return self._done(), (self._refused(reply),)
            case Fate.LOCKED_OUT | Fate.UNKNOWN:
                return self._ended(reply)
        if self.failures + 1 < TRIES:
            return self._failed(reply)
        return self._done(), (self._say("online_not_sent"),)

    def _settled(self, found: LookedUp, task: SentMove | ToServer) -> tuple["AtServer", Effects]:
        """The server does not want the move, or has it already: how it stands there counts."""
        if found.full is None:
            return self._failed(found.refused)
        here, effects = self._done()._followed(found.full.state, is_settled=True)
        assert isinstance(task, SentMove), "nothing else is looked up"
        is_refused = not here._has(task) and not here._is_over
        return here, (*effects, *((self._refused(found.refused),) if is_refused else ()))

    def _failed(self, reply: Reply) -> tuple["AtServer", Effects]:
        """It did not get through: that is told, and it is tried again after a pause."""
        if reply.fate is Fate.TOO_OFTEN:
            time = timedelta(seconds=pause_after(reply, self.failures))
            here, told = self._heard(Busy(time))
        else:
            here, told = self._lost()
        pause = timedelta(seconds=pause_after(reply, self.failures + 1))
        here, begun = replace(here, failures=self.failures + 1)._begun(Work(job=_nothing, after=pause))
        return here, (*told, *begun)

    # What is told

    def _say(self, phrase: str, **slots: str | timedelta) -> Say:
        return Say(part=self.pack.phrase(phrase, **slots))

    def _refused(self, reply: Reply) -> Say:
        return self._say("online_refused", reason=reply.reason or str(reply.status))

    def _lost(self) -> tuple["AtServer", Effects]:
        return replace(self, is_lost=True), () if self.is_lost else (self._say("online_lost"),)

    def _found(self) -> tuple["AtServer", Effects]:
        return replace(self, is_lost=False), (self._say("online_found"),) if self.is_lost else ()

    def _ended(self, reply: Reply) -> tuple["AtServer", Effects]:
        """It makes no sense to try again: the token does not count any more, or there is no such game."""
        is_locked = reply.fate is Fate.LOCKED_OUT
        said = self._say("online_locked_out" if is_locked else "online_unknown")
        return replace(self, tasks=()), (said, LeaveGame(how=Leaving.QUIT))


def _stands(made: SentMove, game: Game) -> bool:
    """Whether the move still stands here: it may have been taken back meanwhile."""
    plies = game.plies
    return len(plies) == made.ply + 1 and plies[made.ply].move == made.move


def _nothing(_: IsStopped) -> None:
    """Only time passes."""


def _called(server: GameServer, call: Call, _: IsStopped) -> Reply:
    return server.call(call)


def _looked_up(server: GameServer, game: str, refused: Reply, _: IsStopped) -> LookedUp:
    try:
        return LookedUp(full=first_line(server, game), refused=refused)
    except ServerError:
        return LookedUp(full=None, refused=refused)


def _ask(seat: PlayerSeat, errand: Errand) -> Carried:
    """What is no command of the Laws."""
    server = seat.server
    assert server is not None, "it is a row of servers"
    game = server.full.id
    match errand.request.name:
        case RequestName.ABORT:
            call = calls.abort(game)
        case RequestName.CLAIM_VICTORY:
            call = calls.claim_victory(game)
        case RequestName.CLAIM_DRAW:
            call = calls.claim_draw(game)
        case answer:  # to what was asked aside
            return seat, (server.take_back(agrees=answer is RequestName.YES),)
    return seat, (ToServer(call=call),)


#: What is asked for otherwise where a server has the game.
SERVER_DEEDS: Mapping[RequestName, Deed] = dict.fromkeys(
    (RequestName.ABORT, RequestName.CLAIM_VICTORY, RequestName.CLAIM_DRAW, RequestName.YES, RequestName.NO), _ask
)
