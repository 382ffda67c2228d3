"""Programs for upstream's bindings run unchanged, and print what they print there."""

import pytest
import record_programs
from mlir_api import ir


@pytest.mark.parametrize("name", record_programs.names())
def test_program(name):
    if name in ("attribute_builders", "dense_numpy", "large_elements"):
        pytest.importorskip("numpy")
    assert record_programs.output(name, ir) == record_programs.expected()[name]


def test_every_output_belongs_to_a_program():
    assert sorted(record_programs.expected()) == record_programs.names()
