/* Callbacks by the header: arguments are borrowed, DGLCbArgToReturn transfers them, finalizers run once. */
#include "../check_dgl.h"

static int finalized;

static void finalize(void *resource) { *(int *)resource += 1; }

/* The arguments that a callback has kept. */
static DGLValue kept;

static int keeps(DGLValue *args, int *codes, int num_args, DGLRetValueHandle ret, void *resource) {
  (void)num_args, (void)ret, (void)resource;
  OK(DGLCbArgToReturn(&args[0], codes[0]));
  kept = args[0];
  return 0;
}

static int looks(DGLValue *args, int *codes, int num_args, DGLRetValueHandle ret, void *resource) {
  (void)ret, (void)resource;
  CHECK(num_args == 1 && codes[0] == DGL_ARG_NDARRAY_HANDLE);
  CHECK(((DGLArrayHandle)args[0].v_handle)->ndim == 2);
  return 0;
}

static void arrays(void) {
  DGLFunctionHandle looking = make(looks, NULL, NULL), keeping = make(keeps, NULL, NULL);
  DGLFunctionHandle through = get("_TestPythonCallback");
  DGLArrayHandle array = floats(2, 2);
  Given args[2], result;
  args[1] = given_array(array);
  /* Borrowed, in direct calls and through another function: nothing is freed, nothing leaks. */
  args[0] = given_handle(looking, DGL_ARG_PACKED_FUNC_HANDLE);
  OK(call(looking, &args[1], 1, &result));
  OK(call(through, args, 2, &result));
  args[0] = given_handle(keeping, DGL_ARG_PACKED_FUNC_HANDLE);
  OK(call(keeping, &args[1], 1, &result));
  OK(DGLArrayFree((DGLArrayHandle)kept.v_handle));
  OK(call(through, args, 2, &result));
  OK(DGLArrayFree(array));
  /* The callback owns the kept arguments. */
  CHECK(((DGLArrayHandle)kept.v_handle)->shape[0] == 2);
  OK(DGLArrayFree((DGLArrayHandle)kept.v_handle));
  OK(DGLFuncFree(through));
  OK(DGLFuncFree(looking));
  OK(DGLFuncFree(keeping));
  printf("arrays are lent to a callback, which keeps what it asks for\n");
}

static void objects(void) {
  DGLFunctionHandle keeping = make(keeps, NULL, NULL);
  Given five = given_int(5), boxed = named("_Value", &five, 1), result;
  OK(call(keeping, &boxed, 1, &result));
  OK(DGLObjectFree(boxed.value.v_handle));
  boxed.value = kept;
  CHECK_INT(named("_ValueGet", &boxed, 1).value.v_int64, 5);
  OK(DGLObjectFree(kept.v_handle));
  five = given_handle(keeping, DGL_ARG_PACKED_FUNC_HANDLE);
  OK(call(keeping, &five, 1, &result));
  OK(DGLFuncFree(kept.v_handle));
  five = given_int(9);
  OK(call(keeping, &five, 1, &result));
  CHECK_INT(kept.v_int64, 9);
  FAILS(DGLCbArgToReturn(NULL, DGL_ARG_INT), "ValueError", "NULL");
  five = given_str("text");
  FAILS(DGLCbArgToReturn(&five.value, DGL_ARG_STR), "TypeError", "copy");
  FAILS(DGLCbArgToReturn(&five.value, 14), "TypeError", "type code");
  FAILS(DGLCbArgToReturn(&five.value, -3), "TypeError", "type code");
  OK(DGLFuncFree(keeping));
  printf("so are objects and functions; text must be copied\n");
}

static int fails(DGLValue *args, int *codes, int num_args, DGLRetValueHandle ret, void *resource) {
  (void)args, (void)codes, (void)num_args, (void)ret;
  if (resource != NULL) DGLAPISetLastError((const char *)resource);
  return -1;
}

static int passes_on(DGLValue *args, int *codes, int num_args, DGLRetValueHandle ret, void *resource) {
  DGLValue result;
  int code;
  (void)codes, (void)ret, (void)resource;
  CHECK_INT(num_args, 1);
  if (DGLFuncCall(args[0].v_handle, NULL, NULL, 0, &result, &code) == 0) return 0;
  /* Reading the text does not clear it. */
  CHECK_HAS(DGLGetLastError(), "inner");
  return -1;
}

