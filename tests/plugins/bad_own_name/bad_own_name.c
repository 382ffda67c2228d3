/* A plugin whose own name has 64 KiB. */
#include <tvmlike/plugin.h>

static char name[64 * 1024 + 1];

static int init(const TVMLikeHost *host, TVMLikePlugin *plugin) {
  (void)host;
  memset(name, 'n', sizeof name - 1);
  plugin->name = tvmlike_bytes_of(name);
  return 0;
}

TVMLIKE_PLUGIN_INIT("bad_own_name", "1.0", init)
