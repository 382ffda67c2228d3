// Shared parts of the C++ test programs, in addition to check.h.
#ifndef TVMLIKE_TESTS_CHECK_HPP_
#define TVMLIKE_TESTS_CHECK_HPP_

#include "tvmlike/tvmlike.hpp"

#include "check.h"

// The expression must throw a tvmlike::Error of `kind` whose message contains `part`.
#define THROWS(expression, kind, part) \
  check_throws(__FILE__, __LINE__, #expression, [&] { (void)(expression); }, kind, part)

template <class F>
void check_throws(const char* file, int line, const char* what, F f, const char* kind, const char* part) {
  try {
    f();
  } catch (const tvmlike::Error& error) {
    check_begins(file, line, what, error.what(), kind);
    check_has(file, line, what, error.what(), part);
    return;
  }
  std::printf("FAILED %s:%d: %s did not throw\n", file, line, what);
  std::exit(1);
}

// Runs a test program's body; an unexpected error fails it.
template <class F>
int run(F body) {
  try {
    body();
    return 0;
  } catch (const std::exception& error) {
    std::printf("FAILED: an error that was not expected: %s\n", error.what());
    return 1;
  }
}

#endif  // TVMLIKE_TESTS_CHECK_HPP_
