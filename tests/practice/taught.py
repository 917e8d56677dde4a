"""What the documents teach that the program implements, thing by thing, and the lesson in which each is taught."""

TAUGHT: dict[str, tuple[str, ...]] = {
    "board": ("squares-64", "light-dark", "files", "ranks", "diagonals", "addresses", "light-corner"),
    "names": ("file-names", "german-numbers", "german-pieces"),
    "rook": ("rook-moves",),
    "bishop": ("bishop-moves", "bishop-colours"),
    "queen": ("queen-moves", "queen-strongest"),
    "king": ("king-step", "king-attacked", "king-pinned-guard"),
    "knight": ("knight-two-one", "knight-letter-g", "knight-zigzag", "knight-jumps"),
    "pawn": ("pawn-forward", "pawn-double", "pawn-aslant"),
    "capture": ("own-square", "taken-off"),
    "values": (
        "queen-value", "rook-value", "bishop-value", "knight-value", "king-no-value", "values-change", "pawn-no-piece",
        "heavy-light",
    ),
    "setup": ("men-16", "men-order", "queen-own-colour", "mixed-up"),
    "wings": ("wings", "kings-rook", "queens-bishops-pawn"),
    "check": ("check", "three-ways", "no-castling-out", "pin"),
    "mate": ("mate", "king-stays", "flag-after-mate"),
    "stalemate": ("stalemate", "dead-position"),
    "castling": (
        "castling-how", "castling-conditions", "castling-rook-first", "castling-both-touched", "castling-hand-off",
    ),
    "enpassant": ("en-passant", "en-passant-at-once"),
    "promotion": ("promotion-choice", "promotion-acts", "promotion-square"),
    "firstgame": ("white-begins", "lots", "turns", "move-and-reply"),
    "notation": (
        "full-notation", "short-notation", "own-letters", "black-dots", "disambiguation", "pawn-capture",
        "promotion-letter", "castling-signs", "signs", "en-passant-sign", "signs-optional", "russian-letters",
    ),
    "touch": (
        "touch-own", "touch-several", "touch-enemy", "touch-adjust", "touch-order-unclear", "touch-none-can-move",
        "touch-move-made", "touch-complaint", "touch-out-of-hole",
    ),
    "clock": (
        "displays", "same-hand", "no-hand-on-button", "flag", "periods", "saved-time", "increment", "delay",
        "lateness", "both-late", "bare-king", "result-stands", "who-stops", "hanging-flag", "opponent-says",
        "quickplay", "soviet-stop",
    ),
    "blindboard": (
        "two-boards", "board-raised", "black-marked", "announce-repeat", "castling-announced", "slips", "boards-differ",
        "tactile-help", "assistant", "opponents-helper",
    ),
    "sheet": ("after-the-move", "not-before", "under-five", "borrow-rebuild", "complete-sign", "points"),
    "conduct": (
        "handshake", "congratulation", "unsporting", "notes-advice", "no-analysis", "no-disturbance", "telephone",
        "leaving", "smoking", "finished", "spectators", "penalties", "appeal", "only-arbiter",
    ),
    "draws": (
        "resigning", "agreement-when", "agreement-bare", "refusing", "threefold", "fifty", "five-and-seventy-five",
        "claim-lost", "wrong-claim", "claim-written", "offer-to-thinker", "claim-appeal", "black-began",
        "soviet-seventy-five",
    ),
    "trouble": (
        "illegal-move", "illegal-penalty", "knocked-over", "wrong-castling", "wrong-setup", "displaced", "board-turned",
        "colours-reversed", "both-flags", "bad-clock", "proportion", "sealed-move",
    ),
    "arbiter": ("laws-open", "federation-rules", "arbiter-silence", "arbiter-advice"),
    "blitz": (
        "blitz-minutes", "blitz-calm", "blitz-openings", "blitz-patterns", "blitz-illegal", "rapid-minutes",
        "rapid-no-writing", "rapid-claims",
    ),
    "kinds": (
        "at-board", "by-computer", "blitz-kind", "simultaneous", "blindfold", "by-post", "digits", "thirty-six",
        "chess960", "draw-start", "castling960",
    ),
    "myths": (
        "myth-king", "myth-check-said", "myth-castling", "myth-perpetual", "myth-own-time", "myth-bishops",
        "myth-queens",
    ),
    "wheat": ("rajah", "reward", "doubling"),
    "ares": ("ares",),
    "oldmen": ("chaturanga", "vizier", "elephant", "old-pawns", "old-castling", "new-queen", "new-rules"),
}  # fmt: skip
