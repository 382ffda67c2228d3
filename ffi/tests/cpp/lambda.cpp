// C++ callables as functions: registered, passed as callbacks, what their arguments refuse, what they throw,
// when they die.
#include <map>
#include <memory>
#include <thread>

#include "../check.hpp"

namespace {

using tvmlike::Any;
using tvmlike::Args;
using tvmlike::Error;
using tvmlike::Function;

Function testing_call;

std::int64_t free_function(std::int64_t x) { return x + 1; }

struct Adds {
  std::int64_t base;
  std::int64_t operator()(std::int64_t x) const { return base + x; }
};

void signatures() {
  CHECK_INT(Function([](std::int64_t a, double b) -> std::string {
              return std::to_string(a) + "/" + std::to_string(b);
            })(1, 2)
                .cast<std::string>()
                .size(),
            10);
  CHECK_INT(Function(free_function)(1).cast<int>(), 2);
  CHECK_INT(Function(&free_function)(1).cast<int>(), 2);
  CHECK_INT(Function(Adds{40})(2).cast<int>(), 42);
  CHECK_INT(Function(std::function<int(int)>([](int x) { return 3 * x; }))(2).cast<int>(), 6);
  CHECK(Function([] {})().is_none());
  CHECK_INT(Function([](Args args) { return args.size(); })(1, "two", 3.0).cast<int>(), 3);
  CHECK_INT(Function([](Args args) { return args[1].cast<int>(); })(1, 2).cast<int>(), 2);
  CHECK(Function([](Args args) -> Any { return args[0]; })("x").cast<std::string>() == "x");
  CHECK(Function([](tvmlike::AnyView x) -> tvmlike::AnyView { return x; })("a borrowed text")
            .cast<std::string>() == "a borrowed text");
  int calls = 0;
  const Function counts([calls]() mutable { return ++calls; });
  counts();
  CHECK_INT(counts().cast<int>(), 2);
  auto only_moved = std::make_unique<int>(5);
  const Function owns([held = std::move(only_moved)] { return *held; });
  CHECK_INT(owns().cast<int>(), 5);
  const std::string text = "passed by reference";
  CHECK(Function([](const std::string& s, std::string_view v) { return s + std::string(v); })(text, "!")
            .cast<std::string>() == "passed by reference!");
  CHECK(Function([](std::optional<int> x) { return x.has_value(); })().cast<bool>() == false);
  CHECK(Function([](std::optional<int> x) { return x.has_value(); })(1).cast<bool>());
  const std::function<std::int64_t(std::int64_t)> typed = Function(free_function);
  CHECK_INT(typed(8), 9);
  std::puts("callables of every kind");
}

void registered() {
  tvmlike::register_global("test.lambda.add", [](std::int64_t a, std::int64_t b) { return a + b; });
  CHECK_INT(Function::get_global("test.lambda.add")(1, 2).cast<int>(), 3);
  THROWS(tvmlike::register_global("test.lambda.add", [] {}), "ValueError", "test.lambda.add");
  THROWS(tvmlike::register_global("test.lambda.add", [] {}), "ValueError", "lambda.cpp");
  tvmlike::register_global("test.lambda.add", [](std::int64_t a) { return -a; }, true);
  CHECK_INT(Function::get_global("test.lambda.add")(1).cast<int>(), -1);
  tvmlike::register_global("test.lambda.other", Function(free_function));
  CHECK(tvmlike::list_global_names("test.lambda") ==
        (std::vector<std::string>{"test.lambda.add", "test.lambda.other"}));
  CHECK(tvmlike::list_global_names("test.lamb").empty());
  const Function kept = Function::get_global("test.lambda.add");
  tvmlike::remove_global("test.lambda.add");
  tvmlike::remove_global("test.lambda.other");
  CHECK_INT(kept(5).cast<int>(), -5);
  THROWS(tvmlike::remove_global("test.lambda.add"), "ValueError", "test.lambda.add");
  THROWS(tvmlike::register_global("", [] {}), "ValueError", "empty");
  THROWS(tvmlike::register_global("test.\xff", [] {}), "ValueError", "UTF-8");
  THROWS(tvmlike::register_global("test.lambda.null", Function()), "ValueError", "NULL");
  std::puts("registered, overridden, removed");
}

void passed() {
  const std::vector<std::int64_t> squares = Function::get_global("array.map")(
      [](std::int64_t x) { return x * x; }, std::vector<std::int64_t>{1, 2, 3});
  CHECK(squares == (std::vector<std::int64_t>{1, 4, 9}));
  std::int64_t seen = 0;
  Function::get_global("testing.call_n")([&seen](std::int64_t x) { seen += x; }, 100);
  CHECK_INT(seen, 4950);
  // A function made here keeps its identity through Rust.
  const Function f(free_function);
  CHECK(Function::get_global("testing.echo")(f).cast<Function>().same_as(f));
  const Function nested([](const Function& g, std::int64_t x) { return g(x).cast<std::int64_t>() * 2; });
  CHECK_INT(testing_call(nested, [](std::int64_t x) { return x + 1; }, 4).cast<int>(), 10);
  // On a thread that C++ did not make.
  const std::thread::id here = std::this_thread::get_id();
  CHECK(Function::get_global("testing.call_in_thread")(
            [here](int) { return std::this_thread::get_id() != here; }, 1)
            .cast<bool>());
  THROWS(Function::get_global("testing.call_in_thread")(
             [](int) -> int { throw Error("KeyError", "over there"); }, 1),
         "KeyError", "over there");
  std::puts("passed as callbacks, on this thread and another");
}

void refused_arguments() {
  tvmlike::register_global("test.lambda.typed", [](std::int64_t, double, const std::string&) {});
  const Function typed = Function::get_global("test.lambda.typed");
  THROWS(typed(1, 2), "TypeError", "test.lambda.typed: expected 3 arguments, got 2: argument 3 is missing");
  THROWS(typed(1, 2, "3", 4), "TypeError", "test.lambda.typed: expected 3 arguments, got 4");
  THROWS(typed("1", 2, "3"), "TypeError", "test.lambda.typed: argument 1: expected i64, got str");
  THROWS(typed(1, 2, 3), "TypeError", "test.lambda.typed: argument 3: expected str, got int");
  THROWS(typed(1.5, 2, "3"), "TypeError", "argument 1: expected i64, got float");
  tvmlike::remove_global("test.lambda.typed");
  tvmlike::register_global(
      "test.lambda.named",
      [](int x, std::optional<int> y, std::optional<int> z) { return x + y.value_or(10) + z.value_or(100); },
      tvmlike::About("Adds.").params("x", "y", "z"));
  const Function named = Function::get_global("test.lambda.named");
  THROWS(named("1"), "TypeError", "test.lambda.named: argument 1 `x`: expected i32, got str");
  THROWS(named(), "TypeError", "expected 1 to 3 arguments, got 0: argument 1 `x` is missing");
  // A caller that passes the last argument by keyword omits the one before.
  TVMLikeValue out = none(), with_a_gap[3] = {int_value(1), none(), int_value(5)};
  with_a_gap[1].type_index = TVMLIKE_MISSING;
  OK(TVMLikeFuncCall(named.get(), with_a_gap, 3, &out));
  CHECK_INT(out.payload.v_int64, 16);
  const std::string info = Function::get_global("registry.info")("test.lambda.named").cast<std::string>();
  CHECK_HAS(info.c_str(), "Adds.");
  CHECK_HAS(info.c_str(), "\"z\"");
  THROWS(tvmlike::register_global(
             "test.lambda.misnamed", [](int) {}, tvmlike::About().params("a", "b")),
         "ValueError", "test.lambda.misnamed: params() names 2 parameters, the function has 1");
  tvmlike::remove_global("test.lambda.named");
  tvmlike::register_global(
      "test.lambda.by_name", [](int x, int y, std::optional<int> z) { return x + y + z.value_or(1); },
      tvmlike::About().params("x", "y", "z").keyword_only(2));
  CHECK_INT(Function::get_global("test.lambda.by_name")(1, 2).cast<int>(), 4);
  CHECK_HAS(Function::get_global("registry.info")("test.lambda.by_name").cast<std::string>().c_str(),
            "\"keyword_only\":[\"y\",\"z\"]");
  {
    TVMLikeObjectHandle found = nullptr;
    std::uint32_t flags = 0;
    const char name[] = "test.lambda.by_name";
    const TVMLikeByteArray bytes{name, sizeof name - 1};
    OK(TVMLikeFuncLookUp(&bytes, &found, &flags));
    CHECK_INT(flags & TVMLIKE_REGISTER_KEYWORD_ONLY, TVMLIKE_REGISTER_KEYWORD_ONLY);
    OK(TVMObjectFree(found));
  }
  THROWS(tvmlike::register_global(
             "test.lambda.unnamed", [](int) {}, tvmlike::About().keyword_only(1)),
         "ValueError", "test.lambda.unnamed: keyword_only(1) exceeds the 0 names in params()");
  tvmlike::remove_global("test.lambda.by_name");
  THROWS(Function([](std::uint8_t) {})(300), "OverflowError",
         "a C++ function: argument 1: 300 is out of range for u8");
  THROWS(Function([](std::optional<int>, std::optional<int>) {})(1, 2, 3), "TypeError",
         "expected 0 to 2 arguments, got 3");
  THROWS(Function([](int, std::optional<int>) {})(), "TypeError",
         "expected 1 to 2 arguments, got 0: argument 1 is missing");
  THROWS(Function([](const Function&) {})(1), "TypeError", "expected PackedFunc, got int");
  THROWS(Function([](const std::vector<int>&) {})(std::vector<std::string>{"x"}), "TypeError",
         "argument 1: item 0: expected i32, got str");
  THROWS(Function([](const std::vector<int>&) {})(5), "TypeError", "expected list of i32, got int");
  THROWS(Function([](const std::map<std::string, int>&) {})(tvmlike::Map{{1, 1}}), "TypeError",
         "key 0: expected str, got int");
  THROWS(Function([](Args args) { return args[2].cast<int>(); })(1), "IndexError", "index 2");
  // The C interface, with what no C++ caller would pass.
  TVMLikeValue result = none();
  const Function two([](int, int) {});
  RAISES(TVMLikeFuncCall(two.get(), nullptr, 0, &result), "TypeError", "expected 2 arguments, got 0");
  CHECK_INT(result.type_index, TVMLIKE_NONE);
  std::puts("wrong arguments name function, number, expected and got");
}

struct Custom {};

void exceptions() {
  THROWS(testing_call([] { throw std::runtime_error("plain"); }), "RuntimeError", "plain");
  THROWS(testing_call([] { throw std::invalid_argument("invalid"); }), "ValueError", "invalid");
  THROWS(testing_call([] { return std::vector<int>().at(3); }), "IndexError", "");
  THROWS(testing_call([] { throw std::overflow_error("too large"); }), "OverflowError", "too large");
  THROWS(testing_call([] { throw std::bad_alloc(); }), "MemoryError", "");
  THROWS(testing_call([] { throw 42; }), "RuntimeError", "int");
  THROWS(testing_call([] { throw Custom(); }), "RuntimeError", "Custom");
  THROWS(testing_call([] { throw Error("KeyError", "of its own kind"); }), "KeyError", "of its own kind");
  THROWS(testing_call([] { Function::get_global("testing.panic")("inner"); }), "InternalError", "inner");
  THROWS(testing_call([](int) {}, "x"), "TypeError", "a C++ function: argument 1: expected i32, got str");
  THROWS(testing_call([] { return std::string("\xff\xfe invalid"); }), "ValueError", "UTF-8");
  THROWS(testing_call([] { return std::numeric_limits<std::uint64_t>::max(); }), "OverflowError", "i64");
  CHECK(Function::get_global("testing.swallow")([] {
          throw std::out_of_range("seen by Rust");
        }).cast<std::string>() == "IndexError: seen by Rust");
  std::puts("exceptions become errors of a kind that fits");
}

struct CountsItsEnd {
  explicit CountsItsEnd(int* ends) : ends(ends) {}
  CountsItsEnd(const CountsItsEnd&) = delete;
  CountsItsEnd(CountsItsEnd&& other) noexcept : ends(std::exchange(other.ends, nullptr)) {}
  ~CountsItsEnd() {
    if (ends != nullptr) ++*ends;
  }
  int* ends;
};

void lifetimes() {
  int ends = 0;
  {
    const Function f([held = CountsItsEnd(&ends)] { return held.ends != nullptr; });
    const Function again = f;
    CHECK_INT(f.use_count(), 2);
    tvmlike::register_global("test.lambda.lives", f);
    CHECK_INT(f.use_count(), 3);
    CHECK(f().cast<bool>());
  }
  CHECK_INT(ends, 0);
  tvmlike::remove_global("test.lambda.lives");
  CHECK_INT(ends, 1);
  testing_call([held = CountsItsEnd(&ends)] {});
  CHECK_INT(ends, 2);
  Function::get_global("testing.hold")([held = CountsItsEnd(&ends)] {});
  CHECK_INT(ends, 2);
  Function::get_global("testing.release")();
  CHECK_INT(ends, 3);
  // A function that replaces itself while it runs lives until it returns.
  tvmlike::register_global("test.lambda.self", [held = CountsItsEnd(&ends), &ends] {
    tvmlike::remove_global("test.lambda.self");
    return ends;
  });
  CHECK_INT(Function::get_global("test.lambda.self")().cast<int>(), 3);
  CHECK_INT(ends, 4);
  struct alignas(64) Wide {
    double numbers[8] = {};
  };
  const Function wide([w = Wide()] { return reinterpret_cast<std::uintptr_t>(&w) % 64 == 0; });
  CHECK(wide().cast<bool>());
  std::puts("a callable dies with the last handle");
}

// Errors name the class of a Python object with the function that the Python package registers.
void python_objects() {
  int target = 0;
  TVMLikeObjectHandle handle = nullptr;
  OK(TVMLikeOpaqueCreate(&target, TVMLIKE_OPAQUE_PY_OBJECT, nullptr, &handle));
  const tvmlike::ObjectRef object = tvmlike::ObjectRef::take(handle);
  const Function takes([](std::int64_t) {}, "test.lambda.takes");
  THROWS(takes(object), "TypeError", "test.lambda.takes: argument 1: expected i64, got a Python object");
  std::string name = "Point";
  const Function names([&name](const tvmlike::ObjectRef&) {
    if (name.empty()) throw std::runtime_error("no name");
    return name;
  });
  tvmlike::register_global("python.class_name", names);
  THROWS(takes(object), "TypeError", "test.lambda.takes: argument 1: expected i64, got Point");
  name = "PurePosixPath";
  THROWS(takes(object), "TypeError", "test.lambda.takes: argument 1: expected i64, got PurePosixPath");
  CHECK(Any(object).type_name() == "PurePosixPath");
  name.clear();
  THROWS(takes(object), "TypeError", "test.lambda.takes: argument 1: expected i64, got a Python object");
  tvmlike::remove_global("python.class_name");
  std::puts("errors name the classes of Python objects");
}

// A weak reference, as other libraries may hold one, keeps the memory and not the callable.
void weak_reference() {
  int ends = 0;
  Function f([held = CountsItsEnd(&ends)] {});
  TVMLikeObject* object = f.get();
  object->counts += std::uint64_t{1} << 32;
  f = nullptr;
  CHECK_INT(ends, 1);
  object->counts -= std::uint64_t{1} << 32;
  object->deleter(object, TVMLIKE_DELETE_WEAK);
  CHECK_INT(ends, 1);
  std::puts("a weak reference keeps the memory only");
}

}  // namespace

int main(int argc, char** argv) {
  return run([&] {
    load_test_plugin(argc, argv);
    testing_call = Function::get_global("testing.call");
    signatures();
    registered();
    passed();
    refused_arguments();
    exceptions();
    lifetimes();
    python_objects();
    weak_reference();
  });
}
