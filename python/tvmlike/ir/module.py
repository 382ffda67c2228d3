"""What modules have in Python only: tables as NumPy arrays."""

from __future__ import annotations

from ..object import Object, register_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


@register_object("ir.Module")
class Module(Object):
    __slots__ = ()

    def table(self, attributes: Sequence[str] = ()) -> dict[str, Any]:
        """Columns with a row for each operation, in the order of the text, as NumPy arrays.

        `name` has indices into the list `names`; `parent` has rows, -1 for the module itself; `depth`,
        `operands`, `results` and `regions` are numbers. Each of `attributes` is a column of ints or floats;
        if it has other values, of indices into the list `values:NAME`, -1 for none. In the column
        `has:NAME`, 1 marks the operations that have the attribute.
        """
        from ..tensor import Tensor

        native: Any = self
        columns = native._table(list(attributes))
        return {
            name: column.numpy() if isinstance(column, Tensor) else list(column)
            for name, column in columns.items()
        }
