"""What `--help` says, in the user's language: the words of commands and options are in `voices/*/help.toml`.

click's own help is English, and tells of a number's bounds by a formula. The texts are loaded when they are asked for.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from access_chess.edge.packs.texts import Texts

_NAME = re.compile(r"[A-Z]{2,}")


class ToldCommand(click.Command):
    """A command whose help is in the user's language."""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """How it is called."""
        texts = help_texts()
        pieces = own_names(" ".join(self.collect_usage_pieces(ctx)), texts)
        formatter.write_usage(ctx.command_path, pieces, prefix=f"{texts.text('words.usage')} ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What it does."""
        texts, name = help_texts(), named(ctx)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(_text(f"commands.{name}" if name else "words.program", texts))
            if f"more.{name}" in texts.texts:
                formatter.write_text(_text(f"more.{name}", texts))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Its options, a line each or two."""
        texts = help_texts()
        with formatter.section(texts.text("words.options")):
            formatter.write_dl([_line(each, ctx, texts) for each in options_of(self, ctx)])


class ToldGroup(ToldCommand, click.Group):
    """A command that has others, whose help is in the user's language."""

    command_class = ToldCommand

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Its options, and then its commands."""
        super().format_options(ctx, formatter)
        texts, name = help_texts(), named(ctx)
        with formatter.section(texts.text("words.commands")):
            names = [(each, f"{name} {each}".strip()) for each in self.list_commands(ctx)]
            formatter.write_dl([(each, _text(f"commands.{key}", texts)) for each, key in names])


def named(ctx: click.Context) -> str:
    """A command by its words behind `access-chess`; "" is the program itself."""
    names = []
    while ctx.parent is not None:
        names.append(ctx.info_name or "")
        ctx = ctx.parent
    return " ".join(reversed(names))


def options_of(command: click.Command, ctx: click.Context) -> Iterator[click.Option]:
    """The options that a command tells of."""
    for each in command.get_params(ctx):
        if isinstance(each, click.Option) and not each.hidden:
            yield each


def value_of(option: click.Option, ctx: click.Context) -> str:
    """What stands behind an option: its own name, what may be chosen, or from which number to which."""
    if option.is_flag or option.count:
        return ""
    kind = option.type
    if option.metavar is None and isinstance(kind, click.IntRange | click.FloatRange):
        return "N" if kind.min is None or kind.max is None else f"{kind.min}-{kind.max}"
    return option.make_metavar(ctx)


def key_of(option: click.Option, command: str, texts: "Texts") -> str:
    """Where an option's text is: that of the command, or that of all which have it."""
    typed = max(option.opts, key=len).lstrip("-")
    own = f"options.{command} {typed}"
    return own if own in texts.texts else f"options.{typed}"


def help_texts() -> "Texts":
    """The texts in the language in which the user is spoken to."""
    from access_chess.command_line.options.defaults import spoken_pack
    from access_chess.edge.packs.texts import load_help_texts

    return load_help_texts(spoken_pack().name)


def own_names(text: str, texts: "Texts") -> str:
    """A text in which the names in capitals (FILE), for which he puts something, are in the user's language."""
    return _NAME.sub(lambda found: texts.texts.get(f"names.{found.group()}", found.group()), text)


def _text(key: str, texts: "Texts") -> str:
    return own_names(texts.text(key), texts)


def _line(option: click.Option, ctx: click.Context, texts: "Texts") -> tuple[str, str]:
    """How an option is typed, and what it means."""
    names = " / ".join(", ".join(each) for each in (option.opts, option.secondary_opts) if each)
    text = _text(key_of(option, named(ctx), texts), texts)
    if option.show_default:
        text += f" [{texts.text('words.default', value=option.get_default(ctx))}]"
    return f"{names} {own_names(value_of(option, ctx), texts)}".rstrip(), text
