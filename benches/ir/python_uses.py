"""Statements that programs use daily with upstream's interface, for python_worker.py to measure.

`Uses(library)` makes what the statements refer to. Each statement runs alone, in a loop whose own time (about
10 ns per run) is part of the result for every library.
"""

from __future__ import annotations

import importlib
import time
from timeit import Timer
from typing import Any

SETUP = '''
module = ir.Module.parse("""
%0 = "my.a"() {axis = 1 : i32, mode = "fast"} : () -> i64
%1 = "my.a"(%0, %0) {axis = 1 : i32, mode = "fast", label = "longer than seven bytes"} : (i64, i64) -> i64
"my.r"() ({ "my.t"(%1) : (i64) -> () }) : () -> ()
""")
body = module.body
_, view, parent = body.operations
op, parent, same_op = view.operation, parent.operation, view
value, same_value = op.result, op.result
scratch = ir.Module.create()
block, ip = scratch.body, ir.InsertionPoint(scratch.body)
i64, same_type, f32 = ir.IntegerType.get_signless(64), ir.IntegerType.get_signless(64), ir.F32Type.get()
tensor = ir.RankedTensorType.get([2, 3], f32)
number, text = ir.IntegerAttr.get(i64, 5), ir.StringAttr.get("hello")
ten, named = [number] * 10, {"axis": number, "mode": text}
array = ir.ArrayAttr.get(ten)
data = np.arange(16, dtype=np.int32)
elements = ir.DenseElementsAttr.get(data)
with_symbols = ir.Module.parse("module { module @a {} module @b {} }")
symbols = ir.SymbolTable(with_symbols.operation)
'''
"""Defines what the statements refer to."""

USES = {
    # Operations.
    "op.name": "op.name",
    "op == op": "op == same_op",
    "op.parent": "op.parent",
    "op.location": "op.location",
    "view.operation": "view.operation",
    "str(op)": "str(op)",
    "op.verify()": "op.verify()",
    "op.attributes[k]": "op.attributes['mode']",
    "op.attributes[k].value, int": "op.attributes['axis'].value",
    "k in op.attributes": "'mode' in op.attributes",
    "op.attributes[k] = attr": "op.attributes['axis'] = number",
    "for name in op.attributes": "for _ in op.attributes: pass",
    "op.operands[0]": "op.operands[0]",
    "len(op.operands)": "len(op.operands)",
    "list(op.operands)": "list(op.operands)",
    "op.result": "op.result",
    "op.results[0]": "op.results[0]",
    "op.regions[0].blocks[0]": "parent.regions[0].blocks[0]",
    "create, erase": "ir.Operation.create('my.op', results=[i64], ip=False).erase()",
    "create, append, erase": "new = ir.Operation.create('my.op', ip=False); block.append(new); new.erase()",
    "clone, erase": "op.clone(ip=False).erase()",
    "arith.AddIOp(a, b), erase": "arith.AddIOp(value, value, ip=ip).erase()",
    "arith.constant(type, n), erase": "arith.constant(i64, 5, ip=ip).owner.erase()",
    "arith.addi(a, b), erase": "arith.addi(value, value, ip=ip).owner.erase()",
    # Values and blocks.
    "value.type": "value.type",
    "value.owner": "value.owner",
    "list(value.uses)": "list(value.uses)",
    "value == value": "value == same_value",
    "block.operations[0]": "body.operations[0]",
    "for op in block": "for _ in body: pass",
    "module.body": "module.body",
    # Types.
    "str(type)": "str(i64)",
    "type == type": "i64 == same_type",
    "hash(type)": "hash(i64)",
    "isinstance(type, C)": "isinstance(i64, ir.IntegerType)",
    "IntegerType(type)": "ir.IntegerType(i64)",
    "IntegerType.get_signless": "ir.IntegerType.get_signless(32)",
    "type.width": "i64.width",
    "F32Type.get": "ir.F32Type.get()",
    "RankedTensorType.get": "ir.RankedTensorType.get([2, 3], f32)",
    "tensor.shape": "tensor.shape",
    "tensor.element_type": "tensor.element_type",
    "FunctionType.get": "ir.FunctionType.get([i64, i64], [i64])",
    "Type.parse": "ir.Type.parse('i64')",
    # Attributes.
    "Attribute.parse": "ir.Attribute.parse('1 : i64')",
    "StringAttr.get": "ir.StringAttr.get('hello')",
    "StringAttr.value": "text.value",
    "IntegerAttr.get": "ir.IntegerAttr.get(i64, 5)",
    "IntegerAttr.value": "number.value",
    "FloatAttr.get": "ir.FloatAttr.get(f32, 1.5)",
    "FlatSymbolRefAttr.get": "ir.FlatSymbolRefAttr.get('f')",
    "ArrayAttr.get of 10": "ir.ArrayAttr.get(ten)",
    "ArrayAttr[i]": "array[3]",
    "list(ArrayAttr of 10)": "list(array)",
    "DictAttr.get of 2": "ir.DictAttr.get(named)",
    "DenseI64ArrayAttr.get of 4": "ir.DenseI64ArrayAttr.get([1, 2, 3, 4])",
    "DenseElementsAttr.get(numpy)": "ir.DenseElementsAttr.get(data)",
    "np.array(DenseElementsAttr)": "np.array(elements)",
    # Locations, contexts, insertion points, symbols.
    "Location.unknown": "ir.Location.unknown()",
    "Location.file": "ir.Location.file('a.mlir', 1, 2)",
    "Location.name": "ir.Location.name('x')",
    "with ip": "with ip: pass",
    "with InsertionPoint(block)": "with ir.InsertionPoint(block): pass",
    "with loc": "with loc: pass",
    "with ctx": "with ctx: pass",
    "Context.current": "ir.Context.current",
    "AffineMap.get_identity": "ir.AffineMap.get_identity(2)",
    "symbol_table[k]": "symbols['a']",
    "Module.parse of one line": "ir.Module.parse('module {}')",
}
"""The statements by what they are called in the tables."""

# How long a run of a statement's loop takes about; the least time of the runs counts.
RUN = 0.001


class Uses:
    """What the statements refer to."""

    def __init__(self, library: str) -> None:
        ir: Any = importlib.import_module(library)
        np: Any = importlib.import_module("numpy")
        arith: Any = importlib.import_module(f"{library.rpartition('.')[0]}.dialects.arith")
        self._context = ctx = ir.Context()
        ctx.allow_unregistered_dialects = True
        ctx.enable_multithreading(False)
        self._location = ir.Location.unknown(ctx)
        self._names: dict[str, Any] = {"ir": ir, "arith": arith, "np": np, "ctx": ctx}
        self._names["loc"] = self._location
        with ctx, self._location:
            exec(SETUP, self._names)

    def measure(self, name: str, seconds: float) -> tuple[float, int]:
        """The least seconds of a number of runs, and the number."""
        timer = Timer(USES[name], globals=self._names)
        with self._context, self._location:
            once = timer.timeit(20) / 20
            count = max(20, min(5_000, int(RUN / once)))
            end, best = time.perf_counter() + seconds, timer.timeit(count)
            while time.perf_counter() < end:
                best = min(best, timer.timeit(count))
        return best, count
