/* The library of cpp/native.cpp: C functions, and a kernel with the entry that MLIR's lowering gives it. */
#include <stddef.h>
#include <stdint.h>

#define EXPORTED __attribute__((visibility("default")))

struct memref {
  float *allocated, *aligned;
  int64_t offset, sizes[1], strides[1];
};

EXPORTED const char tvmlike_signatures[] =
    "{\"functions\": [{\"name\": \"mean\", \"signature\": \"f64(values: *const f64, count: size)\"}]}";

EXPORTED double mean(const double* values, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += values[i];
  return sum / (double)count;
}

EXPORTED int32_t apply(int32_t (*function)(int32_t), int32_t x) { return function(x); }

/* Supplied by the program that opens this library. */
int32_t observe(int32_t x);

EXPORTED int32_t observed(int32_t x) { return observe(x) + 1; }

EXPORTED void _mlir_ciface_scale(struct memref* values, float factor) {
  for (int64_t i = 0; i < values->sizes[0]; i++)
    values->aligned[values->offset + i * values->strides[0]] *= factor;
}
