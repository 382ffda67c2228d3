/* TVMFuncCall: every type code both ways, ownership, wrong counts, types and pointers. */
#include "../check.h"

static TVMFunctionHandle echo;

/* Calls echo(x) with one classic value. */
static int echo_status(TVMValue value, int code, TVMValue *ret, int *ret_code) {
  memset(ret, 0xee, sizeof *ret);
  *ret_code = -1;
  return TVMFuncCall(echo, &value, &code, 1, ret, ret_code);
}

static TVMValue echoed(TVMValue value, int code, int wanted) {
  TVMValue ret;
  int ret_code;
  OK(echo_status(value, code, &ret, &ret_code));
  CHECK_INT(ret_code, wanted);
  return ret;
}

static TVMValue of_int(int64_t number) {
  TVMValue value;
  value.v_int64 = number;
  return value;
}

static TVMValue of_handle(void *handle) {
  TVMValue value;
  memset(&value, 0, sizeof value);
  value.v_handle = handle;
  return value;
}

static TVMValue of_str(const char *text) {
  TVMValue value;
  memset(&value, 0, sizeof value);
  value.v_str = text;
  return value;
}

static void scalars(void) {
  TVMValue value, ret;
  int code;
  CHECK_INT(echoed(of_int(INT64_MIN), TVMLIKE_ARG_INT, TVMLIKE_ARG_INT).v_int64, INT64_MIN);
  CHECK_INT(echoed(of_int(42), TVMLIKE_ARG_UINT, TVMLIKE_ARG_INT).v_int64, 42);
  FAILS(echo_status(of_int(-1), TVMLIKE_ARG_UINT, &ret, &code), "OverflowError", "18446744073709551615");
  value.v_float64 = -0.5;
  CHECK(echoed(value, TVMLIKE_ARG_FLOAT, TVMLIKE_ARG_FLOAT).v_float64 == -0.5);
  echoed(of_int(7), TVMLIKE_ARG_NULLPTR, TVMLIKE_ARG_NULLPTR);
  CHECK(echoed(of_handle(&value), TVMLIKE_ARG_OPAQUE_HANDLE, TVMLIKE_ARG_OPAQUE_HANDLE).v_handle == &value);
  memset(&value, 0, sizeof value);
  value.v_type.code = kDLFloat;
  value.v_type.bits = 16;
  value.v_type.lanes = 4;
  ret = echoed(value, TVMLIKE_ARG_DATA_TYPE, TVMLIKE_ARG_DATA_TYPE);
  CHECK(ret.v_type.code == kDLFloat && ret.v_type.bits == 16 && ret.v_type.lanes == 4);
  value.v_device.device_type = kDLCUDA;
  value.v_device.device_id = 3;
  ret = echoed(value, TVMLIKE_ARG_DEVICE, TVMLIKE_ARG_DEVICE);
  CHECK(ret.v_device.device_type == kDLCUDA && ret.v_device.device_id == 3);
  memset(&value, 0xff, sizeof value);
  value.v_bool = true; /* the bytes above the lowest one are garbage, as some callers leave them */
  ret = echoed(value, TVMLIKE_ARG_BOOL, TVMLIKE_ARG_BOOL);
  CHECK_INT(ret.v_int64, 1);
  CHECK_INT(echoed(of_int(0), TVMLIKE_ARG_BOOL, TVMLIKE_ARG_BOOL).v_int64, 0);
  printf("scalars cross both ways\n");
}

