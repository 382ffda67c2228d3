#define _POSIX_C_SOURCE 200112L /* setenv */

/* Error objects: raised and taken, cause and context, backtraces, what is refused. */
#include "../check.h"

static TVMLikeObjectHandle make(const char *kind, const char *message, TVMLikeObjectHandle cause,
                                TVMLikeObjectHandle context) {
  TVMLikeByteArray kind_bytes = bytes_of(kind), message_bytes = bytes_of(message), trace = bytes_of("");
  TVMLikeObjectHandle error = NULL;
  OK(TVMLikeErrorCreate(&kind_bytes, &message_bytes, &trace, cause, context, &error));
  return error;
}

static void raised_and_taken(void) {
  TVMLikeObjectHandle error = make("ValueError", "what went wrong", NULL, NULL), got = NULL, second;
  CHECK(error->type_index == TVMLIKE_ERROR && strong_count(error) == 1);
  CHECK_STR(error_text(error), "ValueError: what went wrong");
  TVMLikeErrorSetRaised(error);
  CHECK_INT(strong_count(error), 2);
  TVMLikeErrorMoveFromRaised(&got);
  CHECK(got == error);
  CHECK_INT(strong_count(error), 2);
  OK(TVMObjectFree(got));
  TVMLikeErrorMoveFromRaised(&got);
  CHECK(got == NULL);

  /* A second error replaces the first, NULL clears. */
  second = make("KeyError", "the second", NULL, NULL);
  TVMLikeErrorSetRaised(error);
  TVMLikeErrorSetRaised(second);
  CHECK_INT(strong_count(error), 1);
  TVMLikeErrorSetRaised(NULL);
  CHECK_INT(strong_count(second), 1);
  TVMLikeErrorMoveFromRaised(&got);
  CHECK(got == NULL);
  TVMLikeErrorSetRaised(error);
  TVMLikeErrorMoveFromRaised(
      NULL); /* a NULL result pointer: nothing happens, or the error is dropped; nothing leaks */
  TVMLikeErrorSetRaised(NULL);
  CHECK_INT(strong_count(error), 1);
  OK(TVMObjectFree(error));
  OK(TVMObjectFree(second));
  printf("an error is raised and taken\n");
}

static void cause_and_context(void) {
  static int finalized;
  TVMLikeObjectHandle cause = make("ValueError", "the cause", NULL, NULL), context = NULL, error;
  OK(TVMLikeOpaqueCreate(&finalized, TVMLIKE_OPAQUE_PY_OBJECT, NULL, &context));
  error = make("RuntimeError", "the error", cause, context);
  CHECK_INT(strong_count(cause), 2);
  CHECK_INT(strong_count(context), 2);
  CHECK(error_cell(error)->cause == cause && error_cell(error)->context == context);
  OK(TVMObjectFree(cause));
  OK(TVMObjectFree(context));
  CHECK_STR(error_text(error_cell(error)->cause), "ValueError: the cause");
  OK(TVMObjectFree(error));
  printf("an error keeps its cause and its context\n");
}

static void backtraces(void) {
  TVMLikeByteArray kind = bytes_of("ValueError"), message = bytes_of("m"), trace = bytes_of("first\n");
  TVMLikeByteArray more = bytes_of("second\n"), other = bytes_of("only\n");
  TVMLikeObjectHandle error = NULL;
  const TVMLikeErrorCell *of;
  OK(TVMLikeErrorCreate(&kind, &message, &trace, NULL, NULL, &error));
  of = error_cell(error);
  CHECK(of->backtrace.size == 6 && memcmp(of->backtrace.data, "first\n", 6) == 0);
  of->update_backtrace(error, &more, TVMLIKE_BACKTRACE_APPEND);
  CHECK(of->backtrace.size == 13 && memcmp(of->backtrace.data, "first\nsecond\n", 13) == 0);
  of->update_backtrace(error, &other, TVMLIKE_BACKTRACE_REPLACE);
  CHECK(of->backtrace.size == 5 && memcmp(of->backtrace.data, "only\n", 5) == 0);
  TVMLikeErrorSetRaised(error);
  CHECK_HAS(TVMGetLastError(), "ValueError: m");
  OK(TVMObjectFree(error));
  TVMLikeErrorSetRaised(NULL);
  printf("a backtrace is replaced and extended\n");
}

