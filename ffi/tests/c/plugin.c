/* Loading plugins: a good one, one that is loaded twice, files that are none, and every wrong one. What fails
 * leaves the registry as it was. */
#define _GNU_SOURCE

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"

static const char *bad_folder;

/* All names, one per line; the caller frees the text. */
static char *snapshot(void) {
  int count = 0, at;
  const char **names = NULL;
  size_t size = 1;
  char *text, *to;
  OK(TVMFuncListGlobalNames(&count, &names));
  for (at = 0; at < count; ++at) size += strlen(names[at]) + 1;
  to = text = (char *)malloc(size);
  for (at = 0; at < count; ++at) to += sprintf(to, "%s\n", names[at]);
  *to = '\0';
  return text;
}

static const char *bad(const char *name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s.so", bad_folder, name);
  return path;
}

static void check_refused(const char *path, const char *kind, const char *says) {
  char *before = snapshot(), *after;
  TVMLikeValue out = none();
  RAISES(TVMLikePluginLoad(path, &out), kind, says);
  CHECK_INT(out.type_index, TVMLIKE_NONE);
  after = snapshot();
  CHECK_STR(after, before);
  free(before);
  free(after);
}

static const TVMLikeValue *field(const TVMLikeValue *map, const char *key) {
  const TVMLikeMapCell *of = (const TVMLikeMapCell *)cell(map->payload.v_obj);
  TVMLikeValue wanted = str_value(key);
  const int64_t at = of->find(map->payload.v_obj, &wanted);
  CHECK(at >= 0);
  return &of->entries[at].value;
}

static void good(const char *path) {
  TVMLikeValue out = none();
  TVMFunctionHandle add3;
  TVMLikeValue args[3], sum = none();
  const TVMLikeSeqCell *functions;
  OK(TVMLikePluginLoad(path, &out));
  CHECK_INT(out.type_index, TVMLIKE_MAP);
  CHECK(span_of(field(&out, "name")).size > 0);
  CHECK(span_of(field(&out, "version")).size > 0);
  CHECK(span_of(field(&out, "path")).size > 0);
  functions = (const TVMLikeSeqCell *)cell(field(&out, "functions")->payload.v_obj);
  CHECK(functions->size >= 20);
  TVMLikeValueFree(&out);
  add3 = global("testing.add3");
  args[0] = int_value(1);
  args[1] = int_value(2);
  args[2] = int_value(3);
  OK(TVMLikeFuncCall((TVMLikeObjectHandle)add3, args, 3, &sum));
  CHECK_INT(sum.payload.v_int64, 6);
  OK(TVMFuncFree(add3));
  check_refused(path, "ValueError", "already loaded");
  printf("a plugin is loaded, and not twice\n");
}

static void no_plugins(void) {
  check_refused("/no/such/file.so", "OSError", "/no/such/file.so");
  check_refused("/", "OSError", "not a file");
  check_refused(__FILE__, "OSError", "plugin.c");
  check_refused("", "OSError", "");
  check_refused("libpthread.so.0", "OSError", "libpthread.so.0");
  check_refused("\xff.so", "OSError", "");
  RAISES(TVMLikePluginLoad(NULL, NULL), "ValueError", "NULL");
  printf("files that are no plugins are refused\n");
}

static void wrong_plugins(void) {
  check_refused(bad("bad_version"), "ValueError", "99");
  check_refused(bad("bad_no_entry"), "ValueError", "tvmlike_plugin_init_v1");
  check_refused(bad("bad_fail"), "ValueError", "this plugin never loads");
  check_refused(bad("bad_silent"), "InternalError", "bad_silent");
  check_refused(bad("bad_taken"), "ValueError", "registry.list");
  check_refused(bad("bad_throw"), "RuntimeError", "thrown inside init");
  check_refused(bad("bad_remove"), "RuntimeError", "cannot remove \"tensor.sum\"");
  check_refused(bad("bad_name"), "ValueError", "must not exceed 1024 bytes, got 65536");
  CHECK(is_listed("tensor.sum"));
  printf("wrong plugins are refused, and nothing of theirs stays\n");
}

static int has_type(const char *key) {
  const TVMLikeByteArray named = bytes_of(key);
  int32_t index = 0;
  if (TVMLikeGetHost()->type_key_to_index(&named, &index) == 0) return 1;
  TVMLikeErrorSetRaised(NULL);
  return 0;
}

/* If an init fails late, its functions, types and overrides are all undone. */
static void undone(void) {
  TVMFunctionHandle before = global("tensor.sum"), after;
  int at;
  for (at = 0; at < 3; ++at) {
    check_refused(bad("bad_halfway"), "ValueError", "half of it is there");
    CHECK(!has_type("bad_halfway.First") && !has_type("bad_halfway.Second"));
    after = global("tensor.sum");
    CHECK(after == before);
    OK(TVMFuncFree(after));
  }
  OK(TVMFuncFree(before));
  printf("what init brought before it failed is undone\n");
}

static void with(const char *variable, const char *name, const char *kind, const char *says) {
  CHECK_INT(setenv(variable, "1", 1), 0);
  check_refused(bad(name), kind, says);
  CHECK_INT(unsetenv(variable), 0);
}

