"""The functions and classes of {{crate_name}}: `{{crate_name}}.f` is `tvmlike.{{crate_name}}.f`."""

from __future__ import annotations

import os
import sys

import tvmlike


def library() -> str:
    """The path of the plugin: the entry point of this package refers to it."""
    suffix = ".dylib" if sys.platform == "darwin" else ".so"
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), f"lib{{crate_name}}{suffix}")


# The plugin is loaded when something of it is asked for first.
tvmlike._init_api("{{crate_name}}", __name__)