static int goes_on(DGLValue *args, int *codes, int num_args, DGLRetValueHandle ret, void *resource) {
  (void)passes_on(args, codes, num_args, ret, resource);
  return 0;
}

static void errors(void) {
  static char text[] = "KeyError: inner";
  DGLFunctionHandle failing = make(fails, text, NULL), silent = make(fails, NULL, NULL);
  DGLFunctionHandle passing = make(passes_on, NULL, NULL), going = make(goes_on, NULL, NULL);
  DGLFunctionHandle through = get("_TestPythonCallback");
  Given args[2], result;
  FAILS(call(failing, NULL, 0, &result), "KeyError", "inner");
  args[0] = given_handle(failing, DGL_ARG_PACKED_FUNC_HANDLE);
  FAILS(call(passing, args, 1, &result), "KeyError", "inner");
  OK(call(going, args, 1, &result));
  /* The error of another call is not reported for this one. */
  FAILS(call(silent, NULL, 0, &result), "InternalError", "without raising an error");
  args[0] = given_handle(passing, DGL_ARG_PACKED_FUNC_HANDLE);
  args[1] = given_handle(failing, DGL_ARG_PACKED_FUNC_HANDLE);
  FAILS(call(through, args, 2, &result), "KeyError", "inner");
  OK(DGLFuncFree(through));
  OK(DGLFuncFree(failing));
  OK(DGLFuncFree(silent));
  OK(DGLFuncFree(passing));
  OK(DGLFuncFree(going));
  printf("errors: set, passed on, caught, forgotten\n");
}

static int sets_wrongly(DGLValue *args, int *codes, int num_args, DGLRetValueHandle ret, void *resource) {
  DGLArray lent;
  Given given = given_int(5);
  int unknown = 77;
  (void)args, (void)codes, (void)num_args, (void)resource;
  memset(&lent, 0, sizeof lent);
  FAILS(DGLCFuncSetReturn(ret, &given.value, &given.code, 2), "ValueError", "2");
  FAILS(DGLCFuncSetReturn(ret, &given.value, &unknown, 1), "TypeError", "77");
  FAILS(DGLCFuncSetReturn(ret, NULL, &given.code, 1), "ValueError", "NULL");
  FAILS(DGLCFuncSetReturn(ret, &given.value, NULL, 1), "ValueError", "NULL");
  FAILS(DGLCFuncSetReturn(NULL, &given.value, &given.code, 1), "ValueError", "NULL");
  given = given_handle(&lent, DGL_ARG_DLTENSOR_HANDLE);
  FAILS(DGLCFuncSetReturn(ret, &given.value, &given.code, 1), "TypeError", "DLTensor");
  given = given_str("a text that is replaced by a number");
  OK(DGLCFuncSetReturn(ret, &given.value, &given.code, 1));
  given = given_int(6);
  return DGLCFuncSetReturn(ret, &given.value, &given.code, 1);
}

static void results(void) {
  DGLFunctionHandle function = make(sets_wrongly, NULL, NULL);
  Given result;
  OK(call(function, NULL, 0, &result));
  CHECK(result.code == DGL_ARG_INT && result.value.v_int64 == 6);
  OK(DGLFuncFree(function));
  printf("results that are none are refused; the last one counts\n");
}

/* Counts, and fails in a nested call. */
static void finalize_badly(void *resource) {
  DGLFunctionHandle none = NULL;
  *(int *)resource += 1;
  CHECK_INT(DGLFuncGetGlobal(NULL, &none), -1);
}

/* Returns a function, which is freed with the result, and reports failure. */
static int gives_and_fails(DGLValue *args, int *codes, int num_args, DGLRetValueHandle ret, void *resource) {
  DGLFunctionHandle function = make(looks, resource, finalize_badly);
  Given given = given_handle(function, DGL_ARG_PACKED_FUNC_HANDLE);
  (void)args, (void)codes, (void)num_args;
  OK(DGLCFuncSetReturn(ret, &given.value, &given.code, 1));
  OK(DGLFuncFree(function));
  DGLAPISetLastError("KeyError: what the callback said");
  return -1;
}

/* Sets an object, and a number in its place. */
static int changes_its_mind(DGLValue *args, int *codes, int num_args, DGLRetValueHandle ret, void *resource) {
  DGLFunctionHandle function = make(looks, resource, finalize);
  Given given = given_handle(function, DGL_ARG_PACKED_FUNC_HANDLE);
  (void)args, (void)codes, (void)num_args;
  OK(DGLCFuncSetReturn(ret, &given.value, &given.code, 1));
  OK(DGLFuncFree(function));
  given = given_int(3);
  OK(DGLCFuncSetReturn(ret, &given.value, &given.code, 1));
  CHECK_INT(*(int *)resource, 1);
  given.value.v_int64 = 4;
  return DGLCFuncSetReturn(ret, &given.value, &given.code, 1);
}

