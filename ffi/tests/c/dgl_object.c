/* Objects: types by key and index, attributes, identity, the functions of containers. */
#include "../check_dgl.h"

static void *value(int64_t number) {
  Given given = given_int(number);
  given = named("_Value", &given, 1);
  CHECK_INT(given.code, DGL_ARG_OBJECT_HANDLE);
  return given.value.v_handle;
}

static int index_of(const char *key) {
  int index = -1;
  OK(DGLObjectTypeKey2Index(key, &index));
  return index;
}

static void is_a(void *object, const char *key) {
  int index = -1, code = -1, found = -1;
  DGLValue attribute;
  OK(DGLObjectGetTypeIndex(object, &index));
  CHECK_INT(index, index_of(key));
  OK(DGLObjectGetAttr(object, "type_key", &attribute, &code, &found));
  CHECK(code == DGL_ARG_STR && found == 1);
  CHECK_STR(attribute.v_str, key);
}

static void lists(void) {
  void *first = value(1), *second = value(2);
  Given args[2], list, inner, item;
  args[0] = given_object(first);
  args[1] = given_object(second);
  inner = named("_List", args, 2);
  is_a(inner.value.v_handle, "List");
  args[1] = inner;
  list = named("_List", args, 2);
  OK(DGLObjectFree(first));
  OK(DGLObjectFree(second));
  OK(DGLObjectFree(inner.value.v_handle));
  CHECK_INT(named("_ListSize", &list, 1).value.v_int64, 2);
  args[0] = list;
  args[1] = given_int(0);
  item = named("_ListGetItem", args, 2);
  is_a(item.value.v_handle, "Value");
  CHECK_INT(named("_ValueGet", &item, 1).value.v_int64, 1);
  OK(DGLObjectFree(item.value.v_handle));
  args[1] = given_int(1);
  item = named("_ListGetItem", args, 2);
  is_a(item.value.v_handle, "List");
  OK(DGLObjectFree(item.value.v_handle));
  args[1] = given_int(2);
  NAMED_FAILS("_ListGetItem", args, 2, "IndexError", "out of bound");
  args[1] = given_int(-1);
  NAMED_FAILS("_ListGetItem", args, 2, "IndexError", "out of bound");
  NAMED_FAILS("_ListGetItem", args, 1, "TypeError", "_ListGetItem");
  NAMED_FAILS("_List", &args[1], 1, "TypeError", "argument 1");
  NAMED_FAILS("_ListSize", &args[1], 1, "TypeError", "_ListSize");
  OK(DGLObjectFree(list.value.v_handle));
  printf("lists hold objects, and give them out\n");
}

static void maps(void) {
  void *one = value(1), *key = value(7), *same = value(7);
  Given args[4], map, item;
  args[0] = given_str("a");
  args[1] = given_object(one);
  map = named("_Map", args, 2);
  is_a(map.value.v_handle, "StrMap");
  CHECK_INT(named("_MapSize", &map, 1).value.v_int64, 1);
  args[2] = map;
  args[3] = given_str("a");
  item = named("_MapGetItem", &args[2], 2);
  CHECK_INT(named("_ValueGet", &item, 1).value.v_int64, 1);
  OK(DGLObjectFree(item.value.v_handle));
  CHECK_INT(named("_MapCount", &args[2], 2).value.v_int64, 1);
  args[3] = given_str("b");
  CHECK_INT(named("_MapCount", &args[2], 2).value.v_int64, 0);
  NAMED_FAILS("_MapGetItem", &args[2], 2, "KeyError", "cannot find the key");
  item = named("_MapItems", &map, 1);
  CHECK_INT(named("_ListSize", &item, 1).value.v_int64, 2);
  OK(DGLObjectFree(item.value.v_handle));
  OK(DGLObjectFree(map.value.v_handle));
  args[0] = given_object(key);
  map = named("_Map", args, 2);
  is_a(map.value.v_handle, "Map");
  args[2] = map;
  args[3] = given_object(same);
  /* Boxed keys are equal if their values are. */
  CHECK_INT(named("_MapCount", &args[2], 2).value.v_int64, 1);
  OK(DGLObjectFree(map.value.v_handle));
  NAMED_FAILS("_Map", args, 1, "ValueError", "1 arguments");
  args[1] = given_int(3);
  NAMED_FAILS("_Map", args, 2, "TypeError", "argument 2");
  map = named("_Map", NULL, 0);
  is_a(map.value.v_handle, "Map");
  OK(DGLObjectFree(map.value.v_handle));
  map = named("_EmptyStrMap", NULL, 0);
  is_a(map.value.v_handle, "StrMap");
  CHECK_INT(named("_MapSize", &map, 1).value.v_int64, 0);
  OK(DGLObjectFree(map.value.v_handle));
  OK(DGLObjectFree(one));
  OK(DGLObjectFree(key));
  OK(DGLObjectFree(same));
  printf("maps of text and of objects\n");
}

