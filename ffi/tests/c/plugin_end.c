/* The end of plugins that make it hard: one that unloads itself while it runs, one that registers when
 * it is too late, finish functions that throw or wait, threads and destructors that are there when the
 * process ends; and a C++ plugin with static state that is loaded again. */
#define _GNU_SOURCE

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../check.h"

static const char *bad_folder;
/* The number of finish messages of a plugin. */
static int finished;

static int note_finished(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  (void)context;
  (void)args;
  *result = none();
  /* It runs on another thread, here one at a time. */
  __atomic_fetch_add(&finished, num_args, __ATOMIC_SEQ_CST);
  return 0;
}

static int finish_count(void) { return __atomic_load_n(&finished, __ATOMIC_SEQ_CST); }

static void load(const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.so", bad_folder, name);
  OK(TVMLikePluginLoad(path, NULL));
}

static TVMLikeValue call_with_text(const char *name, const char *text) {
  TVMFunctionHandle function = global(name);
  TVMLikeValue argument = str_value(text), out = none();
  OK(TVMLikeFuncCall((TVMLikeObjectHandle)function, &argument, 1, &out));
  OK(TVMFuncFree(function));
  return out;
}

static int64_t call(TVMFunctionHandle function) {
  TVMLikeValue out = none();
  OK(TVMLikeFuncCall((TVMLikeObjectHandle)function, NULL, 0, &out));
  CHECK_INT(out.type_index, TVMLIKE_INT);
  return out.payload.v_int64;
}

/* Whether the description of a plugin has this text under a key. */
static int says(const char *name, const char *key, const char *text) {
  TVMLikeValue map = call_with_text("plugin.info", name), wanted = str_value(key);
  const TVMLikeMapCell *of = (const TVMLikeMapCell *)cell(map.payload.v_obj);
  const TVMLikeValue *found = &of->entries[of->find(map.payload.v_obj, &wanted)].value;
  int has = 0;
  if (found->type_index != TVMLIKE_NONE) {
    const TVMLikeByteArray said = span_of(found);
    has = memmem(said.data, said.size, text, strlen(text)) != NULL;
  }
  TVMLikeValueFree(&map);
  return has;
}

static void unload(const char *name) {
  TVMLikeValue map = call_with_text("plugin.unload", name);
  TVMLikeValueFree(&map);
}

static void unloads_itself(void) {
  TVMFunctionHandle function;
  load("bad_unload");
  function = global("bad_unload.unload");
  CHECK_INT(call(function), 42);
  CHECK(!is_listed("bad_unload.unload"));
  CHECK(says("bad_unload", "state", "unloaded"));
  CHECK_INT(finish_count(), 0);
  /* The handle allows more calls, which find the plugin unloaded. */
  {
    TVMLikeValue out = none();
    RAISES(TVMLikeFuncCall((TVMLikeObjectHandle)function, NULL, 0, &out), "ValueError",
           "no plugin is named");
  }
  OK(TVMFuncFree(function));
  CHECK(says("bad_unload", "state", "finished"));
  CHECK_INT(finish_count(), 1);
  printf("a plugin that unloads itself goes on until its call returns, and is finished then\n");
}

static void registers_late(void) {
  TVMFunctionHandle as_in_init, later, given;
  TVMLikeValue name = str_value("bad_late.given"), out = none();
  load("bad_late");
  as_in_init = global("bad_late.as_in_init");
  later = global("bad_late.later");
  RAISES(TVMLikeFuncCall((TVMLikeObjectHandle)as_in_init, &name, 1, &out), "RuntimeError",
         "plugin bad_late registers 1 functions after its init has returned");
  CHECK(!is_listed("bad_late.given"));
  OK(TVMLikeFuncCall((TVMLikeObjectHandle)later, &name, 1, &out));
  given = global("bad_late.given");
  CHECK_INT(call(given), 40);
  unload("bad_late");
  CHECK(!is_listed("bad_late.given") && !is_listed("bad_late.later"));
  name = str_value("bad_late.again");
  RAISES(TVMLikeFuncCall((TVMLikeObjectHandle)later, &name, 1, &out), "RuntimeError",
         "bad_late was unloaded");
  CHECK(!is_listed("bad_late.again"));
  CHECK_INT(call(given), 40);
  CHECK(says("bad_late", "state", "unloaded"));
  OK(TVMFuncFree(as_in_init));
  OK(TVMFuncFree(later));
  OK(TVMFuncFree(given));
  CHECK(says("bad_late", "state", "finished"));
  printf("a plugin registers while it is loaded, and not when it was unloaded\n");
}

