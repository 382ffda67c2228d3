"""Attributes of classes: constants and class properties."""

from __future__ import annotations

import pydoc
import subprocess
import sys

import pytest
from conftest import plugin_path

import tvmlike


def test_constants_are_attributes_of_class_and_object(testing):
    box = testing.Box(1)
    assert testing.Box.material == box.material == "cardboard"
    assert testing.Box.SIDES == box.SIDES == 6
    assert "HIDDEN" not in dir(testing.Box)
    assert {"material", "SIDES", "standard", "asked"} <= set(dir(testing.Box))


def test_a_constant_is_evaluated_once_and_not_before_it_is_read(testing):
    code = (
        "import os, sys, tvmlike\n"
        "tvmlike.load_plugin(sys.argv[1])\n"
        "from tvmlike.testing import Box\n"
        "class Crate(Box): ...\n"
        "print(Box.asked % 100, Crate.standard is Box.standard is Crate(1).standard, Box.asked % 100)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, plugin_path()], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "0 True 1\n"
    assert type(testing.Box.standard) is testing.Box
    assert testing.Box.standard.same_as(testing.Box.standard)


def test_a_property_of_the_class_is_read_anew(testing):
    first = testing.Box.asked
    assert testing.Box(1).asked == first + 100
    assert testing.Box.asked == first + 200

    class Crate(testing.Box):
        pass

    assert Crate.asked == Crate(1).asked - 100 == first + 300


def test_a_property_cannot_be_written_to_on_an_object(testing):
    with pytest.raises(AttributeError):
        testing.Box(1).asked = 3


def test_errors_and_panics_leave_the_class_intact(testing):
    for _ in range(2):
        with pytest.raises(ValueError, match="there is no such box"):
            testing.Box.broken
        with pytest.raises(RuntimeError, match="a property panics"):
            testing.Box.panicking
        with pytest.raises(RuntimeError, match="a property panics"):
            testing.Box(1).panicking
    assert testing.Box(3).width == 3


def test_an_attribute_of_a_subclass_takes_precedence(testing):
    class Crate(testing.Box):
        material = "wood"
        asked = 7

    assert (Crate.material, Crate(1).material, Crate.asked, testing.Box.material) == (
        "wood",
        "wood",
        7,
        "cardboard",
    )


def test_help_names_them(testing):
    text = pydoc.render_doc(testing.Box, renderer=pydoc.plaintext)
    assert "SIDES = 6" in text
    assert "How often the standard box was created" in text


def test_members_of_unknown_kinds_are_ignored(testing):
    from tvmlike import _members

    index = testing.Box(1).type_index
    parts = {
        "name": "later",
        "kind": "of_a_later_version",
        "function": None,
        "setter": None,
        "flags": 0,
        "record": "",
    }
    described = _members.TypeDescription("a.B", "runtime.Object", {"doc": "", "members": [parts]})
    assert described.members == []
    kinds = {member.name: member.kind for member in _members.describe_type(index).members}
    assert (kinds["SIDES"], kinds["asked"], kinds["square"]) == ("constant", "static_property", "static")


def test_stubs(testing):
    from tvmlike import stubs

    text = stubs.texts(["testing"])["testing.pyi"]
    assert "    SIDES: ClassVar[int]\n" in text
    assert "    standard: ClassVar[Box]\n" in text
    assert '    asked: ClassVar[int]\n    """How often' in text
    header = stubs.texts(["testing"], "cpp")["testing.hpp"]
    assert "  static std::string material();\n" in header
    assert "  static ::testing::Box standard();\n" in header


def test_a_freed_class_keeps_nothing_alive(testing):
    import gc
    import weakref

    box = testing.Box.standard
    held = weakref.ref(box)
    del box
    gc.collect()
    assert held() is testing.Box.standard
    assert isinstance(held(), tvmlike.Object)
