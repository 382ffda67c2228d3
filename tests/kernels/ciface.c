/*
 * Handwritten kernels with the memref convention's C interface: the full matrix of ranks and element sizes, and results
 * that no compiler would produce.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A descriptor of any rank: n sizes and n strides stand in `extents`. */
typedef struct {
    char *allocated;
    char *aligned;
    int64_t offset;
    int64_t extents[];
} descriptor;

/* Copies elements of `size` bytes in C order into an array without gaps, whatever the strides. */
static void copy(const descriptor *from, const descriptor *into, int rank, size_t size)
{
    int64_t index[4] = {0, 0, 0, 0};
    const int64_t *sizes = from->extents, *strides = from->extents + rank;
    int64_t count = 1;
    for (int axis = 0; axis < rank; axis++)
        count *= sizes[axis];
    for (int64_t at = 0; at < count; at++) {
        int64_t place = from->offset;
        for (int axis = 0; axis < rank; axis++)
            place += index[axis] * strides[axis];
        memcpy(into->aligned + (into->offset + at) * (int64_t)size, from->aligned + place * (int64_t)size, size);
        for (int axis = rank - 1; axis >= 0 && ++index[axis] == sizes[axis]; axis--)
            index[axis] = 0;
    }
}

#define COPY(rank, size)                                                                                             \
    void _mlir_ciface_copy_##rank##_##size(const descriptor *from, const descriptor *into);                          \
    void _mlir_ciface_copy_##rank##_##size(const descriptor *from, const descriptor *into)                           \
    {                                                                                                                \
        copy(from, into, rank, size);                                                                                \
    }
#define COPIES(size) COPY(0, size) COPY(1, size) COPY(2, size) COPY(3, size) COPY(4, size)
COPIES(1)
COPIES(2)
COPIES(4)
COPIES(8)
COPIES(16)

typedef struct {
    float *allocated;
    float *aligned;
    int64_t offset, size, stride;
} vector;

typedef struct {
    int64_t rank;
    void *descriptor;
} unranked;

static float table[4] = {1, 2, 3, 4};

#define EXPORTED(name, ...)                                                                                          \
    void _mlir_ciface_##name(__VA_ARGS__);                                                                           \
    void _mlir_ciface_##name(__VA_ARGS__)

/* A descriptor with the caller's fields, over memory of `bytes` bytes that the caller must free. */
EXPORTED(describe, vector *out, int64_t bytes, int64_t offset, int64_t size, int64_t stride)
{
    float *memory = bytes < 0 ? NULL : calloc(1, (size_t)bytes);
    *out = (vector){memory, memory, offset, size, stride};
}

/* As `describe`, of any rank: only the first dimension is said, the others are of size 2. */
EXPORTED(describe_any, unranked *out, int64_t rank, int64_t size, int64_t stride)
{
    int64_t *made = calloc(3 + 2 * 70, 8);
    float *memory = calloc(1, 4096);
    made[0] = made[1] = (int64_t)memory;
    for (int64_t axis = 0; axis < rank && axis < 70; axis++) {
        made[3 + axis] = axis == 0 ? size : 2;
        made[3 + rank + axis] = axis == 0 ? stride : 1;
    }
    *out = (unranked){rank, made};
    if (rank < 0 || rank > 64) {
        /* The caller cannot interpret such a descriptor, so it does not free these. */
        free(memory);
        free(made);
        *out = (unranked){rank, &table};
    }
}

EXPORTED(null_any, unranked *out)
{
    *out = (unranked){1, NULL};
}

/* The argument's own descriptor, which the caller must not free. */
EXPORTED(lent_any, unranked *out, const unranked *in)
{
    *out = *in;
}

/* Memory of the library that does not say so: for callers that know. */
EXPORTED(table_of_mine, vector *out)
{
    *out = (vector){table, table, 0, 4, 1};
}

/* The elements of `a` summed up; overwrites the descriptor, which is the function's to do with as it likes. */
float _mlir_ciface_scribble(vector *a);
float _mlir_ciface_scribble(vector *a)
{
    float sum = 0;
    for (int64_t at = 0; at < a->size; at++)
        sum += a->aligned[a->offset + at * a->stride];
    memset(a, 0xee, sizeof *a);
    return sum;
}

/* y += x * a, with nothing but the words that it needs; for figures. */
EXPORTED(axpy, float a, const vector *x, const vector *y)
{
    for (int64_t at = 0; at < x->size; at++)
        y->aligned[at] += a * x->aligned[at];
}

/* What the host supplies to compiled code: tests load the code by themselves. */
void memrefCopy(int64_t size, const unranked *from, const unranked *into);
void memrefCopy(int64_t size, const unranked *from, const unranked *into)
{
    const descriptor *a = from->descriptor, *b = into->descriptor;
    for (int64_t i = 0; i < a->extents[0]; i++)
        for (int64_t j = 0; j < a->extents[1]; j++)
            memcpy(b->aligned + (b->offset + i * b->extents[2] + j * b->extents[3]) * size,
                   a->aligned + (a->offset + i * a->extents[2] + j * a->extents[3]) * size, (size_t)size);
}

/* Rounds to bf16 and returns the bits in the low half of the register, where compiled code expects them. */
float __truncsfbf2(float wide);
float __truncsfbf2(float wide)
{
    uint32_t bits;
    memcpy(&bits, &wide, 4);
    bits = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    memcpy(&wide, &bits, 4);
    return wide;
}

/* What compiled code calls by these names is whatever the tests have put there. */
typedef struct {
    vector made;
    _Bool flag;
} made_and_flag;

typedef struct {
    unranked any;
    vector two;
} any_and_two;

float (*host_sum_pointer)(const vector *a, float x);
void (*host_new_pointer)(made_and_flag *out, const vector *a, int8_t n);
void (*host_any_pointer)(any_and_two *out, int64_t n);

float _mlir_ciface_host_sum(const vector *a, float x);
float _mlir_ciface_host_sum(const vector *a, float x)
{
    return host_sum_pointer(a, x);
}

EXPORTED(host_new, made_and_flag *out, const vector *a, int8_t n)
{
    host_new_pointer(out, a, n);
}

EXPORTED(host_any, any_and_two *out, int64_t n)
{
    host_any_pointer(out, n);
}
