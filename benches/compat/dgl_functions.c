/* The functions that benches/compat/dgl.py calls, in DGL's packed C signature. The same source is compiled against both
 * libraries. */
#include <stdint.h>
#include <string.h>

typedef union {
  int64_t v_int64;
  double v_float64;
  void *v_handle;
  const char *v_str;
} Value;

enum { INT = 0, STR = 11 };

int DGLFuncCall(void *func, Value *args, int *codes, int num_args, Value *ret, int *ret_code);
int DGLCFuncSetReturn(void *ret, Value *value, int *code, int num_ret);
void DGLAPISetLastError(const char *text);

static int give_int(void *ret, int64_t number) {
  Value value;
  int code = INT;
  value.v_int64 = number;
  return DGLCFuncSetReturn(ret, &value, &code, 1);
}

int bench_nothing(Value *args, int *codes, int num_args, void *ret, void *resource) {
  (void)args, (void)codes, (void)num_args, (void)ret, (void)resource;
  return 0;
}

int bench_add(Value *args, int *codes, int num_args, void *ret, void *resource) {
  int64_t sum = 0;
  int at;
  (void)codes, (void)resource;
  for (at = 0; at < num_args; ++at) sum += args[at].v_int64;
  return give_int(ret, sum);
}

int bench_length(Value *args, int *codes, int num_args, void *ret, void *resource) {
  (void)codes, (void)num_args, (void)resource;
  return give_int(ret, (int64_t)strlen(args[0].v_str));
}

int bench_same(Value *args, int *codes, int num_args, void *ret, void *resource) {
  (void)num_args, (void)resource;
  return DGLCFuncSetReturn(ret, args, codes, 1);
}

/* Calls the function in the first argument n times, with 0, 1, ...; n is the second argument. */
int bench_call(Value *args, int *codes, int num_args, void *ret, void *resource) {
  int64_t index, sum = 0;
  (void)codes, (void)num_args, (void)resource;
  for (index = 0; index < args[1].v_int64; ++index) {
    Value argument, result;
    int code = INT, result_code;
    argument.v_int64 = index;
    if (DGLFuncCall(args[0].v_handle, &argument, &code, 1, &result, &result_code) != 0) return -1;
    sum += result.v_int64;
  }
  return give_int(ret, sum);
}

int bench_fail(Value *args, int *codes, int num_args, void *ret, void *resource) {
  (void)args, (void)codes, (void)num_args, (void)ret, (void)resource;
  DGLAPISetLastError("ValueError: not this one");
  return -1;
}
