// The pybind11 peer.

#include <pybind11/numpy.h>
#include <pybind11/operators.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace py = pybind11;
using namespace py::literals;

struct Point {
  double x, y;
  Point(double x, double y) : x(x), y(y) {}
};

struct Counter {
  int64_t v;
  explicit Counter(int64_t v) : v(v) {}
  int64_t inc(int64_t by) { return v += by; }
  Counter fresh() const { return Counter(v); }
};

struct Item {
  int64_t v;
  std::string name;
  Item(int64_t v, std::string name) : v(v), name(std::move(name)) {}
  bool operator==(const Item& other) const { return v == other.v; }
  std::string repr() const { return "Item(v=" + std::to_string(v) + ", name=\"" + name + "\")"; }
};

PYBIND11_MODULE(bench_pybind11, m) {
  py::class_<Point>(m, "Point").def(py::init<double, double>());
  py::class_<Counter>(m, "Counter")
      .def(py::init<int64_t>(), "v"_a)
      .def_readonly("v", &Counter::v)
      .def("inc", &Counter::inc, "by"_a)
      .def("fresh", &Counter::fresh);
  py::class_<Item>(m, "Item")
      .def(py::init<int64_t, std::string>(), "v"_a, "name"_a)
      .def_readonly("v", &Item::v)
      .def_readonly("name", &Item::name)
      .def(py::self == py::self)
      .def("__hash__", [](const Item& item) { return std::hash<int64_t>()(item.v); })
      .def("__repr__", &Item::repr);

  m.def("nop", [] {});
  m.def(
      "add3", [](int64_t a, int64_t b, int64_t c) { return a + b + c; }, "a"_a, "b"_a, "c"_a);
  m.def("twice", [](int64_t x) { return x * 2; }, "x"_a);
  m.def("twice", [](const std::string& x) { return x + x; }, "x"_a);
  m.def("negate", [](int64_t x) { return -x; });
  m.def("text_length", [](std::string_view text) { return text.size(); });
  m.def("text_same", [](std::string_view text) { return std::string(text); });
  m.def("text_of", [](size_t size) { return std::string(size, 'x'); });
  m.def("first_dim", [](const py::array& array) { return array.shape(0); });
  m.def("tensor", [] {
    py::array_t<float> zeros({3, 4});
    std::fill_n(zeros.mutable_data(), zeros.size(), 0.0f);
    return zeros;
  });
  // An object with a Python object becomes that Python object again.
  m.def("same", [](Point& point) -> Point& { return point; }, py::return_value_policy::reference);
  m.def("call_n", [](const py::function& f, int64_t n) {
    py::object last = py::none();
    for (int64_t i = 0; i < n; i++) last = f(i);
    return last;
  });
  m.def("fail", [](const std::string& message) { throw py::value_error(message); });

  m.def("ints", [] {
    std::vector<int64_t> items(1000);
    std::iota(items.begin(), items.end(), 0);
    return items;
  });
  m.def("counters", [] {
    std::vector<Counter> items;
    items.reserve(100);
    for (int64_t v = 0; v < 100; v++) items.emplace_back(v);
    return items;
  });
  m.def("sum_floats", [](const std::vector<double>& items) {
    return std::accumulate(items.begin(), items.end(), 0.0);
  });
  m.def("sum_ints", [](const std::vector<int64_t>& items) {
    return std::accumulate(items.begin(), items.end(), int64_t{0});
  });
  m.def("sum_values", [](const std::unordered_map<std::string, int64_t>& items) {
    int64_t sum = 0;
    for (const auto& item : items) sum += item.second;
    return sum;
  });
  m.def("sum_counters", [](const std::vector<const Counter*>& items) {
    int64_t sum = 0;
    for (const Counter* item : items) sum += item->v;
    return sum;
  });
}
