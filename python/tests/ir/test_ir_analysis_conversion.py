"""Conversions of Python that only name what can be converted."""

from __future__ import annotations

import pytest
from conversions import TEXT, body, converter, patterns, rename, target, unchanged

from tvmlike import ir
from tvmlike.rewrite import apply_analysis_conversion


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as context, ir.Location.unknown():
        context.allow_unregistered_dialects = True
        yield context


def test_an_analysis_names_what_can_be_converted_and_changes_nothing():
    module = ir.Module.parse(TEXT)
    text, hash_ = str(module), module.operation.structural_hash()
    make, use, _ = list(body(module))

    def names(frozen):
        legal = apply_analysis_conversion(module, target("make", "use"), frozen)
        assert str(module) == text
        assert module.operation.structural_hash() == hash_
        assert all(op.operation == make.operation for op in legal if op.operation.name == "test.make")
        return [op.operation.name for op in legal]

    others = ["builtin.module", "func.func", "func.return"]
    assert names(patterns(converter())) == others
    some = ["builtin.module", "func.func", "test.make", "func.return"]
    assert names(patterns(converter(), make=rename)) == some
    assert names(patterns(converter(), make=rename, use=rename)) == [*some[:3], "test.use", some[3]]
    assert (make.operation.name, use.operation.name) == ("test.make", "test.use")
    # `test.use` keeps its type, and no materialization makes it.
    without = patterns(converter(source=False), make=rename)
    unchanged(
        module,
        lambda: apply_analysis_conversion(module, target("make"), without),
        ir.MLIRError,
        "analysis conversion failed",
    )

    def fails(*_):
        raise KeyError("pattern")

    unchanged(
        module,
        lambda: apply_analysis_conversion(module, target("make"), patterns(converter(), make=fails)),
        KeyError,
        "pattern",
    )
