/* DGLFuncCall and the functions by name: every type code, results, ownership, what is refused. */
#include "../check_dgl.h"

static int echo(DGLValue *args, int *codes, int num_args, DGLRetValueHandle ret, void *resource) {
  (void)resource;
  if (num_args == 0) return 0;
  return DGLCFuncSetReturn(ret, args, codes, 1);
}

static Given echoed(Given given) {
  DGLFunctionHandle function = make(echo, NULL, NULL);
  Given result;
  OK(call(function, &given, 1, &result));
  OK(DGLFuncFree(function));
  return result;
}

static void numbers(void) {
  Given given, got = echoed(given_int(INT64_MIN));
  CHECK(got.code == DGL_ARG_INT && got.value.v_int64 == INT64_MIN);
  given.code = DGL_ARG_FLOAT;
  given.value.v_float64 = -0.5;
  got = echoed(given);
  CHECK(got.code == DGL_ARG_FLOAT && got.value.v_float64 == -0.5);
  /* Front ends have no unsigned numbers: these become signed ones, or errors. */
  given.code = DGL_ARG_UINT;
  given.value.v_int64 = 7;
  got = echoed(given);
  CHECK(got.code == DGL_ARG_INT && got.value.v_int64 == 7);
  printf("numbers go in and out\n");
}

static void words(void) {
  Given given = given_handle((void *)0x40, DGL_ARG_OPAQUE_HANDLE), got = echoed(given);
  CHECK(got.code == DGL_ARG_OPAQUE_HANDLE && got.value.v_handle == (void *)0x40);
  CHECK_INT(echoed(given_handle(NULL, DGL_ARG_NULLPTR)).code, DGL_ARG_NULLPTR);
  given.code = DGL_ARG_DEVICE;
  given.value.v_ctx.device_type = (DLDeviceType)2;
  given.value.v_ctx.device_id = 3;
  got = echoed(given);
  CHECK(got.code == DGL_ARG_DEVICE && got.value.v_ctx.device_type == (DLDeviceType)2 &&
        got.value.v_ctx.device_id == 3);
  given.code = DGL_ARG_DATA_TYPE;
  given.value.v_type.code = 2;
  given.value.v_type.bits = 32;
  given.value.v_type.lanes = 4;
  got = echoed(given);
  CHECK_INT(got.code, DGL_ARG_STR);
  CHECK_STR(got.value.v_str, "float32x4");
  printf("pointers, contexts and data types; a data type is its name\n");
}

static void texts(void) {
  DGLByteArray bytes, *back;
  Given got = echoed(given_str("short")), again;
  CHECK_INT(got.code, DGL_ARG_STR);
  CHECK_STR(got.value.v_str, "short");
  got = echoed(given_str("a text of more than seven bytes"));
  CHECK_STR(got.value.v_str, "a text of more than seven bytes");
  bytes.data = "a\0b";
  bytes.size = 3;
  again = echoed(given_handle(&bytes, DGL_ARG_BYTES));
  CHECK_INT(again.code, DGL_ARG_BYTES);
  back = (DGLByteArray *)again.value.v_handle;
  CHECK(back->size == 3 && memcmp(back->data, "a\0b", 3) == 0 && back->data != bytes.data);
  printf("text and bytes are copies that stay until the next call\n");
}

static void handles(void) {
  DGLFunctionHandle function = make(echo, NULL, NULL);
  DGLArrayHandle array = floats(2, 3);
  Given one = given_int(1), boxed = named("_Value", &one, 1), got;
  got = echoed(given_handle(function, DGL_ARG_PACKED_FUNC_HANDLE));
  CHECK(got.code == DGL_ARG_PACKED_FUNC_HANDLE && got.value.v_handle == function);
  OK(DGLFuncFree(got.value.v_handle));
  OK(DGLFuncFree(function));
  got = echoed(given_array(array));
  CHECK(got.code == DGL_ARG_NDARRAY_HANDLE && got.value.v_handle == (void *)array);
  OK(DGLArrayFree(array));
  CHECK(((DGLArrayHandle)got.value.v_handle)->shape[1] == 3);
  OK(DGLArrayFree((DGLArrayHandle)got.value.v_handle));
  got = echoed(boxed);
  CHECK(got.code == DGL_ARG_OBJECT_HANDLE && got.value.v_handle == boxed.value.v_handle);
  OK(DGLObjectFree(boxed.value.v_handle));
  one = named("_ValueGet", &got, 1);
  CHECK(one.code == DGL_ARG_INT && one.value.v_int64 == 1);
  OK(DGLObjectFree(got.value.v_handle));
  /* A NULL handle of any kind is an error. */
  CHECK_INT(echoed(given_object(NULL)).code, DGL_ARG_NULLPTR);
  CHECK_INT(echoed(given_array(NULL)).code, DGL_ARG_NULLPTR);
  CHECK_INT(echoed(given_handle(NULL, DGL_ARG_STR)).code, DGL_ARG_NULLPTR);
  printf("functions, arrays and objects: the result is the caller's own reference\n");
}

