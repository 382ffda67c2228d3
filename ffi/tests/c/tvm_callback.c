/* libtvm_runtime, C callbacks: results; borrowed, kept and moved arguments; errors, finalizers. */
#include "../tvm_check.h"

static int finalized;

static void finalize(void *resource) { *(int *)resource += 1; }

/* Returns its last argument after retaining it, as front ends do. */
static int keeps_and_returns(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret,
                             void *resource) {
  int last = num_args - 1, status;
  (void)resource;
  if (num_args == 0) return 0;
  if (codes[last] == kTVMStr || codes[last] == kTVMBytes) {
    return TVMCFuncSetReturn(ret, &args[last], &codes[last], 1);
  }
  OK(TVMCbArgToReturn(&args[last], &codes[last]));
  status = TVMCFuncSetReturn(ret, &args[last], &codes[last], 1);
  switch (codes[last]) {
    case kTVMNDArrayHandle: OK(TVMArrayFree((TVMArrayHandle)args[last].v_handle)); break;
    case kTVMPackedFuncHandle: OK(TVMFuncFree(args[last].v_handle)); break;
    case kTVMObjectHandle: OK(TVMObjectFree(args[last].v_handle)); break;
    default: break;
  }
  return status;
}

static void round_trips(void) {
  TVMFunctionHandle f = make(keeps_and_returns, NULL);
  TVMArrayHandle array = an_array();
  TVMByteArray bytes, *got;
  TVMValue ret, value;
  int code, times;
  bytes.data = "b";
  bytes.size = 1;
  /* Directly, and through a Rust function. */
  for (times = 0; times < 2; ++times) {
    int (*call)(TVMFunctionHandle, TVMValue, int, TVMValue *, int *) = times == 0 ? call1 : call_behind;
    OK(call(f, of_int(-7), kTVMArgInt, &ret, &code));
    CHECK(code == kTVMArgInt && ret.v_int64 == -7);
    OK(call(f, of_float(0.25), kTVMArgFloat, &ret, &code));
    CHECK(code == kTVMArgFloat && ret.v_float64 == 0.25);
    memset(&value, 0, sizeof value);
    value.v_bool = true;
    OK(call(f, value, kTVMArgBool, &ret, &code));
    CHECK(code == kTVMArgBool && ret.v_int64 == 1);
    OK(call(f, of_str("text of some length"), kTVMStr, &ret, &code));
    CHECK_INT(code, kTVMStr);
    CHECK_STR(ret.v_str, "text of some length");
    OK(call(f, of_handle(&bytes), kTVMBytes, &ret, &code));
    got = (TVMByteArray *)ret.v_handle;
    CHECK(code == kTVMBytes && got->size == 1 && got->data[0] == 'b');
    OK(call(f, of_handle(NULL), kTVMNullptr, &ret, &code));
    CHECK_INT(code, kTVMNullptr);
    OK(call(f, of_handle(&bytes), kTVMOpaqueHandle, &ret, &code));
    CHECK(code == kTVMOpaqueHandle && ret.v_handle == &bytes);
    memset(&value, 0, sizeof value);
    value.v_type.code = kDLInt;
    value.v_type.bits = 8;
    value.v_type.lanes = 1;
    OK(call(f, value, kTVMDataType, &ret, &code));
    CHECK_INT(code, kTVMStr);
    CHECK_STR(ret.v_str, "int8");
    OK(call(f, of_handle(array), kTVMNDArrayHandle, &ret, &code));
    CHECK(code == kTVMNDArrayHandle && ret.v_handle == array);
    CHECK_INT(references(object_of_array(array)), 2);
    OK(TVMArrayFree((TVMArrayHandle)ret.v_handle));
    OK(call(f, of_handle(f), kTVMPackedFuncHandle, &ret, &code));
    CHECK(code == kTVMPackedFuncHandle && ret.v_handle == f);
    OK(TVMFuncFree(ret.v_handle));
  }
  CHECK_INT(references(object_of_array(array)), 1);
  OK(TVMFuncCall(f, NULL, NULL, 0, &ret, &code));
  CHECK_INT(code, kTVMNullptr);
  OK(TVMArrayFree(array));
  OK(TVMFuncFree(f));
  printf("every value crosses a callback and comes back\n");
}

