/* C callbacks in the classic signature: results, errors that are set or forgotten, TVMCbArgToReturn,
 * finalizers. */
#include "../check.h"

static TVMFunctionHandle testing_call;
static int finalized;

static void finalize(void *resource) { *(int *)resource += 1; }

static TVMFunctionHandle make(TVMPackedCFunc function, void *resource) {
  TVMFunctionHandle out = NULL;
  OK(TVMFuncCreateFromCFunc(function, resource, NULL, &out));
  return out;
}

/* Calls testing.call(f, x), so that a Rust function calls the callback. */
static int call_with_int(TVMFunctionHandle f, int64_t x, TVMValue *ret, int *code) {
  TVMValue args[2];
  int codes[2] = {TVMLIKE_ARG_PACKED_FUNC_HANDLE, TVMLIKE_ARG_INT};
  args[0].v_handle = f;
  args[1].v_int64 = x;
  return TVMFuncCall(testing_call, args, codes, 2, ret, code);
}

static int twice(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  TVMValue result;
  int code = TVMLIKE_ARG_INT;
  (void)resource;
  if (num_args != 1 || codes[0] != TVMLIKE_ARG_INT) {
    TVMAPISetLastError("TypeError: twice: expected one int");
    return -1;
  }
  result.v_int64 = 2 * args[0].v_int64;
  return TVMCFuncSetReturn(ret, &result, &code, 1);
}

static void results(void) {
  TVMFunctionHandle f = make(twice, NULL);
  TVMValue ret;
  int code;
  OK(call_with_int(f, 21, &ret, &code));
  CHECK(code == TVMLIKE_ARG_INT && ret.v_int64 == 42);
  OK(TVMFuncFree(f));
  printf("a C callback gives a result\n");
}

static int gives_nothing(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  (void)args;
  (void)codes;
  (void)num_args;
  (void)ret;
  (void)resource;
  return 0;
}

static int gives_text(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  char text[32];
  TVMValue result;
  int code = TVMLIKE_ARG_STR, status;
  (void)codes;
  (void)num_args;
  (void)resource;
  snprintf(text, sizeof text, "the number %d", (int)args[0].v_int64);
  result.v_str = text;
  status = TVMCFuncSetReturn(ret, &result, &code, 1);
  memset(text, 0, sizeof text); /* the text was copied */
  return status;
}

static int gives_twice(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  TVMValue result;
  int code = TVMLIKE_ARG_STR;
  result.v_str = "a text that is replaced by the second result";
  if (TVMCFuncSetReturn(ret, &result, &code, 1) != 0) return -1;
  return twice(args, codes, num_args, ret, resource);
}

static int gives_wrongly(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  TVMValue values[2];
  int two_codes[2] = {TVMLIKE_ARG_INT, TVMLIKE_ARG_INT}, unknown = 77;
  (void)args;
  (void)codes;
  (void)num_args;
  (void)resource;
  values[0].v_int64 = values[1].v_int64 = 5;
  FAILS(TVMCFuncSetReturn(ret, values, two_codes, 2), "ValueError", "2");
  FAILS(TVMCFuncSetReturn(ret, values, two_codes, -1), "ValueError", "-1");
  FAILS(TVMCFuncSetReturn(ret, values, &unknown, 1), "TypeError", "77");
  FAILS(TVMCFuncSetReturn(ret, NULL, two_codes, 1), "ValueError", "NULL");
  FAILS(TVMCFuncSetReturn(ret, values, NULL, 1), "ValueError", "NULL");
  FAILS(TVMCFuncSetReturn(NULL, values, two_codes, 1), "ValueError", "NULL");
  return 0;
}

static void other_results(void) {
  TVMFunctionHandle f = make(gives_nothing, NULL);
  TVMValue ret;
  int code = -1;
  OK(call_with_int(f, 1, &ret, &code));
  CHECK_INT(code, TVMLIKE_ARG_NULLPTR);
  OK(TVMFuncFree(f));
  f = make(gives_text, NULL);
  OK(call_with_int(f, 7, &ret, &code));
  CHECK_INT(code, TVMLIKE_ARG_STR);
  CHECK_STR(ret.v_str, "the number 7");
  OK(TVMFuncFree(f));
  f = make(gives_twice, NULL);
  OK(call_with_int(f, 7, &ret, &code));
  CHECK(code == TVMLIKE_ARG_INT && ret.v_int64 == 14);
  OK(TVMFuncFree(f));
  f = make(gives_wrongly, NULL);
  OK(call_with_int(f, 7, &ret, &code));
  CHECK_INT(code, TVMLIKE_ARG_NULLPTR);
  OK(TVMFuncFree(f));
  printf("no result, text, a second result; wrong results are refused\n");
}

