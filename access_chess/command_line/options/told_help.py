"""What `--help` says, in the user's language: the words of commands and options are in `voices/*/help.toml`. And what
is said of a command line that cannot be understood: one sentence.

`access-chess help` tells the same, for those who look for it there.

click's own help and errors are several lines of English, and it tells of a number's bounds by a formula. All of it is
read aloud: where help is long, `--help` tells what most people want, and `--help-all` the rest. The texts are loaded
when they are asked for.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from access_chess.command_line.options.errors import InputError, told_in_a_sentence, wrong

if TYPE_CHECKING:
    from access_chess.edge.packs.texts import Texts

Entry = tuple[str, str]  # what is typed, and what it means

FIRST_SCREEN = 60  # words, which are heard in twenty seconds
#: What most people want of a command, in the order in which it is told; then the other options, as they were declared.
WANTED = {
    "play": ("level", "color", "time", "opponent", "resume", "voices", "no-sound"),
    "lichess play": ("seek", "challenge", "ai"),
    "serve": ("lan", "name", "port"),
    "clock": ("time", "preset", "presets", "resume"),
    "train": ("count", "game", "graph", "tablebases", "voices", "no-sound"),
    "demo": ("pgn", "fast", "wav"),
    "board": ("trial",),
    "replay": ("voices", "no-sound"),
    "settings": ("no-sound",),
    "guide": ("whole", "voices", "no-sound"),
    "laws": ("edition", "since", "whole", "no-sound"),
    "learn": ("voices", "input", "no-sound"),
    "exam": ("for", "edition", "topic", "count", "strict", "voices", "no-sound"),
}
_NAME = re.compile(r"[A-Z]{2,}")
_ALL = f"{__name__}.all"  # where a context keeps that all is to be told
KIND = f"{__name__}.kind"  # and of which kind of a command


class ToldCommand(click.Command):
    """A command whose help is in the user's language."""

    def invoke(self, ctx: click.Context) -> Any:
        """Carry it out; what is wrong is told in one sentence, in the language that was asked for."""
        with told_in_a_sentence():
            return super().invoke(ctx)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Its own, `--help` and `--help-all`."""
        return [*super().get_params(ctx), _HELP_ALL]

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """All of it where that is short or was asked for, else what most people want."""
        whole = ctx.make_formatter()
        super().format_help(ctx, whole)
        if ctx.meta.get(_ALL) or _words(whole.getvalue()) <= FIRST_SCREEN:
            formatter.write(whole.getvalue())
        else:
            self.format_wanted(ctx, formatter, help_texts())

    def below(self, _ctx: click.Context) -> list[str]:
        """The names of what may be typed behind it and has a help of its own."""
        return []

    def tells_of(self, option: click.Option, _ctx: click.Context) -> bool:
        """Whether its help has this option."""
        return not option.hidden

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """How it is called; of the program itself first how one begins."""
        texts, name = help_texts(), named(ctx)
        if not name:
            formatter.write_text(texts.text("words.begin"))
        pieces = own_names(" ".join(self.collect_usage_pieces(ctx)), texts)
        program = f"{ctx.find_root().command_path} {name}".rstrip()
        formatter.write_usage(program, pieces, prefix=f"{texts.text('words.usage')} ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What it does."""
        texts = help_texts()
        formatter.write_paragraph()
        with formatter.indentation():
            for text in (_purpose(ctx, texts), _more(ctx, texts)):
                if text:
                    formatter.write_text(text)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Its options, a line each or two, and then what is below it."""
        texts = help_texts()
        with formatter.section(texts.text("words.options")):
            formatter.write_dl([_line(each, ctx, texts) for each in options_of(self, ctx) if each is not _HELP_ALL])
        if entries := self._entries(ctx, texts):
            with formatter.section(texts.text("words.commands")):
                formatter.write_dl(entries)

    def format_wanted(self, ctx: click.Context, formatter: click.HelpFormatter, texts: "Texts") -> None:
        """What fits on the first screen: what it does, what most people want, and how all else is told."""
        self.format_usage(ctx, formatter)
        entries, rest, title = self._entries(ctx, texts), _line(_HELP_ALL, ctx, texts), "words.commands"
        wanted: Iterable[Entry] = entries
        if not entries or getattr(self, "invoke_without_command", False):
            wanted, title = (_line(each, ctx, texts) for each in _wanted(self, ctx)), "words.options"
        told_so_far = (formatter.getvalue(), _purpose(ctx, texts), texts.text(title), texts.text("words.options"))
        others = len(entries) + 2 if named(ctx) else 0  # the names of all commands come after those that begin
        left = FIRST_SCREEN - others - _words(*told_so_far, *rest)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(_purpose(ctx, texts))
            more = "" if entries else _more(ctx, texts)
            if more and _words(more) <= left // 3:
                formatter.write_text(more)
                left -= _words(more)
        told = _fitting(wanted, left)
        sections = {title: told, "words.options": [rest]} if title != "words.options" else {title: [*told, rest]}
        for name, lines in sections.items():
            with formatter.section(texts.text(name)):
                formatter.write_dl(lines)
        if names := ", ".join(entry[0] for entry in entries if entry not in told):
            formatter.write_paragraph()
            formatter.write_text(texts.text("words.others", names=names))

    def _entries(self, ctx: click.Context, texts: "Texts") -> list[Entry]:
        name = named(ctx)
        return [(each, _text(f"commands.{f'{name} {each}'.strip()}", texts)) for each in self.below(ctx)]


class ToldGroup(ToldCommand, click.Group):
    """A command that has others, whose help is in the user's language; what is remembered is for these as well."""

    command_class = ToldCommand

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the arguments."""
        context = super().make_context(*args, **extra)
        context.default_map = self.remembered_below(dict(context.default_map or {}))
        return context

    def remembered_below(self, remembered: dict[str, Any]) -> dict[str, Any]:
        """Of what is remembered for this command: each of its commands with its own."""
        return dict.fromkeys(self.commands, remembered)

    def below(self, ctx: click.Context) -> list[str]:
        """Its commands."""
        return self.list_commands(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Its options and commands, told as every command's; click's own group would tell them again."""
        ToldCommand.format_options(self, ctx, formatter)


