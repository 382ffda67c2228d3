/* What the tests call: compiled by the test itself with the system's C compiler. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ECHO(name, type) \
    type echo_##name(type x) { return x; }
ECHO(bool, bool)
ECHO(i8, int8_t)
ECHO(i16, int16_t)
ECHO(i32, int32_t)
ECHO(i64, int64_t)
ECHO(u8, uint8_t)
ECHO(u16, uint16_t)
ECHO(u32, uint32_t)
ECHO(u64, uint64_t)
ECHO(size, size_t)
ECHO(isize, ptrdiff_t)
ECHO(f32, float)
ECHO(f64, double)
ECHO(ptr, void *)
ECHO(cstr, const char *)

/* All bits of a register, of which a narrow result uses the low ones. */
int64_t every_bit(int64_t bits) { return bits; }

static int64_t touched;
void touch(void) { touched += 1; }
int64_t times_touched(void) { return touched; }

double add(double a, double b) { return a + b; }

/* More of each kind than there are registers; every argument has its own weight. */
double many(int8_t a, double b, uint16_t c, float d, int64_t e, double f, int32_t g, double h, uint8_t i,
            double j, int64_t k, double l, int16_t m, float n, uint32_t o, double p, bool q, double r, int64_t s,
            double t) {
    return a + 2 * b + 3 * c + 4 * d + 5 * (double)e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * (double)k +
           12 * l + 13 * m + 14 * n + 15 * (double)o + 16 * p + 17 * q + 18 * r + 19 * (double)s + 20 * t;
}

size_t length(const char *text) { return text == NULL ? 0 : strlen(text); }

const char *greeting(int32_t which) {
    switch (which) {
    case 0: return NULL;
    case 1: return "gr\xc3\xbc\xc3\x9f";
    default: return "\xff\xfe";
    }
}

int64_t sum_i32(const int32_t *start, size_t count) {
    int64_t sum = 0;
    for (size_t i = 0; i < count; ++i)
        sum += start[i];
    return sum;
}

void double_f64(double *start, size_t count) {
    for (size_t i = 0; i < count; ++i)
        start[i] *= 2;
}

size_t sum_bytes(const uint8_t *start, size_t count) {
    size_t sum = 0;
    for (size_t i = 0; i < count; ++i)
        sum += start[i];
    return sum;
}

/* The length of the text that a pointer to a pointer refers to. */
size_t length_behind(const char *const *text) { return strlen(*text); }

struct point {
    double x, y;
};
struct point mirrored(struct point p) { return (struct point){p.y, p.x}; }

struct mixed {
    int8_t small;
    int16_t middle;
    int32_t large;
    float real;
    double wide;
    bool yes;
};
struct mixed mixed_next(struct mixed m) {
    return (struct mixed){(int8_t)(m.small + 1), (int16_t)(m.middle + 1), m.large + 1, m.real + 1, m.wide + 1, !m.yes};
}

struct tagged {
    uint8_t tag[5];
    struct point at[2];
    const char *label;
};
double tagged_sum(struct tagged t) {
    double sum = t.at[0].x + t.at[0].y + t.at[1].x + t.at[1].y + (double)strlen(t.label);
    for (int i = 0; i < 5; ++i)
        sum += t.tag[i];
    return sum;
}
double tagged_sum_at(const struct tagged *t) { return t == NULL ? -1 : tagged_sum(*t); }

struct pair {
    float a;
    int32_t b;
};
struct pair pair_swapped(struct pair p) { return (struct pair){(float)p.b, (int32_t)p.a}; }

static struct mixed remembered;
const struct mixed *remember(struct mixed m, bool give) {
    remembered = m;
    return give ? &remembered : NULL;
}

/* Where a compiler places the fields: offset and size, in the order of the fields. */
static const size_t mixed_layout[] = {
    offsetof(struct mixed, small), offsetof(struct mixed, middle), offsetof(struct mixed, large),
    offsetof(struct mixed, real),  offsetof(struct mixed, wide),   offsetof(struct mixed, yes),
    sizeof(struct mixed),
};
size_t mixed_place(size_t field) { return mixed_layout[field]; }

