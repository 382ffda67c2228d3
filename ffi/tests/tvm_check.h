/*
 * Shared parts of the test programs of libtvm_runtime: values of every code, calls, callbacks.
 *
 * Such a program links libtvm_runtime and nothing else: of c_api.h it uses the values only.
 */
#ifndef TVMLIKE_TESTS_TVM_CHECK_H_
#define TVMLIKE_TESTS_TVM_CHECK_H_

#include "check.h"
#include "tvmlike/tvm_runtime.h"

static inline TVMValue of_int(int64_t number) {
  TVMValue value;
  value.v_int64 = number;
  return value;
}

static inline TVMValue of_float(double number) {
  TVMValue value;
  value.v_float64 = number;
  return value;
}

static inline TVMValue of_handle(void *handle) {
  TVMValue value;
  memset(&value, 0, sizeof value);
  value.v_handle = handle;
  return value;
}

static inline TVMValue of_str(const char *text) {
  TVMValue value;
  memset(&value, 0, sizeof value);
  value.v_str = text;
  return value;
}

/* Calls a function with one value. */
static inline int call1(TVMFunctionHandle f, TVMValue value, int code, TVMValue *ret, int *ret_code) {
  memset(ret, 0xee, sizeof *ret);
  *ret_code = -1;
  return TVMFuncCall(f, &value, &code, 1, ret, ret_code);
}

/* Calls testing.call(f, x), so that a Rust function calls f. */
static inline int call_behind(TVMFunctionHandle f, TVMValue value, int code, TVMValue *ret, int *ret_code) {
  TVMFunctionHandle call = global("testing.call");
  TVMValue args[2];
  int codes[2] = {kTVMPackedFuncHandle, 0}, status;
  args[0] = of_handle(f);
  args[1] = value;
  codes[1] = code;
  status = TVMFuncCall(call, args, codes, 2, ret, ret_code);
  OK(TVMFuncFree(call));
  return status;
}

static inline TVMFunctionHandle make(TVMPackedCFunc function, void *resource) {
  TVMFunctionHandle out = NULL;
  OK(TVMFuncCreateFromCFunc(function, resource, NULL, &out));
  return out;
}

/* Loads the plugin with the functions that the tests call, by the packed function that loads plugins. */
static inline void load_test_plugin_by_name(int argc, char **argv) {
  TVMFunctionHandle load = global("plugin.load");
  TVMValue ret;
  int code;
  OK(call1(load, of_str(needed("TVMLIKE_TEST_PLUGIN", argc, argv)), kTVMStr, &ret, &code));
  if (code == kTVMObjectHandle) OK(TVMObjectFree(ret.v_handle));
  OK(TVMFuncFree(load));
}

/* The references to an object, by its handle or, for an array, by the header before its DLTensor. */
static inline int64_t references(void *object) { return strong_count((TVMLikeObjectHandle)object); }

static inline TVMLikeObjectHandle object_of_array(void *array) { return (TVMLikeObjectHandle)array - 1; }

/* An array of two float32. */
static inline TVMArrayHandle an_array(void) {
  const int64_t shape[1] = {2};
  TVMArrayHandle array = NULL;
  OK(TVMArrayAlloc(shape, 1, kDLFloat, 32, 1, kDLCPU, 0, &array));
  return array;
}

#endif /* TVMLIKE_TESTS_TVM_CHECK_H_ */
