// What generated wrappers stand on: functions and members by name, which follow the registry, on every thread.
#include "tvmlike/wrapper.hpp"

#include <atomic>
#include <thread>

#include "../check.hpp"

namespace {

using tvmlike::Any;
using tvmlike::Function;

std::int64_t which() {
  static thread_local tvmlike::GlobalFunction function("cpp.wrapper.which");
  return function.call<std::int64_t>();
}

std::int64_t again(std::int64_t depth) {
  static thread_local tvmlike::GlobalFunction function("cpp.wrapper.again");
  return function.call<std::int64_t>(depth);
}

// Counts how many of it there are, so that a test sees when a function goes.
struct Alive {
  Alive() noexcept { ++count; }
  Alive(const Alive&) noexcept { ++count; }
  Alive& operator=(const Alive&) = default;
  ~Alive() { --count; }
  static std::atomic<int> count;
};
std::atomic<int> Alive::count{0};

void follows_the_registry() {
  THROWS(which(), "ValueError", "cpp.wrapper.which");
  tvmlike::register_global("cpp.wrapper.which", [] { return 1; });
  CHECK_INT(which(), 1);
  CHECK_INT(which(), 1);
  tvmlike::register_global("cpp.wrapper.which", [alive = Alive()] { return 2; }, true);
  CHECK_INT(which(), 2);
  tvmlike::remove_global("cpp.wrapper.which");
  THROWS(which(), "ValueError", "cpp.wrapper.which");
  tvmlike::register_global("cpp.wrapper.which", [] { return 3; });
  CHECK_INT(which(), 3);
  CHECK_INT(Alive::count, 0);
  std::puts("a call goes to what has the name");
}

void a_function_that_runs_is_kept() {
  // It replaces itself and calls the wrapper again while it runs; what it captured must still be there.
  tvmlike::register_global("cpp.wrapper.again", [alive = Alive()](std::int64_t depth) -> std::int64_t {
    const int before = Alive::count;
    tvmlike::register_global("cpp.wrapper.again", [](std::int64_t inner) { return inner + 100; }, true);
    const std::int64_t inner = again(depth + 1);
    CHECK_INT(before, 1);
    CHECK_INT(Alive::count, 1);
    return inner;
  });
  CHECK_INT(again(1), 102);
  CHECK_INT(again(5), 105);
  CHECK_INT(Alive::count, 0);
  tvmlike::remove_global("cpp.wrapper.again");
  std::puts("a function that runs stays until it returns");
}

void every_thread_has_its_own() {
  std::atomic<bool> stop{false};
  std::atomic<std::int64_t> wrong{0};
  std::vector<std::thread> callers;
  for (int at = 0; at < 4; ++at) {
    callers.emplace_back([&] {
      std::int64_t last = 0;
      while (!stop) {
        const std::int64_t now = which();
        if (now < last) ++wrong;
        last = now;
      }
    });
  }
  for (std::int64_t version = 4; version < 300; ++version) {
    tvmlike::register_global("cpp.wrapper.which", [version, alive = Alive()] { return version; }, true);
    CHECK_INT(which(), version);
  }
  stop = true;
  for (std::thread& caller : callers) caller.join();
  CHECK_INT(wrong, 0);
  CHECK_INT(Alive::count, 1);
  // No thread that has called keeps the function from going.
  CHECK_INT(which(), 299);
  tvmlike::remove_global("cpp.wrapper.which");
  CHECK_INT(Alive::count, 0);
  THROWS(which(), "ValueError", "cpp.wrapper.which");
  std::puts("threads call while the function is replaced");
}

// Calls the wrapper at the end of a thread, after its thread-local variables were destroyed.
struct CallsAtTheEnd {
  ~CallsAtTheEnd() { result = which(); }
  static std::atomic<std::int64_t> result;
};
std::atomic<std::int64_t> CallsAtTheEnd::result{0};

void a_thread_that_ends_still_calls() {
  tvmlike::register_global("cpp.wrapper.which", [alive = Alive()] { return 7; });
  std::thread([] {
    // Created before the first call of the wrapper, hence destroyed after the thread's references are released.
    static thread_local CallsAtTheEnd last;
    static_cast<void>(&last);
    CHECK_INT(which(), 7);
  }).join();
  CHECK_INT(CallsAtTheEnd::result, 7);
  tvmlike::remove_global("cpp.wrapper.which");
  CHECK_INT(Alive::count, 0);
  std::puts("a thread that ends releases its references, and can still call");
}

void results() {
  static thread_local tvmlike::GlobalFunction echo("testing.echo");
  CHECK(echo.call<std::string>("text that is longer than a small one") == "text that is longer than a small one");
  CHECK_INT(echo.call<Any>(3).cast<int>(), 3);
  echo.call<void>(3);
  CHECK(!echo.call<std::optional<std::string>>(nullptr));
  THROWS(echo.call<std::int64_t>("x"), "TypeError", "testing.echo: result: expected i64, got str");
  std::puts("results, and whose they are when they do not fit");
}

// As `tvmlike stubs --lang cpp` writes it.
class Point : public tvmlike::ObjectRef {
 public:
  static constexpr std::string_view kTypeKey = "testing.Point";
  Point() noexcept = default;
  explicit Point(tvmlike::ObjectRef object) noexcept : tvmlike::ObjectRef(std::move(object)) {}

