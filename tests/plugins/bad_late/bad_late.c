/* A plugin that goes on registering when its init has returned: by the function that is for init only, and by the one
 * that is for later. */
#include <tvmlike/plugin.h>

static TVMLikePlugin *own;

static int answer(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  (void)context;
  (void)args;
  *result = tvmlike_int(40 + num_args);
  return 0;
}

static int bring(const TVMLikeCall *call, int late) {
  const TVMLikeHost *host = call->host;
  TVMLikeRegistration registration;
  int status;
  memset(&registration, 0, sizeof registration);
  if (tvmlike_arity(call, 1) != 0 || tvmlike_arg_str(call, 0, &registration.name) != 0) return -1;
  if (host->func_create(answer, NULL, NULL, &registration.function) != 0) return -1;
  status = late ? host->plugin_register(own, &registration)
                : host->register_functions(own, &registration, 1, sizeof registration);
  host->object_free(registration.function);
  return status;
}

static int as_in_init(const TVMLikeCall *call) { return bring(call, 0); }

static int later(const TVMLikeCall *call) { return bring(call, 1); }

static const TVMLikePluginFunction functions[] = {
    {"bad_late.as_in_init", as_in_init, NULL, "Registers as if init were running.", 0},
    {"bad_late.later", later, NULL, "Registers on the plugin's behalf.", 0},
};

static int init(const TVMLikeHost *host, TVMLikePlugin *plugin) {
  own = plugin;
  return tvmlike_plugin_add_all(host, plugin, functions, 2);
}

TVMLIKE_PLUGIN_INIT("bad_late", "1.0", init)