static void text_and_bytes(void) {
  char longest[1001];
  TVMByteArray bytes, *got;
  TVMValue first, second;
  TVMFunctionHandle length = global("testing.str_len");
  int code;
  memset(longest, 'y', sizeof longest - 1);
  longest[sizeof longest - 1] = '\0';
  CHECK_STR(echoed(of_str(""), TVMLIKE_ARG_STR, TVMLIKE_ARG_STR).v_str, "");
  CHECK_STR(echoed(of_str("seven.."), TVMLIKE_ARG_STR, TVMLIKE_ARG_STR).v_str, "seven..");
  CHECK_STR(echoed(of_str("eight..."), TVMLIKE_ARG_STR, TVMLIKE_ARG_STR).v_str, "eight...");
  CHECK_STR(echoed(of_str(longest), TVMLIKE_ARG_STR, TVMLIKE_ARG_STR).v_str, longest);
  /* A result text stays until the next call on the thread. */
  first = echoed(of_str("stays here"), TVMLIKE_ARG_STR, TVMLIKE_ARG_STR);
  CHECK_STR(first.v_str, "stays here");
  echoed(of_str(NULL), TVMLIKE_ARG_STR, TVMLIKE_ARG_NULLPTR); /* a NULL text is an error */
  FAILS(echo_status(of_str("\xff"), TVMLIKE_ARG_STR, &second, &code), "ValueError", "UTF-8");

  bytes.data = "a\0b";
  bytes.size = 3;
  got = (TVMByteArray *)echoed(of_handle(&bytes), TVMLIKE_ARG_BYTES, TVMLIKE_ARG_BYTES).v_handle;
  CHECK(got != &bytes && got->size == 3 && memcmp(got->data, "a\0b", 3) == 0);
  bytes.data = longest;
  bytes.size = 1000;
  got = (TVMByteArray *)echoed(of_handle(&bytes), TVMLIKE_ARG_BYTES, TVMLIKE_ARG_BYTES).v_handle;
  CHECK(got->size == 1000 && memcmp(got->data, longest, 1000) == 0);
  bytes.data = NULL;
  bytes.size = 0;
  got = (TVMByteArray *)echoed(of_handle(&bytes), TVMLIKE_ARG_BYTES, TVMLIKE_ARG_BYTES).v_handle;
  CHECK_INT(got->size, 0);
  echoed(of_handle(NULL), TVMLIKE_ARG_BYTES, TVMLIKE_ARG_NULLPTR);

  /* A text with a NUL has no classic form as a result: an error, not truncation. */
  {
    TVMLikeByteArray with_nul;
    TVMLikeValue owned = none();
    with_nul.data = "cut\0here and more";
    with_nul.size = 17;
    OK(TVMLikeStringCreate(&with_nul, &owned));
    FAILS(echo_status(of_handle(owned.payload.v_obj), TVMLIKE_ARG_OBJECT_HANDLE, &second, &code),
          "ValueError", "NUL");
    TVMLikeValueFree(&owned);
  }
  OK(TVMFuncFree(length));
  printf("text and bytes cross both ways\n");
}

static void handles(void) {
  TVMFunctionHandle make_point = global("testing.make_point"), point_x = global("testing.point_x");
  TVMValue args[2], ret;
  int codes[2], code;
  TVMLikeObjectHandle point;
  TVMArrayHandle array = NULL;
  const int64_t shape[] = {2, 3};

  ret = echoed(of_handle(echo), TVMLIKE_ARG_PACKED_FUNC_HANDLE, TVMLIKE_ARG_PACKED_FUNC_HANDLE);
  CHECK(ret.v_handle == echo);
  OK(TVMFuncFree(ret.v_handle));

  args[0].v_float64 = 1.5;
  args[1].v_float64 = 2.5;
  codes[0] = codes[1] = TVMLIKE_ARG_FLOAT;
  OK(TVMFuncCall(make_point, args, codes, 2, &ret, &code));
  CHECK_INT(code, TVMLIKE_ARG_OBJECT_HANDLE);
  point = (TVMLikeObjectHandle)ret.v_handle;
  CHECK_INT(strong_count(point), 1);
  args[0] = of_handle(point);
  codes[0] = TVMLIKE_ARG_OBJECT_HANDLE;
  OK(TVMFuncCall(point_x, args, codes, 1, &ret, &code));
  CHECK(code == TVMLIKE_ARG_FLOAT && ret.v_float64 == 1.5);
  /* An argument is borrowed, a result is a reference of its own. */
  CHECK_INT(strong_count(point), 1);
  ret = echoed(of_handle(point), TVMLIKE_ARG_OBJECT_HANDLE, TVMLIKE_ARG_OBJECT_HANDLE);
  CHECK(ret.v_handle == point);
  CHECK_INT(strong_count(point), 2);
  OK(TVMObjectFree(ret.v_handle));
  /* A handle that may be moved: its storage shows whether it was, and no reference leaks.
   */
  OK(TVMObjectRetain(point));
  {
    void *given = point;
    ret = echoed(of_handle(&given), TVMLIKE_ARG_OBJECT_RVALUE_REF, TVMLIKE_ARG_OBJECT_HANDLE);
    CHECK(ret.v_handle == point);
    OK(TVMObjectFree(ret.v_handle));
    if (given != NULL) OK(TVMObjectFree(given));
  }
  CHECK_INT(strong_count(point), 1);
  OK(TVMObjectFree(point));

  OK(TVMArrayAlloc(shape, 2, kDLFloat, 32, 1, kDLCPU, 0, &array));
  ret = echoed(of_handle(array), TVMLIKE_ARG_NDARRAY_HANDLE, TVMLIKE_ARG_NDARRAY_HANDLE);
  CHECK(ret.v_handle == array);
  OK(TVMArrayFree((TVMArrayHandle)ret.v_handle));
  OK(TVMArrayFree(array));

  /* A NULL handle is an error. */
  echoed(of_handle(NULL), TVMLIKE_ARG_OBJECT_HANDLE, TVMLIKE_ARG_NULLPTR);
  OK(TVMFuncFree(make_point));
  OK(TVMFuncFree(point_x));
  printf("functions, objects and tensors cross both ways\n");
}

