// The tvm-ffi peer: global functions and object types, registered by its C++ reflection API.

#include <tvm/ffi/tvm_ffi.h>

#include <cstdint>
#include <cstdlib>
#include <string>

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

class CounterObj : public ffi::Object {
 public:
  int64_t v;
  explicit CounterObj(int64_t v) : v(v) {}
  int64_t Inc(int64_t by) { return v += by; }
  static constexpr bool _type_mutable = true;
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("bench.Counter", CounterObj, ffi::Object);
};

class Counter : public ffi::ObjectRef {
 public:
  explicit Counter(int64_t v) { data_ = ffi::make_object<CounterObj>(v); }
  TVM_FFI_DEFINE_OBJECT_REF_METHODS_NOTNULLABLE(Counter, ffi::ObjectRef, CounterObj);
};

class ItemObj : public ffi::Object {
 public:
  int64_t v;
  ffi::String name;
  ItemObj(int64_t v, ffi::String name) : v(v), name(name) {}
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("bench.Item", ItemObj, ffi::Object);
};

struct CPUNDAlloc {
  void AllocData(DLTensor* tensor) { tensor->data = std::calloc(ffi::GetDataSize(*tensor), 1); }
  void FreeData(DLTensor* tensor) { std::free(tensor->data); }
};

int64_t Add3(int64_t a, int64_t b, int64_t c) { return a + b + c; }

ffi::Tensor Zeros() {
  return ffi::Tensor::FromNDAlloc(CPUNDAlloc(), ffi::Shape({3, 4}), DLDataType{kDLFloat, 32, 1},
                                  DLDevice{kDLCPU, 0});
}

ffi::Any CallN(ffi::Function f, int64_t n) {
  ffi::Any last;
  for (int64_t i = 0; i < n; i++) last = f(i);
  return last;
}

void Fail(ffi::String message) { TVM_FFI_THROW(ValueError) << message; }

ffi::Array<int64_t> Ints() {
  ffi::Array<int64_t> items;
  items.reserve(1000);
  for (int64_t i = 0; i < 1000; i++) items.push_back(i);
  return items;
}

ffi::Array<Counter> Counters() {
  ffi::Array<Counter> items;
  items.reserve(100);
  for (int64_t v = 0; v < 100; v++) items.push_back(Counter(v));
  return items;
}

ffi::Map<ffi::String, int64_t> Table() {
  ffi::Map<ffi::String, int64_t> items;
  for (int64_t i = 0; i < 100; i++) items.Set("key " + std::to_string(i), i);
  return items;
}

template <typename T>
T Sum(ffi::Array<T> items) {
  T sum = 0;
  for (T item : items) sum += item;
  return sum;
}

int64_t SumValues(ffi::Map<ffi::String, int64_t> items) {
  int64_t sum = 0;
  for (auto item : items) sum += item.second;
  return sum;
}

int64_t SumCounters(ffi::Array<Counter> items) {
  int64_t sum = 0;
  for (const Counter& item : items) sum += item->v;
  return sum;
}

TVM_FFI_STATIC_INIT_BLOCK() {
  namespace refl = tvm::ffi::reflection;
  refl::ObjectDef<PointObj>().def_ro("x", &PointObj::x).def_ro("y", &PointObj::y);
  refl::ObjectDef<CounterObj>()
      .def(refl::init<int64_t>())
      .def_ro("v", &CounterObj::v)
      .def("inc", &CounterObj::Inc)
      .def("fresh", [](const CounterObj* self) { return Counter(self->v); });
  refl::ObjectDef<ItemObj>()
      .def(refl::init<int64_t, ffi::String>())
      .def_ro("v", &ItemObj::v)
      .def_ro("name", &ItemObj::name, refl::compare(false), refl::hash(false));
  refl::GlobalDef()
      .def("bench.nop", [] {})
      .def("bench.add3", Add3)
      .def("bench.negate", [](int64_t x) { return -x; })
      .def("bench.text_length", [](ffi::String text) { return static_cast<int64_t>(text.size()); })
      .def("bench.text_same", [](ffi::String text) { return text; })
      .def("bench.text_of", [](int64_t size) { return ffi::String(std::string(size, 'x')); })
      .def("bench.first_dim", [](ffi::TensorView array) { return array.shape()[0]; })
      .def("bench.tensor", Zeros)
      .def("bench.tensor_same", [](ffi::Tensor array) { return array; })
      .def("bench.point", [](double x, double y) { return Point(x, y); })
      .def("bench.same", [](Point point) { return point; })
      .def("bench.call_n", CallN)
      .def("bench.fail", Fail)
      .def("bench.ints", Ints)
      .def("bench.counters", Counters)
      .def("bench.table", Table)
      .def("bench.sum_floats", Sum<double>)
      .def("bench.sum_ints", Sum<int64_t>)
      .def("bench.sum_values", SumValues)
      .def("bench.sum_counters", SumCounters)
      .def("bench.list_length",
           [](ffi::Array<ffi::Any> items) { return static_cast<int64_t>(items.size()); })
      .def("bench.map_length",
           [](ffi::Map<ffi::Any, ffi::Any> items) { return static_cast<int64_t>(items.size()); });
}

}  // namespace
