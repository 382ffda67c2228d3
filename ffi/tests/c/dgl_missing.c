/* libdgl without libtvmlike: every function that needs it reports that, and nothing crashes. */
#include "../check_dgl.h"

/* Fails with the reason, whatever the call. */
#define MISSING(call) FAILS(call, "RuntimeError", "libtvmlike")

static int never_called(DGLValue *args, int *codes, int num_args, DGLRetValueHandle ret, void *resource) {
  (void)args, (void)codes, (void)num_args, (void)ret, (void)resource;
  return 0;
}

int main(void) {
  const int64_t shape[1] = {1};
  DLManagedTensor *managed = NULL;
  DGLFunctionHandle function = NULL;
  DGLArrayHandle array = NULL;
  DGLStreamHandle stream = NULL;
  DGLContext cpu;
  Given given = given_int(1), result;
  const char **names;
  char bytes[4] = "abc";
  int count, times;
  cpu.device_type = (DLDeviceType)1;
  cpu.device_id = 0;
  CHECK_STR(DGLGetLastError(), "");
  for (times = 0; times < 2; ++times) {
    MISSING(DGLFuncGetGlobal("registry.list", &function));
    MISSING(DGLFuncListGlobalNames(&count, &names));
    MISSING(DGLFuncRegisterGlobal("a.b", NULL, 0));
    MISSING(DGLFuncCreateFromCFunc(never_called, NULL, NULL, &function));
    MISSING(call(NULL, &given, 1, &result));
    MISSING(DGLCFuncSetReturn(NULL, &given.value, &given.code, 1));
    MISSING(DGLCbArgToReturn(&given.value, DGL_ARG_INT));
    MISSING(DGLObjectTypeKey2Index("List", &count));
    MISSING(DGLObjectGetTypeIndex(NULL, &count));
    MISSING(DGLObjectGetAttr(NULL, "a", &result.value, &result.code, &count));
    MISSING(DGLObjectListAttrNames(NULL, &count, &names));
    MISSING(DGLArrayAlloc(shape, 1, 2, 32, 1, 1, 0, &array));
    MISSING(DGLArrayAllocSharedMem("/dgl_missing", shape, 1, 2, 32, 1, true, &array));
    MISSING(DGLArrayCopyFromBytes(NULL, bytes, sizeof bytes));
    MISSING(DGLArrayCopyToBytes(NULL, bytes, sizeof bytes));
    MISSING(DGLArrayCopyFromTo(NULL, NULL));
    MISSING(DGLArrayFromDLPack(NULL, &array));
    MISSING(DGLArrayToDLPack(NULL, &managed, 0));
    MISSING(DGLArrayPinData(NULL, cpu));
    MISSING(DGLArrayUnpinData(NULL, cpu));
    MISSING(DGLArrayRecordStream(NULL, NULL));
    MISSING(DGLStreamCreate(1, 0, &stream));
    MISSING(DGLStreamFree(1, 0, NULL));
    MISSING(DGLSetStream(1, 0, NULL));
    MISSING(DGLGetStream(1, 0, &stream));
    MISSING(DGLSynchronize(1, 0, NULL));
    MISSING(DGLStreamStreamSynchronize(1, 0, NULL, NULL));
    MISSING(DGLModLoadFromFile("a.so", "", &function));
    MISSING(DGLModImport(NULL, NULL));
    MISSING(DGLModGetFunction(NULL, "f", 0, &function));
    MISSING(DGLExtTypeFree(NULL, 20));
    MISSING(DGLLoadTensorAdapter("a.so"));
    CHECK_HAS(DGLGetLastError(), "TVMLIKE_LIBRARY_PATH");
  }
  CHECK(function == NULL && array == NULL && managed == NULL && stream == NULL);
  OK(DGLFuncFree(NULL));
  OK(DGLObjectFree(NULL));
  OK(DGLArrayFree(NULL));
  OK(DGLModFree(NULL));
  DGLDLManagedTensorCallDeleter(NULL);
  DGLAPISetLastError("ValueError: kept all the same");
  CHECK_STR(DGLGetLastError(), "ValueError: kept all the same");
  printf("without libtvmlike every function says what is missing\n");
  return 0;
}
