"""Signatures of compiled functions from the `.mlir` file that they were compiled from.

Invariant: the functions are the public ones with a body, in the order of the file. What a type or an
attribute means is decided where the signature is bound.
"""

from __future__ import annotations

import os
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_READ_ONLY = "llvm.readonly"


def is_mlir(path: str | os.PathLike[str]) -> bool:
    """Whether a path is that of a file of MLIR's text."""
    return os.fspath(path).endswith(".mlir")


def signatures_of_file(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The signatures of a file, as `native.open` takes them."""
    return {
        "functions": [
            {"symbol": symbol, "signature": text} for symbol, text in functions_of_file(path).items()
        ]
    }


def signature_in_file(path: str | os.PathLike[str], symbol: str) -> str:
    """The signature of a function of a file."""
    functions = functions_of_file(path)
    if symbol not in functions:
        known = ", ".join(f"`{name}`" for name in functions) or "no functions"
        raise ValueError(f"{os.fspath(path)} has no public function `{symbol}`; it has {known}")
    return functions[symbol]


def functions_of_file(path: str | os.PathLike[str]) -> dict[str, str]:
    """The types of the public functions of a file, by their symbols.

    A file without a `func.func` is an error: it may have been lowered to `llvm.func` already, whose types do
    not say what is an array.
    """
    ir = _ir()
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with ir.Context() as context:
        context.allow_unregistered_dialects = True
        try:
            module = ir.Module.parse(text)
        except Exception as error:
            raise ValueError(f"{os.fspath(path)}: {error}") from error
        found = {}
        for operation in module.body.operations:
            function = operation.operation
            if function.name == "func.func" and function.regions[0].blocks and not _is_private(function):
                found[_text(function.attributes["sym_name"])] = _signature(function)
    if not found:
        raise ValueError(
            f"{os.fspath(path)}: expected public functions (func.func) with a body, got none; pass the file "
            "before its functions are lowered to llvm.func"
        )
    return found


def _is_private(function: Any) -> bool:
    attributes = function.attributes
    return "sym_visibility" in attributes and _text(attributes["sym_visibility"]) == "private"


def _text(attribute: Any) -> str:
    text: str = _ir().StringAttr(attribute).value
    return text


def _ir() -> Any:
    """The compiler's IR, a layer above, which a build may lack."""
    return import_module(".ir", __package__)


def _signature(function: Any) -> str:
    """A function type of MLIR, with the attribute of arguments that says that an array is read only."""
    ir = _ir()
    whole = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
    attributes = [*function.attributes["arg_attrs"]] if "arg_attrs" in function.attributes else []
    read_only = [_READ_ONLY in one for one in attributes] or [False] * len(whole.inputs)
    inputs = [f"{ty} {{{_READ_ONLY}}}" if only else str(ty) for ty, only in zip(whole.inputs, read_only)]
    return f"({', '.join(inputs)}) -> ({', '.join(map(str, whole.results))})"
