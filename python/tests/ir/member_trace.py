"""A pytest plugin that records which members of MLIR's classes each test reads or calls.

`pytest -p member_trace` writes `{"Class.member": [tests]}` to the file that `TVMLIKE_IR_MEMBERS` names. A
member of a base class counts for the class that it is used by, if upstream's class has one of that name.
"""

from __future__ import annotations

import inspect
import json
import os
from pathlib import Path

import pytest

_seen: dict[str, set[str]] = {}
_test = ""


class Recorded:
    """A member of a class, which is recorded when it is read.

    That it has `__set__` makes no difference: objects have no dict.
    """

    def __init__(self, name, inner, known):
        self.name, self.inner, self.known = name, inner, known

    def record(self, owner):
        for cls in owner.__mro__:
            full = f"{cls.__name__}.{self.name}"
            if full in self.known:
                _seen.setdefault(full, set()).add(_test)

    def __get__(self, instance, owner=None):
        self.record(owner or type(instance))
        get = getattr(type(self.inner), "__get__", None)
        return self.inner if get is None else get(self.inner, instance, owner)

    def __set__(self, instance, value):
        self.record(type(instance))
        self.inner.__set__(instance, value)


def install():
    from mlir_api import ir

    members = json.loads((Path(__file__).parent / "mlir_members.json").read_text(encoding="utf-8"))
    known = {f"{name}.{member}" for name, described in members.items() for member in described["members"]}
    for full in known:
        name, member = full.split(".")
        cls = getattr(ir, name, None)
        if cls is None:
            continue
        for definer in cls.__mro__:
            if member in vars(definer) and definer is not object:
                inner = inspect.getattr_static(definer, member)
                if not isinstance(inner, Recorded):
                    # An enumeration refuses to have its members set.
                    type.__setattr__(definer, member, Recorded(member, inner, known))
                break
        else:
            if member == "__init__":
                type.__setattr__(cls, member, Recorded(member, object.__init__, known))


def pytest_collection_finish():
    install()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    global _test
    _test = item.nodeid.rpartition("/")[2]
    yield
    _test = ""


def pytest_sessionfinish():
    found = {name: sorted(tests - {""}) for name, tests in sorted(_seen.items()) if tests - {""}}
    Path(os.environ["TVMLIKE_IR_MEMBERS"]).write_text(json.dumps(found), encoding="utf-8")