static int fails_with(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  (void)args;
  (void)codes;
  (void)num_args;
  (void)ret;
  if (resource != NULL) TVMAPISetLastError((const char *)resource);
  return -1;
}

static int sets_and_succeeds(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret,
                             void *resource) {
  TVMAPISetLastError("ValueError: set, and not returned");
  return twice(args, codes, num_args, ret, resource);
}

static int strange_status(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  (void)args;
  (void)codes;
  (void)num_args;
  (void)ret;
  (void)resource;
  return 3;
}

static void errors(void) {
  static char value_error[] = "ValueError: the callback does not like it", plain[] = "something went wrong";
  TVMFunctionHandle f = make(fails_with, value_error);
  TVMValue ret;
  int code;
  FAILS(call_with_int(f, 1, &ret, &code), "ValueError", "the callback does not like it");
  OK(TVMFuncFree(f));
  f = make(fails_with, plain);
  FAILS(call_with_int(f, 1, &ret, &code), "RuntimeError", "something went wrong");
  OK(TVMFuncFree(f));

  /* An error is set but not returned: the call succeeds, and no later call reports the error. */
  f = make(sets_and_succeeds, NULL);
  OK(call_with_int(f, 4, &ret, &code));
  CHECK_INT(ret.v_int64, 8);
  OK(TVMFuncFree(f));
  /* An error is returned but not set: the call reports that, not an older error. */
  f = make(fails_with, NULL);
  CHECK_INT(call_with_int(f, 1, &ret, &code), -1);
  CHECK_HAS(TVMGetLastError(), "without");
  CHECK(strstr(TVMGetLastError(), "set, and not returned") == NULL);
  CHECK(strstr(TVMGetLastError(), "went wrong") == NULL);
  OK(TVMFuncFree(f));
  f = make(strange_status, NULL);
  CHECK_INT(call_with_int(f, 1, &ret, &code), -1);
  OK(TVMFuncFree(f));
  printf("errors of callbacks: set and returned, set only, returned only\n");
}

static TVMValue kept;
static int kept_code;

static int keeps_argument(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  (void)num_args;
  (void)ret;
  (void)resource;
  kept = args[0];
  kept_code = codes[0];
  return TVMCbArgToReturn(&kept, &kept_code);
}

static int status_of_bad_conversion(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret,
                                    void *resource) {
  TVMValue value = args[0];
  int code = 88;
  (void)codes;
  (void)num_args;
  (void)ret;
  (void)resource;
  FAILS(TVMCbArgToReturn(&value, &code), "TypeError", "88");
  FAILS(TVMCbArgToReturn(NULL, &code), "ValueError", "NULL");
  FAILS(TVMCbArgToReturn(&value, NULL), "ValueError", "NULL");
  return 0;
}

/* A kept argument: the object is retained, the caller keeps its handle. */
static void kept_reference(TVMLikeObjectHandle object) {
  TVMValue value;
  int code = TVMLIKE_ARG_OBJECT_RVALUE_REF;
  const uint32_t before = strong_count(object);
  value.v_handle = &object;
  OK(TVMCbArgToReturn(&value, &code));
  CHECK_INT(code, TVMLIKE_ARG_OBJECT_HANDLE);
  CHECK(value.v_handle == object);
  CHECK_INT(strong_count(object), before + 1);
  OK(TVMObjectFree(value.v_handle));
}

