/* The layout of every struct in the C interface: `name size align`, and `name.field offset` for each field.
 * Structs that stand for tvm-ffi's are checked here against the numbers of its 0.1 series;
 * ../layout/tvm_ffi.c compares with its header. */
#include "../check.h"

#if defined(__cplusplus)
#define ALIGN_OF(type) alignof(type)
#else
#define ALIGN_OF(type) \
  offsetof(            \
      struct {         \
        char before;   \
        type it;       \
      },               \
      it)
#endif

static int checked;

#define STRUCT(type, size, align)                                        \
  do {                                                                   \
    printf("%s %zu %zu\n", #type, sizeof(type), (size_t)ALIGN_OF(type)); \
    CHECK_INT(sizeof(type), size);                                       \
    CHECK_INT(ALIGN_OF(type), align);                                    \
    ++checked;                                                           \
  } while (0)

#define FIELD(type, field, offset)                               \
  do {                                                           \
    printf("%s.%s %zu\n", #type, #field, offsetof(type, field)); \
    CHECK_INT(offsetof(type, field), offset);                    \
    ++checked;                                                   \
  } while (0)

static void values(void) {
  STRUCT(TVMLikeValue, 16, 8);
  FIELD(TVMLikeValue, type_index, 0);
  FIELD(TVMLikeValue, small_len, 4);
  FIELD(TVMLikeValue, payload, 8);
  STRUCT(TVMLikePayload, 8, 8);
  STRUCT(TVMLikeByteArray, 16, 8);
  FIELD(TVMLikeByteArray, data, 0);
  FIELD(TVMLikeByteArray, size, 8);
  STRUCT(TVMValue, 8, 8);
  STRUCT(TVMByteArray, 16, 8);
  FIELD(TVMByteArray, data, 0);
  FIELD(TVMByteArray, size, 8);
}

static void objects(void) {
  STRUCT(TVMLikeObject, 24, 8);
  FIELD(TVMLikeObject, counts, 0);
  FIELD(TVMLikeObject, type_index, 8);
  FIELD(TVMLikeObject, zero, 12);
  FIELD(TVMLikeObject, deleter, 16);
  STRUCT(TVMLikeStringCell, 16, 8);
  STRUCT(TVMLikeShapeCell, 16, 8);
  FIELD(TVMLikeShapeCell, data, 0);
  FIELD(TVMLikeShapeCell, size, 8);
  STRUCT(TVMLikeSeqCell, 32, 8);
  FIELD(TVMLikeSeqCell, data, 0);
  FIELD(TVMLikeSeqCell, size, 8);
  FIELD(TVMLikeSeqCell, capacity, 16);
  FIELD(TVMLikeSeqCell, data_deleter, 24);
  STRUCT(TVMLikeFunctionCell, 16, 8);
  FIELD(TVMLikeFunctionCell, safe_call, 0);
  FIELD(TVMLikeFunctionCell, cpp_call, 8);
  STRUCT(TVMLikeErrorCell, 72, 8);
  FIELD(TVMLikeErrorCell, kind, 0);
  FIELD(TVMLikeErrorCell, message, 16);
  FIELD(TVMLikeErrorCell, backtrace, 32);
  FIELD(TVMLikeErrorCell, update_backtrace, 48);
  FIELD(TVMLikeErrorCell, cause, 56);
  FIELD(TVMLikeErrorCell, context, 64);
  STRUCT(TVMLikeTensorCell, 72, 8);
  FIELD(TVMLikeTensorCell, dl_tensor, 0);
  FIELD(TVMLikeTensorCell, flags, 48);
  FIELD(TVMLikeTensorCell, manager, 56);
  FIELD(TVMLikeTensorCell, release, 64);
  STRUCT(TVMLikeOpaqueCell, 8, 8);
  STRUCT(TVMLikeMapEntry, 32, 8);
  FIELD(TVMLikeMapEntry, value, 16);
  STRUCT(TVMLikeMapCell, 24, 8);
  FIELD(TVMLikeMapCell, entries, 0);
  FIELD(TVMLikeMapCell, size, 8);
  FIELD(TVMLikeMapCell, find, 16);
  STRUCT(TVMLikeTypeInfo, 32, 8);
  FIELD(TVMLikeTypeInfo, depth, 4);
  FIELD(TVMLikeTypeInfo, ancestors, 8);
  FIELD(TVMLikeTypeInfo, key, 16);
}

static void handshake(void) {
  FIELD(TVMLikeHost, size, 0);
  FIELD(TVMLikeHost, major, 4);
  FIELD(TVMLikeHost, minor, 6);
  FIELD(TVMLikeHost, register_functions, 8);
  FIELD(TVMLikePlugin, size, 0);
  FIELD(TVMLikePlugin, major, 4);
  FIELD(TVMLikePlugin, minor, 6);
  FIELD(TVMLikePlugin, name, 8);
  FIELD(TVMLikePlugin, version, 24);
  FIELD(TVMLikePlugin, host_context, 40);
  STRUCT(TVMLikeRegistration, 80, 8);
  FIELD(TVMLikeRegistration, function, 16);
  FIELD(TVMLikeRegistration, describe, 24);
  FIELD(TVMLikeRegistration, describe_context, 32);
  FIELD(TVMLikeRegistration, record, 40);
  FIELD(TVMLikeRegistration, file, 56);
  FIELD(TVMLikeRegistration, line, 72);
  FIELD(TVMLikeRegistration, flags, 76);
}

static void dlpack(void) {
  STRUCT(DLDevice, 8, 4);
  FIELD(DLDevice, device_id, 4);
  STRUCT(DLDataType, 4, 2);
  FIELD(DLDataType, bits, 1);
  FIELD(DLDataType, lanes, 2);
  STRUCT(DLTensor, 48, 8);
  FIELD(DLTensor, device, 8);
  FIELD(DLTensor, ndim, 16);
  FIELD(DLTensor, dtype, 20);
  FIELD(DLTensor, shape, 24);
  FIELD(DLTensor, strides, 32);
  FIELD(DLTensor, byte_offset, 40);
  STRUCT(DLManagedTensor, 64, 8);
  FIELD(DLManagedTensor, manager_ctx, 48);
  FIELD(DLManagedTensor, deleter, 56);
  STRUCT(DLManagedTensorVersioned, 80, 8);
  FIELD(DLManagedTensorVersioned, manager_ctx, 8);
  FIELD(DLManagedTensorVersioned, deleter, 16);
  FIELD(DLManagedTensorVersioned, flags, 24);
  FIELD(DLManagedTensorVersioned, dl_tensor, 32);
}

int main(void) {
  values();
  objects();
  handshake();
  dlpack();
  printf("%d lines of layout are as stated\n", checked);
  return 0;
}
