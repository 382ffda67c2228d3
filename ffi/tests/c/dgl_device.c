/* Devices, streams, what only CUDA has, extension types, modules. */
#include "../check_dgl.h"

static int loaded;

/* A loader that returns the requested value. */
static int loader(DGLValue *args, int *codes, int num_args, DGLRetValueHandle ret, void *resource) {
  Given *given = (Given *)resource;
  CHECK(num_args == 2 && codes[0] == DGL_ARG_STR && codes[1] == DGL_ARG_STR);
  CHECK_STR(args[0].v_str, "a/file.dgltest");
  loaded += 1;
  return DGLCFuncSetReturn(ret, &given->value, &given->code, 1);
}

static void streams(void) {
  static int other[] = {2, 12, 99, -1};
  DGLStreamHandle stream = &loaded;
  size_t at;
  OK(DGLStreamCreate(1, 0, &stream));
  CHECK(stream == NULL);
  stream = &loaded;
  OK(DGLGetStream(1, 0, &stream));
  CHECK(stream == NULL);
  OK(DGLSetStream(1, 0, NULL));
  OK(DGLSynchronize(1, 0, NULL));
  OK(DGLStreamStreamSynchronize(1, 0, NULL, NULL));
  OK(DGLStreamFree(1, 0, NULL));
  for (at = 0; at < sizeof other / sizeof *other; ++at) {
    FAILS(DGLStreamCreate(other[at], 0, &stream), "RuntimeError", "not built for device");
    FAILS(DGLGetStream(other[at], 0, &stream), "RuntimeError", "not built for device");
    FAILS(DGLSetStream(other[at], 0, NULL), "RuntimeError", "not built for device");
    FAILS(DGLSynchronize(other[at], 0, NULL), "RuntimeError", "not built for device");
    FAILS(DGLStreamStreamSynchronize(other[at], 0, NULL, NULL), "RuntimeError", "not built for device");
    FAILS(DGLStreamFree(other[at], 0, NULL), "RuntimeError", "not built for device");
  }
  FAILS(DGLStreamCreate(1, 0, NULL), "ValueError", "NULL");
  FAILS(DGLGetStream(1, 0, NULL), "ValueError", "NULL");
  FAILS(DGLSetStream(1, 0, &loaded), "ValueError", "NULL");
  CHECK(stream == NULL);
  printf("a CPU has the stream NULL, other devices have none\n");
}

static void attributes(void) {
  Given args[3];
  args[0] = given_int(1);
  args[1] = args[2] = given_int(0);
  CHECK_INT(named("_GetDeviceAttr", args, 3).value.v_int64, 1);
  args[2] = given_int(5);
  CHECK_INT(named("_GetDeviceAttr", args, 3).code, DGL_ARG_NULLPTR);
  args[0] = given_int(2);
  NAMED_FAILS("_GetDeviceAttr", args, 3, "RuntimeError", "not built for device cuda:0");
  args[2] = given_int(0);
  CHECK_INT(named("_GetDeviceAttr", args, 3).value.v_int64, 0);
  args[0] = given_int(1);
  CHECK_INT(named("__dgl_set_device", args, 2).code, DGL_ARG_NULLPTR);
  args[0] = given_int(2);
  NAMED_FAILS("__dgl_set_device", args, 2, "RuntimeError", "not built for device");
  printf("attributes: whether a device is there\n");
}

static void cuda(void) {
  DGLArrayHandle array = floats(1, 1);
  DGLContext context;
  context.device_type = (DLDeviceType)2;
  context.device_id = 0;
  FAILS(DGLArrayPinData(array, context), "NotImplementedError", "CUDA");
  OK(DGLArrayUnpinData(array, context));
  FAILS(DGLArrayRecordStream(array, NULL), "NotImplementedError", "CUDA");
  FAILS(DGLArrayPinData(NULL, context), "ValueError", "NULL");
  FAILS(DGLArrayUnpinData(NULL, context), "ValueError", "NULL");
  FAILS(DGLArrayRecordStream(NULL, NULL), "ValueError", "NULL");
  FAILS(DGLLoadTensorAdapter("/nowhere.so"), "NotImplementedError", "tensor adapter");
  FAILS(DGLLoadTensorAdapter(NULL), "ValueError", "NULL");
  OK(DGLArrayFree(array));
  FAILS(DGLExtTypeFree(&loaded, 20), "TypeError", "20 is not registered");
  FAILS(DGLExtTypeFree(NULL, -1), "TypeError", "not registered");
  printf("what is CUDA's or an extension's is refused by name\n");
}

static void modules(void) {
  Given given = given_int(3);
  DGLFunctionHandle function = make(loader, &given, NULL), found = NULL;
  DGLModuleHandle module = NULL;
  FAILS(DGLModLoadFromFile("a/file.dgltest", "", &module), "ValueError", "module.loadfile_dgltest");
  OK(DGLFuncRegisterGlobal("module.loadfile_dgltest", function, 0));
  FAILS(DGLModLoadFromFile("a/file.dgltest", "", &module), "TypeError", "expected Module, got int");
  CHECK_INT(loaded, 1);
  FAILS(DGLModLoadFromFile("a/file", "", &module), "ValueError", "a/file");
  FAILS(DGLModLoadFromFile("a/file.dylib", "", &module), "ValueError", "module.loadfile_so");
  FAILS(DGLModLoadFromFile(NULL, "", &module), "ValueError", "NULL");
  FAILS(DGLModLoadFromFile("a", NULL, &module), "ValueError", "NULL");
  FAILS(DGLModLoadFromFile("a/file.dgltest", "", NULL), "ValueError", "NULL");
  CHECK_INT(loaded, 1);
  FAILS(DGLModGetFunction(NULL, "f", 0, &found), "ValueError", "NULL");
  FAILS(DGLModGetFunction(function, "f", 0, &found), "TypeError", "expected Module");
  FAILS(DGLModImport(NULL, NULL), "ValueError", "NULL");
  FAILS(DGLModImport(function, function), "TypeError", "expected Module");
  OK(DGLModFree(NULL));
  CHECK(module == NULL && found == NULL);
  OK(DGLFuncFree(function));
  printf("modules come from loaders that are registered\n");
}

int main(void) {
  streams();
  attributes();
  cuda();
  modules();
  return 0;
}
