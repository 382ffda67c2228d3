# For type checkers: the functions under `trace.` are in the generated stub.

from ._functions.trace import *  # noqa: F403
