# Written by `tvmlike stubs`: what is registered under `runtime.`
# ruff: noqa

def version() -> str:
    """The version of the library."""
