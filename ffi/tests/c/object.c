/* Objects: counts, type keys and inheritance, opaque objects, deleters. */
#include "../check.h"

static unsigned index_of(const char *key) {
  unsigned index = 0;
  OK(TVMObjectTypeKey2Index(key, &index));
  return index;
}

static void built_in_keys(void) {
  static const struct {
    const char *key;
    unsigned index;
  } known[] = {
      {"runtime.Object", TVMLIKE_OBJECT},
      {"runtime.String", TVMLIKE_STR},
      {"runtime.Bytes", TVMLIKE_BYTES},
      {"runtime.Error", TVMLIKE_ERROR},
      {"runtime.PackedFunc", TVMLIKE_FUNCTION},
      {"runtime.Shape", TVMLIKE_SHAPE},
      {"runtime.Tensor", TVMLIKE_TENSOR},
      {"runtime.Array", TVMLIKE_ARRAY},
      {"runtime.Map", TVMLIKE_MAP},
      {"runtime.Module", TVMLIKE_MODULE},
      {"runtime.OpaquePyObject", TVMLIKE_OPAQUE_PY_OBJECT},
      {"None", TVMLIKE_NONE},
      {"int", TVMLIKE_INT},
      {"bool", TVMLIKE_BOOL},
      {"float", TVMLIKE_FLOAT},
      {"ptr", TVMLIKE_OPAQUE_PTR},
      {"DataType", TVMLIKE_DATA_TYPE},
      {"Device", TVMLIKE_DEVICE},
  };
  size_t at;
  for (at = 0; at < sizeof known / sizeof known[0]; ++at) {
    char *key = NULL;
    CHECK_INT(index_of(known[at].key), known[at].index);
    OK(TVMObjectTypeIndex2Key(known[at].index, &key));
    CHECK_STR(key, known[at].key);
    free(key);
  }
  printf("built-in types have their keys\n");
}

static void keys_refused(void) {
  unsigned index = 5;
  int derived = 0;
  char *key = NULL;
  int32_t out = 0;
  TVMLikeByteArray empty = bytes_of(""), bad = bytes_of("\xff"), good = bytes_of("test.refused");
  FAILS(TVMObjectTypeKey2Index("test.no.such.type", &index), "ValueError", "test.no.such.type");
  FAILS(TVMObjectTypeKey2Index(NULL, &index), "ValueError", "NULL");
  FAILS(TVMObjectTypeKey2Index("runtime.Map", NULL), "ValueError", "NULL");
  FAILS(TVMObjectTypeIndex2Key(4000000000U, &key), "ValueError", "4000000000");
  FAILS(TVMObjectTypeIndex2Key(TVMLIKE_MAP, NULL), "ValueError", "NULL");
  FAILS(TVMObjectDerivedFrom(TVMLIKE_MAP, TVMLIKE_OBJECT, NULL), "ValueError", "NULL");
  FAILS(TVMObjectDerivedFrom(99999999U, TVMLIKE_OBJECT, &derived), "ValueError", "99999999");
  FAILS(TVMObjectGetTypeIndex(NULL, &index), "ValueError", "NULL");
  RAISES(TVMLikeTypeRegister(&empty, TVMLIKE_OBJECT, &out), "ValueError", "");
  RAISES(TVMLikeTypeRegister(&bad, TVMLIKE_OBJECT, &out), "ValueError", "UTF-8");
  RAISES(TVMLikeTypeRegister(&good, 123456, &out), "ValueError", "123456");
  RAISES(TVMLikeTypeRegister(&good, -5, &out), "ValueError", "-5");
  RAISES(TVMLikeTypeRegister(&good, TVMLIKE_INT, &out), "ValueError", "");
  RAISES(TVMLikeTypeRegister(NULL, TVMLIKE_OBJECT, &out), "ValueError", "NULL");
  RAISES(TVMLikeTypeRegister(&good, TVMLIKE_OBJECT, NULL), "ValueError", "NULL");
  FAILS(TVMObjectTypeKey2Index("test.refused", &index), "ValueError", "test.refused");
  CHECK(TVMLikeTypeInfoOf(-1) == NULL);
  CHECK(TVMLikeTypeInfoOf(INT32_MAX) == NULL);
  CHECK(TVMLikeTypeInfoOf(INT32_MIN) == NULL);
  printf("unknown keys, indices and NULLs are refused\n");
}