static int seen_code;

static int sees_the_code(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  (void)ret;
  CHECK(num_args == 1 && args[0].v_handle == resource);
  seen_code = codes[0];
  return 0;
}

/* A pointer with a front end's own type code: a callback sees the code, a function of Rust the pointer. */
static void extension_codes(void) {
  int place, code, own;
  TVMFunctionHandle f = make(sees_the_code, &place), echo = global("testing.echo");
  TVMValue ret;
  for (own = 16; own <= 128; own += 112) {
    OK(call1(f, of_handle(&place), own, &ret, &code));
    CHECK_INT(seen_code, own);
    OK(call1(echo, of_handle(&place), own, &ret, &code));
    CHECK(code == kTVMOpaqueHandle && ret.v_handle == &place);
  }
  OK(TVMFuncFree(f));
  OK(TVMFuncFree(echo));
  printf("pointers may have a code of a front end's own\n");
}

static int64_t seen;

/* The number of references to its argument after retaining it. */
static int counts_references(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret,
                             void *resource) {
  TVMValue result;
  int code = kTVMArgInt;
  (void)num_args;
  *(int *)resource = codes[0];
  if (codes[0] != kTVMDLTensorHandle) OK(TVMCbArgToReturn(&args[0], &codes[0]));
  CHECK_INT(codes[0], kTVMNDArrayHandle);
  seen = references(object_of_array(args[0].v_handle));
  result.v_int64 = seen;
  OK(TVMArrayFree((TVMArrayHandle)args[0].v_handle));
  return TVMCFuncSetReturn(ret, &result, &code, 1);
}

static int ignores(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  (void)args;
  (void)ret;
  (void)resource;
  CHECK(num_args == 1 && codes[0] == kTVMObjectRValueRefArg);
  return 0;
}

static int takes_twice(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  TVMValue again = args[0];
  int again_code = codes[0];
  (void)num_args;
  (void)ret;
  (void)resource;
  OK(TVMCbArgToReturn(&args[0], &codes[0]));
  CHECK_INT(codes[0], kTVMNDArrayHandle);
  OK(TVMCbArgToReturn(&again, &again_code)); /* the handle is empty now */
  CHECK_INT(again_code, kTVMNullptr);
  OK(TVMArrayFree((TVMArrayHandle)args[0].v_handle));
  return 0;
}

/* A moved object belongs to the callback alone; a borrowed one has an additional reference. */
static void references_in_callbacks(void) {
  int code_seen = -1, code;
  TVMFunctionHandle count = make(counts_references, &code_seen), f;
  TVMArrayHandle array = an_array();
  TVMLikeObjectHandle handle = object_of_array(array);
  TVMValue ret;
  OK(call1(count, of_handle(array), kTVMNDArrayHandle, &ret, &code));
  CHECK(ret.v_int64 == 2 && references(handle) == 1);
  OK(call_behind(count, of_handle(array), kTVMNDArrayHandle, &ret, &code));
  CHECK(references(handle) == 1);

  OK(call1(count, of_handle(&handle), kTVMObjectRValueRefArg, &ret, &code));
  CHECK_INT(code_seen, kTVMObjectRValueRefArg);
  CHECK(ret.v_int64 == 1 && handle == NULL);

  array = an_array();
  handle = object_of_array(array);
  f = make(ignores, NULL);
  OK(call1(f, of_handle(&handle), kTVMObjectRValueRefArg, &ret, &code));
  CHECK(handle == object_of_array(array) && references(handle) == 1);
  OK(TVMFuncFree(f));
  /* Through a Rust function, the object is borrowed: that function may use it again. */
  OK(call_behind(count, of_handle(&handle), kTVMObjectRValueRefArg, &ret, &code));
  CHECK(code_seen == kTVMNDArrayHandle && handle == object_of_array(array) && references(handle) == 1);
  f = make(takes_twice, NULL);
  OK(call1(f, of_handle(&handle), kTVMObjectRValueRefArg, &ret, &code));
  CHECK(handle == NULL);
  OK(TVMFuncFree(f));
  OK(TVMFuncFree(count));
  printf("what is moved into a callback is its alone\n");
}

