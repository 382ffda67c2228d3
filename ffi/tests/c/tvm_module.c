/*
 * Modules of libtvm_runtime: a library of compiled functions (module/functions.c) loaded, called, imported; loaders by format;
 * what is refused. Needs TVMLIKE_TVM_MODULE.
 */
#include <dlfcn.h>

#include "../check.h"
#include "tvmlike/tvm_runtime.h"

static const char *file;

static TVMModuleHandle loaded(void) {
  TVMModuleHandle module = NULL;
  OK(TVMModLoadFromFile(file, "so", &module));
  CHECK(module != NULL);
  return module;
}

static TVMFunctionHandle function_of(TVMModuleHandle module, const char *name) {
  TVMFunctionHandle function = NULL;
  OK(TVMModGetFunction(module, name, 0, &function));
  CHECK(function != NULL);
  return function;
}

/* Calls a registered function with a module and up to two numbers. */
static int64_t ask(const char *name, TVMModuleHandle module, int64_t number, int count) {
  TVMFunctionHandle function = global(name);
  TVMValue args[2], ret;
  int codes[] = {kTVMModuleHandle, kTVMArgInt}, code = -1;

  args[0].v_handle = module;
  args[1].v_int64 = number;
  OK(TVMFuncCall(function, args, codes, count, &ret, &code));
  OK(TVMFuncFree(function));
  return ret.v_int64;
}

static void calling(void) {
  TVMModuleHandle module = loaded();
  TVMFunctionHandle add = function_of(module, "add_one"), entry = function_of(module, "__tvm_main__"), other;
  TVMValue args[3], ret;
  int codes[] = {kTVMArgInt, kTVMArgInt, kTVMArgInt}, code = -1;

  CHECK_INT(strong_count((TVMLikeObjectHandle)module), 3);
  OK(TVMModFree(module));
  args[0].v_int64 = 41;
  OK(TVMFuncCall(add, args, codes, 1, &ret, &code));
  CHECK_INT(code, kTVMArgInt);
  CHECK_INT(ret.v_int64, 42);
  OK(TVMFuncCall(entry, args, codes, 1, &ret, &code));
  CHECK_INT(ret.v_int64, 42);
  FAILS(TVMFuncCall(add, args, codes, 2, &ret, &code), "TypeError", "one whole number");
  OK(TVMFuncFree(entry));

  /* Only a function of the module is left, which gives no access to others; the module can be loaded again. */
  module = loaded();
  other = function_of(module, "nothing");
  OK(TVMFuncCall(other, NULL, NULL, 0, &ret, &code));
  CHECK_INT(code, kTVMNullptr);
  OK(TVMFuncFree(other));
  other = function_of(module, "fails");
  CHECK_INT(TVMFuncCall(other, NULL, NULL, 0, &ret, &code), -1);
  OK(TVMFuncFree(other));
  other = function_of(module, "bad_code");
  FAILS(TVMFuncCall(other, NULL, NULL, 0, &ret, &code), "TypeError", "-7");
  OK(TVMFuncFree(other));
  other = function_of(module, "text");
  OK(TVMFuncCall(other, NULL, NULL, 0, &ret, &code));
  CHECK_INT(code, kTVMStr);
  CHECK_STR(ret.v_str, "text of the module");
  OK(TVMFuncFree(other));
  other = function_of(module, "in_parallel");
  OK(TVMFuncCall(other, NULL, NULL, 0, &ret, &code));
  CHECK_INT(ret.v_int64, 4950);
  OK(TVMFuncFree(other));
  other = function_of(module, "pass_on");
  args[0].v_handle = add;
  args[1].v_int64 = 7;
  codes[0] = kTVMPackedFuncHandle;
  OK(TVMFuncCall(other, args, codes, 2, &ret, &code));
  CHECK_INT(ret.v_int64, 8);
  /* An error comes through, and an object that is given is the caller's. */
  FAILS(TVMFuncCall(other, args, codes, 1, &ret, &code), "TypeError", "one whole number");
  {
    TVMFunctionHandle get = global("runtime.ModuleGetFunction");
    args[0].v_handle = get;
    args[1].v_handle = module;
    args[2].v_str = "nothing";
    codes[1] = kTVMModuleHandle;
    codes[2] = kTVMStr;
    OK(TVMFuncCall(other, args, codes, 3, &ret, &code));
    CHECK_INT(code, kTVMPackedFuncHandle);
    CHECK_INT(strong_count((TVMLikeObjectHandle)ret.v_handle), 1);
    OK(TVMFuncFree(ret.v_handle));
    OK(TVMFuncFree(get));
  }
  OK(TVMFuncFree(other));
  OK(TVMFuncFree(add));
  OK(TVMModFree(module));
  OK(TVMModFree(NULL));
  printf("functions of a library are found and called\n");
}

