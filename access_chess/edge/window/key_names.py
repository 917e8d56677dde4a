"""The names of keys pressed in a window: a sign is its own name, others are "up", "ctrl+left", "shift+4", "escape"."""

import pygame

_NAMED = {
    pygame.K_UP: "up", pygame.K_RIGHT: "right", pygame.K_DOWN: "down", pygame.K_LEFT: "left",
    pygame.K_ESCAPE: "escape", pygame.K_BACKSPACE: "backspace", pygame.K_RETURN: "enter", pygame.K_KP_ENTER: "enter",
    pygame.K_DELETE: "delete", pygame.K_HOME: "home", pygame.K_END: "end",
    **{getattr(pygame, f"K_F{number}"): f"F{number}" for number in range(1, 13)},
}  # fmt: skip
_ARROWS = (pygame.K_UP, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT)
_WITH_CONTROL = {
    pygame.K_v: "ctrl+v", pygame.K_PLUS: "ctrl++", pygame.K_EQUALS: "ctrl++", pygame.K_KP_PLUS: "ctrl++",
    pygame.K_MINUS: "ctrl+-", pygame.K_KP_MINUS: "ctrl+-",
}  # fmt: skip
_DIGITS = range(pygame.K_1, pygame.K_8 + 1)


def key_name(event: pygame.event.Event) -> str:
    """The name of the key that went down; empty for one that says nothing alone, such as Shift."""
    modifiers = getattr(event, "mod", 0)
    if event.key in _NAMED:
        before = "ctrl+" if modifiers & pygame.KMOD_CTRL else "alt+" if modifiers & pygame.KMOD_ALT else ""
        return (before if event.key in _ARROWS else "") + _NAMED[event.key]
    if modifiers & pygame.KMOD_CTRL and event.key in _WITH_CONTROL:
        return _WITH_CONTROL[event.key]
    if modifiers & pygame.KMOD_SHIFT and event.key in _DIGITS:
        return f"shift+{event.key - pygame.K_0}"
    sign = getattr(event, "unicode", "")
    return sign if sign.isprintable() else ""
