"""The compiler's IR through its typed C++ header."""

from __future__ import annotations

import ctypes

from test_stubs_cpp import SAY, compiler, precompiled, pytestmark  # noqa: F401

from tvmlike import stubs
from tvmlike._loader import library_path


def test_the_ir_through_a_header(tmp_path, compiler):  # noqa: F811
    stubs.write(["ir"], tmp_path, "cpp")
    made = compiler(
        """
        #include <ir.hpp>
"""
        + SAY
        + """

        static std::string names(const ir::OperationBase& op) {
          std::string text = op.name();
          for (const auto& region : op.regions())
            for (const auto& block : region.blocks())
              for (const auto& inner : block.operations()) text += " " + names(inner);
          return text;
        }

        extern "C" __attribute__((visibility("default"))) const char* run() {
          said.clear();
          const ir::Context context = ir::Context::create();
          context.set_allow_unregistered_dialects(true);
          const tvmlike::Scope scope(context);
          const tvmlike::Scope location(ir::Location::unknown());
          const ir::Module module = ir::Module::parse(
              R"("a.one"() ({ "a.two"() {y, x} : () -> () "a.three"() : () -> () }) : () -> ())");
          say([&] { return names(module.operation()); });
          say([&] {
            const tvmlike::Scope end(ir::InsertionPoint::create(module.body()));
            const auto type = ir::IntegerType::get_signless(32);
            const auto made = ir::Operation::create("a.make", {{type, type}});
            ir::Operation::create("a.take", {}, std::vector<ir::Value>{made.results()[1]});
            return ir::get_asm(module.body().operations().at(-1)).index() == 0 ? "text" : "bytes";
          });
          say([&] {
            std::string text;
            ir::walk(module.operation(), [&text](const ir::Operation& op) {
              text += op.name() + " ";
              return op.name() == "a.one" ? ir::WalkResult::SKIP : ir::WalkResult::ADVANCE;
            }, ir::WalkOrder::PRE_ORDER);
            return text;
          });
          say([&] {
            const auto blocks = module.operation().regions()[0].blocks();
            auto at = blocks.begin();
            const auto before = at++;
            return std::string(at == blocks.end() ? "end" : "more") + (before == at ? "" : " one") +
                   (*before == module.body() ? " body" : "");
          });
          say([&] {
            std::string text;
            for (const std::string& name : module.find("a.two")[0].attributes()) text += name;
            return text;
          });
          say([] { return ((ir::AffineDimExpr::get_(0) + 2) * ir::AffineSymbolExpr::get_(0) % 5).str(); });
          say([] { return std::to_string(ir::F32Type::isa(ir::Type::parse("f32"))) +
                          std::to_string(ir::IntegerType::cast(ir::Type::parse("si7")).width()); });
          say([] { return ir::IntegerType::cast(ir::Type::parse("f32")).str(); });
          say([&] {
            const auto first = module.body().operations().at(0);
            const auto inside = first.regions()[0].blocks().at(0).operations();
            auto at = inside.begin();
            first.erase();
            return (++at)->name();
          });
          say([&] { return module.operation().regions()[0].blocks().end()->str(); });
          say([&] { return module.body().str(); });
          return said.c_str();
        }
        """,
        "-shared",
        library_path(),
    )
    library = ctypes.CDLL(str(made))
    library.run.restype = ctypes.c_char_p
    assert library.run().decode().splitlines() == [
        "builtin.module a.one a.two a.three",
        "text",
        "builtin.module a.one a.make a.take ",
        "end one body",
        "xy",
        "((d0 + 2) * s0) mod 5",
        "17",
        "TypeError: ir.IntegerType: expected ir.IntegerType, got ir.F32Type",
        "RuntimeError: the operation `a.three` no longer exists: it was erased",
        "IndexError: iterator: there is no item at its end",
        "^bb0:",
        '  %0:2 = "a.make"() : () -> (i32, i32)',
        '  "a.take"(%0#1) : (i32) -> ()',
        "",
    ]
