/* A plugin built for major version 99 of the contract. It registers a function all the same and reports
 * success: the host must look at the version itself, and nothing may stay. */
#include <tvmlike/plugin.h>

static int never(const TVMLikeCall *call) { return tvmlike_return_int(call, 1); }

static const TVMLikePluginFunction function = {"bad_version.never", never, NULL, NULL, 0};

TVMLIKE_PLUGIN_EXPORT int tvmlike_plugin_init_v1(const TVMLikeHost *host, TVMLikePlugin *plugin);
TVMLIKE_PLUGIN_EXPORT int tvmlike_plugin_init_v1(const TVMLikeHost *host, TVMLikePlugin *plugin) {
  plugin->major = 99;
  plugin->minor = 0;
  plugin->name = tvmlike_bytes_of("bad_version");
  return tvmlike_plugin_add(host, plugin, &function);
}
