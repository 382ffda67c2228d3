/* libtvm_runtime, TVMFuncCall and functions by name: every type code both ways, ownership, bad input. */
#include "../tvm_check.h"

static TVMFunctionHandle echo;

static TVMValue echoed(TVMValue value, int code, int wanted) {
  TVMValue ret;
  int ret_code;
  OK(call1(echo, value, code, &ret, &ret_code));
  CHECK_INT(ret_code, wanted);
  return ret;
}

static void scalars(void) {
  TVMValue value, ret;
  int code;
  CHECK_INT(echoed(of_int(INT64_MIN), kTVMArgInt, kTVMArgInt).v_int64, INT64_MIN);
  CHECK_INT(echoed(of_int(42), TVMLIKE_ARG_UINT, kTVMArgInt).v_int64, 42);
  FAILS(call1(echo, of_int(-1), TVMLIKE_ARG_UINT, &ret, &code), "OverflowError", "18446744073709551615");
  CHECK(echoed(of_float(-0.5), kTVMArgFloat, kTVMArgFloat).v_float64 == -0.5);
  echoed(of_int(7), kTVMNullptr, kTVMNullptr);
  CHECK(echoed(of_handle(&value), kTVMOpaqueHandle, kTVMOpaqueHandle).v_handle == &value);
  memset(&value, 0, sizeof value);
  value.v_device.device_type = kDLCUDA;
  value.v_device.device_id = 3;
  ret = echoed(value, kDLDevice, kDLDevice);
  CHECK(ret.v_device.device_type == kDLCUDA && ret.v_device.device_id == 3);
  memset(&value, 0xff, sizeof value);
  value.v_bool = true; /* the other bytes are garbage, as front ends leave them */
  CHECK_INT(echoed(value, kTVMArgBool, kTVMArgBool).v_int64, 1);
  printf("scalars cross both ways\n");
}

static void data_types_go_out_as_text(void) {
  static const struct { uint8_t code, bits; uint16_t lanes; const char *text; } wanted[] = {
      {kDLFloat, 32, 1, "float32"}, {kDLInt, 8, 4, "int8x4"},  {kDLBfloat, 16, 1, "bfloat16"},
      {kDLUInt, 1, 1, "bool"},      {kDLUInt, 1, 4, "uint1x4"}, {kDLBool, 8, 1, "bool"},
      {3, 64, 1, "handle"},         {3, 0, 0, ""},              {7, 8, 1, "e5m2_float8"},
      {7, 8, 4, "e5m2_float8x4"}};
  size_t at;
  for (at = 0; at < sizeof wanted / sizeof wanted[0]; ++at) {
    TVMValue value;
    memset(&value, 0, sizeof value);
    value.v_type.code = wanted[at].code;
    value.v_type.bits = wanted[at].bits;
    value.v_type.lanes = wanted[at].lanes;
    CHECK_STR(echoed(value, kTVMDataType, kTVMStr).v_str, wanted[at].text);
  }
  printf("data types go out as their names\n");
}

static void text_and_bytes(void) {
  static const char hidden[] = "cut\0here";
  TVMByteArray bytes, *got;
  TVMValue ret;
  int code;
  CHECK_STR(echoed(of_str(""), kTVMStr, kTVMStr).v_str, "");
  CHECK_STR(echoed(of_str("seven.."), kTVMStr, kTVMStr).v_str, "seven..");
  CHECK_STR(echoed(of_str("more than seven bytes"), kTVMStr, kTVMStr).v_str, "more than seven bytes");
  echoed(of_str(NULL), kTVMStr, kTVMNullptr);
  FAILS(call1(echo, of_str("\xff"), kTVMStr, &ret, &code), "ValueError", "UTF-8");
  bytes.data = hidden;
  bytes.size = sizeof hidden;
  got = (TVMByteArray *)echoed(of_handle(&bytes), kTVMBytes, kTVMBytes).v_handle;
  CHECK(got != &bytes && got->size == sizeof hidden && memcmp(got->data, hidden, sizeof hidden) == 0);
  /* The library owns the bytes of a result; other bytes are freed. */
  OK(TVMByteArrayFree(got));
  CHECK(got->size == sizeof hidden);
  OK(TVMByteArrayFree((TVMByteArray *)malloc(sizeof(TVMByteArray))));
  OK(TVMByteArrayFree(NULL));
  printf("text and bytes cross both ways\n");
}