static void keeping_arguments(void) {
  TVMValue value = of_int(3);
  TVMArrayHandle array = an_array();
  int codes[] = {kTVMArgInt, kTVMArgFloat, kTVMOpaqueHandle, kTVMDLTensorHandle, 200, -5};
  int code = kTVMStr;
  size_t at;
  FAILS(TVMCbArgToReturn(&value, &code), "TypeError", "copy");
  code = kTVMBytes;
  FAILS(TVMCbArgToReturn(&value, &code), "TypeError", "copy");
  FAILS(TVMCbArgToReturn(NULL, &code), "ValueError", "NULL");
  FAILS(TVMCbArgToReturn(&value, NULL), "ValueError", "NULL");
  for (at = 0; at < sizeof codes / sizeof codes[0]; ++at) {
    code = codes[at];
    OK(TVMCbArgToReturn(&value, &code));
    CHECK(code == codes[at] && value.v_int64 == 3);
  }
  for (code = kTVMObjectHandle; code <= kTVMObjectRValueRefArg; ++code) {
    int own_code = code;
    if (code == kTVMStr || code == kTVMBytes) continue;
    value = of_handle(NULL);
    OK(TVMCbArgToReturn(&value, &own_code));
    CHECK_INT(own_code, kTVMNullptr);
  }
  /* The code becomes that of the object's type. */
  value = of_handle(object_of_array(array));
  code = kTVMObjectHandle;
  OK(TVMCbArgToReturn(&value, &code));
  CHECK(code == kTVMNDArrayHandle && value.v_handle == array);
  CHECK_INT(references(object_of_array(array)), 2);
  OK(TVMArrayFree(array));
  OK(TVMArrayFree(array));
  printf("TVMCbArgToReturn: what is kept, what stays as it is, what is refused\n");
}

static int gives_wrongly(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  TVMArrayHandle array = an_array();
  TVMValue values[2];
  int two_codes[2] = {kTVMArgInt, kTVMArgInt}, unknown = 177, code = kTVMStr;
  (void)args;
  (void)codes;
  (void)num_args;
  (void)resource;
  values[0] = values[1] = of_int(5);
  FAILS(TVMCFuncSetReturn(ret, values, two_codes, 2), "ValueError", "2");
  FAILS(TVMCFuncSetReturn(ret, values, two_codes, 0), "ValueError", "0");
  FAILS(TVMCFuncSetReturn(ret, values, &unknown, 1), "TypeError", "177");
  FAILS(TVMCFuncSetReturn(ret, NULL, two_codes, 1), "ValueError", "NULL");
  FAILS(TVMCFuncSetReturn(ret, values, NULL, 1), "ValueError", "NULL");
  FAILS(TVMCFuncSetReturn(NULL, values, two_codes, 1), "ValueError", "NULL");
  values[0] = of_str("\xc3\x28");
  FAILS(TVMCFuncSetReturn(ret, values, &code, 1), "ValueError", "UTF-8");
  values[0] = of_handle(array);
  code = kTVMDLTensorHandle;
  FAILS(TVMCFuncSetReturn(ret, values, &code, 1), "TypeError", "Tensor");
  OK(TVMArrayFree(array));
  return 0;
}

static int gives_a_reference(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret,
                             void *resource) {
  TVMLikeObjectHandle handle = object_of_array(resource);
  TVMValue value = of_handle(&handle);
  int code = kTVMObjectRValueRefArg;
  (void)args;
  (void)codes;
  (void)num_args;
  OK(TVMCFuncSetReturn(ret, &value, &code, 1));
  CHECK(handle != NULL);
  return 0;
}

static void results(void) {
  TVMArrayHandle array = an_array();
  TVMFunctionHandle f = make(gives_wrongly, NULL);
  TVMValue ret;
  int code;
  OK(TVMFuncCall(f, NULL, NULL, 0, &ret, &code));
  CHECK_INT(code, kTVMNullptr);
  OK(TVMFuncFree(f));
  f = make(gives_a_reference, array);
  OK(TVMFuncCall(f, NULL, NULL, 0, &ret, &code));
  CHECK(code == kTVMNDArrayHandle && ret.v_handle == array);
  CHECK_INT(references(object_of_array(array)), 2);
  OK(TVMArrayFree(array));
  OK(TVMArrayFree(array));
  OK(TVMFuncFree(f));
  printf("wrong results are refused, an object behind a reference is given\n");
}

