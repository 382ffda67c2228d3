/*
 * Shared parts of the test programs: checks that end the program, and small helpers. For C99 and C++17.
 */
#ifndef TVMLIKE_TESTS_CHECK_H_
#define TVMLIKE_TESTS_CHECK_H_

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tvmlike/c_api.h"

/* The function that returns the last error; a program that links another library defines it before the include. */
#ifndef LAST_ERROR
#define LAST_ERROR TVMGetLastError
#endif

/* Ends the program unless `condition` holds. */
#define CHECK(condition)                                            \
  do {                                                              \
    if (!(condition)) {                                             \
      printf("FAILED %s:%d: %s\n", __FILE__, __LINE__, #condition); \
      printf("  last error: %s\n", LAST_ERROR());                   \
      exit(1);                                                      \
    }                                                               \
  } while (0)

#define CHECK_INT(got, wanted) check_int(__FILE__, __LINE__, #got, (int64_t)(got), (int64_t)(wanted))
#define CHECK_STR(got, wanted) check_str(__FILE__, __LINE__, #got, (got), (wanted))
/* `text` must contain `part`. */
#define CHECK_HAS(text, part) check_has(__FILE__, __LINE__, #text, (text), (part))
/* A classic or 16-byte call must succeed. */
#define OK(call) CHECK((call) == 0)
/* A call must fail with -1, and its last error must begin with `kind` and contain `part`. */
#define FAILS(call, kind, part) check_fails(__FILE__, __LINE__, #call, (call), (kind), (part))
/* As FAILS, for functions that raise an error object. */
#define RAISES(call, kind, part) check_raises(__FILE__, __LINE__, #call, (call), (kind), (part))

static inline void check_int(const char *file, int line, const char *what, int64_t got, int64_t wanted) {
  if (got == wanted) return;
  printf("FAILED %s:%d: %s is %lld, expected %lld\n", file, line, what, (long long)got, (long long)wanted);
  exit(1);
}

static inline void check_str(const char *file, int line, const char *what, const char *got,
                             const char *wanted) {
  if (got != NULL && strcmp(got, wanted) == 0) return;
  printf("FAILED %s:%d: %s is \"%s\", expected \"%s\"\n", file, line, what, got == NULL ? "NULL" : got,
         wanted);
  exit(1);
}

static inline void check_has(const char *file, int line, const char *what, const char *text,
                             const char *part) {
  if (text != NULL && strstr(text, part) != NULL) return;
  printf("FAILED %s:%d: %s is \"%s\", expected it to contain \"%s\"\n", file, line, what,
         text == NULL ? "NULL" : text, part);
  exit(1);
}

static inline void check_begins(const char *file, int line, const char *what, const char *text,
                                const char *kind) {
  const size_t size = strlen(kind);
  if (strncmp(text, kind, size) == 0 && text[size] == ':') return;
  printf("FAILED %s:%d: the error of %s is \"%s\", expected a %s\n", file, line, what, text, kind);
  exit(1);
}

static inline void check_fails(const char *file, int line, const char *what, int status, const char *kind,
                               const char *part) {
  if (status != -1) {
    printf("FAILED %s:%d: %s returned %d, expected -1\n", file, line, what, status);
    exit(1);
  }
  check_begins(file, line, what, LAST_ERROR(), kind);
  check_has(file, line, what, LAST_ERROR(), part);
}

static inline TVMLikeByteArray bytes_of(const char *text) {
  TVMLikeByteArray bytes;
  bytes.data = text;
  bytes.size = text == NULL ? 0 : strlen(text);
  return bytes;
}

static inline TVMLikeValue none(void) {
  TVMLikeValue value;
  memset(&value, 0, sizeof value);
  return value;
}

static inline TVMLikeValue int_value(int64_t number) {
  TVMLikeValue value = none();
  value.type_index = TVMLIKE_INT;
  value.payload.v_int64 = number;
  return value;
}

static inline TVMLikeValue float_value(double number) {
  TVMLikeValue value = none();
  value.type_index = TVMLIKE_FLOAT;
  value.payload.v_float64 = number;
  return value;
}

static inline TVMLikeValue str_value(const char *text) {
  TVMLikeValue value = none();
  value.type_index = TVMLIKE_RAW_STR;
  value.payload.v_c_str = text;
  return value;
}

static inline TVMLikeValue object_value(TVMLikeObjectHandle object) {
  TVMLikeValue value = none();
  value.type_index = object->type_index;
  value.payload.v_obj = object;
  return value;
}

/* The part of an object behind its header. */
static inline void *cell(TVMLikeObjectHandle object) { return object + 1; }

static inline uint32_t strong_count(TVMLikeObjectHandle object) { return (uint32_t)object->counts; }

/* The text or bytes in a value, whatever its form; they live as long as the value. */
static inline TVMLikeByteArray span_of(const TVMLikeValue *value) {
  TVMLikeByteArray span = bytes_of(NULL);
  if (value->type_index == TVMLIKE_SMALL_STR || value->type_index == TVMLIKE_SMALL_BYTES) {
    span.data = (const char *)value->payload.v_bytes;
    span.size = value->small_len;
  } else if (value->type_index == TVMLIKE_STR || value->type_index == TVMLIKE_BYTES) {
    span = *(const TVMLikeStringCell *)cell(value->payload.v_obj);
  } else {
    printf("FAILED: type %d is neither text nor bytes\n", (int)value->type_index);
    exit(1);
  }
  return span;
}

static inline int holds_text(const TVMLikeValue *value, const char *text) {
  const TVMLikeByteArray span = span_of(value);
  return span.size == strlen(text) && memcmp(span.data, text, span.size) == 0;
}

static inline const TVMLikeErrorCell *error_cell(TVMLikeObjectHandle error) {
  return (const TVMLikeErrorCell *)cell(error);
}

/* "Kind: message" of an error object, in a buffer that the next call reuses. */
static inline const char *error_text(TVMLikeObjectHandle error) {
  static char text[4096];
  const TVMLikeErrorCell *of = error_cell(error);
  snprintf(text, sizeof text, "%.*s: %.*s", (int)of->kind.size, of->kind.data, (int)of->message.size,
           of->message.data);
  return text;
}

static inline void check_raises(const char *file, int line, const char *what, int status, const char *kind,
                                const char *part) {
  TVMLikeObjectHandle error = NULL;
  if (status != -1) {
    printf("FAILED %s:%d: %s returned %d, expected -1\n", file, line, what, status);
    exit(1);
  }
  TVMLikeErrorMoveFromRaised(&error);
  if (error == NULL) {
    printf("FAILED %s:%d: %s returned -1 and raised nothing\n", file, line, what);
    exit(1);
  }
  check_begins(file, line, what, error_text(error), kind);
  check_has(file, line, what, error_text(error), part);
  TVMObjectFree(error);
}

/* A required environment variable; the first argument of the program replaces it. */
static inline const char *needed(const char *name, int argc, char **argv) {
  const char *value = getenv(name);
  if (value != NULL && value[0] != '\0') return value;
  if (argc > 1) return argv[1];
  printf("this test needs %s\n", name);
  exit(2);
}

/* Loads the plugin with the functions that the tests call. */
static inline void load_test_plugin(int argc, char **argv) {
  OK(TVMLikePluginLoad(needed("TVMLIKE_TEST_PLUGIN", argc, argv), NULL));
}

static inline TVMFunctionHandle global(const char *name) {
  TVMFunctionHandle function = NULL;
  OK(TVMFuncGetGlobal(name, &function));
  if (function == NULL) printf("no function is registered as %s\n", name);
  CHECK(function != NULL);
  return function;
}

/* Whether a name is in the listing of all names. */
static inline int is_listed(const char *name) {
  int count = 0, at;
  const char **names = NULL;
  OK(TVMFuncListGlobalNames(&count, &names));
  for (at = 0; at < count; ++at) {
    if (strcmp(names[at], name) == 0) return 1;
  }
  return 0;
}

#endif /* TVMLIKE_TESTS_CHECK_H_ */
