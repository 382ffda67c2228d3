/* A shared library that is no plugin: the entry point of an imaginary older handshake, and not ours. */
int tvmlike_plugin_init_v0(void *host, void *plugin);

int tvmlike_plugin_init_v0(void *host, void *plugin) {
  (void)host;
  (void)plugin;
  return 0;
}
