/*
 * Devices of libtvm_runtime: memory, attributes; every device but the CPU is an error that names it.
 */
#include "../check.h"
#include "tvmlike/tvm_runtime.h"

static DLDevice device(int type, int id) {
  DLDevice made;
  memset(&made, 0, sizeof made);
  made.device_type = (DLDeviceType)type;
  made.device_id = id;
  return made;
}

static DLDataType type_of(int code, int bits, int lanes) {
  DLDataType made;
  made.code = (uint8_t)code;
  made.bits = (uint8_t)bits;
  made.lanes = (uint16_t)lanes;
  return made;
}

static void memory(void) {
  DLDevice cpu = device(kDLCPU, 2), elsewhere = device(kDLROCM, 1);
  DLDataType byte = type_of(kDLUInt, 8, 1);
  void *start = NULL, *other = NULL;
  size_t alignment;

  for (alignment = 0; alignment <= 4096; alignment = alignment == 0 ? 1 : alignment * 2) {
    OK(TVMDeviceAllocDataSpace(cpu, 100, alignment, byte, &start));
    CHECK_INT((uintptr_t)start % (alignment < 64 ? 64 : alignment), 0);
    memset(start, 7, 100);
    OK(TVMDeviceFreeDataSpace(cpu, start));
  }
  OK(TVMDeviceAllocDataSpace(cpu, 0, 0, byte, &start));
  CHECK(start != NULL);
  OK(TVMDeviceFreeDataSpace(cpu, start));
  OK(TVMDeviceFreeDataSpace(cpu, NULL));

  FAILS(TVMDeviceAllocDataSpace(cpu, 8, 48, byte, &other), "ValueError", "48");
  FAILS(TVMDeviceAllocDataSpace(cpu, SIZE_MAX / 2, 64, byte, &other), "MemoryError", "memory");
  FAILS(TVMDeviceAllocDataSpace(cpu, 8, 64, byte, NULL), "ValueError", "NULL");
  FAILS(TVMDeviceAllocDataSpace(elsewhere, 8, 64, byte, &other), "RuntimeError", "rocm:1");
  FAILS(TVMDeviceFreeDataSpace(elsewhere, NULL), "RuntimeError", "rocm:1");
  FAILS(TVMDeviceFreeDataSpace(device(200, 0), NULL), "RuntimeError", "rpc");
  FAILS(TVMDeviceFreeDataSpace(device(99, 0), NULL), "RuntimeError", "99");
  FAILS(TVMDeviceFreeDataSpace(device(-1, 0), NULL), "RuntimeError", "device");
  CHECK(other == NULL);
  printf("memory is given and taken back\n");
}

static void scopes(void) {
  DLDevice cpu = device(kDLCPU, 0);
  DLDataType type = type_of(kDLFloat, 32, 4);
  int64_t shape[] = {3, 5}, huge[] = {INT64_MAX, INT64_MAX}, negative[] = {-1};
  void *start = NULL, *other = NULL;

  OK(TVMDeviceAllocDataSpaceWithScope(cpu, 2, shape, type, NULL, &start));
  memset(start, 1, 3 * 5 * 16);
  OK(TVMDeviceFreeDataSpace(cpu, start));
  OK(TVMDeviceAllocDataSpaceWithScope(cpu, 0, NULL, type, "global", &start));
  OK(TVMDeviceFreeDataSpace(cpu, start));
  FAILS(TVMDeviceAllocDataSpaceWithScope(cpu, 2, shape, type, "texture", &other), "RuntimeError", "texture");
  FAILS(TVMDeviceAllocDataSpaceWithScope(cpu, 2, huge, type, NULL, &other), "ValueError", "large");
  FAILS(TVMDeviceAllocDataSpaceWithScope(cpu, 1, negative, type, NULL, &other), "ValueError", "negative");
  FAILS(TVMDeviceAllocDataSpaceWithScope(cpu, -2, shape, type, NULL, &other), "ValueError", "-2");
  FAILS(TVMDeviceAllocDataSpaceWithScope(cpu, 2, NULL, type, NULL, &other), "ValueError", "NULL");
  FAILS(TVMDeviceAllocDataSpaceWithScope(cpu, 2, shape, type, NULL, NULL), "ValueError", "NULL");
  FAILS(TVMDeviceAllocDataSpaceWithScope(device(kDLCUDA, 0), 2, shape, type, NULL, &other), "RuntimeError",
        "cuda:0");
  CHECK(other == NULL);
  printf("the CPU has one memory scope\n");
}

/* An attribute of a device, by the registered function. */
static int attribute(int64_t type, int64_t id, int64_t kind, TVMValue *out) {
  TVMFunctionHandle ask = global("runtime.GetDeviceAttr");
  TVMValue args[3];
  int codes[] = {kTVMArgInt, kTVMArgInt, kTVMArgInt}, code = -1, status;

  args[0].v_int64 = type;
  args[1].v_int64 = id;
  args[2].v_int64 = kind;
  status = TVMFuncCall(ask, args, codes, 3, out, &code);
  OK(TVMFuncFree(ask));
  return status == 0 ? code : -1;
}

static void attributes(void) {
  TVMValue out;
  int type;

  CHECK_INT(attribute(kDLCPU, 5, 0, &out), kTVMArgInt);
  CHECK_INT(out.v_int64, 1);
  CHECK_INT(attribute(kDLCPU, 0, 3, &out), kTVMNullptr);
  CHECK_INT(attribute(kDLCPU, 0, 1000, &out), kTVMNullptr);
  /* The existence of a device can be queried for all numbers. */
  for (type = -3; type < 200; ++type) {
    CHECK_INT(attribute(type, 0, 0, &out), kTVMArgInt);
    CHECK_INT(out.v_int64, type == kDLCPU);
  }
  CHECK_INT(attribute(kDLVulkan, 0, 1, &out), -1);
  CHECK_HAS(TVMGetLastError(), "vulkan:0");
  CHECK_INT(attribute(INT64_MAX, 0, 0, &out), -1);
  printf("attributes are known or refused\n");
}

int main(void) {
  memory();
  scopes();
  attributes();
  return 0;
}
