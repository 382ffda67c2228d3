/* A plugin of ABI 1.1 on the current host: it loads, all its calls work, it unloads, and the functions and
 * objects that the host still holds keep working. */
#include "../../ffi/tests/check.h"

static int64_t call(const char *name) {
  TVMFunctionHandle function = global(name);
  TVMLikeValue result = none();
  OK(TVMLikeFuncCall((TVMLikeObjectHandle)function, NULL, 0, &result));
  CHECK_INT(result.type_index, TVMLIKE_INT);
  OK(TVMFuncFree(function));
  return result.payload.v_int64;
}

int main(int argc, char **argv) {
  TVMFunctionHandle unload = global("plugin.unload"), refuse;
  TVMLikeValue out = none(), args[1];
  const TVMLikeMapCell *map;
  TVMLikeValue state = str_value("state");
  if (argc < 2) return 2;
  OK(TVMLikePluginLoad(argv[1], NULL));
  CHECK_INT(call("older.functions"), 8);
  CHECK_INT(call("older.errors"), 5);
  CHECK_INT(call("older.types"), 8);
  CHECK_INT(call("older.values"), 6);
  CHECK_INT(call("older.tensors"), 5);
  refuse = global("older.refuse");
  RAISES(TVMLikeFuncCall((TVMLikeObjectHandle)refuse, NULL, 0, &out), "ValueError", "refused as in 1.1");
  printf("all of a plugin of ABI 1.1 works\n");

  args[0] = str_value("older");
  OK(TVMLikeFuncCall((TVMLikeObjectHandle)unload, args, 1, &out));
  map = (const TVMLikeMapCell *)cell(out.payload.v_obj);
  CHECK(holds_text(&map->entries[map->find(out.payload.v_obj, &state)].value, "unloaded"));
  TVMLikeValueFree(&out);
  CHECK(!is_listed("older.refuse"));
  out = none();
  RAISES(TVMLikeFuncCall((TVMLikeObjectHandle)refuse, NULL, 0, &out), "ValueError", "refused as in 1.1");
  OK(TVMFuncFree(refuse));
  OK(TVMFuncFree(unload));
  printf("it is unloaded, and what was got before goes on\n");
  return 0;
}
