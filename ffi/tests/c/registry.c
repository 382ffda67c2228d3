/* Names: registering, overriding, getting, listing, removing, and errors. */
#include "../check.h"

static int answer(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  (void)args;
  (void)num_args;
  *result = int_value(*(const int64_t *)context);
  return 0;
}

static const int64_t one = 1, two = 2;

static TVMFunctionHandle make(const int64_t *number) {
  TVMLikeObjectHandle function = NULL;
  OK(TVMLikeFuncCreate(answer, (void *)(uintptr_t)number, NULL, &function));
  return function;
}

static int64_t call(TVMFunctionHandle function) {
  TVMLikeValue result = none();
  OK(TVMLikeFuncCall((TVMLikeObjectHandle)function, NULL, 0, &result));
  CHECK_INT(result.type_index, TVMLIKE_INT);
  return result.payload.v_int64;
}

static void registers_and_gets(void) {
  TVMFunctionHandle first = make(&one), second = make(&two), got = NULL;
  OK(TVMFuncRegisterGlobal("test.registry.f", first, 0));
  CHECK_INT(strong_count((TVMLikeObjectHandle)first), 2);
  got = global("test.registry.f");
  CHECK(got == first);
  CHECK_INT(strong_count((TVMLikeObjectHandle)first), 3);
  OK(TVMFuncFree(got));

  FAILS(TVMFuncRegisterGlobal("test.registry.f", second, 0), "ValueError", "test.registry.f");
  got = global("test.registry.f");
  CHECK(got == first);
  OK(TVMFuncFree(got));
  CHECK_INT(strong_count((TVMLikeObjectHandle)second), 1);

  OK(TVMFuncRegisterGlobal("test.registry.f", second, 1));
  CHECK_INT(strong_count((TVMLikeObjectHandle)first), 1);
  got = global("test.registry.f");
  CHECK_INT(call(got), 2);
  /* A handle stays valid whatever happens to its name. */
  OK(TVMFuncRemoveGlobal("test.registry.f"));
  CHECK_INT(call(got), 2);
  OK(TVMFuncFree(got));
  OK(TVMFuncFree(first));
  OK(TVMFuncFree(second));
  printf("registers, refuses a second time, overrides, gets\n");
}

static void missing_and_removed(void) {
  int marker = 0;
  TVMFunctionHandle got = &marker, function = make(&one);
  OK(TVMFuncGetGlobal("test.registry.missing", &got));
  CHECK(got == NULL);
  FAILS(TVMFuncRemoveGlobal("test.registry.missing"), "ValueError", "test.registry.missing");
  OK(TVMFuncRegisterGlobal("test.registry.once", function, 0));
  OK(TVMFuncRemoveGlobal("test.registry.once"));
  FAILS(TVMFuncRemoveGlobal("test.registry.once"), "ValueError", "test.registry.once");
  CHECK(!is_listed("test.registry.once"));
  CHECK_INT(strong_count((TVMLikeObjectHandle)function), 1);
  OK(TVMFuncFree(function));
  printf("a missing name is NULL, removing it is an error\n");
}

static void bad_names(void) {
  static const char with_nul[] = "test.registry\0.x";
  char longest[4097];
  TVMFunctionHandle function = make(&one), got = NULL;
  TVMLikeObjectHandle got_object = NULL;
  TVMLikeByteArray name;
  TVMLikeRegistration registration;

  FAILS(TVMFuncRegisterGlobal("", function, 0), "ValueError", "empty");
  FAILS(TVMFuncRegisterGlobal("", function, 1), "ValueError", "empty");
  FAILS(TVMFuncRegisterGlobal("test.\xff\xfe", function, 0), "ValueError", "UTF-8");
  FAILS(TVMFuncRegisterGlobal(NULL, function, 0), "ValueError", "NULL");
  memset(longest, 'x', sizeof longest - 1);
  longest[sizeof longest - 1] = '\0';
  FAILS(TVMFuncRegisterGlobal(longest, function, 0), "ValueError", "must not exceed");
  FAILS(TVMFuncRegisterGlobal("test.registry.null", NULL, 0), "ValueError", "NULL");
  FAILS(TVMFuncGetGlobal("", &got), "ValueError", "empty");
  FAILS(TVMFuncGetGlobal("test.\xff", &got), "ValueError", "UTF-8");
  FAILS(TVMFuncGetGlobal(NULL, &got), "ValueError", "NULL");
  FAILS(TVMFuncGetGlobal("registry.list", NULL), "ValueError", "NULL");
  FAILS(TVMFuncRemoveGlobal(NULL), "ValueError", "NULL");
  FAILS(TVMFuncRemoveGlobal(""), "ValueError", "");
  FAILS(TVMFuncRemoveGlobal("\xff"), "ValueError", "");

  name.data = with_nul;
  name.size = sizeof with_nul - 1;
  memset(&registration, 0, sizeof registration);
  registration.name = name;
  registration.function = (TVMLikeObjectHandle)function;
  RAISES(TVMLikeFuncRegisterGlobal(&registration, &name), "ValueError", "NUL");
  RAISES(TVMLikeFuncGetGlobal(&name, &got_object), "ValueError", "NUL");
  RAISES(TVMLikeFuncGetGlobal(NULL, &got_object), "ValueError", "NULL");
  RAISES(TVMLikeFuncRemoveGlobal(NULL), "ValueError", "NULL");
  name.data = NULL;
  RAISES(TVMLikeFuncGetGlobal(&name, &got_object), "ValueError", "NULL");
  CHECK(got == NULL && got_object == NULL);

  CHECK(!is_listed("test.registry.null"));
  CHECK_INT(strong_count((TVMLikeObjectHandle)function), 1);
  OK(TVMFuncFree(function));
  OK(TVMFuncFree(NULL));
  printf("bad names and NULLs are refused\n");
}