static void names(void) {
  TVMModuleHandle module = loaded();
  TVMFunctionHandle function = (TVMFunctionHandle)1;

  OK(TVMModGetFunction(module, "absent", 1, &function));
  CHECK(function == NULL);
  /* Symbols of linked libraries are not its own, and a variable is not a function. */
  OK(TVMModGetFunction(module, "malloc", 1, &function));
  CHECK(function == NULL);
  OK(TVMModGetFunction(module, "a_number", 0, &function));
  CHECK(function == NULL);
  function = (TVMFunctionHandle)1;
  FAILS(TVMModGetFunction(module, "", 0, &function), "ValueError", "empty");
  FAILS(TVMModGetFunction(module, NULL, 0, &function), "ValueError", "NULL");
  FAILS(TVMModGetFunction(NULL, "add_one", 0, &function), "ValueError", "NULL");
  FAILS(TVMModGetFunction(module, "add_one", 0, NULL), "ValueError", "NULL");
  CHECK(function == (TVMFunctionHandle)1);
  {
    TVMFunctionHandle add = function_of(module, "add_one");
    FAILS(TVMModGetFunction(add, "add_one", 0, &function), "TypeError", "PackedFunc");
    FAILS(TVMModImport(module, add), "TypeError", "import");
    OK(TVMFuncFree(add));
  }
  OK(TVMModFree(module));
  printf("what is no function of the library is not given\n");
}

static void imports(void) {
  TVMFunctionHandle system_lib = global("runtime.SystemLib"), function = NULL, by_name;
  TVMModuleHandle outer, middle, inner = loaded();
  TVMValue args[2], ret;
  int codes[] = {kTVMStr, kTVMArgInt}, code = -1;

  OK(TVMFuncCall(system_lib, NULL, NULL, 0, &ret, &code));
  CHECK_INT(code, kTVMModuleHandle);
  outer = ret.v_handle;
  OK(TVMFuncCall(system_lib, NULL, NULL, 0, &ret, &code));
  middle = ret.v_handle;
  OK(TVMFuncFree(system_lib));

  OK(TVMModImport(outer, middle));
  OK(TVMModImport(middle, inner));
  FAILS(TVMModImport(inner, outer), "RuntimeError", "cyclic");
  FAILS(TVMModImport(outer, outer), "RuntimeError", "cyclic");
  FAILS(TVMModImport(NULL, outer), "ValueError", "NULL");
  CHECK_INT(strong_count((TVMLikeObjectHandle)inner), 2);
  OK(TVMModGetFunction(outer, "add_one", 0, &function));
  CHECK(function == NULL);
  OK(TVMModGetFunction(outer, "add_one", 1, &function));
  CHECK(function != NULL);
  OK(TVMFuncFree(function));
  CHECK_INT(ask("runtime.ModuleImportsSize", outer, 0, 1), 1);
  CHECK_INT(ask("runtime.ModuleGetPropertyMask", inner, 0, 1), 3);
  {
    TVMFunctionHandle get = global("runtime.ModuleGetImport");
    int import_codes[] = {kTVMModuleHandle, kTVMArgInt};
    args[0].v_handle = outer;
    args[1].v_int64 = 0;
    OK(TVMFuncCall(get, args, import_codes, 2, &ret, &code));
    CHECK(ret.v_handle == middle);
    OK(TVMModFree(ret.v_handle));
    args[1].v_int64 = 1;
    FAILS(TVMFuncCall(get, args, import_codes, 2, &ret, &code), "IndexError", "1 imports");
    args[1].v_int64 = -1;
    FAILS(TVMFuncCall(get, args, import_codes, 2, &ret, &code), "IndexError", "-1");
    OK(TVMFuncFree(get));
  }

  /* Compiled code finds the functions of imported modules first, then registered ones. */
  {
    TVMModuleHandle user = loaded();
    by_name = function_of(user, "by_name");
    args[0].v_str = "runtime.NumThreads";
    OK(TVMFuncCall(by_name, args, codes, 1, &ret, &code));
    CHECK_INT(ret.v_int64, 1);
    args[0].v_str = "add_one";
    args[1].v_int64 = 1;
    FAILS(TVMFuncCall(by_name, args, codes, 2, &ret, &code), "RuntimeError", "add_one");
    OK(TVMModImport(user, outer));
    OK(TVMFuncCall(by_name, args, codes, 2, &ret, &code));
    CHECK_INT(ret.v_int64, 2);
    OK(TVMFuncFree(by_name));
    ask("runtime.ModuleClearImports", user, 0, 1);
    CHECK_INT(ask("runtime.ModuleImportsSize", user, 0, 1), 0);
    OK(TVMModFree(user));
  }
  OK(TVMModFree(outer));
  OK(TVMModFree(middle));
  CHECK_INT(strong_count((TVMLikeObjectHandle)inner), 1);
  OK(TVMModFree(inner));
  printf("modules import modules\n");
}

