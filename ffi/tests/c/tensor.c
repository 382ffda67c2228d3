/* Tensors: allocation, DLPack both ways in both structs, deleters, everything malformed. */
#include "../check.h"

static const DLTensor *tensor_of(TVMLikeObjectHandle tensor) {
  return &((const TVMLikeTensorCell *)cell(tensor))->dl_tensor;
}

static DLDataType float32(void) {
  DLDataType dtype;
  dtype.code = kDLFloat;
  dtype.bits = 32;
  dtype.lanes = 1;
  return dtype;
}

static DLDevice cpu(void) {
  DLDevice device;
  device.device_type = kDLCPU;
  device.device_id = 0;
  return device;
}

static void allocation(void) {
  const int64_t shape[] = {2, 3, 4}, empty[] = {3, 0, 2};
  TVMLikeObjectHandle tensor = NULL;
  const DLTensor *of;
  size_t at;
  OK(TVMLikeTensorAlloc(shape, 3, float32(), cpu(), &tensor));
  of = tensor_of(tensor);
  CHECK(of->ndim == 3 && of->shape[2] == 4 && of->strides[0] == 12 && of->strides[1] == 4 &&
        of->strides[2] == 1);
  CHECK((uintptr_t)of->data % 64 == 0 && of->byte_offset == 0);
  for (at = 0; at < 24; ++at) CHECK(((const float *)of->data)[at] == 0);
  CHECK_INT(TVMLikeTensorFlags(tensor), 0);
  CHECK(tensor->deleter == TVMLikeGetHost()->tensor_deleter);
  OK(TVMObjectFree(tensor));
  OK(TVMLikeTensorAlloc(NULL, 0, float32(), cpu(), &tensor));
  CHECK(tensor_of(tensor)->ndim == 0 && tensor_of(tensor)->data != NULL);
  OK(TVMObjectFree(tensor));
  OK(TVMLikeTensorAlloc(empty, 3, float32(), cpu(), &tensor));
  CHECK(tensor_of(tensor)->shape[1] == 0 && tensor_of(tensor)->strides[2] == 1);
  OK(TVMObjectFree(tensor));
  printf("tensors are allocated: zeroed, aligned, in C order\n");
}

static void allocation_refused(void) {
  const int64_t shape[] = {2, 3}, negative[] = {2, -3}, huge[] = {INT64_MAX, 16}, large[] = {INT64_MAX / 2};
  int64_t many[100];
  TVMLikeObjectHandle tensor = NULL;
  TVMArrayHandle array = NULL;
  DLDataType no_bits = float32();
  DLDevice elsewhere = cpu();
  size_t at;
  for (at = 0; at < 100; ++at) many[at] = 1;
  no_bits.bits = 0;
  elsewhere.device_type = kDLCUDA;
  RAISES(TVMLikeTensorAlloc(NULL, 2, float32(), cpu(), &tensor), "ValueError", "NULL");
  RAISES(TVMLikeTensorAlloc(shape, -1, float32(), cpu(), &tensor), "ValueError", "-1");
  RAISES(TVMLikeTensorAlloc(shape, INT32_MAX, float32(), cpu(), &tensor), "ValueError", "");
  RAISES(TVMLikeTensorAlloc(many, 100, float32(), cpu(), &tensor), "ValueError", "100");
  RAISES(TVMLikeTensorAlloc(negative, 2, float32(), cpu(), &tensor), "ValueError", "negative");
  RAISES(TVMLikeTensorAlloc(huge, 2, float32(), cpu(), &tensor), "ValueError", "large");
  RAISES(TVMLikeTensorAlloc(large, 1, float32(), cpu(), &tensor), "ValueError", "large");
  RAISES(TVMLikeTensorAlloc(shape, 2, no_bits, cpu(), &tensor), "ValueError", "bit");
  RAISES(TVMLikeTensorAlloc(shape, 2, float32(), elsewhere, &tensor), "ValueError", "cuda");
  RAISES(TVMLikeTensorAlloc(shape, 2, float32(), cpu(), NULL), "ValueError", "NULL");
  CHECK(tensor == NULL);

  FAILS(TVMArrayAlloc(NULL, 2, kDLFloat, 32, 1, kDLCPU, 0, &array), "ValueError", "NULL");
  FAILS(TVMArrayAlloc(shape, -2, kDLFloat, 32, 1, kDLCPU, 0, &array), "ValueError", "-2");
  FAILS(TVMArrayAlloc(shape, 2, 999, 32, 1, kDLCPU, 0, &array), "ValueError", "999");
  FAILS(TVMArrayAlloc(shape, 2, -1, 32, 1, kDLCPU, 0, &array), "ValueError", "-1");
  FAILS(TVMArrayAlloc(shape, 2, kDLFloat, 0, 1, kDLCPU, 0, &array), "ValueError", "");
  FAILS(TVMArrayAlloc(shape, 2, kDLFloat, 300, 1, kDLCPU, 0, &array), "ValueError", "300");
  FAILS(TVMArrayAlloc(shape, 2, kDLFloat, 32, 0, kDLCPU, 0, &array), "ValueError", "");
  FAILS(TVMArrayAlloc(shape, 2, kDLFloat, 32, 70000, kDLCPU, 0, &array), "ValueError", "70000");
  FAILS(TVMArrayAlloc(shape, 2, kDLFloat, 32, 1, -7, 0, &array), "ValueError", "");
  FAILS(TVMArrayAlloc(shape, 2, kDLFloat, 32, 1, kDLCPU, 0, NULL), "ValueError", "NULL");
  CHECK(array == NULL);
  OK(TVMArrayFree(NULL));
  printf("what cannot be allocated is refused\n");
}

