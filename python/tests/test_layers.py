"""The modules of the package import only from below: the layers are a table in docs/architecture.md."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import tvmlike

PACKAGE = Path(tvmlike.__file__).parent
ARCHITECTURE = Path(__file__).parents[2] / "docs" / "architecture.md"

pytestmark = pytest.mark.skipif(not ARCHITECTURE.is_file(), reason="the package lies outside its checkout")


def layers_of(text):
    """Returns the number and the name of the layer by module."""
    table = text.partition("| layer | modules of `python/tvmlike` |")[2].partition("\n\n")[0]
    layers = {}
    for number, row in enumerate(table.splitlines()[2:]):
        _, name, modules, _, _ = row.split("|")
        for module in re.findall("`([^`]+)`", modules):
            assert module not in layers, f"{module} has two layers"
            layers[module] = number, name.strip()
    return layers


def imports_of(source, module, known):
    """Returns the modules of the package that a module imports, with line numbers."""
    package = module.split(".")
    if not any(other.startswith(f"{module}.") for other in known):
        package.pop()
    names_of_files = known - {"__init__"}
    found = []

    def add(line, path, names):
        """Adds the modules that `from path import names` imports, or the module `path` itself."""
        for name in names:
            full = ".".join([*path, name])
            found.append((full if full in known else ".".join(path) or "__init__", line))

    def visit(node):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for child in node.orelse:
                visit(child)
            return
        if isinstance(node, ast.ImportFrom):
            names = [alias.name for alias in node.names]
            if node.level:
                path = package[: len(package) - node.level + 1]
                add(node.lineno, [*path, *(node.module or "").split(".")] if node.module else path, names)
            elif (node.module or "").partition(".")[0] == "tvmlike":
                add(node.lineno, node.module.split(".")[1:], names)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                head, *rest = alias.name.split(".")
                if head == "tvmlike":
                    found.append((".".join(rest) or "__init__", node.lineno))
        elif (
            isinstance(node, ast.Constant)
            and str(node.value)[:2] == "._"
            and node.value[1:] in names_of_files
        ):
            # A name for `import_module`.
            found.append((node.value[1:], node.lineno))
        for child in ast.iter_child_nodes(node):
            visit(child)

    visit(ast.parse(source))
    return [(name, line) for name, line in found if name != module]


def layer_of(module, layers):
    """Returns the layer of a module or of its folder."""
    folder = module.partition(".")[0]
    return layers.get(f"{folder}/") or layers.get(module)


def problems_in(sources, layers):
    """Returns the violations of the table, one line each."""
    problems = [f"{module} has no layer" for module in sources if layer_of(module, layers) is None]
    known = set(sources)
    missing = [name for name in layers if name not in known and not name.endswith("/")]
    problems += [f"{name} is in the table, but there is no such module" for name in missing]
    if problems:
        return problems
    same = {module: [] for module in sources}
    for module, source in sources.items():
        number, layer = layer_of(module, layers)
        for name, line in imports_of(source, module, known):
            above, other = layer_of(name, layers)
            if above > number:
                problems.append(f"{module}:{line} ({layer}) imports {name} ({other}), which is above it")
            elif above == number:
                same[module].append((name, line))
    return problems + [" -> ".join(ring) for ring in rings_in(same)]


def rings_in(imports):
    """Returns the rings of imports, each as its modules with the line of each import."""
    rings, done = [], set()

    def follow(module, path):
        if module in path:
            ring = [*path[path.index(module) :], module]
            lines = [dict(imports[one])[after] for one, after in zip(ring, ring[1:])]
            rings.append([f"{one}:{line}" for one, line in zip(ring, lines)] + [module])
        elif module not in done:
            for name, _ in imports[module]:
                follow(name, [*path, module])
            done.add(module)

    for module in imports:
        follow(module, [])
    return rings


def module_name(path):
    """Returns the name of a module relative to the package; `__init__` for the package itself."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


def test_modules_import_only_from_below():
    sources = {module_name(path): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    assert len(sources) > 50
    assert not problems_in(sources, layers_of(ARCHITECTURE.read_text(encoding="utf-8")))


TABLE = """
| layer | modules of `python/tvmlike` | what |
|---|---|---|
| low | `a`, `b` | |
| high | `c`, `_c`, `_cli/` | |

"""


@pytest.mark.parametrize(
    ("sources", "problem"),
    [
        ({"a": "from .c import x"}, "a:1 (low) imports c (high), which is above it"),
        ({"a": "def f():\n    from . import c"}, "a:2 (low) imports c (high), which is above it"),
        ({"a": "import tvmlike.c"}, "a:1 (low) imports c (high), which is above it"),
        ({"a": "from tvmlike.c import x"}, "a:1 (low) imports c (high), which is above it"),
        ({"a": "import_module('._c', 'tvmlike')"}, "a:1 (low) imports _c (high), which is above it"),
        ({"a": "from . import b", "b": "\nimport tvmlike.a"}, "a:1 -> b:2 -> a"),
        ({"c": "from ._cli.d import x", "_cli.d": "from ..c import x"}, "c:1 -> _cli.d:1 -> c"),
        ({"e": ""}, "e has no layer"),
        ({"a": None}, "a is in the table, but there is no such module"),
        ({"c": "from .a import x", "b": "from .a import x"}, None),
        ({"a": "if TYPE_CHECKING:\n    from .c import x"}, None),
    ],
)
def test_a_wrong_import_is_named(sources, problem):
    given = {
        name: source
        for name, source in {"a": "", "b": "", "c": "", "_c": "", **sources}.items()
        if source is not None
    }
    assert problems_in(given, layers_of(TABLE)) == ([problem] if problem else [])
