/* Refinements that C registers: subtypes that are defined by a predicate. */
#include "../check.h"

typedef struct {
  int64_t number;
} Body;

static Body *body_of(TVMLikeObjectHandle object) { return (Body *)cell(object); }

static int asked;

/* Returns whether the number is divisible by the context's; fails for 13, returns an int for 14. */
static int divisible(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  const int64_t number = num_args == 1 ? body_of(args[0].payload.v_obj)->number : 0;
  ++asked;
  if (number == 13) {
    TVMLikeByteArray kind = bytes_of("ValueError"), message = bytes_of("thirteen");
    TVMLikeObjectHandle error = NULL;
    OK(TVMLikeErrorCreate(&kind, &message, NULL, NULL, NULL, &error));
    TVMLikeErrorSetRaised(error);
    OK(TVMObjectFree(error));
    return -1;
  }
  *result = int_value(number == 14 ? number : number % *(const int64_t *)context == 0);
  if (number != 14) result->type_index = TVMLIKE_BOOL;
  return 0;
}

static int key_of(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  (void)context, (void)num_args;
  *result = int_value(body_of(args[0].payload.v_obj)->number % 10);
  return 0;
}

static int32_t new_type(const char *key, int32_t parent) {
  TVMLikeByteArray text = bytes_of(key);
  int32_t index = 0;
  OK(TVMLikeTypeRegister(&text, parent, &index));
  return index;
}

static int add(int32_t type, const char *name, uint32_t kind, TVMLikeCallback call, int64_t *context) {
  TVMLikeByteArray doc = bytes_of("");
  TVMLikeTypeMember member;
  int status;
  memset(&member, 0, sizeof member);
  member.name = bytes_of(name);
  member.kind = kind;
  OK(TVMLikeFuncCreate(call, context, NULL, &member.function));
  status = TVMLikeTypeAddMembers(type, &doc, &member, 1, sizeof member);
  OK(TVMObjectFree(member.function));
  return status;
}

static int64_t two = 2, three = 3, four = 4;

static int32_t base, even, fourfold, threefold;

static TVMLikeObjectHandle new_object(int32_t type, int64_t number) {
  TVMLikeObjectHandle object = NULL;
  OK(TVMLikeObjectCreate(type, sizeof(Body), NULL, &object));
  body_of(object)->number = number;
  return object;
}

static int32_t refined(int64_t number) {
  TVMLikeObjectHandle object = new_object(base, number);
  int32_t index = 0;
  OK(TVMLikeObjectRefinedType(object, &index));
  CHECK_INT(strong_count(object), 1);
  OK(TVMObjectFree(object));
  return index;
}

static int is_instance(int64_t number, int32_t type) {
  TVMLikeObjectHandle object = new_object(base, number);
  int answer = -1;
  OK(TVMLikeObjectIsInstance(object, type, &answer));
  OK(TVMObjectFree(object));
  return answer;
}

static void found(void) {
  uint64_t before;
  base = new_type("test.RefinedBase", TVMLIKE_OBJECT);
  CHECK_INT(TVMLikeTypeIsRefined(base), 0);
  CHECK_INT(refined(8), base);
  before = *TVMLikeRegistryGeneration();
  even = new_type("test.RefinedEven", base);
  OK(add(even, "__refines__", TVMLIKE_MEMBER_STATIC, divisible, &two));
  CHECK(*TVMLikeRegistryGeneration() != before);
  CHECK_INT(TVMLikeTypeIsRefined(base), 1);
  CHECK_INT(TVMLikeTypeIsRefined(even), 0);
  CHECK_INT(TVMLikeTypeIsRefined(TVMLIKE_ARRAY), 0);
  CHECK_INT(TVMLikeTypeIsRefined(-1), 0);
  CHECK_INT(refined(7), base);
  CHECK_INT(refined(8), even);
  threefold = new_type("test.RefinedThreefold", base);
  OK(add(threefold, "__refines__", TVMLIKE_MEMBER_STATIC, divisible, &three));
  fourfold = new_type("test.RefinedFourfold", even);
  OK(add(fourfold, "__refines__", TVMLIKE_MEMBER_STATIC, divisible, &four));
  CHECK_INT(refined(8), fourfold);
  CHECK_INT(refined(9), threefold);
  CHECK_INT(refined(6), even);
  CHECK_INT(refined(12), fourfold);
  /* Predicates that cannot lead to a deeper refinement are not called. */
  asked = 0;
  CHECK_INT(refined(12), fourfold);
  CHECK_INT(asked, 2);
  CHECK_INT(is_instance(12, base), 1);
  CHECK_INT(is_instance(12, even), 1);
  CHECK_INT(is_instance(12, threefold), 1);
  CHECK_INT(is_instance(9, fourfold), 0);
  CHECK_INT(is_instance(9, TVMLIKE_OBJECT), 1);
  CHECK_INT(is_instance(9, TVMLIKE_ARRAY), 0);
  printf("an object has the most refined type whose predicate holds\n");
}