/* A producer's tensor, as another library would pass it. */
typedef struct Produced {
  DLManagedTensor managed;
  DLManagedTensorVersioned versioned;
  double data[6];
  int64_t shape[2], strides[2];
  int deleted;
} Produced;

static void delete_managed(DLManagedTensor *self) { ((Produced *)self->manager_ctx)->deleted += 1; }
static void delete_versioned(DLManagedTensorVersioned *self) {
  ((Produced *)self->manager_ctx)->deleted += 1;
}

static void produce(Produced *of) {
  DLTensor tensor;
  size_t at;
  memset(of, 0, sizeof *of);
  memset(&tensor, 0, sizeof tensor);
  for (at = 0; at < 6; ++at) of->data[at] = (double)at;
  of->shape[0] = 2;
  of->shape[1] = 3;
  of->strides[0] = 3;
  of->strides[1] = 1;
  tensor.data = of->data;
  tensor.device = cpu();
  tensor.ndim = 2;
  tensor.dtype.code = kDLFloat;
  tensor.dtype.bits = 64;
  tensor.dtype.lanes = 1;
  tensor.shape = of->shape;
  tensor.strides = of->strides;
  of->managed.dl_tensor = tensor;
  of->managed.manager_ctx = of;
  of->managed.deleter = delete_managed;
  of->versioned.version.major = DLPACK_MAJOR_VERSION;
  of->versioned.version.minor = DLPACK_MINOR_VERSION;
  of->versioned.dl_tensor = tensor;
  of->versioned.manager_ctx = of;
  of->versioned.deleter = delete_versioned;
}

