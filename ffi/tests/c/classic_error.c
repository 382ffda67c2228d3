/* The last error as text: kinds, texts of every sort, and that each thread has its own. */
#include <pthread.h>

#include "../check.h"

static void set_and_get(void) {
  TVMLikeObjectHandle error = NULL;
  TVMAPISetLastError("KeyError: 'no such key'");
  CHECK_STR(TVMGetLastError(), "KeyError: 'no such key'");
  CHECK(TVMGetLastError() == TVMGetLastError()); /* earlier pointers stay valid */
  TVMLikeErrorMoveFromRaised(&error);
  CHECK(error != NULL);
  CHECK_STR(error_text(error), "KeyError: 'no such key'");
  CHECK(error_cell(error)->kind.size == 8);
  OK(TVMObjectFree(error));

  TVMAPISetLastError("no kind in front of it");
  TVMLikeErrorMoveFromRaised(&error);
  CHECK_STR(error_text(error), "RuntimeError: no kind in front of it");
  OK(TVMObjectFree(error));

  TVMAPISetLastError("not a kind: but text with a colon");
  TVMLikeErrorMoveFromRaised(&error);
  CHECK_STR(error_text(error), "RuntimeError: not a kind: but text with a colon");
  OK(TVMObjectFree(error));
  printf("text becomes an error with a kind\n");
}

static void odd_texts(void) {
  char *longest = (char *)malloc(1 << 20);
  TVMLikeObjectHandle error = NULL;
  TVMAPISetLastError("");
  CHECK(TVMGetLastError() != NULL);
  TVMAPISetLastError(NULL);
  CHECK(TVMGetLastError() != NULL);
  TVMAPISetLastError("ValueError: \xff\xfe is no UTF-8");
  CHECK_HAS(TVMGetLastError(), "is no UTF-8");
  memset(longest, 'z', (1 << 20) - 1);
  longest[(1 << 20) - 1] = '\0';
  TVMAPISetLastError(longest);
  CHECK(strlen(TVMGetLastError()) >= (1 << 20) - 1);
  free(longest);
  TVMLikeErrorMoveFromRaised(&error);
  OK(TVMObjectFree(error));
  printf("empty, NULL, long and malformed texts are taken\n");
}

static void text_of_a_failed_call(void) {
  TVMFunctionHandle got = NULL;
  char text[256];
  FAILS(TVMFuncGetGlobal(NULL, &got), "ValueError", "NULL");
  snprintf(text, sizeof text, "%s", TVMGetLastError());
  /* Reading again returns the same, and a successful call does not change the text. */
  CHECK_STR(TVMGetLastError(), text);
  OK(TVMFuncGetGlobal("registry.list", &got));
  OK(TVMFuncFree(got));
  CHECK_HAS(TVMGetLastError(), "NULL");
  printf("the text stays until the next error\n");
}

static void *on_another_thread(void *unused) {
  (void)unused;
  CHECK_STR(TVMGetLastError(), "");
  TVMAPISetLastError("IndexError: of the other thread");
  CHECK_STR(TVMGetLastError(), "IndexError: of the other thread");
  return NULL;
}

static void per_thread(void) {
  pthread_t thread;
  TVMAPISetLastError("ValueError: of this thread");
  CHECK_INT(pthread_create(&thread, NULL, on_another_thread, NULL), 0);
  CHECK_INT(pthread_join(thread, NULL), 0);
  CHECK_STR(TVMGetLastError(), "ValueError: of this thread");
  printf("each thread has its own last error\n");
}

/* While a thread ends, the library's thread-local data may be destroyed before the thread's own destructors run. */
static pthread_key_t at_the_end;
static int ended;

static void uses_the_error(void *unused) {
  (void)unused;
  CHECK(TVMGetLastError() != NULL);
  TVMAPISetLastError("ValueError: too late to be kept");
  TVMAPISetLastError(NULL);
  CHECK_STR(TVMGetLastError(), "");
  ended += 1;
}

static void *ends_with_an_error(void *unused) {
  TVMAPISetLastError("ValueError: of a thread that ends");
  CHECK_HAS(TVMGetLastError(), "of a thread that ends");
  CHECK_INT(pthread_setspecific(at_the_end, &ended), 0);
  return unused;
}

static void in_a_destructor(void) {
  pthread_t thread;
  CHECK_INT(pthread_key_create(&at_the_end, uses_the_error), 0);
  CHECK_INT(pthread_create(&thread, NULL, ends_with_an_error, NULL), 0);
  CHECK_INT(pthread_join(thread, NULL), 0);
  CHECK_INT(ended, 1);
  CHECK_INT(pthread_key_delete(at_the_end), 0);
  printf("a thread that ends may still ask and clear\n");
}

int main(void) {
  set_and_get();
  odd_texts();
  text_of_a_failed_call();
  per_thread();
  in_a_destructor();
  return 0;
}
