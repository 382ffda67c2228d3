"""Type stubs for namespaces of the registry: `.pyi` files for Python's type checkers and editors, and typed
headers for C++.

`stubs.write(["geometry"], "typings")` writes `typings/geometry.pyi`; a namespace with sub-namespaces becomes
a package, `typings/geometry/__init__.pyi`. The same functions give the same files, byte for byte. A folder
whose name ends in `-stubs` becomes a partial stub package: what lies in `tvmlike-stubs` beside an installed
tvmlike is what type checkers know of `tvmlike.geometry`.

`stubs.write(["geometry"], "include", "cpp")` writes `include/geometry.hpp`, sub-namespaces included: in C++
`geometry.hypot` is then `geometry::hypot(3, 4)`, checked by the compiler.

`stubs.write(["ir.dialects.arith"], "include", "cpp")` writes `include/ir/dialects/arith.hpp`, in which each
operation of the dialect is a class, and `include/ir.hpp`, which it includes. In
Python, `stubs.write(["ir.dialects.mine"], "tvmlike-stubs")` writes what type checkers know of
`tvmlike.dialects.mine`. `ir.dialects` stands for all dialects.
"""

from __future__ import annotations

import json
import os
from importlib import import_module
from keyword import iskeyword

from . import _hooks
from ._cpp_names import identifier
from ._dialect_cpp import PREFIX
from ._dialect_cpp import header as dialect_header
from ._dialect_stub import stub as dialect_stub
from ._members import described_types
from ._parameters import checked_record
from ._stub_cpp import header
from ._stub_namespace import Namespace
from ._stub_text import ModuleText
from .function import get_global
from .registry import list_global_func_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ._members import TypeDescription


LANGUAGES = ("python", "cpp")


def write(namespaces: Iterable[str], folder: str | os.PathLike[str], language: str = "python") -> list[str]:
    """Writes stubs for namespaces, with their sub-namespaces, into a folder; returns the files' paths."""
    files = texts(namespaces, language)
    if language == "python" and os.path.basename(os.path.normpath(folder)).endswith("-stubs"):
        files["py.typed"] = "partial\n"
    written = []
    for name, text in files.items():
        path = os.path.join(folder, *name.split("/"))
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        written.append(path)
    return written


def texts(namespaces: Iterable[str], language: str = "python") -> dict[str, str]:
    """The stubs for namespaces: the text of each file by its path, whose parts a slash separates."""
    if language not in LANGUAGES:
        raise ValueError(f"stubs: unknown language {language!r}; expected {' or '.join(LANGUAGES)}")
    root = Namespace(())
    names = {name.strip(".") for name in namespaces}
    if PREFIX[:-1] in names:
        names.remove(PREFIX[:-1])
        names.update(PREFIX + name for name in import_module(".dialects._records", __package__).dialects())
    dialects = sorted(name for name in names if name.startswith(PREFIX))
    # The headers of dialects include the one of `ir`.
    for name in sorted(names.difference(dialects) | ({"ir"} if dialects and language == "cpp" else set())):
        _gather(root, name)
    files = {}
    for name in (name[len(PREFIX) :] for name in dialects):
        if language == "cpp":
            files[f"ir/dialects/{name}.hpp"] = dialect_header(name)
        else:
            path, text = dialect_stub(name)
            files[path] = text
    for child in _sorted(root.children):
        if language == "cpp":
            name = identifier(child.path[-1], [path[: -len(".hpp")] for path in files])
            files[f"{name}.hpp"] = header(child, name)
        else:
            _render(root, child, files)
    return files


def _gather(root: Namespace, name: str) -> None:
    if name == "ir":
        # It registers classes with members in Python.
        import_module(".ir", __package__)
    found, classes = _registered_under(name)
    if not found and not classes and name and _hooks.load_for(name):
        found, classes = _registered_under(name)
    if not found and not classes:
        raise ValueError(f"stubs: nothing is registered under the namespace {name!r}")
    info = get_global("registry.info")
    for full in found:
        *path, last = full.split(".")
        record = checked_record(json.loads(info(full))) if info is not None else {}
        _at(root, path).functions[last] = record
    for cls in classes:
        *path, last = cls.key.split(".")
        _at(root, path).classes[last] = cls


def _registered_under(name: str) -> tuple[list[str], list[TypeDescription]]:
    if not name:
        return [], []
    start = f"{name}."
    found = [full for full in list_global_func_names(name) if full.startswith(start)]
    return found, [cls for cls in described_types() if cls.key.startswith(start)]


def _at(root: Namespace, path: list[str]) -> Namespace:
    for name in path:
        root = root.child(name)
    return root


def _sorted(children: dict[str, Namespace]) -> list[Namespace]:
    return [children[name] for name in sorted(children)]


def _usable(name: str) -> bool:
    return name.isidentifier() and not iskeyword(name) and not name.startswith("__")


def _render(root: Namespace, here: Namespace, files: dict[str, str]) -> None:
    children = [
        child
        for child in _sorted(here.children)
        # A function comes before the namespace of its name.
        if _usable(child.path[-1]) and child.path[-1] not in {**here.functions, **here.classes}
    ]
    package = here.path if children else here.path[:-1]

    def class_import(key: str) -> tuple[str, str] | None:
        *path, name = key.split(".")
        place: Namespace | None = root
        for part in path:
            place = place.children.get(part) if place is not None else None
        if place is None or name not in place.classes:
            return None
        if place is here:
            return "", name
        shared = 0
        while package[: shared + 1] == place.path[: shared + 1] and shared < len(package):
            shared += 1
        if shared == 0:
            return None  # where the stubs will lie beside each other is not known
        return "." * (len(package) - shared + 1) + ".".join(place.path[shared:]), name

    names = {*here.functions, *here.classes, *(child.path[-1] for child in children)}
    names.update(member.name for cls in here.classes.values() for member in cls.members)
    module = ModuleText(names, class_import)
    for name in _by_inheritance(here.classes):
        if _usable(name):
            module.add_class(here.classes[name])
    for name in sorted(here.functions):
        if name in here.classes:
            continue
        if _usable(name):
            module.add_function(name, here.functions[name])
        else:
            module.add_note(f"{name!a} is not a Python identifier; use getattr(module, {name!a})")
    dotted = ".".join(here.path)
    head = f"# Generated by `tvmlike stubs` from the names under `{dotted}.`"
    path = "/".join(here.path) + ("/__init__.pyi" if children else ".pyi")
    files[path] = module.text(head, [child.path[-1] for child in children])
    for child in children:
        _render(root, child, files)


def _by_inheritance(classes: dict[str, TypeDescription]) -> list[str]:
    """The names of classes, a parent before what inherits from it."""
    ordered: list[str] = []

    def add(name: str) -> None:
        if name in ordered:
            return
        parent = classes[name].parent
        short = parent.rpartition(".")[2]
        if short in classes and classes[short].key == parent and short != name:
            add(short)
        ordered.append(name)

    for name in sorted(classes):
        add(name)
    return ordered
