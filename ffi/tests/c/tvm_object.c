/* libtvm_runtime, objects: counts, type keys as TVM spells them, inheritance, strings that travel as objects. */
#include "../tvm_check.h"

static unsigned index_of(const char *key) {
  unsigned index = 0;
  OK(TVMObjectTypeKey2Index(key, &index));
  CHECK(index != 0);
  return index;
}

static void type_keys(void) {
  static const char *const keys[] = {"runtime.Object", "runtime.String", "Array", "Map", "runtime.ShapeTuple",
                                     "runtime.NDArray", "runtime.Module", "runtime.PackedFunc"};
  unsigned index;
  size_t at;
  for (at = 0; at < sizeof keys / sizeof keys[0]; ++at) {
    char *key = NULL;
    OK(TVMObjectTypeIndex2Key(index_of(keys[at]), &key));
    CHECK_STR(key, keys[at]);
    free(key);
  }
  /* The same types, under the names that they have elsewhere. */
  CHECK_INT(index_of("Array"), index_of("runtime.Array"));
  CHECK_INT(index_of("runtime.NDArray"), index_of("runtime.Tensor"));
  CHECK(index_of("Array") < 1000); /* front ends keep a list up to there */
  index = 77;
  FAILS(TVMObjectTypeKey2Index("no.such.type", &index), "ValueError", "no.such.type");
  CHECK_INT(index, 77);
  FAILS(TVMObjectTypeKey2Index("no.such.type", &index), "ValueError", "no.such.type");
  FAILS(TVMObjectTypeKey2Index(NULL, &index), "ValueError", "NULL");
  FAILS(TVMObjectTypeKey2Index("Array", NULL), "ValueError", "NULL");
  {
    char *key = NULL;
    FAILS(TVMObjectTypeIndex2Key(99999, &key), "ValueError", "99999");
    FAILS(TVMObjectTypeIndex2Key(UINT32_MAX, &key), "ValueError", "4294967295");
    FAILS(TVMObjectTypeIndex2Key(index_of("Array"), NULL), "ValueError", "NULL");
    CHECK(key == NULL);
  }
  printf("types have TVM's keys\n");
}

static void objects(void) {
  TVMArrayHandle array = an_array();
  TVMLikeObjectHandle tensor = object_of_array(array);
  unsigned index = 0;
  OK(TVMObjectGetTypeIndex(tensor, &index));
  CHECK_INT(index, index_of("runtime.NDArray"));
  OK(TVMObjectRetain(tensor));
  CHECK_INT(references(tensor), 2);
  OK(TVMObjectFree(tensor));
  CHECK_INT(references(tensor), 1);
  OK(TVMObjectFree(tensor));
  OK(TVMObjectRetain(NULL));
  OK(TVMObjectFree(NULL));
  FAILS(TVMObjectGetTypeIndex(NULL, &index), "ValueError", "NULL");
  printf("objects are counted, and know their types\n");
}

static void inheritance(void) {
  TVMFunctionHandle make_point = global("testing.make_point3");
  TVMValue args[3], ret;
  int codes[3] = {kTVMArgFloat, kTVMArgFloat, kTVMArgFloat}, code, derived = -1;
  unsigned child = 0;
  char *key = NULL;
  args[0] = args[1] = args[2] = of_float(1);
  OK(TVMFuncCall(make_point, args, codes, 3, &ret, &code));
  CHECK_INT(code, kTVMObjectHandle);
  OK(TVMObjectGetTypeIndex(ret.v_handle, &child));
  OK(TVMObjectTypeIndex2Key(child, &key));
  CHECK_STR(key, "testing.Point3");
  free(key);
  OK(TVMObjectDerivedFrom(child, index_of("testing.Point"), &derived));
  CHECK_INT(derived, 1);
  OK(TVMObjectDerivedFrom(child, index_of("runtime.Object"), &derived));
  CHECK_INT(derived, 1);
  OK(TVMObjectDerivedFrom(index_of("testing.Point"), child, &derived));
  CHECK_INT(derived, 0);
  OK(TVMObjectDerivedFrom(child, child, &derived));
  CHECK_INT(derived, 1);
  FAILS(TVMObjectDerivedFrom(99999, child, &derived), "ValueError", "99999");
  FAILS(TVMObjectDerivedFrom(child, child, NULL), "ValueError", "NULL");
  OK(TVMObjectFree(ret.v_handle));
  OK(TVMFuncFree(make_point));
  printf("types of plugins inherit\n");
}

/* Gives its argument back; what it is lent as is written to the resource. */
static int gives_back(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  (void)num_args;
  *(int *)resource = codes[0];
  return TVMCFuncSetReturn(ret, &args[0], &codes[0], 1);
}

static void string_objects(void) {
  static const char *const texts[] = {"", "short", "a text that is too long to lie in line"};
  int lent_as = -1, code;
  TVMFunctionHandle echo = global("testing.echo"), length = global("testing.str_len"),
                    string = global("runtime.String"), text_of = global("runtime.GetFFIString"),
                    back = make(gives_back, &lent_as);
  size_t at;
  for (at = 0; at < sizeof texts / sizeof texts[0]; ++at) {
    TVMValue made, ret;
    unsigned index = 0;
    OK(call1(string, of_str(texts[at]), kTVMStr, &made, &code));
    CHECK_INT(code, kTVMObjectHandle);
    OK(TVMObjectGetTypeIndex(made.v_handle, &index));
    CHECK_INT(index, index_of("runtime.String"));
    CHECK_INT(references(made.v_handle), 1);
    /* Calls pass on the same object, and functions with a text parameter accept it. */
    OK(call1(echo, made, kTVMObjectHandle, &ret, &code));
    CHECK(code == kTVMObjectHandle && ret.v_handle == made.v_handle);
    OK(TVMObjectFree(ret.v_handle));
    OK(call1(back, made, kTVMObjectHandle, &ret, &code));
    CHECK(lent_as == kTVMObjectHandle && code == kTVMObjectHandle && ret.v_handle == made.v_handle);
    OK(TVMObjectFree(ret.v_handle));
    OK(call1(length, made, kTVMObjectHandle, &ret, &code));
    CHECK_INT(ret.v_int64, strlen(texts[at]));
    OK(call1(text_of, made, kTVMObjectHandle, &ret, &code));
    CHECK_INT(code, kTVMStr);
    CHECK_STR(ret.v_str, texts[at]);
    CHECK_INT(references(made.v_handle), 1);
    OK(TVMObjectFree(made.v_handle));
    /* Text that was not made as an object stays text. */
    OK(call1(back, of_str(texts[at]), kTVMStr, &ret, &code));
    CHECK(lent_as == kTVMStr && code == kTVMStr);
    CHECK_STR(ret.v_str, texts[at]);
  }
  OK(TVMFuncFree(echo));
  OK(TVMFuncFree(length));
  OK(TVMFuncFree(string));
  OK(TVMFuncFree(text_of));
  OK(TVMFuncFree(back));
  printf("strings that were made as objects travel as objects\n");
}

int main(int argc, char **argv) {
  load_test_plugin_by_name(argc, argv);
  type_keys();
  objects();
  inheritance();
  string_objects();
  return 0;
}
