/* 16-byte values: text, bytes, arrays, maps, shapes; ownership; errors. */
#include "../check.h"

static TVMLikeValue make_str(const char *text) {
  TVMLikeByteArray bytes = bytes_of(text);
  TVMLikeValue value = none();
  OK(TVMLikeStringCreate(&bytes, &value));
  return value;
}

static void text(void) {
  TVMLikeByteArray bytes, bad = bytes_of("\xc3\x28");
  TVMLikeValue value = make_str(""), unused = none();
  CHECK(value.type_index == TVMLIKE_SMALL_STR && value.small_len == 0 && value.payload.v_uint64 == 0);
  value = make_str("1234567");
  CHECK(value.type_index == TVMLIKE_SMALL_STR && value.small_len == 7 && holds_text(&value, "1234567"));
  CHECK_INT(value.payload.v_bytes[7], 0);
  TVMLikeValueFree(&value);
  CHECK(value.type_index == TVMLIKE_NONE && value.small_len == 0 && value.payload.v_uint64 == 0);

  value = make_str("12345678");
  CHECK(value.type_index == TVMLIKE_STR && value.small_len == 0 && holds_text(&value, "12345678"));
  CHECK_INT(value.payload.v_obj->type_index, TVMLIKE_STR);
  CHECK_INT(span_of(&value).data[8], 0);
  TVMLikeValueFree(&value);

  bytes.data = "with\0a NUL inside";
  bytes.size = 17;
  OK(TVMLikeStringCreate(&bytes, &value));
  CHECK(span_of(&value).size == 17 && memcmp(span_of(&value).data, bytes.data, 17) == 0);
  TVMLikeValueFree(&value);
  bytes.data = "a\0b";
  bytes.size = 3;
  OK(TVMLikeStringCreate(&bytes, &value));
  CHECK(value.type_index == TVMLIKE_SMALL_STR && value.small_len == 3);

  RAISES(TVMLikeStringCreate(&bad, &unused), "ValueError", "UTF-8");
  RAISES(TVMLikeStringCreate(NULL, &unused), "ValueError", "NULL");
  RAISES(TVMLikeStringCreate(&bytes, NULL), "ValueError", "NULL");
  bytes.data = NULL;
  RAISES(TVMLikeStringCreate(&bytes, &unused), "ValueError", "NULL");
  bytes.data = "x";
  bytes.size = SIZE_MAX;
  RAISES(TVMLikeStringCreate(&bytes, &unused), "ValueError", "");
  bytes.data = NULL;
  bytes.size = 0;
  OK(TVMLikeStringCreate(&bytes, &value));
  CHECK_INT(value.small_len, 0);
  CHECK_INT(unused.type_index, TVMLIKE_NONE);
  printf("text: in line up to 7 bytes, an object beyond, NULs kept, UTF-8 checked\n");
}

struct lent_text {
  TVMLikeObject header;
  TVMLikeLentStringCell cell;
  int ended;
};

static void end_lent(void *object, int flags) { ((struct lent_text *)object)->ended = flags; }

static void lent(void) {
  struct lent_text object = {0};
  TVMLikeValue value = none(), kept = none();
  object.header.counts = 1 | (uint64_t)1 << 32;
  object.header.type_index = TVMLIKE_STR;
  object.header.deleter = TVMLikeStringDeleter();
  object.cell.text = bytes_of("text in memory of the program");
  object.cell.deleter = end_lent;
  value.type_index = TVMLIKE_STR;
  value.payload.v_obj = &object.header;
  OK(TVMLikeValueToOwned(&value, &kept));
  CHECK(holds_text(&kept, "text in memory of the program") && span_of(&kept).data == object.cell.text.data);
  TVMLikeValueFree(&kept);
  CHECK_INT(object.ended, 0);
  TVMLikeValueFree(&value);
  CHECK_INT(object.ended, TVMLIKE_DELETE_BOTH);
  printf("lent text: read in place, and ended by its own deleter\n");
}

