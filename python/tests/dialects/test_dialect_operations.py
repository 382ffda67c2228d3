"""Every operation of every dialect is made by its class, from types and attributes that fit its record.

The record is read twice: by `tvmlike.dialects`, and by the generator of compiler/tests/generic_forms.py from
the data file. Each operation is made with all of its optional parts and without, of several types. If one of
these operations verifies, the result types are inferred, too, and its text is read back.
"""

import inspect
import re
import sys
from contextlib import suppress
from importlib import import_module
from itertools import product
from pathlib import Path

from tvmlike import ir
from tvmlike._backend import native
from tvmlike.dialects import _records
from tvmlike.dialects._module import generated_class

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "compiler" / "tests"))
import generic_forms

# Constraints of properties that are numbers whatever sets them.
OF_NUMBERS = {
    "GEPNoWrapFlagsProp",
    "LLVM_IntegerOverflowFlagsProp",
    "AtomicOrderingProp",
    "pointer_add_flags",
    "pointer_difference_flags",
}

NOT_READ_BACK = {
    # The format leaves out parts that the text needs; mlir-opt cannot read what it prints, either.
    "acc.copyin",
    "acc.delete",
    "acc.getdeviceptr",
    "acc.kernel_environment",
    "omp.target_allocmem",
    "omp.taskwait",
    "pdl_interp.apply_constraint",
    "spirv.AccessChain",
    "spirv.INTEL.SubgroupBlockWrite",
    "tosa.cond_if",
    "tosa.while_loop",
    "tosa.yield",
}
SIZES = ({"?": 1, "*": 2}, {"?": 0, "*": 0}, {"?": 0, "*": 1})
# The other path is ten times slower, and makes operations by the same Python code.
CHOICES, EVERY = ((0, 7), 1) if native is not None else ((0,), 5)


def parsed(text):
    """An attribute; None if the form of an enum's case is not one of these."""
    enum = r"^#(\w+)<(\S+) (.*)>$"
    for form in (text, re.sub(enum, r"#\1.\2<\3>", text), re.sub(enum, r"#\1<\2(\3)>", text)):
        try:
            return ir.Attribute.parse(form)
        except ir.MLIRError:
            pass
    return None


class Maker:
    """Makes the operations of one dialect."""

    def __init__(self, dialect):
        self.names = import_module(f"tvmlike.dialects.{dialect}")
        self.dialect = generic_forms.read(generic_forms.DATA / f"{dialect}.txt")
        self.types, self.attributes = {}, {}
        self.simple = ir.Operation.create("app.region", regions=1)
        self.simple.regions[0].blocks.append()
        # Only terminators, which have successors, verify in a region with several blocks.
        self.branching = self.simple.clone()
        self.next = self.branching.regions[0].blocks.append()
        with ir.InsertionPoint(self.next):
            ir.Operation.create("app.end")

    def type(self, text):
        if text not in self.types:
            self.types[text] = ir.Type.parse(text)
        return self.types[text]

    def attribute(self, text):
        if text not in self.attributes:
            self.attributes[text] = parsed(text)
        return self.attributes[text]

    def groups(self, texts, counts):
        """The types of each group."""
        texts = iter(texts)
        return [[self.type(next(texts)) for _ in range(count)] for count in counts]

    def candidates(self, data):
        """The types of the groups of operands and results, and the attributes; the simplest first."""
        texts = generic_forms.Texts(self.dialect, data)
        for choice, sizes in product(CHOICES, SIZES):
            operands = self.groups(*texts.types(data.operands, choice, sizes))
            results = self.groups(*texts.types(data.results, choice, sizes))
            attributes = texts.attributes(sizes["?"] == 1, choice)
            made = ((name, self.attribute(text)) for name, text in attributes.items())
            yield operands, results, {name: attribute for name, attribute in made if attribute is not None}

    def arguments(self, record, parameters, operands, results, attributes, infer):
        """What the constructor of an operation takes, by name."""
        taken = {_records.safe(name): attribute for name, attribute in attributes.items()}
        for parts, groups, unnamed, only in (
            (record.operands, operands, "_gen_arg_", "_gen_arg_0"),
            (record.results, results, "_gen_res_", "result"),
        ):
            for at, (part, group) in enumerate(zip(parts, groups)):
                name = part.name or (only if len(parts) == 1 else f"{unnamed}{at}")
                whole = group if part.arity == "*" else group[0] if group else None
                if parts is record.operands or "results" not in parameters:
                    taken[_records.safe(name)] = whole
        if "results" in parameters and not infer:
            taken["results"] = [one for group in results for one in group]
        for at, part in enumerate(record.successors):
            name = part.name or ("successor" if len(record.successors) == 1 else f"_gen_successor_{at}")
            taken[_records.safe(name)] = [self.next] if part.arity == "*" else self.next
        taken |= {f"num_{part.name}": 2 for part in record.regions if part.arity != "1"}
        # A required attribute that the generator knows no value for; verification refuses it.
        required = {part.name for part in record.attributes if part.arity == "1"} - set(attributes)
        taken |= {_records.safe(name): self.attribute('"unknown"') for name in required}
        return {name: value for name, value in taken.items() if name in parameters}

    def make(self, cls, record, data, candidate, infer=False):
        """An operation behind another one, whose results are its operands."""
        groups, results, attributes = candidate
        if "keywords" in inspect.signature(cls.__init__).parameters:
            # The constructor of a base is compiled when it is called first.
            with suppress(TypeError):
                cls()
        self.outer = self.branching if record.successors else self.simple
        with ir.InsertionPoint(self.outer.regions[0].blocks[0]):
            types = [one for group in groups for one in group]
            source = ir.Operation.create("app.source", types)
            values = iter(source.results)
            operands = [[next(values) for _ in group] for group in groups]
            parameters = inspect.signature(cls.__init__).parameters
            arguments = self.arguments(record, parameters, operands, results, attributes, infer)
            made = cls(**arguments)
        end = next((trait for trait in data.traits if trait.startswith("SingleBlockImplicitTerminator(")), "")
        for region in made.regions:
            with ir.InsertionPoint(region.blocks.append()):
                ir.Operation.create(end.partition("(")[2].rstrip(")") or "app.end")
        return made, operands

    def clear(self):
        for op in reversed(list(self.outer.regions[0].blocks[0])):
            op.operation.erase()


