// Array, Map, Shape, and what standard containers become.
#include "../check.hpp"

namespace {

using tvmlike::Any;
using tvmlike::Array;
using tvmlike::Function;
using tvmlike::Map;
using tvmlike::Shape;

Function echo;

void arrays() {
  const Array array{1, "two", 3.0, nullptr};
  CHECK_INT(array.size(), 4);
  CHECK(array[0].cast<int>() == 1 && array[1].cast<std::string>() == "two" && array[3].is_none());
  THROWS(array[4], "IndexError", "index 4 is out of range for 4 items");
  std::string kinds;
  for (const tvmlike::AnyView item : array) kinds += item.type_name() + " ";
  CHECK(kinds == "int str float None ");
  const Array same = echo(array);
  CHECK(same.same_as(array));
  CHECK_INT(Array().size(), 0);
  CHECK(Array().begin() == Array().end());
  Array moved = Array{1};
  const Array taken = std::move(moved);
  CHECK_INT(taken.size(), 1);
  CHECK_INT(moved.size(), 0);  // NOLINT: what is left behind is empty
  const Array nested{Array{1, 2}, Array{}};
  CHECK_INT(nested[0].cast<Array>()[1].cast<int>(), 2);
  THROWS(echo(5).cast<Array>(), "TypeError", "expected Array, got int");
  std::puts("arrays");
}

void vectors() {
  using Nested = std::vector<std::vector<std::string>>;
  const Nested nested{{"a", "a longer one than seven"}, {}};
  CHECK(echo(nested).cast<Nested>() == nested);
  CHECK(echo(std::vector<bool>{true, false}).cast<std::vector<bool>>() == (std::vector<bool>{true, false}));
  CHECK(echo(std::vector<double>{0.5}).cast<std::vector<double>>() == std::vector<double>{0.5});
  CHECK(echo(std::vector<int>{1, 2}).cast<std::vector<double>>() == (std::vector<double>{1, 2}));
  CHECK(echo(std::vector<std::optional<int>>{1, std::nullopt}).cast<std::vector<std::optional<int>>>()[1] ==
        std::nullopt);
  CHECK(echo(std::vector<Any>{1, "x"}).cast<std::vector<Any>>()[1].cast<std::string>() == "x");
  CHECK(echo(std::vector<std::string_view>{"view"}).cast<std::vector<std::string>>()[0] == "view");
  Any kept = echo(std::vector<std::string>{"borrowed and long enough"});
  CHECK(kept.cast<std::vector<std::string_view>>()[0] == "borrowed and long enough");
  THROWS(echo(std::vector<int>{1, 300}).cast<std::vector<std::uint8_t>>(), "OverflowError",
         "item 1: 300 is out of range for u8");
  THROWS(echo(std::vector<std::string>{"ok", "\xff is not"}), "ValueError", "UTF-8");
  CHECK(Function::get_global("registry.list")("registry").cast<std::vector<std::string>>().size() >= 2);
  std::puts("vectors");
}

void maps() {
  const Map map{{"b", 1}, {"a key longer than seven", "v"}, {7, nullptr}};
  CHECK_INT(map.size(), 3);
  CHECK_INT(map.at("b").cast<int>(), 1);
  CHECK(map.at(std::string("a key longer than seven")).cast<std::string>() == "v");
  CHECK(map.at(std::string_view("a key longer than seven")).cast<std::string>() == "v");
  CHECK(map.contains(7) && !map.contains(8) && !map.contains("7"));
  CHECK(!map.find("missing").has_value());
  THROWS(map.at("missing"), "KeyError", "\"missing\"");
  THROWS(map.at(8), "KeyError", "8");
  std::string keys;
  for (const tvmlike::MapItem& item : map) keys += tvmlike::to_string(item.key) + " ";
  CHECK(keys == "\"b\" \"a key longer than seven\" 7 ");
  CHECK(echo(map).cast<Map>().same_as(map));
  CHECK_INT(Map().size(), 0);
  CHECK(Map().begin() == Map().end());
  CHECK(!Map().contains(1));
  CHECK_INT(Function::get_global("testing.map_get")(map, "b").cast<int>(), 1);
  CHECK_INT(Function::get_global("testing.map_keys")(map).cast<Array>().size(), 3);
  THROWS(echo(5).cast<Map>(), "TypeError", "expected Map, got int");

  using Ordered = std::map<std::string, std::vector<int>>;
  using Hashed = std::unordered_map<int, std::string>;
  const Ordered ordered{{"x", {1}}, {"y", {}}};
  const Hashed hashed{{1, "one"}, {2, "two, and longer than seven"}};
  CHECK(echo(ordered).cast<Ordered>() == ordered);
  CHECK(echo(hashed).cast<Hashed>() == hashed);
  THROWS(echo(ordered).cast<Hashed>(), "TypeError", "key 0: expected i32, got str");
  THROWS((echo(hashed).cast<std::map<int, int>>()), "TypeError", "value 0: expected i32, got str");
  THROWS((echo(1).cast<std::map<int, int>>()), "TypeError", "expected dict of i32 to i32, got int");
  std::puts("maps");
}

void shapes() {
  const Shape shape{2, 3, 4};
  CHECK(shape.size() == 3 && shape[2] == 4);
  THROWS(shape[3], "IndexError", "index 3");
  const Shape same = echo(shape);
  CHECK(same.same_as(shape));
  CHECK(echo(shape).cast<std::vector<int>>() == (std::vector<int>{2, 3, 4}));
  CHECK(echo(std::vector<int>{5, 6}).cast<Shape>()[1] == 6);
  THROWS(echo(Shape{300}).cast<std::vector<std::uint8_t>>(), "OverflowError", "item 0: 300");
  THROWS(echo(std::vector<std::string>{"x"}).cast<Shape>(), "TypeError", "item 0: expected i64, got str");
  CHECK_INT(Shape().size(), 0);
  std::int64_t product = 1;
  for (const std::int64_t dim : shape) product *= dim;
  CHECK_INT(product, 24);
  std::puts("shapes");
}

}  // namespace

int main(int argc, char** argv) {
  return run([&] {
    load_test_plugin(argc, argv);
    echo = Function::get_global("testing.echo");
    arrays();
    vectors();
    maps();
    shapes();
  });
}
