"""Transformations of structured operations: tiling, fusion, padding, vectorization, matching."""

from __future__ import annotations

from ...ir import _this as ir
from .._indices import mixed, scalable
from .._module import base_class, dialect_class, fill
from .._ods_common import get_op_result_or_value, register_operation
from . import AnyOpType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    def __getattr__(name: str) -> Any: ...


_Dialect = dialect_class("transform")


def _generated(name: str) -> Any:
    return base_class("transform", name)


def _types_first(arguments: tuple[Any, ...], count: int, name: str) -> tuple[list[Any], tuple[Any, ...]]:
    """The types of the results, which can be left out, and the other arguments."""
    if not arguments or not isinstance(arguments[0], ir.Type):
        return [AnyOpType.get()] * count, arguments
    types = list(arguments[:count])
    for at, ty in enumerate(types):
        if not isinstance(ty, ir.Type):
            raise TypeError(
                f"{name}: argument {at + 1}: expected a type as the first one is one, got {type(ty).__name__}"
            )
    return types, arguments[count:]


def _exactly(arguments: tuple[Any, ...], count: int, name: str) -> tuple[Any, ...]:
    if len(arguments) != count:
        raise TypeError(f"{name}: expected {count} handles after the types of results, got {len(arguments)}")
    return arguments


def _loops(arguments: tuple[Any, ...], count: int, name: str) -> tuple[Sequence[Any], Any]:
    """The types of the loops, and the target."""
    if isinstance(arguments[0], (ir.Value, ir._OperationBase)):
        (target,) = _exactly(arguments, 1, name)
        return [AnyOpType.get()] * count, target
    types, (target,) = arguments[0], _exactly(arguments[1:], 1, name)
    return [types] * count if isinstance(types, ir.Type) else types, target


def _no_handle(packed: Any, name: str) -> None:
    if packed is not None:
        raise TypeError(f"{name}: expected a list of numbers and handles, got one handle for all of them")


@register_operation(_Dialect, replace=True)
class BufferizeToAllocationOp(_generated("BufferizeToAllocationOp")):  # type: ignore[misc]
    """The bufferization of operations into new memory."""

    __slots__ = ()

    def __init__(self, target: Any, *, memory_space: Any = None, **keywords: Any) -> None:
        """Makes the operation. `memory_space` is an attribute, a number, or the text of an attribute."""
        if isinstance(memory_space, (int, str)):
            memory_space = ir.Attribute.parse(str(memory_space))
        super().__init__(target, memory_space=memory_space, **keywords)


def _with_result(name: str, doc: str) -> Any:
    """The class of an operation with one handle as its result, of any operations."""
    base = _generated(name)

    def __init__(self: Any, target: Any, **keywords: Any) -> None:
        """Makes the operation; the keywords are attributes."""
        base.__init__(self, AnyOpType.get(), target, **keywords)

    body = {"__slots__": (), "__module__": __name__, "__doc__": doc, "__init__": __init__}
    return register_operation(_Dialect, replace=True)(type(base)(name, (base,), body))


DecomposeOp = _with_result("DecomposeOp", "The decomposition of operations into smaller ones.")
GeneralizeOp = _with_result("GeneralizeOp", "The conversion of named operations to linalg.generic.")
InterchangeOp = _with_result("InterchangeOp", "Another order of loops, `iterator_interchange`.")
ScalarizeOp = _with_result("ScalarizeOp", "Tiling by one in each dimension.")
VectorizeChildrenAndApplyPatternsOp = _with_result(
    "VectorizeChildrenAndApplyPatternsOp", "The vectorization of all operations in others."
)


@register_operation(_Dialect, replace=True)
class FuseIntoContainingOp(_generated("FuseIntoContainingOp")):  # type: ignore[misc]
    """The fusion of producers into a loop."""

    __slots__ = ()

    def __init__(self, *arguments: Any, loc: Any = None, ip: Any = None) -> None:
        """Makes the operation: the types of both results, unless left out, the producer and the loop."""
        types, handles = _types_first(arguments, 2, "FuseIntoContainingOp")
        super().__init__(*types, *_exactly(handles, 2, "FuseIntoContainingOp"), loc=loc, ip=ip)


