// A plugin in C++ with a pass: `builtin.module(cpp-drop{name=test.debug})` erases the operations with a name.
#include <tvmlike/plugin.hpp>

namespace {

void drop(const tvmlike::ObjectRef& op, const std::optional<std::string>& name) {
  const auto erase = tvmlike::Function::get_global("ir.erase_operation");
  const auto found = tvmlike::Function::get_global("ir.find_operations")(op, name.value_or("test.debug"));
  for (const auto& one : found.cast<std::vector<tvmlike::ObjectRef>>()) erase(one);
}

void set_up(tvmlike::Plugin& plugin) {
  plugin.add("ir.pass.cpp-drop", drop,
             tvmlike::About("Erases the operations with a name.").params("op", "name"));
}

}  // namespace

TVMLIKE_CPP_PLUGIN("pass_cpp", "0.1.0", set_up)
