/* Containers and nodes by name, as TVM's front ends call them: type codes, ownership, errors, JSON. */
#define LAST_ERROR TVMGetLastError
#include "tvmlike/tvm_runtime.h"

#include "../check.h"

typedef struct {
  TVMValue value;
  int code;
} Item;

static Item int_item(int64_t number) {
  Item item;
  item.value.v_int64 = number;
  item.code = kTVMArgInt;
  return item;
}

static Item text_item(const char *text) {
  Item item;
  item.value.v_str = text;
  item.code = kTVMStr;
  return item;
}

static Item handle_item(void *handle, int code) {
  Item item;
  item.value.v_handle = handle;
  item.code = code;
  return item;
}

static Item object_item(void *handle) { return handle_item(handle, kTVMObjectHandle); }

static Item null_item(void) { return handle_item(NULL, kTVMNullptr); }

/* Calls a function by its name; the status is the call's. */
static int call(const char *name, const Item *items, int count, Item *result) {
  TVMFunctionHandle function = global(name);
  TVMValue values[16];
  int codes[16], at, status;
  for (at = 0; at < count; ++at) {
    values[at] = items[at].value;
    codes[at] = items[at].code;
  }
  status = TVMFuncCall(function, values, codes, count, &result->value, &result->code);
  OK(TVMFuncFree(function));
  return status;
}

static Item called(const char *name, const Item *items, int count) {
  Item result = null_item();
  OK(call(name, items, count, &result));
  return result;
}

static Item call1(const char *name, Item a) { return called(name, &a, 1); }

static Item call2(const char *name, Item a, Item b) {
  Item items[2];
  items[0] = a;
  items[1] = b;
  return called(name, items, 2);
}

/* An object that a call returned. */
static void *object_of(Item item) {
  CHECK_INT(item.code, kTVMObjectHandle);
  CHECK(item.value.v_handle != NULL);
  return item.value.v_handle;
}

static int64_t int_of(Item item) {
  CHECK_INT(item.code, kTVMArgInt);
  return item.value.v_int64;
}

static void refused(const char *name, const Item *items, int count, const char *kind, const char *part) {
  Item result = int_item(77);
  FAILS(call(name, items, count, &result), kind, part);
  CHECK_INT(result.value.v_int64, 77); /* nothing was written */
}

static void check_type(void *object, const char *key) {
  unsigned of_object = 0, of_key = 0;
  OK(TVMObjectGetTypeIndex(object, &of_object));
  OK(TVMObjectTypeKey2Index(key, &of_key));
  CHECK_INT(of_object, of_key);
}

static int finalized;

static void finalize(void *resource) { *(int *)resource += 1; }

static int answers_nothing(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  (void)args;
  (void)codes;
  (void)num_args;
  (void)ret;
  (void)resource;
  return 0;
}

/* An object whose destruction is counted. */
static Item counted(void) {
  TVMFunctionHandle function = NULL;
  finalized = 0;
  OK(TVMFuncCreateFromCFunc(answers_nothing, &finalized, finalize, &function));
  return handle_item(function, kTVMPackedFuncHandle);
}

static void arrays(void) {
  Item items[4], item;
  void *array, *text;
  items[0] = int_item(5);
  items[1] = null_item();
  items[2] = text_item("text");
  items[3] = handle_item(NULL, kTVMObjectHandle); /* a moved object is an error */
  array = object_of(called("runtime.Array", items, 4));
  check_type(array, "Array");
  CHECK_INT(int_of(call1("runtime.ArraySize", object_item(array))), 4);
  CHECK_INT(int_of(call2("runtime.ArrayGetItem", object_item(array), int_item(0))), 5);
  CHECK_INT(call2("runtime.ArrayGetItem", object_item(array), int_item(1)).code, kTVMNullptr);
  CHECK_INT(call2("runtime.ArrayGetItem", object_item(array), int_item(3)).code, kTVMNullptr);
  text = object_of(call2("runtime.ArrayGetItem", object_item(array), int_item(2)));
  check_type(text, "runtime.String");
  item = call1("runtime.GetFFIString", object_item(text));
  CHECK_INT(item.code, kTVMStr);
  CHECK_STR(item.value.v_str, "text");
  OK(TVMObjectFree(text));
  items[0] = object_item(array);
  items[1] = int_item(4);
  refused("runtime.ArrayGetItem", items, 2, "IndexError", "index 4 is out of range for an array of 4 items");
  items[1] = int_item(-1);
  refused("runtime.ArrayGetItem", items, 2, "IndexError", "index -1");
  refused("runtime.ArrayGetItem", items, 1, "TypeError", "argument 2 `index` is missing");
  items[0] = text_item("x");
  refused("runtime.ArraySize", items, 1, "TypeError", "argument 1 `array`: expected Array, got str");
  OK(TVMObjectFree(array));
  array = object_of(called("runtime.Array", NULL, 0));
  CHECK_INT(int_of(call1("runtime.ArraySize", object_item(array))), 0);
  OK(TVMObjectFree(array));
  printf("arrays\n");
}

