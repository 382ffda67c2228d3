"""A context for each of several threads, and types made by several threads in one."""

import threading

from mlir.ir import (
    Context,
    F32Type,
    InsertionPoint,
    IntegerType,
    Location,
    Module,
    Operation,
    RankedTensorType,
    Type,
)


def build(number, results):
    with Context() as ctx, Location.name(f"thread {number}"):
        ctx.allow_unregistered_dialects = True
        module = Module.create()
        with InsertionPoint(module.body):
            value = None
            for at in range(number + 2):
                operands = [] if value is None else [value]
                value = Operation.create(f"t.step{at}", results=[F32Type.get()], operands=operands).result
        assert module.operation.verify()
        results[number] = (str(module), str(Location.current), Context.current is ctx)


results = {}
threads = [threading.Thread(target=build, args=(number, results)) for number in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
for number in sorted(results):
    print(*results[number])

shared = Context()
made = {}


def types(number):
    with shared:
        made[number] = [
            RankedTensorType.get([at, number % 2], IntegerType.get_signless(8), loc=Location.unknown())
            for at in range(20)
        ]


workers = [threading.Thread(target=types, args=(number,)) for number in range(4)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
print(
    made[0] == made[2],
    made[1] == made[3],
    made[0][0] == made[1][0],
    len({one for row in made.values() for one in row}),
)
print(str(made[3][7]), made[3][7] == Type.parse("tensor<7x1xi8>", context=shared))
shared.enable_multithreading(False)
print(shared.get_num_threads())
shared.enable_multithreading(True)
print(shared.get_num_threads() >= 1)
