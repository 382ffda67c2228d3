/* The last error: byte for byte, of its thread, kinds out of text and of tracebacks. */
#include <pthread.h>

#include "../check_dgl.h"

static const char *const PLAIN = "plain text, with no kind\nand a second line  ";
static const char *const TRACEBACK =
    "Traceback (most recent call last):\n"
    "  File \"a.py\", line 1, in f\n"
    "    raise ValueError(x)\n"
    "ValueError: first line\n"
    "KeyError: is no kind here\n";

static int fails(DGLValue *args, int *codes, int num_args, DGLRetValueHandle ret, void *resource) {
  (void)args, (void)codes, (void)num_args, (void)ret;
  DGLAPISetLastError((const char *)resource);
  return -1;
}

static void as_it_was(void) {
  static const char *const texts[] = {"", "x", "ValueError: kind", "größer"};
  size_t at;
  CHECK_STR(DGLGetLastError(), "");
  for (at = 0; at < sizeof texts / sizeof *texts; ++at) {
    DGLAPISetLastError(texts[at]);
    CHECK_STR(DGLGetLastError(), texts[at]);
    CHECK_STR(DGLGetLastError(), texts[at]);
  }
  DGLAPISetLastError(PLAIN);
  CHECK_STR(DGLGetLastError(), PLAIN);
  CHECK(DGLGetLastError() == DGLGetLastError()); /* earlier pointers stay valid */
  DGLAPISetLastError(NULL);
  CHECK_STR(DGLGetLastError(), "");
  printf("text comes back as it was set, until it is cleared\n");
}

static void through_calls(void) {
  static char plain[64], traceback[256];
  DGLFunctionHandle function;
  Given result;
  strcpy(plain, PLAIN);
  strcpy(traceback, TRACEBACK);
  function = make(fails, plain, NULL);
  CHECK_INT(call(function, NULL, 0, &result), -1);
  CHECK_STR(DGLGetLastError(), PLAIN);
  OK(DGLFuncFree(function));
  function = make(fails, traceback, NULL);
  CHECK_INT(call(function, NULL, 0, &result), -1);
  CHECK_STR(DGLGetLastError(), TRACEBACK);
  OK(DGLFuncFree(function));
  printf("so it does through a call\n");
}

static void *elsewhere(void *unused) {
  (void)unused;
  CHECK_STR(DGLGetLastError(), "");
  DGLAPISetLastError("theirs");
  CHECK_STR(DGLGetLastError(), "theirs");
  return NULL;
}

static void of_threads(void) {
  pthread_t thread;
  DGLAPISetLastError("ours");
  CHECK(pthread_create(&thread, NULL, elsewhere, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK_STR(DGLGetLastError(), "ours");
  printf("each thread has its own\n");
}

int main(void) {
  as_it_was();
  through_calls();
  of_threads();
  return 0;
}