static int adds_all(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  TVMValue sum = of_int(0);
  int at, code = kTVMArgInt;
  (void)resource;
  for (at = 0; at < num_args; ++at) {
    CHECK_INT(codes[at], kTVMArgInt);
    sum.v_int64 += args[at].v_int64;
  }
  return TVMCFuncSetReturn(ret, &sum, &code, 1);
}

static void many_arguments(void) {
  enum { MANY = 100 };
  TVMFunctionHandle f = make(adds_all, NULL);
  TVMValue values[MANY], ret;
  int codes[MANY], code, count;
  for (count = 0; count < MANY; ++count) {
    int64_t wanted = (int64_t)count * (count - 1) / 2;
    OK(TVMFuncCall(f, values, codes, count, &ret, &code));
    CHECK(code == kTVMArgInt && ret.v_int64 == wanted);
    values[count] = of_int(count);
    codes[count] = kTVMArgInt;
  }
  OK(TVMFuncFree(f));
  printf("any number of arguments\n");
}

static int fails(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  (void)codes;
  (void)ret;
  if (resource != NULL) TVMAPISetLastError((const char *)resource);
  return num_args == 0 ? -1 : (int)args[0].v_int64;
}

static int sets_and_goes_on(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret,
                            void *resource) {
  TVMAPISetLastError("ValueError: set, and not returned");
  return adds_all(args, codes, num_args, ret, resource);
}

static void errors(void) {
  static char not_implemented[] = "OpNotImplemented: no such operator";
  static const int64_t statuses[] = {-1, -2, 1, 2, 3};
  TVMFunctionHandle f = make(fails, not_implemented);
  TVMValue ret;
  int code;
  size_t at;
  for (at = 0; at < sizeof statuses / sizeof statuses[0]; ++at) {
    FAILS(call1(f, of_int(statuses[at]), kTVMArgInt, &ret, &code), "OpNotImplemented", "no such operator");
    FAILS(call_behind(f, of_int(statuses[at]), kTVMArgInt, &ret, &code), "OpNotImplemented", "no such operator");
  }
  OK(TVMFuncFree(f));
  f = make(fails, NULL);
  TVMAPISetLastError("ValueError: of long before");
  FAILS(TVMFuncCall(f, NULL, NULL, 0, &ret, &code), "InternalError", "-1");
  OK(TVMFuncFree(f));
  f = make(sets_and_goes_on, NULL);
  OK(call1(f, of_int(4), kTVMArgInt, &ret, &code));
  CHECK_INT(ret.v_int64, 4);
  OK(TVMFuncFree(f));
  printf("every status but 0 is an error\n");
}

static void finalizers(void) {
  TVMFunctionHandle f = NULL, same;
  OK(TVMFuncCreateFromCFunc(keeps_and_returns, &finalized, finalize, &f));
  OK(TVMFuncRegisterGlobal("tvm_callback.f", f, 0));
  same = global("tvm_callback.f");
  OK(TVMFuncFree(f));
  OK(TVMFuncFree(same));
  CHECK_INT(finalized, 0);
  OK(TVMFuncRemoveGlobal("tvm_callback.f"));
  CHECK_INT(finalized, 1);
  FAILS(TVMFuncCreateFromCFunc(NULL, &finalized, finalize, &f), "ValueError", "NULL");
  FAILS(TVMFuncCreateFromCFunc(keeps_and_returns, &finalized, finalize, NULL), "ValueError", "NULL");
  CHECK_INT(finalized, 1);
  printf("a finalizer runs once, with the last reference\n");
}

int main(int argc, char **argv) {
  load_test_plugin_by_name(argc, argv);
  round_trips();
  extension_codes();
  references_in_callbacks();
  keeping_arguments();
  results();
  many_arguments();
  errors();
  finalizers();
  return 0;
}
