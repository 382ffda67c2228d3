/* A plugin that unloads itself: in its init, where the host refuses, and again from one of its
 * functions. */
#include "../host.h"

static const TVMLikeHost *host_table;

static int unload(const TVMLikeCall *call) {
  if (host_call(call->host, "plugin.unload", "bad_unload") != 0) return -1;
  /* The code and its data are still mapped. */
  return tvmlike_return_int(call, 42);
}

static void finish(void *context) {
  (void)context;
  host_tell(host_table, "test.finished", "bad_unload");
}

static const TVMLikePluginFunction functions[] = {{"bad_unload.unload", unload, NULL, NULL, 0}};

static int init(const TVMLikeHost *host, TVMLikePlugin *plugin) {
  host_table = host;
  tvmlike_plugin_on_finish(plugin, finish, NULL);
  if (tvmlike_plugin_add_all(host, plugin, functions, 1) != 0) return -1;
  if (getenv("TEST_UNLOAD_IN_INIT") == NULL) return 0;
  return host_call(host, "plugin.unload", "bad_unload");
}

TVMLIKE_PLUGIN_INIT("bad_unload", "1.0", init)
