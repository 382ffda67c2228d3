// Standard classes as parameters and results: pairs, tuples, functions, shared pointers, typed tensors; text of objects.
#include <algorithm>

#include "../check.hpp"
#include "tvmlike/vocabulary.hpp"

namespace {

using tvmlike::Any;
using tvmlike::Function;
using tvmlike::TensorView;

Function echo;

void tuples() {
  using Triple = std::tuple<int, std::string, std::optional<double>>;
  CHECK(echo(Triple(1, "two", std::nullopt)).cast<Triple>() == Triple(1, "two", std::nullopt));
  using Pair = std::pair<std::string, std::vector<int>>;
  CHECK(echo(Pair("a text longer than seven", {1, 2})).cast<Pair>() == Pair("a text longer than seven", {1, 2}));
  CHECK_INT(echo(std::tuple<>()).cast<tvmlike::Array>().size(), 0);
  CHECK(echo(std::tuple<>()).cast<std::tuple<>>() == std::tuple<>());
  const auto nested = echo(std::vector<std::pair<int, int>>{{1, 2}, {3, 4}}).cast<std::vector<std::pair<int, int>>>();
  CHECK_INT(nested[1].second, 4);
  const Any kept = echo(std::pair("first of two", 2));
  CHECK((kept.cast<std::pair<std::string_view, int>>().first == "first of two"));
  THROWS((echo(tvmlike::Array{1, 2}).cast<Triple>()), "ValueError", "wrong number of elements: expected 3, got 2");
  THROWS((echo(tvmlike::Array{1, 2, 3}).cast<Triple>()), "TypeError", "item 1: expected str, got int");
  THROWS((echo(5).cast<Triple>()), "TypeError", "expected tuple of (i32, str, f64 or None), got int");
  tvmlike::register_global("std.swap", [](std::pair<int, std::string> p) { return std::pair(p.second, p.first); },
                           tvmlike::About("Swaps.").params("p"));
  const Function swap = Function::get_global("std.swap");
  CHECK((swap(std::pair(1, "x")).cast<std::pair<std::string, int>>() == std::pair<std::string, int>("x", 1)));
  THROWS(swap(tvmlike::Array{"x", 1}), "TypeError", "std.swap: argument 1 `p`: item 0: expected i32, got str");
  const std::string record = Function::get_global("registry.info")("std.swap");
  CHECK_HAS(record.c_str(), "stuple");
  std::puts("pairs and tuples");
}

void functions() {
  using Binary = std::function<int(int, int)>;
  tvmlike::register_global("std.apply", [](const Binary& f, int a, int b) { return f(a, b); });
  const Function apply = Function::get_global("std.apply");
  CHECK_INT(apply([](int a, int b) { return a * b; }, 6, 7).cast<int>(), 42);
  THROWS(apply(Function::get_global("testing.add3"), 1, 2), "TypeError", "expected 3 arguments, got 2");
  THROWS(apply(5, 1, 2), "TypeError", "std.apply: argument 1: expected PackedFunc, got int");
  THROWS(apply(nullptr, 1, 2), "TypeError", "argument 1: expected PackedFunc, got None");
  THROWS(apply([](int, int) { return std::string("x"); }, 1, 2), "TypeError", "result: expected i32, got str");
  THROWS(apply([](int, int) -> int { throw std::out_of_range("no"); }, 1, 2), "IndexError", "no");
  tvmlike::register_global("std.adder", [](int by) { return std::function<int(int)>([by](int x) { return x + by; }); });
  CHECK_INT(Function(Function::get_global("std.adder")(3))(4).cast<int>(), 7);
  CHECK(echo(Binary()).is_none());
  CHECK(echo(Binary()).cast<std::optional<Binary>>() == std::nullopt);
  Binary kept = echo([](int a, int b) { return a - b; }).cast<Binary>();
  CHECK_INT(kept(5, 3), 2);
  std::puts("std::function");
}

struct Node {
  explicit Node(int number) : number(number) { ++living; }
  Node(const Node&) = delete;
  ~Node() { --living; }
  int number;
  static inline int living = 0;
};

void shared_pointers() {
  THROWS(Any(std::make_shared<Node>(0)), "TypeError", "is not registered");
  tvmlike::register_class(tvmlike::Class<Node>("std.Node")
                              .init<int>()
                              .field("number", &Node::number)
                              .method("__repr__", [](const Node& n) { return "Node " + std::to_string(n.number); }));
  tvmlike::register_global("std.node", [](int number) { return std::make_shared<Node>(number); });
  tvmlike::register_global("std.number", [](const std::shared_ptr<Node>& node) { return node->number; });
  {
    const std::shared_ptr<Node> node = std::make_shared<Node>(7);
    const Any value = echo(node);
    CHECK(node.use_count() == 2);
    CHECK_INT(value.cast<tvmlike::ObjectRef>().get<int>("number"), 7);
    CHECK(value.cast<std::shared_ptr<Node>>().get() == node.get());
    CHECK(&*value.cast<tvmlike::Ref<Node>>() == node.get());
    CHECK_INT(Function::get_global("std.number")(node).cast<int>(), 7);
  }
  CHECK_INT(Node::living, 0);
  std::shared_ptr<Node> kept = Function::get_global("std.node")(8).cast<std::shared_ptr<Node>>();
  CHECK_INT(kept->number, 8);
  kept = tvmlike::make<Node>(9).call("__repr__").is_none() ? nullptr : echo(tvmlike::make<Node>(9)).cast<std::shared_ptr<Node>>();
  CHECK_INT(kept->number, 9);
  kept.reset();
  CHECK_INT(Node::living, 0);
  CHECK(echo(std::shared_ptr<Node>()).is_none());
  THROWS(Function::get_global("std.number")(nullptr), "TypeError", "expected std.Node, got None");
  THROWS(Function::get_global("std.number")("x"), "TypeError", "expected std.Node, got str");
  std::puts("shared pointers");
}

void typed_tensors() {
  tvmlike::register_global("std.trace", [](TensorView<const float, 2> m) {
    float sum = 0;
    for (std::int64_t at = 0; at < std::min(m.shape(0), m.shape(1)); ++at) sum += m(at, at);
    return sum;
  });
  tvmlike::register_global("std.clear", [](TensorView<float> t) {
    if (!t.is_contiguous()) throw tvmlike::Error("ValueError", "not contiguous");
    std::fill_n(t.data_ptr(), t.numel(), 0.0F);
  });
  const Function trace = Function::get_global("std.trace"), clear = Function::get_global("std.clear");
  float numbers[] = {1, 2, 3, 4, 5, 6};
  std::int64_t shape[] = {2, 3}, turned[] = {3, 2}, strides[] = {1, 3};
  DLTensor rows{numbers, tvmlike::cpu(), 2, tvmlike::dtype_of<float>(), shape, nullptr, 0};
  DLTensor columns{numbers, tvmlike::cpu(), 2, tvmlike::dtype_of<float>(), turned, strides, 0};
  CHECK(trace(&rows).cast<float>() == 6);
  CHECK(trace(&columns).cast<float>() == 6);
  CHECK(trace(tvmlike::Tensor::empty({3, 3}, tvmlike::dtype_of<float>())).cast<float>() == 0);
  THROWS(trace(tvmlike::Tensor::empty({3, 3}, tvmlike::dtype_of<double>())), "TypeError",
         "std.trace: argument 1: expected a tensor of float32, got float64");
  THROWS(trace(tvmlike::Tensor::empty({3}, tvmlike::dtype_of<float>())), "ValueError",
         "expected a tensor with 2 dimensions, got 1");
  THROWS(trace(5), "TypeError", "expected Tensor, got int");
  THROWS(trace(nullptr), "TypeError", "expected Tensor, got None");
  DLTensor elsewhere = rows;
  elsewhere.device = DLDevice{kDLCUDA, 1};
  THROWS(trace(&elsewhere), "TypeError", "expected a tensor on the CPU, got one on cuda:1");
  THROWS(clear(&columns), "ValueError", "not contiguous");
  clear(&rows);
  CHECK(std::count(numbers, numbers + 6, 0.0F) == 6);
  const tvmlike::Tensor owned = tvmlike::Tensor::empty({2, 0}, tvmlike::dtype_of<float>());
  const TensorView<float, 2> view(owned.dl_tensor());
  CHECK(view.numel() == 0 && view.is_contiguous());
  const TensorView<const float, 2> of_rows(rows);
  CHECK(of_rows.stride(0) == 3 && of_rows.stride(1) == 1 && of_rows.ndim() == 2);
  THROWS(view.shape(2), "IndexError", "index 2 is out of range for 2 items");
  const std::string record = Function::get_global("registry.info")("std.clear");
  CHECK_HAS(record.c_str(), "writable");
  CHECK_HAS(record.c_str(), "f32");
  std::puts("typed tensors");
}

void texts() {
  CHECK(tvmlike::to_string(Any(tvmlike::make<Node>(3))) == "Node 3");
  CHECK(tvmlike::to_string(Any(tvmlike::Array{tvmlike::make<Node>(3), 1})) == "[Node 3, 1]");
  const tvmlike::ObjectRef point = tvmlike::construct("testing.Point", 1, 2);
  CHECK_HAS(tvmlike::to_string(Any(point)).c_str(), "Point { x: 1.0, y: 2.0 }");
  const Any ticket = Function::get_global("testing.make_ticket")(7);
  CHECK(tvmlike::to_string(ticket) == "<testing.Ticket>");
  struct Fails {};
  tvmlike::register_class(tvmlike::Class<Fails>("std.Fails").method("__repr__", [](const Fails&) -> std::string {
    throw tvmlike::Error("ValueError", "no text");
  }));
  CHECK(tvmlike::to_string(Any(tvmlike::make<Fails>())) == "<std.Fails>");
  std::puts("texts of objects");
}

void vocabulary() {
  using Value = std::variant<int, std::string>;
  const auto kind = [](const Value& value) { return value.index() == 0 ? "an int" : std::get<1>(value); };
  tvmlike::register_global("std.kind", kind, tvmlike::About("Its kind.").params("value"));
  const Function of = Function::get_global("std.kind");
  CHECK(of(3).cast<std::string>() == "an int");
  CHECK(of("a text").cast<std::string>() == "a text");
  THROWS(of(1.5), "TypeError", "std.kind: argument 1 `value`: expected i32 or str, got float");
  tvmlike::register_global("std.plus", [](std::set<int> numbers, std::array<int, 2> two) {
    numbers.insert(two.begin(), two.end());
    return numbers;
  });
  const Function plus = Function::get_global("std.plus");
  CHECK((plus(std::set<int>{1, 2}, std::array<int, 2>{2, 3}).cast<std::set<int>>() == std::set<int>{1, 2, 3}));
  THROWS(plus(std::set<int>{1}, std::vector<int>{2}), "ValueError",
               "std.plus: argument 2: wrong number of elements: expected 2, got 1");
  tvmlike::register_global("std.parent", [](const std::filesystem::path& path) { return path.parent_path(); });
  CHECK(Function::get_global("std.parent")("/a/b").cast<std::filesystem::path>() == "/a");
  std::puts("variants, sets, arrays, paths");
}

void records() {
  tvmlike::register_global("std.words", [](std::filesystem::path, std::chrono::duration<double>, std::set<int>,
                                           std::array<double, 2>, std::variant<int, std::string>) {});
  const std::string record = Function::get_global("registry.info")("std.words");
  for (const char* part : {"\"path\"", "\"duration\"", "\"set\"", "\"array\"", "\"union\""}) CHECK_HAS(record.c_str(), part);
  std::puts("records");
}

}  // namespace

int main(int argc, char** argv) {
  return run([&] {
    load_test_plugin(argc, argv);
    echo = Function::get_global("testing.echo");
    tuples();
    functions();
    shared_pointers();
    typed_tensors();
    texts();
    vocabulary();
    records();
  });
}
