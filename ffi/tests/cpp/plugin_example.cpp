// examples/plugin_cpp, used as a C++ program uses a plugin: its functions, its class, its errors, its end.
#include <cmath>
#include <thread>

#include "../check.hpp"

namespace {

using tvmlike::Function;
using tvmlike::ObjectRef;
using tvmlike::Tensor;
using tvmlike::TypedFunction;

void functions() {
  const Function integrate = Function::get_global("plugin_cpp.integrate");
  const double area = integrate([](double x) { return x * x; }, 0, 3);
  CHECK(std::abs(area - 9) < 1e-9);
  CHECK(integrate([](double x) { return x; }, 0, 1, 1).cast<double>() == 0.5);
  THROWS(integrate([](double) { return "text"; }, 0, 1), "TypeError", "result: expected f64, got str");
  THROWS(integrate([](double) -> double { throw tvmlike::Error("KeyError", "inner"); }, 0, 1), "KeyError",
         "inner");
  THROWS(integrate(5, 0, 1), "TypeError",
         "plugin_cpp.integrate: argument 1 `f`: expected PackedFunc, got int");
  THROWS(integrate(integrate, 0, 1, 0), "ValueError", "expected 1 step or more");
  const auto linspace = TypedFunction<Tensor(double, double, int)>::get_global("plugin_cpp.linspace");
  const Tensor numbers = linspace(0, 1, 5);
  CHECK(numbers.data<double>()[1] == 0.25 && numbers.data<double>()[4] == 1);
  CHECK(linspace(2, 3, 1).data<double>()[0] == 2 && linspace(2, 3, 0).numel() == 0);
  THROWS(linspace(2, 3, -1), "ValueError", "0 numbers or more");
  std::puts("functions");
}

void histogram() {
  const ObjectRef counts = tvmlike::construct("plugin_cpp.Histogram", 0, 1, 4);
  CHECK(counts.call("add", 0.9).cast<bool>() && !counts.call("add", 1).cast<bool>());
  double numbers[] = {0.1, 5, 0.3, 5, 0.3, 5};
  std::int64_t shape[] = {3}, strides[] = {2};
  DLTensor every_other{numbers, tvmlike::cpu(), 1, tvmlike::dtype_of<double>(), shape, strides, 0};
  CHECK_INT(counts.call("add_all", &every_other).cast<int>(), 3);
  CHECK(counts.call("counts").cast<std::vector<int>>() == (std::vector<int>{1, 2, 0, 1}));
  CHECK_INT(counts.get<int>("total"), 4);
  counts.set("label", "of the test");
  CHECK(counts.call("__repr__").cast<std::string>() == "<Histogram of the test of 4 numbers in 4 bins>");
  counts.call("merge", counts);
  CHECK_INT(counts.get<int>("total"), 8);
  CHECK_INT(tvmlike::construct("plugin_cpp.Histogram", 0, 1).call("__len__").cast<int>(), 10);
  CHECK_INT(Function::get_global("plugin_cpp.running")().cast<int>(), 1);
  THROWS(counts.call("merge", tvmlike::construct("plugin_cpp.Histogram", 0, 1)), "ValueError",
         "different bins");
  THROWS(tvmlike::construct("plugin_cpp.Histogram", 1, 0), "ValueError", "`start` is not below `stop`");
  THROWS(tvmlike::construct("plugin_cpp.Histogram", 0, 1, 0), "ValueError", "there are no bins");
  CHECK_INT(Function::get_global("plugin_cpp.running")().cast<int>(), 1);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&counts] {
      for (int at = 0; at < 1000; ++at) counts.call("add", 0.6);
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK_INT(counts.get<int>("total"), 4008);
  std::puts("the class");
}

void dialect() {
  const ObjectRef context = tvmlike::construct("ir.Context");
  const tvmlike::Scope scope(context);
  const auto parse = tvmlike::static_function("ir.Module", "parse");
  const ObjectRef module = parse("%n = numbers.linspace 0.0 to 1.5 : tensor<4xf64>").cast<ObjectRef>();
  const auto text = module.call("__str__").cast<std::string>();
  CHECK(text.find("numbers.linspace 0.000000e+00 to 1.500000e+00 : tensor<4xf64>") != std::string::npos);
  THROWS(parse("%n = numbers.linspace 0.0 to 1.5 : tensor<4xf32>"), "MLIRError", "must be 1-D tensor of f64");
  THROWS(parse("%n = numbers.linspace 2.0 to 1.5 : tensor<4xf64>"), "MLIRError",
         "'numbers.linspace' op must not go down");
  std::puts("the dialect");
}

}  // namespace

int main(int argc, char** argv) {
  return run([&] {
    tvmlike::load_plugin(needed("TVMLIKE_PLUGIN_CPP", argc, argv));
    functions();
    histogram();
    dialect();
    tvmlike::unload_plugin("plugin_cpp", true);
    CHECK(tvmlike::list_global_names("plugin_cpp").empty());
  });
}
