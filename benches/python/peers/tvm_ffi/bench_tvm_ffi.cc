// The tvm-ffi peer: global functions and one object type, registered by its C++ reflection API.

#include <tvm/ffi/tvm_ffi.h>

#include <cstdint>

namespace {

namespace ffi = tvm::ffi;

class PointObj : public ffi::Object {
 public:
  double x, y;
  PointObj(double x, double y) : x(x), y(y) {}
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("bench.Point", PointObj, ffi::Object);
};

class Point : public ffi::ObjectRef {
 public:
  Point(double x, double y) { data_ = ffi::make_object<PointObj>(x, y); }
  TVM_FFI_DEFINE_OBJECT_REF_METHODS_NOTNULLABLE(Point, ffi::ObjectRef, PointObj);
};

int64_t Add3(int64_t a, int64_t b, int64_t c) { return a + b + c; }

ffi::Any CallN(ffi::Function f, int64_t n) {
  ffi::Any last;
  for (int64_t i = 0; i < n; i++) last = f(i);
  return last;
}

void Fail(ffi::String message) { TVM_FFI_THROW(ValueError) << message; }

TVM_FFI_STATIC_INIT_BLOCK() {
  namespace refl = tvm::ffi::reflection;
  refl::ObjectDef<PointObj>().def_ro("x", &PointObj::x).def_ro("y", &PointObj::y);
  refl::GlobalDef()
      .def("bench.nop", [] {})
      .def("bench.add3", Add3)
      .def("bench.text_length", [](ffi::String text) { return static_cast<int64_t>(text.size()); })
      .def("bench.text_same", [](ffi::String text) { return text; })
      .def("bench.first_dim", [](ffi::TensorView array) { return array.shape()[0]; })
      .def("bench.point", [](double x, double y) { return Point(x, y); })
      .def("bench.same", [](Point point) { return point; })
      .def("bench.call_n", CallN)
      .def("bench.fail", Fail)
      .def("bench.list_length",
           [](ffi::Array<ffi::Any> items) { return static_cast<int64_t>(items.size()); })
      .def("bench.map_length",
           [](ffi::Map<ffi::Any, ffi::Any> items) { return static_cast<int64_t>(items.size()); });
}

}  // namespace