/* A returned object has the code of its type, whatever code it was passed with. */
static void handles(void) {
  TVMArrayHandle array = an_array();
  TVMLikeObjectHandle tensor = object_of_array(array);
  TVMValue ret;
  CHECK_INT(references(tensor), 1);
  ret = echoed(of_handle(array), kTVMNDArrayHandle, kTVMNDArrayHandle);
  CHECK(ret.v_handle == array && references(tensor) == 2);
  OK(TVMArrayFree((TVMArrayHandle)ret.v_handle));
  ret = echoed(of_handle(tensor), kTVMObjectHandle, kTVMNDArrayHandle);
  CHECK(ret.v_handle == array);
  OK(TVMArrayFree((TVMArrayHandle)ret.v_handle));
  ret = echoed(of_handle(echo), kTVMObjectHandle, kTVMPackedFuncHandle);
  CHECK(ret.v_handle == echo);
  OK(TVMFuncFree(ret.v_handle));
  for (int code = kTVMDLTensorHandle; code <= kTVMObjectRValueRefArg; ++code) {
    echoed(of_handle(NULL), code, kTVMNullptr);
  }
  CHECK_INT(references(tensor), 1);
  OK(TVMArrayFree(array));
  printf("handles cross both ways\n");
}

/* A Rust function receives a pointer to a DLTensor as a tensor during the call. */
static void dl_tensors(void) {
  TVMFunctionHandle sum = global("testing.sum_f32");
  TVMArrayHandle array = an_array();
  TVMValue ret;
  int code;
  ((float *)array->data)[0] = 1.5f;
  ((float *)array->data)[1] = 2.5f;
  OK(call1(sum, of_handle(array), kTVMDLTensorHandle, &ret, &code));
  CHECK(code == kTVMArgFloat && ret.v_float64 == 4.0);
  FAILS(call1(echo, of_handle(array), kTVMDLTensorHandle, &ret, &code), "TypeError", "Tensor");
  CHECK_INT(references(object_of_array(array)), 1);
  OK(TVMArrayFree(array));
  OK(TVMFuncFree(sum));
  printf("a DLTensor is lent\n");
}

/* If a function does not move the object, the handle is unchanged. */
static void rvalue_references(void) {
  TVMArrayHandle array = an_array();
  TVMLikeObjectHandle handle = object_of_array(array), nothing = NULL;
  TVMValue ret = echoed(of_handle(&handle), kTVMObjectRValueRefArg, kTVMNDArrayHandle);
  CHECK(ret.v_handle == array && handle == object_of_array(array) && references(handle) == 2);
  OK(TVMArrayFree((TVMArrayHandle)ret.v_handle));
  echoed(of_handle(&nothing), kTVMObjectRValueRefArg, kTVMNullptr);
  OK(TVMArrayFree(array));
  printf("a function of Rust is lent what may be moved\n");
}

static void many_arguments(void) {
  enum { MANY = 300 };
  TVMFunctionHandle sum = global("testing.variadic_sum");
  TVMValue values[MANY], ret;
  int codes[MANY], code, at;
  for (at = 0; at < MANY; ++at) {
    values[at] = of_int(at);
    codes[at] = kTVMArgInt;
  }
  OK(TVMFuncCall(sum, values, codes, MANY, &ret, &code));
  CHECK_INT(ret.v_int64, MANY * (MANY - 1) / 2);
  FAILS(TVMFuncCall(sum, NULL, NULL, 0, &ret, &code), "TypeError", "got 0");
  OK(TVMFuncFree(sum));
  printf("no arguments and many\n");
}

