"""What only type checkers need: `typing` is slow to import, so at run time its names are stand-ins."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import overload as overload
else:

    def overload(function):
        return function
