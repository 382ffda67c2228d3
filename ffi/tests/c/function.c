/* Functions with 16-byte values: create, call, direct call, context, registration with an owner and a record.
 */
#include "../check.h"

typedef struct Counter {
  int calls;
  int finalized;
} Counter;

static int add_all(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  int64_t sum = 0;
  int32_t at;
  ((Counter *)context)->calls += 1;
  for (at = 0; at < num_args; ++at) {
    if (args[at].type_index != TVMLIKE_INT) {
      TVMLikeByteArray kind = bytes_of("TypeError"), message = bytes_of("add_all: expected ints"),
                       empty = bytes_of("");
      TVMLikeObjectHandle error = NULL;
      OK(TVMLikeErrorCreate(&kind, &message, &empty, NULL, NULL, &error));
      TVMLikeErrorSetRaised(error);
      OK(TVMObjectFree(error));
      return -1;
    }
    sum += args[at].payload.v_int64;
  }
  *result = int_value(sum);
  return 0;
}

static void finalize(void *context) { ((Counter *)context)->finalized += 1; }

static void calls(void) {
  Counter counter = {0, 0};
  TVMLikeObjectHandle f = NULL;
  TVMLikeValue args[3], result = none();
  args[0] = int_value(1);
  args[1] = int_value(2);
  args[2] = int_value(3);
  OK(TVMLikeFuncCreate(add_all, &counter, finalize, &f));
  CHECK_INT(f->type_index, TVMLIKE_FUNCTION);
  OK(TVMLikeFuncCall(f, args, 3, &result));
  CHECK(result.type_index == TVMLIKE_INT && result.payload.v_int64 == 6);
  /* Directly through the function object. */
  result = none();
  OK(((const TVMLikeFunctionCell *)cell(f))->safe_call(f, args, 2, &result));
  CHECK_INT(result.payload.v_int64, 3);
  result = none();
  OK(TVMLikeFuncCall(f, NULL, 0, &result));
  CHECK_INT(result.payload.v_int64, 0);
  CHECK_INT(counter.calls, 3);

  args[1] = float_value(2);
  result = none();
  RAISES(TVMLikeFuncCall(f, args, 3, &result), "TypeError", "add_all: expected ints");
  CHECK_INT(result.type_index, TVMLIKE_NONE);
  OK(TVMFuncFree(f));
  CHECK_INT(counter.finalized, 1);
  printf("a callback is called, fails and is finalized\n");
}

static void refused(void) {
  Counter counter = {0, 0};
  TVMLikeObjectHandle f = NULL;
  TVMLikeByteArray text = bytes_of("not a function at all");
  TVMLikeValue args[1], result = none(), string = none();
  args[0] = int_value(1);
  OK(TVMLikeFuncCreate(add_all, &counter, finalize, &f));
  RAISES(TVMLikeFuncCall(NULL, args, 1, &result), "ValueError", "NULL");
  RAISES(TVMLikeFuncCall(f, NULL, 1, &result), "ValueError", "NULL");
  RAISES(TVMLikeFuncCall(f, args, -1, &result), "ValueError", "-1");
  RAISES(TVMLikeFuncCall(f, args, 1, NULL), "ValueError", "NULL");
  OK(TVMLikeStringCreate(&text, &string));
  RAISES(TVMLikeFuncCall(string.payload.v_obj, args, 1, &result), "TypeError", "PackedFunc");
  TVMLikeValueFree(&string);
  CHECK_INT(counter.calls, 0);
  RAISES(TVMLikeFuncCreate(NULL, &counter, finalize, &f), "ValueError", "NULL");
  RAISES(TVMLikeFuncCreate(add_all, &counter, finalize, NULL), "ValueError", "NULL");
  CHECK_INT(counter.finalized, 0);
  OK(TVMFuncFree(f));
  CHECK_INT(counter.finalized, 1);
  printf("NULLs, negative counts and other objects are refused\n");
}

static int other_callback(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  (void)context;
  (void)args;
  (void)num_args;
  (void)result;
  return 0;
}

static void contexts(void) {
  Counter counter = {0, 0};
  TVMLikeObjectHandle f = NULL, library_own = NULL;
  TVMLikeByteArray name = bytes_of("registry.list");
  OK(TVMLikeFuncCreate(add_all, &counter, NULL, &f));
  CHECK(TVMLikeFuncGetContext(f, add_all) == &counter);
  CHECK(TVMLikeFuncGetContext(f, other_callback) == NULL);
  CHECK(TVMLikeFuncGetContext(f, NULL) == NULL);
  CHECK(TVMLikeFuncGetContext(NULL, add_all) == NULL);
  OK(TVMLikeFuncGetGlobal(&name, &library_own));
  CHECK(TVMLikeFuncGetContext(library_own, add_all) == NULL);
  OK(TVMFuncFree(library_own));
  OK(TVMFuncFree(f));
  printf("a front end finds its own callables again\n");
}