@register_operation(_Dialect, replace=True)
class FuseOp(_generated("FuseOp")):  # type: ignore[misc]
    """Tiling, and the fusion of what produces the operands."""

    __slots__ = ()

    def __init__(
        self,
        *loop_types_and_target: Any,
        tile_sizes: Any = None,
        tile_interchange: Any = None,
        apply_cleanup: bool = False,
        use_forall: bool = False,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes the operation: the types of the loops, or one for all, unless left out, and the target."""
        sizes, packed, static_sizes = mixed(tile_sizes)
        order, packed_order, static_order = mixed(tile_interchange)
        for one in (packed, packed_order):
            _no_handle(one, "FuseOp")
        count = 1 if use_forall else sum(size != 0 for size in static_sizes)
        types, target = _loops(loop_types_and_target, count, "FuseOp")
        super().__init__(
            get_op_result_or_value(target).type,
            types,
            target,
            sizes,
            order,
            static_tile_sizes=static_sizes,
            static_tile_interchange=static_order,
            apply_cleanup=apply_cleanup,
            use_forall=use_forall,
            loc=loc,
            ip=ip,
        )


@register_operation(_Dialect, replace=True)
class MapCopyToThreadsOp(_generated("MapCopyToThreadsOp")):  # type: ignore[misc]
    """The distribution of copies to threads."""

    __slots__ = ()

    def __init__(
        self,
        *types_and_target: Any,
        total_num_threads: Any,
        desired_bit_alignment: Any,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes the operation: the types of both results, which can be left out, and the target."""
        types, handles = _types_first(types_and_target, 2, "MapCopyToThreadsOp")
        (target,) = _exactly(handles, 1, "MapCopyToThreadsOp")
        super().__init__(*types, target, total_num_threads, desired_bit_alignment, loc=loc, ip=ip)


@register_operation(_Dialect, replace=True)
class VectorizeOp(_generated("VectorizeOp")):  # type: ignore[misc]
    """Vectorization by sizes."""

    __slots__ = ()

    def __init__(
        self,
        target: Any,
        vector_sizes: Any = None,
        *,
        scalable_sizes: Any = None,
        static_vector_sizes: Any = None,
        **keywords: Any,
    ) -> None:
        """Makes the operation. Scalable sizes are lists of one size, unless they are given apart."""
        if (scalable_sizes is None) != (static_vector_sizes is None):
            raise TypeError(
                "'scalable_sizes' and 'static_vector_sizes' must either both be given explicitly "
                "or both be given as part of 'vector_sizes'."
            )
        dynamic = [] if vector_sizes is None else vector_sizes
        if scalable_sizes is None and vector_sizes is not None:
            dynamic, static_vector_sizes, scalable_sizes = scalable(vector_sizes)
        super().__init__(
            target,
            dynamic,
            static_vector_sizes=static_vector_sizes,
            scalable_sizes=scalable_sizes,
            **keywords,
        )


@register_operation(_Dialect, replace=True)
class MatchOp(_generated("MatchOp")):  # type: ignore[misc]
    """A search for operations."""

    __slots__ = ()

    @classmethod
    def match_op_names(cls, *arguments: Any, loc: Any = None, ip: Any = None) -> Any:
        """Makes a search by names: the type of the result, unless left out, the target and the names."""
        (result,), rest = _types_first(arguments, 1, "match_op_names")
        target, names = _exactly(rest, 2, "match_op_names")
        listed = [names] if isinstance(names, str) else names
        ops = ir.ArrayAttr.get([ir.StringAttr.get(name) for name in listed])
        return cls(result, target, ops=ops, loc=loc, ip=ip)


@register_operation(_Dialect, replace=True)
class MultiTileSizesOp(_generated("MultiTileSizesOp")):  # type: ignore[misc]
    """Two tile sizes that together cover a dimension."""

    __slots__ = ()

    def __init__(
        self, result_type: Any, target: Any, *, dimension: Any, target_size: Any, **keywords: Any
    ) -> None:
        """Makes the operation, whose three results have one type."""
        super().__init__(*[result_type] * 3, target, dimension, target_size, **keywords)


def _list_of_lists(lists: Any) -> Any:
    """The attribute for lists of numbers."""
    if lists is None:
        return None
    i64 = ir.IntegerType.get_signless(64)
    made = [
        ir.ArrayAttr.get([ir.IntegerAttr.get(i64, getattr(one, "value", one)) for one in numbers])
        for numbers in lists
    ]
    return ir.ArrayAttr.get(made)


@register_operation(_Dialect, replace=True)
class PadOp(_generated("PadOp")):  # type: ignore[misc]
    """Padding of operands."""

    __slots__ = ()

    def __init__(
        self,
        target: Any,
        *,
        pad_to_multiple_of: Sequence[Any] | None = None,
        transpose_paddings: Any = None,
        **keywords: Any,
    ) -> None:
        """Makes the operation; the multiples are numbers or handles."""
        dynamic: list[Any] = []
        static = None
        if pad_to_multiple_of is not None:
            dynamic, static, _ = scalable(pad_to_multiple_of)
        super().__init__(
            *[AnyOpType.get()] * 3,
            target,
            dynamic,
            static_pad_to_multiple_of=static,
            transpose_paddings=_list_of_lists(transpose_paddings),
            **keywords,
        )


@register_operation(_Dialect, replace=True)
class SplitOp(_generated("SplitOp")):  # type: ignore[misc]
    """The division of operations along a dimension."""

    __slots__ = ()

    def __init__(self, target: Any, dimension: Any, chunk_sizes: Any, **keywords: Any) -> None:
        """Makes the operation; the size of the first part is a number or a handle."""
        is_number = isinstance(chunk_sizes, int)
        super().__init__(
            get_op_result_or_value(target).type,
            target,
            dimension,
            chunk_sizes if is_number else ir.ShapedType.get_dynamic_size(),
            dynamic_chunk_sizes=None if is_number else chunk_sizes,
            **keywords,
        )


@register_operation(_Dialect, replace=True)
class TileUsingForOp(_generated("TileUsingForOp")):  # type: ignore[misc]
    """Tiling by loops of scf.for."""

    __slots__ = ()

    def __init__(
        self,
        *loop_types_and_target: Any,
        sizes: Any = None,
        interchange: Any = None,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes the operation: the types of the loops, or one for all, which can be left out, and the target.

        Sizes are numbers and handles; a size in a list of its own is scalable. Each one but 0 makes a loop.
        """
        if isinstance(sizes, (ir.Value, ir._OperationBase)):
            _no_handle(sizes, "TileUsingForOp")
        dynamic, static, flags = scalable([] if sizes is None else sizes)
        count = sum(size != 0 for size in static)
        types, target = _loops(loop_types_and_target, count, "TileUsingForOp")
        super().__init__(
            get_op_result_or_value(target).type,
            types,
            target,
            dynamic,
            static_sizes=static,
            interchange=interchange,
            scalable_sizes=flags,
            loc=loc,
            ip=ip,
        )


@register_operation(_Dialect, replace=True)
class TileUsingForallOp(_generated("TileUsingForallOp")):  # type: ignore[misc]
    """Tiling by a loop scf.forall."""

    __slots__ = ()

    def __init__(
        self,
        *types_and_target: Any,
        num_threads: Any = None,
        tile_sizes: Any = None,
        mapping: Any = None,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes the operation: the types of both results, which can be left out, and the target.

        Numbers of threads and sizes are lists of numbers and handles, or one handle for all of them.
        """
        types, handles = _types_first(types_and_target, 2, "TileUsingForallOp")
        (target,) = _exactly(handles, 1, "TileUsingForallOp")
        threads, packed_threads, static_threads = mixed(num_threads)
        sizes, packed_sizes, static_sizes = mixed(tile_sizes)
        super().__init__(
            *types,
            target,
            threads,
            sizes,
            packed_num_threads=packed_threads,
            packed_tile_sizes=packed_sizes,
            static_num_threads=static_threads,
            static_tile_sizes=static_sizes,
            mapping=mapping,
            loc=loc,
            ip=ip,
        )


fill("transform", globals())
