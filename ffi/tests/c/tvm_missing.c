/* libtvm_runtime without libtvmlike: every function that needs it reports that, and nothing crashes. */
#include "../tvm_check.h"

/* Fails with the reason, whatever the call. */
#define MISSING(call) FAILS(call, "RuntimeError", "libtvmlike")

static int never_called(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  (void)args;
  (void)codes;
  (void)num_args;
  (void)ret;
  (void)resource;
  return 0;
}

int main(void) {
  const int64_t shape[1] = {1};
  const DLDevice cpu = {kDLCPU, 0};
  const DLDataType dtype = {kDLFloat, 32, 1};
  DLManagedTensor *managed = NULL;
  void *space = NULL;
  char bytes[4] = "abc";
  TVMFunctionHandle function = NULL;
  TVMArrayHandle array = NULL;
  TVMValue value = of_int(1), ret;
  unsigned index;
  char *key;
  const char **names;
  int code = kTVMArgInt, count, times;
  CHECK_STR(TVMGetLastError(), "");
  for (times = 0; times < 2; ++times) {
    MISSING(TVMFuncGetGlobal("registry.list", &function));
    MISSING(TVMFuncListGlobalNames(&count, &names));
    MISSING(TVMFuncRegisterGlobal("a.b", NULL, 0));
    MISSING(TVMFuncRemoveGlobal("a.b"));
    MISSING(TVMFuncCreateFromCFunc(never_called, NULL, NULL, &function));
    MISSING(TVMFuncCall(NULL, &value, &code, 1, &ret, &code));
    MISSING(TVMCFuncSetReturn(NULL, &value, &code, 1));
    MISSING(TVMCbArgToReturn(&value, &code));
    MISSING(TVMArrayAlloc(shape, 1, kDLFloat, 32, 1, kDLCPU, 0, &array));
    MISSING(TVMObjectTypeKey2Index("Array", &index));
    MISSING(TVMObjectTypeIndex2Key(64, &key));
    MISSING(TVMObjectDerivedFrom(64, 64, &count));
    MISSING(TVMObjectGetTypeIndex(NULL, &index));
    MISSING(TVMBackendRegisterEnvCAPI("PyErr_CheckSignals", NULL));
    MISSING(TVMArrayCopyFromBytes(NULL, bytes, sizeof bytes));
    MISSING(TVMArrayCopyToBytes(NULL, bytes, sizeof bytes));
    MISSING(TVMArrayCopyFromTo(NULL, NULL, NULL));
    MISSING(TVMArrayFromDLPack(NULL, &array));
    MISSING(TVMArrayToDLPack(NULL, &managed));
    MISSING(TVMArrayGetTypeIndex(NULL, &index));
    MISSING(TVMDeviceAllocDataSpace(cpu, 1, 1, dtype, &space));
    MISSING(TVMDeviceAllocDataSpaceWithScope(cpu, 1, shape, dtype, NULL, &space));
    MISSING(TVMDeviceCopyDataFromTo(NULL, NULL, NULL));
    MISSING(TVMStreamCreate(kDLCPU, 0, &space));
    MISSING(TVMStreamFree(kDLCPU, 0, NULL));
    MISSING(TVMSetStream(kDLCPU, 0, NULL));
    MISSING(TVMSynchronize(kDLCPU, 0, NULL));
    MISSING(TVMStreamStreamSynchronize(kDLCPU, 0, NULL, NULL));
    MISSING(TVMModLoadFromFile("a.so", "", &function));
    MISSING(TVMModImport(NULL, NULL));
    MISSING(TVMModGetFunction(NULL, "f", 0, &function));
    CHECK_HAS(TVMGetLastError(), "TVMLIKE_LIBRARY_PATH");
  }
  CHECK(function == NULL && array == NULL && managed == NULL && space == NULL);
  OK(TVMFuncFree(NULL));
  OK(TVMObjectFree(NULL));
  OK(TVMArrayFree(NULL));
  TVMAPISetLastError("ValueError: kept all the same");
  CHECK_STR(TVMGetLastError(), "ValueError: kept all the same");
  printf("without libtvmlike every function says what is missing\n");
  return 0;
}
