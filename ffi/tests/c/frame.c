/* Calls through a frame: results of every sort, returned arguments, errors, bad frames.
 */
#include "../check.h"

#define ROOM 32
#define TOLD "ValueError\036not today\036"

typedef struct Block {
  TVMLikeFrame frame;
  TVMLikeValue args[3];
  char text[ROOM];
} Block;

static Block block_for(TVMLikeObjectHandle function) {
  Block block;
  memset(&block, 0, sizeof block);
  block.frame.function = function;
  return block;
}

/* After the header was written. */
static void point_inside(Block *block) {
  block->frame.args = block->args;
  block->frame.text = block->text;
  block->frame.text_size = ROOM;
}

/* Returns its first argument as an owned value; none without arguments. */
static int give_back(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  ++*(int *)context;
  if (num_args == 0) return 0;
  return TVMLikeValueToOwned(&args[0], result);
}

static int fail(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  (void)context, (void)args, (void)num_args, (void)result;
  TVMAPISetLastError("ValueError: not today");
  return -1;
}

/* Violates the rule that a result is owned. */
static int give_borrowed(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  (void)context, (void)args, (void)num_args;
  result->type_index = TVMLIKE_RAW_STR;
  result->payload.v_c_str = "borrowed";
  return 0;
}

/* Returns a value of any type index, with a payload of 0. */
static int give_index(void *context, const TVMLikeValue *args, int32_t num_args, TVMLikeValue *result) {
  (void)args, (void)num_args;
  result->type_index = *(const int32_t *)context;
  result->payload.v_int64 = 0;
  return 0;
}

static void scalars(TVMLikeObjectHandle echo, const int *calls) {
  Block block = block_for(echo);
  point_inside(&block);
  block.frame.result = int_value(7); /* the previous value is ignored */
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_NONE);
  CHECK_INT(block.frame.result.type_index, TVMLIKE_NONE);
  block.frame.num_args = 1;
  block.args[0] = int_value(-5);
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_INT);
  CHECK_INT(block.frame.result.payload.v_int64, -5);
  block.args[0] = float_value(0.5);
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_FLOAT);
  CHECK(block.frame.result.payload.v_float64 == 0.5);
  block.frame.args = NULL;
  block.frame.num_args = 0;
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_NONE);
  CHECK_INT(*calls, 4);
  printf("numbers and none come back by their type index\n");
}

static void texts(TVMLikeObjectHandle echo) {
  enum { SIXTEEN = 16 };
  static const char fits[] = "fifteen bytes..", longer[] = "sixteen bytes...", empty[] = "";
  TVMLikeByteArray inside = {"a\0b", 3};
  Block block = block_for(echo);
  point_inside(&block);
  block.frame.text_size = SIXTEEN;
  block.frame.num_args = 1;
  block.args[0].type_index = TVMLIKE_RAW_STR;
  block.args[0].payload.v_c_str = fits;
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_FRAME_TEXT);
  CHECK_INT(block.frame.result.type_index, TVMLIKE_RAW_STR);
  CHECK(block.frame.result.payload.v_c_str == block.text);
  CHECK_STR(block.text, fits);
  /* Inline in its value. */
  block.args[0].payload.v_c_str = "ab";
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_FRAME_TEXT);
  CHECK_STR(block.text, "ab");
  block.args[0].payload.v_c_str = empty;
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_FRAME_TEXT);
  CHECK_STR(block.text, "");
  /* No room for the NUL after it: the object itself. */
  block.args[0].payload.v_c_str = longer;
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_STR);
  CHECK_INT(block.frame.result.type_index, TVMLIKE_STR);
  OK(TVMObjectFree(block.frame.result.payload.v_obj));
  /* A NUL inside. */
  OK(TVMLikeStringCreate(&inside, &block.args[0]));
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_SMALL_STR);
  CHECK_INT(block.frame.result.small_len, 3);
  /* A frame without room for text. */
  block.frame.text = NULL;
  block.frame.text_size = 0;
  block.args[0].type_index = TVMLIKE_RAW_STR;
  block.args[0].small_len = 0;
  block.args[0].payload.v_c_str = "ab";
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_SMALL_STR);
  printf("short text is copied, the rest comes back as it is\n");
}

static uint32_t references(TVMLikeObjectHandle object) { return (uint32_t)*(const uint64_t *)object; }

