/*
 * Current objects: a stack per thread, scopes that nest, what is refused.
 */
#include <pthread.h>

#include "../check.h"

static int32_t context_type, location_type, file_type;

static int32_t type_of(const char *name, int32_t parent) {
  const TVMLikeByteArray key = bytes_of(name);
  int32_t index = 0;
  OK(TVMLikeTypeRegister(&key, parent, &index));
  return index;
}

static TVMLikeObjectHandle object_of(int32_t type_index) {
  TVMLikeObjectHandle object = NULL;
  OK(TVMLikeObjectCreate(type_index, 0, NULL, &object));
  return object;
}

/* The current object, borrowed; NULL if there is none. */
static TVMLikeObjectHandle current(int32_t type_index) {
  TVMLikeObjectHandle found = NULL;
  OK(TVMLikeCurrentGet(type_index, &found));
  if (found != NULL) OK(TVMObjectFree(found));
  return found;
}

static void *sees_nothing(void *object) {
  CHECK(current(context_type) == NULL);
  RAISES(TVMLikeCurrentPop((TVMLikeObjectHandle)object), "RuntimeError", "no scope is open on this thread");
  /* Scopes that a thread leaves open end with the thread. */
  OK(TVMLikeCurrentPush((TVMLikeObjectHandle)object));
  return NULL;
}

int main(void) {
  TVMLikeObjectHandle context, inner, location, found = NULL;
  pthread_t thread;
  context_type = type_of("test.Context", TVMLIKE_OBJECT);
  location_type = type_of("test.Location", TVMLIKE_OBJECT);
  file_type = type_of("test.FileLocation", location_type);
  context = object_of(context_type);
  inner = object_of(context_type);
  location = object_of(file_type);

  CHECK(current(context_type) == NULL);
  OK(TVMLikeCurrentPush(context));
  CHECK_INT(strong_count(context), 2);
  OK(TVMLikeCurrentPush(location));
  CHECK(current(context_type) == context);
  /* An object of a subtype is the current one of the base type. */
  CHECK(current(location_type) == location);
  CHECK(current(file_type) == location);
  OK(TVMLikeCurrentPush(inner));
  CHECK(current(context_type) == inner);

  /* Only the innermost scope ends; what fails changes nothing. */
  RAISES(TVMLikeCurrentPop(context), "RuntimeError", "belongs to another test.Context");
  RAISES(TVMLikeCurrentPop(location), "RuntimeError", "belongs to a test.Context");
  CHECK(current(context_type) == inner);
  OK(TVMLikeCurrentPop(inner));
  CHECK(current(context_type) == context);

  /* Threads do not share it. */
  CHECK_INT(pthread_create(&thread, NULL, sees_nothing, context), 0);
  CHECK_INT(pthread_join(thread, NULL), 0);
  CHECK(current(context_type) == context);

  OK(TVMLikeCurrentPop(location));
  OK(TVMLikeCurrentPop(context));
  RAISES(TVMLikeCurrentPop(context), "RuntimeError", "in reverse order");
  CHECK(current(context_type) == NULL);
  CHECK_INT(strong_count(context), 1);

  RAISES(TVMLikeCurrentPush(NULL), "ValueError", "NULL");
  RAISES(TVMLikeCurrentPop(NULL), "ValueError", "NULL");
  RAISES(TVMLikeCurrentGet(context_type, NULL), "ValueError", "NULL");
  OK(TVMLikeCurrentGet(-1, &found));
  CHECK(found == NULL);
  OK(TVMLikeCurrentGet(2000000000, &found));
  CHECK(found == NULL);

  OK(TVMObjectFree(context));
  OK(TVMObjectFree(inner));
  OK(TVMObjectFree(location));
  printf("current objects are found by type, on the thread that pushed them\n");
  return 0;
}
