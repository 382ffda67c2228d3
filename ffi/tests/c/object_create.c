/*
 * Objects whose body the caller lays out.
 */
#include "../check.h"

static int destroyed;
static int64_t last;

static void destroy(void *body) {
  destroyed += 1;
  last = ((int64_t *)body)[1];
}

int main(void) {
  const TVMLikeByteArray key = bytes_of("test.Pair");
  TVMLikeObjectHandle object = NULL;
  int64_t *body;
  int32_t index = 0;
  size_t at;
  OK(TVMLikeTypeRegister(&key, TVMLIKE_OBJECT, &index));

  /* Zeroed, after the header, aligned. */
  OK(TVMLikeObjectCreate(index, 3 * sizeof(int64_t), destroy, &object));
  CHECK_INT(object->type_index, index);
  CHECK_INT(strong_count(object), 1);
  body = (int64_t *)cell(object);
  CHECK_INT((uintptr_t)body - (uintptr_t)object, 24);
  CHECK_INT((uintptr_t)body % 8, 0);
  for (at = 0; at < 3; ++at) CHECK_INT(body[at], 0);
  body[1] = 42;
  OK(TVMObjectRetain(object));
  OK(TVMObjectFree(object));
  CHECK_INT(destroyed, 0);
  OK(TVMObjectFree(object));
  CHECK_INT(destroyed, 1);
  CHECK_INT(last, 42);

  /* Without a body and without a destructor. */
  OK(TVMLikeObjectCreate(index, 0, NULL, &object));
  OK(TVMObjectFree(object));

  object = NULL;
  RAISES(TVMLikeObjectCreate(TVMLIKE_TENSOR, 8, destroy, &object), "ValueError", "runtime.Tensor is built in or opaque");
  RAISES(TVMLikeObjectCreate(1 << 20, 8, destroy, &object), "ValueError", "no type has the index 1048576");
  RAISES(TVMLikeObjectCreate(-1, 8, destroy, &object), "ValueError", "no type has the index -1");
  RAISES(TVMLikeObjectCreate(index, SIZE_MAX, destroy, &object), "ValueError", "bytes is too large");
  RAISES(TVMLikeObjectCreate(index, (size_t)1 << 62, destroy, &object), "MemoryError", "cannot allocate an object of test.Pair");
  RAISES(TVMLikeObjectCreate(index, 8, destroy, NULL), "ValueError", "the place for the object");
  CHECK(object == NULL);
  CHECK_INT(destroyed, 1);
  return 0;
}
