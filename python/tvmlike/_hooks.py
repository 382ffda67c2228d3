"""Functions of upper layers that lower layers call.

A module imports only from layers below its own (docs/architecture.md). Where a lower layer must call an upper
one, it calls a function of this module, and the upper layer sets that function: when it is imported, or, if
it is not imported with the package, by `set_late` in `__init__`. Invariant: every hook is set when
`import tvmlike` has returned.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from .plugins import Plugin

    class_of_registered: Callable[[int], Any]
    """The class for the objects of a registered type, by type index (`_classes`)."""

    to_json: Callable[[Any], str]
    """The JSON text of a container or a tensor (`_json`)."""

    container_from_json: Callable[[Any, str | bytes], Any]
    """An Array or a Map from JSON text (`_json`)."""

    tensor_from_json: Callable[[str | bytes], Any]
    """A tensor from JSON text (`_json`)."""

    class_of_key: Callable[[str], Any]
    """The class for a type key, also of an enumeration; None if there is none (`_classes`)."""

    fit_class: Callable[[Any, str], None]
    """Adds what a registered type declares to a class that is about to be registered for it (`_classes`)."""

    enum_of_key: Callable[[str], Any]
    """The class of the enumeration with a type key, or None (`_enums`)."""

    exception_of_kind: Callable[[str], Any]
    """The exception class that native code declares for a kind of error, or None (`_exceptions`)."""

    make_declared: Callable[[str, str, int], BaseException]
    """A new exception for an error whose context is a map of its attributes (`_exceptions`)."""

    import_converters: Callable[[], None]
    """Imports the modules that register converters in `_pack` and `_unpack` (`_conversions`)."""

    new_function: Callable[[Callable[..., Any]], int]
    """A new native function that calls a Python callable, on the ctypes path (`_callback`)."""

    get_global_func: Callable[..., Any]
    """The public function that looks up a name: pickled functions refer to it (`registry`)."""

    function_of_plugin: Callable[[str, str, str], Any]
    """Looks up a function, and loads its plugin if the name is missing, for pickled functions (`plugins`)."""

    class_of_plugin: Callable[[str, str, str], Any]
    """The class for a type key, after loading its plugin if the type is missing (`plugins`)."""

    provide_type: Callable[[str, str, str], None]
    """Loads the plugin of a pickled type that is not registered (`plugins`)."""

    load_unless_registered: Callable[[str, str], None]
    """Loads a plugin if a name is missing, once if several threads do so at a time (`_discovery`)."""

    name_classes: Callable[[], None]
    """Lets native code name the classes of Python objects (`_class_names`)."""

    adaptor_class: Callable[[str], Any]
    """The adaptor class of an operation that has a record (`dialects._classes`)."""

    load_for: Callable[[str], bool]
    """Loads the installed plugins for a missing name; True if it loaded one (`_discovery`)."""

    why_missing: Callable[[str], str]
    """Why the installed plugin for a missing name is not loaded; empty if there is none (`_discovery`)."""

    load_all: Callable[[], list[Plugin]]
    """Loads every plugin that is installed or listed (`_discovery`)."""


def discovery_is_current() -> bool:
    """Whether the last search for plugins is still valid (`_discovery`); True if there was none."""
    return True


def forget_discovered() -> None:
    """Makes the next look-up search for plugins again (`_discovery`); nothing if there was no search."""


def set_late(package: str, places: dict[str, str]) -> None:
    """Sets hooks that import their module when they are called first.

    `places` maps the name of a hook to its module, which has a function of that name.
    """
    for hook, module in places.items():
        globals()[hook] = _late(package, hook, module)


def _late(package: str, hook: str, module: str) -> Callable[..., Any]:
    def first(*args: Any) -> Any:
        from importlib import import_module

        found = globals()[hook] = getattr(import_module(module, package), hook)
        return found(*args)

    return first
