# For type checkers: the functions under `plugin.` are in the generated stub.

from ._functions.plugin import *  # noqa: F403
