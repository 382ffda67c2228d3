// What the tests call that throws.
#include <stdexcept>
#include <string>

struct point {
    double x, y;
};

extern "C" int check(int number) {
    if (number < 0)
        throw std::out_of_range("negative: " + std::to_string(number));
    return number;
}

extern "C" double checked_sum(point p) {
    if (p.x < 0)
        throw 42;
    return p.x + p.y;
}

// An exception below a callback: C++ code between two calls of this library.
extern "C" int check_after(int (*f)(int), int number) { return check(f(number)); }
