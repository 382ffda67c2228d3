# For type checkers: the functions under `runtime.` are in the generated stub.

from ._functions.runtime import *  # noqa: F403
