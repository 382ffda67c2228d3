/* Arrays: allocation, copies, DLPack, shared memory. */
#include <sys/wait.h>
#include <unistd.h>

#include "../check_dgl.h"

static void allocation(void) {
  int64_t shape[3] = {2, 3, 4}, none[1] = {-1}, huge[2] = {INT64_C(1) << 40, INT64_C(1) << 40};
  DGLArrayHandle array = NULL;
  OK(DGLArrayAlloc(shape, 3, 2, 64, 1, 1, 0, &array));
  CHECK(array->ndim == 3 && array->shape[2] == 4 && array->shape != shape);
  CHECK(array->strides[0] == 12 && array->strides[1] == 4 && array->strides[2] == 1);
  CHECK((uintptr_t)array->data % 64 == 0 && array->byte_offset == 0);
  CHECK(((double *)array->data)[23] == 0);
  OK(DGLArrayFree(array));
  OK(DGLArrayAlloc(NULL, 0, 0, 32, 1, 1, 0, &array));
  CHECK_INT(array->ndim, 0);
  OK(DGLArrayFree(array));
  array = NULL;
  FAILS(DGLArrayAlloc(NULL, 1, 2, 32, 1, 1, 0, &array), "ValueError", "NULL");
  FAILS(DGLArrayAlloc(shape, -1, 2, 32, 1, 1, 0, &array), "ValueError", "dimension");
  FAILS(DGLArrayAlloc(shape, 65, 2, 32, 1, 1, 0, &array), "ValueError", "rank 65");
  FAILS(DGLArrayAlloc(none, 1, 2, 32, 1, 1, 0, &array), "ValueError", "-1");
  FAILS(DGLArrayAlloc(huge, 2, 2, 32, 1, 1, 0, &array), "ValueError", "too large");
  FAILS(DGLArrayAlloc(shape, 3, 2, 33, 1, 1, 0, &array), "ValueError", "33 bits");
  FAILS(DGLArrayAlloc(shape, 3, 2, 32, 0, 1, 0, &array), "ValueError", "0 lanes");
  FAILS(DGLArrayAlloc(shape, 3, 300, 32, 1, 1, 0, &array), "ValueError", "300");
  FAILS(DGLArrayAlloc(shape, 3, 2, 32, 1, 2, 0, &array), "RuntimeError", "not built for device cuda:0");
  FAILS(DGLArrayAlloc(shape, 3, 2, 32, 1, 1, 0, NULL), "ValueError", "NULL");
  CHECK(array == NULL);
  OK(DGLArrayFree(NULL));
  printf("arrays are allocated in C order, aligned, zeroed\n");
}

static void copies(void) {
  float numbers[6] = {1, 2, 3, 4, 5, 6}, back[6] = {0};
  int64_t strides[2] = {1, 2}, shape[2] = {2, 3};
  DGLArrayHandle first = floats(2, 3), second = floats(3, 2), small = floats(1, 1), empty = floats(0, 4);
  DGLArray view;
  OK(DGLArrayCopyFromBytes(first, numbers, sizeof numbers));
  OK(DGLArrayCopyFromTo(first, second));
  OK(DGLArrayCopyFromTo(second, second));
  OK(DGLArrayCopyToBytes(second, back, sizeof back));
  CHECK(memcmp(numbers, back, sizeof back) == 0);
  /* A view is what the caller describes. */
  memset(&view, 0, sizeof view);
  view.data = numbers;
  view.ndim = 2;
  view.shape = shape;
  view.byte_offset = 4;
  view.dtype.code = 2;
  view.dtype.bits = 32;
  view.dtype.lanes = 1;
  view.device.device_type = (DLDeviceType)1;
  shape[1] = 2;
  OK(DGLArrayCopyToBytes(&view, back, 16));
  CHECK(back[0] == 2 && back[3] == 5);
  view.strides = strides;
  FAILS(DGLArrayCopyToBytes(&view, back, 16), "RuntimeError", "contiguous");
  view.device.device_type = (DLDeviceType)2;
  FAILS(DGLArrayCopyToBytes(&view, back, 16), "RuntimeError", "cuda");
  FAILS(DGLArrayCopyFromBytes(first, numbers, 20), "RuntimeError", "24 bytes, got 20");
  FAILS(DGLArrayCopyToBytes(first, back, 28), "RuntimeError", "28");
  FAILS(DGLArrayCopyFromTo(first, small), "RuntimeError", "24");
  FAILS(DGLArrayCopyFromBytes(NULL, numbers, 0), "ValueError", "NULL");
  FAILS(DGLArrayCopyToBytes(NULL, numbers, 0), "ValueError", "NULL");
  FAILS(DGLArrayCopyFromBytes(first, NULL, 24), "ValueError", "NULL");
  FAILS(DGLArrayCopyToBytes(first, NULL, 24), "ValueError", "NULL");
  FAILS(DGLArrayCopyFromTo(first, NULL), "ValueError", "NULL");
  FAILS(DGLArrayCopyFromTo(NULL, first), "ValueError", "NULL");
  OK(DGLArrayCopyFromBytes(empty, NULL, 0));
  OK(DGLArrayCopyToBytes(empty, NULL, 0));
  OK(DGLArrayFree(first));
  OK(DGLArrayFree(second));
  OK(DGLArrayFree(small));
  OK(DGLArrayFree(empty));
  printf("bytes go in and out, and between arrays; sizes must agree\n");
}

