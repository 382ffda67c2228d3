"""What operations have in Python only: files to print to, walks of one class, OpView as a base class."""

from __future__ import annotations

import sys

from ..object import Object, register_object
from . import MLIRError, _this

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, BinaryIO, TextIO

    from .. import ir


@register_object("ir._OperationBase")
class _OperationBase(Object):
    __slots__ = ()

    def get_asm(
        self,
        binary: bool = False,
        large_elements_limit: int | None = None,
        large_resource_limit: int | None = None,
        enable_debug_info: bool = False,
        pretty_debug_info: bool = False,
        print_generic_op_form: bool = False,
        use_local_scope: bool = False,
        use_name_loc_as_prefix: bool = False,
        assume_verified: bool = False,
        skip_regions: bool = False,
    ) -> str | bytes:
        """The text of the operation; as bytes if `binary`."""
        text: str | bytes = _this.get_asm(
            self,
            binary,
            large_elements_limit,
            large_resource_limit,
            enable_debug_info,
            pretty_debug_info,
            print_generic_op_form,
            use_local_scope,
            use_name_loc_as_prefix,
            assume_verified,
            skip_regions,
        )
        return text

    def print(
        self,
        state: ir.AsmState | int | None = None,
        file: TextIO | BinaryIO | None = None,
        binary: bool = False,
        **options: Any,
    ) -> None:
        """Prints the operation to a file or to the standard output.

        How is determined by an AsmState, or by the options of `get_asm`.
        """
        if isinstance(state, _this.AsmState):
            if options:
                raise TypeError(f"print: an AsmState has the options; remove {', '.join(options)}")
            text: str | bytes = _this._get_asm_in(self, state, binary)
        else:
            if state is not None:
                options["large_elements_limit"] = state
            text = self.get_asm(binary=binary, **options)
        target: Any = sys.stdout if file is None else file
        target.write(text)

    def write_bytecode(self, file: Any, desired_version: int | None = None) -> None:
        """Is not supported: MLIR's bytecode is not implemented."""
        raise NotImplementedError("MLIR bytecode is not supported; write the text with `print(file=…)`")

    def walk(
        self,
        callback: Callable[[ir.Operation], int],
        walk_order: int = 1,
        op_class: type[ir.OpView] | None = None,
    ) -> None:
        """Calls a function with this operation and each operation in it.

        The function returns a `WalkResult`. `op_class` leaves out operations of other classes.
        """
        if op_class is None:
            _this.walk(self, callback, walk_order)
            return
        advance = _this.WalkResult.ADVANCE

        from .op_views import is_of_class

        def of_class(op: Any) -> int:
            return callback(op) if is_of_class(op, op_class) else advance

        _this.walk(self, of_class, walk_order)

    def has_trait(self, trait_cls: type) -> bool:
        """Whether the operation is registered with a trait: `IsTerminatorTrait` and so on."""
        base: Any = self
        return _trait(base.name, trait_cls, base.context)


def _trait(name: str, trait_cls: type, context: Any) -> bool:
    trait = getattr(trait_cls, "_trait_name", None)
    if trait is None:
        raise TypeError(f"has_trait: {trait_cls!r} is not a trait")
    found: bool = _this._has_trait(name, trait, context)
    return found


@register_object("ir.OpView")
class OpView(_OperationBase):
    __slots__ = ()

    # What classes that inherit from it declare about their operations.
    _ODS_REGIONS = (0, True)
    _ODS_OPERAND_SEGMENTS = None
    _ODS_RESULT_SEGMENTS = None

    def __init__(self, *args: Any, **keywords: Any) -> None:
        """Makes a view of an operation, or an operation of the class from its parts."""
        from .op_views import operation_of_parts

        operation = operation_of_parts(*args, **keywords)
        self.__init_handle_by_constructor__(_this._view_of, operation)

    @classmethod
    def build_generic(cls, *args: Any, **keywords: Any) -> Any:
        """Makes an operation of the class: results, operands, attributes, successors, regions, loc, ip."""
        from .op_views import build_generic

        made = cls.__new__(cls)
        OpView.__init__(made, build_generic(cls, *args, **keywords))
        return made

    @classmethod
    def parse(cls, source: str, *, source_name: str = "", context: ir.Context | None = None) -> Any:
        """Parses an operation, which must be of the class."""
        view = _this.Operation.parse(source, source_name=source_name, context=context)
        wanted = getattr(cls, "OPERATION_NAME", None)
        if wanted is None:
            return view
        if view.name != wanted:
            raise MLIRError(f"Expected a '{wanted}' op, got: '{view.name}'", [])
        made = cls.__new__(cls)
        OpView.__init__(made, view.operation)
        return made
