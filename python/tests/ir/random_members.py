"""Calls random members of the IR's classes: `python random_members.py SEED STEPS [THREADS]`.

Results become arguments of later calls, so that handles of every kind become stale, and functions that are
passed call members themselves. Every call must return or raise an ordinary error: a crash ends the process,
and an internal error raises AssertionError. Several threads share the objects.
"""

from __future__ import annotations

import contextlib
import copy
import gc
import io
import operator
import pickle
import random
import sys
import threading

from mlir_api import ir

ORDINARY = (
    ArithmeticError,
    AttributeError,
    BufferError,
    LookupError,
    MemoryError,
    NameError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
    ir.MLIRError,
)
TEXT = """
#map = affine_map<(d0)[s0] -> (d0 + s0)>
module @m {
  %0:2 = "r.a"() {x = 1 : i32, m = #map, d = dense<[1, 2]> : tensor<2xi8>} : () -> (i32, f32)
  "r.b"(%0#0, %0#1) ({
  ^bb0(%i: i32):
    %1 = "r.c"(%i) {s = @m, l = [1, "a", unit], f = 1.5 : f32} : (i32) -> i32
    "r.br"(%1)[^bb1] : (i32) -> ()
  ^bb1:
    "r.end"() : () -> ()
  }) : (i32, f32) -> ()
  module @inner {
  }
}
"""
CLASSES = [name for name in ir.__all__ if isinstance(getattr(ir, name), type) and name != "MLIRError"]
SPECIAL = """
    __getitem__ __setitem__ __delitem__ __len__ __iter__ __next__ __contains__ __add__ __sub__ __mul__ __mod__
    __radd__ __rsub__ __rmul__ __eq__ __ne__ __hash__ __str__ __repr__ __bool__ __int__ __float__ __index__
    __enter__ __exit__ __call__ __array__ __init__ __reduce__ __copy__ __getattr__
""".split()
NAMES = [
    "r.a",
    "builtin.module",
    "r.x",
    "builtin",
    "x",
    "m",
    "private",
    "i32",
    "tensor<2xf32>",
    "!r.t",
    "#r.a",
    "f\0g",
    "é",
    "",
]
NUMBERS = [0, 1, 2, 3, -1, 7, 8, 64, 2**20, 2**31, 2**32, 2**63, -(2**63), 2**64, 2**70]