static int deleted;

static void delete_managed(DLManagedTensor *self) { deleted += self->manager_ctx == &deleted; }

static void dlpack(void) {
  static float memory[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  int64_t shape[1] = {8};
  DGLArrayHandle array = floats(2, 2), odd = NULL;
  DLManagedTensor *managed = NULL, mine;
  OK(DGLArrayToDLPack(array, &managed, 0));
  CHECK(managed->dl_tensor.data == array->data && managed->dl_tensor.ndim == 2);
  OK(DGLArrayFree(array));
  OK(DGLArrayFromDLPack(managed, &array));
  CHECK(((float *)array->data)[3] == 0);
  OK(DGLArrayToDLPack(array, &managed, 64));
  CHECK(managed->dl_tensor.data == array->data);
  DGLDLManagedTensorCallDeleter(managed);
  OK(DGLArrayFree(array));
  memset(&mine, 0, sizeof mine);
  mine.dl_tensor.data = memory;
  mine.dl_tensor.byte_offset = 4;
  mine.dl_tensor.ndim = 1;
  mine.dl_tensor.shape = shape;
  mine.dl_tensor.dtype.code = 2;
  mine.dl_tensor.dtype.bits = 32;
  mine.dl_tensor.dtype.lanes = 1;
  mine.dl_tensor.device.device_type = (DLDeviceType)1;
  mine.manager_ctx = &deleted;
  mine.deleter = delete_managed;
  OK(DGLArrayFromDLPack(&mine, &odd));
  OK(DGLArrayToDLPack(odd, &managed, 256));
  if (((uintptr_t)memory + 4) % 256 != 0) CHECK(managed->dl_tensor.data != odd->data);
  CHECK(((uintptr_t)managed->dl_tensor.data + managed->dl_tensor.byte_offset) % 256 == 0);
  CHECK(((float *)managed->dl_tensor.data)[0] == 1 && ((float *)managed->dl_tensor.data)[7] == 8);
  DGLDLManagedTensorCallDeleter(managed);
  managed = NULL;
  FAILS(DGLArrayToDLPack(odd, &managed, -1), "ValueError", "alignment");
  FAILS(DGLArrayToDLPack(odd, &managed, 24), "ValueError", "alignment");
  FAILS(DGLArrayToDLPack(odd, NULL, 0), "ValueError", "NULL");
  FAILS(DGLArrayToDLPack(NULL, &managed, 0), "ValueError", "NULL");
  CHECK(managed == NULL && deleted == 0);
  OK(DGLArrayFree(odd));
  CHECK_INT(deleted, 1);
  /* After an error, the producer still owns the tensor. */
  mine.dl_tensor.ndim = -5;
  FAILS(DGLArrayFromDLPack(&mine, &odd), "ValueError", "-5");
  mine.dl_tensor.ndim = 1;
  FAILS(DGLArrayFromDLPack(&mine, NULL), "ValueError", "NULL");
  FAILS(DGLArrayFromDLPack(NULL, &odd), "ValueError", "NULL");
  CHECK_INT(deleted, 1);
  DGLDLManagedTensorCallDeleter(NULL);
  printf("DLPack in and out, aligned where that is asked for\n");
}

static int64_t exists(const char *name) {
  Given given = given_str(name);
  return named("ndarray._CAPI_DGLExistSharedMemArray", &given, 1).value.v_int64;
}

static void shared(void) {
  char name[64];
  int64_t shape[1] = {4}, large[1] = {4096}, none[1] = {0};
  DGLArrayHandle made = NULL, opened = NULL, again = NULL;
  pid_t child;
  int status;
  snprintf(name, sizeof name, "/dgl_array_%d", (int)getpid());
  CHECK_INT(exists(name), 0);
  FAILS(DGLArrayAllocSharedMem(name, shape, 1, 0, 32, 1, false, &opened), "OSError", "fail to open");
  OK(DGLArrayAllocSharedMem(name, shape, 1, 0, 32, 1, true, &made));
  CHECK_INT(exists(name), 1);
  ((int32_t *)made->data)[3] = 7;
  fflush(stdout);
  child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    /* A forked child removes no name of its parent, now or at exit. */
    DGLArrayHandle theirs = NULL;
    if (DGLArrayAllocSharedMem(name, shape, 1, 0, 32, 1, false, &theirs) != 0) _exit(1);
    if (((int32_t *)theirs->data)[3] != 7) _exit(2);
    ((int32_t *)theirs->data)[0] = 9;
    DGLArrayFree(theirs);
    DGLArrayFree(made);
    exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
  CHECK_INT(((int32_t *)made->data)[0], 9);
  CHECK_INT(exists(name), 1);
  FAILS(DGLArrayAllocSharedMem(name, large, 1, 0, 32, 1, false, &opened), "ValueError", "16 bytes");
  OK(DGLArrayAllocSharedMem(name, shape, 1, 0, 32, 1, false, &opened));
  /* Memory that others use does not shrink. */
  OK(DGLArrayAllocSharedMem(name, none, 1, 0, 32, 1, true, &again));
  CHECK_INT(((int32_t *)opened->data)[3], 7);
  OK(DGLArrayFree(again));
  CHECK_INT(exists(name), 0);
  OK(DGLArrayFree(made));
  CHECK_INT(((int32_t *)opened->data)[0], 9);
  OK(DGLArrayFree(opened));
  FAILS(DGLArrayAllocSharedMem(NULL, shape, 1, 0, 32, 1, true, &made), "ValueError", "NULL");
  FAILS(DGLArrayAllocSharedMem(name, NULL, 1, 0, 32, 1, true, &made), "ValueError", "NULL");
  FAILS(DGLArrayAllocSharedMem(name, shape, -2, 0, 32, 1, true, &made), "ValueError", "-2");
  FAILS(DGLArrayAllocSharedMem(name, shape, 1, 0, 31, 1, true, &made), "ValueError", "31 bits");
  FAILS(DGLArrayAllocSharedMem(name, shape, 1, 0, 32, 1, true, NULL), "ValueError", "NULL");
  FAILS(DGLArrayAllocSharedMem("/no/such/name", shape, 1, 0, 32, 1, true, &made), "OSError", "/no/such/name");
  shape[0] = INT64_C(1) << 59;
  CHECK_INT(DGLArrayAllocSharedMem(name, shape, 1, 0, 8, 1, true, &made), -1);
  CHECK_HAS(DGLGetLastError(), name);
  CHECK_INT(exists(name), 0);
  printf("memory of a name: made, opened, taken away by its maker\n");
}

static void as_signed(void) {
  int64_t shape[1] = {3};
  DGLArrayHandle array = NULL, cast;
  Given given, got;
  OK(DGLArrayAlloc(shape, 1, 1, 64, 1, 1, 0, &array));
  ((uint64_t *)array->data)[1] = UINT64_MAX;
  given = given_array(array);
  got = named("ndarray._CAPI_DGLArrayCastToSigned", &given, 1);
  CHECK_INT(got.code, DGL_ARG_NDARRAY_HANDLE);
  OK(DGLArrayFree(array));
  cast = (DGLArrayHandle)got.value.v_handle;
  CHECK(cast->dtype.code == 0 && cast->dtype.bits == 64 && ((int64_t *)cast->data)[1] == -1);
  NAMED_FAILS("ndarray._CAPI_DGLArrayCastToSigned", &got, 1, "TypeError", "int64");
  OK(DGLArrayFree(cast));
  printf("unsigned numbers as signed ones, in the same memory\n");
}

int main(void) {
  allocation();
  copies();
  dlpack();
  shared();
  as_signed();
  return 0;
}
