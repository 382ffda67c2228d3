/* libtvm_runtime beside libtvmlike, which is there first: its first call is one of a function that libtvmlike gave. */
#include <dlfcn.h>

#include "../tvm_check.h"

typedef int (*GetGlobal)(const char *name, TVMFunctionHandle *out);

int main(void) {
  void *library = dlopen("libtvmlike.so.0", RTLD_NOW | RTLD_LOCAL);
  TVMFunctionHandle load = NULL;
  TVMValue value = of_str("/nowhere/plugin.so"), ret;
  GetGlobal get_global;
  void *symbol;
  int code;
  CHECK(library != NULL);
  symbol = dlsym(library, "TVMFuncGetGlobal");
  memcpy(&get_global, &symbol, sizeof symbol);
  OK(get_global("plugin.load", &load));
  CHECK(load != NULL);
  /* The error is that of the function, although the library has to be connected to see it. */
  FAILS(call1(load, value, kTVMStr, &ret, &code), "OSError", "/nowhere/plugin.so");
  FAILS(call1(load, value, kTVMStr, &ret, &code), "OSError", "/nowhere/plugin.so");
  OK(TVMFuncFree(load));
  printf("a function of libtvmlike may be what libtvm_runtime is called with first\n");
  return 0;
}
