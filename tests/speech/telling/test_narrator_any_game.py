"""Whatever happens in a game can be told, to the end and in words, and every ruling can be explained."""

import msgspec
from hypothesis import settings
from msgspec.structs import replace

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.laws.commands import Command
from access_chess.laws.decide import advance
from access_chess.laws.evolve import evolve
from access_chess.speech.announcement import Verbosity
from access_chess.speech.answers.reading_reply import why
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.telling.narrator import SILENT, SILENT_AT_TIMES, narrate
from tests.laws.test_invariants import AnyGame

MANNER = NarrationSettings(pack=load_voice_pack("en"), verbosity=Verbosity.FULL, volunteers=True)

SPANISH = replace(MANNER, pack=msgspec.structs.replace(load_voice_pack("es"), phrases={}))  # it has names only


class AnyGameTold(AnyGame):
    """The games of the Laws' own test, with a narrator beside them."""

    def ask(self, command: Command) -> None:
        before = self.game
        for event in advance(before, command, at=self.at)[1]:
            after = evolve(before, event)
            said = narrate(event, before=before, after=after, settings=MANNER)
            assert said or type(event) in SILENT or type(event) in SILENT_AT_TIMES, event
            parts = [part for utterance in said for part in utterance.parts]
            parts += why(event, before.setup.edition, MANNER.pack)
            told_in_part = narrate(event, before=before, after=after, settings=SPANISH)
            spanish = [part for utterance in told_in_part for part in utterance.parts]
            spanish += why(event, before.setup.edition, SPANISH.pack)
            for own, part in zip(spanish, parts, strict=True):
                assert own.language == "es" or own == part  # an English sentence has no Spanish word in it
            for part in parts:
                assert part.text and not any(character.isdigit() for character in part.spoken), part.spoken
            before = after
        super().ask(command)


TestAnyGameTold = AnyGameTold.TestCase
TestAnyGameTold.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
