// The nanobind peer.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unordered_map.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

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

struct Row {
  std::vector<int64_t> items;
  explicit Row(int64_t size) : items(size) { std::iota(items.begin(), items.end(), 0); }
  // As nanobind's documentation recommends for sequences: an index error ends the iteration.
  int64_t get(int64_t index) const {
    const auto size = static_cast<int64_t>(items.size());
    if (index < 0) index += size;
    if (index < 0 || index >= size) throw nb::index_error();
    return items[index];
  }
};

struct Table {
  std::unordered_map<std::string, int64_t> items;
  explicit Table(int64_t size) {
    for (int64_t i = 0; i < size; i++) items["key " + std::to_string(i)] = i;
  }
  int64_t get(const std::string& key) const {
    const auto found = items.find(key);
    if (found == items.end()) throw nb::key_error(key.c_str());
    return found->second;
  }
};

enum class Color { Red = 1, Green = 2 };

struct Scope {
  int64_t number;
  explicit Scope(int64_t number) : number(number) {}
};
thread_local std::vector<const Scope*> scopes;

// A new array, whose memory lives as long as Python's array.
template <typename Framework>
nb::ndarray<Framework, float, nb::shape<3, 4>> tensor() {
  float* data = new float[12]();
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<float*>(p); });
  return {data, {3, 4}, owner};
}

NB_MODULE(bench_nanobind, m) {
  nb::class_<Point>(m, "Point").def(nb::init<double, double>());
  nb::class_<Counter>(m, "Counter")
      .def(nb::init<int64_t>(), "v"_a)
      .def_ro("v", &Counter::v)
      .def("inc", &Counter::inc, "by"_a)
      .def("fresh", &Counter::fresh);
  nb::class_<Item>(m, "Item")
      .def(nb::init<int64_t, std::string>(), "v"_a, "name"_a)
      .def_ro("v", &Item::v)
      .def_ro("name", &Item::name)
      .def(nb::self == nb::self)
      .def("__hash__", [](const Item& item) { return std::hash<int64_t>()(item.v); })
      .def("__repr__", &Item::repr);

  nb::class_<Row>(m, "Row")
      .def(nb::init<int64_t>())
      .def("__len__", [](const Row& row) { return row.items.size(); })
      .def("__getitem__", &Row::get);
  nb::class_<Table>(m, "Table")
      .def(nb::init<int64_t>())
      .def("__len__", [](const Table& table) { return table.items.size(); })
      .def("__getitem__", &Table::get);
  nb::enum_<Color>(m, "Color").value("Red", Color::Red).value("Green", Color::Green);
  m.def("other_color", [](Color color) { return color == Color::Red ? Color::Green : Color::Red; });
  nb::class_<Scope> scope(m, "Scope");
  // The scope lives as long as the `with` block.
  scope.def(nb::init<int64_t>())
      .def("__enter__",
           [](Scope& self) -> Scope& {
             scopes.push_back(&self);
             return self;
           },
           nb::rv_policy::reference)
      .def("__exit__", [](Scope&, nb::args) { scopes.pop_back(); })
      .def_prop_ro_static("limit", [](nb::handle) { return 7; });
  scope.attr("LIMIT") = 7;
  m.attr("StaticScope") = scope;
  m.def(
      "scope_number",
      [](const Scope* given) {
        if (given) return given->number;
        if (scopes.empty()) throw std::runtime_error("no current scope");
        return scopes.back()->number;
      },
      "scope"_a = nb::none());

  m.def("nop", [] {});
  m.def(
      "add3", [](int64_t a, int64_t b, int64_t c) { return a + b + c; }, "a"_a, "b"_a, "c"_a);
  m.def("twice", [](int64_t x) { return x * 2; }, "x"_a);
  m.def("twice", [](const std::string& x) { return x + x; }, "x"_a);
  m.def("negate", [](int64_t x) { return -x; });
  m.def("text_length", [](std::string_view text) { return text.size(); });
  m.def("text_same", [](std::string_view text) { return std::string(text); });
  m.def("text_of", [](size_t size) { return std::string(size, 'x'); });
  m.def("first_dim", [](const nb::ndarray<>& array) { return array.shape(0); });
  m.def("tensor", [] { return tensor<nb::numpy>(); });
  m.def("dlpack", [] { return tensor<nb::array_api>(); });
  // An object with a Python object becomes that Python object again.
  m.def("same", [](Point& point) -> Point& { return point; }, nb::rv_policy::reference);
  m.def("call_n", [](const nb::callable& f, int64_t n) {
    nb::object last = nb::none();
    for (int64_t i = 0; i < n; i++) last = f(i);
    return last;
  });
  m.def("fail", [](const std::string& message) { throw nb::value_error(message.c_str()); });

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
