/* The DGL peer: functions for the C ABI of DGL's runtime, which is TVM's classic one. DGL's package contains no header; the declarations are those of its dgl/runtime/c_runtime_api.h. */

#include <stdint.h>
#include <string.h>

typedef union {
  int64_t v_int64;
  double v_float64;
  void* v_handle;
  const char* v_str;
} DGLValue;

/* The first fields of an array, up to the shape. */
typedef struct {
  void* data;
  int32_t device_type;
  int32_t device_id;
  int32_t ndim;
  uint8_t type_code;
  uint8_t type_bits;
  uint16_t type_lanes;
  int64_t* shape;
} DGLArray;

enum { kInt = 0, kNull = 4, kObjectHandle = 8, kFuncHandle = 10, kStr = 11, kNDArrayContainer = 13 };

typedef int (*DGLPackedCFunc)(DGLValue* args, int* codes, int count, void* ret, void* resource);

int DGLFuncCreateFromCFunc(DGLPackedCFunc f, void* resource, void (*finalizer)(void*), void** out);
int DGLFuncRegisterGlobal(const char* name, void* function, int override);
int DGLFuncCall(void* function, DGLValue* args, int* codes, int count, DGLValue* ret, int* ret_code);
int DGLCFuncSetReturn(void* ret, DGLValue* value, int* code, int count);
void DGLAPISetLastError(const char* message);

static int refuse(const char* message) {
  DGLAPISetLastError(message);
  return -1;
}

static int give_int(void* ret, int64_t number) {
  DGLValue value = {.v_int64 = number};
  int code = kInt;
  return DGLCFuncSetReturn(ret, &value, &code, 1);
}

static int nop(DGLValue* args, int* codes, int count, void* ret, void* resource) {
  (void)args, (void)codes, (void)count, (void)ret, (void)resource;
  return 0;
}

static int add3(DGLValue* args, int* codes, int count, void* ret, void* resource) {
  (void)resource;
  if (count != 3 || codes[0] != kInt || codes[1] != kInt || codes[2] != kInt) return refuse("three ints");
  return give_int(ret, args[0].v_int64 + args[1].v_int64 + args[2].v_int64);
}

static int text_length(DGLValue* args, int* codes, int count, void* ret, void* resource) {
  (void)resource;
  if (count != 1 || codes[0] != kStr) return refuse("one string");
  return give_int(ret, (int64_t)strlen(args[0].v_str));
}

static int text_same(DGLValue* args, int* codes, int count, void* ret, void* resource) {
  (void)resource;
  if (count != 1 || codes[0] != kStr) return refuse("one string");
  return DGLCFuncSetReturn(ret, args, codes, 1);
}

static int first_dim(DGLValue* args, int* codes, int count, void* ret, void* resource) {
  (void)resource;
  if (count != 1 || codes[0] != kNDArrayContainer) return refuse("one array");
  const DGLArray* array = args[0].v_handle;
  return give_int(ret, array->ndim ? array->shape[0] : 0);
}

static int same(DGLValue* args, int* codes, int count, void* ret, void* resource) {
  (void)resource;
  if (count != 1 || codes[0] != kObjectHandle) return refuse("one object");
  return DGLCFuncSetReturn(ret, args, codes, 1);
}

static int call_n(DGLValue* args, int* codes, int count, void* ret, void* resource) {
  (void)resource;
  if (count != 2 || codes[0] != kFuncHandle || codes[1] != kInt) return refuse("a function and an int");
  DGLValue last = {.v_int64 = -1};
  int last_code = kInt;
  for (int64_t i = 0; i < args[1].v_int64; i++) {
    DGLValue one = {.v_int64 = i};
    int code = kInt;
    if (DGLFuncCall(args[0].v_handle, &one, &code, 1, &last, &last_code)) return -1;
  }
  return DGLCFuncSetReturn(ret, &last, &last_code, 1);
}

static int fail(DGLValue* args, int* codes, int count, void* ret, void* resource) {
  (void)ret, (void)resource;
  return refuse(count == 1 && codes[0] == kStr ? args[0].v_str : "one string");
}

/* Registers all functions. Returns 0, or the number of the one that DGL rejects. */
int bench_dgl_register(void) {
  static const struct {
    const char* name;
    DGLPackedCFunc function;
  } all[] = {
      {"bench.nop", nop},         {"bench.add3", add3}, {"bench.text_length", text_length}, {"bench.text_same", text_same},
      {"bench.first_dim", first_dim}, {"bench.same", same}, {"bench.call_n", call_n},           {"bench.fail", fail},
  };
  for (int i = 0; i < (int)(sizeof all / sizeof *all); i++) {
    void* function;
    if (DGLFuncCreateFromCFunc(all[i].function, NULL, NULL, &function)) return i + 1;
    if (DGLFuncRegisterGlobal(all[i].name, function, 0)) return i + 1;
  }
  return 0;
}
