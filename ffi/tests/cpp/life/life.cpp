// A plugin in C++ for plugin.cpp: functions, a class, a callable with state, functions that it registers
// later, a finish function.
#include <optional>

#include "tvmlike/plugin.hpp"

#ifndef LIFE_VERSION
#define LIFE_VERSION "1.0"
#endif

namespace {

using tvmlike::About;
using tvmlike::Function;
using tvmlike::Ref;

struct Tank {
  explicit Tank(std::int64_t of) : size(of) {}
  std::int64_t fill(std::int64_t by) {
    if (level + by > size) throw std::out_of_range("the tank runs over");
    return level += by;
  }
  std::int64_t size;
  std::atomic<std::int64_t> level{0};
};

std::optional<tvmlike::Plugin> kept;
std::optional<tvmlike::Hold> hold;

// One for each copy of the plugin that is mapped.
int calls() {
  static int count = 0;
  return ++count;
}

void set_up(tvmlike::Plugin& plugin) {
  kept = plugin;
  plugin.add(tvmlike::Class<Tank>("life.Tank", "Holds so much.")
                 .init<std::int64_t>(About().params("size"))
                 .field("size", &Tank::size)
                 .field("level", &Tank::level)
                 .method("fill", &Tank::fill, About("Fills some in.").params("by")));
  plugin.add("life.version", [] { return LIFE_VERSION; });
  plugin.add("life.calls", calls);
  plugin.add("life.twice", [](std::int64_t x) { return 2 * x; }, About("Twice x.").params("x").release_gil(false));
  plugin.add("life.counter", [](std::int64_t from) { return Function([from]() mutable { return from++; }); });
  plugin.add("life.later", [] { kept->add("life.added", [] { return "later"; }, "Comes later."); });
  plugin.add("life.zeros",
             [](std::int64_t n) { return tvmlike::Tensor::empty({n}, tvmlike::dtype_of<float>()); });
  plugin.add("life.tank", [](std::int64_t size) { return tvmlike::make<Tank>(size); });
  plugin.add("life.level", [](const Ref<Tank>& tank) { return tank->level.load(); }, About().params("tank"));
  plugin.add("life.hold", [](bool holds) { holds ? void(hold.emplace()) : hold.reset(); });
  // A failed setup leaves nothing in the host. The host requests the failure by registering this name.
  if (Function::find_global("test.life.fail"))
    throw std::runtime_error("the setup fails, as requested");
  plugin.on_finish([] { Function::get_global("test.life.finished")(LIFE_VERSION); });
}

}  // namespace

TVMLIKE_CPP_PLUGIN("life", LIFE_VERSION, set_up)
