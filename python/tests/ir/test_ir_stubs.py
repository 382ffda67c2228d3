"""The stub of `tvmlike.ir` has the members that the classes have at run time."""

import ast
from pathlib import Path

import pytest
from mlir_api import UPSTREAM, ir

import tvmlike

pytestmark = pytest.mark.skipif(UPSTREAM, reason="not in upstream")

STUB = Path(tvmlike.__file__).parent / "_functions" / "ir.pyi"
# What a class gets of the abstract class that its stub names.
OF_BASES = {"Sequence": {"count", "index"}}


def stubs():
    """The classes of the stub: the names of their bases, and their own public members."""
    found = {}
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        if not isinstance(node, ast.ClassDef):
            continue
        bases = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
        names = set()
        for item in node.body:
            if isinstance(item, ast.FunctionDef):
                names.add(item.name)
            elif isinstance(item, ast.AnnAssign):
                names.add(item.target.id)
            elif isinstance(item, ast.Assign):
                names.update(target.id for target in item.targets)
        public = {name for name in names if not name.startswith("_")}
        found[node.name] = [base.id for base in bases], public
    return found


STUBS = stubs()


def in_stub(name):
    if name not in STUBS:
        return OF_BASES.get(name, set())
    bases, names = STUBS[name]
    return names.union(*map(in_stub, bases))


def at_run_time(cls):
    if not issubclass(cls, tvmlike.Object):
        return set(cls.__members__)
    of_objects = {name for base in tvmlike.Object.__mro__ for name in vars(base)}
    names = {name for base in cls.__mro__ for name in vars(base)} - of_objects
    return {name for name in names if not name.startswith("_")}


@pytest.mark.parametrize("name", STUBS)
def test_members(name):
    assert in_stub(name) == at_run_time(getattr(ir, name))


def test_members_of_python_only():
    assert {"walk", "print", "get_asm", "has_trait"} <= in_stub("Operation")
    assert {"build_generic", "parse"} <= in_stub("OpView")
    assert {"create_before", "create_after"} <= in_stub("Block")
    assert "table" in in_stub("Module")
