"""The functions of object types: methods, which bind to their object, and static functions.

They are PackedFuncs whose record comes from their type instead of the registry. The same native function may
be registered too, so `wrap` never returns one of them. Invariant: `_described` has the record of each
function made here, by its handle, while the class of its type exists; the function keeps the handle from
being reused.
"""

from __future__ import annotations

from types import MethodType

from . import _abi as abi
from ._backend import native
from ._base import retain
from ._call_plan import plan_of_record
from ._parameters import parameter_name
from ._signature import most_by_position
from .function import PackedFunc, _Doc, _Module

TYPE_CHECKING = False
if TYPE_CHECKING or native is None:
    from ._ctypes_function import _call, _call_keep_gil
    from ._planned import Planned
if TYPE_CHECKING:
    import inspect
    from collections.abc import Iterable
    from typing import Any, Callable

    from ._members import TypeMember


class _MemberModule(_Module):
    """The module: the class's own on the class, that of its type on a function."""

    __slots__ = ()

    def __get__(self, function: PackedFunc | None, owner: type) -> str:
        if function is None or function._handle not in _described:
            return str(self)
        return _described[function._handle][1]


class StaticFunction(PackedFunc):
    __doc__ = _Doc("A function of an object type that takes no object.")
    __module__ = _MemberModule(__name__)
    __slots__ = ()

    def _describe(self) -> dict[str, Any]:
        return _described_as(self)


class Method(PackedFunc):
    __doc__ = _Doc("A method of an object type. It binds to the object that it is got from.")
    __module__ = _MemberModule(__name__)
    __slots__ = ()

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        return self if instance is None else MethodType(self, instance)

    def _describe(self) -> dict[str, Any]:
        return _described_as(self)

    def _argument(self, position: int) -> str:
        # Arguments are counted without the object, as native code counts them.
        if position == 1:
            return f"{self.__qualname__}: argument `self`"
        name = parameter_name(self._describe(), position - 1)
        return f"{self.__qualname__}: argument {position - 1}" + (f" `{name}`" if name is not None else "")

    @property
    def __signature__(self) -> inspect.Signature:
        from ._signature import signature_of

        signature = signature_of(self._describe())
        first, *rest = signature.parameters.values()
        return signature.replace(parameters=[first.replace(annotation=first.empty), *rest])

    def _hints(self) -> dict[str, Any]:
        hints = super()._hints()
        hints.pop(next(iter(hints), ""), None)  # the object
        return hints


def _native_class(make: Callable[[Any], Any], base: Any) -> Any:
    """The accelerator's class for a class of functions."""
    made = make(base)
    # A class made by the C API has these attributes of its own.
    made.__doc__ = vars(base)["__doc__"]
    made.__module__ = vars(base)["__module__"]
    made.__annotations__ = vars(PackedFunc)["__annotations__"]
    return made


if native is not None and not TYPE_CHECKING:
    StaticFunction = _native_class(native.make_static_type, StaticFunction)
    Method = _native_class(native.make_method_type, Method)


class _ComparisonDoc(_Doc):
    """The docstring: that of Python's own method if the comparison has none."""

    def __get__(self, function: PackedFunc | None, owner: type) -> str | None:
        text = super().__get__(function, owner)
        if function is None or text:
            return text
        of_object: str | None = getattr(object, function.__name__).__doc__
        return of_object


class Comparison(Method):
    __doc__ = _ComparisonDoc("A method that compares an object with any other value.")
    __module__ = _MemberModule(__name__)
    __slots__ = ()

    @property
    def __signature__(self) -> inspect.Signature:
        from inspect import Parameter, Signature

        only = Parameter.POSITIONAL_ONLY
        return Signature([Parameter("self", only), Parameter("other", only)])


class Constructor(Method):
    __doc__ = _Doc("The `__init__` of a class: makes the native object of the object that it is called on.")
    __module__ = _MemberModule(__name__)
    __slots__ = ()

    def _argument(self, position: int) -> str:
        # The native function takes no object.
        return super()._argument(position + 1)


if native is not None and not TYPE_CHECKING:
    Comparison = _native_class(native.make_method_type, Comparison)
    Constructor = _native_class(native.make_method_type, Constructor)

if native is None or TYPE_CHECKING:

    class PlannedStaticFunction(Planned, StaticFunction):
        # The accelerator has such functions among its own, as it has the methods below.
        __doc__ = _Doc("A function of an object type whose arguments and results are converted.")
        __module__ = _MemberModule(__name__)
        __slots__ = ("_arguments", "_limit", "_plan")

    class PlannedMethod(Planned, Method):
        __doc__ = _Doc("A method of an object type whose arguments and results are converted.")
        __module__ = _MemberModule(__name__)
        __slots__ = ("_arguments", "_limit", "_plan")

    _class: Any
    for _class, _name in ((PlannedStaticFunction, "StaticFunction"), (PlannedMethod, "Method")):
        _class.__name__ = _class.__qualname__ = _name

    def _planned(cls: type[PackedFunc]) -> type[PackedFunc]:
        """The class of functions with a plan, for one of functions without."""
        if cls is Method or cls is StaticFunction:
            return PlannedMethod if cls is Method else PlannedStaticFunction
        own: dict[str, Any] = {
            "__doc__": vars(cls).get("__doc__"),
            "__module__": vars(cls)["__module__"],
            "__slots__": (),
        }
        bases: tuple[type, ...] = (cls, PlannedMethod)
        made: type[PackedFunc] = type(cls.__qualname__, bases, own)
        return made