static int sums(DGLValue *args, int *codes, int num_args, DGLRetValueHandle ret, void *resource) {
  Given sum = given_int(0);
  int at;
  (void)resource;
  for (at = 0; at < num_args; ++at) {
    if (codes[at] != DGL_ARG_INT) return -1;
    sum.value.v_int64 += args[at].v_int64;
  }
  return DGLCFuncSetReturn(ret, &sum.value, &sum.code, 1);
}

static void counts(void) {
  enum { MANY = 3000 };
  static DGLValue values[MANY];
  static int codes[MANY];
  DGLFunctionHandle function = make(sums, NULL, NULL);
  DGLValue ret;
  int code, at;
  for (at = 0; at < MANY; ++at) values[at].v_int64 = at;
  for (at = 0; at <= 12; ++at) {
    OK(DGLFuncCall(function, values, codes, at, &ret, &code));
    CHECK_INT(ret.v_int64, at * (at - 1) / 2);
  }
  OK(DGLFuncCall(function, NULL, NULL, 0, &ret, &code));
  OK(DGLFuncCall(function, values, codes, MANY, &ret, &code));
  CHECK_INT(ret.v_int64, (int64_t)MANY * (MANY - 1) / 2);
  FAILS(DGLFuncCall(function, values, codes, -1, &ret, &code), "ValueError", "-1");
  FAILS(DGLFuncCall(function, values, codes, INT32_MAX, &ret, &code), "ValueError", "arguments");
  FAILS(DGLFuncCall(function, NULL, codes, 1, &ret, &code), "ValueError", "NULL");
  FAILS(DGLFuncCall(function, values, NULL, 1, &ret, &code), "ValueError", "NULL");
  FAILS(DGLFuncCall(function, values, codes, 1, NULL, &code), "ValueError", "NULL");
  FAILS(DGLFuncCall(function, values, codes, 1, &ret, NULL), "ValueError", "NULL");
  FAILS(DGLFuncCall(NULL, values, codes, 1, &ret, &code), "ValueError", "NULL");
  OK(DGLFuncFree(function));
  printf("any number of arguments; counts and places that are none are refused\n");
}

static void codes(void) {
  static const int none[] = {-1, 14, 15, 16, 99, INT32_MAX, INT32_MIN};
  DGLFunctionHandle function = make(echo, NULL, NULL);
  Given given = given_int(5), boxed = named("_Value", &given, 1), result;
  size_t at;
  for (at = 0; at < sizeof none / sizeof *none; ++at) {
    given.code = none[at];
    FAILS(call(function, &given, 1, &result), "TypeError", "type code");
  }
  given.code = DGL_ARG_UINT;
  given.value.v_int64 = -1;
  FAILS(call(function, &given, 1, &result), "OverflowError", "18446744073709551615");
  FAILS(call(boxed.value.v_handle, NULL, 0, &result), "TypeError", "Value");
  OK(DGLObjectFree(boxed.value.v_handle));
  OK(DGLFuncFree(function));
  printf("unknown codes, numbers out of range and objects that are not functions are refused\n");
}

static void by_name(void) {
  DGLFunctionHandle function = make(echo, NULL, NULL), found, other = make(sums, NULL, NULL);
  const char **listed;
  int count, at, seen = 0;
  Given args[2], result;
  OK(DGLFuncRegisterGlobal("dgl_call.f", function, 0));
  FAILS(DGLFuncRegisterGlobal("dgl_call.f", other, 0), "ValueError", "dgl_call.f");
  found = get("dgl_call.f");
  CHECK(found == function);
  OK(DGLFuncFree(function));
  OK(DGLFuncRegisterGlobal("dgl_call.f", other, 1));
  args[0] = args[1] = given_int(4);
  CHECK_INT(named("dgl_call.f", args, 2).value.v_int64, 8);
  /* Holders of the old one keep it. */
  OK(call(found, args, 1, &result));
  CHECK_INT(result.value.v_int64, 4);
  OK(DGLFuncFree(found));
  OK(DGLFuncFree(other));
  OK(DGLFuncListGlobalNames(&count, &listed));
  for (at = 0; at < count; ++at) seen += strcmp(listed[at], "dgl_call.f") == 0;
  CHECK_INT(seen, 1);
  OK(DGLFuncGetGlobal("dgl_call.absent", &found));
  CHECK(found == NULL);
  FAILS(DGLFuncGetGlobal(NULL, &found), "ValueError", "NULL");
  FAILS(DGLFuncGetGlobal("dgl_call.f", NULL), "ValueError", "NULL");
  FAILS(DGLFuncRegisterGlobal(NULL, NULL, 0), "ValueError", "NULL");
  FAILS(DGLFuncRegisterGlobal("dgl_call.g", NULL, 0), "ValueError", "NULL");
  FAILS(DGLFuncRegisterGlobal("bad\xff", NULL, 0), "ValueError", "UTF-8");
  FAILS(DGLFuncListGlobalNames(NULL, &listed), "ValueError", "NULL");
  FAILS(DGLFuncListGlobalNames(&count, NULL), "ValueError", "NULL");
  OK(DGLFuncFree(NULL));
  printf("names: register, override, get, list\n");
}

int main(void) {
  numbers();
  words();
  texts();
  handles();
  counts();
  codes();
  by_name();
  return 0;
}
