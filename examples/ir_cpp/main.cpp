// Builds, walks and prints MLIR from C++.
//
// The compiler's IR is a namespace of the registry like any other. Its C++ header is generated:
//
//   tvmlike stubs --lang cpp ir -o wrappers
//
// Classes and members have the names of MLIR's Python bindings. Handles can be copied and kept: what they refer
// to stays alive with its module, and a handle of something that was erased throws an error.
//
// Each step prints what it did. Build it with CMake (CMakeLists.txt) or with make and pkg-config (Makefile).

#include <tvmlike/tvmlike.hpp>

#include <iostream>

#include "ir.hpp"

namespace {

// The context owns types, attributes and locations. The body is a region with one block.
const char* const kText = R"(
"toy.func"() <{sym_name = "main"}> ({
^entry(%x: i32):
  %sum = "toy.add"(%x, %x) {fast} : (i32, i32) -> i32
  "toy.return"(%sum) : (i32) -> ()
}) : () -> ()
)";

// An operation with a region: "toy.loop"() ({ ^bb0(%i: index): "toy.use"(%i) }).
ir::Operation build_loop(const ir::Module& module) {
  // Builders take what they are not given from the scopes around them, as `with` blocks do in Python.
  const tvmlike::Scope location(ir::Location::file("main.cpp", 1, 1));
  const tvmlike::Scope end_of_module(ir::InsertionPoint::create(module.body()));
  const ir::Operation loop = ir::Operation::create("toy.loop", {}, {}, {}, {}, /*regions=*/1);

  const ir::Block body = ir::Block::create_at_start(loop.regions()[0], {ir::IndexType::get_()});
  const tvmlike::Scope end_of_body(ir::InsertionPoint::create(body));
  ir::Operation::create("toy.use", {}, std::vector<ir::Value>{body.arguments()[0]});
  return loop;
}

// Calls a lambda with each operation, operations inside others first.
std::size_t count(const ir::Module& module) {
  std::size_t count = 0;
  ir::walk(module.operation(), [&count](const ir::Operation&) {
    ++count;
    return ir::WalkResult::ADVANCE;
  });
  return count;
}

// Prints each operation with its attributes, by loops over regions, blocks and operations.
void show(const ir::OperationBase& operation, const std::string& indent) {
  std::cout << indent << operation.name();
  const ir::OpAttributeMap attributes = operation.attributes();
  for (const std::string& name : attributes) {
    std::cout << ' ' << name << '=' << std::get<ir::Attribute>(attributes.at(name)).str();
  }
  std::cout << '\n';
  for (const ir::Region& region : operation.regions())
    for (const ir::Block& block : region.blocks())
      for (const ir::OpView& inner : block.operations()) show(inner, indent + "  ");
}

}  // namespace

int main() {
  try {
    const ir::Context context = ir::Context::create();
    // The dialect `toy` is not registered.
    context.set_allow_unregistered_dialects(true);
    const tvmlike::Scope scope(context);

    const ir::Module module = ir::Module::parse(kText);
    const ir::Operation loop = build_loop(module);
    std::cout << "count: " << count(module) << " operations\n";

    const ir::OpAttributeMap attributes = loop.attributes();
    attributes.set_at("trips", ir::IntegerAttr::get_(ir::IntegerType::get_signless(64), 10));
    const auto trips = ir::IntegerAttr::cast(std::get<ir::Attribute>(attributes.at("trips")));
    std::cout << "attribute: trips is " << trips.value() << '\n';

    show(module.operation(), "");
    std::cout << module.str();

    // `loop` refers to nothing from here on, and says so.
    loop.erase();
    try {
      std::cout << loop.name() << '\n';
    } catch (const tvmlike::Error& error) {
      std::cout << "error: " << error.what() << '\n';
    }
    // Bad text is an error with the diagnostics.
    try {
      ir::Module::parse("\"toy.use\"(%nothing) : (i32) -> ()");
    } catch (const tvmlike::Error& error) {
      std::cout << "error: " << error.what() << '\n';
    }
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "ir_cpp: " << error.what() << '\n';
    return 1;
  }
}
