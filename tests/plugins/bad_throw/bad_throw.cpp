// A C++ plugin that registers a function and then throws inside its init. The wrapper of plugin.h makes the
// exception an error; without it, the exception would leave the entry point.
#include <tvmlike/plugin.h>

#include <stdexcept>

static int never(const TVMLikeCall* call) { return tvmlike_return_int(call, 1); }

static const TVMLikePluginFunction function = {"bad_throw.never", never, nullptr, nullptr, 0};

static int init(const TVMLikeHost* host, TVMLikePlugin* plugin) {
  if (tvmlike_plugin_add(host, plugin, &function) != 0) return -1;
  throw std::runtime_error("thrown inside init");
}

TVMLIKE_PLUGIN_INIT("bad_throw", "1.0", init)
