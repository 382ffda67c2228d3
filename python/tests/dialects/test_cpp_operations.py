"""C++ headers of dialects: every operation is made by its class, and each of its parts read back."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess

import pytest

import tvmlike
from tvmlike import _dialect_cpp, ir, stubs
from tvmlike._loader import include_dir, library_path

pytestmark = [
    pytest.mark.skipif(
        tvmlike.ffi_path() != "native",
        reason="headers do not depend on the call path; the run of the native path compiles them",
    ),
    pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed"),
]

VARIED = ["arith", "builtin", "cf", "func", "memref", "scf"]
"""The dialects that are always compiled: they have every kind of part. With TVMLIKE_TEST_ALL, all are."""

ALL = sorted(ir._dialects()) if os.environ.get("TVMLIKE_TEST_ALL") else VARIED

START = """

static std::string failed;
static const char* current;

static void check(bool good, const char* part) {
  if (!good) failed += std::string(current) + ": " + part + "\\n";
}
// What a part was made of, and what is read.
template <class T> static void same(const T& made, const T& found, const char* part) {
  check(made == found, part);
}
template <class T> static void same(const T& made, const std::optional<T>& found, const char* part) {
  check(found && *found == made, part);
}
template <class T> static void same(const T& made, const std::vector<T>& found, const char* part) {
  check(found.size() == 2 && found[0] == made && found[1] == made, part);
}
static void typed(const ir::Type& type, const ir::Value& found, const char* part) {
  check(found.type() == type, part);
}
static void typed(const ir::Type& type, const std::optional<ir::Value>& found, const char* part) {
  check(found && found->type() == type, part);
}
static void typed(const ir::Type& type, const std::vector<ir::Value>& found, const char* part) {
  check(found.size() == 2 && found[0].type() == type && found[1].type() == type, part);
}
static void there(const ir::Region&, const char*) {}
static void there(const std::optional<ir::Region>& found, const char* part) {
  check(found.has_value(), part);
}
static void there(const std::vector<ir::Region>& found, const char* part) { check(found.size() == 2, part); }

template <class F> static void operation(const char* name, F run) {
  current = name;
  try {
    run();
  } catch (const std::exception& error) {
    failed += std::string(name) + ": " + error.what() + "\\n";
  }
}
"""

END = """
extern "C" __attribute__((visibility("default"))) const char* run() {
  failed.clear();
  const ir::Context context = ir::Context::create();
  context.set_allow_unregistered_dialects(true);
  const tvmlike::Scope scope(context), location(ir::Location::unknown());
  const ir::Module module = ir::Module::parse(R"("t.value"() ({ ^bb0: "t.end"() : () -> () }) : () -> i32)");
  const ir::OpView first = module.body().operations().at(0);
  const ir::Block block = first.regions()[0].blocks().at(0);
  const ir::Type t = ir::IntegerType::get_signless(32);
  const ir::Value v = first.results()[0];
  const ir::Attribute a = ir::UnitAttr::get_();
  // What is made is inserted nowhere.
  all(v, t, a, block);
  return failed.c_str();
}
"""


def value(member, kind):
    """The argument of a builder for a part."""
    name = {"operand": "v", "attribute": "a", "result": "t", "successor": "b"}.get(member.kind)
    if kind == "std::int64_t":
        return "2" if member.arity == "*" else "1"
    return f"{kind}{{{name}, {name}}}" if member.arity == "*" else name


def check(member):
    text = f'op.{member.name}(), "{member.name}"'
    return {
        "operand": f"same(v, {text});",
        "attribute": f"same(a, {text});",
        "successor": f"same(b, {text});",
        "result": f"typed(t, {text});",
        "region": f"there({text});",
    }[member.kind]


def cases(dialect):
    """The C++ code for each operation of a dialect."""
    space = f"ir::dialects::{_dialect_cpp.identifier(dialect)}"
    for cls in _dialect_cpp.classes(dialect):
        arguments = ", ".join(value(*one) for one in cls.parameters(with_results=True))
        checks = " ".join(check(member) for member in cls.members)
        cls_name = f"{space}::{cls.name}"
        yield (
            f'  operation("{cls.operation}", [&] {{ const auto op = {cls_name}::create({arguments}); '
            f'check({cls_name}::isa(op), "name"); {checks} }});\n'
        )


def test_every_operation(tmp_path):
    stubs.write([f"ir.dialects.{dialect}" for dialect in ALL], tmp_path, "cpp")
    texts = [case for dialect in ALL for case in cases(dialect)]
    includes = "".join(f'#include "ir/dialects/{dialect}.hpp"\n' for dialect in ALL)
    parameters = "const ir::Value& v, const ir::Type& t, const ir::Attribute& a, const ir::Block& b"
    made = f"static void all({parameters}) {{\n{''.join(texts)}}}\n"
    source, library = tmp_path / "unit.cpp", tmp_path / "unit.so"
    source.write_text(includes + START + made + END)
    command = ["g++", "-std=c++17", "-O0", "-w", "-fPIC", "-shared", "-I", tmp_path, "-I", include_dir()]
    subprocess.run([*command, source, library_path(), "-o", library], check=True, timeout=900)
    run = ctypes.CDLL(str(library)).run
    run.restype = ctypes.c_char_p
    assert run().decode() == ""
    assert len(texts) > (2000 if os.environ.get("TVMLIKE_TEST_ALL") else 100)