static void byte_strings(void) {
  TVMLikeByteArray bytes;
  TVMLikeValue value = none();
  bytes.data = "\xff\x00\xfe";
  bytes.size = 3;
  OK(TVMLikeBytesCreate(&bytes, &value));
  CHECK(value.type_index == TVMLIKE_SMALL_BYTES && value.small_len == 3);
  bytes.data = "\xff\x00 more than seven";
  bytes.size = 18;
  OK(TVMLikeBytesCreate(&bytes, &value));
  CHECK(value.type_index == TVMLIKE_BYTES && span_of(&value).size == 18);
  CHECK(memcmp(span_of(&value).data, bytes.data, 18) == 0);
  TVMLikeValueFree(&value);
  RAISES(TVMLikeBytesCreate(NULL, &value), "ValueError", "NULL");
  RAISES(TVMLikeBytesCreate(&bytes, NULL), "ValueError", "NULL");
  printf("bytes: any bytes, in line up to 7\n");
}

static void arrays(void) {
  TVMLikeValue items[3], array = none(), unused = none();
  const TVMLikeSeqCell *seq;
  items[0] = int_value(1);
  items[1] = make_str("an owned text");
  items[2] = str_value("a borrowed text");
  OK(TVMLikeArrayCreate(items, 3, &array));
  seq = (const TVMLikeSeqCell *)cell(array.payload.v_obj);
  CHECK(seq->size == 3 && seq->capacity >= 3);
  /* Items are copied: objects are retained, borrowed texts become texts of their own. */
  CHECK_INT(strong_count(items[1].payload.v_obj), 2);
  CHECK(seq->data[1].payload.v_obj == items[1].payload.v_obj);
  CHECK(seq->data[2].type_index == TVMLIKE_STR && holds_text(&seq->data[2], "a borrowed text"));
  TVMLikeValueFree(&items[1]);
  CHECK(holds_text(&seq->data[1], "an owned text"));
  TVMLikeValueFree(&array);

  OK(TVMLikeArrayCreate(NULL, 0, &array));
  CHECK_INT(((const TVMLikeSeqCell *)cell(array.payload.v_obj))->size, 0);
  TVMLikeValueFree(&array);
  RAISES(TVMLikeArrayCreate(NULL, 2, &unused), "ValueError", "NULL");
  RAISES(TVMLikeArrayCreate(items, SIZE_MAX, &unused), "ValueError", "");
  RAISES(TVMLikeArrayCreate(items, 1, NULL), "ValueError", "NULL");
  items[0].type_index = 50;
  RAISES(TVMLikeArrayCreate(items, 1, &unused), "TypeError", "50");
  CHECK_INT(unused.type_index, TVMLIKE_NONE);
  printf("arrays copy what they hold\n");
}

static void maps(void) {
  TVMLikeValue pairs[8], map = none(), key;
  const TVMLikeMapCell *found;
  pairs[0] = str_value("b");
  pairs[1] = int_value(1);
  pairs[2] = str_value("a key that is longer than seven bytes");
  pairs[3] = str_value("its value");
  pairs[4] = int_value(7);
  pairs[5] = none();
  pairs[6] = str_value("b");
  pairs[7] = int_value(4);
  OK(TVMLikeMapCreate(pairs, 4, &map));
  found = (const TVMLikeMapCell *)cell(map.payload.v_obj);
  /* Of equal keys the first position and the last value count. */
  CHECK_INT(found->size, 3);
  CHECK(holds_text(&found->entries[0].key, "b") && found->entries[0].value.payload.v_int64 == 4);
  CHECK_INT(found->entries[2].key.payload.v_int64, 7);
  key = str_value("b");
  CHECK_INT(found->find(map.payload.v_obj, &key), 0);
  key = make_str("a key that is longer than seven bytes");
  CHECK_INT(found->find(map.payload.v_obj, &key), 1);
  TVMLikeValueFree(&key);
  key = int_value(7);
  CHECK_INT(found->find(map.payload.v_obj, &key), 2);
  key = int_value(8);
  CHECK_INT(found->find(map.payload.v_obj, &key), -1);
  key = str_value("no such key");
  CHECK_INT(found->find(map.payload.v_obj, &key), -1);
  TVMLikeValueFree(&map);
  OK(TVMLikeMapCreate(NULL, 0, &map));
  key = int_value(1);
  CHECK_INT(((const TVMLikeMapCell *)cell(map.payload.v_obj))->find(map.payload.v_obj, &key), -1);
  TVMLikeValueFree(&map);
  RAISES(TVMLikeMapCreate(NULL, 1, &map), "ValueError", "NULL");
  RAISES(TVMLikeMapCreate(pairs, SIZE_MAX, &map), "ValueError", "");
  RAISES(TVMLikeMapCreate(pairs, SIZE_MAX / 32 + 1, &map), "ValueError", "");
  RAISES(TVMLikeMapCreate(pairs, 1, NULL), "ValueError", "NULL");
  printf("maps keep the order of insertion and find their keys\n");
}

