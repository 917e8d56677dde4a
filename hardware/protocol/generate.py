"""Write the C header, the Python module and the tables of the protocol text from `frames.toml`, their one source.

python hardware/protocol/generate.py
"""

import argparse
import struct
import textwrap
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HARDWARE = Path(__file__).resolve().parent.parent
CODES = {"u8": "B", "u16": "H", "u32": "I", "u64": "Q"}
C_TYPES = {"u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t", "u64": "uint64_t"}
#: COBS adds one byte to a block this short, the CRC two, the number and the closing zero one each.
OVERHEAD = 5


@dataclass(frozen=True, kw_only=True)
class Field:
    """One number of a frame's body, little-endian."""

    name: str
    type: str
    help: str
    since: int = 1


@dataclass(frozen=True, kw_only=True)
class Constant:
    """One agreed number."""

    name: str
    value: int
    help: str


@dataclass(frozen=True, kw_only=True)
class Frame:
    """One kind of frame. `required` is the length in bytes of what the first version had."""

    id: int
    name: str
    sender: str
    help: str
    fields: tuple[Field, ...]

    @property
    def format(self) -> str:
        """The body as the `struct` module names it, little-endian."""
        return "<" + "".join(CODES[field.type] for field in self.fields)

    @property
    def size(self) -> int:
        """Bytes of a whole body."""
        return struct.calcsize(self.format)

    @property
    def required(self) -> int:
        """Bytes of the fields that every version has."""
        return struct.calcsize("<" + "".join(CODES[field.type] for field in self.fields if field.since == 1))

    @property
    def class_name(self) -> str:
        """The name of the Python class."""
        return "".join(word.capitalize() for word in self.name.split("_"))


@dataclass(frozen=True, kw_only=True)
class Protocol:
    """All of `frames.toml`."""

    version: int
    baud: int
    constants: dict[str, tuple[Constant, ...]]
    frames: tuple[Frame, ...]

    @property
    def longest_body(self) -> int:
        """Bytes of the longest body of all frames."""
        return max(frame.size for frame in self.frames)


def read(path: Path) -> Protocol:
    """The protocol that a TOML file describes; raises ValueError where numbers collide or `since` goes backwards."""
    source = tomllib.loads(path.read_text(encoding="utf-8"))
    frames = tuple(
        Frame(
            id=entry["id"],
            name=entry["name"],
            sender=entry["from"],
            help=entry["help"],
            fields=tuple(Field(**field) for field in entry["fields"]),
        )
        for entry in source["frame"]
    )
    for frame in frames:
        ages = [field.since for field in frame.fields]
        if ages != sorted(ages):
            raise ValueError(f"new fields go to the end of a frame, got another order in {frame.name!r}")
    if len({frame.id for frame in frames}) != len(frames):
        raise ValueError("every frame needs a number of its own")
    line = dict(source["line"])
    baud = line.pop("baud")
    groups = {"line": line} | {name: source[name] for name in ("inputs", "status", "reset_cause")}
    constants = {
        group: tuple(Constant(name=name, **entry) for name, entry in entries.items())
        for group, entries in groups.items()
    }
    return Protocol(version=source["version"], baud=baud, constants=constants, frames=frames)


def prefixed(protocol: Protocol) -> Iterator[tuple[str, Constant]]:
    """Every constant with its name in C and Python."""
    prefixes = {"line": "", "inputs": "", "status": "status_", "reset_cause": "reset_"}
    for group, entries in protocol.constants.items():
        for entry in entries:
            yield (prefixes[group] + entry.name).upper(), entry


