/* A plugin in C with a pass: `builtin.module(c-drop{name=test.debug})` erases the operations with a name. */
#include <tvmlike/plugin.h>

/* Calls a function by its name. */
static int call_by_name(const TVMLikeCall *call, const char *name, const TVMLikeValue *args, int32_t count,
                        TVMLikeValue *result) {
  const TVMLikeByteArray bytes = tvmlike_bytes_of(name);
  TVMLikeObjectHandle function = NULL;
  int status;
  *result = tvmlike_none();
  if (call->host->get_global(&bytes, &function) != 0) return -1;
  if (function == NULL) return tvmlike_fail(call, "RuntimeError", "%s is not registered", name);
  status = tvmlike_invoke(function, args, count, result);
  call->host->object_free(function);
  return status;
}

static int drop(const TVMLikeCall *call) {
  TVMLikeValue found, none;
  const TVMLikeSeqCell *operations;
  int64_t at;
  int status = 0;
  if (tvmlike_arity(call, 2)) return -1;
  if (call_by_name(call, "ir.find_operations", call->args, 2, &found) != 0) return -1;
  operations = (const TVMLikeSeqCell *)tvmlike_cell(found.payload.v_obj);
  for (at = 0; at < operations->size && status == 0; ++at)
    status = call_by_name(call, "ir.erase_operation", &operations->data[at], 1, &none);
  tvmlike_value_free(call->host, &found);
  return status == 0 ? tvmlike_return(call, tvmlike_none()) : -1;
}

static const TVMLikePluginFunction functions[] = {
    {"ir.pass.c-drop", drop,
     "{\"a\": [[\"named\", \"op\", [\"object\", \"ir._OperationBase\"]], [\"named\", \"name\", \"str\"]],"
     " \"defaults\": {\"name\": \"test.debug\"}, \"r\": []}",
     "Erases the operations with a name.", 0},
};

TVMLIKE_PLUGIN("pass_c", "0.1.0", functions)
