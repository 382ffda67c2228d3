/*
 * A second copy of libtvmlike in one process: it reports an error, and the first one keeps working.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

#include "../check.h"

static char copied[] = "/tmp/tvmlike-second-XXXXXX";

static void copy_library(void) {
  Dl_info info;
  char buffer[1 << 16];
  size_t size;
  FILE *from;
  FILE *to;
  void *address;
  const struct TVMLikeHost *(*own)(void) = TVMLikeGetHost;
  memcpy(&address, &own, sizeof address);
  CHECK(dladdr(address, &info) != 0);
  from = fopen(info.dli_fname, "rb");
  CHECK(from != NULL);
  to = fdopen(mkstemp(copied), "wb");
  CHECK(to != NULL);
  while ((size = fread(buffer, 1, sizeof buffer, from)) > 0) CHECK(fwrite(buffer, 1, size, to) == size);
  CHECK(fclose(to) == 0 && fclose(from) == 0);
}

typedef int (*GetGlobal)(const char *, TVMFunctionHandle *);
typedef int (*ListNames)(int *, const char ***);
typedef int (*Register)(const char *, TVMFunctionHandle, int);
typedef int (*Load)(const char *, TVMLikeValue *);
typedef const char *(*LastError)(void);

static LastError last_error;

static void refused(int status) {
  CHECK_INT(status, -1);
  check_begins(__FILE__, __LINE__, "the second copy", last_error(), "RuntimeError");
  CHECK_HAS(last_error(), "is a second copy of libtvmlike in this process");
  CHECK_HAS(last_error(), copied);
  CHECK_HAS(last_error(), "libtvmlike.so");
}

#define SYMBOL(type, name) \
  type name;               \
  *(void **)&name = dlsym(second, names[at++])

int main(void) {
  static const char *const names[] = {"TVMFuncGetGlobal", "TVMFuncListGlobalNames", "TVMFuncRegisterGlobal",
                                      "TVMLikePluginLoad", "TVMGetLastError"};
  size_t at = 0;
  int count;
  const char **listed;
  TVMFunctionHandle function = NULL;
  TVMFunctionHandle found = NULL;
  void *second;
  copy_library();
  second = dlopen(copied, RTLD_NOW | RTLD_LOCAL);
  CHECK(second != NULL);
  {
    SYMBOL(GetGlobal, get);
    SYMBOL(ListNames, list);
    SYMBOL(Register, enter);
    SYMBOL(Load, load);
    SYMBOL(LastError, said);
    last_error = said;
    refused(get("registry.list", &found));
    CHECK(found == NULL);
    refused(list(&count, &listed));
    OK(TVMFuncGetGlobal("registry.list", &function));
    CHECK(function != NULL);
    refused(enter("second.f", function, 0));
    refused(load(getenv("TVMLIKE_TEST_PLUGIN"), NULL));
  }
  /* The first copy is not affected. */
  OK(TVMFuncGetGlobal("second.f", &found));
  CHECK(found == NULL);
  OK(TVMFuncFree(function));
  CHECK(unlink(copied) == 0);
  return 0;
}
