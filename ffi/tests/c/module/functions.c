/*
 * A library of functions in TVM's packed C signature, as its compilers make them, which tvm_module.c loads. Nothing is linked:
 * what it calls back is written into its variables when it is loaded.
 */
#include <stddef.h>
#include <stdint.h>

#include "tvmlike/tvm_runtime.h"

#define EXPORTED __attribute__((visibility("default")))

typedef struct Group {
  void *sync;
  int32_t tasks;
} Group;

typedef int (*Task)(int task, Group *group, void *data);

EXPORTED void *__tvm_module_ctx = NULL;
EXPORTED int (*__TVMFuncCall)(TVMFunctionHandle, TVMValue *, int *, int, TVMValue *, int *) = NULL;
EXPORTED void (*__TVMAPISetLastError)(const char *) = NULL;
EXPORTED int (*__TVMBackendGetFuncFromEnv)(void *, const char *, TVMFunctionHandle *) = NULL;
EXPORTED void *(*__TVMBackendAllocWorkspace)(int, int, uint64_t, int, int) = NULL;
EXPORTED int (*__TVMBackendFreeWorkspace)(int, int, void *) = NULL;
EXPORTED int (*__TVMBackendParallelLaunch)(Task, void *, int) = NULL;
EXPORTED int (*__TVMBackendParallelBarrier)(int, Group *) = NULL;

EXPORTED const char __tvm_main__[] = "add_one";
EXPORTED int64_t a_number = 42;

#define FUNCTION(name)                                                                                     \
  EXPORTED int name(TVMValue *args, int *codes, int count, TVMValue *out, int *out_code, void *resource);   \
  int name(TVMValue *args, int *codes, int count, TVMValue *out, int *out_code, void *resource)

/* Adds one to an int; fails for other types. */
FUNCTION(add_one) {
  if (resource != NULL) return -1;
  if (count != 1 || codes[0] != kTVMArgInt) {
    __TVMAPISetLastError("TypeError: add_one takes one whole number");
    return -1;
  }
  out->v_int64 = args[0].v_int64 + 1;
  *out_code = kTVMArgInt;
  return 0;
}

/* Does not write its result. */
FUNCTION(nothing) {
  (void)args, (void)codes, (void)count, (void)out, (void)out_code, (void)resource;
  return 0;
}

/* Fails without setting an error. */
FUNCTION(fails) {
  (void)args, (void)codes, (void)count, (void)out, (void)out_code, (void)resource;
  return -1;
}

/* Returns an unknown type code. */
FUNCTION(bad_code) {
  (void)args, (void)codes, (void)count, (void)out, (void)resource;
  *out_code = -7;
  return 0;
}

/* Returns text. */
FUNCTION(text) {
  (void)args, (void)codes, (void)count, (void)resource;
  out->v_str = "text of the module";
  *out_code = kTVMStr;
  return 0;
}

/* Calls its first argument with the others and returns the result. */
FUNCTION(pass_on) {
  (void)resource;
  if (count < 1 || codes[0] != kTVMPackedFuncHandle) return -1;
  return __TVMFuncCall(args[0].v_handle, args + 1, codes + 1, count - 1, out, out_code);
}

/* Calls a function of an imported module or of the registry. */
FUNCTION(by_name) {
  TVMFunctionHandle function = NULL, again = NULL;
  (void)resource;
  if (count < 1 || codes[0] != kTVMStr) return -1;
  if (__TVMBackendGetFuncFromEnv(__tvm_module_ctx, args[0].v_str, &function) != 0) return -1;
  if (__TVMBackendGetFuncFromEnv(__tvm_module_ctx, args[0].v_str, &again) != 0 || again != function) return -1;
  return __TVMFuncCall(function, args + 1, codes + 1, count - 1, out, out_code);
}

static int piece(int task, Group *group, void *data) {
  int64_t *numbers = (int64_t *)data, at;
  if (__TVMBackendParallelBarrier(task, group) != 0) return -1;
  /* Each worker takes every n-th number, n being the number of workers. */
  for (at = task; at < 100; at += group->tasks) numbers[at] += at;
  return 0;
}

/* Adds numbers in allocated workspace memory, with all workers. */
FUNCTION(in_parallel) {
  int64_t *numbers = (int64_t *)__TVMBackendAllocWorkspace(kDLCPU, 0, 100 * sizeof(int64_t), kDLInt, 64), sum = 0;
  int at;
  (void)args, (void)codes, (void)count, (void)resource;
  if (numbers == NULL) return -1;
  for (at = 0; at < 100; ++at) numbers[at] = 0;
  if (__TVMBackendParallelLaunch(piece, numbers, 0) != 0) return -1;
  for (at = 0; at < 100; ++at) sum += numbers[at];
  if (__TVMBackendFreeWorkspace(kDLCPU, 0, numbers) != 0) return -1;
  out->v_int64 = sum;
  *out_code = kTVMArgInt;
  return 0;
}