static void inheritance(void) {
  TVMLikeByteArray base = bytes_of("test.Base"), child = bytes_of("test.Child");
  int32_t base_index = 0, child_index = 0, again = 0;
  const TVMLikeTypeInfo *info;
  int derived = -1;
  OK(TVMLikeTypeRegister(&base, TVMLIKE_OBJECT, &base_index));
  OK(TVMLikeTypeRegister(&child, base_index, &child_index));
  CHECK(base_index >= TVMLIKE_DYNAMIC_BEGIN && child_index > base_index);
  OK(TVMLikeTypeRegister(&child, base_index, &again));
  CHECK_INT(again, child_index);
  RAISES(TVMLikeTypeRegister(&child, TVMLIKE_OBJECT, &again), "ValueError", "test.Base");
  CHECK_INT(index_of("test.Child"), child_index);

  info = TVMLikeTypeInfoOf(child_index);
  CHECK(info != NULL && info->type_index == child_index && info->depth == 2);
  CHECK(info->ancestors[0] == TVMLIKE_OBJECT && info->ancestors[1] == base_index);
  CHECK(info->key.size == 10 && memcmp(info->key.data, "test.Child", 10) == 0);
  CHECK(TVMLikeTypeInfoOf(child_index) == info);

  OK(TVMObjectDerivedFrom((unsigned)child_index, (unsigned)base_index, &derived));
  CHECK_INT(derived, 1);
  OK(TVMObjectDerivedFrom((unsigned)child_index, TVMLIKE_OBJECT, &derived));
  CHECK_INT(derived, 1);
  OK(TVMObjectDerivedFrom((unsigned)child_index, (unsigned)child_index, &derived));
  CHECK_INT(derived, 1);
  OK(TVMObjectDerivedFrom((unsigned)base_index, (unsigned)child_index, &derived));
  CHECK_INT(derived, 0);
  OK(TVMObjectDerivedFrom((unsigned)child_index, TVMLIKE_MAP, &derived));
  CHECK_INT(derived, 0);
  printf("types inherit\n");
}

static void finalize(void *handle) { *(int *)handle += 1; }

static void opaque_objects(void) {
  TVMLikeByteArray key = bytes_of("test.Opaque"), plain_key = bytes_of("test.NotOpaque");
  int32_t type = 0, plain = 0;
  int finalized = 0;
  unsigned index = 0;
  TVMLikeObjectHandle object = NULL;
  OK(TVMLikeTypeRegister(&key, TVMLIKE_OPAQUE_PY_OBJECT, &type));
  OK(TVMLikeTypeRegister(&plain_key, TVMLIKE_OBJECT, &plain));
  OK(TVMLikeOpaqueCreate(&finalized, type, finalize, &object));
  CHECK(object->type_index == type && strong_count(object) == 1);
  CHECK(((const TVMLikeOpaqueCell *)cell(object))->handle == &finalized);
  OK(TVMObjectGetTypeIndex(object, &index));
  CHECK_INT(index, type);
  OK(TVMObjectRetain(object));
  CHECK_INT(strong_count(object), 2);
  OK(TVMObjectFree(object));
  CHECK_INT(finalized, 0);
  OK(TVMObjectFree(object));
  CHECK_INT(finalized, 1);

  OK(TVMLikeOpaqueCreate(&finalized, TVMLIKE_OPAQUE_PY_OBJECT, NULL, &object));
  OK(TVMObjectFree(object));
  CHECK_INT(finalized, 1);
  RAISES(TVMLikeOpaqueCreate(&finalized, TVMLIKE_INT, finalize, &object), "ValueError", "");
  RAISES(TVMLikeOpaqueCreate(&finalized, TVMLIKE_ARRAY, finalize, &object), "ValueError", "");
  /* Users of a type that is not opaque expect its fields, not a handle. */
  RAISES(TVMLikeOpaqueCreate(&finalized, plain, finalize, &object), "ValueError", "OpaquePyObject");
  RAISES(TVMLikeOpaqueCreate(&finalized, 1000000, finalize, &object), "ValueError", "1000000");
  RAISES(TVMLikeOpaqueCreate(&finalized, type, finalize, NULL), "ValueError", "NULL");
  CHECK_INT(finalized, 1);
  printf("an opaque object keeps a handle and releases it once\n");
}

