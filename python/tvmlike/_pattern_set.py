"""What sets of patterns have in Python only: roots that are classes of operations."""

from __future__ import annotations

from .object import Object, register_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable


@register_object("rewrite.RewritePatternSet")
class RewritePatternSet(Object):
    __slots__ = ()

    def add(self, root: str | type, fn: Callable[[Any, Any], object], benefit: int = 1) -> None:
        """Adds a pattern for operations of a name or of a class.

        `fn` is called with the operation and a `PatternRewriter`, and returns something true if the operation
        does not match. Of several patterns, one with a greater benefit is tried first.
        """
        name = root if isinstance(root, str) else getattr(root, "OPERATION_NAME", None)
        if not isinstance(name, str):
            raise TypeError(
                "RewritePatternSet.add: argument 1 `root`: expected the name or the class of an operation, "
                f"got {root!r}"
            )
        if not callable(fn):
            raise TypeError(
                f"RewritePatternSet.add: argument 2 `fn`: expected a callable, got {type(fn).__name__}"
            )
        native: Any = self
        native._add(name, lambda op, rewriter: bool(fn(op, rewriter)), benefit)