static int succeeds_with_error(void *context, const TVMLikeValue *args, int32_t num_args,
                               TVMLikeValue *result) {
  (void)context;
  (void)args;
  (void)num_args;
  TVMAPISetLastError("ValueError: set and not returned");
  *result = int_value(1);
  return 0;
}

static int fails_silently(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  (void)context;
  (void)args;
  (void)num_args;
  (void)result;
  return -1;
}

static void careless_callbacks(void) {
  TVMLikeObjectHandle f = NULL, silent = NULL, error = NULL;
  TVMLikeValue result = none();
  OK(TVMLikeFuncCreate(succeeds_with_error, NULL, NULL, &f));
  OK(TVMLikeFuncCreate(fails_silently, NULL, NULL, &silent));
  OK(TVMLikeFuncCall(f, NULL, 0, &result));
  CHECK_INT(result.payload.v_int64, 1);
  TVMLikeErrorMoveFromRaised(&error);
  CHECK(error == NULL);
  result = none();
  RAISES(TVMLikeFuncCall(silent, NULL, 0, &result), "InternalError", "without");
  OK(TVMFuncFree(f));
  OK(TVMFuncFree(silent));
  printf("an error set and not returned is dropped, one returned and not set is named\n");
}

/* The record that a function was created with at run time. */
static void records(void) {
  Counter counter = {0, 0};
  TVMLikeObjectHandle f = NULL, attach = NULL;
  TVMLikeByteArray name = bytes_of("abi.attach"), text = bytes_of("text that is no function");
  const char *said = "{\"abi\":true,\"a\":[[\"slist\",\"i8\",\"i8\"]],\"r\":[\"i64\"]}";
  TVMLikeValue args[2], attached = none(), record = none(), result = none();
  OK(TVMLikeFuncCreate(add_all, &counter, NULL, &f));
  OK(TVMLikeFuncRecord(f, &record));
  CHECK_INT(record.type_index, TVMLIKE_NONE);

  OK(TVMLikeFuncGetGlobal(&name, &attach));
  args[0] = none();
  args[0].type_index = TVMLIKE_FUNCTION;
  args[0].payload.v_obj = f;
  args[1] = str_value("{\"a\": [[\"slist\", \"i8\", \"i8\"]], \"r\": [\"i64\"]}");
  OK(TVMLikeFuncCall(attach, args, 2, &attached));
  OK(TVMLikeFuncRecord(attached.payload.v_obj, &record));
  CHECK_INT(span_of(&record).size, strlen(said));
  CHECK(memcmp(span_of(&record).data, said, strlen(said)) == 0);
  TVMLikeValueFree(&record);
  args[0] = int_value(1);
  RAISES(TVMLikeFuncCall(attached.payload.v_obj, args, 1, &result), "TypeError", "expected a sequence");
  CHECK_INT(counter.calls, 0);

  RAISES(TVMLikeFuncRecord(NULL, &record), "ValueError", "NULL");
  RAISES(TVMLikeFuncRecord(f, NULL), "ValueError", "NULL");
  OK(TVMLikeStringCreate(&text, &result));
  RAISES(TVMLikeFuncRecord(result.payload.v_obj, &record), "TypeError", "PackedFunc");
  TVMLikeValueFree(&result);
  TVMLikeValueFree(&attached);
  OK(TVMFuncFree(attach));
  OK(TVMFuncFree(f));
  printf("a function that was made with a record says it\n");
}

/* The registration's text: the record, the owner, the location. */
static void registrations(void) {
  Counter counter = {0, 0};
  TVMLikeObjectHandle f = NULL, second = NULL, info = NULL;
  TVMLikeRegistration entry;
  TVMLikeByteArray owner = bytes_of("libfirst.so"), other = bytes_of("libsecond.so"),
                   info_name = bytes_of("registry.info");
  TVMLikeByteArray name = bytes_of("test.function.described"), bad = bytes_of("\xff");
  TVMLikeValue arg, json = none();
  char text[1024];
  OK(TVMLikeFuncCreate(add_all, &counter, finalize, &f));
  OK(TVMLikeFuncCreate(add_all, &counter, NULL, &second));
  memset(&entry, 0, sizeof entry);
  entry.name = name;
  entry.function = f;
  entry.record = bytes_of("{\"doc\": \"Adds its arguments.\", \"r\": [\"i64\"]}");
  entry.file = bytes_of("first.c");
  entry.line = 12;
  OK(TVMLikeFuncRegisterGlobal(&entry, &owner));

  OK(TVMLikeFuncGetGlobal(&info_name, &info));
  arg = str_value("test.function.described");
  OK(TVMLikeFuncCall(info, &arg, 1, &json));
  snprintf(text, sizeof text, "%.*s", (int)span_of(&json).size, span_of(&json).data);
  CHECK_HAS(text, "Adds its arguments.");
  CHECK_HAS(text, "libfirst.so");
  CHECK_HAS(text, "first.c");
  CHECK_HAS(text, "12");
  TVMLikeValueFree(&json);
  OK(TVMFuncFree(info));

  /* A taken name: the error names both locations. */
  entry.function = second;
  entry.file = bytes_of("second.c");
  entry.line = 34;
  RAISES(TVMLikeFuncRegisterGlobal(&entry, &other), "ValueError", "libfirst.so at first.c:12");
  RAISES(TVMLikeFuncRegisterGlobal(&entry, &other), "ValueError", "libsecond.so at second.c:34");
  entry.flags = TVMLIKE_REGISTER_OVERRIDE;
  OK(TVMFuncFree(f));
  CHECK_INT(counter.finalized, 0);
  OK(TVMLikeFuncRegisterGlobal(&entry, &other));
  CHECK_INT(counter.finalized, 1);
  OK(TVMLikeFuncRemoveGlobal(&name));
  RAISES(TVMLikeFuncRemoveGlobal(&name), "ValueError", "test.function.described");

  RAISES(TVMLikeFuncRegisterGlobal(NULL, &owner), "ValueError", "NULL");
  RAISES(TVMLikeFuncRegisterGlobal(&entry, NULL), "ValueError", "NULL");
  entry.function = NULL;
  RAISES(TVMLikeFuncRegisterGlobal(&entry, &owner), "ValueError", "NULL");
  entry.function = second;
  entry.record = bad;
  RAISES(TVMLikeFuncRegisterGlobal(&entry, &owner), "ValueError", "UTF-8");
  entry.record = bytes_of("");
  entry.file = bad;
  RAISES(TVMLikeFuncRegisterGlobal(&entry, &owner), "ValueError", "UTF-8");
  CHECK(!is_listed("test.function.described"));
  CHECK_INT(strong_count(second), 1);
  OK(TVMFuncFree(second));
  printf("a registration carries record, owner and place\n");
}

