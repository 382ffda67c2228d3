/* A plugin whose init removes a name that is not its own. The host refuses, and init returns that
 * error. */
#include <tvmlike/plugin.h>

static int never(const TVMLikeCall *call) { return tvmlike_return_int(call, 1); }

static const TVMLikePluginFunction function = {"bad_remove.never", never, NULL, NULL, 0};

static int init(const TVMLikeHost *host, TVMLikePlugin *plugin) {
  const TVMLikeByteArray name = {"tensor.sum", sizeof "tensor.sum" - 1};
  if (tvmlike_plugin_add(host, plugin, &function) != 0) return -1;
  return host->remove_global(&name);
}

TVMLIKE_PLUGIN_INIT("bad_remove", "1.0", init)
