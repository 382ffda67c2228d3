/*
 * Shared parts of the test programs of libdgl, in addition to check.h: functions by name, and calls with typed values.
 */
#ifndef TVMLIKE_TESTS_CHECK_DGL_H_
#define TVMLIKE_TESTS_CHECK_DGL_H_

#include "tvmlike/dgl.h"

#define LAST_ERROR DGLGetLastError
#include "check.h"

/* A value with its type code. */
typedef struct Given {
  DGLValue value;
  int code;
} Given;

static inline Given given_int(int64_t number) {
  Given given;
  given.value.v_int64 = number;
  given.code = DGL_ARG_INT;
  return given;
}

static inline Given given_str(const char *text) {
  Given given;
  given.value.v_str = text;
  given.code = DGL_ARG_STR;
  return given;
}

static inline Given given_handle(void *handle, int code) {
  Given given;
  given.value.v_handle = handle;
  given.code = code;
  return given;
}

static inline Given given_object(void *handle) { return given_handle(handle, DGL_ARG_OBJECT_HANDLE); }
static inline Given given_array(DGLArrayHandle array) { return given_handle(array, DGL_ARG_NDARRAY_HANDLE); }

/* Calls a function with up to eight values. */
static inline int call(DGLFunctionHandle function, const Given *args, int count, Given *result) {
  DGLValue values[8];
  int codes[8], at;
  for (at = 0; at < count; ++at) {
    values[at] = args[at].value;
    codes[at] = args[at].code;
  }
  return DGLFuncCall(function, values, codes, count, &result->value, &result->code);
}

/* A registered function. The program frees it. */
static inline DGLFunctionHandle get(const char *name) {
  DGLFunctionHandle function = NULL;
  OK(DGLFuncGetGlobal(name, &function));
  CHECK(function != NULL);
  return function;
}

/* Calls a registered function, which must not fail. */
static inline Given named(const char *name, const Given *args, int count) {
  DGLFunctionHandle function = get(name);
  Given result;
  OK(call(function, args, count, &result));
  OK(DGLFuncFree(function));
  return result;
}

/* A registered function must fail with these arguments. */
#define NAMED_FAILS(name, args, count, kind, part)                  \
  do {                                                              \
    DGLFunctionHandle function_ = get(name);                        \
    Given result_;                                                  \
    FAILS(call(function_, (args), (count), &result_), kind, part);  \
    OK(DGLFuncFree(function_));                                     \
  } while (0)

static inline DGLFunctionHandle make(DGLPackedCFunc callback, void *resource, DGLPackedCFuncFinalizer finalizer) {
  DGLFunctionHandle function = NULL;
  OK(DGLFuncCreateFromCFunc(callback, resource, finalizer, &function));
  CHECK(function != NULL);
  return function;
}

/* An array of float32. */
static inline DGLArrayHandle floats(int64_t rows, int64_t columns) {
  int64_t shape[2];
  DGLArrayHandle array = NULL;
  shape[0] = rows;
  shape[1] = columns;
  OK(DGLArrayAlloc(shape, 2, 2, 32, 1, 1, 0, &array));
  return array;
}

#endif
