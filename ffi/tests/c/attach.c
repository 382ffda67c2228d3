/*
 * A plugin that is linked into the program itself, until it is finished.
 */
#include "../check.h"
#include "tvmlike/plugin.h"

static int finished;
static int forgotten;

static int twice(const TVMLikeCall *call) {
  int64_t x;
  if (tvmlike_arity(call, 1) || tvmlike_arg_int(call, 0, &x)) return -1;
  return tvmlike_return_int(call, 2 * x);
}

static int raw(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  (void)args;
  (void)num_args;
  *result = tvmlike_int(*(int *)context);
  return 0;
}

static void forget(void *context) {
  (void)context;
  forgotten += 1;
}

static void finish(void *context) { finished += *(int *)context; }

static int one = 1;

static int init(const TVMLikeHost *host, TVMLikePlugin *plugin) {
  static const TVMLikePluginFunction functions[] = {{"attached.twice", twice, NULL, "Twice x.", 0}};
  TVMLikeRegistration registration;
  int status;
  CHECK(plugin->finish == NULL);
  plugin->finish = finish;
  plugin->finish_context = &one;
  if (tvmlike_plugin_add_all(host, plugin, functions, 1) != 0) return -1;
  memset(&registration, 0, sizeof registration);
  registration.name = tvmlike_bytes_of("attached.raw");
  if (host->func_create(raw, &one, forget, &registration.function) != 0) return -1;
  status = host->plugin_register(plugin, &registration);
  host->object_free(registration.function);
  return status;
}

TVMLIKE_PLUGIN_INIT("attached", "3.1", init)

static TVMFunctionHandle get(const char *name) {
  TVMFunctionHandle function = NULL;
  OK(TVMFuncGetGlobal(name, &function));
  CHECK(function != NULL);
  return function;
}

static int unload(const char *name, int refuse) {
  TVMFunctionHandle function = get("plugin.unload");
  TVMLikeValue args[2];
  TVMLikeValue result = none();
  int status;
  args[0] = str_value(name);
  args[1] = tvmlike_bool(refuse);
  status = TVMLikeFuncCall((TVMLikeObjectHandle)function, args, 2, &result);
  TVMLikeValueFree(&result);
  OK(TVMFuncFree(function));
  return status;
}

int main(void) {
  TVMLikeValue described = none();
  TVMLikeValue args[1];
  TVMLikeValue result = none();
  TVMFunctionHandle held;
  TVMFunctionHandle gone = NULL;
  OK(TVMLikePluginAttach(tvmlike_plugin_init_v1, &described));
  CHECK_INT(described.type_index, TVMLIKE_MAP);
  TVMLikeValueFree(&described);
  RAISES(TVMLikePluginAttach(NULL, NULL), "ValueError", "entry point must not be NULL");
  RAISES(TVMLikePluginAttach(tvmlike_plugin_init_v1, NULL), "ValueError", "has already run");

  held = get("attached.twice");
  args[0] = int_value(21);
  OK(TVMLikeFuncCall((TVMLikeObjectHandle)held, args, 1, &result));
  CHECK_INT(result.payload.v_int64, 42);

  RAISES(unload("attached", 1), "RuntimeError", "plugin attached is still in use by 1 handle of attached.twice");
  OK(unload("attached", 0));
  OK(TVMFuncGetGlobal("attached.raw", &gone));
  CHECK(gone == NULL);
  CHECK_INT(forgotten, 1);
  CHECK_INT(finished, 0);
  result = none();
  OK(TVMLikeFuncCall((TVMLikeObjectHandle)held, args, 1, &result));
  CHECK_INT(result.payload.v_int64, 42);
  OK(TVMFuncFree(held));
  CHECK_INT(finished, 1);
  RAISES(unload("attached", 0), "ValueError", "no plugin is named \"attached\"");
  CHECK_INT(finished, 1);
  return 0;
}