def check(cls, op, record, operands, results, attributes):
    """Compares the parts of an operation with those that it was made of, by the names of its class."""

    def read(name):
        # A class in a file can have another property of the name.
        return getattr(cls, _records.safe(name)).fget(op)

    assert op.operation.name == record.name
    assert list(op.operands) == [one for group in operands for one in group]
    assert [one.type for one in op.results] == [one for group in results for one in group]
    groups = ((record.operands, operands, "_gen_arg_"), (record.results, results, "_gen_res_"))
    for parts, found, _ in groups:
        for part, group in zip(parts, found):
            if part.name and (part.name, parts) != ("result", record.results):
                value = read(part.name)
                given = list(value) if part.arity == "*" else [] if value is None else [value]
                assert [one.type if parts is record.results else one for one in given] == group, part.name
    for part in record.attributes:
        found = read(part.name)
        if part.name in attributes:
            if part.constraint in OF_NUMBERS and found != attributes[part.name]:
                assert isinstance(found, ir.IntegerAttr), part.name
                continue
            assert found is True or found == attributes[part.name], part.name
        elif part.constraint in ("UnitAttr", "UnitProp"):
            assert found is False
    for part in (part for part in record.regions if part.name):
        assert read(part.name) is not None
    assert len(op.successors) == len(record.successors)


def test_every_operation():
    count, verified, partly = 0, set(), generic_forms.partly_verified()
    with ir.Context() as context, ir.Location.unknown():
        context.allow_unregistered_dialects = True
        for dialect in sorted(_records.dialects()):
            maker = Maker(dialect)
            by_name = {data.name: data for data in maker.dialect.records}
            for class_name, name in list(_records.classes(dialect).items())[::EVERY]:
                cls, data = generated_class(dialect, class_name), by_name[name]
                record = _records.record(name)
                assert issubclass(getattr(maker.names, class_name), cls)
                assert callable(getattr(maker.names, _records.function_name(name)))
                count += 1
                for candidate in maker.candidates(data):
                    op, operands = maker.make(cls, record, data, candidate)
                    check(cls, op, record, operands, *candidate[1:])
                    assert str(op)
                    try:
                        op.verify()
                    except ir.MLIRError:
                        maker.clear()
                        continue
                    verified.add(name)
                    # Forms of linalg leave out other regions than those that the generator makes, forms of
                    # transform leave out parts that do not match others.
                    skipped = partly | NOT_READ_BACK
                    if name not in skipped and dialect not in ("linalg", "transform"):
                        text = str(maker.outer)
                        try:
                            assert str(ir.Operation.parse(text)) == text
                        except ir.MLIRError as error:
                            # The generator's reference to a symbol that is not there.
                            assert "'symbol'" in str(error) or "@symbol" in str(error)
                    if record.infers and not record.regions:
                        inferred, _ = maker.make(cls, record, data, candidate, infer=True)
                        assert len(inferred.results) == len(op.results)
                    maker.clear()
                    break
    # The generator knows no types for the others.
    assert len(verified) > 0.6 * count
