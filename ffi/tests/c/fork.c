/* Forks while other threads look up, register and load: the child finds no lock that one of them held. */
#define _GNU_SOURCE

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"

enum { kForks = 60, kNames = 64, kHangs = 60 /* seconds, after which a child is considered deadlocked */ };

static const char *plugin_path;
static int finished;

static int goes_on(void) { return __atomic_load_n(&finished, __ATOMIC_ACQUIRE) == 0; }

static int number(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  (void)args;
  (void)num_args;
  *result = int_value((int64_t)(intptr_t)context);
  return 0;
}

static void register_number(const char *name, int64_t what) {
  TVMLikeObjectHandle f = NULL;
  OK(TVMLikeFuncCreate(number, (void *)(intptr_t)what, NULL, &f));
  OK(TVMFuncRegisterGlobal(name, f, 1));
  OK(TVMFuncFree(f));
}

static TVMLikeValue call(const char *name, TVMLikeValue *args, int32_t num_args) {
  TVMFunctionHandle function = global(name);
  TVMLikeValue out = none();
  OK(TVMLikeFuncCall((TVMLikeObjectHandle)function, args, num_args, &out));
  OK(TVMFuncFree(function));
  return out;
}

static void call_and_drop(const char *name, TVMLikeValue *args, int32_t num_args) {
  TVMLikeValue out = call(name, args, num_args);
  TVMLikeValueFree(&out);
}

static void unload(void) {
  TVMLikeValue name = str_value("testing");
  call_and_drop("plugin.unload", &name, 1);
}

/* Subscribes and unsubscribes. */
static void subscribe_for_a_moment(void) {
  TVMLikeValue args[2], id;
  TVMLikeObjectHandle f = NULL;
  OK(TVMLikeFuncCreate(number, NULL, NULL, &f));
  args[0] = str_value("test.fork.nothing");
  args[1] = object_value(f);
  id = call("registry.subscribe", args, 2);
  call_and_drop("registry.unsubscribe", &id, 1);
  OK(TVMFuncFree(f));
}

static void register_type(int at) {
  char key[64];
  TVMLikeByteArray bytes, doc = bytes_of("");
  unsigned found = 0;
  int32_t index = 0;
  snprintf(key, sizeof key, "test.fork.T%d", at);
  bytes = bytes_of(key);
  OK(TVMLikeTypeRegister(&bytes, TVMLIKE_OBJECT, &index));
  OK(TVMObjectTypeKey2Index(key, &found));
  CHECK_INT(found, index);
  OK(TVMLikeTypeAddMembers(index, &doc, NULL, 0, sizeof(TVMLikeTypeMember)));
}

static void *looks_up(void *unused) {
  int at;
  (void)unused;
  for (at = 0; goes_on(); ++at) {
    char name[64];
    TVMFunctionHandle f = NULL;
    int count = 0;
    const char **names = NULL;
    snprintf(name, sizeof name, "test.fork.f%d", at % kNames);
    OK(TVMFuncGetGlobal(name, &f));
    OK(TVMFuncFree(f));
    if (at % 100 == 0) OK(TVMFuncListGlobalNames(&count, &names));
  }
  return NULL;
}

static void *registers(void *unused) {
  int at;
  (void)unused;
  for (at = 0; goes_on(); ++at) {
    char name[64];
    snprintf(name, sizeof name, "test.fork.f%d", at % kNames);
    register_number(name, at);
    register_type(at % kNames);
    if (at % 3 == 0) OK(TVMFuncRemoveGlobal(name));
    subscribe_for_a_moment();
  }
  return NULL;
}

static void *loads(void *unused) {
  (void)unused;
  while (goes_on()) {
    OK(TVMLikePluginLoad(plugin_path, NULL));
    unload();
    /* Code is never unmapped, which limits the number of loads. */
    usleep(5000);
  }
  return NULL;
}

static void *looks_up_once(void *unused) {
  (void)unused;
  OK(TVMFuncFree(global("test.fork.child")));
  return NULL;
}

/* What a child does: what the threads of its parent were doing, and a thread of its own. A child that is made
 * while the system's loader is at work can neither load anything nor start a thread, with or without us. */
static void in_child(int loader_is_idle) {
  pthread_t thread;
  TVMLikeValue out;
  alarm(kHangs);
  register_number("test.fork.child", 7);
  out = call("test.fork.child", NULL, 0);
  CHECK_INT(out.payload.v_int64, 7);
  CHECK(is_listed("test.fork.child"));
  register_type(kNames);
  subscribe_for_a_moment();
  call_and_drop("plugin.list", NULL, 0);
  if (loader_is_idle) {
    CHECK(pthread_create(&thread, NULL, looks_up_once, NULL) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    OK(TVMLikePluginLoad(plugin_path, NULL));
    unload();
  }
  OK(TVMFuncRemoveGlobal("test.fork.child"));
  /* Another program takes its place: what the threads of the parent held is no leak of the child. */
  execl("/bin/true", "true", (char *)NULL);
  _exit(0);
}

static void fork_once(int loader_is_idle) {
  int status = 0;
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) in_child(loader_is_idle);
  CHECK(waitpid(child, &status, 0) == child);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
    printf("FAILED: a child waits for something that no thread of it holds\n");
    exit(1);
  }
  CHECK(WIFEXITED(status));
  CHECK_INT(WEXITSTATUS(status), 0);
  /* The parent's locks are released. */
  register_number("test.fork.parent", 8);
  CHECK(is_listed("test.fork.parent"));
}

/* Under valgrind, where each child takes a second, the caller requests only a few. */
static int forks(void) {
  const char *given = getenv("TVMLIKE_TEST_FORKS");
  return given == NULL ? kForks : atoi(given);
}

static void fork_beside(void *(*const *work)(void *), int count, int loader_is_idle) {
  pthread_t threads[4];
  int at;
  CHECK(count <= 4);
  __atomic_store_n(&finished, 0, __ATOMIC_RELEASE);
  for (at = 0; at < count; ++at) CHECK(pthread_create(&threads[at], NULL, work[at], NULL) == 0);
  for (at = 0; at < forks(); ++at) fork_once(loader_is_idle);
  __atomic_store_n(&finished, 1, __ATOMIC_RELEASE);
  for (at = 0; at < count; ++at) CHECK(pthread_join(threads[at], NULL) == 0);
}

int main(int argc, char **argv) {
  void *(*const users[])(void *) = {looks_up, looks_up, registers};
  void *(*const loaders[])(void *) = {looks_up, registers, loads};
  plugin_path = needed("TVMLIKE_TEST_PLUGIN", argc, argv);
  fork_beside(users, 3, 1);
  printf("forks while others look up and register\n");
  fork_beside(loaders, 3, 0);
  printf("forks while others load\n");
  return 0;
}