static void refused(void) {
  TVMLikeByteArray kind = bytes_of("ValueError"), message = bytes_of("m"), trace = bytes_of("");
  TVMLikeByteArray text = bytes_of("a string, not an error");
  TVMLikeObjectHandle error = NULL;
  TVMLikeValue string = none();
  RAISES(TVMLikeErrorCreate(NULL, &message, &trace, NULL, NULL, &error), "ValueError", "NULL");
  RAISES(TVMLikeErrorCreate(&kind, NULL, &trace, NULL, NULL, &error), "ValueError", "NULL");
  RAISES(TVMLikeErrorCreate(&kind, &message, &trace, NULL, NULL, NULL), "ValueError", "NULL");
  OK(TVMLikeStringCreate(&text, &string));
  RAISES(TVMLikeErrorCreate(&kind, &message, &trace, string.payload.v_obj, NULL, &error), "TypeError",
         "Error");
  CHECK(error == NULL);
  /* Raising an object that is not an error raises an error about that. */
  TVMLikeErrorSetRaised(string.payload.v_obj);
  TVMLikeErrorMoveFromRaised(&error);
  CHECK(error != NULL && error->type_index == TVMLIKE_ERROR);
  OK(TVMObjectFree(error));
  CHECK_INT(strong_count(string.payload.v_obj), 1);
  TVMLikeValueFree(&string);
  printf("NULLs and objects that are no errors are refused\n");
}

static void texts(void) {
  /* An error can contain any text: an invalid message must not cause a failure. */
  TVMLikeByteArray kind = bytes_of("ValueError"), message = bytes_of("not \xff UTF-8"), empty = bytes_of("");
  TVMLikeObjectHandle error = NULL;
  OK(TVMLikeErrorCreate(&kind, &message, &empty, NULL, NULL, &error));
  CHECK_HAS(error_text(error), "UTF-8");
  OK(TVMObjectFree(error));
  OK(TVMLikeErrorCreate(&empty, &empty, &empty, NULL, NULL, &error));
  OK(TVMObjectFree(error));
  OK(TVMLikeErrorCreate(&kind, &empty, NULL, NULL, NULL, &error));
  CHECK_INT(error_cell(error)->backtrace.size, 0);
  OK(TVMObjectFree(error));
  printf("errors hold any text\n");
}

static void native_stacks(void) {
  TVMLikeObjectHandle error = make("ValueError", "m", NULL, NULL), function = NULL;
  TVMLikeByteArray text = bytes_of("a string, not an error");
  TVMLikeValue stack = none(), string = none();
  OK(TVMLikeErrorNativeStack(error, &stack));
  CHECK(span_of(&stack).size > 0);
  TVMLikeValueFree(&stack);
  CHECK_INT(strong_count(error), 1);
  OK(TVMLikeStringCreate(&text, &string));
  RAISES(TVMLikeErrorNativeStack(string.payload.v_obj, &stack), "TypeError", "expected Error");
  RAISES(TVMLikeErrorNativeStack(function, &stack), "ValueError", "NULL");
  RAISES(TVMLikeErrorNativeStack(error, NULL), "ValueError", "NULL");
  TVMLikeValueFree(&string);
  OK(TVMObjectFree(error));
  printf("the native stack is given as text\n");
}

/* A plugin's error shows the stack too, though another copy of the runtime makes it. */
static void native_stack_of_a_plugin(int argc, char **argv) {
  TVMLikeObjectHandle error = NULL;
  TVMLikeValue args[2], stack = none(), result = none();
  TVMFunctionHandle raise;
  load_test_plugin(argc, argv);
  raise = global("testing.raise");
  args[0] = str_value("KeyError");
  args[1] = str_value("from the plugin");
  CHECK_INT(TVMLikeFuncCall((TVMLikeObjectHandle)raise, args, 2, &result), -1);
  TVMLikeErrorMoveFromRaised(&error);
  CHECK_STR(error_text(error), "KeyError: from the plugin");
  CHECK_HAS(error_cell(error)->backtrace.data, "testing.raise");
  OK(TVMLikeErrorNativeStack(error, &stack));
  CHECK(span_of(&stack).size > 0);
  TVMLikeValueFree(&stack);
  OK(TVMObjectFree(error));
  OK(TVMFuncFree(raise));
  printf("a plugin's error has its native stack\n");
}

int main(int argc, char **argv) {
  /* Read once, when the first error is created. */
  CHECK_INT(setenv("TVMLIKE_BACKTRACE", "1", 1), 0);
  raised_and_taken();
  cause_and_context();
  backtraces();
  refused();
  texts();
  native_stacks();
  native_stack_of_a_plugin(argc, argv);
  return 0;
}