static void ownership(void) {
  Item function = counted(), item, pair[4];
  void *array, *map, *data, *items;
  pair[0] = pair[1] = function;
  array = object_of(called("runtime.Array", pair, 2));
  pair[0] = text_item("f");
  map = object_of(called("runtime.Map", pair, 2));
  pair[0] = int_item(1);
  data = object_of(called("runtime.ADT", pair, 2));
  OK(TVMFuncFree(function.value.v_handle));
  CHECK_INT(finalized, 0);
  item = call2("runtime.ArrayGetItem", object_item(array), int_item(1));
  CHECK_INT(item.code, kTVMPackedFuncHandle);
  CHECK(item.value.v_handle == function.value.v_handle);
  OK(TVMObjectFree(array));
  items = object_of(call1("runtime.MapItems", object_item(map)));
  OK(TVMObjectFree(map));
  OK(TVMObjectFree(data));
  OK(TVMFuncFree(item.value.v_handle));
  CHECK_INT(finalized, 0);
  OK(TVMObjectFree(items));
  CHECK_INT(finalized, 1);
  /* After a failed call, the caller still owns its arguments. */
  function = counted();
  pair[0] = pair[1] = pair[2] = function;
  refused("runtime.Map", pair, 3, "ValueError", "keys and values in turn, got 3 arguments");
  pair[3] = text_item("no UTF-8: \xff");
  refused("runtime.Array", pair, 4, "ValueError", "argument 4: string is not valid UTF-8");
  CHECK_INT(finalized, 0);
  OK(TVMFuncFree(function.value.v_handle));
  CHECK_INT(finalized, 1);
  /* An object that is passed by the address of its handle is stored like any other. */
  function = counted();
  pair[0] = handle_item(&function.value.v_handle, kTVMObjectRValueRefArg);
  array = object_of(called("runtime.Array", pair, 1));
  OK(TVMFuncFree(function.value.v_handle)); /* NULL if it was moved */
  CHECK_INT(finalized, 0);
  OK(TVMObjectFree(array));
  CHECK_INT(finalized, 1);
  printf("containers keep what is in them, and let it go\n");
}

static void maps(void) {
  Item items[6], item;
  void *map, *key, *text;
  key = object_of(called("runtime.Array", NULL, 0));
  items[0] = text_item("k");
  items[1] = int_item(1);
  items[2] = int_item(7);
  items[3] = text_item("seven");
  items[4] = object_item(key);
  items[5] = null_item();
  map = object_of(called("runtime.Map", items, 6));
  check_type(map, "Map");
  CHECK_INT(int_of(call1("runtime.MapSize", object_item(map))), 3);
  text = object_of(call1("runtime.String", text_item("k")));
  CHECK_INT(int_of(call2("runtime.MapGetItem", object_item(map), object_item(text))), 1);
  OK(TVMObjectFree(text));
  CHECK_INT(call2("runtime.MapGetItem", object_item(map), object_item(key)).code, kTVMNullptr);
  item = call2("runtime.MapGetItem", object_item(map), int_item(7));
  text = object_of(item);
  CHECK_STR(call1("runtime.GetFFIString", object_item(text)).value.v_str, "seven");
  OK(TVMObjectFree(text));
  CHECK_INT(int_of(call2("runtime.MapCount", object_item(map), text_item("k"))), 1);
  CHECK_INT(int_of(call2("runtime.MapCount", object_item(map), text_item("l"))), 0);
  items[0] = object_item(map);
  items[1] = text_item("l");
  refused("runtime.MapGetItem", items, 2, "KeyError", "the key \"l\" is not in the map, which has 3 pairs");
  refused("runtime.MapItems", items + 1, 1, "TypeError", "argument 1 `map`: expected Map, got str");
  OK(TVMObjectFree(map));
  OK(TVMObjectFree(key));
  printf("maps\n");
}

