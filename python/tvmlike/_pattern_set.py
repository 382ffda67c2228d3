"""What pattern sets, modules of patterns and conversion targets have in Python only."""

from __future__ import annotations

from . import _hooks
from .object import Object, register_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable


def _name(where: str, root: Any) -> str:
    """The name of an operation, which can be passed as its class."""
    name = root if isinstance(root, str) else getattr(root, "OPERATION_NAME", None)
    if not isinstance(name, str):
        raise TypeError(f"{where}: expected the name or the class of an operation, got {root!r}")
    return name


def _dialect(where: str, dialect: Any) -> str:
    """The name of a dialect, which can be passed as its class or its module."""
    name = dialect if isinstance(dialect, str) else getattr(dialect, "DIALECT_NAMESPACE", None)
    if name is None:
        name = getattr(getattr(dialect, "_Dialect", None), "DIALECT_NAMESPACE", None)
    if not isinstance(name, str):
        raise TypeError(f"{where}: expected the name or the class of a dialect, got {dialect!r}")
    return name


def _check_callable(where: str, fn: object) -> None:
    if not callable(fn):
        raise TypeError(f"{where}: expected a callable, got {type(fn).__name__}")


def _adaptor(op: Any, operands: Any) -> Any:
    """The adaptor of an operation: `OPERATION.Adaptor`, or one that its record defines, or a plain one."""
    from .ir import OpView
    from .ir.adaptor import OpAdaptor

    cls: Any = getattr(type(op), "Adaptor", None)
    if cls is None and type(op) is not OpView and hasattr(op, "OPERATION_NAME"):
        cls = _hooks.adaptor_class(op.OPERATION_NAME)
    # Values have no length; what an operand of several types becomes is an array.
    values = [list(one) if hasattr(one, "__len__") else one for one in operands]
    return (cls or OpAdaptor)(values, op.attributes)


@register_object("rewrite.RewritePatternSet")
class RewritePatternSet(Object):
    __slots__ = ()

    def add(self, root: str | type, fn: Callable[[Any, Any], object], benefit: int = 1) -> None:
        """Adds a pattern for operations of a name or of a class.

        `fn` is called with the operation and a `PatternRewriter`, and returns True if the operation
        does not match. Of several patterns, one with a greater benefit is tried first.
        """
        name = _name("RewritePatternSet.add: argument 1 `root`", root)
        _check_callable("RewritePatternSet.add: argument 2 `fn`", fn)
        native: Any = self
        native.add_pattern(name, fn, benefit)

    def add_conversion(
        self,
        root: str | type,
        fn: Callable[[Any, Any, Any, Any], object],
        type_converter: Any,
        benefit: int = 1,
    ) -> None:
        """Adds a conversion pattern for operations of a name or of a class.

        `fn` is called with the operation, its adaptor, the type converter and a `ConversionPatternRewriter`.
        The adaptor has the converted operands: a value each, or a list of values where the type of an operand
        becomes several. `fn` returns True if the operation does not match; then what it changed is
        undone.
        """
        name = _name("RewritePatternSet.add_conversion: argument 1 `root`", root)
        _check_callable("RewritePatternSet.add_conversion: argument 2 `fn`", fn)
        native: Any = self

        def convert(op: Any, operands: Any, converter: Any, rewriter: Any) -> object:
            return fn(op, _adaptor(op, operands), converter, rewriter)

        native.add_conversion_pattern(name, convert, type_converter, benefit)


def _pdl_function(fn: Callable[[Any, list[Any], list[Any]], object]) -> Callable[..., list[Any] | None]:
    """A function as the patterns call it: it returns its results, or None for a failure."""

    def call(rewriter: Any, values: Any) -> list[Any] | None:
        results: list[Any] = []
        # A range of values or types is an array.
        failed = fn(rewriter, results, [list(one) if hasattr(one, "__len__") else one for one in values])
        return None if failed else results

    return call


@register_object("rewrite.PDLModule")
class PDLModule(Object):
    __slots__ = ()

    def register_rewrite_function(self, name: str, fn: Callable[[Any, list[Any], list[Any]], object]) -> None:
        """Registers the function that `pdl.apply_native_rewrite` or `pdl.rewrite` names.

        `fn` is called with a `PatternRewriter`, an empty list, to which it appends its results, and the list
        of the arguments: an operation, a value, a type, an attribute, or a list of values or types. It
        returns something true if it has failed. A name keeps its first function.
        """
        _check_callable("PDLModule.register_rewrite_function: argument 2 `fn`", fn)
        native: Any = self
        native.register_rewrite(name, _pdl_function(fn))

    def register_constraint_function(
        self, name: str, fn: Callable[[Any, list[Any], list[Any]], object]
    ) -> None:
        """Registers the function that `pdl.apply_native_constraint` names.

        `fn` is called as for `register_rewrite_function`. It returns something true if the constraint does
        not hold, and must change nothing.
        """
        _check_callable("PDLModule.register_constraint_function: argument 2 `fn`", fn)
        native: Any = self
        native.register_constraint(name, _pdl_function(fn))


@register_object("rewrite.ConversionTarget")
class ConversionTarget(Object):
    __slots__ = ()

    def _ops(self, method: str, ops: tuple[Any, ...]) -> list[str]:
        return [_name(f"ConversionTarget.{method}: operation {at}", op) for at, op in enumerate(ops)]

    def _dialects(self, method: str, dialects: tuple[Any, ...]) -> list[str]:
        return [_dialect(f"ConversionTarget.{method}: dialect {at}", one) for at, one in enumerate(dialects)]

    def add_legal_op(self, *ops: Any) -> None:
        """Makes operations legal."""
        native: Any = self
        native.add_legal_ops(self._ops("add_legal_op", ops))

    def add_illegal_op(self, *ops: Any) -> None:
        """Makes operations illegal: they have to be converted."""
        native: Any = self
        native.add_illegal_ops(self._ops("add_illegal_op", ops))

    def add_legal_dialect(self, *dialects: Any) -> None:
        """Makes the operations of dialects legal that have no entry of their own."""
        native: Any = self
        native.add_legal_dialects(self._dialects("add_legal_dialect", dialects))

    def add_illegal_dialect(self, *dialects: Any) -> None:
        """Makes the operations of dialects illegal that have no entry of their own."""
        native: Any = self
        native.add_illegal_dialects(self._dialects("add_illegal_dialect", dialects))

    def add_dynamically_legal_op(self, *ops: Any, callback: Callable[[Any], bool | None]) -> None:
        """Makes operations legal for which the callback returns true; None is no decision."""
        _check_callable("ConversionTarget.add_dynamically_legal_op: argument `callback`", callback)
        native: Any = self
        native.add_legal_ops(self._ops("add_dynamically_legal_op", ops), callback)

    def add_dynamically_legal_dialect(self, *dialects: Any, callback: Callable[[Any], bool | None]) -> None:
        """Makes the operations of dialects legal for which the callback returns true; None is no decision."""
        _check_callable("ConversionTarget.add_dynamically_legal_dialect: argument `callback`", callback)
        native: Any = self
        native.add_legal_dialects(self._dialects("add_dynamically_legal_dialect", dialects), callback)

    def mark_op_recursively_legal(
        self, *ops: Any, callback: Callable[[Any], bool | None] | None = None
    ) -> None:
        """Makes everything in legal operations legal; with a callback, in those for which it returns true."""
        if callback is not None:
            _check_callable("ConversionTarget.mark_op_recursively_legal: argument `callback`", callback)
        native: Any = self
        native.mark_ops_recursively_legal(self._ops("mark_op_recursively_legal", ops), callback)