static void objects(TVMLikeObjectHandle echo) {
  TVMLikeObjectHandle shape = NULL;
  TVMLikeValue made = none();
  const int64_t sizes[] = {2, 3};
  Block block = block_for(echo);
  point_inside(&block);
  OK(TVMLikeShapeCreate(sizes, 2, &made));
  shape = made.payload.v_obj;
  block.frame.num_args = 2;
  block.args[0].type_index = TVMLIKE_OBJECT;
  block.args[0].payload.v_obj = shape;
  block.args[1] = int_value(1);
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_FRAME_ARGUMENT);
  CHECK(block.frame.result.payload.v_obj == shape);
  CHECK_INT(block.frame.result.type_index, TVMLIKE_SHAPE);
  CHECK_INT(block.args[0].type_index, TVMLIKE_SHAPE);
  CHECK_INT(references(shape), 1);
  /* With its actual type, it is an ordinary argument: the result is owned. */
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_SHAPE);
  CHECK_INT(references(shape), 2);
  OK(TVMObjectFree(shape));
  OK(TVMObjectFree(shape));
  /* A NULL object is not dereferenced. */
  block.args[0].type_index = TVMLIKE_OBJECT;
  block.args[0].payload.v_obj = NULL;
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_NONE);
  printf("an argument that comes back is borrowed\n");
}

static void errors(void) {
  TVMLikeObjectHandle failing = NULL, borrowed = NULL, left = NULL, bad = NULL;
  int32_t index = 0;
  const TVMLikeByteArray *message;
  Block block;
  OK(TVMLikeFuncCreate(fail, NULL, NULL, &failing));
  OK(TVMLikeFuncCreate(give_borrowed, NULL, NULL, &borrowed));
  block = block_for(failing);
  point_inside(&block);
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_FRAME_ERROR_TEXT);
  CHECK_STR(block.text, TOLD);
  block.frame.text_size = sizeof TOLD;
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_FRAME_ERROR_TEXT);
  /* No room for it: the error itself. */
  block.frame.text_size = sizeof TOLD - 1;
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_FRAME_ERROR);
  CHECK_INT(block.frame.result.type_index, TVMLIKE_ERROR);
  message = &error_cell(block.frame.result.payload.v_obj)->message;
  CHECK(message->size == strlen("not today") && memcmp(message->data, "not today", message->size) == 0);
  OK(TVMObjectFree(block.frame.result.payload.v_obj));
  TVMLikeErrorMoveFromRaised(&left);
  CHECK(left == NULL);
  block.frame.text = NULL;
  block.frame.text_size = 0;

  block.frame.function = borrowed;
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_RAW_STR);

  /* A bad result and a bad frame. */
  OK(TVMLikeFuncCreate(give_index, &index, NULL, &bad));
  block.frame.function = bad;
  for (index = -5; index < 0; ++index) {
    CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_FRAME_ERROR);
    CHECK_INT(block.frame.result.type_index, TVMLIKE_ERROR);
    OK(TVMObjectFree(block.frame.result.payload.v_obj));
  }
  index = TVMLIKE_STR;
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_STR);
  CHECK(block.frame.result.payload.v_obj == NULL);
  OK(TVMFuncFree(bad));
  block.frame.function = failing;
  block.frame.text_size = ROOM;
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_FRAME_ERROR);
  OK(TVMObjectFree(block.frame.result.payload.v_obj));
  block.frame.num_args = 1;
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_FRAME_ERROR);
  OK(TVMObjectFree(block.frame.result.payload.v_obj));
  block.frame.num_args = 0;
  CHECK_INT(TVMLikeFrameCall(NULL), TVMLIKE_FRAME_ERROR);
  TVMLikeErrorMoveFromRaised(&left);
  CHECK(left != NULL);
  OK(TVMObjectFree(left));

  block.frame.function = NULL;
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_FRAME_ERROR);
  OK(TVMObjectFree(block.frame.result.payload.v_obj));
  block.frame.function = failing;
  block.frame.num_args = -1;
  CHECK_INT(TVMLikeFrameCall(&block.frame), TVMLIKE_FRAME_ERROR);
  OK(TVMObjectFree(block.frame.result.payload.v_obj));
  OK(TVMFuncFree(failing));
  OK(TVMFuncFree(borrowed));
  printf("an error is the result, and nothing stays raised\n");
}

int main(void) {
  int calls = 0;
  TVMLikeObjectHandle echo = NULL;
  OK(TVMLikeFuncCreate(give_back, &calls, NULL, &echo));
  scalars(echo, &calls);
  texts(echo);
  objects(echo);
  errors();
  OK(TVMFuncFree(echo));
  return 0;
}