static void bad_input(void) {
  TVMValue value = of_int(1), ret = of_int(77);
  int code = kTVMArgInt, ret_code = 55, unknown[] = {-1, 129, INT32_MAX, INT32_MIN};
  size_t at;
  FAILS(TVMFuncCall(NULL, &value, &code, 1, &ret, &ret_code), "ValueError", "NULL");
  FAILS(TVMFuncCall(echo, NULL, &code, 1, &ret, &ret_code), "ValueError", "arguments");
  FAILS(TVMFuncCall(echo, &value, NULL, 1, &ret, &ret_code), "ValueError", "arguments");
  FAILS(TVMFuncCall(echo, &value, &code, 1, NULL, &ret_code), "ValueError", "result");
  FAILS(TVMFuncCall(echo, &value, &code, 1, &ret, NULL), "ValueError", "result");
  FAILS(TVMFuncCall(echo, &value, &code, -1, &ret, &ret_code), "ValueError", "-1");
  FAILS(TVMFuncCall(echo, &value, &code, INT32_MAX, &ret, &ret_code), "ValueError", "2147483647");
  FAILS(TVMFuncCall(echo, NULL, NULL, 0, &ret, &ret_code), "TypeError", "testing.echo");
  for (at = 0; at < sizeof unknown / sizeof unknown[0]; ++at) {
    FAILS(call1(echo, value, unknown[at], &ret, &ret_code), "TypeError", "is not a type code");
  }
  ret = of_int(77);
  ret_code = 55;
  FAILS(TVMFuncCall(echo, &value, &unknown[0], 1, &ret, &ret_code), "TypeError", "argument 1");
  CHECK(ret.v_int64 == 77 && ret_code == 55);
  {
    TVMArrayHandle array = an_array();
    FAILS(call1(object_of_array(array), value, code, &ret, &ret_code), "TypeError", "PackedFunc");
    OK(TVMArrayFree(array));
  }
  printf("bad calls are refused, and write nothing\n");
}

static void failing_functions(void) {
  TVMFunctionHandle raise = global("testing.raise"), panics = global("testing.panic");
  TVMValue args[2], ret;
  int codes[2] = {kTVMStr, kTVMStr}, code;
  args[0] = of_str("OpNotImplemented");
  args[1] = of_str("of a kind of its own");
  FAILS(TVMFuncCall(raise, args, codes, 2, &ret, &code), "OpNotImplemented", "of a kind of its own");
  FAILS(call1(panics, of_str("in Rust"), kTVMStr, &ret, &code), "InternalError", "in Rust");
  OK(TVMFuncFree(raise));
  OK(TVMFuncFree(panics));
  printf("errors and panics are errors\n");
}

static void names(void) {
  TVMFunctionHandle same = NULL;
  OK(TVMFuncGetGlobal("no such function", &same));
  CHECK(same == NULL);
  OK(TVMFuncRegisterGlobal("tvm_call.echo", echo, 0));
  CHECK(is_listed("tvm_call.echo"));
  CHECK_INT(references(echo), 3); /* ours, and two names */
  FAILS(TVMFuncRegisterGlobal("tvm_call.echo", echo, 0), "ValueError", "tvm_call.echo");
  OK(TVMFuncRegisterGlobal("tvm_call.echo", echo, 1));
  OK(TVMFuncGetGlobal("tvm_call.echo", &same));
  CHECK(same == echo);
  OK(TVMFuncFree(same));
  OK(TVMFuncRemoveGlobal("tvm_call.echo"));
  OK(TVMFuncRemoveGlobal("tvm_call.echo")); /* absent: nothing to do */
  CHECK(!is_listed("tvm_call.echo"));
  FAILS(TVMFuncGetGlobal(NULL, &same), "ValueError", "NULL");
  FAILS(TVMFuncGetGlobal("tvm_call.echo", NULL), "ValueError", "NULL");
  FAILS(TVMFuncRegisterGlobal(NULL, echo, 0), "ValueError", "NULL");
  FAILS(TVMFuncRegisterGlobal("tvm_call.null", NULL, 0), "ValueError", "NULL");
  FAILS(TVMFuncRegisterGlobal("tvm\xff", echo, 0), "ValueError", "UTF-8");
  FAILS(TVMFuncRemoveGlobal(NULL), "ValueError", "NULL");
  FAILS(TVMFuncListGlobalNames(NULL, NULL), "ValueError", "NULL");
  OK(TVMFuncFree(NULL));
  printf("names are registered, overridden, listed and removed\n");
}

int main(int argc, char **argv) {
  load_test_plugin_by_name(argc, argv);
  echo = global("testing.echo");
  scalars();
  data_types_go_out_as_text();
  text_and_bytes();
  handles();
  dl_tensors();
  rvalue_references();
  many_arguments();
  bad_input();
  failing_functions();
  names();
  OK(TVMFuncFree(echo));
  return 0;
}