/* In a child that is killed: for a library that throws on a thread of its own, the system's loader keeps
 * memory that a leak checker takes for lost. */
static void finish_throws(void) {
  int status = 0;
  pid_t child;
  fflush(stdout);
  child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(60);
    load("bad_finish");
    unload("bad_finish");
    CHECK(says("bad_finish", "state", "finished"));
    CHECK(says("bad_finish", "finish_error", "thrown at the end"));
    load("bad_finish");
    unload("bad_finish");
    raise(SIGKILL);
  }
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK_INT(WTERMSIG(status), SIGKILL);
  printf("a finish function that throws is reported\n");
}

/* Releasing the last reference does not wait for ever, and the registry works meanwhile. */
static void finish_waits(void) {
  const struct timespec moment = {0, 1000000};
  const int before = finish_count();
  TVMFunctionHandle add3, one;
  int tries;
  load("bad_block");
  one = global("bad_block.one");
  unload("bad_block");
  CHECK_INT(call(one), 1);
  OK(TVMFuncFree(one));
  CHECK(!is_listed("bad_block.one"));
  CHECK_INT(finish_count(), before);
  load("bad_late");
  unload("bad_late");
  add3 = global("registry.list");
  OK(TVMFuncRegisterGlobal("test.let_go", add3, 0));
  for (tries = 0; tries < 60000 && finish_count() == before; ++tries) nanosleep(&moment, NULL);
  CHECK_INT(finish_count(), before + 1);
  OK(TVMFuncRemoveGlobal("test.let_go"));
  OK(TVMFuncFree(add3));
  printf("a finish function that waits blocks no other thread\n");
}

static void static_state(void) {
  TVMFunctionHandle old, young;
  load("bad_static");
  old = global("bad_static.count");
  CHECK_INT(call(old), 1);
  CHECK_INT(call(old), 2);
  {
    TVMLikeValue map = call_with_text("plugin.reload", "bad_static");
    TVMLikeValueFree(&map);
  }
  young = global("bad_static.count");
  CHECK(young != old);
  CHECK_INT(call(young), 1);
  CHECK_INT(call(old), 3);
  CHECK_INT(call(young), 2);
  unload("bad_static");
  CHECK_INT(call(young), 3);
  CHECK_INT(call(old), 4);
  OK(TVMFuncFree(old));
  OK(TVMFuncFree(young));
  CHECK(says("bad_static", "state", "finished"));
  printf("a C++ plugin that is loaded again begins with its statics, the old code has its own\n");
}

/* Ends a child process in which threads of a plugin run, in the given way. */
static void child_ends(const char *way, int wanted) {
  int status = 0;
  pid_t child;
  fflush(stdout);
  child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    TVMFunctionHandle start;
    alarm(60);
    load("bad_threads");
    start = global("bad_threads.start");
    CHECK_INT(call(start), 3);
    OK(TVMFuncFree(start));
    if (strcmp(way, "unload") == 0) unload("bad_threads");
    if (strcmp(way, "_exit") == 0) _exit(wanted);
    exit(wanted);
  }
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK_INT(WEXITSTATUS(status), wanted);
}

static void process_ends(void) {
  child_ends("exit", 5);
  child_ends("unload", 6);
  child_ends("_exit", 7);
  printf("the process ends with threads, thread-locals and statics of a plugin that use the host\n");
}

int main(void) {
  TVMLikeObjectHandle told = NULL;
  TVMLikeRegistration registration;
  const TVMLikeByteArray owner = bytes_of("the test");
  bad_folder = needed("TVMLIKE_BAD_PLUGINS", 0, NULL);
  memset(&registration, 0, sizeof registration);
  OK(TVMLikeFuncCreate(note_finished, NULL, NULL, &told));
  registration.name = bytes_of("test.finished");
  registration.function = told;
  OK(TVMLikeGetHost()->register_global(&registration, &owner));
  process_ends();
  unloads_itself();
  registers_late();
  static_state();
  finish_throws();
  finish_waits();
  OK(TVMFuncRemoveGlobal("test.finished"));
  OK(TVMObjectFree(told));
  return 0;
}
