// A plugin in C++: a pass `cpp-drop{also=test.a,test.b name=test.debug}` that erases the operations with these
// names, a pass `cpp-rewrite` that applies a pattern, and a pass `cpp-convert` that applies a conversion.
#include <tvmlike/plugin.hpp>

namespace {

using tvmlike::Array, tvmlike::Function, tvmlike::Map, tvmlike::ObjectRef;

using Names = std::vector<std::string>;

void drop(const ObjectRef& op, const std::optional<std::string>& name, const std::optional<Names>& also) {
  const auto find = Function::get_global("ir.find_operations"), erase = Function::get_global("ir.erase_operation");
  Names names = also.value_or(Names());
  names.push_back(name.value_or("test.debug"));
  for (const auto& each : names)
    for (const auto& one : find(op, each).cast<std::vector<ObjectRef>>()) erase(one);
}

// Pattern: `arith.addi` becomes `arith.muli`.
void to_muli(const ObjectRef& op, const ObjectRef& rewriter) {
  const auto part = Function::get_global("ir.part");
  const tvmlike::Scope before(rewriter.get<ObjectRef>("ip"));
  const Map parts{{"lhs", part(op, "lhs")}, {"rhs", part(op, "rhs")}};
  rewriter.call("replace_op", op, Function::get_global("ir.build")("arith.muli", parts));
}

void rewrite(const ObjectRef& op) {
  const ObjectRef patterns = tvmlike::construct("rewrite.RewritePatternSet");
  patterns.call("add_pattern", "arith.addi", Function(to_muli), 2);
  Function::get_global("rewrite.apply_patterns_and_fold_greedily")(op, patterns.call("freeze"));
}

// Conversion: `test.twice` of an index becomes `arith.addi` of an i64.
std::optional<ObjectRef> to_i64(const ObjectRef& type) {
  if (type.call("__str__").cast<std::string>() != "index") return std::nullopt;
  return tvmlike::static_function("ir.Type", "parse")("i64").cast<ObjectRef>();
}

void add(const ObjectRef& op, const Array& operands, const ObjectRef&, const ObjectRef& rewriter) {
  const tvmlike::Scope before(rewriter.get<ObjectRef>("ip"));
  const Map parts{{"lhs", operands[0]}, {"rhs", operands[0]}};
  rewriter.call("replace_op", op, Function::get_global("ir.build")("arith.addi", parts));
}

ObjectRef cast(const ObjectRef& rewriter, const ObjectRef& type, const Array& inputs, const ObjectRef&) {
  const tvmlike::Scope before(rewriter.get<ObjectRef>("ip"));
  const Map parts{{"in", inputs[0]}, {"out", type}};
  const auto made = Function::get_global("ir.build")("arith.index_cast", parts).cast<ObjectRef>();
  return made.get<ObjectRef>("result");
}

void convert(const ObjectRef& op) {
  const ObjectRef converter = tvmlike::construct("rewrite.TypeConverter");
  converter.call("add_conversion", Function(to_i64));
  converter.call("add_source_materialization", Function(cast));
  converter.call("add_target_materialization", Function(cast));
  const ObjectRef patterns = tvmlike::construct("rewrite.RewritePatternSet");
  patterns.call("add_conversion_pattern", "test.twice", Function(add), converter);
  const ObjectRef target = tvmlike::construct("rewrite.ConversionTarget");
  target.call("add_illegal_ops", std::vector<std::string>{"test.twice"});
  target.call("add_legal_dialects", std::vector<std::string>{"arith"});
  Function::get_global("rewrite.apply_partial_conversion")(op, target, patterns.call("freeze"));
}

// Reports what analyses find: how many functions there are, and the range of the result of the first `arith.remui`.
void analyze(const ObjectRef& op) {
  const auto nodes = tvmlike::construct("analysis.CallGraph", op).get<std::vector<ObjectRef>>("nodes");
  const auto found = Function::get_global("ir.find_operations")(op, "arith.remui");
  const auto result = found.cast<std::vector<ObjectRef>>().at(0).get<ObjectRef>("result");
  const auto range = tvmlike::construct("analysis.IntegerRanges", op).call("range", result).cast<ObjectRef>();
  const auto self = Function::get_global("analysis.alias")(result, result).cast<int64_t>();
  Function::get_global("test.analyzed")(static_cast<int64_t>(nodes.size()), range.get<int64_t>("umax"), self);
}

void set_up(tvmlike::Plugin& plugin) {
  using tvmlike::About;
  plugin.add("ir.pass.cpp-drop", drop, About("Erases operations with these names.").params("op", "name", "also"));
  plugin.add("ir.pass.cpp-rewrite", rewrite, About("Applies a pattern.").params("op"));
  plugin.add("ir.pass.cpp-analyze", analyze, About("Reports what analyses find.").params("op"));
  plugin.add("ir.pass.cpp-convert", convert, About("Applies a conversion.").params("op"));
}

}  // namespace

TVMLIKE_CPP_PLUGIN("pass_cpp", "0.1.0", set_up)
