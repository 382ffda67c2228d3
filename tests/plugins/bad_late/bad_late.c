/* A plugin that continues after its init has returned: it registers functions, with the host function for init
 * only and with the one for later, and creates objects. It reports to the host when it is finished, and
 * whether that was too early. */
#include "../host.h"

static const TVMLikeHost *host_table;
static TVMLikePlugin *own;
static int32_t token_type;
/* The number of live tokens; threads create and free them concurrently. */
static long tokens;

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

static void destroy_token(void *body) {
  if (*(int64_t *)body == 7) __atomic_fetch_sub(&tokens, 1, __ATOMIC_SEQ_CST);
}

static int token(const TVMLikeCall *call) {
  TVMLikeObjectHandle made = NULL;
  if (tvmlike_arity(call, 0) != 0) return -1;
  if (call->host->object_create(token_type, sizeof(int64_t), destroy_token, &made) != 0) return -1;
  *(int64_t *)tvmlike_cell(made) = 7;
  __atomic_fetch_add(&tokens, 1, __ATOMIC_SEQ_CST);
  return tvmlike_return(call, tvmlike_object(made));
}

static void finish(void *context) {
  const long left = __atomic_load_n(&tokens, __ATOMIC_SEQ_CST);
  (void)context;
  host_tell(host_table, "test.finished", left == 0 ? "bad_late" : "bad_late, while tokens of it were there");
}

static const TVMLikePluginFunction functions[] = {
    {"bad_late.as_in_init", as_in_init, NULL, "Registers as if init were running.", 0},
    {"bad_late.later", later, NULL, "Registers on the plugin's behalf.", 0},
    {"bad_late.token", token, NULL, "Makes an object of the plugin's own type.", 0},
};

static int init(const TVMLikeHost *host, TVMLikePlugin *plugin) {
  const TVMLikeByteArray key = tvmlike_bytes_of("bad_late.Token");
  host_table = host;
  own = plugin;
  tvmlike_plugin_on_finish(plugin, finish, NULL);
  if (host->plugin_type_register(plugin, &key, TVMLIKE_OBJECT, &token_type) != 0) return -1;
  return tvmlike_plugin_add_all(host, plugin, functions, 3);
}

TVMLIKE_PLUGIN_INIT("bad_late", "1.0", init)
