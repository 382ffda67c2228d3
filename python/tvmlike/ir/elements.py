"""What dense elements have in Python only: NumPy arrays of them."""

from __future__ import annotations

from ..object import Object, register_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@register_object("ir.DenseElementsAttr")
class DenseElementsAttr(Object):
    __slots__ = ()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """The elements as a NumPy array."""
        if copy is False:
            raise ValueError("an array of these elements is a copy")
        native: Any = self
        made = native._tensor().numpy()
        return made if dtype is None else made.astype(dtype, copy=False)
