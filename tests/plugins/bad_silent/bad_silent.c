/* A plugin whose init fails and does not say why. */
#include <tvmlike/plugin.h>

static int init(const TVMLikeHost *host, TVMLikePlugin *plugin) {
  (void)host;
  (void)plugin;
  return -1;
}

TVMLIKE_PLUGIN_INIT("bad_silent", "1.0", init)