static void identity(void) {
  void *one = value(1), *other = value(1);
  Given first = given_object(one), second = given_object(other);
  int64_t address = named("_raw_ptr", &first, 1).value.v_int64;
  CHECK_INT(named("_raw_ptr", &first, 1).value.v_int64, address);
  CHECK(named("_raw_ptr", &second, 1).value.v_int64 != address);
  second = given_int(5);
  NAMED_FAILS("_raw_ptr", &second, 1, "TypeError", "_raw_ptr");
  OK(DGLObjectFree(one));
  OK(DGLObjectFree(other));
  printf("objects are distinguished by their addresses\n");
}

static void attributes(void) {
  void *nine = value(9);
  DGLValue attribute;
  const char **names = NULL;
  int code = -1, found = -1, count = -1;
  OK(DGLObjectListAttrNames(nine, &count, &names));
  CHECK_INT(count, 1);
  CHECK_STR(names[0], "data");
  OK(DGLObjectGetAttr(nine, "data", &attribute, &code, &found));
  CHECK(code == DGL_ARG_INT && found == 1 && attribute.v_int64 == 9);
  OK(DGLObjectGetAttr(nine, "absent", &attribute, &code, &found));
  CHECK(found == 0 && code == DGL_ARG_NULLPTR);
  FAILS(DGLObjectGetAttr(NULL, "data", &attribute, &code, &found), "ValueError", "NULL");
  FAILS(DGLObjectGetAttr(nine, NULL, &attribute, &code, &found), "ValueError", "NULL");
  FAILS(DGLObjectGetAttr(nine, "bad\xff", &attribute, &code, &found), "ValueError", "UTF-8");
  FAILS(DGLObjectGetAttr(nine, "data", NULL, &code, &found), "ValueError", "NULL");
  FAILS(DGLObjectGetAttr(nine, "data", &attribute, NULL, &found), "ValueError", "NULL");
  FAILS(DGLObjectGetAttr(nine, "data", &attribute, &code, NULL), "ValueError", "NULL");
  FAILS(DGLObjectListAttrNames(NULL, &count, &names), "ValueError", "NULL");
  FAILS(DGLObjectListAttrNames(nine, NULL, &names), "ValueError", "NULL");
  FAILS(DGLObjectListAttrNames(nine, &count, NULL), "ValueError", "NULL");
  OK(DGLObjectFree(nine));
  printf("attributes are the fields of the type\n");
}

static void types(void) {
  int index = -1;
  CHECK(index_of("List") != index_of("Map"));
  CHECK(index_of("Map") != index_of("StrMap"));
  CHECK_INT(index_of("Value"), index_of("Value"));
  FAILS(DGLObjectTypeKey2Index("dgl_object.Absent", &index), "ValueError", "dgl_object.Absent");
  CHECK_INT(index, -1);
  FAILS(DGLObjectTypeKey2Index(NULL, &index), "ValueError", "NULL");
  FAILS(DGLObjectTypeKey2Index("List", NULL), "ValueError", "NULL");
  FAILS(DGLObjectGetTypeIndex(NULL, &index), "ValueError", "NULL");
  OK(DGLObjectFree(NULL));
  printf("types by their keys\n");
}

int main(void) {
  lists();
  maps();
  identity();
  attributes();
  types();
  return 0;
}
