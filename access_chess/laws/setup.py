"""What is agreed before the game: edition, position, time, players, arbiter, regulations of the event."""

from datetime import timedelta
from enum import Enum

import chess
import msgspec

from access_chess.laws.by_color import ByColor, both
from access_chess.laws.editions import RULES, Edition, Ladder, Quickplay, Rules
from access_chess.laws.time_control import SpeedClass, TimeControl, speed_class
from access_chess.profile import Profile


class Supervision(Enum):
    """Whether there is an arbiter for this game (Appendices A and B)."""

    ADEQUATE = "adequate"
    INADEQUATE = "inadequate"


class ArbiterMode(Enum):
    """Who rules: the program on what is mechanical, a person only, or nobody."""

    PROGRAM = "program"
    HUMAN = "human"
    NONE = "none"


class Duty(Enum):
    """What a blind player's assistant may do (E.2.9)."""

    MAKE_MOVES = "a"
    ANNOUNCE = "b"
    SCORE_AND_CLOCK = "c"
    TELL = "d"
    CLAIM = "e"
    ADJOURN = "f"


class Regulations(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the Laws leave to the event. None: as the edition has it; durations are timedeltas.

    In a game that `is_blindfold` neither player sees or feels a board, or is told what stands on it.
    """

    default_time: timedelta | None = None
    resumption_limit: timedelta | None = None
    min_moves_draw: int | None = None
    draws_need_consent: bool = False
    quickplay: Quickplay | None = None
    scoring: tuple[float, float, float] = (1.0, 0.5, 0.0)
    session_end: timedelta | None = None
    written_claims: bool = True
    take_backs: bool = False
    is_blindfold: bool = False


class Occasion(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a scoresheet names over the moves, as PGN does: the event, its place, the round.

    Of a game that was played elsewhere `tags` are all others that its file has, with the day as far as it is known.
    """

    event: str = ""
    site: str = ""
    round: str = ""
    tags: tuple[tuple[str, str], ...] = ()


class Player(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One player: `is_blind` puts the player at the pegged board, under Appendix E; `is_program` is no person.

    One who `is_disabled` and sees cannot move the pieces, write or press; the assistant may do that (6.7.d, 8.1).
    """

    name: str = ""
    is_blind: bool = False
    is_hearing_impaired: bool = False
    is_disabled: bool = False
    is_program: bool = False
    assistant: tuple[Duty, ...] | None = None


class Setup(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that is agreed before the first move.

    `moves` (UCI, from `fen`) were made before the record begins: they count for quotas and use no time. `times` are
    the displays as they are then, when they differ from the time control's. `absent` players have still to arrive.
    For the players of `presses_for` the clock is pressed as soon as their move is made, as at home by keyboard.
    With `is_clock_alone` the program is the clock of a game on a board that it does not see (`standalone_clock`). An
    imported game was played elsewhere: all that is known of it are its moves. One that `is_elsewhere` is played on a
    server, which alone rules and keeps the time: here it is followed, and nothing ends by itself. One with
    `days_per_move` is played by correspondence: its instants are the wall clock's, whether anybody is there or not.
    `profile` is that in which it was begun at a machine of its own: it goes on in no other.
    """

    edition: Edition = Edition.FIDE_2009
    fen: str = chess.STARTING_FEN
    is_chess960: bool = False
    moves: tuple[str, ...] = ()
    time: TimeControl | None = None
    times: ByColor[timedelta | None] = both(None)
    supervision: Supervision = Supervision.ADEQUATE
    arbiter: ArbiterMode = ArbiterMode.PROGRAM
    players: ByColor[Player] = both(Player())
    absent: ByColor[bool] = both(False)
    regulations: Regulations = Regulations()
    presses_for: ByColor[bool] = both(False)
    is_clock_alone: bool = False
    is_imported: bool = False
    is_elsewhere: bool = False
    days_per_move: int | None = None
    occasion: Occasion = Occasion()
    profile: Profile | None = None

    @property
    def rules(self) -> Rules:
        """The parameters of the edition."""
        return RULES[self.edition]

    @property
    def speed(self) -> SpeedClass:
        """Standard, rapid or blitz."""
        return speed_class(self.time, self.edition)

    @property
    def illegal_ladder(self) -> Ladder:
        """The penalties for illegal moves in this game."""
        rules = self.rules
        return {
            SpeedClass.STANDARD: rules.illegal_standard,
            SpeedClass.RAPID: rules.illegal_rapid,
            SpeedClass.BLITZ: rules.illegal_blitz,
        }[self.speed]

    @property
    def wrong_claim_time(self) -> timedelta:
        """The penalty for a wrong draw claim in this game."""
        by_speed = self.rules.wrong_claim
        return {
            SpeedClass.STANDARD: by_speed.standard,
            SpeedClass.RAPID: by_speed.rapid,
            SpeedClass.BLITZ: by_speed.blitz,
        }[self.speed]

    @property
    def lacks_supervision(self) -> bool:
        """Rapid or blitz without adequate supervision: the short windows of A.4 and B.3 apply."""
        return self.supervision is Supervision.INADEQUATE and self.speed is not SpeedClass.STANDARD

    @property
    def default_time(self) -> timedelta:
        """How late a player may come (6.6.a)."""
        chosen = self.regulations.default_time
        return self.rules.default_time if chosen is None else chosen

    @property
    def resumption_limit(self) -> timedelta:
        """How late a player may come to a resumption (Guideline 10)."""
        chosen = self.regulations.resumption_limit
        if chosen is not None:
            return chosen
        return self.default_time if self.rules.resumption_limit is None else self.rules.resumption_limit

    @property
    def quickplay(self) -> Quickplay:
        """The form of the quickplay finish in force."""
        chosen = self.regulations.quickplay
        return self.rules.quickplay if chosen is None else chosen
