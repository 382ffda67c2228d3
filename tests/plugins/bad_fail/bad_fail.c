/* A plugin whose init registers one function and then fails with an error of its own. */
#include <tvmlike/plugin.h>

static int never(const TVMLikeCall *call) { return tvmlike_return_int(call, 1); }

static const TVMLikePluginFunction function = {"bad_fail.never", never, NULL, NULL, 0};

static int init(const TVMLikeHost *host, TVMLikePlugin *plugin) {
  if (tvmlike_plugin_add(host, plugin, &function) != 0) return -1;
  return tvmlike_raise(host, "ValueError", "this plugin never loads");
}

TVMLIKE_PLUGIN_INIT("bad_fail", "1.0", init)
