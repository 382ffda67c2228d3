"""Enumerations, plain structs, paths, durations, sets and unions through a typed C++ header."""

from __future__ import annotations

import ctypes
import os

from test_stubs_cpp import SAY, compiler, precompiled, pytestmark  # noqa: F401

from tvmlike import stubs
from tvmlike._loader import library_path

SOURCE = (
    """
#include <testing.hpp>
"""
    + SAY
    + """
using testing::Access;
using testing::Color;

template <class A> std::string number(A value) { return std::to_string(static_cast<std::int64_t>(value)); }

extern "C" __attribute__((visibility("default"))) const char* run() {
  said.clear();
  say([] { return testing::next_color(Color::RED) == Color::GREEN ? "next" : "other"; });
  say([] { return number(testing::next_color(Color::DARK_BLUE)) + number(testing::colors()[1]); });
  say([] { return number(testing::next_color(static_cast<Color>(3))); });
  say([] { return testing::shade(testing::Shade::None_) ? "some" : "none"; });
  say([] { return number(testing::allow(Access::EXECUTE, Access::READ | Access::WRITE)); });
  say([] { return number(testing::Lamp::create(Color::GREEN).color()); });
  say([] {
    testing::Route route;
    route.name = "home";
    route.places.push_back({1, {}, {}, {}});
    route.places.push_back({2, 0.25, Color::RED, "/a/b"});
    const testing::Route back = testing::back(route);
    const testing::Place& first = back.places[0];
    return back.name + std::to_string(back.places.size()) + " " + std::to_string(*first.y) + " " +
           number(*first.color) + first.file->filename().string() + " " + std::to_string(*back.places[1].y);
  });
  say([] {
    tvmlike::Map place = {{"x", 1}, {"z", 2}};
    return std::to_string(tvmlike::Any(place).cast<testing::Place>().x);
  });
  say([] { return std::to_string(tvmlike::Any(tvmlike::Map()).cast<testing::Place>().x); });
  say([] { return std::to_string(testing::mark(Color::GREEN).index() + 10 * testing::mark(0.5).index()); });
  say([] { return testing::sibling("/a/b", "c").string(); });
  say([] { return std::to_string(testing::nanoseconds(std::chrono::milliseconds(3))); });
  say([] { return std::to_string(testing::twice(std::chrono::seconds(-1)).count()); });
  say([] { return std::to_string(testing::common({1, 2, 3}, {2, 3}).size()); });
  say([] { return testing::next_char("a").value_or("none"); });
  say([] { return std::to_string(static_cast<int>(testing::weighted({1, 2.5}, {2, 4}))); });
  say([] { return tvmlike::Any(5).cast<Color>() == Color::RED ? "red" : "other"; });
  say([] { return tvmlike::to_string(tvmlike::Any(std::array<int, 2>{1, 2})); });
  say([] { return std::to_string(tvmlike::Any(tvmlike::Array{1}).cast<std::array<int, 2>>()[0]); });
  say([] { return std::to_string(tvmlike::Any(tvmlike::Array{1, 1}).cast<std::set<int>>().size()); });
  say([] { return tvmlike::Any(std::string("a\\0b", 3)).cast<std::filesystem::path>().string(); });
  say([] {
    tvmlike::Map same = {{"a", 1}, {tvmlike::Bytes("a"), 2}};
    return std::to_string(tvmlike::Any(same).cast<std::map<std::filesystem::path, int>>().size());
  });
  return said.c_str();
}
"""
)

EXPECTED = """\
next
22
ValueError: testing.next_color: argument 1 `color`: 3 is not a value of testing.Color; expected one \
of 1 (RED), 2 (GREEN), -4 (DARK_BLUE)
none
7
2
home2 0.250000 1b 0.500000
TypeError: result: testing.Place has no field `z`; its fields are `x`, `y`, `color`, `file`
TypeError: result: the field `x` of testing.Place is missing
40
/a/c
3000000
ValueError: testing.twice: argument 1 `time`: a duration must not be negative, got -1.0
2
b
12
ValueError: result: 5 is not a value of testing.Color
[1, 2]
ValueError: result: wrong number of elements: expected 2, got 1
ValueError: result: item 1: duplicate item in a set
ValueError: result: a path must not contain NUL
ValueError: result: key 1: an earlier key converts to the same value
"""