static void refused(void) {
  TVMLikeObjectHandle object = new_object(base, 13);
  int32_t index = -5, type = 0;
  int answer = -5;
  RAISES(TVMLikeObjectRefinedType(object, &index), "ValueError", "thirteen");
  RAISES(TVMLikeObjectIsInstance(object, even, &answer), "ValueError", "thirteen");
  body_of(object)->number = 14;
  RAISES(TVMLikeObjectRefinedType(object, &index),
         "TypeError", "test.RefinedEven.__refines__: expected a result of type bool, got int");
  RAISES(TVMLikeObjectIsInstance(object, 1000000, &answer), "ValueError", "1000000");
  RAISES(TVMLikeObjectIsInstance(NULL, even, &answer), "ValueError", "NULL");
  RAISES(TVMLikeObjectIsInstance(object, base, NULL), "ValueError", "NULL");
  RAISES(TVMLikeObjectRefinedType(NULL, &index), "ValueError", "NULL");
  RAISES(TVMLikeObjectRefinedType(object, NULL), "ValueError", "NULL");
  CHECK_INT(index, -5);
  CHECK_INT(answer, -5);
  CHECK_INT(strong_count(object), 1);
  OK(TVMObjectFree(object));
  object = NULL;
  RAISES(TVMLikeObjectCreate(even, sizeof(Body), NULL, &object),
         "ValueError", "is a refinement, which has no objects of its own; make one of test.RefinedBase");
  CHECK(object == NULL);
  type = new_type("test.RefinedMethod", base);
  RAISES(add(type, "__refines__", TVMLIKE_MEMBER_METHOD, divisible, &two),
         "ValueError", "must be a static function");
  RAISES(add(new_type("test.RefinedArray", TVMLIKE_ARRAY),
         "__refines__", TVMLIKE_MEMBER_STATIC, divisible, &two),
         "ValueError", "Array is built in and cannot be refined");
  RAISES(add(new_type("test.BelowRefined", even),
         "f", TVMLIKE_MEMBER_STATIC, divisible, &two),
         "ValueError", "its parent test.RefinedEven is a refinement");
  printf("predicates that fail, and refinements that make no sense, are errors\n");
}

static void by_key(void) {
  int64_t number;
  int32_t keyed = new_type("test.RefinedKeyed", TVMLIKE_OBJECT), of_key;
  OK(add(keyed, "__refinement_key__", TVMLIKE_MEMBER_METHOD, key_of, NULL));
  of_key = new_type("test.RefinedByKey", keyed);
  OK(add(of_key, "__refines__", TVMLIKE_MEMBER_STATIC, divisible, &two));
  asked = 0;
  for (number = 100; number < 200; ++number) {
    TVMLikeObjectHandle object = new_object(keyed, number);
    int32_t index = 0;
    OK(TVMLikeObjectRefinedType(object, &index));
    CHECK_INT(index, number % 2 == 0 ? of_key : keyed);
    OK(TVMObjectFree(object));
  }
  CHECK_INT(asked, 10);
  printf("predicates are asked once for each key\n");
}

static int register_class(const char *key, int32_t parent, uint32_t flags, int64_t *context, int32_t *out) {
  TVMLikeByteArray text = bytes_of(key), doc = bytes_of("Made of data.");
  TVMLikeTypeMember member;
  int status;
  memset(&member, 0, sizeof member);
  member.name = bytes_of("__refines__");
  member.kind = TVMLIKE_MEMBER_STATIC;
  OK(TVMLikeFuncCreate(divisible, context, NULL, &member.function));
  status = TVMLikeClassRegister(&text, parent, &doc, &member, 1, sizeof member, flags, out);
  OK(TVMObjectFree(member.function));
  return status;
}

static void at_run_time(void) {
  int32_t parent = new_type("test.BuiltParent", TVMLIKE_OBJECT), first = 0, second = 0, index = 0;
  TVMLikeByteArray key = bytes_of("test.Built"), of_parent = bytes_of("test.BuiltParent");
  TVMLikeObjectHandle object = new_object(parent, 6);
  unsigned now = 0;
  OK(register_class("test.Built", parent, 0, &two, &first));
  OK(TVMLikeObjectRefinedType(object, &index));
  CHECK_INT(index, first);
  RAISES(register_class("test.Built", parent, 0, &two, &index), "ValueError", "is already registered");
  RAISES(register_class("test.Built", parent, 2, &two, &index), "ValueError", "unknown flags");
  RAISES(register_class("test.BuiltParent", parent, TVMLIKE_CLASS_REPLACE, &two, &index), "ValueError",
         "test.BuiltParent was not made at run time");
  RAISES(TVMLikeClassRegister(NULL, parent, &key, NULL, 0, 0, 0, &index), "ValueError", "NULL");
  RAISES(TVMLikeClassRemove(&of_parent), "ValueError", "was not made at run time");
  RAISES(TVMLikeClassRemove(NULL), "ValueError", "NULL");
  OK(register_class("test.Built", parent, TVMLIKE_CLASS_REPLACE, &four, &second));
  CHECK(second != first);
  OK(TVMLikeObjectRefinedType(object, &index));
  CHECK_INT(index, parent);
  OK(TVMObjectTypeKey2Index("test.Built", &now));
  CHECK_INT(now, second);
  OK(TVMLikeClassRemove(&key));
  RAISES(TVMLikeClassRemove(&key), "ValueError", "no type is registered as \"test.Built\"");
  OK(TVMObjectFree(object));
  printf("classes are made, replaced and removed\n");
}

int main(void) {
  found();
  refused();
  by_key();
  at_run_time();
  return 0;
}
