"""`python -m access_chess` is the command `access-chess`."""

from access_chess.cli import run

if __name__ == "__main__":
    run()
