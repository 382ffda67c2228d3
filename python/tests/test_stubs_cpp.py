"""C++ headers: they match the records, compile, and their calls work."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import zlib
from pathlib import Path

import pytest
from recorded import register_recorded

import tvmlike
from tvmlike import stubs
from tvmlike._loader import include_dir, library_path

pytestmark = pytest.mark.skipif(
    tvmlike.ffi_path() != "native",
    reason="headers do not depend on the call path; the run of the native path compiles them",
)

SAY = """
static std::string said;
template <class F> void say(F f) {
  try {
    said += f();
  } catch (const tvmlike::Error& error) {
    said += error.what();
  }
  said += "\\n";
}
"""
"""The start of each test program: `said` collects a line for each call, the result or the error."""

WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wpedantic", "-Wconversion", "-Wshadow"]
COMPILERS = ("g++", "clang++")
BOTH = bool(os.environ.get("TVMLIKE_TEST_ALL"))
"""Whether both compilers compile each header. Otherwise the tests take turns."""


@pytest.fixture
def functions():
    """Registers functions with records under names, removed afterwards."""
    names = []

    def register(records):
        for name, record in records.items():
            register_recorded(name, record)
            names.append(name)

    yield register
    for name in names:
        tvmlike.remove_global_func(name)


@pytest.fixture(scope="session")
def precompiled(tmp_path_factory):
    """Compiles the C++ headers once per compiler; returns the options that use the result."""
    options = {}

    def precompile(name):
        if name not in options:
            header = tmp_path_factory.mktemp(name) / "precompiled.hpp"
            header.write_text("#include <tvmlike/tvmlike.hpp>\n#include <tvmlike/vocabulary.hpp>\n")
            command = [name, "-std=c++17", *WARNINGS, "-fPIC", "-I", include_dir(), "-x", "c++-header"]
            subprocess.run([*command, str(header), "-o", f"{header}.gch"], check=True, timeout=600)
            options[name] = ["-include", str(header)]
        return options[name]

    return precompile


@pytest.fixture(params=COMPILERS)
def compiler(request, tmp_path, precompiled):
    """Compiles a source text with the headers in tmp_path; returns the path of the library."""
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    turn = COMPILERS[zlib.crc32(request.node.originalname.encode()) % 2]
    if not BOTH and request.param != turn and shutil.which(turn) is not None:
        pytest.skip(f"the compilers take turns, this one is for {turn}; with --long both compile it")

    def compile_(text, *options, standard="c++17"):
        source, made = tmp_path / "unit.cpp", tmp_path / f"unit{len(list(tmp_path.iterdir()))}.so"
        source.write_text(text, encoding="utf-8")
        command = [request.param, f"-std={standard}", *WARNINGS, "-fPIC", "-I", str(tmp_path)]
        # plugin.hpp must be included before all other headers.
        if standard == "c++17" and "plugin.hpp" not in text:
            command += precompiled(request.param)
        # Libraries, which are among the options, must follow the source that needs them.
        command += ["-I", include_dir(), str(source), "-o", str(made), *options]
        done = subprocess.run(
            command, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}, timeout=600
        )
        if done.returncode != 0 or done.stderr:
            pytest.fail(f"{' '.join(command)}\n{done.stderr[:3000]}", pytrace=False)
        return made

    return compile_


def params(*pairs, **more):
    return {"a": [["named", name, kind] for name, kind in pairs], **more}


KINDS = {
    "flag": "i1",
    "i8": "i8",
    "u64": "u64",
    "half": "f16",
    "f32": "f32",
    "f64": "f64",
    "text": "str",
    "data": "bytes",
    "pointer": "ptr",
    "type": "dtype",
    "place": "device",
    "dims": "shape",
    "call": "function",
    "none": None,
    "any": "unknown",
    "odd": ["no such word", 1],
    "broken": [[1]],
    "tensor": ["ndarray", "f32", None],
    "rows": ["contiguous", ["ndarray", "f32", None]],
    "out": ["writable", ["contiguous", ["ndarray", "f32", None]]],
    "maybe_tensor": ["optional", ["ndarray", "f32", None]],
    "maybe": ["optional", "str"],
    "maybe_any": ["optional", "unknown"],
    "maybe_none": ["optional", None],
    "maybe_maybe": ["optional", ["optional", "i64"]],
    "maybe_list": ["optional", ["py_homogeneous_list", "str"]],
    "list": ["py_homogeneous_list", "i64"],
    "flags": ["py_homogeneous_list", "i1"],
    "things": ["py_homogeneous_list", "unknown"],
    "nones": ["py_homogeneous_list", None],
    "tensors": ["py_homogeneous_list", ["ndarray", "f32", None]],
    "lists": ["py_homogeneous_list", ["py_homogeneous_list", "f64"]],
    "pair": ["stuple", "i64", "i64"],
    "same": ["slist", "i64", "i64"],
    "mixed": ["slist", "i64", "str"],
    "empty": ["slist"],
    "dict": ["dict", "str", "i64"],
    "by_float": ["dict", "f64", "i64"],
    "by_bytes": ["dict", "bytes", "i64"],
    "dicts": ["dict", "str", ["dict", "i64", ["py_homogeneous_list", "str"]]],
    "record": ["sdict", ["a", "i64"]],
    "struct": ["struct", ["x", "f64"], ["y", "i32"]],
    "row": ["struct", [None, "f64"], [None, "i32"]],
    "index": "index",
    "error": ["object", "runtime.Error"],
    "object": ["object", "runtime.Object"],
    "array": ["object", "runtime.Array"],
    "own": ["object", "cpptest.Nothing"],
    "strange": ["object", 3],
}

ODD = {
    **{f"cpptest.kinds.take_{name}": params((name, kind)) for name, kind in KINDS.items()},
    **{f"cpptest.kinds.give_{name}": {"a": [], "r": [kind]} for name, kind in KINDS.items()},
    "cpptest.int": params(("int", "i64"), ("class", "str"), r=["i64"]),
    "cpptest.register": params(("template", "f64"), ("function", "f64"), ("Rest", "i64"), variadic=True),
    "cpptest.std": params(("std", "str"), ("tvmlike", "str"), r=["str"]),
    "cpptest.std.string": params(("std", "str"), r=["str"]),
    "cpptest.errno": params(("errno", "i64"), ("NULL", "str")),
    "cpptest.linux.unix": params(("linux", "i64")),
    "cpptest.namespace.new.delete": params(),
    "cpptest.both": params(r=["i64"]),
    "cpptest.both.of": params(r=["i64"]),
    "cpptest.__wide": params(("_Name", "i64"), ("__name__", "i64")),
    "cpptest._Wide": params(),
    "cpptest.with a space": params(),
    "cpptest.with_a_space": params(),
    "cpptest.7 'quo\"ted\\ ??/": params(),
    "cpptest.größe": params(("größe", "f64")),
    "cpptest.no_record": {"doc": "Takes what comes."},
    "cpptest.rest": params(("f", "function"), ("n", "i64"), defaults={"n": 1}, variadic=True, r=["function"]),
    "cpptest.unnamed": {"a": ["i64", ["named", "b", "bytes"]], "r": [None]},
    "cpptest.two_results": params(r=["i64", "i64"]),
    "cpptest.defaults": params(
        ("a", "str"),
        ("b", ["optional", "f64"]),
        ("c", "f64"),
        ("d", "shape"),
        r=["str"],
        defaults={"a": 'a "b"\\', "b": None, "c": "inf", "d": "(1, 2)"},
    ),
    "cpptest.in_front": params(("a", "i64"), ("b", "i64"), defaults={"a": 1}),
    "cpptest.wide": params(*((f"parameter_number_{n}", "f64") for n in range(8)), r=["f64"]),
    "cpptest.docs": params(
        doc='Ends in a backslash \\\n\n*/ and /* and ??/\nA quote """\u202e\x00\x0c\n    code \\',
        r=["unknown"],
    ),
}


