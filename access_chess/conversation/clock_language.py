"""All that a chess clock needs to understand and to answer."""

from collections.abc import Mapping

import chess
from msgspec import Struct

from access_chess.conversation.calibration_dialogue import CalibrationLanguage
from access_chess.conversation.time_control_dialogue import SettingLanguage
from access_chess.requests.names import RequestName
from access_chess.requests.words import PlayerLanguage


class ClockLanguage(Struct, frozen=True, kw_only=True):
    """What is typed as lines (`player`), what each single key asks for and whose it is, and the two dialogues.

    `has_keys`: a key alone asks for something; else it takes a line, and help tells words.
    """

    player: PlayerLanguage
    keys: Mapping[str, tuple[RequestName, chess.Color | None]]
    has_keys: bool
    setting: SettingLanguage
    calibration: CalibrationLanguage