def named(ctx: click.Context) -> str:
    """A command by its words behind `access-chess`, and the kind of it that was named; "" is the program itself."""
    names = [ctx.meta[KIND]] if ctx.meta.get(KIND) else []
    while ctx.parent is not None:
        names.append(ctx.info_name or "")
        ctx = ctx.parent
    return " ".join(reversed(names))


def options_of(command: click.Command, ctx: click.Context) -> Iterator[click.Option]:
    """The options that a command tells of."""
    for each in command.get_params(ctx):
        if isinstance(each, click.Option) and (not isinstance(command, ToldCommand) or command.tells_of(each, ctx)):
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
    own = f"options.{command} {_typed(option)}"
    return own if own in texts.texts else f"options.{_typed(option)}"


def help_texts() -> "Texts":
    """The texts in the language in which the user is spoken to."""
    from access_chess.command_line.options.defaults import spoken_pack
    from access_chess.edge.packs.texts import load_help_texts

    return load_help_texts(spoken_pack().name)


def own_names(text: str, texts: "Texts") -> str:
    """A text in which the names in capitals (FILE), for which users put something, are in the user's language."""
    return _NAME.sub(lambda found: texts.texts.get(f"names.{found.group()}", found.group()), text)


def _tell_all(ctx: click.Context, _option: click.Parameter, is_asked: bool) -> None:
    if is_asked and not ctx.resilient_parsing:
        ctx.meta[_ALL] = True
        click.echo(ctx.get_help())
        ctx.exit()


_HELP_ALL = click.Option(["--help-all"], is_flag=True, is_eager=True, expose_value=False, callback=_tell_all)


def _wanted(command: click.Command, ctx: click.Context) -> list[click.Option]:
    """The options of a command, those first that most people want."""
    name = named(ctx)
    wanted = WANTED.get(name) or WANTED.get(name.partition(" ")[0], ())
    options = [each for each in options_of(command, ctx) if each is not _HELP_ALL and each.name != "help"]
    places = {name: place for place, name in enumerate(wanted)}
    return sorted(options, key=lambda each: places.get(_typed(each), len(places)))


def _fitting(entries: Iterable[Entry], words: int) -> list[Entry]:
    """The first of them, which have no more words than this together."""
    told: list[Entry] = []
    for entry in entries:
        words -= _words(*entry)
        if words < 0:
            break
        told.append(entry)
    return told


def _words(*texts: str) -> int:
    return sum(len(text.split()) for text in texts)


def _purpose(ctx: click.Context, texts: "Texts") -> str:
    name = named(ctx)
    return _text(f"commands.{name}" if name else "words.program", texts)


def _more(ctx: click.Context, texts: "Texts") -> str:
    key = f"more.{named(ctx)}"
    return _text(key, texts) if key in texts.texts else ""


def _typed(option: click.Option) -> str:
    return max(option.opts, key=len).lstrip("-")


