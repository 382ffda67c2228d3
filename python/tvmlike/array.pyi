# For type checkers: the functions under `array.` are in the generated stub.

from ._functions.array import *  # noqa: F403