static void borrowed_tensors(void) {
  TVMFunctionHandle sum = global("tensor.sum"), fill = global("tensor.fill");
  double data[] = {1, 2, 3};
  int64_t shape[] = {3};
  DLTensor tensor;
  TVMValue args[2], ret;
  int codes[2], code;
  memset(&tensor, 0, sizeof tensor);
  tensor.data = data;
  tensor.device.device_type = kDLCPU;
  tensor.ndim = 1;
  tensor.dtype.code = kDLFloat;
  tensor.dtype.bits = 64;
  tensor.dtype.lanes = 1;
  tensor.shape = shape;
  args[0] = of_handle(&tensor);
  codes[0] = TVMLIKE_ARG_DLTENSOR_HANDLE;
  OK(TVMFuncCall(sum, args, codes, 1, &ret, &code));
  CHECK(code == TVMLIKE_ARG_FLOAT && ret.v_float64 == 6);
  args[1].v_float64 = 2;
  codes[1] = TVMLIKE_ARG_FLOAT;
  OK(TVMFuncCall(fill, args, codes, 2, &ret, &code));
  CHECK(data[0] == 2 && data[2] == 2);
  tensor.ndim = -1;
  FAILS(TVMFuncCall(sum, args, codes, 1, &ret, &code), "ValueError", "rank -1");
  tensor.ndim = 1;
  tensor.shape = NULL;
  FAILS(TVMFuncCall(sum, args, codes, 1, &ret, &code), "ValueError", "NULL");
  OK(TVMFuncFree(sum));
  OK(TVMFuncFree(fill));
  printf("a caller's own buffer is read and written in place\n");
}

static void refused(void) {
  TVMFunctionHandle add3 = global("testing.add3");
  TVMValue args[4], ret;
  int codes[4] = {0, 0, 0, 0}, code, at;
  TVMLikeByteArray text = bytes_of("a string, not a function");
  TVMLikeValue string = none();
  for (at = 0; at < 4; ++at) args[at] = of_int(at + 1);
  OK(TVMFuncCall(add3, args, codes, 3, &ret, &code));
  CHECK_INT(ret.v_int64, 6);

  FAILS(TVMFuncCall(add3, args, codes, 2, &ret, &code), "TypeError", "expected 3 arguments, got 2");
  FAILS(TVMFuncCall(add3, args, codes, 4, &ret, &code), "TypeError", "expected 3 arguments, got 4");
  FAILS(TVMFuncCall(add3, NULL, NULL, 0, &ret, &code), "TypeError", "expected 3 arguments, got 0");
  FAILS(TVMFuncCall(add3, args, codes, -1, &ret, &code), "ValueError", "-1");
  FAILS(TVMFuncCall(add3, args, codes, INT32_MIN, &ret, &code), "ValueError", "");
  FAILS(TVMFuncCall(NULL, args, codes, 3, &ret, &code), "ValueError", "NULL");
  FAILS(TVMFuncCall(add3, NULL, codes, 3, &ret, &code), "ValueError", "NULL");
  FAILS(TVMFuncCall(add3, args, NULL, 3, &ret, &code), "ValueError", "NULL");
  FAILS(TVMFuncCall(add3, args, codes, 3, NULL, &code), "ValueError", "NULL");
  FAILS(TVMFuncCall(add3, args, codes, 3, &ret, NULL), "ValueError", "NULL");
  codes[1] = 99;
  FAILS(TVMFuncCall(add3, args, codes, 3, &ret, &code), "TypeError", "99");
  codes[1] = -1;
  FAILS(TVMFuncCall(add3, args, codes, 3, &ret, &code), "TypeError", "-1");
  codes[1] = TVMLIKE_ARG_STR;
  args[1] = of_str("two");
  FAILS(TVMFuncCall(add3, args, codes, 3, &ret, &code), "TypeError",
        "testing.add3: argument 2 `b`: expected i64, got str");
  codes[1] = TVMLIKE_ARG_FLOAT;
  args[1].v_float64 = 2;
  FAILS(TVMFuncCall(add3, args, codes, 3, &ret, &code), "TypeError", "expected i64, got float");

  OK(TVMLikeStringCreate(&text, &string));
  FAILS(TVMFuncCall(string.payload.v_obj, args, codes, 0, &ret, &code), "TypeError", "PackedFunc");
  TVMLikeValueFree(&string);
  OK(TVMFuncFree(add3));
  printf("wrong counts, codes, types and NULLs are refused\n");
}