static void strings_and_shapes(void) {
  Item items[3], item;
  void *text, *again, *shape;
  text = object_of(call1("runtime.String", text_item("")));
  again = object_of(call1("runtime.String", object_item(text)));
  CHECK(again == text);
  OK(TVMObjectFree(again));
  CHECK_INT(int_of(call1("runtime.GetFFIStringSize", object_item(text))), 0);
  OK(TVMObjectFree(text));
  items[0] = null_item();
  refused("runtime.GetFFIString", items, 1, "TypeError", "expected str, got None");
  refused("runtime.String", items, 1, "TypeError", "argument 1 `text`: expected str, got None");
  items[0] = int_item(3);
  items[1] = int_item(-4);
  shape = object_of(called("runtime.ShapeTuple", items, 2));
  check_type(shape, "runtime.ShapeTuple");
  CHECK_INT(int_of(call1("runtime.GetShapeTupleSize", object_item(shape))), 2);
  CHECK_INT(int_of(call2("runtime.GetShapeTupleElem", object_item(shape), int_item(1))), -4);
  items[1] = text_item("4");
  refused("runtime.ShapeTuple", items, 2, "TypeError", "argument 2: expected i64, got str");
  items[0] = object_item(shape);
  items[1] = int_item(2);
  refused("runtime.GetShapeTupleElem", items, 2, "IndexError", "index 2 is out of range for a shape of 2 items");
  item = call1("node.AsRepr", object_item(shape));
  CHECK_INT(item.code, kTVMStr);
  CHECK_STR(item.value.v_str, "[3, -4]");
  OK(TVMObjectFree(shape));
  printf("strings and shapes\n");
}

static void data(void) {
  Item items[3];
  void *adt, *tuple;
  items[0] = int_item(9);
  items[1] = int_item(1);
  items[2] = text_item("b");
  adt = object_of(called("runtime.ADT", items, 3));
  check_type(adt, "runtime.ADT");
  CHECK_INT(int_of(call1("runtime.GetADTTag", object_item(adt))), 9);
  CHECK_INT(int_of(call1("runtime.GetADTSize", object_item(adt))), 2);
  CHECK_INT(int_of(call2("runtime.GetADTFields", object_item(adt), int_item(0))), 1);
  tuple = object_of(call1("runtime.Tuple", object_item(adt)));
  CHECK_INT(int_of(call1("runtime.GetADTTag", object_item(tuple))), 0);
  items[0] = object_item(tuple);
  items[1] = int_item(1);
  refused("runtime.GetADTFields", items, 2, "IndexError", "index 1 is out of range for data of 1 items");
  items[0] = text_item("x");
  refused("runtime.ADT", items, 1, "TypeError", "argument 1 `tag`: expected i64, got str");
  refused("runtime.GetADTTag", items, 1, "TypeError", "expected runtime.ADT, got str");
  OK(TVMObjectFree(adt));
  OK(TVMObjectFree(tuple));
  printf("data\n");
}