static void results_that_go(void) {
  int gone = 0;
  DGLFunctionHandle failing = make(gives_and_fails, &gone, NULL), changing = make(changes_its_mind, &gone, NULL);
  Given args[2], result;
  FAILS(call(failing, NULL, 0, &result), "KeyError", "what the callback said");
  CHECK_INT(gone, 1);
  /* With 16-byte values, too. */
  {
    DGLFunctionHandle through = get("_TestPythonCallback");
    args[0] = given_handle(failing, DGL_ARG_PACKED_FUNC_HANDLE);
    args[1] = given_int(0);
    FAILS(call(through, args, 2, &result), "KeyError", "what the callback said");
    CHECK_INT(gone, 2);
    OK(DGLFuncFree(through));
  }
  gone = 0;
  OK(call(changing, NULL, 0, &result));
  CHECK(result.code == DGL_ARG_INT && result.value.v_int64 == 4);
  CHECK_INT(gone, 1);
  OK(DGLFuncFree(failing));
  OK(DGLFuncFree(changing));
  printf("a result that is not taken goes, and the error stays\n");
}

static int ignores(DGLValue *args, int *codes, int num_args, DGLRetValueHandle ret, void *resource) {
  (void)args, (void)codes, (void)num_args, (void)ret;
  *(int *)resource += 1;
  return 0;
}

static void arguments_that_are_none(void) {
  const int unknown[] = {-1, 14, 31, 32, 77, 1 << 30, INT32_MIN};
  int called = 0;
  DGLFunctionHandle function = make(ignores, &called, NULL);
  Given args[3], result;
  DGLValue values[1];
  int codes[1] = {DGL_ARG_INT};
  size_t at;
  args[0] = args[2] = given_int(1);
  for (at = 0; at < sizeof unknown / sizeof unknown[0]; ++at) {
    args[1] = given_handle(NULL, unknown[at]);
    CHECK_INT(call(function, args, 3, &result), -1);
  }
  values[0].v_int64 = 1;
  FAILS(DGLFuncCall(function, NULL, codes, 1, &result.value, &result.code), "ValueError", "NULL");
  FAILS(DGLFuncCall(function, values, NULL, 1, &result.value, &result.code), "ValueError", "NULL");
  FAILS(DGLFuncCall(function, values, codes, 1, NULL, &result.code), "ValueError", "NULL");
  FAILS(DGLFuncCall(function, values, codes, 1, &result.value, NULL), "ValueError", "NULL");
  FAILS(DGLFuncCall(function, values, codes, -1, &result.value, &result.code), "ValueError", "-1");
  FAILS(DGLFuncCall(NULL, values, codes, 1, &result.value, &result.code), "ValueError", "NULL");
  CHECK_INT(called, 0);
  OK(DGLFuncCall(function, NULL, NULL, 0, &result.value, &result.code));
  CHECK_INT(called, 1);
  OK(DGLFuncFree(function));
  printf("what is no argument does not reach a callback\n");
}

static void finalizers(void) {
  DGLFunctionHandle function = make(looks, &finalized, finalize), other, none = (DGLFunctionHandle)&finalized;
  OK(DGLFuncRegisterGlobal("dgl_callback.f", function, 0));
  OK(DGLFuncFree(function));
  CHECK_INT(finalized, 0);
  other = make(fails, NULL, NULL);
  OK(DGLFuncRegisterGlobal("dgl_callback.f", other, 1));
  CHECK_INT(finalized, 1);
  OK(DGLFuncFree(other));
  FAILS(DGLFuncCreateFromCFunc(NULL, &finalized, finalize, &none), "ValueError", "NULL");
  FAILS(DGLFuncCreateFromCFunc(looks, &finalized, finalize, NULL), "ValueError", "NULL");
  CHECK(finalized == 1 && none == (DGLFunctionHandle)&finalized);
  printf("a finalizer runs once, and not for a function that was not made\n");
}

int main(void) {
  arrays();
  objects();
  errors();
  results();
  results_that_go();
  arguments_that_are_none();
  finalizers();
  return 0;
}
