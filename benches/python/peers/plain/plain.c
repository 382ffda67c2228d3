/* Plain C functions, for the peers that call C without a binding: ctypes and cffi. */

#include "plain.h"

#include <stdlib.h>
#include <string.h>

void nop(void) {}

int64_t add3(int64_t a, int64_t b, int64_t c) { return a + b + c; }

int64_t text_length(const char* text) { return (int64_t)strlen(text); }

/* The caller copies the result. */
const char* text_same(const char* text) { return text; }

Point* point_new(double x, double y) {
  Point* point = malloc(sizeof *point);
  if (point) {
    point->x = x;
    point->y = y;
  }
  return point;
}

Point* same(Point* point) { return point; }

int64_t call_n(int64_t (*f)(int64_t), int64_t n) {
  int64_t last = -1;
  for (int64_t i = 0; i < n; i++) last = f(i);
  return last;
}
