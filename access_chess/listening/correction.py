"""What should have been heard: the sentence for the move that was meant, one word away from the one that was heard."""

import chess

from access_chess.listening.lexicon import Lexicon, Words, is_letter, spoken, words_of
from access_chess.listening.sentences import sentences


def meant(heard: str, move: chess.Move, board: chess.Board, lexicon: Lexicon) -> str | None:
    """The nearest sentence for the move, the same where that was right; None when more than one word differs."""
    only = sentences(lexicon, board, (), moves=(move,))
    words = tuple(heard.split())
    if only.meaning(words) is not None:
        return heard
    others = dict.fromkeys(spoken(arc.word) for arc in only.graph.arcs if arc.word is not None)  # own language first
    for place in range(len(words)):
        for other in others:
            candidate = (*words[:place], other, *words[place + 1 :])
            if only.meaning(candidate) is not None:
                return " ".join(candidate)
    return None


def confirmed_words(heard: str, move: chess.Move, board: chess.Board, lexicon: Lexicon) -> Words | None:
    """What was heard in the lexicon's words, of one tongue; None where it does not name the move that was meant."""
    words = tuple(heard.split())
    if sentences(lexicon, board, (), moves=(move,)).meaning(words) is None:
        return None
    for tongue in lexicon.tongues or (lexicon,):
        entries = {spoken(word): word for word in sorted(words_of(tongue), key=is_letter)}  # "a" is a file first
        if all(word in entries for word in words):
            return tuple(entries[word] for word in words)
    return None
