// TypedFunction: calls by static types, construction, and results of another type.
#include <functional>
#include <thread>

#include "../check.hpp"

namespace {

using tvmlike::Any;
using tvmlike::Function;
using tvmlike::TypedFunction;

using Binary = TypedFunction<std::int64_t(std::int64_t, std::int64_t)>;

std::int64_t minus(std::int64_t a, std::int64_t b) { return a - b; }

void of_the_registry() {
  const auto add3 = TypedFunction<std::int64_t(int, int, int)>::get_global("testing.add3");
  static_assert(std::is_same_v<decltype(add3(1, 2, 3)), std::int64_t>);
  static_assert(!std::is_invocable_v<decltype(add3), int, int>, "one argument is missing");
  static_assert(!std::is_invocable_v<decltype(add3), int, const char*, int>, "text is no number");
  CHECK_INT(add3(1, 2, 3), 6);
  const auto length = TypedFunction<std::size_t(std::string_view)>::get_global("testing.str_len");
  CHECK_INT(length("four"), 4);
  CHECK_INT(length(std::string(100, 'x')), 100);
  const auto sum = TypedFunction<int(const std::vector<int>&)>::get_global("testing.sum");
  CHECK_INT(sum({1, 2, 3}), 6);
  const auto point = TypedFunction<tvmlike::ObjectRef(double, double)>::get_global("testing.make_point");
  CHECK(point(1, 2).type_key() == "testing.Point");
  TypedFunction<void()>::get_global("testing.nop")();
  CHECK(!Binary::find_global("testing.no_such_function").has_value());
  CHECK(TypedFunction<void()>::find_global("testing.nop").has_value());
  THROWS(Binary::get_global("testing.no_such_function"), "ValueError", "testing.no_such_function");
  std::puts("functions of the registry by static types");
}

// The called function may return any type: the result is checked, and the error names the function.
void refused() {
  const auto as_text = TypedFunction<std::string(int, int, int)>::get_global("testing.add3");
  THROWS(as_text(1, 2, 3), "TypeError", "testing.add3: result: expected str, got int");
  const auto narrow = TypedFunction<std::uint8_t(int, int, int)>::get_global("testing.add3");
  THROWS(narrow(200, 50, 50), "OverflowError", "testing.add3: result: 300 is out of range for u8");
  const auto too_many = TypedFunction<int(int, int, int, int)>::get_global("testing.add3");
  THROWS(too_many(1, 2, 3, 4), "TypeError", "testing.add3: expected 3 arguments, got 4");
  const auto wrong = TypedFunction<int(int, std::string, int)>::get_global("testing.add3");
  THROWS(wrong(1, "2", 3), "TypeError", "testing.add3: argument 2 `b`: expected i64, got str");
  const auto unsigned_number = TypedFunction<Any(int, std::uint64_t)>::get_global("testing.echo");
  THROWS(unsigned_number(1, std::numeric_limits<std::uint64_t>::max()), "OverflowError",
         "testing.echo: argument 2: 18446744073709551615 is out of range for i64");
  const auto text = TypedFunction<Any(std::string)>::get_global("testing.echo");
  THROWS(text(std::string("not \0 UTF-8 \xff", 13)), "ValueError", "testing.echo: argument 1: ");
  THROWS(Function::get_global("testing.echo")(1, std::numeric_limits<std::uint64_t>::max()), "OverflowError",
         "argument 2: 18446744073709551615");
  const TypedFunction<int()> nameless(Function([] { return "text"; }));
  THROWS(nameless(), "TypeError", "result: expected i32, got str");
  const TypedFunction<int()> none, null(nullptr);
  CHECK(!none && !null);
  THROWS(none(), "TypeError", "empty Function");
  std::puts("what the other side gives is checked");
}

void of_callables() {
  const Binary of_pointer = minus, of_lambda = [](std::int64_t a, std::int64_t b) { return a * b; };
  CHECK_INT(of_pointer(5, 3), 2);
  CHECK_INT(of_lambda(5, 3), 15);
  // Its own signature counts, so a generic callable has one.
  const Binary generic = [](auto a, auto b) { return a + b; };
  CHECK_INT(generic(5, 3), 8);
  THROWS(static_cast<const Function&>(generic)("5", 3), "TypeError", "argument 1: expected i64, got str");
  const TypedFunction<double(double)> widened = [](double x) { return static_cast<float>(x); };
  CHECK(widened(0.5) == 0.5);
  int calls = 0;
  const TypedFunction<void(int)> counts([&calls](int by) { calls += by; }, "counts");
  counts(2);
  counts(3);
  CHECK_INT(calls, 5);
  THROWS(static_cast<const Function&>(counts)(), "TypeError", "counts: expected 1 argument, got 0");
  const TypedFunction<std::string(const std::string&, std::optional<int>)> optional =
      [](const std::string& text, std::optional<int> times) {
        std::string out;
        for (int at = 0; at < times.value_or(1); ++at) out += text;
        return out;
      };
  CHECK(optional("ab", 2) == "abab" && optional("ab", std::nullopt) == "ab");
  CHECK(static_cast<const Function&>(optional)("ab").cast<std::string>() == "ab");
  std::puts("C++ callables of any kind by a static signature");
}

void converted() {
  const Function untyped = Function::get_global("testing.add3");
  TypedFunction<int(int, int, int)> typed = untyped;
  CHECK(typed.same_as(untyped));
  const Function back = typed;
  CHECK(back.same_as(untyped));
  const std::function<int(int, int, int)> standard = typed;
  CHECK_INT(standard(1, 2, 3), 6);
  const Any any = typed;
  const TypedFunction<int(int, int, int)> of_any = any;
  CHECK(of_any.same_as(untyped));
  const auto echoed = Function::get_global("testing.echo")(typed).cast<Binary>();
  CHECK(echoed.same_as(untyped));
  THROWS(Any(5).cast<Binary>(), "TypeError", "expected PackedFunc, got int");
  THROWS(Any(nullptr).cast<Binary>(), "TypeError", "expected PackedFunc, got None");
  CHECK(!Any(nullptr).cast<std::optional<Binary>>().has_value());
  const TypedFunction<int(int, int, int)> moved = std::move(typed);
  CHECK(!typed && moved);  // NOLINT: a moved-from function is empty
  THROWS(typed(1, 2, 3), "TypeError", "empty Function");
  static_assert(!std::is_convertible_v<tvmlike::ObjectRef, Binary>, "an object may be no function");
  std::puts("from and to Function, Any and std::function");
}

// Parameters and results of registered functions have static types too.
void as_parameters() {
  tvmlike::register_global("test.typed.twice", [](const TypedFunction<std::int64_t(std::int64_t)>& f,
                                                  std::int64_t x) { return f(f(x)); });
  const Function twice = Function::get_global("test.typed.twice");
  CHECK_INT(twice([](std::int64_t x) { return x * 3; }, 2).cast<int>(), 18);
  CHECK_INT(twice(Function::get_global("testing.echo"), 2).cast<int>(), 2);
  THROWS(twice(5, 2), "TypeError", "test.typed.twice: argument 1: expected PackedFunc, got int");
  THROWS(twice([](std::int64_t) { return "text"; }, 2), "TypeError", "result: expected i64, got str");
  const auto typed =
      TypedFunction<std::int64_t(TypedFunction<std::int64_t(std::int64_t)>, std::int64_t)>(twice, "twice");
  CHECK_INT(typed([](std::int64_t x) { return x + 1; }, 5), 7);
  tvmlike::register_global("test.typed.adder", [](std::int64_t by) {
    return TypedFunction<std::int64_t(std::int64_t)>([by](std::int64_t x) { return x + by; });
  });
  const auto adder =
      TypedFunction<TypedFunction<std::int64_t(std::int64_t)>(std::int64_t)>::get_global("test.typed.adder");
  CHECK_INT(adder(40)(2), 42);
  tvmlike::remove_global("test.typed.twice");
  tvmlike::remove_global("test.typed.adder");
  std::puts("as parameters and results of registered functions");
}

void on_threads() {
  const auto add3 = TypedFunction<int(int, int, int)>::get_global("testing.add3");
  std::vector<std::thread> threads;
  std::vector<int> sums(4);
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&add3, &sums, thread] {
      const TypedFunction<int(int, int, int)> copy = add3;
      for (int at = 0; at < 1000; ++at)
        sums[static_cast<std::size_t>(thread)] += copy(at, thread, 1) - at - thread;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(sums == std::vector<int>(4, 1000));
  std::puts("copied and called on many threads");
}

}  // namespace

int main(int argc, char** argv) {
  return run([&] {
    load_test_plugin(argc, argv);
    of_the_registry();
    refused();
    of_callables();
    converted();
    as_parameters();
    on_threads();
  });
}