  static Point create(double x, double y) { return Point(tvmlike::construct("testing.Point", x, y)); }
  static Point middle(const std::vector<Point>& points);
  double x() const { return tvmlike::ObjectRef::get<double>("x"); }
  std::string repr() const { return tvmlike::detail::call_method<std::string>(*this, "__repr__"); }
  void nothing() const { return tvmlike::detail::call_method<void>(*this, "nothing"); }
};

}  // namespace

template <>
struct tvmlike::Traits<Point> : tvmlike::KeyedTraits<Point> {};

namespace {

Point Point::middle(const std::vector<Point>& points) {
  return tvmlike::detail::call_static<Point>("testing.Point", "middle", points);
}

void members() {
  const Point point = Point::create(1.5, 2);
  CHECK(point.x() == 1.5);
  CHECK(point.repr() == "Point { x: 1.5, y: 2.0 }");
  // A type that inherits has its own method under the name, and the field from its parent.
  const Point deeper = Function::get_global("testing.make_point3")(1, 2, 3);
  CHECK(deeper.repr() == "Point3 { base: Point { x: 1.0, y: 2.0 }, z: 3.0 }");
  CHECK(deeper.x() == 1);
  CHECK(point.repr() == "Point { x: 1.5, y: 2.0 }");
  CHECK(Point::middle({point, deeper}).x() == 1.25);
  THROWS(Point().repr(), "ValueError", "cannot access member `__repr__` of an empty reference");
  THROWS(point.nothing(), "AttributeError", "testing.Point has no method `nothing`");
  THROWS(Point::middle({}), "ValueError", "");

  static thread_local tvmlike::GlobalFunction echo("testing.echo");
  CHECK(echo.call<Point>(deeper).x() == 1);
  CHECK_INT(echo.call<std::vector<Point>>(std::vector<Point>{point, deeper}).size(), 2);
  THROWS(echo.call<Point>(3), "TypeError", "testing.echo: result: expected testing.Point, got int");
  THROWS(echo.call<Point>(tvmlike::Array{1}), "TypeError", "expected testing.Point, got Array");
  THROWS(tvmlike::detail::call_static<Any>("testing.NoSuchType", "middle"), "ValueError", "testing.NoSuchType");
  THROWS(tvmlike::detail::call_static<Any>("testing.Point", "none"), "AttributeError", "no static function `none`");
  std::puts("members, own and inherited");
}

void tensors() {
  static thread_local tvmlike::GlobalFunction sum("testing.sum_f32");
  static thread_local tvmlike::GlobalFunction scale("testing.scale_contiguous");
  float numbers[] = {1, 2, 3};
  std::int64_t shape[] = {3};
  std::int64_t strides[] = {1};
  const DLTensor lent{numbers, tvmlike::cpu(), 1, tvmlike::dtype_of<float>(), shape, strides, 0};
  DLTensor writable = lent;
  CHECK(sum.call<double>(tvmlike::TensorArg(&lent)) == 6);
  scale.call<void>(tvmlike::WritableTensorArg(&writable), 2.0);
  CHECK(numbers[2] == 6);
  const tvmlike::Tensor made = Function::get_global("tensor.add")(&lent, &lent);
  CHECK(sum.call<double>(tvmlike::TensorArg(made)) == 24);
  scale.call<void>(tvmlike::WritableTensorArg(made), 0.5);
  CHECK(made.data<float>()[0] == 2);
  CHECK_INT(made.use_count(), 1);
  static_assert(!std::is_constructible_v<tvmlike::WritableTensorArg, const DLTensor*>);
  THROWS(sum.call<double>(tvmlike::TensorArg(tvmlike::Tensor())), "TypeError", "got None");
  std::puts("tensors, lent and held");
}

}  // namespace

int main(int argc, char** argv) {
  return run([&] {
    load_test_plugin(argc, argv);
    follows_the_registry();
    a_function_that_runs_is_kept();
    every_thread_has_its_own();
    a_thread_that_ends_still_calls();
    results();
    members();
    tensors();
  });
}