# The record, and the name of the module, by handle.
_described: dict[int, tuple[dict[str, Any], str]] = {}


def _described_as(function: PackedFunc) -> dict[str, Any]:
    known = _described.get(function._handle)
    return known[0] if known is not None else {}


def forget_described(handles: Iterable[int]) -> None:
    """Forgets the records of functions whose class was freed."""
    for handle in handles:
        _described.pop(handle, None)


def static_function(type_key: str, member: TypeMember) -> PackedFunc:
    """The function of a static member."""
    return _of_type(StaticFunction, type_key, member.name, member.function, member.record, member.flags)


def static_attribute(type_key: str, member: TypeMember) -> Any:
    """The `staticmethod` of a static member."""
    function = static_function(type_key, member)
    # A staticmethod copies the annotations when it is made, and these may name the class that is being made.
    described = _described.pop(function._handle)
    try:
        made = staticmethod(function)
    finally:
        _described[function._handle] = described
    if hasattr(made, "__wrapped__"):  # from Python 3.10 on, it copies the docstring, too
        made.__doc__ = described[0].get("doc")
    return made


def constructor(type_key: str, member: TypeMember) -> PackedFunc:
    """The function of a constructor, as a native `__init__`."""
    record = on_object(type_key, without_result(member.record))
    return _of_type(Constructor, type_key, member.name, member.function, record, member.flags, "constructor")


def comparison(type_key: str, member: TypeMember) -> PackedFunc:
    """The function of a method that compares, as a native one."""
    record = on_object(type_key, member.record)
    return _of_type(Comparison, type_key, member.name, member.function, record, member.flags, "comparison")


def method(type_key: str, member: TypeMember) -> PackedFunc:
    """The function of a method, or of a field that reads it."""
    return _of_type(
        Method, type_key, member.name, member.function, on_object(type_key, member.record), member.flags
    )


def item(cls: type[PackedFunc], type_key: str, member: TypeMember) -> PackedFunc:
    """The `__getitem__` of a sequence; `cls` is what it is on the ctypes path."""
    record = on_object(type_key, member.record)
    cls = cls if native is None else Method
    return _of_type(cls, type_key, member.name, member.function, record, member.flags, "item")


def setter(type_key: str, member: TypeMember) -> PackedFunc:
    """The function of a field that writes it."""
    results = member.record.get("r") or ["unknown"]
    record = on_object(type_key, {"a": [["named", "value", results[0]]], "r": []})
    return _of_type(Method, type_key, member.name, member.setter, record, member.flags)


def without_result(record: dict[str, Any]) -> dict[str, Any]:
    """The record of a native function that makes an object, as that of a constructor."""
    if record.get("overloads"):
        record = {**record, "overloads": [{**one, "r": []} for one in record["overloads"]]}
    return {**record, "r": []}


def on_object(type_key: str, record: dict[str, Any]) -> dict[str, Any]:
    """The record of a function with the object as a parameter in front of the others."""
    overloads = record.get("overloads")
    if overloads:
        return {**record, "overloads": [on_object(type_key, one) for one in overloads], "on_object": True}
    if not isinstance(record.get("a"), list):
        return record
    return {**record, "a": [["named", "self", ["object", type_key]], *record["a"]]}


def _of_type(
    cls: type[PackedFunc],
    type_key: str,
    name: str,
    function: Any,
    record: dict[str, Any],
    flags: int,
    kind: str = "function",
) -> PackedFunc:
    # A constructor's native function takes no object.
    called = record if kind != "constructor" else {**record, "a": record.get("a", [])[1:]}
    plan = plan_of_record(called) if flags & abi.REGISTER_BY_RECORD else None
    handle = retain(function._alive())
    made: PackedFunc
    if native is not None:
        made = native.new_member(cls, handle, kind)
        if plan is not None:
            native.set_plan(made, plan)
        made._flags = flags  # type: ignore[attr-defined]
    else:
        if plan is not None:
            cls = _planned(cls)
        made = object.__new__(cls)
        made._handle = handle
        made._frames = []
        made._call = _call_keep_gil if flags & abi.REGISTER_KEEPS_GIL else _call
        made._most = most_by_position(flags)
        if plan is not None:
            made._set_plan(plan, flags)
    namespace, _, short = type_key.rpartition(".")
    package = __name__.partition(".")[0]
    _described[handle] = record, f"{package}.{namespace}" if namespace else package
    made._name = f"{short}.{name}"
    if native is None:
        made.__qualname__ = made._name
    return made