def test_calls_through_a_header(tmp_path, compiler, testing):  # noqa: F811
    stubs.write(["testing"], tmp_path, "cpp")
    library = library_path()
    made = compiler(SOURCE, "-shared", library, f"-Wl,-rpath,{os.path.dirname(library)}")
    run = ctypes.CDLL(str(made)).run
    run.restype = ctypes.c_char_p
    assert run().decode().splitlines() == EXPECTED.splitlines()


def test_a_header_without_such_types_does_not_include_theirs(tmp_path, testing):
    text = stubs.texts(["tensor"], "cpp")["tensor.hpp"]
    assert "vocabulary.hpp" not in text
    assert "vocabulary.hpp" in stubs.texts(["testing"], "cpp")["testing.hpp"]


REFINED = (
    """
#include <testing.hpp>
"""
    + SAY
    + """
using testing::IntegerType;
using testing::MatrixType;

extern "C" __attribute__((visibility("default"))) const char* run() {
  said.clear();
  const testing::Type integer = testing::parse_type("integer", {8});
  const testing::Type matrix = testing::parse_type("tensor", {2, 3});
  say([&] { return std::to_string(IntegerType::cast(integer).width()); });
  say([&] { return std::to_string(IntegerType::isa(integer)) + std::to_string(IntegerType::isa(matrix)); });
  say([&] { return std::to_string(testing::ShapedType::isa(matrix) + 2 * IntegerType::isa({})); });
  say([&] { return std::to_string(IntegerType::cast(matrix).width()); });
  say([&] { return std::to_string(IntegerType::cast(IntegerType()).width()); });
  say([&] { return IntegerType::try_cast(matrix) ? "some" : "none"; });
  say([&] { return std::to_string(MatrixType::try_cast(matrix)->rank()); });
  say([&] { return MatrixType::cast(matrix).transposed().repr(); });
  say([&] { return matrix.call("__repr__").cast<std::string>(); });
  say([&] { return std::to_string(integer.get<int>("width")); });
  say([&] { return std::to_string(IntegerType(matrix).width()); });
  say([&] { return std::to_string(testing::width_of(IntegerType(matrix))); });
  say([&] { return std::to_string(tvmlike::Any(integer).cast<IntegerType>().width()); });
  say([&] { return std::to_string(tvmlike::Any(matrix).cast<IntegerType>().width()); });
  say([&] { return std::to_string(IntegerType::get_signless(4).doubled() == integer); });
  say([&] { return std::to_string(testing::FloatType::create(16).mnemonic().size()); });
  say([&] { return std::to_string(testing::RiskyOdd::isa(testing::Risky::of(13))); });
  say([&] { return std::to_string(testing::numeric_kind(IntegerType::cast(integer)).size()); });
  return said.c_str();
}
"""
)

REFINED_EXPECTED = """\
8
10
1
TypeError: testing.IntegerType: expected testing.IntegerType, got testing.MatrixType
TypeError: testing.IntegerType: expected testing.IntegerType, got an empty reference
none
2
matrix<3x2>
matrix<2x3>
8
AttributeError: testing.MatrixType has no field `width`; it has mnemonic, rank
TypeError: testing.width_of: argument 1 `ty`: expected testing.IntegerType, got testing.MatrixType
8
TypeError: result: expected testing.IntegerType, got testing.MatrixType
1
5
InternalError: RiskyOdd.__refines__ panicked: assertion `left != right` failed: thirteen is unlucky
  left: 13
 right: 13
9
"""


def test_refinements_through_a_header(tmp_path, compiler, testing):  # noqa: F811
    stubs.write(["testing"], tmp_path, "cpp")
    library = library_path()
    made = compiler(REFINED, "-shared", library, f"-Wl,-rpath,{os.path.dirname(library)}")
    run = ctypes.CDLL(str(made)).run
    run.restype = ctypes.c_char_p
    assert run().decode().splitlines() == REFINED_EXPECTED.splitlines()
