# For type checkers: the functions under `tools.` are in the generated stub.

from ._functions.tools import *  # noqa: F403
