/* A plugin whose finish function waits for something: until the host has a function with the name
 * test.let_go. */
#define _POSIX_C_SOURCE 200809L

#include <time.h>

#include "../host.h"

static const TVMLikeHost *host_table;

static int one(const TVMLikeCall *call) { return tvmlike_return_int(call, 1); }

static const TVMLikePluginFunction functions[] = {{"bad_block.one", one, NULL, NULL, 0}};

static void finish(void *context) {
  const TVMLikeByteArray name = tvmlike_bytes_of("test.let_go");
  const struct timespec moment = {0, 1000000};
  TVMLikeObjectHandle found = NULL;
  (void)context;
  while (host_table->get_global(&name, &found) == 0 && found == NULL) nanosleep(&moment, NULL);
  host_table->object_free(found);
  host_tell(host_table, "test.finished", "bad_block");
}

static int init(const TVMLikeHost *host, TVMLikePlugin *plugin) {
  host_table = host;
  tvmlike_plugin_on_finish(plugin, finish, NULL);
  return tvmlike_plugin_add_all(host, plugin, functions, 1);
}

TVMLIKE_PLUGIN_INIT("bad_block", "1.0", init)
