/* Interrupting long-running functions: a check per thread, called from the library and from plugins. */
#include <pthread.h>

#include "../check.h"

static int asked;

static int raise_interrupt(void) {
  TVMLikeByteArray kind = bytes_of("KeyboardInterrupt"), message = bytes_of("enough");
  TVMLikeObjectHandle error = NULL;
  OK(TVMLikeErrorCreate(&kind, &message, NULL, NULL, NULL, &error));
  TVMLikeErrorSetRaised(error);
  OK(TVMObjectFree(error));
  return -1;
}

static int third_time(void) { return ++asked < 3 ? 0 : raise_interrupt(); }

static void *asks_elsewhere(void *unused) {
  int at;
  (void)unused;
  for (at = 0; at < 10; ++at) OK(TVMLikeCheckInterrupt());
  return NULL;
}

static void a_check_per_thread(void) {
  pthread_t thread;
  OK(TVMLikeCheckInterrupt());
  TVMLikeSetInterruptCheck(third_time);
  CHECK_INT(pthread_create(&thread, NULL, asks_elsewhere, NULL), 0);
  CHECK_INT(pthread_join(thread, NULL), 0);
  CHECK_INT(asked, 0);
  OK(TVMLikeCheckInterrupt());
  OK(TVMLikeCheckInterrupt());
  RAISES(TVMLikeCheckInterrupt(), "KeyboardInterrupt", "enough");
  TVMLikeSetInterruptCheck(NULL);
  OK(TVMLikeCheckInterrupt());
  CHECK_INT(asked, 3);
  printf("a check is asked on its own thread, until it is taken away\n");
}

/* A plugin has its own copy of the runtime, but calls the host's check. */
static void a_plugin_is_stopped(int argc, char **argv) {
  TVMLikeValue args[1], result = none();
  TVMFunctionHandle wait;
  load_test_plugin(argc, argv);
  wait = global("testing.wait_ms");
  args[0] = int_value(60000);
  asked = 0;
  TVMLikeSetInterruptCheck(third_time);
  RAISES(TVMLikeFuncCall((TVMLikeObjectHandle)wait, args, 1, &result), "KeyboardInterrupt", "enough");
  CHECK_INT(asked, 3);
  TVMLikeSetInterruptCheck(NULL);
  args[0] = int_value(1);
  OK(TVMLikeFuncCall((TVMLikeObjectHandle)wait, args, 1, &result));
  OK(TVMFuncFree(wait));
  printf("a function of a plugin that polls is stopped\n");
}

static uint32_t flags_of(const char *text) {
  TVMLikeByteArray name = bytes_of(text);
  TVMLikeObjectHandle function = NULL;
  uint32_t flags = 77;
  OK(TVMLikeFuncLookUp(&name, &function, &flags));
  CHECK(function != NULL);
  OK(TVMObjectFree(function));
  return flags;
}

/* Flags of a function come from its registration, at load time and from a plugin. */
static void functions_say_whether_they_wait(void) {
  CHECK_INT(flags_of("testing.wait_ms"), 0);
  CHECK_INT(flags_of("testing.add3"), TVMLIKE_REGISTER_KEEPS_GIL);
  CHECK_INT(flags_of("plugin.load"), 0);
  CHECK_INT(flags_of("tensor.shape"), TVMLIKE_REGISTER_KEEPS_GIL);
  printf("functions that take their time say so\n");
}

int main(int argc, char **argv) {
  a_check_per_thread();
  a_plugin_is_stopped(argc, argv);
  functions_say_whether_they_wait();
  return 0;
}