def test_the_text_of_a_header(functions):
    functions(
        {
            "cpptext.add": params(
                ("a", "f64"), ("b", "f64"), r=["f64"], defaults={"b": 1.5}, doc="Adds.\n\nTwo numbers."
            ),
            "cpptext.deep.join": params(("words", ["py_homogeneous_list", "str"]), r=["str"]),
        }
    )
    assert stubs.texts(["cpptext"], "cpp") == {
        "cpptext.hpp": """\
// Generated by `tvmlike stubs --lang cpp` from the names under `cpptext.`

#ifndef TVMLIKE_STUB_CPPTEXT_HPP_
#define TVMLIKE_STUB_CPPTEXT_HPP_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tvmlike/wrapper.hpp>

namespace cpptext {

/// Adds.
///
/// Two numbers.
///
/// `b` may be left out; it is 1.5 then.
TVMLIKE_HIDDEN inline double add(double a, double b) {
  static thread_local tvmlike::GlobalFunction function("cpptext.add");
  return function.call<double>(a, b);
}
TVMLIKE_HIDDEN inline double add(double a) {
  static thread_local tvmlike::GlobalFunction function("cpptext.add");
  return function.call<double>(a);
}

}  // namespace cpptext

namespace cpptext::deep {

TVMLIKE_HIDDEN inline std::string join(const std::vector<std::string>& words) {
  static thread_local tvmlike::GlobalFunction function("cpptext.deep.join");
  return function.call<std::string>(words);
}

}  // namespace cpptext::deep

#endif  // TVMLIKE_STUB_CPPTEXT_HPP_
"""
    }


