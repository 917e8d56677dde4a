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
    "mate": ("mate", "king-stays", "flag-after-mate", "mate-is-the-end"),
    "stalemate": ("stalemate", "dead-position"),
    "castling": (
        "castling-how", "castling-conditions", "castling-rook-first", "castling-both-touched", "castling-hand-off",
        "castling-other-side",
    ),
    "enpassant": ("en-passant", "en-passant-at-once"),
    "promotion": ("promotion-choice", "promotion-acts", "promotion-square", "promotion-not-at-hand"),
    "firstgame": ("white-begins", "lots", "turns", "move-and-reply", "lots-of-event"),
    "notation": (
        "full-notation", "short-notation", "own-letters", "black-dots", "disambiguation", "pawn-capture",
        "promotion-letter", "castling-signs", "signs", "en-passant-sign", "signs-optional", "russian-letters",
    ),
    "touch": (
        "touch-own", "touch-several", "touch-enemy", "touch-adjust", "touch-order-unclear", "touch-none-can-move",
        "touch-move-made", "touch-complaint", "touch-out-of-hole", "one-hand", "adjust-own-turn",
    ),
    "clock": (
        "displays", "same-hand", "no-hand-on-button", "flag", "periods", "saved-time", "increment", "delay", "lateness",
        "both-late", "bare-king", "result-stands", "who-stops", "hanging-flag", "opponent-says", "quickplay",
        "soviet-stop", "last-press", "screens",
    ),
    "blindboard": (
        "two-boards", "board-raised", "black-marked", "announce-repeat", "castling-announced", "slips", "boards-differ",
        "tactile-help", "assistant", "opponents-helper", "either-asks", "promotion-announced", "sheets-differ",
        "assistant-claims",
    ),
    "sheet": (
        "after-the-move", "not-before", "under-five", "borrow-rebuild", "complete-sign", "points", "reply-first",
        "borrow-return", "sheet-only", "offer-written", "sheet-seen", "sheet-organisers",
    ),
    "conduct": (
        "handshake", "congratulation", "unsporting", "notes-advice", "no-analysis", "no-disturbance", "telephone",
        "leaving", "smoking", "finished", "spectators", "penalties", "appeal", "only-arbiter", "witness", "both-lose",
    ),
    "draws": (
        "resigning", "agreement-when", "agreement-bare", "refusing", "threefold", "fifty", "five-and-seventy-five",
        "claim-lost", "wrong-claim", "claim-written", "offer-to-thinker", "claim-appeal", "black-began",
        "soviet-seventy-five", "same-position", "claim-is-offer",
    ),
    "trouble": (
        "illegal-move", "illegal-penalty", "knocked-over", "wrong-castling", "wrong-setup", "displaced", "board-turned",
        "colours-reversed", "both-flags", "bad-clock", "proportion", "sealed-move", "last-sure-position",
        "clock-complaint", "sealed-wrong",
    ),
    "arbiter": (
        "laws-open", "federation-rules", "arbiter-silence", "arbiter-advice", "federation-where", "law-meaning",
        "clock-place", "extra-time",
    ),
    "blitz": (
        "blitz-minutes", "blitz-calm", "blitz-openings", "blitz-patterns", "blitz-illegal", "rapid-minutes",
        "rapid-no-writing", "rapid-claims", "blitz-no-writing", "rapid-three-moves", "rapid-king-queen",
        "rapid-time-claim", "rapid-both-flags",
    ),
    "kinds": (
        "at-board", "by-computer", "blitz-kind", "simultaneous", "blindfold", "by-post", "digits", "thirty-six",
        "chess960", "draw-start", "castling960", "drawn-by", "black-opposite", "castling-said",
    ),
    "myths": (
        "myth-king", "myth-check-said", "myth-castling", "myth-perpetual", "myth-own-time", "myth-bishops",
        "myth-queens",
    ),
    "wheat": ("rajah", "reward", "doubling", "mourning", "harvests", "debt-forgiven", "no-chess-yet"),
    "ares": ("ares", "ares-army"),
    "oldmen": (
        "chaturanga", "vizier", "elephant", "old-pawns", "old-castling", "new-queen", "new-rules", "vizier-weakest",
        "old-en-passant", "spain-or-italy",
    ),
}  # fmt: skip
