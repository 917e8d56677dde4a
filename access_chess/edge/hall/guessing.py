"""Who tries codes: so many from one address, and so many in all; of more than these the arbiters hear."""

from starlette.concurrency import run_in_threadpool

from access_chess.edge.hall.hall import Hall


async def may_try(hall: Hall, address: str) -> bool:
    """Whether a code may be tried from this address. Where nobody may any more, the arbiters hear it once a minute."""
    if not hall.codes_by_address.takes(address):
        return False
    if hall.codes_in_all.takes(""):
        return True
    if hall.told_of_codes.takes(""):
        await run_in_threadpool(_tell_arbiters, hall)
    return False


def _tell_arbiters(hall: Hall) -> None:
    for desk in tuple(hall.at_desks.values()):
        desk.hear_of_guessing()
