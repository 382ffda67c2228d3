# Written by `tvmlike stubs`: what is registered under `runtime.`
# ruff: noqa

def version() -> str:
    """Returns the version of the library."""
