/*
 * Modules by DGL's functions: a library of compiled functions (module/functions.c) comes from a registered loader, which is that
 * of libtvm_runtime here; is called, imported, freed. Needs TVMLIKE_TVM_MODULE. dgl_device.c tests the errors.
 */
#include <dlfcn.h>

#include "../check_dgl.h"

static const char *file;

static DGLModuleHandle loaded(const char *format) {
  DGLModuleHandle module = NULL;
  OK(DGLModLoadFromFile(file, format, &module));
  CHECK(module != NULL);
  CHECK_INT(strong_count((TVMLikeObjectHandle)module), 1);
  return module;
}

static int64_t result_of(DGLFunctionHandle function, int64_t number) {
  Given given = given_int(number), result;
  OK(call(function, &given, 1, &result));
  CHECK_INT(result.code, DGL_ARG_INT);
  return result.value.v_int64;
}

static void loading(void) {
  const char *const formats[] = {"", "so", "dll", "dylib", "dso"};
  size_t at;
  for (at = 0; at < sizeof formats / sizeof formats[0]; ++at) {
    DGLModuleHandle module = loaded(formats[at]);
    OK(DGLModFree(module));
  }
  {
    DGLModuleHandle module = NULL;
    FAILS(DGLModLoadFromFile("/nowhere/absent.so", "", &module), "OSError", "/nowhere/absent.so");
    CHECK(module == NULL);
  }
  printf("a file becomes a module by the loader of its format\n");
}

static void functions(void) {
  DGLModuleHandle module = loaded("");
  DGLFunctionHandle add = NULL, absent = (DGLFunctionHandle)1;
  Given two[2], result;

  OK(DGLModGetFunction(module, "add_one", 0, &add));
  CHECK(add != NULL);
  CHECK_INT(strong_count((TVMLikeObjectHandle)add), 1);
  /* The function keeps the module. */
  CHECK_INT(strong_count((TVMLikeObjectHandle)module), 2);
  OK(DGLModGetFunction(module, "no such function", 1, &absent));
  CHECK(absent == NULL);
  FAILS(DGLModGetFunction(module, NULL, 0, &absent), "ValueError", "NULL");
  FAILS(DGLModGetFunction(module, "add_one", 0, NULL), "ValueError", "NULL");
  CHECK_INT(strong_count((TVMLikeObjectHandle)module), 2);
  OK(DGLModFree(module));

  CHECK_INT(result_of(add, 41), 42);
  two[0] = two[1] = given_int(1);
  FAILS(call(add, two, 2, &result), "TypeError", "one whole number");
  OK(DGLFuncFree(add));
  printf("a module's functions are called, also when its handle is freed\n");
}

static void imports(void) {
  Given given = named("runtime.SystemLib", NULL, 0);
  DGLModuleHandle outer = given.value.v_handle, inner = loaded("so");
  DGLFunctionHandle found = (DGLFunctionHandle)1;

  CHECK_INT(given.code, DGL_ARG_MODULE_HANDLE);
  OK(DGLModImport(outer, inner));
  CHECK_INT(strong_count((TVMLikeObjectHandle)inner), 2);
  FAILS(DGLModImport(inner, outer), "RuntimeError", "cyclic");
  FAILS(DGLModImport(inner, NULL), "ValueError", "NULL");
  OK(DGLModFree(inner));
  OK(DGLModGetFunction(outer, "add_one", 0, &found));
  CHECK(found == NULL);
  OK(DGLModGetFunction(outer, "add_one", 1, &found));
  CHECK(found != NULL);
  OK(DGLModFree(outer));
  CHECK_INT(result_of(found, 1), 2);
  OK(DGLFuncFree(found));
  printf("a module finds functions in those that it imports\n");
}

int main(int argc, char **argv) {
  void *library = dlopen("libtvm_runtime.so", RTLD_NOW | RTLD_LOCAL);
  int (*attach)(const char *, void **);
  DGLFunctionHandle loader;

  CHECK(library != NULL);
  file = needed("TVMLIKE_TVM_MODULE", argc, argv);
  /* It attaches when it is called for the first time. */
  *(void **)&attach = dlsym(library, "TVMFuncGetGlobal");
  CHECK(attach != NULL && attach("runtime.module.loadfile_so", &loader) == 0 && loader != NULL);
  OK(DGLFuncRegisterGlobal("module.loadfile_so", loader, 0));
  OK(DGLFuncFree(loader));
  loading();
  functions();
  imports();
  return 0;
}
