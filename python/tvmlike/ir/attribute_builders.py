"""Attribute builders by name: `AttrBuilder.get("I32Attr")(7, context)`.

The builders for MLIR's own names are a table of makers; a name that ends in `ArrayAttr` maps the builder of
its elements. Programs add builders by `AttrBuilder.insert` or the decorator `register_attribute_builder`.
"""

from __future__ import annotations

from . import _this as ir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Builder = Callable[..., Any]


class AttrBuilder:
    """The attribute builders by name."""

    @staticmethod
    def contains(attribute_kind: str) -> bool:
        """Whether there is a builder for a name."""
        return attribute_kind in _builders

    @staticmethod
    def get(attribute_kind: str) -> Builder:
        """The builder for a name."""
        try:
            return _builders[attribute_kind]
        except KeyError:
            raise KeyError(attribute_kind) from None

    @staticmethod
    def insert(
        attribute_kind: str, attr_builder: Builder, replace: bool = False, allow_existing: bool = False
    ) -> None:
        """Adds a builder, a function of a value and a context.

        A second one for the same name is an error, unless it replaces the first (`replace`) or is ignored
        (`allow_existing`).
        """
        if attribute_kind in _builders and not replace:
            if allow_existing:
                return
            raise RuntimeError(
                f"Attribute builder for '{attribute_kind}' is already registered with func: "
                f"{_builders[attribute_kind]!r}"
            )
        _builders[attribute_kind] = attr_builder


def register_attribute_builder(
    kind: str, replace: bool = False, allow_existing: bool = False
) -> Callable[[Builder], Builder]:
    """Adds the decorated function as the builder for a name."""

    def decorate(function: Builder) -> Builder:
        AttrBuilder.insert(kind, function, replace=replace, allow_existing=allow_existing)
        return function

    return decorate


_builders: dict[str, Builder] = {}


def _integers() -> None:
    def of(make: str, width: int) -> Builder:
        def build(x: Any, context: Any) -> Any:
            return ir.IntegerAttr.get(getattr(ir.IntegerType, make)(width, context=context), x)

        return build

    for prefix, make in (("I", "get_signless"), ("SI", "get_signed"), ("UI", "get_unsigned")):
        for width in (1, 8, 16, 32, 64):
            _builders[f"{prefix}{width}Attr"] = of(make, width)


def _by_get() -> None:
    """Builders that are the `get` of a class."""

    def of(name: str) -> Builder:
        def build(x: Any, context: Any) -> Any:
            return getattr(ir, name).get(x, context=context)

        return build

    for name, cls in (
        ("BoolAttr", "BoolAttr"),
        ("StrAttr", "StringAttr"),
        ("SymbolNameAttr", "StringAttr"),
        ("FlatSymbolRefAttr", "FlatSymbolRefAttr"),
        ("DictionaryAttr", "DictAttr"),
        ("ArrayAttr", "ArrayAttr"),
        ("TypeAttr", "TypeAttr"),
        ("MemRefTypeAttr", "TypeAttr"),
    ):
        _builders[name] = of(cls)
    for item in ("Bool", "I8", "I16", "I32", "I64", "F32", "F64"):
        _builders[f"Dense{item}ArrayAttr"] = of(f"Dense{item}ArrayAttr")


def _others() -> None:
    def affine_map(x: Any, context: Any) -> Any:
        return ir.AffineMapAttr.get(x)

    def integer_set(x: Any, context: Any) -> Any:
        return ir.IntegerSetAttr.get(x)

    def index(x: Any, context: Any) -> Any:
        return ir.IntegerAttr.get(ir.IndexType.get(context=context), x)

    def f32(x: Any, context: Any) -> Any:
        return ir.FloatAttr.get_f32(x, context=context)

    def f64(x: Any, context: Any) -> Any:
        return ir.FloatAttr.get_f64(x, context=context)

    def symbol_ref(x: Any, context: Any) -> Any:
        cls = ir.SymbolRefAttr if isinstance(x, list) else ir.FlatSymbolRefAttr
        return cls.get(x, context=context)

    def unit(x: Any, context: Any) -> Any:
        return ir.UnitAttr.get(context=context) if x else None

    _builders.update(
        {
            "AffineMapAttr": affine_map,
            "IntegerSetAttr": integer_set,
            "IndexAttr": index,
            "F32Attr": f32,
            "F64Attr": f64,
            "SymbolRefAttr": symbol_ref,
            "UnitAttr": unit,
        }
    )


def _arrays() -> None:
    def of(item: str) -> Builder:
        def build(x: Any, context: Any) -> Any:
            return ir.ArrayAttr.get([_builders[item](one, context) for one in x], context=context)

        return build

    for name, item in (
        ("AffineMapArrayAttr", "AffineMapAttr"),
        ("BoolArrayAttr", "BoolAttr"),
        ("DictArrayAttr", "DictionaryAttr"),
        ("FlatSymbolRefArrayAttr", "FlatSymbolRefAttr"),
        ("I32ArrayAttr", "I32Attr"),
        ("I64ArrayAttr", "I64Attr"),
        ("I64SmallVectorArrayAttr", "I64Attr"),
        ("IndexListArrayAttr", "I64ArrayAttr"),
        ("F32ArrayAttr", "F32Attr"),
        ("F64ArrayAttr", "F64Attr"),
        ("StrArrayAttr", "StrAttr"),
        ("SymbolRefArrayAttr", "SymbolRefAttr"),
        ("TypeArrayAttr", "TypeAttr"),
    ):
        _builders[name] = of(item)


def _elements() -> None:
    def of(dtype: str, element: Callable[[Any], Any]) -> Builder:
        def build(x: Any, context: Any) -> Any:
            import numpy

            array = numpy.array(x, dtype=dtype)
            return ir.DenseElementsAttr.get(array, type=element(context), context=context)

        return build

    for name, dtype, element in (
        ("F64ElementsAttr", "float64", lambda context: ir.F64Type.get(context=context)),
        ("I32ElementsAttr", "int32", lambda context: ir.IntegerType.get_signless(32, context=context)),
        ("I64ElementsAttr", "int64", lambda context: ir.IntegerType.get_signless(64, context=context)),
        ("IndexElementsAttr", "int64", lambda context: ir.IndexType.get(context=context)),
    ):
        _builders[name] = of(dtype, element)


for _add in (_integers, _by_get, _others, _arrays, _elements):
    _add()
