// The pybind11 peer.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace py = pybind11;

struct Point {
  double x, y;
  Point(double x, double y) : x(x), y(y) {}
};

PYBIND11_MODULE(bench_pybind11, m) {
  py::class_<Point>(m, "Point").def(py::init<double, double>());
  m.def("nop", [] {});
  m.def("add3", [](int64_t a, int64_t b, int64_t c) { return a + b + c; });
  m.def("text_length", [](std::string_view text) { return text.size(); });
  m.def("text_same", [](std::string_view text) { return std::string(text); });
  m.def("first_dim", [](const py::array& array) { return array.shape(0); });
  // An object that is known already comes back as the same Python object.
  m.def("same", [](Point& point) -> Point& { return point; }, py::return_value_policy::reference);
  m.def("call_n", [](const py::function& f, int64_t n) {
    py::object last = py::none();
    for (int64_t i = 0; i < n; i++) last = f(i);
    return last;
  });
  m.def("fail", [](const std::string& message) { throw py::value_error(message); });
}
