"""The dialect func: functions, calls of them, and functions made from Python functions."""

from __future__ import annotations

from ..ir import _this as ir
from ._module import base_class, dialect_class, fill, generated_class
from ._ods_common import get_op_result_or_op_results, get_op_results_or_values, register_operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ._func_ops_gen import *  # noqa: F403

_Dialect = dialect_class("func")


@register_operation(_Dialect, replace=True)
class ConstantOp(base_class("func", "ConstantOp")):  # type: ignore[misc]
    """A function as a value."""

    __slots__ = ()

    @property
    def type(self) -> Any:
        """The type of the value."""
        return self.results[0].type


@register_operation(_Dialect, replace=True)
class FuncOp(base_class("func", "FuncOp")):  # type: ignore[misc]
    """A function."""

    __slots__ = ()

    def __init__(
        self,
        name: Any,
        type: Any,
        *,
        visibility: Any = None,
        body_builder: Callable[[Any], Any] | None = None,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes a function of a type, or of a pair of lists of types.

        `body_builder` gets the function, and makes the operations of its entry block.
        """
        context = None if loc is None else loc.context
        if not isinstance(type, ir.Type):
            inputs, results = type
            type = ir.FunctionType.get(list(inputs), list(results), context=context)
        super().__init__(
            name if isinstance(name, ir.StringAttr) else ir.StringAttr.get(str(name), context=context),
            ir.TypeAttr.get(type),
            sym_visibility=None
            if visibility is None
            else ir.StringAttr.get(str(visibility), context=context),
            loc=loc,
            ip=ip,
        )
        if body_builder is not None:
            with ir.InsertionPoint(self.add_entry_block()):
                body_builder(self)

    @property
    def is_external(self) -> bool:
        """Whether the function has no body."""
        return len(self.regions[0].blocks) == 0

    @property
    def body(self) -> Any:
        """The region of the function."""
        return self.regions[0]

    @property
    def type(self) -> Any:
        """The type of the function."""
        return self.attributes["function_type"].value

    @property
    def visibility(self) -> Any:
        """The attribute `sym_visibility`."""
        return self.attributes["sym_visibility"]

    @property
    def name(self) -> Any:
        """The name of the function, an attribute."""
        return self.attributes["sym_name"]

    @property
    def entry_block(self) -> Any:
        """The first block of the body."""
        if self.is_external:
            raise IndexError("External function does not have a body")
        return self.regions[0].blocks[0]

    def add_entry_block(self, arg_locs: Sequence[Any] | None = None) -> Any:
        """Makes the first block, with an argument for each input of the type."""
        if not self.is_external:
            raise IndexError("The function already has an entry block!")
        self.body.blocks.append(*self.type.inputs, arg_locs=arg_locs)
        return self.body.blocks[0]

    @property
    def arguments(self) -> Any:
        """The arguments of the entry block."""
        return self.entry_block.arguments

    @property
    def arg_attrs(self) -> Any:
        """The attributes of the arguments, a dictionary for each."""
        return self._dictionaries("arg_attrs", "inputs")

    @arg_attrs.setter
    def arg_attrs(self, attribute: Any) -> None:
        if not isinstance(attribute, ir.ArrayAttr):
            attribute = ir.ArrayAttr.get(list(attribute), context=self.context)
        self.attributes["arg_attrs"] = attribute

    @property
    def result_attrs(self) -> Any:
        """The attributes of the results, a dictionary for each."""
        return self._dictionaries("res_attrs", "results")

    @result_attrs.setter
    def result_attrs(self, attribute: Any) -> None:
        self.attributes["res_attrs"] = attribute

    def _dictionaries(self, name: str, types: str) -> Any:
        if name in self.attributes:
            return self.attributes[name]
        empty = ir.DictAttr.get({}, context=self.context)
        return ir.ArrayAttr.get([empty for _ in getattr(self.type, types)], context=self.context)

    @classmethod
    def from_py_func(
        cls, *inputs: Any, results: Sequence[Any] | None = None, name: str | None = None
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Makes a function from the decorated Python function, which gets the arguments of the entry block.

        `inputs` are the types of the arguments. Without `results`, the function has the types of what the
        Python function returns: None, a value, an operation or several of them. If it has a parameter
        `func_op`, it gets the function there. The decorated function makes calls; its attribute `func_op` is
        the function.
        """

        def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
            from inspect import signature

            parameters = signature(function).parameters.values()
            keywords: dict[str, Any] = {}
            if any(each.kind is each.VAR_KEYWORD or each.name == "func_op" for each in parameters):
                keywords["func_op"] = None
            op = cls(name or function.__name__, (inputs, results if results is not None else []))
            with ir.InsertionPoint(op.add_entry_block()):
                if keywords:
                    keywords["func_op"] = op
                returned = function(*op.entry_block.arguments, **keywords)
                types = list(results or [])
                # With `results`, a Python function that returns nothing makes the return itself.
                if returned is not None or results is None:
                    made = generated_class("func", "ReturnOp")(_values(returned))
                    types = [value.type for value in made.operands]
                    made_type = ir.FunctionType.get(list(inputs), types)
                    op.attributes["function_type"] = ir.TypeAttr.get(made_type)

            def call(*arguments: Any) -> Any:
                symbol = ir.FlatSymbolRefAttr.get(op.name.value)
                return get_op_result_or_op_results(CallOp(types, symbol, list(arguments)))

            call.__name__ = function.__name__
            call.func_op = op  # type: ignore[attr-defined]
            return call

        return decorate


def _values(returned: Any) -> list[Any]:
    """What a Python function returned, as the operands of a return."""
    if returned is None:
        return []
    if isinstance(returned, ir.Value):
        return [returned]
    if isinstance(returned, ir._OperationBase):
        return list(returned.results)
    return [one.result if isinstance(one, ir._OperationBase) else one for one in returned]


func = FuncOp.from_py_func


@register_operation(_Dialect, replace=True)
class CallOp(base_class("func", "CallOp")):  # type: ignore[misc]
    """A call of a function by its name."""

    __slots__ = ()

    def __init__(
        self,
        calleeOrResults: Any,
        argumentsOrCallee: Any,
        arguments: Sequence[Any] | None = None,
        *,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes a call: of a FuncOp with arguments, or from result types, a name and arguments."""
        if isinstance(calleeOrResults, FuncOp):
            if not isinstance(argumentsOrCallee, (list, tuple)):
                raise ValueError(
                    "when constructing a call to a function, expected the second argument to be a list of "
                    f"call arguments, got {type(argumentsOrCallee)}"
                )
            if arguments is not None:
                raise ValueError("unexpected third argument when constructing a call to a function")
            types = calleeOrResults.type.results
            callee = ir.FlatSymbolRefAttr.get(calleeOrResults.name.value, context=calleeOrResults.context)
            super().__init__(types, callee, argumentsOrCallee, loc=loc, ip=ip)
            return
        if isinstance(argumentsOrCallee, list):
            raise ValueError(
                "when constructing a call to a function by name, expected the second argument to be a string "
                f"or a FlatSymbolRefAttr, got {type(argumentsOrCallee)}"
            )
        callee = argumentsOrCallee
        if isinstance(callee, str):
            callee = ir.FlatSymbolRefAttr.get(callee, context=None if loc is None else loc.context)
        elif not isinstance(callee, ir.FlatSymbolRefAttr):
            raise ValueError(f"expected a string or a FlatSymbolRefAttr, got {type(callee)}")
        values = [] if arguments is None else get_op_results_or_values(arguments)
        super().__init__(calleeOrResults, callee, values, loc=loc, ip=ip)


fill("func", globals())