static void not_a_function(void) {
  TVMLikeByteArray text = bytes_of("a string that is not a function");
  TVMLikeValue string = none();
  OK(TVMLikeStringCreate(&text, &string));
  FAILS(TVMFuncRegisterGlobal("test.registry.string", string.payload.v_obj, 0), "TypeError", "PackedFunc");
  CHECK(!is_listed("test.registry.string"));
  TVMLikeValueFree(&string);
  printf("an object that is no function is refused\n");
}

static void lists(void) {
  int count = 0, again = 0, at;
  const char **names = NULL, **second = NULL;
  char *copy;
  TVMFunctionHandle function = make(&one);
  FAILS(TVMFuncListGlobalNames(NULL, &names), "ValueError", "NULL");
  FAILS(TVMFuncListGlobalNames(&count, NULL), "ValueError", "NULL");

  OK(TVMFuncListGlobalNames(&count, &names));
  CHECK(count > 5);
  for (at = 1; at < count; ++at) CHECK(strcmp(names[at - 1], names[at]) < 0);
  CHECK(is_listed("registry.list"));

  /* The array is valid until this thread lists again, whatever is registered meanwhile. */
  OK(TVMFuncListGlobalNames(&count, &names));
  copy = (char *)malloc(strlen(names[0]) + 1);
  strcpy(copy, names[0]);
  OK(TVMFuncRegisterGlobal("a.first.test.name", function, 0));
  CHECK_STR(names[0], copy);
  OK(TVMFuncListGlobalNames(&again, &second));
  CHECK_INT(again, count + 1);
  CHECK(is_listed("a.first.test.name"));
  OK(TVMFuncRemoveGlobal("a.first.test.name"));
  OK(TVMFuncFree(function));
  free(copy);
  printf("lists names, sorted and stable\n");
}

static int64_t names_under(const char *prefix) {
  TVMLikeByteArray bytes = bytes_of(prefix);
  TVMLikeValue names = none();
  int64_t count;
  OK(TVMLikeFuncListNames(&bytes, &names));
  CHECK_INT(names.type_index, TVMLIKE_ARRAY);
  count = ((const TVMLikeSeqCell *)cell(names.payload.v_obj))->size;
  TVMLikeValueFree(&names);
  CHECK_INT(names.type_index, TVMLIKE_NONE);
  return count;
}

