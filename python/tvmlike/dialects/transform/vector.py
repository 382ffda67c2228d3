"""Transformations of vectors, which have no helpers."""

from __future__ import annotations

from .._module import fill

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    def __getattr__(name: str) -> Any: ...


fill("transform", globals())
