/*
 * Arrays of libtvm_runtime: allocation by TVM's rules, copies, DLPack, views, errors.
 */
#include "../check.h"
#include "tvmlike/tvm_runtime.h"

static TVMArrayHandle made(int64_t rows, int64_t columns, int code, int bits) {
  int64_t shape[2];
  TVMArrayHandle array = NULL;
  shape[0] = rows;
  shape[1] = columns;
  OK(TVMArrayAlloc(shape, 2, code, bits, 1, kDLCPU, 0, &array));
  CHECK(array != NULL);
  return array;
}

static uint32_t count_of(TVMArrayHandle array) {
  return strong_count((TVMLikeObjectHandle)((char *)array - sizeof(TVMLikeObject)));
}

static void allocation(void) {
  int64_t shape[] = {2, 3}, negative[] = {2, -3}, huge[] = {INT64_MAX, 4}, empty[] = {0, 5}, one[] = {3};
  int64_t beyond[] = {INT64_MAX / 4096};
  TVMArrayHandle array = NULL, other;
  unsigned index = 0, known = 1;
  size_t at;

  OK(TVMArrayAlloc(shape, 2, kDLFloat, 32, 1, kDLCPU, 3, &array));
  CHECK_INT(array->ndim, 2);
  CHECK_INT(array->shape[1], 3);
  CHECK_INT(array->device.device_id, 3);
  CHECK_INT(array->byte_offset, 0);
  CHECK_INT((uintptr_t)array->data % 64, 0);
  for (at = 0; at < 6; ++at) CHECK(((float *)array->data)[at] == 0);
  CHECK_INT(count_of(array), 1);
  OK(TVMArrayGetTypeIndex(array, &index));
  OK(TVMObjectTypeKey2Index("runtime.NDArray", &known));
  CHECK_INT(index, known);
  OK(TVMArrayFree(array));

  OK(TVMArrayAlloc(empty, 2, kDLInt, 8, 1, kDLCPU, 0, &array));
  CHECK(array->data != NULL);
  OK(TVMArrayFree(array));
  OK(TVMArrayAlloc(NULL, 0, kDLInt, 64, 1, kDLCPU, 0, &array));
  OK(TVMArrayFree(array));
  OK(TVMArrayAlloc(one, 1, kDLFloat, 32, 4, kDLCPU, 0, &array));
  CHECK_INT(array->dtype.lanes, 4);
  OK(TVMArrayFree(array));
  OK(TVMArrayFree(NULL));

  other = NULL;
  FAILS(TVMArrayAlloc(NULL, 2, kDLFloat, 32, 1, kDLCPU, 0, &other), "ValueError", "NULL");
  FAILS(TVMArrayAlloc(shape, -1, kDLFloat, 32, 1, kDLCPU, 0, &other), "ValueError", "-1");
  FAILS(TVMArrayAlloc(shape, 100000, kDLFloat, 32, 1, kDLCPU, 0, &other), "ValueError", "100000");
  FAILS(TVMArrayAlloc(negative, 2, kDLFloat, 32, 1, kDLCPU, 0, &other), "ValueError", "negative");
  FAILS(TVMArrayAlloc(huge, 2, kDLFloat, 32, 1, kDLCPU, 0, &other), "ValueError", "large");
  FAILS(TVMArrayAlloc(huge, 1, kDLInt, 4, 1, kDLCPU, 0, &other), "ValueError", "large");
  FAILS(TVMArrayAlloc(beyond, 1, kDLInt, 8, 1, kDLCPU, 0, &other), "MemoryError", "memory");
  FAILS(TVMArrayAlloc(shape, 2, kDLInt, 24, 1, kDLCPU, 0, &other), "ValueError", "24 bits");
  FAILS(TVMArrayAlloc(shape, 2, kDLInt, 0, 1, kDLCPU, 0, &other), "ValueError", "0 bits");
  FAILS(TVMArrayAlloc(shape, 2, kDLInt, 32, 0, kDLCPU, 0, &other), "ValueError", "0 lanes");
  FAILS(TVMArrayAlloc(shape, 2, 300, 32, 1, kDLCPU, 0, &other), "ValueError", "300");
  FAILS(TVMArrayAlloc(shape, 2, kDLInt, 32, 1, kDLCUDA, 1, &other), "RuntimeError", "cuda:1");
  FAILS(TVMArrayAlloc(shape, 2, kDLInt, 32, 1, 33, 0, &other), "RuntimeError", "sdaccel");
  FAILS(TVMArrayAlloc(shape, 2, kDLInt, 32, 1, -4, 0, &other), "ValueError", "-4");
  FAILS(TVMArrayAlloc(shape, 2, kDLInt, 32, 1, kDLCPU, -1, &other), "RuntimeError", "cpu:-1");
  FAILS(TVMArrayAlloc(shape, 2, kDLInt, 32, 1, kDLCPU, 0, NULL), "ValueError", "NULL");
  FAILS(TVMArrayGetTypeIndex(NULL, &index), "ValueError", "NULL");
  CHECK(other == NULL);
  printf("arrays are allocated as TVM has them\n");
}

