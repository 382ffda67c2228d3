"""Every operation of the complete dialects is made from its record, with all of its parts."""

import inspect
from importlib import import_module

import pytest

from tvmlike import ir
from tvmlike.dialects import _records
from tvmlike.dialects._module import generated_class

DIALECTS = ("arith", "cf", "func", "index", "math", "memref", "scf", "tensor", "ub")


def given(parts, one):
    """What a constructor takes for parts, and how many things that is for each."""
    counts = {"1": 1, "?": 1, "*": 2}
    return [(part.name, one() if part.arity != "*" else [one(), one()], counts[part.arity]) for part in parts]


def make(cls, record, values, block):
    """An operation with every optional part, with what each part got."""
    i32 = ir.IntegerType.get_signless(32)
    operands, results = given(record.operands, values), given(record.results, lambda: i32)
    arguments = {name or f"_gen_arg_{at}": value for at, (name, value, _) in enumerate(operands)}
    types = [value for _, value, _ in results]
    arguments |= {name or "result": value for name, value, _ in results}
    arguments |= {name: value for name, value, _ in given(record.successors, lambda: block)}
    arguments |= {part.name: ir.StringAttr.get(part.name) for part in record.attributes}
    arguments |= {f"num_{part.name}": 2 for part in record.regions if part.arity == "*"}
    taken = list(inspect.signature(cls.__init__).parameters)[1:]
    arguments = {_records.safe(name): value for name, value in arguments.items()}
    if "results" in taken:
        arguments["results"] = types
    return cls(**{name: arguments[name] for name in taken if name in arguments}), operands, results


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_operation(dialect):
    with ir.Context() as context, ir.Location.unknown():
        context.allow_unregistered_dialects = True
        module = ir.Module.create()
        names = import_module(f"tvmlike.dialects.{dialect}")
        i32 = ir.IntegerType.get_signless(32)
        with ir.InsertionPoint(module.body):
            source = ir.Operation.create("app.source", [i32] * 100, regions=1)
            block = source.regions[0].blocks.append()
            for class_name, operation in _records.classes(dialect).items():
                record = _records.record(operation)
                values = iter(source.results)
                cls = generated_class(dialect, class_name)
                op, operands, results = make(cls, record, lambda values=values: next(values), block)
                assert op.operation.name == operation
                assert len(op.operands) == sum(count for _, _, count in operands)
                assert len(op.results) == sum(count for _, _, count in results)
                assert hasattr(names, class_name)
                assert callable(getattr(names, _records.function_name(operation)))
                for name, value, count in operands:
                    if name:
                        found = getattr(op, _records.safe(name))
                        assert (list(found) if count == 2 else found) == value
                for part in record.attributes:
                    found = getattr(op, _records.safe(part.name))
                    assert found is True or found == ir.StringAttr.get(part.name)
                for part in record.regions:
                    assert getattr(op, _records.safe(part.name)) is not None
                op.operation.erase()