static void shapes(void) {
  const int64_t dims[] = {2, 0, 5};
  TVMLikeValue shape = none();
  const TVMLikeShapeCell *got;
  OK(TVMLikeShapeCreate(dims, 3, &shape));
  got = (const TVMLikeShapeCell *)cell(shape.payload.v_obj);
  CHECK(shape.type_index == TVMLIKE_SHAPE && got->size == 3 && memcmp(got->data, dims, sizeof dims) == 0);
  TVMLikeValueFree(&shape);
  OK(TVMLikeShapeCreate(NULL, 0, &shape));
  CHECK_INT(((const TVMLikeShapeCell *)cell(shape.payload.v_obj))->size, 0);
  TVMLikeValueFree(&shape);
  RAISES(TVMLikeShapeCreate(NULL, 1, &shape), "ValueError", "NULL");
  RAISES(TVMLikeShapeCreate(dims, SIZE_MAX, &shape), "ValueError", "");
  RAISES(TVMLikeShapeCreate(dims, 3, NULL), "ValueError", "NULL");
  printf("shapes\n");
}

static void to_owned(void) {
  TVMLikeValue value = str_value("borrowed, and long enough"), owned = none();
  TVMLikeByteArray bytes = bytes_of("bytes, and long enough");
  OK(TVMLikeValueToOwned(&value, &owned));
  CHECK(owned.type_index == TVMLIKE_STR && holds_text(&owned, "borrowed, and long enough"));
  value = owned;
  OK(TVMLikeValueToOwned(&value, &owned));
  CHECK(owned.payload.v_obj == value.payload.v_obj && strong_count(owned.payload.v_obj) == 2);
  TVMLikeValueFree(&owned);
  TVMLikeValueFree(&value);

  value = none();
  value.type_index = TVMLIKE_BYTE_ARRAY_PTR;
  value.payload.v_ptr = &bytes;
  OK(TVMLikeValueToOwned(&value, &owned));
  CHECK(owned.type_index == TVMLIKE_BYTES && holds_text(&owned, "bytes, and long enough"));
  TVMLikeValueFree(&owned);
  value = int_value(-3);
  OK(TVMLikeValueToOwned(&value, &owned));
  CHECK(owned.type_index == TVMLIKE_INT && owned.payload.v_int64 == -3);

  value = str_value("\xff");
  RAISES(TVMLikeValueToOwned(&value, &owned), "ValueError", "UTF-8");
  value = str_value(NULL); /* a NULL text is no value */
  OK(TVMLikeValueToOwned(&value, &owned));
  CHECK_INT(owned.type_index, TVMLIKE_NONE);
  value = none();
  value.type_index = 33;
  RAISES(TVMLikeValueToOwned(&value, &owned), "TypeError", "33");
  value.type_index = -1;
  RAISES(TVMLikeValueToOwned(&value, &owned), "TypeError", "-1");
  RAISES(TVMLikeValueToOwned(NULL, &owned), "ValueError", "NULL");
  value = int_value(1);
  RAISES(TVMLikeValueToOwned(&value, NULL), "ValueError", "NULL");
  TVMLikeValueFree(NULL);
  printf("a borrowed value becomes owned, or is refused\n");
}

/* Each array is the only item of the next: freeing them must not need a stack as deep. */
static void nested(void) {
  TVMLikeValue array = none(), outer = none();
  int depth;
  OK(TVMLikeArrayCreate(NULL, 0, &array));
  for (depth = 0; depth < 200000; ++depth) {
    OK(TVMLikeArrayCreate(&array, 1, &outer));
    TVMLikeValueFree(&array);
    array = outer;
    outer = none();
  }
  TVMLikeValueFree(&array);
  CHECK_INT(array.type_index, TVMLIKE_NONE);
  printf("arrays within arrays, 200,000 deep, are freed\n");
}

int main(void) {
  text();
  lent();
  byte_strings();
  arrays();
  maps();
  shapes();
  to_owned();
  nested();
  return 0;
}
