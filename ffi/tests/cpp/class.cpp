// C++ classes as object types: members, references, lifetimes, inheritance, what is refused.
#include <atomic>
#include <cmath>
#include <thread>

#include "../check.hpp"

namespace {

using tvmlike::About;
using tvmlike::Any;
using tvmlike::Class;
using tvmlike::Error;
using tvmlike::Function;
using tvmlike::make;
using tvmlike::ObjectRef;
using tvmlike::Ref;

struct Vec {
  double x = 0, y = 0;
  std::string label = "a label that lies on the heap";
  std::atomic<std::int64_t> uses{0};

  Vec(double x_at, double y_at) : x(x_at), y(y_at) {
    if (std::isnan(x_at)) throw std::invalid_argument("a vector has numbers for coordinates");
    ++alive;
  }
  Vec(const Vec&) = delete;
  ~Vec() { --alive; }

  double norm() const noexcept { return std::hypot(x, y); }
  void scale(double by, std::optional<double> by_y) {
    x *= by;
    y *= by_y.value_or(by);
    ++uses;
  }
  double dot(const Ref<Vec>& other) const { return x * other->x + y * other->y; }

  static std::atomic<int> alive;
};
std::atomic<int> Vec::alive{0};

struct Shape {
  explicit Shape(std::string of) : name(std::move(of)) {}
  virtual ~Shape() { ++ended; }
  virtual double area() const { return 0; }
  std::string describe() const { return name + " of " + std::to_string(static_cast<int>(area())); }
  std::string name;
  static int ended;
};
int Shape::ended = 0;

struct Square final : Shape {
  explicit Square(double of) : Shape("square"), side(of) {}
  double area() const override { return side * side; }
  double side;
};

struct Scores {
  std::vector<std::int64_t> points;
  std::size_t size() const { return points.size(); }
  std::int64_t at(std::size_t index) const { return points[index]; }
};

struct Prices {
  std::map<std::string, std::int64_t> of;
  std::size_t size() const { return of.size(); }
};

struct Money {
  std::int64_t cents;
  std::string currency;
  Money plus(const Money& other) const {
    if (currency != other.currency) throw std::invalid_argument("two currencies");
    return {cents + other.cents, currency};
  }
};

}  // namespace

template <>
inline constexpr bool tvmlike::crosses_by_value<Money> = true;

