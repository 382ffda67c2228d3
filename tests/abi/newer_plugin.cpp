// A present plugin in C++.
#include <tvmlike/plugin.hpp>

static void setup(tvmlike::Plugin& plugin) {
  plugin.add("newer_cpp.nothing", [] {});
}
TVMLIKE_CPP_PLUGIN("newer_cpp", "2.0", setup)
