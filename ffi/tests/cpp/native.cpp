// Compiled code by name: a library, C functions, closures of lambdas, a kernel that takes a memref.
#include <memory>

#include "../check.hpp"

namespace {

using tvmlike::Any;
using tvmlike::Function;
using tvmlike::Map;
using tvmlike::ObjectRef;
using tvmlike::Tensor;

Function native(const char* name) { return Function::get_global(std::string("native.") + name); }

ObjectRef closure(Function function, const char* signature, const char* on_error = "raise") {
  return native("closure")(std::move(function), signature, on_error);
}

void functions(const ObjectRef& library) {
  const Function mean = library.call("bind", "mean", "f64(values: *const f64, count: size)");
  std::vector<double> numbers{1, 2, 3, 6};
  std::int64_t shape[] = {4};
  const DLTensor tensor{numbers.data(), tvmlike::cpu(), 1, tvmlike::dtype_of<double>(), shape, nullptr, 0};
  const DLTensor* lent = &tensor;
  CHECK(mean(lent, 4).cast<double>() == 3);
  CHECK(mean(2.5, 1).cast<double>() == 2.5);
  CHECK(library.call("bind", "mean", "f64(values: *const f64, count: size)").cast<Function>().same_as(mean));
  const tvmlike::TypedFunction<double(const DLTensor*, std::size_t)> typed(mean);
  CHECK(typed(lent, 4) == 3);
  THROWS(mean("four", 4), "TypeError", "mean: argument 1 `values`: expected f64, got str");
  THROWS(mean(lent, -1), "OverflowError", "mean: argument 2 `count`: -1 is out of range");
  THROWS(mean(lent), "TypeError", "mean: ");
  THROWS(library.call("bind", "meen", "f64()"), "AttributeError", "close to it: `mean`");
  THROWS(library.call("bind", "mean", "f64("), "ValueError", "mean");
  CHECK(library.call("symbols").cast<std::vector<std::string>>() ==
        (std::vector<std::string>{"_mlir_ciface_scale", "apply", "mean", "observed"}));
  std::puts("functions of a library");
}

void closures(const ObjectRef& library) {
  const Function qsort = native("open")(nullptr).cast<ObjectRef>().call(
      "bind", "qsort", "void(items: ptr, count: size, size: size, compare: ptr)");
  const char* comparing = "i32(*const i32, *const i32)";
  std::int32_t numbers[] = {3, 1, 2};
  auto calls = std::make_shared<int>(0);
  {
    const ObjectRef descending = closure(
        [calls](std::int32_t a, std::int32_t b) {
          ++*calls;
          return b - a;
        },
        comparing);
    CHECK(descending.type_key() == "native.Closure");
    qsort(static_cast<void*>(numbers), 3, sizeof numbers[0], descending);
    CHECK(numbers[0] == 3 && numbers[1] == 2 && numbers[2] == 1 && *calls >= 2);
    CHECK_INT(calls.use_count(), 2);
  }
  CHECK_INT(calls.use_count(), 1);

  const ObjectRef fails =
      closure([](int, int) -> int { throw tvmlike::Error("KeyError", "which one?"); }, comparing);
  THROWS(qsort(static_cast<void*>(numbers), 3, sizeof numbers[0], fails), "KeyError", "which one?");

  // The pointer itself, for C++ code that takes one.
  const Function apply = library.call("bind", "apply", "i32(function: ptr, x: i32)");
  const ObjectRef twice = closure([](int x) { return 2 * x; }, "i32(i32)");
  using Pointer = std::int32_t (*)(std::int32_t);
  const auto pointer = reinterpret_cast<Pointer>(twice.get<void*>("pointer"));
  CHECK_INT(pointer(4), 8);
  CHECK_INT(apply(twice, 21).cast<int>(), 42);
  CHECK_INT(apply(twice.get<void*>("pointer"), 21).cast<int>(), 42);
  int (*own)(int) = [](int x) { return x - 1; };
  CHECK_INT(apply(reinterpret_cast<void*>(own), 43).cast<int>(), 42);
  std::puts("closures of lambdas");
}

void kernels(const ObjectRef& library) {
  const Function scale = library.call("bind", "scale", "(%values: memref<?xf32>, %factor: f32)");
  const Tensor tensor = Tensor::empty({3}, tvmlike::dtype_of<float>());
  for (int i = 0; i < 3; i++) tensor.data<float>()[i] = static_cast<float>(i);
  scale(tensor, 2);
  CHECK(tensor.data<float>()[2] == 4);
  float numbers[] = {1, 9, 2, 9};
  std::int64_t shape[] = {2}, strides[] = {2};
  DLTensor every_second{numbers, tvmlike::cpu(), 1, tvmlike::dtype_of<float>(), shape, strides, 0};
  const Function any_layout = library.call("bind", "scale", "(memref<?xf32, strided<[?], offset: ?>>, f32)");
  any_layout(&every_second, 0.5);
  CHECK(numbers[0] == 0.5F && numbers[1] == 9 && numbers[2] == 1 && numbers[3] == 9);
  THROWS(scale(&every_second, 0.5), "ValueError", "scale: argument 1 `values`: expected elements in C order");
  THROWS(scale(Tensor::empty({3}, tvmlike::dtype_of<double>()), 2), "TypeError", "float64");
  THROWS(scale(Tensor::empty({3, 1}, tvmlike::dtype_of<float>()), 2), "ValueError", "got 2 (shape [3, 1])");
  std::puts("a kernel that takes a memref");
}

void carried(const char* path, const Map& imports) {
  const ObjectRef opened = native("open")(path, "test_native", imports);
  const Function mean = Function::get_global("test_native.mean");
  CHECK(mean(7.0, 1).cast<double>() == 7);
  CHECK(opened.get<Map>("functions").size() == 1);
  CHECK(opened.get<std::vector<std::string>>("registered") == std::vector<std::string>{"test_native.mean"});
  opened.call("close");
  THROWS(Function::get_global("test_native.mean"), "ValueError", "test_native.mean");
  CHECK(mean(7.0, 1).cast<double>() == 7);
  THROWS(opened.call("symbols"), "ValueError", "was closed");
  std::puts("signatures that a library carries");
}

}  // namespace

int main() {
  const char* path = std::getenv("TVMLIKE_NATIVE_KERNELS");
  if (path == nullptr) {
    std::puts("TVMLIKE_NATIVE_KERNELS is not set: the path of native/kernels.c as a library");
    return 2;
  }
  return run([path] {
    THROWS(native("open")(path), "OSError", "observe");
    const Map imports{{"observe", closure([](int x) { return 10 * x; }, "i32(i32)")}};
    const ObjectRef library = native("open")(path, nullptr, imports);
    CHECK_INT(library.call("bind", "observed", "i32(i32)").cast<Function>()(4).cast<int>(), 41);
    functions(library);
    closures(library);
    kernels(library);
    carried(path, imports);
  });
}
