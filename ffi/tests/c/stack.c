/* The room that is left on a thread's stack. */
#include <pthread.h>

#include "../check.h"

/* How many bytes below an address the stack is low. Compilers may merge the frames of several calls. */
static size_t low_below(size_t start) {
  volatile char room[4096];
  room[0] = 1;
  if (TVMLikeStackIsLow(NULL, NULL)) return start - (size_t)&room;
  return low_below(start) + 0 * (size_t)room[0];
}

static void *on_a_small_stack(void *used) {
  size_t checked = 0, top = 0;
  CHECK_INT(TVMLikeStackIsLow(&checked, &top), 0);
  CHECK((size_t)&checked >= checked && (size_t)&checked < top);
  *(size_t *)used = low_below((size_t)&checked);
  return NULL;
}

static void a_small_stack_has_an_end(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  size_t used = 0;
  CHECK_INT(pthread_attr_init(&attributes), 0);
  CHECK_INT(pthread_attr_setstacksize(&attributes, 512 * 1024), 0);
  CHECK_INT(pthread_create(&thread, &attributes, on_a_small_stack, &used), 0);
  CHECK_INT(pthread_join(thread, NULL), 0);
  CHECK_INT(pthread_attr_destroy(&attributes), 0);
  /* 64 KB are left, at most a few frames less. */
  CHECK(used > 300 * 1024 && used < 512 * 1024);
  printf("a recursion sees the end of its stack before it is there\n");
}

int main(void) {
  a_small_stack_has_an_end();
  return 0;
}