static void imports(void) {
  Produced from;
  TVMLikeObjectHandle tensor = NULL;
  produce(&from);
  OK(TVMLikeTensorFromDLPack(&from.managed, &tensor));
  CHECK(tensor_of(tensor)->data == from.data && strong_count(tensor) == 1);
  OK(TVMObjectRetain(tensor));
  OK(TVMObjectFree(tensor));
  CHECK_INT(from.deleted, 0);
  OK(TVMObjectFree(tensor));
  CHECK_INT(from.deleted, 1);

  produce(&from);
  from.versioned.flags = DLPACK_FLAG_BITMASK_READ_ONLY;
  OK(TVMLikeTensorFromDLPackVersioned(&from.versioned, &tensor));
  CHECK_INT(TVMLikeTensorFlags(tensor), DLPACK_FLAG_BITMASK_READ_ONLY);
  OK(TVMObjectFree(tensor));
  CHECK_INT(from.deleted, 1);

  /* A newer minor version is read; NULL strides are filled in; a NULL deleter is allowed. */
  produce(&from);
  from.versioned.version.minor = 99;
  from.versioned.dl_tensor.strides = NULL;
  OK(TVMLikeTensorFromDLPackVersioned(&from.versioned, &tensor));
  CHECK(tensor_of(tensor)->strides[0] == 3 && tensor_of(tensor)->strides[1] == 1);
  OK(TVMObjectFree(tensor));
  CHECK_INT(from.deleted, 1);
  produce(&from);
  from.managed.deleter = NULL;
  OK(TVMLikeTensorFromDLPack(&from.managed, &tensor));
  OK(TVMObjectFree(tensor));

  /* No dimensions, no elements. */
  produce(&from);
  from.managed.dl_tensor.ndim = 0;
  from.managed.dl_tensor.shape = from.managed.dl_tensor.strides = NULL;
  OK(TVMLikeTensorFromDLPack(&from.managed, &tensor));
  OK(TVMObjectFree(tensor));
  CHECK_INT(from.deleted, 1);
  produce(&from);
  from.shape[0] = 0;
  from.managed.dl_tensor.data = NULL;
  OK(TVMLikeTensorFromDLPack(&from.managed, &tensor));
  OK(TVMObjectFree(tensor));
  CHECK_INT(from.deleted, 1);
  printf("managed tensors are taken over, their deleters run once\n");
}

/* Every kind of malformed tensor: the import fails, and the deleter runs anyway. */
static void malformed(void) {
  Produced from;
  TVMLikeObjectHandle tensor = NULL;
  TVMArrayHandle array = NULL;
  int at;
  for (at = 0; at < 9; ++at) {
    DLTensor *of;
    const char *says = "";
    produce(&from);
    of = &from.managed.dl_tensor;
    switch (at) {
      case 0:
        of->ndim = -1;
        says = "-1";
        break;
      case 1:
        of->ndim = 1000;
        says = "1000";
        break;
      case 2:
        of->shape = NULL;
        says = "NULL";
        break;
      case 3:
        of->data = NULL;
        says = "NULL";
        break;
      case 4:
        from.shape[1] = -3;
        says = "negative";
        break;
      case 5:
        from.shape[0] = from.shape[1] = INT64_MAX / 2;
        says = "large";
        break;
      case 6:
        of->dtype.bits = 0;
        says = "1 bit";
        break;
      case 7:
        of->dtype.lanes = 0;
        says = "1 lane";
        break;
      default:
        from.shape[0] = INT64_MAX / 4;
        says = "large";
        break;
    }
    from.versioned.dl_tensor = *of;
    RAISES(TVMLikeTensorFromDLPack(&from.managed, &tensor), "ValueError", says);
    CHECK_INT(from.deleted, 1);
    RAISES(TVMLikeTensorFromDLPackVersioned(&from.versioned, &tensor), "ValueError", says);
    CHECK_INT(from.deleted, 2);
    FAILS(TVMArrayFromDLPack(&from.managed, &array), "ValueError", says);
    CHECK_INT(from.deleted, 3);
  }
  produce(&from);
  from.versioned.version.major = DLPACK_MAJOR_VERSION + 1;
  /* After another major version, no field may be read: garbage there must not matter. */
  memset(&from.versioned.dl_tensor, 0xff, sizeof from.versioned.dl_tensor);
  RAISES(TVMLikeTensorFromDLPackVersioned(&from.versioned, &tensor), "BufferError", "2");
  CHECK_INT(from.deleted, 1);
  produce(&from);
  RAISES(TVMLikeTensorFromDLPack(&from.managed, NULL), "ValueError", "NULL");
  CHECK_INT(from.deleted, 1);
  RAISES(TVMLikeTensorFromDLPack(NULL, &tensor), "ValueError", "NULL");
  RAISES(TVMLikeTensorFromDLPackVersioned(NULL, &tensor), "ValueError", "NULL");
  FAILS(TVMArrayFromDLPack(NULL, &array), "ValueError", "NULL");
  CHECK(tensor == NULL && array == NULL);
  printf("malformed tensors are refused, and released\n");
}

