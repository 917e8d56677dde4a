"""One file for each command of `access-chess`; `access_chess.cli` lists them."""
