/* A plugin whose init loads another one, and then fails if the host requests it. */
#include "../host.h"

static int nothing(const TVMLikeCall *call) { return tvmlike_arity(call, 0); }

static const TVMLikePluginFunction functions[] = {{"bad_load_other.nothing", nothing, NULL, NULL, 0}};

static int init(const TVMLikeHost *host, TVMLikePlugin *plugin) {
  if (tvmlike_plugin_add_all(host, plugin, functions, 1) != 0) return -1;
  if (host_load(host, "bad_late") != 0) return -1;
  if (getenv("TEST_FAIL_AFTER_LOAD") == NULL) return 0;
  return tvmlike_raise(host, "ValueError", "the other one is there");
}

TVMLIKE_PLUGIN_INIT("bad_load_other", "1.0", init)