static void bytes(void) {
  TVMArrayHandle array = made(2, 3, kDLFloat, 32);
  float in[] = {1, 2, 3, 4, 5, 6}, out[6] = {0};
  DLTensor part = *array;
  int64_t rows[] = {2}, apart[] = {3}, shape[] = {1, 3}, outer[] = {77, 1};

  OK(TVMArrayCopyFromBytes(array, in, sizeof in));
  OK(TVMArrayCopyToBytes(array, out, sizeof out));
  CHECK(memcmp(in, out, sizeof in) == 0);
  FAILS(TVMArrayCopyFromBytes(array, in, sizeof in - 1), "RuntimeError", "24 bytes, got 23");
  FAILS(TVMArrayCopyToBytes(array, out, sizeof out + 1), "RuntimeError", "24 bytes, got 25");
  FAILS(TVMArrayCopyToBytes(array, NULL, sizeof out), "ValueError", "NULL");
  FAILS(TVMArrayCopyFromBytes(NULL, in, sizeof in), "ValueError", "NULL");

  /* A borrowed DLTensor: the byte offset counts; the stride of a dimension of size 1 does not. */
  part.shape = shape;
  part.strides = outer;
  part.byte_offset = 3 * sizeof(float);
  OK(TVMArrayCopyToBytes(&part, out, 3 * sizeof(float)));
  CHECK(out[0] == 4 && out[2] == 6);
  part.ndim = 1;
  part.shape = rows;
  part.strides = apart;
  FAILS(TVMArrayCopyToBytes(&part, out, 2 * sizeof(float)), "RuntimeError", "contiguous");
  FAILS(TVMArrayCopyFromBytes(&part, out, 2 * sizeof(float)), "RuntimeError", "[3]");
  part.strides = NULL;
  part.device.device_type = kDLCUDA;
  FAILS(TVMArrayCopyToBytes(&part, out, 2 * sizeof(float)), "RuntimeError", "cuda");
  part.device.device_type = kDLCPU;
  part.shape = NULL;
  FAILS(TVMArrayCopyToBytes(&part, out, 2 * sizeof(float)), "ValueError", "NULL");
  OK(TVMArrayFree(array));
  printf("bytes are copied in and out\n");
}

static void between(void) {
  TVMArrayHandle from = made(2, 3, kDLFloat, 32), to = made(6, 1, kDLInt, 32), small = made(1, 1, kDLInt, 32);
  DLTensor moved = *from;
  int64_t shape[] = {5};

  ((float *)from->data)[5] = 1.5F;
  OK(TVMArrayCopyFromTo(from, to, NULL));
  CHECK(((float *)to->data)[5] == 1.5F);
  OK(TVMDeviceCopyDataFromTo(to, from, NULL));
  FAILS(TVMArrayCopyFromTo(from, small, NULL), "RuntimeError", "the source has 24 bytes, the target 4");
  FAILS(TVMArrayCopyFromTo(NULL, to, NULL), "ValueError", "source");
  FAILS(TVMArrayCopyFromTo(from, NULL, NULL), "ValueError", "target");
  FAILS(TVMDeviceCopyDataFromTo(NULL, NULL, NULL), "ValueError", "NULL");

  /* Memory that overlaps. */
  moved.ndim = 1;
  moved.shape = shape;
  moved.strides = NULL;
  {
    DLTensor behind = moved;
    int at;
    behind.byte_offset = sizeof(float);
    for (at = 0; at < 6; ++at) ((float *)from->data)[at] = (float)at;
    OK(TVMArrayCopyFromTo(&moved, &behind, NULL));
    CHECK(((float *)from->data)[0] == 0 && ((float *)from->data)[1] == 0 && ((float *)from->data)[5] == 4);
  }
  OK(TVMArrayFree(from));
  OK(TVMArrayFree(to));
  OK(TVMArrayFree(small));
  printf("arrays are copied to arrays\n");
}