static void exports(void) {
  Produced from;
  TVMLikeObjectHandle tensor = NULL, again = NULL;
  DLManagedTensor *managed = NULL;
  DLManagedTensorVersioned *versioned = NULL;
  produce(&from);
  OK(TVMLikeTensorFromDLPack(&from.managed, &tensor));
  OK(TVMLikeTensorToDLPack(tensor, &managed));
  OK(TVMLikeTensorToDLPackVersioned(tensor, &versioned));
  CHECK(managed->dl_tensor.data == from.data && versioned->dl_tensor.data == from.data);
  CHECK(versioned->version.major == 1 && versioned->flags == 0);
  CHECK(versioned->dl_tensor.strides != NULL && versioned->dl_tensor.strides[0] == 3);
  OK(TVMObjectFree(tensor));
  CHECK_INT(from.deleted, 0);
  /* Imported again: the memory lives as long as any user. */
  OK(TVMLikeTensorFromDLPackVersioned(versioned, &again));
  TVMDLManagedTensorCallDeleter(managed);
  CHECK_INT(from.deleted, 0);
  CHECK(tensor_of(again)->data == from.data);
  OK(TVMObjectFree(again));
  CHECK_INT(from.deleted, 1);

  produce(&from);
  from.versioned.flags = DLPACK_FLAG_BITMASK_READ_ONLY;
  OK(TVMLikeTensorFromDLPackVersioned(&from.versioned, &tensor));
  managed = NULL;
  RAISES(TVMLikeTensorToDLPack(tensor, &managed), "BufferError", "read-only");
  CHECK(managed == NULL);
  OK(TVMLikeTensorToDLPackVersioned(tensor, &versioned));
  CHECK_INT(versioned->flags, DLPACK_FLAG_BITMASK_READ_ONLY);
  versioned->deleter(versioned);
  OK(TVMObjectFree(tensor));
  CHECK_INT(from.deleted, 1);

  /* The copied flag was meant for us; later consumers share the memory. */
  produce(&from);
  from.versioned.flags = DLPACK_FLAG_BITMASK_READ_ONLY | DLPACK_FLAG_BITMASK_IS_COPIED;
  OK(TVMLikeTensorFromDLPackVersioned(&from.versioned, &tensor));
  OK(TVMLikeTensorToDLPackVersioned(tensor, &versioned));
  CHECK_INT(versioned->flags, DLPACK_FLAG_BITMASK_READ_ONLY);
  versioned->deleter(versioned);
  OK(TVMObjectFree(tensor));
  CHECK_INT(from.deleted, 1);

  RAISES(TVMLikeTensorToDLPack(NULL, &managed), "ValueError", "NULL");
  RAISES(TVMLikeTensorToDLPackVersioned(NULL, &versioned), "ValueError", "NULL");
  TVMDLManagedTensorCallDeleter(NULL);
  printf("tensors are given out; the versioned struct says read-only, the other is refused\n");
}

static void not_a_tensor(void) {
  TVMLikeByteArray text = bytes_of("a string, not a tensor");
  TVMLikeValue string = none();
  DLManagedTensor *managed = NULL;
  DLManagedTensorVersioned *versioned = NULL;
  OK(TVMLikeStringCreate(&text, &string));
  RAISES(TVMLikeTensorToDLPack(string.payload.v_obj, &managed), "TypeError", "Tensor");
  RAISES(TVMLikeTensorToDLPackVersioned(string.payload.v_obj, &versioned), "TypeError", "Tensor");
  CHECK_INT(TVMLikeTensorFlags(string.payload.v_obj), 0);
  CHECK_INT(TVMLikeTensorFlags(NULL), 0);
  CHECK(managed == NULL && versioned == NULL);
  TVMLikeValueFree(&string);
  printf("other objects are no tensors\n");
}

