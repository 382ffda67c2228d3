/* What a call from Python by ctypes is held against. */

#include <stdint.h>

int64_t bare_add3(int64_t a, int64_t b, int64_t c);

int64_t bare_add3(int64_t a, int64_t b, int64_t c) { return a + b + c; }
