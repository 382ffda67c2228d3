/* A plugin that registers a function with a name of 64 KiB. */
#include <tvmlike/plugin.h>

static char name[64 * 1024 + 1];

static int never(const TVMLikeCall *call) { return tvmlike_return_int(call, 1); }

static TVMLikePluginFunction function = {name, never, NULL, NULL, 0};

static int init(const TVMLikeHost *host, TVMLikePlugin *plugin) {
  memset(name, 'n', sizeof name - 1);
  return tvmlike_plugin_add(host, plugin, &function);
}

TVMLIKE_PLUGIN_INIT("bad_name", "1.0", init)
