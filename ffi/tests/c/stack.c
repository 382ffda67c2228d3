/* The room that is left on a thread's stack. */
#include <pthread.h>

#include "../check.h"

static int depth_of_end(int depth) {
  volatile char room[4096];
  room[0] = (char)depth;
  if (TVMLikeStackIsLow(NULL, NULL)) return depth;
  return depth_of_end(depth + 1) + 0 * room[0];
}

static void *on_a_small_stack(void *depth) {
  size_t checked = 0, top = 0;
  CHECK_INT(TVMLikeStackIsLow(&checked, &top), 0);
  CHECK((size_t)&checked >= checked && (size_t)&checked < top);
  *(int *)depth = depth_of_end(0);
  return NULL;
}

static void a_small_stack_has_an_end(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  int depth = 0;
  CHECK_INT(pthread_attr_init(&attributes), 0);
  CHECK_INT(pthread_attr_setstacksize(&attributes, 512 * 1024), 0);
  CHECK_INT(pthread_create(&thread, &attributes, on_a_small_stack, &depth), 0);
  CHECK_INT(pthread_join(thread, NULL), 0);
  CHECK_INT(pthread_attr_destroy(&attributes), 0);
  /* 64 KB are left. */
  CHECK(depth > 50 && depth < 120);
  printf("a recursion sees the end of its stack before it is there\n");
}

int main(void) {
  a_small_stack_has_an_end();
  return 0;
}