static void lists_under_a_prefix(void) {
  static const char *const names[] = {"test.pre.a", "test.pre.b", "test.prefix.c", "test.pre.sub.d"};
  TVMLikeByteArray bad = bytes_of("\xff"), good = bytes_of("test.pre");
  TVMLikeValue out = none();
  TVMFunctionHandle function = make(&one);
  size_t at;
  for (at = 0; at < 4; ++at) OK(TVMFuncRegisterGlobal(names[at], function, 0));
  CHECK_INT(names_under("test.pre"), 3);
  CHECK_INT(names_under("test.pre."), 3);
  CHECK_INT(names_under("test.prefix"), 1);
  CHECK_INT(names_under("test.p"), 0);
  CHECK_INT(names_under("test.pre.a"), 0);
  CHECK_INT(names_under("no.such"), 0);
  CHECK(names_under("") >= 4);
  OK(TVMLikeFuncListNames(&good, &out));
  CHECK(holds_text(&((const TVMLikeSeqCell *)cell(out.payload.v_obj))->data[0], "test.pre.a"));
  CHECK(holds_text(&((const TVMLikeSeqCell *)cell(out.payload.v_obj))->data[2], "test.pre.sub.d"));
  TVMLikeValueFree(&out);
  RAISES(TVMLikeFuncListNames(&bad, &out), "ValueError", "UTF-8");
  RAISES(TVMLikeFuncListNames(NULL, &out), "ValueError", "NULL");
  RAISES(TVMLikeFuncListNames(&good, NULL), "ValueError", "NULL");
  for (at = 0; at < 4; ++at) OK(TVMFuncRemoveGlobal(names[at]));
  OK(TVMFuncFree(function));
  printf("a prefix ends at a dot\n");
}

static void looks_up_with_flags(void) {
  TVMFunctionHandle function = make(&one);
  TVMLikeObjectHandle got = NULL;
  TVMLikeByteArray name = bytes_of("test.registry.quick"), owner = bytes_of("C"), bad = bytes_of("");
  TVMLikeRegistration entry;
  uint32_t flags = 77;
  memset(&entry, 0, sizeof entry);
  entry.name = name;
  entry.function = (TVMLikeObjectHandle)function;
  entry.flags = TVMLIKE_REGISTER_OVERRIDE | TVMLIKE_REGISTER_KEEPS_GIL;
  OK(TVMLikeFuncLookUp(&name, &got, &flags));
  CHECK(got == NULL && flags == 0);
  OK(TVMLikeFuncRegisterGlobal(&entry, &owner));
  OK(TVMLikeFuncLookUp(&name, &got, &flags));
  CHECK(got == (TVMLikeObjectHandle)function);
  /* The override flag describes the registration, not the function. */
  CHECK_INT(flags, TVMLIKE_REGISTER_KEEPS_GIL);
  CHECK_INT(strong_count(got), 3);
  OK(TVMObjectFree(got));
  OK(TVMFuncRegisterGlobal("test.registry.quick", function, 1));
  OK(TVMLikeFuncLookUp(&name, &got, &flags));
  CHECK_INT(flags, 0);
  OK(TVMObjectFree(got));
  got = NULL;
  RAISES(TVMLikeFuncLookUp(&bad, &got, &flags), "ValueError", "");
  RAISES(TVMLikeFuncLookUp(NULL, &got, &flags), "ValueError", "NULL");
  RAISES(TVMLikeFuncLookUp(&name, NULL, &flags), "ValueError", "NULL");
  RAISES(TVMLikeFuncLookUp(&name, &got, NULL), "ValueError", "NULL");
  CHECK(got == NULL);
  OK(TVMFuncRemoveGlobal("test.registry.quick"));
  CHECK_INT(strong_count((TVMLikeObjectHandle)function), 1);
  OK(TVMFuncFree(function));
  printf("a look-up tells whether calls keep the lock\n");
}

static void generation(void) {
  const uint64_t *now = TVMLikeRegistryGeneration();
  uint64_t before = *now;
  TVMFunctionHandle first = make(&one), second = make(&two), got = NULL;
  CHECK(now == TVMLikeRegistryGeneration());
  /* A new name, a lookup, an error: no existing name has changed its function. */
  OK(TVMFuncRegisterGlobal("test.registry.g", first, 0));
  OK(TVMFuncGetGlobal("test.registry.g", &got));
  OK(TVMFuncFree(got));
  FAILS(TVMFuncRegisterGlobal("test.registry.g", second, 0), "ValueError", "already registered");
  FAILS(TVMFuncRemoveGlobal("test.registry.missing"), "ValueError", "missing");
  CHECK(*now == before);
  OK(TVMFuncRegisterGlobal("test.registry.g", second, 1));
  CHECK(*now != before);
  before = *now;
  OK(TVMFuncRemoveGlobal("test.registry.g"));
  CHECK(*now != before);
  OK(TVMFuncFree(first));
  OK(TVMFuncFree(second));
  printf("the generation changes when a name stops standing for its function\n");
}

int main(void) {
  registers_and_gets();
  missing_and_removed();
  bad_names();
  not_a_function();
  lists();
  lists_under_a_prefix();
  looks_up_with_flags();
  generation();
  return 0;
}
