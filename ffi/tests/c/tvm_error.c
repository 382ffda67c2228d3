/* libtvm_runtime, the last error: text as it was set, kinds, frames, threads; Python exceptions, with a simulated interpreter. */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <pthread.h>

#include "../tvm_check.h"

static int raises(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  (void)args;
  (void)codes;
  (void)num_args;
  (void)ret;
  TVMAPISetLastError((const char *)resource);
  return -1;
}

/* The text of an error after a callback. */
static const char *through_a_callback(const char *text) {
  TVMFunctionHandle f = make(raises, (void *)(uintptr_t)text);
  TVMValue ret;
  int code;
  CHECK_INT(TVMFuncCall(f, NULL, NULL, 0, &ret, &code), -1);
  OK(TVMFuncFree(f));
  return TVMGetLastError();
}

static void text_is_given_back(void) {
  static const char *const texts[] = {
      "", "plain text", "not a kind: but a colon", "ValueError: boo", "ValueError:no blank",
      "MyKind: one\ntwo\n\nStack trace:\n  0: f\n", "ValueError: \xff\xfe is no UTF-8",
      "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\nKeyError: 'k'\n"};
  size_t at;
  for (at = 0; at < sizeof texts / sizeof texts[0]; ++at) {
    TVMAPISetLastError(texts[at]);
    CHECK_STR(TVMGetLastError(), texts[at]);
    CHECK_STR(TVMGetLastError(), texts[at]);
    CHECK(TVMGetLastPythonError() == NULL);
  }
  TVMAPISetLastError(NULL);
  CHECK_STR(TVMGetLastError(), "");
  printf("text that was set is returned unchanged\n");
}

/* Earlier pointers stay valid as long as the error is the same. */
static void text_stays_where_it_is(void) {
  TVMFunctionHandle raise = global("testing.raise");
  TVMValue args[2], ret;
  int codes[2] = {kTVMStr, kTVMStr}, code;
  const char *text, *frames;
  args[0] = of_str("KeyError");
  args[1] = of_str("where it was");
  CHECK_INT(TVMFuncCall(raise, args, codes, 2, &ret, &code), -1);
  text = TVMGetLastError();
  frames = TVMGetLastBacktrace();
  CHECK(strstr(TVMGetLastError(), "where it was") == strstr(text, "where it was"));
  CHECK(TVMGetLastError() == text && TVMGetLastBacktrace() == frames);
  CHECK_INT(call1(raise, args[0], kTVMStr, &ret, &code), -1);
  CHECK(strstr(TVMGetLastError(), "where it was") == NULL);
  OK(TVMFuncFree(raise));
  printf("the text stays where it is until there is another\n");
}

static void text_through_a_callback(void) {
  CHECK_STR(through_a_callback("ValueError: boo"), "ValueError: boo");
  CHECK_STR(through_a_callback("tvm.error.OpNotImplemented: op"), "tvm.error.OpNotImplemented: op");
  CHECK_STR(through_a_callback("plain text"), "RuntimeError: plain text");
  CHECK_STR(through_a_callback("a b: c"), "RuntimeError: a b: c");
  CHECK_STR(through_a_callback(""), "RuntimeError: ");
  CHECK_STR(through_a_callback("x.y.Z: q\nStack trace:\n  File \"a.py\", line 3, in g\n    g()\n"),
            "x.y.Z: q\nStack trace:\n  File \"a.py\", line 3, in g\n    g()\n");
  CHECK_STR(TVMGetLastBacktrace(), "Stack trace:\n  0: g\n        at a.py:3\n");
  through_a_callback("ValueError: boo");
  CHECK(TVMGetLastBacktrace() == NULL);
  printf("kind, message and frames go through a callback; where there is no kind, there is one afterwards\n");
}

static void frames_of_rust(void) {
  TVMFunctionHandle raise = global("testing.raise");
  TVMValue args[2], ret;
  int codes[2] = {kTVMStr, kTVMStr}, code;
  args[0] = of_str("KeyError");
  args[1] = of_str("k");
  FAILS(TVMFuncCall(raise, args, codes, 2, &ret, &code), "KeyError", "KeyError: k\nStack trace:\n  File \"");
  CHECK_HAS(TVMGetLastBacktrace(), "Stack trace:\n  0: ");
  CHECK_HAS(TVMGetLastBacktrace(), ".rs:");
  OK(TVMFuncFree(raise));
  printf("an error of Rust has its frames\n");
}

