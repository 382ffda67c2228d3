/* Plain C functions, for the peers that call C without a binding: ctypes and cffi. */

#include <stdint.h>

typedef struct {
  double x, y;
} Point;

void nop(void);
int64_t add3(int64_t a, int64_t b, int64_t c);
int64_t text_length(const char* text);
const char* text_same(const char* text);
Point* point_new(double x, double y);
Point* same(Point* point);
int64_t call_n(int64_t (*f)(int64_t), int64_t n);
