/* libtvm_runtime, TVMBackendRegisterEnvCAPI: an interpreter's check of signals stops long functions on its thread. */
#include <pthread.h>

#include "../tvm_check.h"

static int asked, stop_at, held;

static int lock(void) { return held++; }

static void unlock(int state) {
  held -= 1;
  CHECK_INT(held, state);
}

static int check_signals(void) {
  CHECK(held > 0);
  asked += 1;
  return asked == stop_at ? -1 : 0;
}

static void *waits_elsewhere(void *wait) {
  TVMValue ret;
  int code;
  OK(call1(wait, of_int(20), kTVMArgInt, &ret, &code));
  return NULL;
}

static void interrupts(void) {
  TVMFunctionHandle wait = global("testing.wait_ms");
  TVMValue ret;
  int code;
  pthread_t thread;
  OK(TVMBackendRegisterEnvCAPI("PyErr_CheckSignals", (void *)(uintptr_t)check_signals));
  stop_at = 3;
  FAILS(call1(wait, of_int(600000), kTVMArgInt, &ret, &code), "KeyboardInterrupt", "signal");
  CHECK_INT(asked, 3);
  asked = stop_at = 0;
  CHECK_INT(pthread_create(&thread, NULL, waits_elsewhere, wait), 0);
  CHECK_INT(pthread_join(thread, NULL), 0);
  CHECK_INT(asked, 0);
  OK(call1(wait, of_int(1), kTVMArgInt, &ret, &code));
  OK(TVMBackendRegisterEnvCAPI("PyErr_CheckSignals", NULL));
  asked = 0;
  OK(call1(wait, of_int(20), kTVMArgInt, &ret, &code));
  CHECK_INT(asked, 0);
  OK(TVMFuncFree(wait));
  printf("a long function is stopped on the thread of the front end\n");
}

static void names(void) {
  FAILS(TVMBackendRegisterEnvCAPI("Nope", (void *)(uintptr_t)lock), "ValueError", "Nope");
  FAILS(TVMBackendRegisterEnvCAPI("", (void *)(uintptr_t)lock), "ValueError", "PyErr_CheckSignals");
  FAILS(TVMBackendRegisterEnvCAPI(NULL, (void *)(uintptr_t)lock), "ValueError", "NULL");
  FAILS(TVMBackendRegisterEnvCAPI("\xff", NULL), "ValueError", "\\xff");
  OK(TVMBackendRegisterEnvCAPI("PyGILState_Ensure", (void *)(uintptr_t)lock));
  OK(TVMBackendRegisterEnvCAPI("PyGILState_Ensure", (void *)(uintptr_t)lock));
  OK(TVMBackendRegisterEnvCAPI("PyGILState_Release", (void *)(uintptr_t)unlock));
  printf("functions are passed by the known names\n");
}

int main(int argc, char **argv) {
  load_test_plugin_by_name(argc, argv);
  names();
  interrupts();
  return 0;
}
