// Objects of types that other languages declare: constructors, methods, fields, what is inherited, what there
// is not.
#include <thread>

#include "../check.hpp"

namespace {

using tvmlike::Any;
using tvmlike::Function;
using tvmlike::ObjectRef;

void constructors() {
  const ObjectRef counter = tvmlike::construct("testing.Counter", 2);
  CHECK(counter.type_key() == "testing.Counter");
  CHECK_INT(counter.use_count(), 1);
  CHECK(tvmlike::construct("testing.Counter").get<std::string>("label") == "counter");
  CHECK_INT(tvmlike::construct("testing.Counter", 3, "sheep").get<int>("step"), 3);
  THROWS(tvmlike::construct("testing.Counter", "two"), "TypeError", "expected i64, got str");
  THROWS(tvmlike::construct("testing.Counter", 0), "ValueError", "goes nowhere");
  THROWS(tvmlike::construct("testing.Counter", 1, "a", 3), "TypeError", "got 3");
  THROWS(tvmlike::construct("testing.Counter", std::numeric_limits<std::uint64_t>::max()), "OverflowError",
         "Counter.__init__: argument 1: 18446744073709551615");
  THROWS(tvmlike::construct("testing.NoSuchType"), "ValueError", "testing.NoSuchType");
  // A type that declares nothing, and one whose parent has a constructor.
  THROWS(tvmlike::construct("testing.Ticket"), "TypeError",
         "testing.Ticket has no constructor; call a function that returns one");
  THROWS(tvmlike::construct("testing.Corner"), "TypeError", "testing.Corner has no constructor");
  std::puts("constructors");
}

void methods() {
  const ObjectRef counter = tvmlike::construct("testing.Counter", 2);
  CHECK_INT(counter.call("add").cast<int>(), 2);
  const std::int64_t further = counter.call("add", 20);
  CHECK_INT(further, 42);
  CHECK(counter.call("itself").cast<ObjectRef>().same_as(counter));
  CHECK(counter.call("call", [](const ObjectRef& self) { return self.call("add"); }).cast<int>() == 44);
  CHECK(counter.call("__str__").cast<std::string>() == "counter at 44");
  THROWS(counter.call("add", "one"), "TypeError", "Counter.add: argument 1 `by`: expected i64, got str");
  THROWS(counter.call("add", std::numeric_limits<std::uint64_t>::max()), "OverflowError",
         "Counter.add: argument 1: 18446744073709551615");
  THROWS(counter.call("ad"), "AttributeError", "testing.Counter has no method `ad`; it has ");
  THROWS(counter.call("ad"), "AttributeError", "add, ");
  THROWS(counter.call("value"), "AttributeError", "testing.Counter has no method `value`; it is a field");
  THROWS(counter.call("further"), "AttributeError", "it is a static function");
  THROWS(ObjectRef().call("add"), "ValueError", "cannot access member `add` of an empty reference");
  THROWS(tvmlike::Array{1}.ObjectRef::call("add"), "AttributeError", "has no method `add`");
  std::puts("methods");
}

void fields() {
  const ObjectRef counter = tvmlike::construct("testing.Counter", 2);
  CHECK_INT(counter.get<int>("value"), 0);
  counter.set("value", 7);
  CHECK_INT(counter.get("value").cast<int>(), 7);
  const std::string label = "a label that is longer than seven bytes";
  counter.set("label", label);
  CHECK(counter.get<std::string>("label") == label);
  counter.set("label", "short");
  CHECK(counter.get<tvmlike::String>("label") == tvmlike::String("short"));
  CHECK(!counter.get<std::optional<float>>("weight").has_value());
  counter.set("weight", 1.5F);
  CHECK(counter.get<float>("weight") == 1.5F);
  counter.set("weight", nullptr);
  CHECK(counter.get("weight").is_none());
  THROWS(counter.get<std::string>("value"), "TypeError", "Counter.value: expected str, got int");
  THROWS(counter.get<std::uint8_t>("nothing"), "AttributeError",
         "testing.Counter has no field `nothing`; it has ");
  THROWS(counter.get("add"), "AttributeError", "testing.Counter has no field `add`; it is a method");
  THROWS(counter.set("label", 3), "TypeError", "Counter.label: expected str, got int");
  THROWS(counter.set("value", std::numeric_limits<std::uint64_t>::max()), "OverflowError",
         "Counter.value: 18446744073709551615");
  THROWS(counter.set("step", 3), "AttributeError",
         "testing.Counter has no writable field `step`; the field is read-only");
  THROWS(counter.set("nothing", 3), "AttributeError", "no writable field `nothing`; it has ");
  THROWS(ObjectRef().get("value"), "ValueError", "empty reference");
  THROWS(ObjectRef().set("value", 1), "ValueError", "empty reference");
  std::puts("fields");
}

void inherited() {
  const ObjectRef point = tvmlike::construct("testing.Point3", 3, 4, 5);
  CHECK(point.get<double>("x") == 3 && point.get<double>("z") == 5);
  CHECK(point.call("distance", tvmlike::construct("testing.Point")).cast<double>() == 5);
  CHECK(point.get<ObjectRef>("shadow").type_key() == "testing.Point");
  CHECK(point.call("moved", 1).cast<ObjectRef>().type_key() == "testing.Point");
  const Function middle = tvmlike::static_function("testing.Point", "middle");
  const ObjectRef between = middle(std::vector<ObjectRef>{tvmlike::construct("testing.Point", 2, 2), point});
  CHECK(between.get<double>("y") == 3);
  CHECK(tvmlike::static_function("testing.Point3", "middle").same_as(middle));
  THROWS(tvmlike::static_function("testing.Point", "moved"), "AttributeError",
         "testing.Point has no static function `moved`; it is a method");
  std::puts("what a type inherits");
}

// A type that has no members at the first lookup gets them later.
void declared_later() {
  const TVMLikeByteArray key = bytes_of("test.member.Late"), doc = bytes_of("");
  std::int32_t index = 0;
  OK(TVMLikeTypeRegister(&key, TVMLIKE_OBJECT, &index));
  TVMLikeObjectHandle made = nullptr;
  OK(TVMLikeObjectCreate(index, 8, nullptr, &made));
  const ObjectRef object = ObjectRef::take(made);
  THROWS(object.call("later"), "AttributeError", "test.member.Late has no method `later`");
  const Function later([](const ObjectRef& self) { return self.type_key(); });
  TVMLikeTypeMember member{};
  member.name = bytes_of("later");
  member.kind = TVMLIKE_MEMBER_METHOD;
  member.function = later.get();
  OK(TVMLikeTypeAddMembers(index, &doc, &member, 1, sizeof member));
  CHECK(object.call("later").cast<std::string>() == "test.member.Late");
  THROWS(object.get("later"), "AttributeError", "it is a method");
  std::puts("members that come later");
}

void on_threads() {
  const ObjectRef counter = tvmlike::construct("testing.Counter");
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([counter, thread] {
      const ObjectRef point = tvmlike::construct("testing.Point", thread, 0);
      for (int at = 0; at < 500; ++at) {
        counter.call("add");
        CHECK(point.get<double>("x") == thread);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK_INT(counter.get<int>("value"), 2000);
  std::puts("on many threads");
}

}  // namespace

int main(int argc, char** argv) {
  return run([&] {
    load_test_plugin(argc, argv);
    constructors();
    methods();
    fields();
    inherited();
    declared_later();
    on_threads();
  });
}
