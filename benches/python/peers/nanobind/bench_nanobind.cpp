// The nanobind peer.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <string>
#include <string_view>

#include <nanobind/stl/string_view.h>

namespace nb = nanobind;

struct Point {
  double x, y;
  Point(double x, double y) : x(x), y(y) {}
};

NB_MODULE(bench_nanobind, m) {
  nb::class_<Point>(m, "Point").def(nb::init<double, double>());
  m.def("nop", [] {});
  m.def("add3", [](int64_t a, int64_t b, int64_t c) { return a + b + c; });
  m.def("text_length", [](std::string_view text) { return text.size(); });
  m.def("text_same", [](std::string_view text) { return std::string(text); });
  m.def("first_dim", [](const nb::ndarray<>& array) { return array.shape(0); });
  // An object that is known already comes back as the same Python object.
  m.def("same", [](Point& point) -> Point& { return point; }, nb::rv_policy::reference);
  m.def("call_n", [](const nb::callable& f, int64_t n) {
    nb::object last = nb::none();
    for (int64_t i = 0; i < n; i++) last = f(i);
    return last;
  });
  m.def("fail", [](const std::string& message) { throw nb::value_error(message.c_str()); });
}