def c_header(protocol: Protocol) -> str:
    """`frames.h`: constants, one struct a frame, and functions that put it into bytes and take it out."""
    lines = [
        "/* Written by hardware/protocol/generate.py from frames.toml: change that, not this. */",
        "#ifndef FRAMES_H",
        "#define FRAMES_H",
        "",
        "#include <stdbool.h>",
        "#include <stdint.h>",
        "",
        f"#define PROTOCOL_VERSION {protocol.version}",
        f"#define LINE_BAUD {protocol.baud}UL",
        f"#define LONGEST_BODY {protocol.longest_body} /* bytes */",
        f"#define LONGEST_WIRE {protocol.longest_body + OVERHEAD} /* bytes on the line, closing zero included */",
        *(f"#define {name} {entry.value} /* {entry.help} */" for name, entry in prefixed(protocol)),
        *(f"#define FRAME_{frame.name.upper()} 0x{frame.id:02x}" for frame in protocol.frames),
        "",
        "static inline uint8_t *put_little(uint8_t *at, uint32_t value, uint8_t bytes)",
        "{",
        "    while (bytes--) {",
        "        *at++ = (uint8_t)value;",
        "        value >>= 8;",
        "    }",
        "    return at;",
        "}",
        "",
        "/* What the sender did not tell reads as zero. */",
        "static inline uint32_t take_little(const uint8_t **at, const uint8_t *end, uint8_t bytes)",
        "{",
        "    uint32_t value = 0;",
        "    for (uint8_t i = 0; i < bytes && *at < end; i++)",
        "        value |= (uint32_t)*(*at)++ << (8 * i);",
        "    return value;",
        "}",
        "",
    ]
    for frame in protocol.frames:
        lines += c_put(frame) if frame.sender == "board" else c_take(frame)
    lines.append("#endif")
    return "\n".join(lines) + "\n"


def c_struct(frame: Frame) -> list[str]:
    """The C struct of a frame, line by line."""
    members = [f"    {C_TYPES[field.type]} {field.name}; /* {field.help} */" for field in frame.fields]
    return [f"/* {frame.help} */", f"struct {frame.name} {{", *members, "};", ""]


def c_put(frame: Frame) -> list[str]:
    """The C function that writes a frame."""
    steps = []
    for field in frame.fields:
        if field.type == "u64":
            steps.append(f"    at = put_little(at, (uint32_t)frame->{field.name}, 4);")
            steps.append(f"    at = put_little(at, (uint32_t)(frame->{field.name} >> 32), 4);")
        else:
            steps.append(f"    at = put_little(at, frame->{field.name}, {struct.calcsize(CODES[field.type])});")
    return [
        *c_struct(frame),
        f"/* Writes {1 + frame.size} bytes, number and body, and returns the place behind them. */",
        f"static inline uint8_t *put_{frame.name}(uint8_t *at, const struct {frame.name} *frame)",
        "{",
        f"    *at++ = FRAME_{frame.name.upper()};",
        *steps,
        "    return at;",
        "}",
        "",
    ]


def c_take(frame: Frame) -> list[str]:
    """The C function that reads a frame."""
    if not frame.fields:
        return []
    steps = [
        f"    frame->{field.name} = ({C_TYPES[field.type]})take_little(&at, end, {struct.calcsize(CODES[field.type])});"
        for field in frame.fields
    ]
    return [
        *c_struct(frame),
        "/* False when the body is too short. What a newer host added behind it is not read. */",
        f"static inline bool take_{frame.name}(struct {frame.name} *frame, const uint8_t *at, uint8_t length)",
        "{",
        "    const uint8_t *end = at + length;",
        f"    if (length < {frame.required})",
        "        return false;",
        *steps,
        "    return true;",
        "}",
        "",
    ]


