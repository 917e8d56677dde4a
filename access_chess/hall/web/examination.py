"""Can pages be served here, and do the brokers answer? For `access-chess doctor`; imports nothing that may lack."""

import contextlib
import json
import socket
from importlib.util import find_spec

from access_chess.edge.diagnosis import Diagnosis, installing
from access_chess.edge.storage.settings import kept_settings, settings_file

#: What the extra `hall` brings.
NEEDED = ("cryptography", "jinja2", "python_multipart", "segno", "starlette", "uvicorn")
BROKERS_NEED = ("nats",)  # what the extra `cluster` brings
LEDGER = "ledger"  # the setting, named as the option of `serve`
BROKER_PORT = 4222
ANSWERED = 2.0  # seconds; a broker greets each client with a line about itself


def examine() -> list[Diagnosis]:
    """Whether the extras are installed, how the pages are opened, and which of the brokers answer that are set."""
    return [_pages(), _brokers()]


def _pages() -> Diagnosis:
    part = "doctor_part_pages"
    if any(find_spec(name) is None for name in NEEDED):
        slots = {"install": installing(extra="hall")}
        return Diagnosis(part=part, works=False, found="doctor_not_needed", mend="doctor_mend_pages", slots=slots)
    return Diagnosis(part=part, works=True, found="doctor_pages_work")


def _brokers() -> Diagnosis:
    part, ledger = "doctor_part_brokers", str(kept_settings().get(LEDGER, ""))
    _, _, hosts = ledger.partition("://")
    if any(find_spec(name) is None for name in BROKERS_NEED):
        install = {"install": installing(extra="cluster")}
        return Diagnosis(part=part, works=False, found="doctor_not_needed", mend="doctor_mend_brokers", slots=install)
    if not hosts:
        return Diagnosis(part=part, works=True, found="doctor_brokers_unset")
    addresses = hosts.rpartition("@")[2].split(",")  # what stands before is the password
    answers = {address: _answer(address) for address in addresses}
    slots = {
        "addresses": ", ".join(address for address in addresses if answers[address]),
        "others": ", ".join(address for address in addresses if not answers[address]),
        "path": str(settings_file()),
    }
    if not slots["addresses"]:
        return Diagnosis(
            part=part, works=False, found="doctor_brokers_silent", mend="doctor_mend_brokers_silent", slots=slots
        )
    found = "doctor_brokers_answer_in_part" if slots["others"] else "doctor_brokers_answer"
    return Diagnosis(part=part, works=True, found=found, slots=slots)


def _answer(address: str) -> bool:
    """Whether a broker with JetStream is there."""
    host, _, port = address.partition(":")
    with contextlib.suppress(OSError, ValueError), socket.create_connection(
        (host, int(port or BROKER_PORT)), ANSWERED
    ) as line, line.makefile("rb") as lines:  # fmt: skip
        word, _, about = lines.readline(16_384).partition(b" ")
        return word == b"INFO" and bool(json.loads(about).get("jetstream"))
    return False