/* The classic names: the handle is the DLTensor inside the tensor object. */
static void classic(void) {
  const int64_t shape[] = {2, 2};
  Produced from;
  TVMArrayHandle array = NULL, taken = NULL;
  DLManagedTensor *managed = NULL;
  OK(TVMArrayAlloc(shape, 2, kDLInt, 64, 1, kDLCPU, 0, &array));
  CHECK(array->ndim == 2 && array->dtype.code == kDLInt && array->shape[1] == 2);
  ((int64_t *)array->data)[3] = 99;
  OK(TVMArrayToDLPack(array, &managed));
  OK(TVMArrayFree(array));
  CHECK_INT(((const int64_t *)managed->dl_tensor.data)[3], 99);
  OK(TVMArrayFromDLPack(managed, &taken));
  CHECK_INT(((const int64_t *)taken->data)[3], 99);
  OK(TVMArrayFree(taken));
  produce(&from);
  OK(TVMArrayFromDLPack(&from.managed, &taken));
  CHECK(taken->data == from.data);
  OK(TVMArrayFree(taken));
  CHECK_INT(from.deleted, 1);
  FAILS(TVMArrayToDLPack(NULL, &managed), "ValueError", "NULL");
  printf("the classic array functions\n");
}

/* A tensor of another library has no flags after its DLTensor: nothing there may be read. */
static void foreign_deleter(void *object, int flags) {
  if ((flags & TVMLIKE_DELETE_WEAK) != 0) free(object);
}

static void foreign_tensor(void) {
  double data[2] = {1.5, 2.5};
  int64_t shape[] = {2}, strides[] = {1};
  TVMLikeObjectHandle tensor = (TVMLikeObjectHandle)malloc(sizeof(TVMLikeObject) + sizeof(DLTensor));
  DLTensor *of = (DLTensor *)cell(tensor);
  TVMFunctionHandle sum = global("tensor.sum");
  TVMLikeValue arg, result = none();
  DLManagedTensorVersioned *versioned = NULL;
  tensor->counts = ((uint64_t)1 << 32) | 1;
  tensor->type_index = TVMLIKE_TENSOR;
  tensor->zero = 0;
  tensor->deleter = foreign_deleter;
  memset(of, 0, sizeof *of);
  of->data = data;
  of->device = cpu();
  of->ndim = 1;
  of->dtype.code = kDLFloat;
  of->dtype.bits = 64;
  of->dtype.lanes = 1;
  of->shape = shape;
  of->strides = strides;
  CHECK_INT(TVMLikeTensorFlags(tensor), 0);
  arg = object_value(tensor);
  OK(TVMLikeFuncCall((TVMLikeObjectHandle)sum, &arg, 1, &result));
  CHECK(result.payload.v_float64 == 4.0);
  OK(TVMLikeTensorToDLPackVersioned(tensor, &versioned));
  CHECK(versioned->dl_tensor.data == data && versioned->flags == 0);
  CHECK_INT(strong_count(tensor), 2);
  versioned->deleter(versioned);
  OK(TVMObjectFree(tensor));
  OK(TVMFuncFree(sum));
  printf("a tensor of another library is used as it is\n");
}

/* AddressSanitizer aborts at an impossible allocation unless an option makes it return NULL. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1"; }

/* One number is broadcast to 2^45: a copy would exceed the address space. */
static void broadcast(void) {
  Produced from;
  TVMLikeObjectHandle tensor = NULL;
  TVMFunctionHandle add = global("tensor.add");
  TVMLikeValue args[2], result = none();
  produce(&from);
  from.shape[0] = (int64_t)1 << 15;
  from.shape[1] = (int64_t)1 << 30;
  from.strides[0] = from.strides[1] = 0;
  OK(TVMLikeTensorFromDLPack(&from.managed, &tensor));
  args[0] = args[1] = object_value(tensor);
  RAISES(TVMLikeFuncCall((TVMLikeObjectHandle)add, args, 2, &result), "MemoryError", "281474976710656");
  CHECK_INT(result.type_index, TVMLIKE_NONE);
  CHECK_INT(strong_count(tensor), 1);
  OK(TVMObjectFree(tensor));
  CHECK_INT(from.deleted, 1);
  OK(TVMFuncFree(add));
  printf("a copy that no memory can hold is refused\n");
}

int main(void) {
  allocation();
  allocation_refused();
  imports();
  malformed();
  exports();
  not_a_tensor();
  classic();
  foreign_tensor();
  broadcast();
  return 0;
}