static void *on_another_thread(void *unused) {
  (void)unused;
  CHECK_STR(TVMGetLastError(), "");
  CHECK(TVMGetLastBacktrace() == NULL && TVMGetLastPythonError() == NULL);
  TVMAPISetLastError("IndexError: of the other thread");
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

/* A simulated interpreter that counts references; its objects are ints. */
static int held, locks;

static void retain(void *object) {
  CHECK_INT(held, 1);
  *(int *)object += 1;
}

static void release(void *object) {
  CHECK_INT(held, 1);
  *(int *)object -= 1;
}

static int lock(void) {
  held += 1;
  locks += 1;
  return 42;
}

static void unlock(int state) {
  CHECK_INT(state, 42);
  held -= 1;
}

static void no_interpreter(void) {
  int object = 1;
  TVMAPISetLastPythonError(&object);
  CHECK(TVMGetLastPythonError() == NULL && object == 1);
  CHECK_HAS(TVMGetLastError(), "TVMBackendRegisterEnvCAPI");
  printf("an exception without an interpreter is an error of its own\n");
}

static int raises_python(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  (void)args;
  (void)codes;
  (void)num_args;
  (void)ret;
  TVMAPISetLastPythonError(resource);
  return -1;
}

static void *ends_with_an_exception(void *object) {
  TVMAPISetLastPythonError(object);
  CHECK_INT(*(int *)object, 2);
  return NULL;
}

static void exceptions(void) {
  int first = 1, second = 1, code;
  TVMFunctionHandle f = make(raises_python, &first);
  TVMValue ret;
  pthread_t thread;
  TVMAPISetLastPythonError(&first);
  CHECK_INT(first, 2);
  CHECK(TVMGetLastPythonError() == &first);
  CHECK_HAS(TVMGetLastError(), "Python exception");
  CHECK(TVMGetLastBacktrace() == NULL);
  TVMAPISetLastPythonError(&second);
  CHECK(first == 1 && second == 2 && TVMGetLastPythonError() == &second);
  TVMAPISetLastError("ValueError: in its place");
  CHECK(second == 1 && TVMGetLastPythonError() == NULL);
  TVMDropLastPythonError(); /* no exception is stored */
  CHECK_STR(TVMGetLastError(), "ValueError: in its place");

  CHECK_INT(TVMFuncCall(f, NULL, NULL, 0, &ret, &code), -1);
  CHECK(first == 2 && TVMGetLastPythonError() == &first);
  TVMDropLastPythonError();
  CHECK(first == 1 && TVMGetLastPythonError() == NULL);
  CHECK_STR(TVMGetLastError(), "");
  CHECK_INT(call_behind(f, of_int(1), kTVMArgInt, &ret, &code), -1);
  CHECK(TVMGetLastPythonError() == &first);
  TVMAPISetLastPythonError(NULL);
  CHECK(first == 1 && TVMGetLastPythonError() == NULL);
  OK(TVMFuncFree(f));

  CHECK_INT(pthread_create(&thread, NULL, ends_with_an_exception, &first), 0);
  CHECK_INT(pthread_join(thread, NULL), 0);
  CHECK_INT(first, 1);
  CHECK(held == 0 && locks > 0);
  printf("an exception is returned as the same object, and each reference is released\n");
}

static pthread_key_t at_the_end;
static int ended;

static int echoes(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  (void)num_args;
  (void)resource;
  return TVMCFuncSetReturn(ret, args, codes, 1);
}

/* The thread-local data of calls is destroyed by now; calls that need it fail. */
static void calls_too_late(void *echo) {
  TVMValue ret;
  const char **names;
  int code, count;
  OK(call1(echo, of_int(7), kTVMArgInt, &ret, &code));
  CHECK_INT(ret.v_int64, 7);
  CHECK_INT(call1(echo, of_str("no reference keeps it"), kTVMStr, &ret, &code), -1);
  CHECK_INT(TVMFuncListGlobalNames(&count, &names), -1);
  TVMAPISetLastError("ValueError: too late");
  CHECK(TVMGetLastError() != NULL && TVMGetLastBacktrace() == NULL && TVMGetLastPythonError() == NULL);
  ended = 1;
}

static void *uses_everything(void *echo) {
  TVMValue ret;
  const char **names;
  int code, count;
  CHECK_INT(pthread_setspecific(at_the_end, echo), 0);
  OK(call1(echo, of_str("kept for the thread"), kTVMStr, &ret, &code));
  OK(TVMFuncListGlobalNames(&count, &names));
  TVMAPISetLastError("ValueError: of a thread that ends");
  CHECK_STR(TVMGetLastError(), "ValueError: of a thread that ends");
  return NULL;
}

static void while_a_thread_ends(void) {
  TVMFunctionHandle echo = make(echoes, NULL);
  pthread_t thread;
  CHECK_INT(pthread_key_create(&at_the_end, calls_too_late), 0);
  CHECK_INT(pthread_create(&thread, NULL, uses_everything, echo), 0);
  CHECK_INT(pthread_join(thread, NULL), 0);
  CHECK_INT(ended, 1);
  OK(TVMFuncFree(echo));
  printf("a thread that ends may still call\n");
}

static void throwing_nothing(void) {
  TVMAPISetLastError(NULL);
  TVMThrowLastError();
  TVMAPISetLastError("ValueError: no C++ runtime can throw");
  /* A C program has no C++ runtime, unless a sanitizer has loaded it; then an exception would end the program. */
  if (dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD) == NULL) TVMThrowLastError();
  CHECK_STR(TVMGetLastError(), "ValueError: no C++ runtime can throw");
  printf("without an error or a C++ runtime nothing is thrown\n");
}

int main(int argc, char **argv) {
  load_test_plugin_by_name(argc, argv);
  text_is_given_back();
  text_stays_where_it_is();
  text_through_a_callback();
  frames_of_rust();
  per_thread();
  no_interpreter();
  OK(TVMBackendRegisterEnvCAPI("PyGILState_Ensure", (void *)(uintptr_t)lock));
  OK(TVMBackendRegisterEnvCAPI("PyGILState_Release", (void *)(uintptr_t)unlock));
  OK(TVMBackendRegisterEnvCAPI("Py_IncRef", (void *)(uintptr_t)retain));
  OK(TVMBackendRegisterEnvCAPI("Py_DecRef", (void *)(uintptr_t)release));
  exceptions();
  while_a_thread_ends();
  throwing_nothing();
  return 0;
}