namespace {

void declare() {
  tvmlike::register_class(
      Class<Vec>("test.class.Vec", "A vector of the plane.")
          .init<double, double>(About("From coordinates.").params("x", "y").release_gil(false))
          .field("x", &Vec::x, tvmlike::writable, "To the right.")
          .field("y", &Vec::y)
          .field("label", &Vec::label, tvmlike::writable)
          .field("uses", &Vec::uses, tvmlike::writable)
          .property("norm", &Vec::norm)
          .property(
              "angle", [](const Vec& v) { return std::atan2(v.y, v.x); },
              [](Vec& v, double angle) {
                const double length = v.norm();
                v.x = length * std::cos(angle);
                v.y = length * std::sin(angle);
              })
          .method("scale", &Vec::scale, About("Makes it longer.").params("by", "by_y"))
          .method("dot", &Vec::dot)
          .method("itself", [](const Ref<Vec>& self) { return self; })
          .method("__repr__", [](const Vec* self) { return "Vec of " + self->label; })
          .method("each", [](const Ref<Vec>& self, const Function& f) { f(self->x), f(self->y); })
          .constant("dimensions", 2, "How many coordinates it has.")
          .constant("letters", std::string("x and y"))
          .static_property("alive", [] { return Vec::alive.load(); })
          .static_function("unit", [] { return make<Vec>(1, 0); }));
  tvmlike::register_class(Class<Shape>("test.class.Shape")
                              .init<const std::string&>()
                              .field("name", &Shape::name)
                              .method("area", &Shape::area)
                              .method("describe", &Shape::describe));
  tvmlike::register_class(
      Class<Square>("test.class.Square").inherits<Shape>().init<double>().field("side", &Square::side));
  tvmlike::register_class(
      Class<Scores>("test.class.Scores").sequence(&Scores::size, &Scores::at, "A score."));
  tvmlike::register_class(Class<Prices>("test.class.Prices")
                              .mapping(
                                  &Prices::size,
                                  [](const Ref<Prices>& self, const std::string& key) {
                                    const auto found = self->of.find(key);
                                    if (found == self->of.end())
                                      throw Error("KeyError", "no price of " + key);
                                    return found->second;
                                  },
                                  [](const Prices& self) {
                                    std::vector<std::string> keys;
                                    for (const auto& entry : self.of) keys.push_back(entry.first);
                                    return keys;
                                  }));
  tvmlike::register_class(Class<Money>("test.class.Money")
                              .init([](std::int64_t cents, std::optional<std::string> currency) {
                                return Money{cents, currency.value_or("EUR")};
                              })
                              .field("cents", &Money::cents)
                              .field("currency", &Money::currency)
                              .method("plus", &Money::plus));
}

void used_by_name() {
  const ObjectRef vec = tvmlike::construct("test.class.Vec", 3, 4);
  CHECK(vec.get<double>("norm") == 5 && vec.get<double>("x") == 3);
  CHECK(vec.call("scale", 2).is_none());
  CHECK(vec.get<double>("y") == 8);
  vec.call("scale", 1, 0.5);
  CHECK(vec.get<double>("y") == 4);
  CHECK_INT(vec.get<int>("uses"), 2);
  vec.set("uses", 40);
  vec.set("label", "another label, on the heap as well");
  CHECK(vec.call("__repr__").cast<std::string>() == "Vec of another label, on the heap as well");
  vec.set("angle", 0);
  CHECK(std::abs(vec.get<double>("y")) < 1e-12);
  CHECK(vec.call("itself").cast<ObjectRef>().same_as(vec));
  double sum = 0;
  vec.call("each", [&sum](double part) { sum += part; });
  CHECK(std::abs(sum - std::hypot(6, 4)) < 1e-12);
  CHECK(tvmlike::static_function("test.class.Vec", "unit")().cast<ObjectRef>().get<double>("x") == 1);
  CHECK_INT(tvmlike::class_attribute("test.class.Vec", "dimensions").cast<int>(), 2);
  CHECK(tvmlike::class_attribute("test.class.Vec", "letters").cast<std::string>() == "x and y");
  CHECK_INT(tvmlike::class_attribute("test.class.Vec", "alive").cast<int>(), Vec::alive);
  THROWS(tvmlike::class_attribute("test.class.Vec", "norm"), "AttributeError",
         "test.class.Vec has no class attribute `norm`; it is a field");
  THROWS(vec.get("alive"), "AttributeError", "has no field `alive`; it is a class property");
  CHECK(vec.call("dot", make<Vec>(0, 1)).cast<double>() == vec.get<double>("y"));
  // Through another language and back.
  const ObjectRef same = Function::get_global("testing.echo")(vec);
  CHECK(same.same_as(vec));
  std::puts("by name, as from any language");
}

void containers() {
  const ObjectRef scores = make<Scores>(Scores{{5, 6, 7}});
  CHECK_INT(scores.call("__len__").cast<int>(), 3);
  CHECK_INT(scores.call("__getitem__", 0).cast<int>(), 5);
  CHECK_INT(scores.call("__getitem__", -1).cast<int>(), 7);
  THROWS(scores.call("__getitem__", 3), "IndexError", "Scores: index 3 is out of range for length 3");
  THROWS(scores.call("__getitem__", -4), "IndexError", "Scores: index -4 is out of range for length 3");
  const ObjectRef prices = make<Prices>(Prices{{{"tea", 3}}});
  CHECK_INT(prices.call("__getitem__", "tea").cast<int>(), 3);
  THROWS(prices.call("__getitem__", "gold"), "KeyError", "no price of gold");
  CHECK(prices.call("__keys__").cast<std::vector<std::string>>() == std::vector<std::string>{"tea"});
  for (const auto& [object, flag] :
       {std::pair(scores, TVMLIKE_MEMBER_SEQUENCE), std::pair(prices, TVMLIKE_MEMBER_MAPPING)}) {
    TVMLikeValue value = none();
    OK(TVMLikeTypeMembers(object.type_index(), &value));
    bool found = false;
    for (tvmlike::AnyView each : Any::take(value).cast<tvmlike::Map>().at("members").cast<tvmlike::Array>()) {
      const tvmlike::Map member = each.cast<tvmlike::Map>();
      if (member.at("name").cast<std::string>() != "__getitem__") continue;
      found = (member.at("flags").cast<int>() & flag) != 0;
    }
    CHECK(found);
  }
  std::puts("sequences and mappings");
}

void used_by_reference() {
  Ref<Vec> vec = make<Vec>(3, 4);
  CHECK(vec->norm() == 5 && (*vec).x == 3 && vec.pointer()->y == 4);
  CHECK(vec.type_key() == "test.class.Vec");
  const Ref<Vec> copy = vec;
  CHECK_INT(vec.use_count(), 2);
  CHECK(&*copy == &*vec);
  tvmlike::register_global("test.class.norm_of", [](const Ref<Vec>& v) { return v->norm(); });
  tvmlike::register_global("test.class.sum", [](const std::vector<Ref<Vec>>& all) {
    Ref<Vec> sum = make<Vec>(0, 0);
    for (const Ref<Vec>& one : all) sum->x += one->x, sum->y += one->y;
    return sum;
  });
  tvmlike::register_global("test.class.or_zero",
                           [](const std::optional<Ref<Vec>>& v) { return v ? (*v)->norm() : 0.0; });
  const Function norm_of = Function::get_global("test.class.norm_of");
  CHECK(norm_of(vec).cast<double>() == 5);
  const Ref<Vec> sum = Function::get_global("test.class.sum")(std::vector<Ref<Vec>>{vec, copy, vec});
  CHECK(sum->y == 12);
  CHECK(Function::get_global("test.class.or_zero")().cast<double>() == 0);
  CHECK(Function::get_global("test.class.or_zero")(nullptr).cast<double>() == 0);
  CHECK(Function::get_global("test.class.or_zero")(vec).cast<double>() == 5);
  THROWS(norm_of(make<Square>(2)), "TypeError",
         "test.class.norm_of: argument 1: expected test.class.Vec, got test.class.Square");
  THROWS(norm_of(tvmlike::construct("testing.Point")), "TypeError",
         "expected test.class.Vec, got testing.Point");
  THROWS(norm_of(nullptr), "TypeError", "expected test.class.Vec, got None");
  THROWS(norm_of(5), "TypeError", "expected test.class.Vec, got int");
  THROWS(Ref<Vec>(tvmlike::construct("testing.Point")), "TypeError", "expected test.class.Vec");
  CHECK(Ref<Vec>(ObjectRef(vec)).same_as(vec));
  CHECK(!Ref<Vec>(ObjectRef()));
  const Ref<Vec> moved = std::move(vec);
  CHECK(moved && !vec && vec.pointer() == nullptr);  // NOLINT: a moved-from reference is empty
  THROWS(vec->norm(), "ValueError", "cannot dereference an empty reference to test.class.Vec");
  THROWS(*Ref<Vec>(), "ValueError", "an empty reference");
  for (const char* name : {"norm_of", "sum", "or_zero"})
    tvmlike::remove_global(std::string("test.class.") + name);
  std::puts("by Ref, as parameters and results");
}

void refused_arguments() {
  const ObjectRef vec = make<Vec>(3, 4);
  const Function scale = vec.is_a(vec.type_index())
                             ? Function([&vec](tvmlike::Args args) { return vec.call("scale", args[0]); })
                             : Function();
  THROWS(scale("two"), "TypeError", "Vec.scale: argument 1 `by`: expected f64, got str");
  THROWS(vec.call("scale", 1, "two"), "TypeError", "Vec.scale: argument 2 `by_y`: expected f64, got str");
  THROWS(vec.call("scale"), "TypeError",
         "Vec.scale: expected 1 to 2 arguments, got 0: argument 1 `by` is missing");
  THROWS(vec.call("scale", 1, 2, 3), "TypeError", "Vec.scale: expected 1 to 2 arguments, got 3");
  THROWS(vec.set("x", "text"), "TypeError", "Vec.x: expected f64, got str");
  THROWS(vec.set("y", 1), "AttributeError", "the field is read-only");
  THROWS(tvmlike::construct("test.class.Vec", 1), "TypeError",
         "Vec.__init__: expected 2 arguments, got 1: argument 2 `y` is missing");
  // The function of a method, called without its object; calls through the type always pass it.
  TVMLikeValue described = none(), result = none();
  OK(TVMLikeTypeMembers(vec.type_index(), &described));
  const tvmlike::Map of_type = Any::take(described).cast<tvmlike::Map>();
  for (tvmlike::AnyView each : of_type.at("members").cast<tvmlike::Array>()) {
    const tvmlike::Map member = each.cast<tvmlike::Map>();
    if (member.at("name").cast<std::string>() != "scale") continue;
    const Function function = member.at("function").cast<Function>();
    THROWS(function(5, 1), "TypeError",
           "Vec.scale: argument `self`: expected test.class.Vec, got int");
    THROWS(function(), "TypeError", "Vec.scale: argument `self` is missing");
    THROWS(function(make<Square>(1), 1), "TypeError", "expected test.class.Vec, got test.class.Square");
    RAISES(TVMLikeFuncCall(function.get(), nullptr, 0, &result), "TypeError", "argument `self` is missing");
  }
  std::puts("wrong arguments name member, number, expected and got");
}

// Registered functions have records.
void described() {
  TVMLikeValue value = none();
  OK(TVMLikeTypeMembers(make<Vec>(0, 0).type_index(), &value));
  const tvmlike::Map of_type = Any::take(value).cast<tvmlike::Map>();
  CHECK(of_type.at("doc").cast<std::string>() == "A vector of the plane.");
  std::map<std::string, tvmlike::Map> members;
  for (tvmlike::AnyView each : of_type.at("members").cast<tvmlike::Array>()) {
    const tvmlike::Map member = each.cast<tvmlike::Map>();
    members.emplace(member.at("name").cast<std::string>(), member);
  }
  const auto record = [&members](const char* name) {
    return members.at(name).at("record").cast<std::string>();
  };
  CHECK_STR(
      record("__init__").c_str(),
      "{\"doc\": \"From coordinates.\", \"a\": [[\"named\", \"x\", \"f64\"], [\"named\", \"y\", \"f64\"]], "
      "\"r\": [[\"object\", \"test.class.Vec\"]]}");
  CHECK_STR(record("x").c_str(), "{\"doc\": \"To the right.\", \"a\": [], \"r\": [\"f64\"]}");
  CHECK_STR(record("uses").c_str(), "{\"a\": [], \"r\": [\"i64\"]}");
  CHECK_STR(record("scale").c_str(),
            "{\"doc\": \"Makes it longer.\", \"a\": [[\"named\", \"by\", \"f64\"], [\"named\", \"by_y\", "
            "[\"optional\", \"f64\"]]], \"r\": [], \"defaults\": {\"by_y\": null}}");
  CHECK_STR(record("dimensions").c_str(),
            "{\"doc\": \"How many coordinates it has.\", \"a\": [], \"r\": [\"i32\"]}");
  CHECK(members.at("dimensions").at("kind").cast<std::string>() == "constant");
  CHECK(members.at("alive").at("kind").cast<std::string>() == "static_property");
  CHECK_STR(record("each").c_str(), "{\"a\": [\"function\"], \"r\": []}");
  CHECK_INT(members.at("x").at("flags").cast<int>(), TVMLIKE_REGISTER_KEEPS_GIL);
  CHECK_INT(members.at("__init__").at("flags").cast<int>(), TVMLIKE_REGISTER_KEEPS_GIL);
  CHECK_INT(members.at("scale").at("flags").cast<int>(), 0);
  CHECK(members.at("y").at("setter").is_none() && !members.at("x").at("setter").is_none());
  std::puts("members describe themselves");
}

void lifetimes() {
  CHECK_INT(Vec::alive, 0);
  {
    const Ref<Vec> vec = make<Vec>(1, 2);
    CHECK_INT(Vec::alive, 1);
    Function::get_global("testing.hold")(vec);
    CHECK_INT(vec.use_count(), 2);
  }
  CHECK_INT(Vec::alive, 1);
  Function::get_global("testing.release")();
  CHECK_INT(Vec::alive, 0);
  // A constructor that throws leaves nothing: no object, no half of one that a destructor would meet.
  THROWS(tvmlike::construct("test.class.Vec", std::nan(""), 0), "ValueError", "numbers for coordinates");
  CHECK_INT(Vec::alive, 0);
  bool thrown = false;
  try {
    make<Vec>(std::nan(""), 0.0);
  } catch (const std::invalid_argument&) {
    thrown = true;  // inside C++ it is the exception itself
  }
  CHECK(thrown);
  CHECK_INT(Vec::alive, 0);
  std::vector<std::thread> threads;
  {
    const Ref<Vec> shared = make<Vec>(1, 2);
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([shared] {
        for (int at = 0; at < 1000; ++at) {
          const Ref<Vec> copy = shared;
          ++copy->uses;
          make<Vec>(at, at);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK_INT(shared->uses.load(), 4000);
  }
  threads.clear();
  CHECK_INT(Vec::alive, 0);
  std::puts("made once, destroyed once, on any thread");
}

void inheritance() {
  const int ended = Shape::ended;
  {
    const Ref<Square> square = make<Square>(3);
    CHECK(square.call("describe").cast<std::string>() == "square of 9");
    CHECK(square.get<std::string>("name") == "square" && square.get<double>("side") == 3);
    const Ref<Shape> base = square;
    CHECK(base->area() == 9 && base.same_as(square) && base.type_key() == "test.class.Square");
    CHECK(Ref<Square>(ObjectRef(base))->side == 3);
    THROWS(Ref<Square>(ObjectRef(make<Shape>("blob"))), "TypeError",
           "expected test.class.Square, got test.class.Shape");
    CHECK(Function([](const Ref<Shape>& shape) { return shape->area(); })(square).cast<double>() == 9);
  }
  CHECK_INT(Shape::ended, ended + 2);
  std::puts("what a class inherits");
}

void by_value() {
  const ObjectRef five = tvmlike::construct("test.class.Money", 500);
  const ObjectRef sum = five.call("plus", Money{250, "EUR"});
  CHECK_INT(sum.get<int>("cents"), 750);
  CHECK(sum.type_key() == "test.class.Money");
  const Money copy = Any(sum).cast<Money>();
  CHECK(copy.cents == 750 && copy.currency == "EUR");
  THROWS(five.call("plus", Money{1, "USD"}), "ValueError", "two currencies");
  THROWS(five.call("plus", 5), "TypeError", "Money.plus: argument 1: expected test.class.Money, got int");
  const Function total([](const std::vector<Money>& all) {
    Money sum_of_all{0, "EUR"};
    for (const Money& one : all) sum_of_all = sum_of_all.plus(one);
    return sum_of_all;
  });
  CHECK_INT(total(std::vector<Money>{{1, "EUR"}, {2, "EUR"}}).cast<Money>().cents, 3);
  std::puts("classes that cross by value");
}

struct alignas(64) Wide {
  explicit Wide(double first) { numbers[0] = first; }
  double numbers[8] = {};
};
struct Empty {};
struct Second {
  virtual ~Second() = default;
};
struct Both : Empty, Second, Vec {
  Both() : Vec(1, 2) {}
};
struct NeverSaid {};

void layouts() {
  tvmlike::register_class(
      Class<Wide>("test.class.Wide").method("first", [](const Wide& w) { return w.numbers[0]; }));
  tvmlike::register_class(Class<Empty>("test.class.Empty").init<>());
  std::vector<Ref<Wide>> all;
  for (int at = 0; at < 20; ++at) {
    all.push_back(make<Wide>(at));
    CHECK_INT(reinterpret_cast<std::uintptr_t>(all.back().pointer()) % 64, 0);
    CHECK(all.back().call("first").cast<double>() == at);
  }
  CHECK(tvmlike::construct("test.class.Empty").is_a(make<Empty>().type_index()));
  THROWS(Class<Both>("test.class.Both").inherits<Vec>(), "ValueError",
         "base class test.class.Vec is not at offset 0");
  std::puts("any alignment, and no size");
}

void refused() {
  THROWS(make<NeverSaid>(), "TypeError",
         "NeverSaid is not registered; pass its tvmlike::Class to register_class");
  THROWS(Function([](const Ref<NeverSaid>&) {})(5), "TypeError", "is not registered");
  THROWS(Any(5).cast<Ref<NeverSaid>>(), "TypeError", "is not registered");
  struct Other {};
  THROWS(tvmlike::register_class(Class<Other>("test.class.Vec")), "ValueError",
         "type test.class.Vec is already registered");
  struct Rusts {};
  THROWS(tvmlike::register_class(Class<Rusts>("testing.Point")), "ValueError",
         "type testing.Point is already registered");
  THROWS(make<Rusts>(), "TypeError", "testing.Point is not registered; pass");
  THROWS(tvmlike::register_class(Class<Vec>("test.class.Vec")), "ValueError", "is already registered");
  THROWS(Class<Vec>("test.class.Vec2"), "ValueError",
         "this C++ class is already declared as test.class.Vec; it cannot be test.class.Vec2 too");
  struct Names {};
  THROWS(Class<Names>("test.class.Names").init<>(About().params("a")), "ValueError",
         "Names.__init__: params() names 1 parameters, the function has 0");
  const auto add_twice = [] {
    struct Twice {};
    tvmlike::register_class(
        Class<Twice>("test.class.Twice").method("m", [](Twice&) {}).method("m", [](Twice&) {}));
  };
  THROWS(add_twice(), "ValueError", "duplicate member `m`");
  struct Bad {};
  THROWS(tvmlike::register_class(Class<Bad>("")), "ValueError", "");
  THROWS(tvmlike::register_class(Class<NeverSaid>("test.\xff")), "ValueError", "UTF-8");
  std::puts("what cannot be registered");
}

}  // namespace

int main(int argc, char** argv) {
  return run([&] {
    load_test_plugin(argc, argv);
    declare();
    used_by_name();
    containers();
    used_by_reference();
    refused_arguments();
    described();
    lifetimes();
    inheritance();
    by_value();
    layouts();
    refused();
  });
}