/* Elements of less than a byte take a byte each in arrays of this library, and are packed in those of others. */
static void narrow(void) {
  TVMArrayHandle truth = made(2, 5, kDLUInt, 1), four = made(1, 4, kDLInt, 4);
  uint8_t in[10] = {1, 0, 1, 0, 1, 1, 1, 0, 0, 1}, out[10] = {0}, packed[2] = {0x21, 0x43};
  int64_t shape[] = {4};
  DLTensor others;

  OK(TVMArrayCopyFromBytes(truth, in, sizeof in));
  OK(TVMArrayCopyToBytes(truth, out, sizeof out));
  CHECK(memcmp(in, out, sizeof in) == 0);
  OK(TVMArrayCopyToBytes(four, out, 4));
  memset(&others, 0, sizeof others);
  others.data = packed;
  others.device.device_type = kDLCPU;
  others.ndim = 1;
  others.dtype = four->dtype;
  others.shape = shape;
  FAILS(TVMArrayCopyToBytes(&others, out, 4), "RuntimeError", "2 bytes, got 4");
  OK(TVMArrayCopyToBytes(&others, out, 2));
  CHECK_INT(out[1], 0x43);
  OK(TVMArrayFree(truth));
  OK(TVMArrayFree(four));
  printf("narrow elements are read as far as their memory goes\n");
}

/* A producer's tensor, which counts its deletions. */
typedef struct Produced {
  DLManagedTensor managed;
  float data[6];
  int64_t shape[2], strides[2];
  int deleted;
} Produced;

static void delete_produced(DLManagedTensor *self) { ((Produced *)self->manager_ctx)->deleted += 1; }

static void produce(Produced *of) {
  memset(of, 0, sizeof *of);
  of->shape[0] = 2;
  of->shape[1] = 3;
  of->managed.dl_tensor.data = of->data;
  of->managed.dl_tensor.device.device_type = kDLCPU;
  of->managed.dl_tensor.ndim = 2;
  of->managed.dl_tensor.dtype.code = kDLFloat;
  of->managed.dl_tensor.dtype.bits = 32;
  of->managed.dl_tensor.dtype.lanes = 1;
  of->managed.dl_tensor.shape = of->shape;
  of->managed.manager_ctx = of;
  of->managed.deleter = delete_produced;
}

static void dlpack(void) {
  Produced from;
  TVMArrayHandle array = NULL;
  DLManagedTensor *managed = NULL;

  produce(&from);
  OK(TVMArrayFromDLPack(&from.managed, &array));
  CHECK(array->data == from.data);
  OK(TVMArrayToDLPack(array, &managed));
  CHECK(managed->dl_tensor.data == from.data);
  CHECK_INT(count_of(array), 2);
  OK(TVMArrayFree(array));
  CHECK_INT(from.deleted, 0);
  TVMDLManagedTensorCallDeleter(managed);
  CHECK_INT(from.deleted, 1);
  TVMDLManagedTensorCallDeleter(NULL);

  /* After an error, the producer still owns the tensor. */
  produce(&from);
  from.managed.dl_tensor.strides = from.strides;
  from.strides[0] = 1;
  from.strides[1] = 2;
  array = NULL;
  FAILS(TVMArrayFromDLPack(&from.managed, &array), "RuntimeError", "contiguous");
  from.managed.dl_tensor.strides = NULL;
  from.shape[1] = -3;
  FAILS(TVMArrayFromDLPack(&from.managed, &array), "ValueError", "negative");
  from.shape[1] = 3;
  FAILS(TVMArrayFromDLPack(&from.managed, NULL), "ValueError", "NULL");
  FAILS(TVMArrayFromDLPack(NULL, &array), "ValueError", "NULL");
  CHECK_INT(from.deleted, 0);
  CHECK(array == NULL);
  FAILS(TVMArrayToDLPack(NULL, &managed), "ValueError", "NULL");

  /* A producer without a deleter. */
  from.managed.deleter = NULL;
  OK(TVMArrayFromDLPack(&from.managed, &array));
  FAILS(TVMArrayToDLPack(array, NULL), "ValueError", "NULL");
  CHECK_INT(count_of(array), 1);
  OK(TVMArrayFree(array));
  CHECK_INT(from.deleted, 0);
  printf("DLPack in and out\n");
}