static void many_arguments(void) {
  enum { kMany = 300 };
  TVMFunctionHandle call = global("testing.call"), list = global("testing.repeat");
  TVMValue args[kMany], ret;
  int codes[kMany], code, at;
  args[0] = of_handle(list);
  codes[0] = TVMLIKE_ARG_PACKED_FUNC_HANDLE;
  for (at = 1; at < kMany; ++at) {
    args[at] = of_int(at);
    codes[at] = TVMLIKE_ARG_INT;
  }
  FAILS(TVMFuncCall(call, args, codes, kMany, &ret, &code), "TypeError", "got 299");
  OK(TVMFuncFree(call));
  OK(TVMFuncFree(list));
  printf("hundreds of arguments cross\n");
}

static void panics(void) {
  TVMFunctionHandle panic = global("testing.panic");
  TVMValue args[1], ret;
  int codes[1] = {TVMLIKE_ARG_STR}, code;
  args[0] = of_str("on purpose");
  FAILS(TVMFuncCall(panic, args, codes, 1, &ret, &code), "InternalError", "on purpose");
  OK(TVMFuncFree(panic));
  printf("a panic becomes the error of the call\n");
}

/* A direct callback whose result has the type index of any object, and one whose object is NULL. */
static int gives_bytes_as_object(void *context, const TVMLikeValue *args, int32_t num_args,
                                 TVMLikeValue *result) {
  TVMLikeByteArray bytes;
  (void)context;
  (void)args;
  (void)num_args;
  bytes.data = "more than \0 seven bytes";
  bytes.size = 23;
  if (TVMLikeBytesCreate(&bytes, result) != 0) return -1;
  result->type_index = TVMLIKE_OBJECT;
  return 0;
}

static int gives_null_text(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  (void)context;
  (void)args;
  (void)num_args;
  result->type_index = TVMLIKE_STR;
  return 0;
}

static void careless_results(void) {
  TVMLikeObjectHandle f = NULL, null_text = NULL;
  TVMValue ret;
  const TVMByteArray *bytes;
  int code = -1;
  OK(TVMLikeFuncCreate(gives_bytes_as_object, NULL, NULL, &f));
  OK(TVMLikeFuncCreate(gives_null_text, NULL, NULL, &null_text));
  OK(TVMFuncCall(f, NULL, NULL, 0, &ret, &code));
  CHECK_INT(code, TVMLIKE_ARG_BYTES);
  /* It is valid until the next call, even if the function is freed. */
  OK(TVMFuncFree(f));
  bytes = (const TVMByteArray *)ret.v_handle;
  CHECK(bytes->size == 23 && memcmp(bytes->data, "more than \0 seven bytes", 23) == 0);
  memset(&ret, 0xee, sizeof ret);
  OK(TVMFuncCall(null_text, NULL, NULL, 0, &ret, &code));
  CHECK_INT(code, TVMLIKE_ARG_NULLPTR);
  CHECK(ret.v_handle == NULL);
  OK(TVMFuncFree(null_text));
  printf("a result is what its object is, whatever its tag says; a NULL object is no value\n");
}

int main(int argc, char **argv) {
  load_test_plugin(argc, argv);
  echo = global("testing.echo");
  scalars();
  text_and_bytes();
  handles();
  borrowed_tensors();
  refused();
  many_arguments();
  panics();
  careless_results();
  OK(TVMFuncFree(echo));
  return 0;
}
