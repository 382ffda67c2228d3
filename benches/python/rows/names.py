"""Lookups of functions and classes by name: in a registry, and as attributes of a module."""

from __future__ import annotations

import inputs
from case import CTYPES, NATIVE, Case, Code, Find, also_old, at_most, within

REGISTERED = 1000


def _class(find: Find) -> Code:
    find("Counter")
    return Code("module.Counter", {"module": find("module")})


def _missing_name(find: Find) -> Code:
    register = find("register")
    for number in range(REGISTERED):
        register(f"crowd.group{number % 10}.function_{number}", inputs.callback)
    return Code("get(name)", {"get": find("get"), "name": "crowd.group7.functoin_7"}, ValueError)


CASES = (
    Case(
        "lookup",
        "look up by name",
        lambda find: Code("get(name)", {"get": find("get"), "name": "bench.add3"}),
        callable,
        also_old(0.5, "tvm-ffi"),
    ),
    Case(
        "missing_name",
        "look up a missing name",
        _missing_name,
        lambda r: isinstance(r, ValueError) and "functoin_7" in str(r),
        within(50_000),
        process="names",
        only=(NATIVE, CTYPES),
    ),
    Case(
        "module_function",
        "module.f",
        lambda find: Code("module.add3", {"module": find("module")}),
        callable,
        at_most(1.5, "python"),
    ),
    Case("module_class", "module.C", _class, lambda r: isinstance(r, type), at_most(1.5, "python")),
    Case(
        "missing_attribute",
        'getattr(module, "nope", None)',
        lambda find: Code('getattr(module, "nope", None)', {"module": find("module")}),
        lambda r: r is None,
        within(1000),
    ),
)
