// The life of a plugin in C++ (life/life.cpp): loaded, registering later, reloaded, unloaded while things of
// it are held, finished behind the last of them.
#include <atomic>
#include <thread>

#include "../check.hpp"

namespace {

using tvmlike::Function;
using tvmlike::Map;
using tvmlike::ObjectRef;

std::string path;
std::atomic<int> finished{0};

// The host finishes a plugin on a thread of its own.
void wait_until_finished(int times) {
  for (int at = 0; at < 10000 && finished != times; ++at)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK_INT(finished.load(), times);
}

void loaded() {
  const Map plugin = tvmlike::load_plugin(path);
  CHECK(plugin.at("name").cast<std::string>() == "life" && plugin.at("version").cast<std::string>() == "1.0");
  CHECK(tvmlike::to_string(plugin.at("types")) == "[\"life.Tank\"]");
  CHECK_INT(Function::get_global("life.twice")(21).cast<int>(), 42);
  const ObjectRef tank = tvmlike::construct("life.Tank", 10);
  CHECK(tank.call("fill", 4).cast<int>() == 4 && tank.get<int>("level") == 4);
  CHECK_INT(Function::get_global("life.level")(tank).cast<int>(), 4);
  THROWS(tank.call("fill", 40), "IndexError", "the tank runs over");
  THROWS(tank.call("fill", "much"), "TypeError", "Tank.fill: argument 1 `by`: expected i64, got str");
  CHECK_INT(Function::get_global("life.zeros")(3).cast<tvmlike::Tensor>().numel(), 3);
  const std::string info = Function::get_global("registry.info")("life.twice").cast<std::string>();
  CHECK_HAS(info.c_str(), "Twice x.");
  CHECK_HAS(info.c_str(), "life.cpp");
  TVMLikeObjectHandle function = nullptr;
  std::uint32_t flags = 0;
  const TVMLikeByteArray twice = bytes_of("life.twice"), counter = bytes_of("life.counter");
  OK(TVMLikeFuncLookUp(&twice, &function, &flags));
  CHECK_INT(flags, TVMLIKE_REGISTER_KEEPS_GIL);
  OK(TVMFuncFree(function));
  OK(TVMLikeFuncLookUp(&counter, &function, &flags));
  CHECK_INT(flags, 0);
  OK(TVMFuncFree(function));
  std::puts("functions and a class");
}

void later() {
  CHECK(!Function::find_global("life.added").has_value());
  Function::get_global("life.later")();
  CHECK(Function::get_global("life.added")().cast<std::string>() == "later");
  THROWS(Function::get_global("life.later")(), "ValueError", "life.added");
  std::puts("functions that are registered later");
}

void reloaded() {
  const Function old_calls = Function::get_global("life.calls");
  ObjectRef old_tank = tvmlike::construct("life.Tank", 10);
  old_tank.call("fill", 7);
  CHECK_INT(old_calls().cast<int>(), 1);
  tvmlike::reload_plugin("life");
  // The new copy shares nothing with the old one: not its statics, not its types.
  const Function new_calls = Function::get_global("life.calls");
  CHECK(!new_calls.same_as(old_calls));
  CHECK_INT(new_calls().cast<int>(), 1);
  CHECK_INT(old_calls().cast<int>(), 2);
  CHECK_INT(new_calls().cast<int>(), 2);
  const ObjectRef new_tank = tvmlike::construct("life.Tank", 20);
  CHECK(new_tank.type_key() == old_tank.type_key() && new_tank.type_index() != old_tank.type_index());
  CHECK_INT(new_tank.get<int>("size"), 20);
  CHECK_INT(old_tank.call("fill", 1).cast<int>(), 8);
  CHECK_INT(Function::get_global("life.level")(new_tank).cast<int>(), 0);
  THROWS(Function::get_global("life.level")(old_tank), "TypeError",
         "expected life.Tank, got an object created before the plugin was reloaded");
  CHECK(!Function::find_global("life.added").has_value());
  std::puts("reloaded: new code under the names, old objects with the old code");
}

void failing_reload() {
  const Function calls = Function::get_global("life.calls");
  tvmlike::register_global("test.life.fail", [] {});
  THROWS(tvmlike::reload_plugin("life"), "RuntimeError", "the setup fails, as requested");
  tvmlike::remove_global("test.life.fail");
  CHECK(Function::get_global("life.calls").same_as(calls));
  CHECK_INT(tvmlike::construct("life.Tank", 3).get<int>("size"), 3);
  std::puts("a reload that fails leaves the plugin as it was");
}

void unloaded() {
  wait_until_finished(1);  // the copy that was reloaded: nothing of it is held any more
  Function twice = Function::get_global("life.twice"), counter = Function::get_global("life.counter")(5);
  ObjectRef tank = tvmlike::construct("life.Tank", 10);
  Function let_go = Function::get_global("life.hold");
  let_go(true);
  THROWS(tvmlike::unload_plugin("life", true), "RuntimeError", "life.twice");
  THROWS(tvmlike::unload_plugin("life", true), "RuntimeError", "1 object of life.Tank");
  THROWS(tvmlike::unload_plugin("life", true), "RuntimeError", "1 hold of its own");
  CHECK(Function::find_global("life.twice").has_value());
  tvmlike::unload_plugin("life");
  CHECK(!Function::find_global("life.twice").has_value());
  THROWS(tvmlike::construct("life.Tank", 1), "ValueError", "life.Tank");
  CHECK(twice(4).cast<int>() == 8 && counter().cast<int>() == 5);
  CHECK_INT(tank.call("fill", 3).cast<int>(), 3);
  twice = nullptr;
  tank = nullptr;
  CHECK_INT(counter().cast<int>(), 6);
  counter = nullptr;
  let_go(false);
  CHECK_INT(finished.load(), 1);
  let_go = nullptr;
  wait_until_finished(2);
  std::puts("unloaded while things of it are held, finished behind the last of them");
}

void again() {
  for (int times = 3; times < 6; ++times) {
    tvmlike::load_plugin(path);
    CHECK_INT(tvmlike::construct("life.Tank", times).call("fill", 1).cast<int>(), 1);
    tvmlike::unload_plugin("life");
    wait_until_finished(times);
  }
  std::puts("again and again");
}

}  // namespace

int main(int argc, char** argv) {
  return run([&] {
    path = needed("TVMLIKE_LIFE_PLUGIN", argc, argv);
    tvmlike::register_global("test.life.finished", [](const std::string&) { ++finished; });
    loaded();
    later();
    reloaded();
    failing_reload();
    unloaded();
    again();
  });
}
