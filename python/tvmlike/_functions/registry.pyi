# Written by `tvmlike stubs`: what is registered under `registry.`
# ruff: noqa

from tvmlike import Array

def info(name: str) -> str:
    """What is known of a function, as JSON text: `name`, `owner`, `file`, `line`, and its signature record.

    The record is there for functions that have one: `a` holds the parameters, `r` the result, `defaults` and `doc`
    where there are any.
    """

def list(prefix: str = "") -> Array[str]:
    """The names under a dotted prefix, sorted; all names without one. `ir` covers `ir.f`, not `irx.f`."""
