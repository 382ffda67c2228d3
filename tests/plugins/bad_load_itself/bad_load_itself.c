/* A plugin whose init loads its own file. */
#include "../host.h"

static int init(const TVMLikeHost *host, TVMLikePlugin *plugin) {
  (void)plugin;
  return host_load(host, "bad_load_itself");
}

TVMLIKE_PLUGIN_INIT("bad_load_itself", "1.0", init)