def test_one_header_for_a_namespace_whatever_was_asked_for_of_it(functions):
    functions({"cppone.f": params(), "cppone.a.g": params(), "cppone.b.h": params()})
    part = stubs.texts(["cppone.b"], "cpp")
    assert list(part) == ["cppone.hpp"]
    assert "cppone.b.h" in part["cppone.hpp"]
    assert "cppone.a.g" not in part["cppone.hpp"]
    both = stubs.texts(["cppone.b", "cppone"], "cpp")
    assert both == stubs.texts(["cppone"], "cpp")


def test_namespaces_whose_names_are_no_identifiers(functions):
    functions({"cpp ns.f": params(), "cpp_ns.f": params()})
    files = stubs.texts(["cpp ns", "cpp_ns"], "cpp")
    assert sorted(files) == ["cpp_ns.hpp", "cpp_ns_.hpp"]
    assert 'function("cpp ns.f")' in files["cpp_ns.hpp"]
    assert 'function("cpp_ns.f")' in files["cpp_ns_.hpp"]


def test_errors_are_described():
    with pytest.raises(ValueError, match=r"stubs: unknown language 'rust'; expected python or cpp"):
        stubs.texts(["tensor"], "rust")
    with pytest.raises(ValueError, match=r"stubs: nothing is registered under the namespace 'cppnothing'"):
        stubs.texts(["cppnothing"], "cpp")


def test_a_folder_is_no_stub_package_in_cpp(tmp_path, functions):
    functions({"cppstub.f": params()})
    assert stubs.write(["cppstub"], tmp_path / "x-stubs", "cpp") == [
        str(tmp_path / "x-stubs" / "cppstub.hpp")
    ]


