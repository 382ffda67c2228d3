// Calls from C++ with every type of argument, results as every type, and everything that is refused.
#include <cmath>
#include <limits>
#include <optional>

#include "../check.hpp"

namespace {

using tvmlike::Any;
using tvmlike::AnyView;
using tvmlike::Function;

Function echo;

// Passes x through Rust and converts the result to T.
template <class T, class X>
T through(X&& x) {
  return echo(std::forward<X>(x)).template cast<T>();
}

void integers() {
  const Function add3 = Function::get_global("testing.add3");
  const std::int64_t sum = add3(1, 2, 3);
  CHECK_INT(sum, 6);
  CHECK_INT(add3(std::int8_t{-1}, std::uint32_t{4000000000U}, 5LL).cast<std::int64_t>(), 4000000004);
  CHECK_INT(through<std::int64_t>(std::numeric_limits<std::int64_t>::min()),
            std::numeric_limits<std::int64_t>::min());
  CHECK_INT(through<std::uint8_t>(255), 255);
  CHECK_INT(through<long>(7UL), 7);
  THROWS(through<std::uint8_t>(256), "OverflowError", "256 is out of range for u8");
  THROWS(through<std::int8_t>(-129), "OverflowError", "-129 is out of range for i8");
  THROWS(through<std::uint64_t>(-1), "OverflowError", "-1 is out of range for u64");
  THROWS(echo(std::numeric_limits<std::uint64_t>::max()), "OverflowError", "18446744073709551615");
  THROWS(through<int>(1.0), "TypeError", "expected i32, got float");
  THROWS(through<int>("1"), "TypeError", "result: expected i32, got str");
  CHECK_INT(through<int>(true), 1);
  std::puts("integers, exact or refused");
}

void floats() {
  CHECK(through<double>(0.1) == 0.1);
  CHECK(through<float>(0.1F) == 0.1F);
  CHECK(through<double>(3) == 3.0);
  CHECK(std::isnan(through<double>(std::nan(""))));
  CHECK(std::isinf(through<float>(std::numeric_limits<double>::infinity())));
  CHECK(through<float>(0.1) == 0.1F);
  CHECK(through<double>(std::int64_t{1} << 60) == 1152921504606846976.0);
  THROWS(through<float>(1e300), "OverflowError", "1e+300 is out of range for f32");
  THROWS(through<double>((std::int64_t{1} << 53) + 1), "OverflowError", "out of range for f64");
  THROWS(through<double>("1"), "TypeError", "expected f64, got str");
  std::puts("floats");
}

void truth_and_none() {
  CHECK(through<bool>(true));
  CHECK(!through<bool>(false));
  CHECK(through<bool>(1));
  THROWS(through<bool>(2), "OverflowError", "2 is out of range for bool");
  THROWS(through<bool>(nullptr), "TypeError", "expected bool, got None");
  CHECK(echo(true).type_index() == TVMLIKE_BOOL);
  CHECK(echo(nullptr).is_none());
  CHECK(echo(std::nullopt).is_none());
  CHECK(echo(std::optional<int>()).is_none());
  CHECK_INT(echo(std::optional<int>(5)).cast<int>(), 5);
  CHECK(!echo(nullptr).cast<std::optional<int>>().has_value());
  CHECK(through<std::optional<std::string>>("x") == std::optional<std::string>("x"));
  THROWS(through<std::optional<int>>("x"), "TypeError", "expected i32, got str");
  const Function optional = Function::get_global("testing.optional");
  CHECK_INT(optional().cast<int>(), -1);
  CHECK_INT(optional(nullptr).cast<int>(), -1);
  CHECK_INT(optional(4).cast<int>(), 4);
  CHECK_INT(Function::get_global("testing.default")(4).cast<int>(), 42);
  std::puts("truth values, None and optionals");
}

void text() {
  const std::string longer(1000, 'y'), with_nul("cut\0here and some more", 22), short_nul("a\0b", 3);
  CHECK(through<std::string>("") == "");
  CHECK(through<std::string>("seven..") == "seven..");
  CHECK(through<std::string>("eight...") == "eight...");
  CHECK(through<std::string>(longer) == longer);
  CHECK(through<std::string>(std::string_view(longer).substr(0, 500)) == longer.substr(0, 500));
  CHECK(through<std::string>(with_nul) == with_nul);
  CHECK(through<std::string>(std::string_view(short_nul)) == short_nul);
  CHECK(through<std::string>(tvmlike::String(with_nul)) == with_nul);
  CHECK(through<std::string>("gr\xc3\xbc\xc3\x9f") == "gr\xc3\xbc\xc3\x9f");
  CHECK(echo(static_cast<const char*>(nullptr)).is_none());
  CHECK_INT(Function::get_global("testing.str_len")(std::string_view("h\xc3\xa9")).cast<int>(), 3);

  const std::string s = echo("implicit");
  const std::string direct(echo("direct initialisation"));
  std::string assigned;
  assigned = echo("assigned").cast<std::string>();
  CHECK(s == "implicit" && direct == "direct initialisation" && assigned == "assigned");
  Any kept = echo(longer);
  CHECK(kept.cast<std::string_view>() == longer);
  const tvmlike::String shared = kept.cast<tvmlike::String>();
  kept = nullptr;
  CHECK(shared == tvmlike::String(longer) && shared.c_str()[1000] == '\0' && shared.size() == 1000);

  THROWS(echo(std::string("\xff")), "ValueError", "UTF-8");
  THROWS(echo(std::string_view("\xff and more than seven")), "ValueError", "UTF-8");
  THROWS(through<std::string>(5), "TypeError", "expected str, got int");
  THROWS(through<std::string>(tvmlike::Bytes("bytes", 5)), "TypeError", "expected str, got bytes");
  std::puts("text, short and long, with NULs, UTF-8");
}

void bytes() {
  const std::string raw("\xff\0\xfe and more than seven", 22);
  CHECK(through<tvmlike::Bytes>(tvmlike::BytesView{raw.data(), raw.size()}).view() == raw);
  CHECK(through<tvmlike::Bytes>(tvmlike::Bytes(raw)) == tvmlike::Bytes(raw));
  CHECK(through<tvmlike::Bytes>(tvmlike::Bytes("abc", 3)).view() == "abc");
  CHECK(through<tvmlike::Bytes>(tvmlike::Bytes()).empty());
  CHECK_INT(Function::get_global("testing.bytes_len")(tvmlike::BytesView{raw.data(), 22}).cast<int>(), 22);
  THROWS(Function::get_global("testing.bytes_len")("text"), "TypeError", "expected bytes, got str");
  THROWS(through<tvmlike::Bytes>("text"), "TypeError", "expected bytes, got str");
  std::puts("bytes, and never text for them");
}

void types_devices_pointers() {
  int target = 0;
  const DLDataType dtype = through<DLDataType>(tvmlike::dtype_of<float>());
  CHECK(tvmlike::to_string(dtype) == "float32");
  CHECK(tvmlike::to_string(through<DLDataType>("float8_e4m3fnx2")) == "float8_e4m3fnx2");
  THROWS(through<DLDataType>("float31"), "ValueError", "float31");
  THROWS(through<DLDataType>(1), "TypeError", "expected DataType, got int");
  CHECK(tvmlike::to_string(through<DLDevice>(DLDevice{kDLCUDA, 1})) == "cuda:1");
  CHECK(tvmlike::to_string(through<DLDevice>("cpu")) == "cpu:0");
  THROWS(through<DLDevice>("warp:0"), "ValueError", "warp:0");
  CHECK(through<void*>(static_cast<void*>(&target)) == &target);
  CHECK(through<void*>(nullptr) == nullptr);
  // The same names and numbers as Rust's: every one goes there and back.
  for (const char* name : {"bool", "int8", "uint64", "float16", "bfloat16", "complex64", "float8_e5m2fnuz",
                           "float6_e2m3fn", "float4_e2m1fn", "int1", "uint4", "float64x4", "handle"}) {
    const DLDataType ours = tvmlike::dtype(name);
    const DLDataType theirs = Function::get_global("testing.dtype")(name);
    CHECK(tvmlike::same_dtype(ours, theirs));
    CHECK(tvmlike::to_string(ours) == name);
  }
  for (const char* name : {"int08", "int+8", "int", "x4", "float32x0", "float32x70000", "", "int3"}) {
    THROWS(tvmlike::dtype(name), "ValueError", "is not a data type");
    THROWS(Function::get_global("testing.dtype")(name), "ValueError", "is not a data type");
  }
  for (const char* name : {"cuda:-1", "cuda:", "cpu:x", "", "cpu:99999999999"}) {
    THROWS(tvmlike::device(name), "ValueError", "is not a device");
  }
  std::puts("data types, devices, pointers");
}

void objects() {
  const tvmlike::ObjectRef point = Function::get_global("testing.make_point")(1.5, 2);
  CHECK(point.type_key() == "testing.Point");
  CHECK_INT(point.use_count(), 1);
  CHECK(Function::get_global("testing.point_x")(point).cast<double>() == 1.5);
  CHECK_INT(point.use_count(), 1);
  const tvmlike::ObjectRef same = echo(point);
  CHECK(same.same_as(point));
  CHECK_INT(point.use_count(), 2);
  const tvmlike::ObjectRef point3 = Function::get_global("testing.make_point3")(1, 2, 3);
  CHECK(point3.is_a(point.type_index()) && !point.is_a(point3.type_index()) && point3.is_a(TVMLIKE_OBJECT));
  THROWS(through<tvmlike::ObjectRef>(1), "TypeError", "expected Object, got int");
  THROWS(through<Function>(point), "TypeError", "expected PackedFunc, got testing.Point");
  CHECK(echo(tvmlike::ObjectRef()).is_none());
  std::puts("objects, counted");
}

void functions() {
  const Function counter = Function::get_global("testing.counter")(10);
  CHECK_INT(counter().cast<int>(), 10);
  CHECK_INT(counter().cast<int>(), 11);
  CHECK(through<Function>(counter).same_as(counter));
  CHECK_INT(Function::get_global("testing.call")(echo, 5).cast<int>(), 5);
  CHECK_INT(echo.apply({Any(6)}).cast<int>(), 6);
  CHECK_INT(Function::get_global("testing.sum")(std::vector<std::int64_t>{1, 2, 3}).cast<int>(), 6);
  THROWS(Function()(1), "TypeError", "empty Function");
  THROWS(Function(nullptr)(1), "TypeError", "empty Function");
  CHECK(!Function::find_global("testing.no_such_function").has_value());
  CHECK(Function::find_global("testing.nop").has_value());
  THROWS(Function::get_global("testing.no_such_function"), "ValueError", "testing.no_such_function");
  THROWS(Function::get_global(""), "ValueError", "empty");
  THROWS(Function::get_global(std::string_view("a\0b", 3)), "ValueError", "NUL");
  std::puts("functions");
}

void refused_by_the_callee() {
  const Function add3 = Function::get_global("testing.add3");
  THROWS(add3(1, "two", 3), "TypeError", "testing.add3: argument 2 `b`: expected i64, got str");
  THROWS(add3(1, 2), "TypeError", "expected 3 arguments, got 2");
  THROWS(add3(1, 2, 3, 4), "TypeError", "expected 3 arguments, got 4");
  THROWS(Function::get_global("testing.narrow_u8")(300), "OverflowError", "300 is out of range for u8");
  THROWS(Function::get_global("testing.panic")("on purpose"), "InternalError", "on purpose");
  std::puts("what the callee refuses is thrown");
}

void values() {
  Any a = 5, b = a, c = std::move(a);
  CHECK(a.is_none() && b.cast<int>() == 5 && c.cast<int>() == 5);
  Any text = std::string("a text that is longer than seven");
  b = text;
  CHECK_INT(text.raw().payload.v_obj->counts & 0xffffffffU, 2);
  const AnyView view = b;
  CHECK(view.cast<std::string_view>() == "a text that is longer than seven");
  CHECK(text.try_cast<int>() == std::nullopt);
  CHECK(text.try_cast<std::string>().has_value());
  b = Any(AnyView(b));
  Any& same = b;
  b = same;
  CHECK(b.cast<std::string>().size() == 32);
  if (Any(true)) CHECK(true);
  CHECK(tvmlike::to_string(
            Any(tvmlike::Array{1, 2.5, "t\"x", nullptr, true, tvmlike::Map{{"k", tvmlike::Shape{2, 3}}}})) ==
        "[1, 2.5, \"t\\\"x\", None, True, {\"k\": (2, 3)}]");
  CHECK(tvmlike::to_string(Any(tvmlike::Bytes("\xff\n", 2))) == "b\"\\xff\\x0a\"");
  std::puts("Any: copies, moves, views, text");
}

}  // namespace

int main(int argc, char** argv) {
  return run([&] {
    load_test_plugin(argc, argv);
    echo = Function::get_global("testing.echo");
    integers();
    floats();
    truth_and_none();
    text();
    bytes();
    types_devices_pointers();
    objects();
    functions();
    refused_by_the_callee();
    values();
  });
}
