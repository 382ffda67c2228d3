# For type checkers: the functions under `memref.` are in the generated stub.

from ._functions.memref import *  # noqa: F403