/* The protocol for callers without the library: both counts are one number, and the deleter does the rest. */
static void counts_by_hand(void) {
  TVMLikeByteArray text = bytes_of("counted by hand");
  TVMLikeValue string = none();
  TVMLikeObject *object;
  OK(TVMLikeStringCreate(&text, &string));
  object = string.payload.v_obj;
  CHECK(object->counts == (((uint64_t)1 << 32) | 1) && object->zero == 0);
  /* A weak reference keeps the memory, not the contents. */
  object->counts += (uint64_t)1 << 32;
  object->counts -= 1;
  CHECK_INT(strong_count(object), 0);
  object->deleter(object, TVMLIKE_DELETE_STRONG);
  object->counts -= (uint64_t)1 << 32; /* the one that all strong references share */
  CHECK(object->counts >> 32 == 1);
  object->counts -= (uint64_t)1 << 32;
  object->deleter(object, TVMLIKE_DELETE_WEAK);
  printf("contents and memory are freed apart where a weak reference asks for it\n");
}

static void from_a_plugin(int argc, char **argv) {
  TVMFunctionHandle make_point3, type_key;
  TVMValue args[3], ret, point;
  int codes[3] = {TVMLIKE_ARG_FLOAT, TVMLIKE_ARG_FLOAT, TVMLIKE_ARG_FLOAT}, code, derived = 0;
  unsigned index = 0;
  char *key = NULL;
  load_test_plugin(argc, argv);
  make_point3 = global("testing.make_point3");
  type_key = global("testing.type_key");
  args[0].v_float64 = args[1].v_float64 = args[2].v_float64 = 1;
  OK(TVMFuncCall(make_point3, args, codes, 3, &point, &code));
  CHECK_INT(code, TVMLIKE_ARG_OBJECT_HANDLE);
  OK(TVMObjectGetTypeIndex(point.v_handle, &index));
  OK(TVMObjectTypeIndex2Key(index, &key));
  CHECK_STR(key, "testing.Point3");
  free(key);
  OK(TVMObjectDerivedFrom(index, index_of("testing.Point"), &derived));
  CHECK_INT(derived, 1);
  codes[0] = TVMLIKE_ARG_OBJECT_HANDLE;
  args[0] = point;
  OK(TVMFuncCall(type_key, args, codes, 1, &ret, &code));
  CHECK_STR(ret.v_str, "testing.Point3");
  OK(TVMObjectFree(point.v_handle));
  OK(TVMFuncFree(make_point3));
  OK(TVMFuncFree(type_key));
  printf("a plugin's types are in the one table\n");
}

static void nulls(void) {
  OK(TVMObjectFree(NULL));
  FAILS(TVMObjectRetain(NULL), "ValueError", "NULL");
  TVMLikeGetHost()->object_retain(NULL);
  TVMLikeGetHost()->object_free(NULL);
  printf("NULL is freed without harm, and not retained\n");
}

int main(int argc, char **argv) {
  built_in_keys();
  keys_refused();
  inheritance();
  opaque_objects();
  counts_by_hand();
  from_a_plugin(argc, argv);
  nulls();
  return 0;
}
