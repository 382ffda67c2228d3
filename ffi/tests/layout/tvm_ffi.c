/*
 * Our layouts and numbers against those of tvm-ffi's own header, by static assertions: that this compiles is
 * the test.
 *
 *   cc -std=c11 -c -I PREFIX/include -I TVM_FFI tvm_ffi.c
 *
 * TVM_FFI is the include folder of the PyPI package apache-tvm-ffi; its DLPack header is used for both.
 */
#include <dlpack/dlpack.h>
#include <stddef.h>
#include <tvm/ffi/c_api.h>

#include "tvmlike/c_api.h"

#define SAME_SIZE(ours, theirs)                                              \
  _Static_assert(sizeof(ours) == sizeof(theirs), #ours " has another size"); \
  _Static_assert(_Alignof(ours) == _Alignof(theirs), #ours " has another alignment")
#define SAME_OFFSET(ours, our_field, theirs, their_field)                    \
  _Static_assert(offsetof(ours, our_field) == offsetof(theirs, their_field), \
                 #ours "." #our_field " is elsewhere")
#define SAME_FIELD_SIZE(ours, our_field, theirs, their_field)                          \
  _Static_assert(sizeof(((ours *)0)->our_field) == sizeof(((theirs *)0)->their_field), \
                 #ours "." #our_field " has another size")
#define SAME_FIELD(ours, our_field, theirs, their_field) \
  SAME_OFFSET(ours, our_field, theirs, their_field);     \
  SAME_FIELD_SIZE(ours, our_field, theirs, their_field)
#define SAME_NUMBER(ours, theirs) _Static_assert((int)(ours) == (int)(theirs), #ours " is another number")

SAME_SIZE(TVMLikeValue, TVMFFIAny);
SAME_FIELD(TVMLikeValue, type_index, TVMFFIAny, type_index);
SAME_FIELD(TVMLikeValue, small_len, TVMFFIAny, small_str_len);
SAME_FIELD(TVMLikeValue, small_len, TVMFFIAny, zero_padding);
SAME_FIELD(TVMLikeValue, payload.v_int64, TVMFFIAny, v_int64);
SAME_FIELD(TVMLikeValue, payload.v_float64, TVMFFIAny, v_float64);
SAME_FIELD(TVMLikeValue, payload.v_ptr, TVMFFIAny, v_ptr);
SAME_FIELD(TVMLikeValue, payload.v_c_str, TVMFFIAny, v_c_str);
SAME_FIELD(TVMLikeValue, payload.v_obj, TVMFFIAny, v_obj);
SAME_FIELD(TVMLikeValue, payload.v_dtype, TVMFFIAny, v_dtype);
SAME_FIELD(TVMLikeValue, payload.v_device, TVMFFIAny, v_device);
SAME_FIELD(TVMLikeValue, payload.v_bytes, TVMFFIAny, v_bytes);
SAME_FIELD(TVMLikeValue, payload.v_uint64, TVMFFIAny, v_uint64);

SAME_SIZE(TVMLikeObject, TVMFFIObject);
SAME_FIELD(TVMLikeObject, counts, TVMFFIObject, combined_ref_count);
SAME_FIELD(TVMLikeObject, type_index, TVMFFIObject, type_index);
SAME_FIELD(TVMLikeObject, zero, TVMFFIObject, __padding);
SAME_FIELD(TVMLikeObject, deleter, TVMFFIObject, deleter);

SAME_SIZE(TVMLikeByteArray, TVMFFIByteArray);
SAME_FIELD(TVMLikeByteArray, data, TVMFFIByteArray, data);
SAME_FIELD(TVMLikeByteArray, size, TVMFFIByteArray, size);

SAME_SIZE(TVMLikeShapeCell, TVMFFIShapeCell);
SAME_FIELD(TVMLikeShapeCell, data, TVMFFIShapeCell, data);
SAME_FIELD(TVMLikeShapeCell, size, TVMFFIShapeCell, size);

SAME_SIZE(TVMLikeSeqCell, TVMFFISeqCell);
SAME_FIELD(TVMLikeSeqCell, data, TVMFFISeqCell, data);
SAME_FIELD(TVMLikeSeqCell, size, TVMFFISeqCell, size);
SAME_FIELD(TVMLikeSeqCell, capacity, TVMFFISeqCell, capacity);
SAME_FIELD(TVMLikeSeqCell, data_deleter, TVMFFISeqCell, data_deleter);

SAME_SIZE(TVMLikeFunctionCell, TVMFFIFunctionCell);
SAME_FIELD(TVMLikeFunctionCell, safe_call, TVMFFIFunctionCell, safe_call);
SAME_FIELD(TVMLikeFunctionCell, cpp_call, TVMFFIFunctionCell, cpp_call);

SAME_SIZE(TVMLikeErrorCell, TVMFFIErrorCell);
SAME_FIELD(TVMLikeErrorCell, kind, TVMFFIErrorCell, kind);
SAME_FIELD(TVMLikeErrorCell, message, TVMFFIErrorCell, message);
SAME_FIELD(TVMLikeErrorCell, backtrace, TVMFFIErrorCell, backtrace);
SAME_FIELD(TVMLikeErrorCell, update_backtrace, TVMFFIErrorCell, update_backtrace);
SAME_FIELD(TVMLikeErrorCell, cause, TVMFFIErrorCell, cause_chain);
SAME_FIELD(TVMLikeErrorCell, context, TVMFFIErrorCell, extra_context);

SAME_SIZE(TVMLikeOpaqueCell, TVMFFIOpaqueObjectCell);
SAME_FIELD(TVMLikeOpaqueCell, handle, TVMFFIOpaqueObjectCell, handle);

/* A tensor is a DLTensor after the header; ours has more fields after it. */
_Static_assert(offsetof(TVMLikeTensorCell, dl_tensor) == 0, "a tensor's cell begins with its DLTensor");

SAME_NUMBER(TVMLIKE_NONE, kTVMFFINone);
SAME_NUMBER(TVMLIKE_INT, kTVMFFIInt);
SAME_NUMBER(TVMLIKE_BOOL, kTVMFFIBool);
SAME_NUMBER(TVMLIKE_FLOAT, kTVMFFIFloat);
SAME_NUMBER(TVMLIKE_OPAQUE_PTR, kTVMFFIOpaquePtr);
SAME_NUMBER(TVMLIKE_DATA_TYPE, kTVMFFIDataType);
SAME_NUMBER(TVMLIKE_DEVICE, kTVMFFIDevice);
SAME_NUMBER(TVMLIKE_DLTENSOR_PTR, kTVMFFIDLTensorPtr);
SAME_NUMBER(TVMLIKE_RAW_STR, kTVMFFIRawStr);
SAME_NUMBER(TVMLIKE_BYTE_ARRAY_PTR, kTVMFFIByteArrayPtr);
SAME_NUMBER(TVMLIKE_RVALUE_REF, kTVMFFIObjectRValueRef);
SAME_NUMBER(TVMLIKE_SMALL_STR, kTVMFFISmallStr);
SAME_NUMBER(TVMLIKE_SMALL_BYTES, kTVMFFISmallBytes);
SAME_NUMBER(TVMLIKE_OBJECT, kTVMFFIObject);
SAME_NUMBER(TVMLIKE_OBJECT, kTVMFFIStaticObjectBegin);
SAME_NUMBER(TVMLIKE_STR, kTVMFFIStr);
SAME_NUMBER(TVMLIKE_BYTES, kTVMFFIBytes);
SAME_NUMBER(TVMLIKE_ERROR, kTVMFFIError);
SAME_NUMBER(TVMLIKE_FUNCTION, kTVMFFIFunction);
SAME_NUMBER(TVMLIKE_SHAPE, kTVMFFIShape);
SAME_NUMBER(TVMLIKE_TENSOR, kTVMFFITensor);
SAME_NUMBER(TVMLIKE_ARRAY, kTVMFFIArray);
SAME_NUMBER(TVMLIKE_MAP, kTVMFFIMap);
SAME_NUMBER(TVMLIKE_MODULE, kTVMFFIModule);
SAME_NUMBER(TVMLIKE_OPAQUE_PY_OBJECT, kTVMFFIOpaquePyObject);
SAME_NUMBER(TVMLIKE_LIST, kTVMFFIList);
SAME_NUMBER(TVMLIKE_DICT, kTVMFFIDict);
SAME_NUMBER(TVMLIKE_DYNAMIC_BEGIN, kTVMFFIDynObjectBegin);
_Static_assert(kTVMFFIStaticObjectEnd < TVMLIKE_DYNAMIC_BEGIN,
               "tvm-ffi's fixed types lie below the dynamic ones");

SAME_NUMBER(TVMLIKE_DELETE_STRONG, kTVMFFIObjectDeleterFlagBitMaskStrong);
SAME_NUMBER(TVMLIKE_DELETE_WEAK, kTVMFFIObjectDeleterFlagBitMaskWeak);
SAME_NUMBER(TVMLIKE_DELETE_BOTH, kTVMFFIObjectDeleterFlagBitMaskBoth);
SAME_NUMBER(TVMLIKE_BACKTRACE_REPLACE, kTVMFFIBacktraceUpdateModeReplace);
SAME_NUMBER(TVMLIKE_BACKTRACE_APPEND, kTVMFFIBacktraceUpdateModeAppend);