def python_module(protocol: Protocol) -> str:
    """`frames.py`: constants, one frozen class a frame, and the table that `framing.py` reads bytes by."""
    lines = [
        '"""The frames of the sensor board, as values.',
        "",
        "Written by `hardware/protocol/generate.py` from `frames.toml`: change that, not this.",
        "What the frames mean and when they are sent is in `hardware/protocol/protocol.md`.",
        '"""',
        "",
        "import struct",
        "",
        "from msgspec import Struct",
        "",
        f"PROTOCOL_VERSION = {protocol.version}",
        f"LINE_BAUD = {protocol.baud}",
        "#: bytes of the longest body",
        f"LONGEST_BODY = {protocol.longest_body}",
    ]
    for name, entry in prefixed(protocol):
        lines += [f"#: {entry.help}", f"{name} = {entry.value}"]
    for frame in protocol.frames:
        lines += ["", "", *python_class(frame)]
    names = [frame.class_name for frame in protocol.frames]
    lines += ["", "", "Frame = (", f"    {names[0]}", *(f"    | {name}" for name in names[1:]), ")", ""]
    lines += [
        "#: number of a frame -> its class, the layout of its body, the bytes that its first version had",
        "LAYOUTS: dict[int, tuple[type[Frame], struct.Struct, int]] = {",
        *(
            f'    0x{frame.id:02X}: ({frame.class_name}, struct.Struct("{frame.format}"), {frame.required}),'
            for frame in protocol.frames
        ),
        "}",
    ]
    return "\n".join(lines) + "\n"


def python_class(frame: Frame) -> list[str]:
    """The Python class of a frame."""
    lines = [f"class {frame.class_name}(Struct, frozen=True{', kw_only=True' if frame.fields else ''}):"]
    documented = textwrap.wrap(f'"""{frame.help}', 116, initial_indent="    ", subsequent_indent="    ")
    if not frame.fields:
        return [*lines, *documented[:-1], documented[-1] + '"""']
    lines += [*documented, "", *(f"    {field.name}: {field.help}" for field in frame.fields), '    """', ""]
    return lines + [f"    {field.name}: int" + ("" if field.since == 1 else " = 0") for field in frame.fields]


def tables(protocol: Protocol) -> str:
    """The tables of `protocol.md`, each row a whole sentence for readers who hear it."""
    lines = ["### Frames", ""]
    for sender in ("board", "host"):
        lines += [
            f"From the {sender}:",
            "",
            "| number | frame | bytes on the line | meaning |",
            "| --- | --- | --- | --- |",
        ]
        lines += [
            f"| {frame.id:02X} | {frame.name} | {frame.size + OVERHEAD} | {frame.help} |"
            for frame in protocol.frames
            if frame.sender == sender
        ]
        lines.append("")
    for frame in protocol.frames:
        if frame.fields:
            lines += [f"### Body of {frame.name}", "", "| byte | field | type | meaning |", "| --- | --- | --- | --- |"]
            at = 0
            for field in frame.fields:
                lines.append(f"| {at} | {field.name} | {field.type} | {field.help} |")
                at += struct.calcsize(CODES[field.type])
            lines.append("")
    titles = {"line": "Agreed numbers", "inputs": "Inputs", "status": "Statuses", "reset_cause": "Reset causes"}
    for group, title in titles.items():
        lines += [f"### {title}", "", "| name | value | meaning |", "| --- | --- | --- |"]
        lines += [f"| {entry.name} | {entry.value} | {entry.help} |" for entry in protocol.constants[group]]
        lines.append("")
    return "\n".join(lines)


def with_tables(text: str, protocol: Protocol) -> str:
    """The protocol text with its part between the two marks written anew."""
    start, end = "<!-- tables: written by generate.py -->\n", "<!-- end of tables -->\n"
    head, _, rest = text.partition(start)
    _, _, tail = rest.partition(end)
    return f"{head}{start}\n{tables(protocol)}\n{end}{tail}"


def main() -> None:
    """Write the three files, or with `--source` and `--into` those of another version (a test's)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, default=HARDWARE / "protocol" / "frames.toml")
    parser.add_argument("--into", type=Path, help="a folder for frames.h and frames.py; default: their places")
    asked = parser.parse_args()
    protocol = read(asked.source)
    header = asked.into or HARDWARE / "firmware" / "core"
    module = asked.into or HARDWARE.parent / "access_chess" / "board" / "wire"
    (header / "frames.h").write_text(c_header(protocol), encoding="utf-8")
    (module / "frames.py").write_text(python_module(protocol), encoding="utf-8")
    if not asked.into:
        text = HARDWARE / "protocol" / "protocol.md"
        text.write_text(with_tables(text.read_text(encoding="utf-8"), protocol), encoding="utf-8")


if __name__ == "__main__":
    main()
