"""What blocks have in Python only: any number of types as arguments, and lists that are sequences."""

from __future__ import annotations

from collections.abc import Sequence

from ..object import Object, register_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .. import ir


@register_object("ir.Block")
class Block(Object):
    __slots__ = ()

    def create_before(self, *arg_types: ir.Type, arg_locs: Sequence[ir.Location] | None = None) -> ir.Block:
        """Makes a block before this one."""
        native: Any = self
        made: ir.Block = native._create_before(arg_types, arg_locs)
        return made

    def create_after(self, *arg_types: ir.Type, arg_locs: Sequence[ir.Location] | None = None) -> ir.Block:
        """Makes a block after this one."""
        native: Any = self
        made: ir.Block = native._create_after(arg_types, arg_locs)
        return made


@register_object("ir.BlockList")
class BlockList(Object):
    __slots__ = ()

    def append(self, *args: ir.Type, arg_locs: Sequence[ir.Location] | None = None) -> ir.Block:
        """Makes a block with arguments of some types at the end of the region."""
        native: Any = self
        made: ir.Block = native._append(args, arg_locs)
        return made


@register_object("ir.OperationList")
class OperationList(Object):
    __slots__ = ()


Sequence.register(BlockList)
Sequence.register(OperationList)