static int finalized;

static void count_finalizer(void *context) { *(int *)context += 1; }

static int succeed(void *context, const TVMLikeValue *args, int32_t count, TVMLikeValue *result) {
  (void)context, (void)args, (void)count, (void)result;
  return 0;
}

static void retired_finalizers(void) {
  TVMLikeObjectHandle before = NULL, after = NULL;
  TVMLikeValue result = none();
  OK(TVMLikeOpaqueCreate(&finalized, TVMLIKE_OPAQUE_PY_OBJECT, count_finalizer, &before));
  OK(TVMObjectFree(before));
  CHECK_INT(finalized, 1);
  OK(TVMLikeOpaqueCreate(&finalized, TVMLIKE_OPAQUE_PY_OBJECT, count_finalizer, &before));
  TVMLikeFinalizerRetire(NULL);
  TVMLikeFinalizerRetire(count_finalizer);
  OK(TVMLikeOpaqueCreate(&finalized, TVMLIKE_OPAQUE_PY_OBJECT, count_finalizer, &after));
  OK(TVMObjectFree(before));
  OK(TVMObjectFree(after));
  CHECK_INT(finalized, 1);
  printf("a retired finalizer is not called\n");
  OK(TVMLikeFuncCreate(succeed, &finalized, count_finalizer, &before));
  OK(TVMLikeFuncCall(before, NULL, 0, &result));
  TVMLikeRetiredEnd();
  RAISES(TVMLikeFuncCall(before, NULL, 0, &result), "RuntimeError", "has shut down");
  OK(TVMObjectFree(before));
  CHECK_INT(finalized, 1);
  printf("its functions fail when the front end has ended\n");
}

/* A missing argument equals an omitted one, whatever its payload is. */
static void missing_arguments(int argc, char **argv) {
  TVMFunctionHandle defaults;
  TVMLikeValue args[4], result = none();
  load_test_plugin(argc, argv);
  defaults = global("testing.defaults3");
  args[0] = int_value(1);
  args[1] = args[2] = none();
  args[1].type_index = args[2].type_index = TVMLIKE_MISSING;
  args[3] = str_value("d");
  OK(TVMLikeFuncCall((TVMLikeObjectHandle)defaults, args, 4, &result));
  CHECK(holds_text(&result, "1 2 0.5 Some(\"d\")"));
  TVMLikeValueFree(&result);
  args[0] = args[1];
  RAISES(TVMLikeFuncCall((TVMLikeObjectHandle)defaults, args, 4, &result), "TypeError",
         "testing.defaults3: argument 1 `a` is missing");
  OK(TVMFuncFree(defaults));
  printf("missing arguments take their defaults\n");
}

static void version(void) {
  const TVMLikeHost *host = TVMLikeGetHost();
  CHECK(host == TVMLikeGetHost());
  CHECK_INT(host->size, sizeof(TVMLikeHost));
  CHECK_INT(host->major, TVMLIKE_ABI_MAJOR);
  CHECK_INT(host->minor, TVMLIKE_ABI_MINOR);
  CHECK(strlen(TVMLikeVersion()) >= 5);
  printf("the host's table says its size and version\n");
}

int main(int argc, char **argv) {
  calls();
  refused();
  contexts();
  careless_callbacks();
  records();
  registrations();
  retired_finalizers();
  missing_arguments(argc, argv);
  version();
  return 0;
}
