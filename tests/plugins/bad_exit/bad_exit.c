/* A plugin whose init ends the process. */
#include <tvmlike/plugin.h>

static int init(const TVMLikeHost *host, TVMLikePlugin *plugin) {
  (void)host;
  (void)plugin;
  exit(3);
}

TVMLIKE_PLUGIN_INIT("bad_exit", "1.0", init)
