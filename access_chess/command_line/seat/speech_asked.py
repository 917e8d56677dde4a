"""Who is to speak, asked once where a screen reader is seen to run."""

from access_chess.command_line.options.sound import chosen_speech
from access_chess.command_line.seat.names_asked import Questioner
from access_chess.edge.screen_reader import Speech, screen_reader_among
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.settings import keep_settings, kept_settings
from access_chess.edge.terminal.opening import Terminal
from access_chess.session.announcer import Announcer
from access_chess.speech.language.voice_pack import VoicePack

_ANSWERS = {"1": Speech.OWN, "2": Speech.SCREEN_READER}


def settle_speech(
    speaker: Speaker, terminal: Terminal, announcer: Announcer, questioner: Questioner, pack: VoicePack
) -> None:
    """Ask who speaks, where two voices would and nobody has chosen; the answer is kept.

    The question is only written: the screen reader reads it, and nothing speaks at the same time. Raises LeftError
    where nothing more is typed, and InputError where the answer cannot be kept.
    """
    if chosen_speech() is not None or not speaker.is_audible or not terminal.is_typed:
        return
    from access_chess.edge.screen_reader import running_programs

    reader = screen_reader_among(running_programs())
    if reader is None:
        return
    speaker.set_words(False)
    announcer.reply(pack.phrase("ask_speech", reader=reader), None)
    while (answer := _ANSWERS.get(questioner.line())) is None:
        announcer.reply(pack.phrase("ask_speech", reader=reader), None)
    keep_settings({**kept_settings(), "speech": answer.value})
    speaker.set_words(answer is Speech.OWN)
    announcer.reply(pack.phrase("speech_kept"), None)
