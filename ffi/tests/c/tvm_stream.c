/*
 * Streams of libtvm_runtime: the CPU has one, NULL; other devices are named and refused.
 */
#include "../check.h"
#include "tvmlike/tvm_runtime.h"

int main(void) {
  TVMStreamHandle stream = (TVMStreamHandle)1, other = (TVMStreamHandle)2;
  TVMFunctionHandle choose = global("runtime.TVMSetStream");
  TVMValue args[3], ret;
  int codes[] = {kTVMArgInt, kTVMArgInt, kTVMNullptr}, code = -1;

  OK(TVMStreamCreate(kDLCPU, 0, &stream));
  CHECK(stream == NULL);
  OK(TVMSetStream(kDLCPU, 0, stream));
  OK(TVMStreamStreamSynchronize(kDLCPU, 0, stream, stream));
  OK(TVMSynchronize(kDLCPU, 0, stream));
  OK(TVMStreamFree(kDLCPU, 0, stream));
  printf("the CPU has one stream\n");

  FAILS(TVMStreamCreate(kDLCUDA, 3, &other), "RuntimeError", "cuda:3");
  FAILS(TVMStreamCreate(kDLCPU, 0, NULL), "ValueError", "NULL");
  FAILS(TVMSetStream(kDLOpenCL, 0, NULL), "RuntimeError", "opencl:0");
  FAILS(TVMSynchronize(32, 0, NULL), "RuntimeError", "aocl:0");
  FAILS(TVMStreamStreamSynchronize(kDLMetal, 0, NULL, NULL), "RuntimeError", "metal:0");
  FAILS(TVMStreamFree(-1, 0, NULL), "RuntimeError", "device");
  CHECK(other == (TVMStreamHandle)2);
  /* A stream that was not created. */
  FAILS(TVMSetStream(kDLCPU, 0, other), "ValueError", "one stream");
  FAILS(TVMStreamFree(kDLCPU, 0, other), "ValueError", "one stream");
  FAILS(TVMStreamStreamSynchronize(kDLCPU, 0, NULL, other), "ValueError", "one stream");
  printf("what is no stream is refused\n");

  args[0].v_int64 = kDLCPU;
  args[1].v_int64 = 0;
  args[2].v_handle = NULL;
  OK(TVMFuncCall(choose, args, codes, 3, &ret, &code));
  CHECK_INT(code, kTVMArgInt);
  CHECK_INT(ret.v_int64, 0);
  args[0].v_int64 = kDLCUDA;
  FAILS(TVMFuncCall(choose, args, codes, 3, &ret, &code), "RuntimeError", "cuda:0");
  OK(TVMFuncFree(choose));
  printf("a stream is chosen by name\n");
  return 0;
}