static TVMLikeValue call_with_text(const char *name, const char *text) {
  TVMFunctionHandle function = global(name);
  TVMLikeValue argument = str_value(text), out = none();
  OK(TVMLikeFuncCall((TVMLikeObjectHandle)function, &argument, 1, &out));
  OK(TVMFuncFree(function));
  return out;
}

/* Inits that load and unload plugins: themselves, which is an error, and others, which is allowed. */
static void inside_init(void) {
  TVMLikeValue out;
  check_refused(bad("bad_load_itself"), "ValueError", "bad_load_itself.so is already being loaded");
  with("TEST_UNLOAD_IN_INIT", "bad_unload", "RuntimeError", "cannot unload or reload bad_unload");

  OK(TVMLikePluginLoad(bad("bad_load_other"), NULL));
  CHECK(is_listed("bad_load_other.nothing") && is_listed("bad_late.later"));
  out = call_with_text("plugin.unload", "bad_load_other");
  TVMLikeValueFree(&out);
  CHECK(!is_listed("bad_load_other.nothing") && is_listed("bad_late.later"));
  /* The other one is loaded now, so it cannot be loaded again. */
  check_refused(bad("bad_load_other"), "ValueError", "bad_late is already loaded");
  out = call_with_text("plugin.unload", "bad_late");
  TVMLikeValueFree(&out);

  /* Only the failing plugin is undone, not the one that it has loaded. */
  CHECK_INT(setenv("TEST_FAIL_AFTER_LOAD", "1", 1), 0);
  RAISES(TVMLikePluginLoad(bad("bad_load_other"), NULL), "ValueError", "the other one is there");
  CHECK_INT(unsetenv("TEST_FAIL_AFTER_LOAD"), 0);
  CHECK(!is_listed("bad_load_other.nothing") && is_listed("bad_late.later"));
  out = call_with_text("plugin.unload", "bad_late");
  TVMLikeValueFree(&out);
  printf("an init loads other plugins, and neither loads nor unloads itself\n");
}

/* A name is shown in messages and lists: one of 64 KiB is refused. */
static void long_own_name(void) {
  RAISES(TVMLikePluginLoad(bad("bad_own_name"), NULL), "ValueError", "its name must not exceed 255 bytes, got 65536");
  printf("a plugin with a name of 64 KiB is refused\n");
}

/* The plugin's init exits the process; nothing waits for the half-loaded plugin. */
static void ends_the_process(void) {
  int status = 0;
  pid_t child;
  /* Otherwise the child would print buffered output a second time. */
  fflush(stdout);
  child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(60);
    TVMLikePluginLoad(bad("bad_exit"), NULL);
    _exit(9);
  }
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK_INT(WEXITSTATUS(status), 3);
  printf("an init that ends the process ends it\n");
}

/* A second attempt fails for the same reason, not because the plugin is loaded. */
static void again(void) {
  check_refused(bad("bad_fail"), "ValueError", "this plugin never loads");
  check_refused(bad("bad_taken"), "ValueError", "registry.list");
  printf("what was refused can be tried again\n");
}

/* Looks up the free names of a plugin that also has a taken one, until it is stopped. */
static const TVMLikeHost *host;
static TVMFunctionHandle stop;

static void *watch(void *seen) {
  static const char *const names[] = {"bad_taken.before", "bad_taken.after"};
  const TVMLikeByteArray stop_name = bytes_of("test.plugin.stop");
  size_t at = 0;
  for (;;) {
    const TVMLikeByteArray name = bytes_of(names[at++ % 2]);
    TVMLikeObjectHandle f = NULL;
    OK(host->get_global(&name, &f));
    if (f != NULL) *(int *)seen += 1;
    OK(TVMFuncFree(f));
    OK(host->get_global(&stop_name, &f));
    OK(TVMFuncFree(f));
    if (f != NULL) return NULL;
  }
}

static void never_seen(void) {
  pthread_t watcher;
  int seen = 0, at;
  host = TVMLikeGetHost();
  stop = global("registry.list");
  CHECK_INT(pthread_create(&watcher, NULL, watch, &seen), 0);
  for (at = 0; at < 100; ++at) {
    RAISES(TVMLikePluginLoad(bad("bad_taken"), NULL), "ValueError", "registry.list");
  }
  OK(TVMFuncRegisterGlobal("test.plugin.stop", stop, 0));
  CHECK_INT(pthread_join(watcher, NULL), 0);
  OK(TVMFuncRemoveGlobal("test.plugin.stop"));
  OK(TVMFuncFree(stop));
  CHECK_INT(seen, 0);
  CHECK(!is_listed("bad_taken.before") && !is_listed("bad_taken.after"));
  printf("of a plugin with a taken name not even the other names are seen, on any thread\n");
}

int main(int argc, char **argv) {
  const char *path = needed("TVMLIKE_TEST_PLUGIN", argc, argv);
  bad_folder = needed("TVMLIKE_BAD_PLUGINS", 0, NULL);
  good(path);
  no_plugins();
  wrong_plugins();
  undone();
  inside_init();
  long_own_name();
  again();
  never_seen();
  ends_the_process();
  return 0;
}