class Run:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.depth = 0
        self.calls = 0
        self.returned = 0
        self.pool = []
        self.begin()

    def begin(self):
        """Makes the objects that calls begin with, in two contexts."""
        for _ in range(2):
            ctx = ir.Context()
            ctx.allow_unregistered_dialects = self.random.random() < 0.8
            ctx.attach_diagnostic_handler(lambda diagnostic: True)
            with ctx, ir.Location.file("f", 1, 2):
                ctx.allow_unregistered_dialects = True
                module = ir.Module.parse(TEXT)
                ops = list(module.body.operations)
                region = ops[1].regions[0]
                self.pool += [ctx, module, module.operation, module.body, region, *ops, *region.blocks]
                self.pool += [
                    region.blocks[0].arguments[0],
                    *ops[0].results,
                    ops[0].attributes,
                    ops[1].operands,
                ]
                self.pool += [
                    ir.Location.current,
                    ir.InsertionPoint(ops[1]),
                    ir.SymbolTable(module.operation),
                ]
                self.pool += [ir.AsmState(module.operation), ir.IntegerSet.get_empty(1, 1), ir.UnitAttr.get()]
                self.pool += [attribute for op in ops for attribute in op.attributes.values()]
                self.pool += [value.type for value in ops[0].results]

    def value(self, depth=0):
        """A random argument."""
        pick = self.random.random()
        if pick < 0.55 and self.pool:
            return self.random.choice(self.pool)
        if pick < 0.65:
            return self.random.choice(NUMBERS)
        if pick < 0.75:
            return self.random.choice(NAMES)
        if pick < 0.8:
            return self.random.choice(
                [None, True, False, 1.5, float("nan"), b"\xff", object(), ..., slice(0, 9, 2)]
            )
        if pick < 0.85:
            return self.callback()
        if pick < 0.87:
            return getattr(ir, self.random.choice(CLASSES))
        if depth > 2:
            return []
        items = [self.value(depth + 1) for _ in range(self.random.randrange(4))]
        if pick < 0.97:
            # Lists mostly have items of one class.
            kin = [one for one in self.pool if items and type(one) is type(items[0])]
            return self.random.sample(kin, min(len(kin), 3)) if kin else items
        return {self.random.choice(NAMES): item for item in items}

    def callback(self):
        def call(*arguments):
            self.pool.extend(arguments)
            if self.depth < 2:
                self.depth += 1
                try:
                    for _ in range(self.random.randrange(3)):
                        self.step()
                finally:
                    self.depth -= 1
            if self.random.random() < 0.1:
                raise ValueError("on purpose")
            return self.random.choice([ir.WalkResult.ADVANCE, ir.WalkResult.SKIP, True, None])

        return call

    def step(self):
        self.calls += 1
        target = (
            self.random.choice(self.pool)
            if self.random.random() < 0.7
            else getattr(ir, self.random.choice(CLASSES))
        )
        try:
            result = self.use(target)
        except ORDINARY as error:
            text = str(error)
            assert "panic" not in text, text
            return
        self.returned += 1
        self.keep(result)

    def use(self, target):
        pick = self.random.random()
        if pick < 0.03:
            return self.random.choice(
                [copy.copy, copy.deepcopy, pickle.dumps, list, dict, str, repr, hash, dir]
            )(target)
        if pick < 0.06:
            return self.random.choice([operator.eq, operator.lt, operator.add, operator.contains])(
                target, self.value()
            )
        owner = target if isinstance(target, type) else type(target)
        names = [name for name in dir(owner) if not name.startswith("_") and name != "dump"]
        name = self.random.choice(names if names and pick < 0.8 else SPECIAL)
        if pick > 0.97 and not isinstance(target, type):
            setattr(target, name, self.value())
            return None
        member = getattr(target, name)
        if not callable(member) or isinstance(member, type):
            return member
        count = self.random.choice([0, 0, 1, 1, 1, 2, 2, 3, 4])
        arguments = [self.value() for _ in range(count)]
        if self.random.random() < 0.1:
            return member(
                *arguments, **{self.random.choice(["loc", "ip", "context", "name", "x"]): self.value()}
            )
        return member(*arguments)

    def keep(self, result):
        if isinstance(result, (list, tuple)):
            for one in list(result)[:3]:
                self.keep(one)
        elif type(result).__module__.startswith(ir.__name__.partition(".")[0]):
            # Properties and functions of classes are left out: Python lets a call change them.
            self.pool.append(result)
        while len(self.pool) > 300:
            del self.pool[self.random.randrange(len(self.pool))]

    def check(self):
        """Prints and verifies what is there; that must not fail in other ways."""
        for one in list(self.pool):
            if isinstance(one, (ir.Module, ir._OperationBase, ir.Block)):
                try:
                    str(one)
                    one.verify() if isinstance(one, ir._OperationBase) else None
                except ORDINARY as error:
                    assert "panic" not in str(error), error
        gc.collect()
        while ir.Context.current is not None:
            before = ir.Context.current
            for scope in (ir.InsertionPoint, ir.Location, ir.Context):
                with contextlib.suppress(ORDINARY):
                    scope.current.__exit__(None, None, None)
            if ir.Context.current is before:
                break
        del self.pool[self.random.randrange(1, 60) :]
        self.begin()

    def run(self, steps):
        for at in range(steps):
            self.step()
            if at % 500 == 499:
                self.check()


def main(seed, steps, threads=1):
    out = io.StringIO()
    runs = [Run(seed + at) for at in range(threads)]
    for one in runs[1:]:
        one.pool = runs[0].pool
    failures = []

    def guarded(one):
        try:
            one.run(steps)
        except BaseException as error:
            failures.append(error)

    with contextlib.redirect_stdout(out):
        workers = [threading.Thread(target=guarded, args=(one,)) for one in runs]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    for failure in failures:
        raise failure
    print(f"{sum(one.calls for one in runs)} calls, {sum(one.returned for one in runs)} returned")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
