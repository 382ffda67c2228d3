/* Threads: some register and remove while others look up, call and list. */
#include <pthread.h>

#include "../check.h"

enum { kNames = 64, kRounds = 200, kReaders = 3 };

static int finished;

static int number(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  (void)args;
  (void)num_args;
  *result = int_value((int64_t)(intptr_t)context);
  return 0;
}

static void name_of(int at, char *name, size_t size) { snprintf(name, size, "test.threads.f%03d", at); }

static void register_all(void) {
  int at;
  for (at = 0; at < kNames; ++at) {
    char name[64];
    TVMLikeObjectHandle f = NULL;
    name_of(at, name, sizeof name);
    OK(TVMLikeFuncCreate(number, (void *)(intptr_t)at, NULL, &f));
    OK(TVMFuncRegisterGlobal(name, f, 1));
    OK(TVMFuncFree(f));
  }
}

static void *writes(void *unused) {
  int round, at;
  (void)unused;
  for (round = 0; round < kRounds; ++round) {
    register_all();
    for (at = 0; at < kNames; at += 2) {
      char name[64];
      name_of(at, name, sizeof name);
      OK(TVMFuncRemoveGlobal(name));
    }
  }
  __atomic_store_n(&finished, 1, __ATOMIC_RELEASE);
  return NULL;
}

static void *reads(void *seed) {
  unsigned state = (unsigned)(uintptr_t)seed;
  int found = 0;
  while (__atomic_load_n(&finished, __ATOMIC_ACQUIRE) == 0) {
    char name[64];
    TVMFunctionHandle f = NULL;
    int at;
    state = state * 1664525U + 1013904223U;
    at = (int)(state >> 16) % kNames;
    name_of(at, name, sizeof name);
    OK(TVMFuncGetGlobal(name, &f));
    if (f == NULL) {
      CHECK(at % 2 == 0); /* names with odd numbers are overridden, never removed */
      continue;
    }
    {
      TVMLikeValue result = none();
      OK(TVMLikeFuncCall((TVMLikeObjectHandle)f, NULL, 0, &result));
      CHECK_INT(result.payload.v_int64, at);
    }
    OK(TVMFuncFree(f));
    if (++found % 500 == 0) {
      int count = 0, one;
      const char **names = NULL;
      OK(TVMFuncListGlobalNames(&count, &names));
      for (one = 1; one < count; ++one) CHECK(strcmp(names[one - 1], names[one]) < 0);
    }
  }
  return NULL;
}

static void register_while_reading(void) {
  pthread_t writer, readers[kReaders];
  int at;
  register_all();
  CHECK_INT(pthread_create(&writer, NULL, writes, NULL), 0);
  for (at = 0; at < kReaders; ++at) {
    CHECK_INT(pthread_create(&readers[at], NULL, reads, (void *)(uintptr_t)(at + 1)), 0);
  }
  CHECK_INT(pthread_join(writer, NULL), 0);
  for (at = 0; at < kReaders; ++at) CHECK_INT(pthread_join(readers[at], NULL), 0);
  for (at = 1; at < kNames; at += 2) {
    char name[64];
    name_of(at, name, sizeof name);
    OK(TVMFuncRemoveGlobal(name));
  }
  printf("one thread registers while others look up, call and list\n");
}

static void *lists_elsewhere(void *unused) {
  int count = 0;
  const char **names = NULL;
  (void)unused;
  OK(TVMFuncListGlobalNames(&count, &names));
  CHECK(count > 0);
  return (void *)names;
}

static void lists_per_thread(void) {
  int count = 0;
  const char **names = NULL;
  char first[256];
  void *other = NULL;
  pthread_t thread;
  OK(TVMFuncListGlobalNames(&count, &names));
  snprintf(first, sizeof first, "%s", names[0]);
  CHECK_INT(pthread_create(&thread, NULL, lists_elsewhere, NULL), 0);
  CHECK_INT(pthread_join(thread, &other), 0);
  CHECK(other != (void *)names);
  CHECK_STR(names[0], first);
  printf("each thread has its own listing\n");
}

static TVMLikeObjectHandle shared;

static void *retains_and_frees(void *unused) {
  int at;
  (void)unused;
  for (at = 0; at < 20000; ++at) {
    OK(TVMObjectRetain(shared));
    OK(TVMObjectFree(shared));
  }
  return NULL;
}

static void counts_from_threads(void) {
  TVMLikeByteArray text = bytes_of("counted from several threads");
  TVMLikeValue string = none();
  pthread_t threads[kReaders];
  int at;
  OK(TVMLikeStringCreate(&text, &string));
  shared = string.payload.v_obj;
  for (at = 0; at < kReaders; ++at) CHECK_INT(pthread_create(&threads[at], NULL, retains_and_frees, NULL), 0);
  for (at = 0; at < kReaders; ++at) CHECK_INT(pthread_join(threads[at], NULL), 0);
  CHECK_INT(strong_count(shared), 1);
  TVMLikeValueFree(&string);
  printf("counts are right after threads took and gave references\n");
}

static void *raises_and_leaves(void *unused) {
  (void)unused;
  TVMAPISetLastError("ValueError: left behind by a thread that ends");
  return NULL;
}

static void error_left_behind(void) {
  pthread_t thread;
  TVMLikeObjectHandle error = NULL;
  CHECK_INT(pthread_create(&thread, NULL, raises_and_leaves, NULL), 0);
  CHECK_INT(pthread_join(thread, NULL), 0);
  TVMLikeErrorMoveFromRaised(&error);
  CHECK(error == NULL);
  printf("an error left behind by a thread ends with it\n");
}

int main(void) {
  register_while_reading();
  lists_per_thread();
  counts_from_threads();
  error_left_behind();
  return 0;
}