static void nodes(void) {
  Item items[2], item;
  void *array, *names, *loaded;
  char json[512];
  items[0] = int_item(1);
  items[1] = text_item("a \"text\"");
  array = object_of(called("runtime.Array", items, 2));
  item = call2("node.NodeGetAttr", object_item(array), text_item("type_key"));
  CHECK_INT(item.code, kTVMStr);
  CHECK_STR(item.value.v_str, "Array");
  items[0] = object_item(array);
  items[1] = text_item("nope");
  refused("node.NodeGetAttr", items, 2, "AttributeError", "Array has no attribute \"nope\"");
  item = call1("node.NodeListAttrNames", object_item(array));
  CHECK_INT(item.code, kTVMPackedFuncHandle);
  names = item.value.v_handle;
  items[0] = int_item(-1);
  OK(TVMFuncCall(names, &items[0].value, &items[0].code, 1, &item.value, &item.code));
  CHECK_INT(int_of(item), 0);
  OK(TVMFuncFree(names));
  item = call1("node.SaveJSON", object_item(array));
  CHECK_INT(item.code, kTVMStr);
  CHECK(strlen(item.value.v_str) < sizeof json);
  strcpy(json, item.value.v_str);
  CHECK_HAS(json, "{\"type_key\": \"Array\", \"data\": [2, 3]}");
  loaded = object_of(call1("node.LoadJSON", text_item(json)));
  CHECK(loaded != array);
  item = call2("node.StructuralEqual", object_item(array), object_item(loaded));
  CHECK(item.code == kTVMArgBool && item.value.v_int64 == 1);
  CHECK_INT(int_of(call1("node.StructuralHash", object_item(array))),
            int_of(call1("node.StructuralHash", object_item(loaded))));
  CHECK_STR(call1("node.AsRepr", object_item(loaded)).value.v_str, "[1, \"a \\\"text\\\"\"]");
  CHECK_INT(int_of(call1("runtime.ObjectPtrHash", object_item(array))), (int64_t)(intptr_t)array);
  items[0] = text_item("{\"root\": 0, \"nodes\": [{\"type_key\": \"Array\", \"data\": [0]}]}");
  refused("node.LoadJSON", items, 1, "ValueError", "node 0: cyclic reference to node 0");
  items[0] = object_item(array);
  refused("node.LoadJSON", items, 1, "TypeError", "argument 1 `text`: expected str, got Array");
  OK(TVMObjectFree(array));
  OK(TVMObjectFree(loaded));
  item = call1("node.LoadJSON", text_item("{\"root\": 0, \"nodes\": [{\"type_key\": \"\"}]}"));
  CHECK_INT(item.code, kTVMNullptr);
  printf("nodes\n");
}

static void params(void) {
  const int64_t shape[1] = {3};
  char numbers[3] = {1, 2, 3}, read[3] = {0, 0, 0}, *copy;
  TVMArrayHandle tensor = NULL;
  TVMByteArray bytes, saved;
  Item items[2], item;
  void *map;
  OK(TVMArrayAlloc(shape, 1, kDLInt, 8, 1, kDLCPU, 0, &tensor));
  OK(TVMArrayCopyFromBytes(tensor, numbers, 3));
  items[0] = text_item("w");
  items[1] = handle_item(tensor, kTVMNDArrayHandle);
  map = object_of(called("runtime.Map", items, 2));
  OK(TVMArrayFree(tensor));
  item = call1("runtime.SaveParams", object_item(map));
  CHECK_INT(item.code, kTVMBytes);
  OK(TVMObjectFree(map));
  saved = *(TVMByteArray *)item.value.v_handle;
  copy = malloc(saved.size);
  CHECK(copy != NULL);
  memcpy(copy, saved.data, saved.size);
  bytes.data = copy;
  bytes.size = saved.size;
  map = object_of(call1("runtime.LoadParams", handle_item(&bytes, kTVMBytes)));
  item = call2("runtime.MapGetItem", object_item(map), text_item("w"));
  CHECK_INT(item.code, kTVMNDArrayHandle);
  OK(TVMArrayCopyToBytes(item.value.v_handle, read, 3));
  CHECK(memcmp(read, numbers, 3) == 0);
  OK(TVMArrayFree(item.value.v_handle));
  OK(TVMObjectFree(map));
  bytes.size -= 1;
  items[0] = handle_item(&bytes, kTVMBytes);
  refused("runtime.LoadParams", items, 1, "ValueError", "has 3 bytes; the record announces 3 and contains 2");
  items[0] = null_item();
  refused("runtime.LoadParams", items, 1, "TypeError", "argument 1 `bytes`: expected bytes, got None");
  free(copy);
  printf("parameters as bytes\n");
}

int main(void) {
  arrays();
  ownership();
  maps();
  strings_and_shapes();
  data();
  nodes();
  params();
  return 0;
}