static TVMValue of_handle(void *handle) {
  TVMValue value;
  value.v_handle = handle;
  return value;
}

/* Creates a view by the registered function; NULL if that fails. */
static TVMArrayHandle view_of(TVMArrayHandle array, int64_t rows, int64_t columns, const char *dtype,
                              int64_t offset, int count) {
  TVMFunctionHandle make = global("runtime.TVMArrayCreateView"), shape_of = global("runtime.ShapeTuple");
  TVMValue dims[2], args[4], shape, view;
  int dim_codes[] = {kTVMArgInt, kTVMArgInt};
  int codes[] = {kTVMNDArrayHandle, kTVMObjectHandle, kTVMStr, kTVMArgInt}, code = -1, status;

  dims[0].v_int64 = rows;
  dims[1].v_int64 = columns;
  OK(TVMFuncCall(shape_of, dims, dim_codes, 2, &shape, &code));
  CHECK_INT(code, kTVMObjectHandle);
  args[0] = of_handle(array);
  args[1] = shape;
  args[2].v_str = dtype;
  args[3].v_int64 = offset;
  status = TVMFuncCall(make, args, codes, count, &view, &code);
  OK(TVMObjectFree(shape.v_handle));
  OK(TVMFuncFree(make));
  OK(TVMFuncFree(shape_of));
  if (status != 0) return NULL;
  CHECK_INT(code, kTVMNDArrayHandle);
  return (TVMArrayHandle)view.v_handle;
}

static void views(void) {
  TVMArrayHandle array = made(2, 3, kDLInt, 32), view, inner, bits;
  uint8_t out[6];
  int at;

  for (at = 0; at < 6; ++at) ((int32_t *)array->data)[at] = at;
  view = view_of(array, 3, 1, "int32", 12, 4);
  CHECK(view->data == array->data);
  CHECK_INT(view->byte_offset, 12);
  CHECK_INT(count_of(array), 2);
  FAILS(TVMArrayCopyToBytes(view, out, 0), "RuntimeError", "12 bytes, got 0");
  inner = view_of(view, 1, 2, "int16", 4, 4);
  CHECK_INT(inner->byte_offset, 16);
  OK(TVMArrayCopyToBytes(inner, out, 4));
  CHECK_INT(out[0], 4);
  CHECK(view_of(view, 4, 1, "int32", 0, 4) == NULL);
  CHECK_HAS(TVMGetLastError(), "would occupy bytes 0 <= i_byte < 16");
  CHECK_HAS(TVMGetLastError(), "only contains 12 bytes");
  CHECK(strncmp(TVMGetLastError(), "ValueError", 10) == 0);
  CHECK(view_of(array, 1, 1, "int32", -4, 4) == NULL);
  CHECK(view_of(array, 1, 1, "int32", INT64_MAX, 4) == NULL);
  CHECK(view_of(array, INT64_MAX, INT64_MAX, "int32", 0, 4) == NULL);
  CHECK(view_of(array, 1, 1, "no such type", 0, 4) == NULL);
  CHECK_HAS(TVMGetLastError(), "no such type");

  /* As older front ends call it. */
  bits = view_of(array, 1, 6, NULL, 0, 2);
  CHECK_INT(bits->dtype.bits, 32);
  CHECK_INT(count_of(array), 3);
  OK(TVMArrayFree(bits));
  bits = view_of(array, 1, 6, "bool", 0, 3);
  OK(TVMArrayCopyToBytes(bits, out, 6));
  OK(TVMArrayFree(bits));

  /* The memory lives as long as its views. */
  OK(TVMArrayFree(array));
  OK(TVMArrayFree(view));
  CHECK_INT(((int16_t *)((char *)inner->data + inner->byte_offset))[0], 4);
  OK(TVMArrayFree(inner));
  printf("views reach what they are of, and keep it\n");
}

int main(void) {
  allocation();
  bytes();
  between();
  narrow();
  dlpack();
  views();
  return 0;
}