static int load_other(TVMValue *args, int *codes, int count, TVMRetValueHandle ret, void *resource) {
  int code = kTVMModuleHandle;
  TVMValue value;
  CHECK_INT(count, 2);
  CHECK_INT(codes[0], kTVMStr);
  if (strcmp(args[0].v_str, "bad.tvmliketest") == 0) {
    value.v_int64 = 3;
    code = kTVMArgInt;
  } else {
    CHECK_STR(args[0].v_str, "model.tvmliketest");
    value.v_handle = resource;
  }
  return TVMCFuncSetReturn(ret, &value, &code, 1);
}

static void formats(void) {
  TVMModuleHandle module = loaded(), other = NULL;
  TVMFunctionHandle loader = NULL;

  FAILS(TVMModLoadFromFile("/no/such/file.so", "", &other), "OSError", "/no/such/file.so");
  FAILS(TVMModLoadFromFile("/", "so", &other), "OSError", "directory");
  FAILS(TVMModLoadFromFile("no-format", "", &other), "RuntimeError", "Cannot deduce format");
  FAILS(TVMModLoadFromFile("/a.folder/no-format", NULL, &other), "RuntimeError", "Cannot deduce format");
  FAILS(TVMModLoadFromFile("model.tvmliketest", "", &other), "RuntimeError",
        "Loader for `.tvmliketest` files is not registered, resolved to "
        "(runtime.module.loadfile_tvmliketest) in the global registry");
  FAILS(TVMModLoadFromFile(NULL, "so", &other), "ValueError", "NULL");
  FAILS(TVMModLoadFromFile("\xff", "so", &other), "ValueError", "UTF-8");
  FAILS(TVMModLoadFromFile(file, "so", NULL), "ValueError", "NULL");
  CHECK(other == NULL);

  /* A registered loader. */
  OK(TVMFuncCreateFromCFunc(load_other, module, NULL, &loader));
  OK(TVMFuncRegisterGlobal("runtime.module.loadfile_tvmliketest", loader, 0));
  OK(TVMFuncFree(loader));
  OK(TVMModLoadFromFile("model.tvmliketest", "", &other));
  CHECK(other == module);
  OK(TVMModFree(other));
  other = NULL;
  FAILS(TVMModLoadFromFile("bad.tvmliketest", "", &other), "TypeError", "no module");
  CHECK(other == NULL);
  OK(TVMFuncRemoveGlobal("runtime.module.loadfile_tvmliketest"));
  OK(TVMModFree(module));
  printf("loaders are found by format\n");
}

/* A library that the process has opened is not loaded again: its modules share its variables. */
static void one_library_of_two_modules(void) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  TVMModuleHandle first, second;
  TVMFunctionHandle by_name;
  TVMValue args[2], ret;
  int codes[] = {kTVMStr, kTVMModuleHandle}, code = -1;

  CHECK(library != NULL);
  first = loaded();
  second = loaded();
  by_name = function_of(first, "by_name");
  args[0].v_str = "runtime.ModuleImportsSize";
  args[1].v_handle = first;
  OK(TVMFuncCall(by_name, args, codes, 2, &ret, &code));
  CHECK_INT(ret.v_int64, 0);
  /* The code takes itself for the second's, and must not ask that one any more. */
  OK(TVMModFree(second));
  FAILS(TVMFuncCall(by_name, args, codes, 2, &ret, &code), "ValueError", "the module");
  second = loaded();
  OK(TVMFuncCall(by_name, args, codes, 2, &ret, &code));
  OK(TVMModFree(second));
  OK(TVMFuncFree(by_name));
  OK(TVMModFree(first));
  CHECK_INT(dlclose(library), 0);
  printf("code never asks a module that is gone\n");
}

int main(int argc, char **argv) {
  file = needed("TVMLIKE_TVM_MODULE", argc, argv);
  calling();
  names();
  imports();
  formats();
  one_library_of_two_modules();
  return 0;
}