/* kinds: a letter for each argument: i int, I int64_t, d double, s text, p pointer to an int32_t. */
double variadic(const char *kinds, ...) {
    va_list list;
    double sum = 0;
    va_start(list, kinds);
    for (; *kinds != 0; ++kinds) {
        if (*kinds == 'i')
            sum = 3 * sum + va_arg(list, int);
        else if (*kinds == 'I')
            sum = 3 * sum + (double)va_arg(list, int64_t);
        else if (*kinds == 'd')
            sum = 3 * sum + va_arg(list, double);
        else if (*kinds == 's') {
            const char *text = va_arg(list, const char *);
            sum = 3 * sum + (text == NULL ? -1 : (double)strlen(text));
        } else
            sum = 3 * sum + *va_arg(list, int32_t *);
    }
    va_end(list);
    return sum;
}

int32_t fail_with(int32_t number) {
    errno = number;
    return number == 0 ? 7 : -1;
}
int32_t fail_at(size_t position, const char *path) {
    errno = position > 0 && path[0] != 0 ? ENOENT : EINVAL;
    return -1;
}
void *null_with(int32_t number) {
    errno = number;
    return NULL;
}
int32_t positive_with(int32_t number) {
    errno = number;
    return 1;
}

typedef int32_t (*binary)(int32_t, int32_t);
int32_t apply(binary f, int32_t a, int32_t b) { return f(a, b); }

/* Calls `f` `times` times, whatever it returns. */
int32_t repeat(binary f, int32_t times) {
    int32_t sum = 0;
    for (int32_t i = 0; i < times; ++i)
        sum += f(i, times);
    return sum;
}

static void (*kept)(int32_t);
void keep(void (*f)(int32_t)) { kept = f; }
void fire(int32_t with) { kept(with); }

struct point transform(struct point (*f)(struct point, const struct point *), struct point p) { return f(p, &p); }

struct work {
    binary f;
    int32_t times;
    int64_t sum;
};
static void *work(void *argument) {
    struct work *own = argument;
    for (int32_t i = 0; i < own->times; ++i)
        own->sum += own->f(i, own->times);
    return NULL;
}
/* Calls from threads that know nothing of the library. */
int64_t on_threads(binary f, int32_t threads, int32_t times) {
    pthread_t ids[16];
    struct work own[16];
    int64_t sum = 0;
    for (int32_t i = 0; i < threads; ++i) {
        own[i] = (struct work){f, times, 0};
        if (pthread_create(&ids[i], NULL, work, &own[i]) != 0)
            abort();
    }
    for (int32_t i = 0; i < threads; ++i) {
        pthread_join(ids[i], NULL);
        sum += own[i].sum;
    }
    return sum;
}

/* Out-parameters. */
int32_t split(const char *text, int8_t *first, double *second, const char **rest) {
    *first = text[0];
    *second = 0.5 * text[1];
    *rest = text[2] ? text + 2 : NULL;
    return *rest ? 2 : -1;
}
void swap_i64(int64_t *a, int64_t *b) {
    if (a && b) {
        int64_t kept = *a;
        *a = *b;
        *b = kept;
    } else if (a) {
        *a += 1;
    }
}
struct measured { int32_t count; double mean; };
struct measured measure(float start, struct measured *doubled, uint8_t bytes[4]) {
    struct measured made = { 3, start };
    doubled->count *= 2;
    doubled->mean *= 2;
    for (int at = 0; at < 4; at++) bytes[at] = (uint8_t)(bytes[at] + at);
    return made;
}
void bad_text(const char **text) { static const char raw[] = { (char)0xff, 0 }; *text = raw; }

/* Complex numbers, which C passes as two floats. */
#include <complex.h>

double complex multiply(double complex a, double complex b) { return a * b; }
float complex conjugate(float complex x) { return conjf(x); }
double complex sum_complex(const double complex *items, size_t count) {
    double complex sum = 0;
    size_t i;
    for (i = 0; i < count; ++i) sum += items[i];
    return sum;
}
struct signal {
    int32_t id;
    float complex value;
};
struct signal turned(struct signal x) {
    x.value *= I;
    return x;
}
void split_complex(double complex x, double complex *twice) { *twice = 2 * x; }

/* Call a function, and keep it. */
int32_t call_function(int32_t (*function)(int32_t), int32_t x) { return function ? function(x) : -1; }
static int32_t (*called_once)(int32_t);
int32_t call_once(int32_t (*function)(int32_t), int32_t x) {
    called_once = function;
    return function(x);
}
int32_t call_kept(int32_t x) { return called_once(x); }
int32_t call_both(int32_t (*first)(int32_t), int32_t (*second)(int32_t), int32_t x) { return first(second(x)); }
