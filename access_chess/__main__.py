"""The command `access-chess`, also as `python -m access_chess`.

Until its first word no garbage is looked for: what is imported stays, and the searches take a twentieth of the start.
"""

import gc

gc.disable()

from access_chess.cli import run  # noqa: E402

if __name__ == "__main__":
    run()