def test_the_command_line_writes_headers(tmp_path, capsys):
    from tvmlike._cli import main

    assert main(["stubs", "--lang", "cpp", "tensor", "-o", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'tensor.hpp'}\n"
    assert (tmp_path / "tensor.hpp").read_text() == stubs.texts(["tensor"], "cpp")["tensor.hpp"]


def test_compilers_accept_every_namespace(tmp_path, compiler, functions, testing):
    functions(ODD)
    names = sorted({name.partition(".")[0] for name in tvmlike.list_global_func_names()})
    written = stubs.write(names, tmp_path, "cpp")
    assert len(written) == len(names)
    lines = "".join(f"#include <{os.path.basename(path)}>\n" for path in written)
    compiler(lines + lines, "-fsyntax-only")
    # In a newer standard and as in a plugin, whose headers use the host's table; that of the IR is long.
    if not BOTH:
        lines = lines.replace("#include <ir.hpp>\n", "")
    compiler(f"#include <tvmlike/plugin.hpp>\n{lines}", "-fsyntax-only", standard="c++20")


def test_overloaded_and_renamed_functions_can_be_called(tmp_path, compiler, functions):
    functions(ODD)
    stubs.write(["cpptest"], tmp_path, "cpp")
    compiler(
        """
        #include <cpptest.hpp>
        template <class Wanted, class Given>
        void is(Given&&) { static_assert(std::is_same_v<Wanted, Given>); }
        void all() {
          is<std::int64_t>(cpptest::int_(1, "x"));
          cpptest::register_(1.0, 2.0, 3, "and", nullptr, tvmlike::Tensor());
          is<std::string>(cpptest::std_("a", "b"));
          is<std::string>(cpptest::std__::string("a"));
          cpptest::errno_(1, "x");
          cpptest::linux_::unix_(1);
          cpptest::namespace_::new_::delete_();
          is<std::int64_t>(cpptest::both() + cpptest::both_::of());
          cpptest::wide_(1, 2);
          cpptest::Wide();
          cpptest::with_a_space();
          cpptest::with_a_space_();
          cpptest::gru00f6u00dfe(1.0);
          is<tvmlike::Any>(cpptest::no_record(1, "two", 3.0));
          is<tvmlike::Function>(cpptest::rest([] { return 1; }));
          is<tvmlike::Function>(cpptest::rest(nullptr, 2, "more"));
          is<tvmlike::Any>(cpptest::two_results());
          is<std::string>(cpptest::defaults());
          is<std::string>(cpptest::defaults("a", std::nullopt, 1.0, {1, 2}));
          cpptest::in_front(1, 2);
          using namespace cpptest::kinds;
          take_data({"x", 1});
          take_dims({1, 2, 3});
          take_type(tvmlike::dtype("float32"));
          take_any("text");
          take_tensor(tvmlike::Tensor());
          take_maybe_tensor(std::nullopt);
          take_maybe_tensor(tvmlike::Tensor());
          take_maybe_tensor(static_cast<const DLTensor*>(nullptr));
          take_out(static_cast<DLTensor*>(nullptr));
          take_list({1, 2});
          take_things({1, "two", 3.0});
          take_dict({{"a", 1}});
          take_pair({1, 2});
          is<std::vector<std::int64_t>>(give_list());
          is<std::optional<std::int64_t>>(give_maybe_maybe());
          is<std::map<std::string, std::map<std::int64_t, std::vector<std::string>>>>(give_dicts());
          is<tvmlike::Error>(give_error());
          is<tvmlike::ObjectRef>(give_own());
          is<float>(give_f32());
        }
        """,
        "-fsyntax-only",
    )


CALLS = (
    """
        #include <array.hpp>
        #include <tensor.hpp>
        #include <testing.hpp>
"""
    + SAY
    + """

        extern "C" __attribute__((visibility("default"))) const char* run() {
          said.clear();
          say([] { return std::to_string(testing::add3(1, 2, 3)); });
          say([] { return std::to_string(testing::default_(1)); });
          say([] { return std::to_string(testing::sum({1, 2, 3})); });
          say([] { return testing::call([](std::string_view a, std::int64_t n) {
                     return std::string(a) + std::to_string(n);
                   }, "text", 3).cast<std::string>(); });
          say([] { return tvmlike::to_string(array::map([](std::int64_t x) { return x * x; }, {1, 2, 3})); });
          say([] {
            float numbers[] = {1, 2, 3};
            std::int64_t shape[] = {3}, strides[] = {1};
            DLTensor lent{numbers, tvmlike::cpu(), 1, tvmlike::dtype_of<float>(), shape, strides, 0};
            tensor::fill(&lent, 2);
            const tvmlike::Tensor sum = tensor::add(&lent, &lent);
            return std::to_string(int(tensor::sum(sum))) + " " + std::to_string(int(numbers[2]));
          });
          say([] {
            const testing::Counter counter = testing::Counter::create(2);
            counter.add();
            counter.add(3);
            counter.set_label("c++");
            counter.set_weight(std::nullopt);
            std::string text = counter.label() + " " + counter.str();
            text += " " + std::to_string(counter.add_all(1, 2, 3));
            text += counter == counter.itself() ? " same" : " other";
            return text + (counter.weight() ? " heavy" : " light");
          });
          say([] { return testing::Box::material() + " " + std::to_string(testing::Box::SIDES()) + " " +
                          std::to_string(testing::Box::standard().width()); });
          say([] { return std::to_string(testing::Box::asked() < testing::Box::asked()); });
          say([] { return std::to_string(testing::Box::create(1, 2).scaled(3, true).height()); });
          say([] { return std::to_string(testing::Box::broken()); });
          say([] {
            const testing::Evens evens = testing::Evens::create(8);
            std::string text = std::to_string(evens.size()) + ":";
            for (const auto even : evens) text += " " + std::to_string(even);
            const std::vector<std::uint64_t> all(evens.begin(), evens.end());
            return text + " " + std::to_string(evens[-1]) + " " + std::to_string(all.size());
          });
          say([] { return std::to_string(testing::Evens::create(8)[4]); });
          say([] {
            const testing::Table table = testing::Table::create();
            table.set_at("a", 1);
            std::string text = std::to_string(table.contains("a")) + std::to_string(table.contains("b"));
            for (const std::string& key : table.keys()) text += " " + key + tvmlike::to_string(table[key]);
            table.remove("a");
            return text + " " + std::to_string(table.size());
          });
          say([] { return tvmlike::to_string(testing::Table::create()["a"]); });
          say([] { return testing::Point3::create(1, 2, 3).moved(1).repr(); });
          say([] { return testing::Point::middle({testing::Point::create(2, 4), testing::Point()}).repr(); });
          say([] { return std::to_string(testing::Counter::create(1) < testing::Counter::create(2)); });
          say([] {
            const testing::Point none, point = testing::make_point(1, 2);
            return point.repr() + (none == point ? " same" : " other") + (none == none ? " same" : " other");
          });
          say([] { return testing::Counter() < testing::Counter::create(2) ? "less" : "more"; });
          say([] { return std::to_string(testing::point_x(testing::Point(tvmlike::ObjectRef()))); });
          return said.c_str();
        }
        """
)


def test_calls_through_a_header(tmp_path, compiler, testing, name):
    stubs.write(["testing", "tensor", "array"], tmp_path, "cpp")
    made = compiler(
        CALLS,
        "-shared",
        library_path(),
    )
    library = ctypes.CDLL(str(made))
    library.run.restype = ctypes.c_char_p
    assert library.run().decode().splitlines() == [
        "6",
        str(testing.default(1)),
        "6",
        "text3",
        "[1, 4, 9]",
        "12 2",
        "c++ c++ at 8 20 same light",
        "cardboard 6 1",
        "1",
        "6",
        "ValueError: there is no such box",
        "4: 0 2 4 6 6 4",
        "IndexError: Evens: index 4 is out of range for length 4",
        "10 a1 0",
        'KeyError: Table: there is no key "a"',
        "Point { x: 2.0, y: 2.0 }",
        "TypeError: Point.middle: argument 1 `points`: item 1: expected testing.Point, got None",
        "1",
        "Point { x: 1.0, y: 2.0 } other same",
        "ValueError: cannot access member `__lt__` of an empty reference",
        "TypeError: testing.point_x: argument 1 `p`: expected testing.Point, got None",
    ]


def test_calls_of_overloads_through_a_header(tmp_path, compiler, testing):
    stubs.write(["testing_overloads"], tmp_path, "cpp")
    made = compiler(
        """
        #include <testing_overloads.hpp>
        using namespace testing_overloads;
"""
        + SAY
        + """

        template <class Wanted, class Given>
        void is(Given&&) { static_assert(std::is_same_v<Wanted, Given>); }

        extern "C" __attribute__((visibility("default"))) const char* run() {
          said.clear();
          say([] { return std::to_string(add(1)) + " " + add("a", "b") + " " + std::to_string(add(1, 2L)); });
          is<double>(add(1.5, 2.0f));
          is<std::int64_t>(add(1, 2));
          say([] { return kind(true) + " " + kind(3) + " " + kind(2.5) + " " + kind("text"); });
          say([] { return kind(300); });
          say([] { return place("a", 3) + " " + place("a", 3, "x") + " " + place("a", 3, 4); });
          say([] { return tone(Tone::LOW) == Tone::HIGH ? "high" : "low"; });
          say([] { return tone("x", Tone::HIGH).string(); });
          say([] {
            const Base base = Base::create("hello");
            return Base::create(1, 2).made_of() + " " + base.part(1) + " " + base.part(1, 3) + " " +
                   base.part().made_of() + " " + Base::named("x") + " " + Base::named(3) + " " +
                   kind(Derived::create()) + " " + kind(base);
          });
          say([] { return std::to_string(fails(2)); });
          return said.c_str();
        }
        """,
        "-shared",
        library_path(),
    )
    library = ctypes.CDLL(str(made))
    library.run.restype = ctypes.c_char_p
    assert library.run().decode().splitlines() == [
        "2 ab 3",
        "bool u8 float path",
        "OverflowError: testing_overloads.kind: no overload takes (int)",
        *tvmlike_error_lines(tvmlike.testing_overloads.kind, 300),
        "a:3 here a:3 x a:3-4 there",
        "high",
        "x/high",
        "1, 2 e el hello text x number 3 derived base",
        "ValueError: 2 is refused",
    ]


def tvmlike_error_lines(function, *args):
    with pytest.raises(OverflowError) as caught:
        function(*args)
    return str(caught.value).splitlines()[1:]


def test_a_plugin_calls_through_a_header(tmp_path, compiler, testing):
    stubs.write(["testing"], tmp_path, "cpp")
    made = compiler(
        """
        #include <tvmlike/plugin.hpp>

        #include <testing.hpp>

        static void setup(tvmlike::Plugin& plugin) {
          plugin.add("cpp_calls.sum", [](std::int64_t a) { return testing::add3(a, 1, 2); });
          plugin.add("cpp_calls.further", [](const testing::Counter& a) {
            const testing::Counter b = testing::Counter::create(1);
            b.add(10);
            return testing::Counter::further(a, b);
          });
        }
        TVMLIKE_CPP_PLUGIN("cpp_calls", "1.0", setup)
        """,
        "-shared",
        "-fvisibility=hidden",
    )
    tvmlike.load_plugin(made)
    try:
        counter = testing.Counter()
        assert tvmlike.cpp_calls.sum(3) == 6
        assert tvmlike.cpp_calls.further(counter).value == 10
        counter.add(20)
        assert tvmlike.cpp_calls.further(counter) is counter
        with pytest.raises(TypeError, match=r"cpp_calls\.further: argument 1: expected testing\.Counter"):
            tvmlike.cpp_calls.further(testing.make_point(1, 2))
    finally:
        tvmlike.unload_plugin("cpp_calls")


def test_the_headers_of_the_cpp_host_are_current():
    folder = Path(__file__).resolve().parents[2] / "examples" / "cpp_host" / "wrappers"
    for file, text in stubs.texts(["array", "tensor"], "cpp").items():
        shipped = (folder / file).read_text(encoding="utf-8")
        assert shipped == text, f"write it anew: tvmlike stubs --lang cpp array tensor -o {folder}"