def _text(key: str, texts: "Texts") -> str:
    return own_names(texts.text(key), texts)


def _line(option: click.Option, ctx: click.Context, texts: "Texts") -> tuple[str, str]:
    """How an option is typed, and what it means."""
    names = " / ".join(", ".join(each) for each in (option.opts, option.secondary_opts) if each)
    text = _text(key_of(option, named(ctx), texts), texts)
    if option.show_default:
        text += f" [{texts.text('words.default', value=option.get_default(ctx))}]"
    return f"{names} {own_names(value_of(option, ctx), texts)}".rstrip(), text


_EXTRA = re.compile(
    r"Got unexpected extra arguments? \((?P<words>.*)\)\.?", re.DOTALL
)  # has no class of its own in click


_NO_VALUE = "does not take a value"  # nor has this one
_IS_A_FILE, _IS_A_FOLDER = "is a file", "is a directory"  # nor have these
_PATH = re.compile(r"(\w+) (.*'.*').*", re.DOTALL)  # a kind of file, and which


def usage_error(error: click.UsageError) -> InputError:
    """The sentence about wrong usage; it ends with the command that helps."""
    see = f"{error.ctx.command_path if error.ctx else 'access-chess'} --help"
    match error:
        case click.NoSuchOption(option_name=name):
            near = ", ".join((error.possibilities or ())[:1])
            return wrong("usage_option_near" if near else "usage_option", name=name, near=near, see=see)
        case click.NoSuchCommand(command_name=name):
            return wrong("usage_command", name=repr(name), see=see)
        case click.MissingParameter(param=click.Parameter() as parameter):
            return wrong("usage_missing", name=_name(parameter, error), see=see)
        case click.BadOptionUsage(option_name=name, message=message):
            return wrong("usage_no_value" if _NO_VALUE in message else "usage_lacks_value", name=name, see=see)
        case click.BadParameter(param=click.Parameter() as parameter):
            return _bad_value(parameter, error, see)
        case click.UsageError(message=message) if found := _EXTRA.fullmatch(message):
            return wrong("usage_extra", words=found["words"], see=see)
        case _:
            return wrong("usage_other", problem=error.format_message().rstrip("."), see=see)


def _bad_value(parameter: click.Parameter, error: click.BadParameter, see: str) -> InputError:
    name = _name(parameter, error)
    match parameter.type:
        case click.IntRange() | click.FloatRange() | click.Choice() as kind:
            return wrong_value(name, kind, error, see)
        case click.Path() as kind:
            return wrong(_path_phrase(kind, error), name=name, path=_PATH.sub(r"\2", error.message), see=see)
        case _:
            return wrong("usage_value", name=name, problem=error.message.rstrip("."), see=see)


def _path_phrase(kind: "click.Path", error: click.BadParameter) -> str:
    """What is there in place of what is asked for, or nothing."""
    if not kind.file_okay and _IS_A_FILE in error.message:
        return "usage_path_is_file"
    return "usage_path_is_folder" if not kind.dir_okay and _IS_A_FOLDER in error.message else "usage_path"


def wrong_value(name: str, kind: "click.ParamType[Any]", error: click.BadParameter, see: str) -> InputError:
    """What is said of a value that is none of what an option or a setting takes."""
    match kind:
        case click.IntRange(min=least, max=most) if least is not None and most is not None:
            return wrong("usage_range", name=name, least=least, most=most, see=see)
        case click.FloatRange(min=least, max=most) if least is not None and most is not None:
            return wrong("usage_number", name=name, least=least, most=most, see=see)
        case click.IntRange(min=least) | click.FloatRange(min=least) if least is not None:
            return wrong("usage_from", name=name, least=least, see=see)
        case click.Choice(choices=choices):
            return wrong("usage_choice", name=name, choices=", ".join(map(str, choices)), see=see)
        case _:
            return wrong("usage_value", name=name, problem=error.message.rstrip("."), see=see)


def _name(parameter: click.Parameter, error: click.UsageError) -> str:
    """The option as it is typed, or the argument as the help writes it."""
    if isinstance(parameter, click.Option):
        return parameter.opts[0]
    return own_names(parameter.make_metavar(error.ctx or _NONE), help_texts())


_NONE = click.Context(click.Command("access-chess"))


@click.command(name="help", cls=ToldCommand)
@click.argument("command", nargs=-1)
@click.pass_context
def help_(context: click.Context, command: tuple[str, ...]) -> None:
    """Tell how a command is used, the same as --help behind it."""
    program = context.find_root()
    context.exit(program.command.main([*command, "--help"], prog_name=program.info_name, standalone_mode=False) or 0)
