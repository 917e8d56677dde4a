"""What is told of games that were read with their side lines: their faults, refusals by reasons, an old encoding."""

from collections.abc import Sequence

from access_chess.command_line.options.told import tell
from access_chess.scoresheets.comparison_words import reading_words
from access_chess.scoresheets.fault_words import faults_told, refusal_of, refusals_told
from access_chess.scoresheets.faults import FaultKind
from access_chess.scoresheets.pgn_trees import TreeRead
from access_chess.speech.language.voice_pack import VoicePack


def tell_read(trees: Sequence[TreeRead], pages: Sequence[str], pack: VoicePack) -> bool:
    """Tell what could not be read of them. Whether that is nothing; a side line may end with a pass."""
    if pages:
        tell([pack.phrase("pgn_pages", pages=", ".join(pages))])
    refusals, is_whole = [], True
    for number, tree in enumerate(trees, 1):
        refusal = refusal_of(tree.read.faults)
        if refusal is not None:
            refusals.append((number, refusal))
        told = () if refusal or tree.read.is_whole else reading_words(tree.read, pack, with_refusal=False)
        words = [*told, *faults_told(tree.faults, pack)]
        if words and len(trees) > 1:
            words.insert(0, pack.phrase("sheet_game", number=str(number)))
        tell(words)
        is_whole = is_whole and tree.read.is_whole and all(fault.kind is FaultKind.PASS for fault in tree.faults)
    tell(refusals_told(refusals, pack))
    return is_whole