static void kept_arguments(void) {
  TVMFunctionHandle f = make(keeps_argument, NULL), make_point = global("testing.make_point");
  TVMValue args[2], ret, point;
  int codes[2], code;
  args[0].v_float64 = args[1].v_float64 = 3;
  codes[0] = codes[1] = TVMLIKE_ARG_FLOAT;
  OK(TVMFuncCall(make_point, args, codes, 2, &point, &code));
  kept_reference((TVMLikeObjectHandle)point.v_handle);

  /* An object: a new reference. */
  args[0].v_handle = f;
  codes[0] = TVMLIKE_ARG_PACKED_FUNC_HANDLE;
  args[1] = point;
  codes[1] = TVMLIKE_ARG_OBJECT_HANDLE;
  OK(TVMFuncCall(testing_call, args, codes, 2, &ret, &code));
  CHECK(kept_code == TVMLIKE_ARG_OBJECT_HANDLE && kept.v_handle == point.v_handle);
  OK(TVMObjectFree(point.v_handle));
  CHECK_INT(strong_count((TVMLikeObjectHandle)kept.v_handle), 1);
  OK(TVMObjectFree(kept.v_handle));

  /* A function: the same. */
  args[1].v_handle = make_point;
  codes[1] = TVMLIKE_ARG_PACKED_FUNC_HANDLE;
  OK(TVMFuncCall(testing_call, args, codes, 2, &ret, &code));
  CHECK(kept_code == TVMLIKE_ARG_PACKED_FUNC_HANDLE && kept.v_handle == make_point);
  OK(TVMFuncFree(kept.v_handle));

  /* A number is unchanged. */
  args[1].v_int64 = 12;
  codes[1] = TVMLIKE_ARG_INT;
  OK(TVMFuncCall(testing_call, args, codes, 2, &ret, &code));
  CHECK(kept_code == TVMLIKE_ARG_INT && kept.v_int64 == 12);
  OK(TVMFuncFree(f));

  f = make(status_of_bad_conversion, NULL);
  OK(call_with_int(f, 1, &ret, &code));
  OK(TVMFuncFree(f));
  OK(TVMFuncFree(make_point));
  printf("an argument becomes owned by TVMCbArgToReturn\n");
}

static void finalizers(void) {
  TVMFunctionHandle f = NULL, other = NULL;
  OK(TVMFuncCreateFromCFunc(gives_nothing, &finalized, finalize, &f));
  OK(TVMFuncRegisterGlobal("test.callback.finalized", f, 0));
  other = global("test.callback.finalized");
  OK(TVMFuncFree(f));
  CHECK_INT(finalized, 0);
  OK(TVMFuncRemoveGlobal("test.callback.finalized"));
  CHECK_INT(finalized, 0);
  OK(TVMFuncFree(other));
  CHECK_INT(finalized, 1);

  FAILS(TVMFuncCreateFromCFunc(NULL, &finalized, finalize, &f), "ValueError", "NULL");
  CHECK_INT(finalized, 1);
  FAILS(TVMFuncCreateFromCFunc(gives_nothing, &finalized, finalize, NULL), "ValueError", "NULL");
  CHECK_INT(finalized, 1);

  /* Replaced by another function under its name: the finalizer runs, and may itself use the registry. */
  OK(TVMFuncCreateFromCFunc(gives_nothing, &finalized, finalize, &f));
  OK(TVMFuncRegisterGlobal("test.callback.finalized", f, 0));
  OK(TVMFuncFree(f));
  f = make(gives_nothing, NULL);
  OK(TVMFuncRegisterGlobal("test.callback.finalized", f, 1));
  CHECK_INT(finalized, 2);
  OK(TVMFuncRemoveGlobal("test.callback.finalized"));
  OK(TVMFuncFree(f));
  printf("a finalizer runs once, when the last handle is gone\n");
}

static void reenter(void *resource) {
  int count;
  const char **names;
  TVMFunctionHandle f = make(gives_nothing, NULL);
  (void)resource;
  OK(TVMFuncListGlobalNames(&count, &names));
  OK(TVMFuncRegisterGlobal("test.callback.from.finalizer", f, 1));
  OK(TVMFuncFree(f));
}

static void finalizer_that_registers(void) {
  TVMFunctionHandle f = NULL;
  OK(TVMFuncCreateFromCFunc(gives_nothing, NULL, reenter, &f));
  OK(TVMFuncRegisterGlobal("test.callback.from.finalizer", f, 0));
  OK(TVMFuncFree(f));
  OK(TVMFuncRemoveGlobal("test.callback.from.finalizer"));
  CHECK(is_listed("test.callback.from.finalizer"));
  OK(TVMFuncRemoveGlobal("test.callback.from.finalizer"));
  printf("a finalizer may use the registry\n");
}

int main(int argc, char **argv) {
  load_test_plugin(argc, argv);
  testing_call = global("testing.call");
  results();
  other_results();
  errors();
  kept_arguments();
  finalizers();
  finalizer_that_registers();
  OK(TVMFuncFree(testing_call));
  return 0;
}
