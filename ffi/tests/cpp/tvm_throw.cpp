// libtvm_runtime and C++ exceptions: thrown out of callbacks, and thrown by TVMThrowLastError. This is promised on x86-64 Linux
// only; elsewhere an exception that leaves a callback ends the process.
#include <stdexcept>
#include <string>

#include "../tvm_check.h"

#if defined(__x86_64__) && defined(__linux__)

namespace {

int throws(TVMValue *, int *, int, TVMRetValueHandle, void *) { throw std::out_of_range("too far"); }

int throws_a_number(TVMValue *, int *, int, TVMRetValueHandle, void *) { throw 42; }

int throws_the_last_error(TVMValue *, int *, int, TVMRetValueHandle, void *) {
  TVMAPISetLastError("KeyError: thrown");
  TVMThrowLastError();
  return 0;
}

int status_of(TVMPackedCFunc callback) {
  TVMFunctionHandle f = make(callback, nullptr);
  TVMValue ret = of_int(0);
  int code = 0;
  const int status = TVMFuncCall(f, nullptr, nullptr, 0, &ret, &code);
  OK(TVMFuncFree(f));
  return status;
}

void out_of_callbacks() {
  FAILS(status_of(throws), "RuntimeError", "too far");
  FAILS(status_of(throws_a_number), "RuntimeError", "int");
  FAILS(status_of(throws_the_last_error), "RuntimeError", "KeyError: thrown");
  std::printf("an exception out of a callback is the error of the call\n");
}

// What TVMThrowLastError throws as text; empty where it returns.
std::string thrown() {
  try {
    TVMThrowLastError();
  } catch (const std::runtime_error &error) {
    return error.what();
  }
  return "";
}

void the_last_error() {
  TVMAPISetLastError("ValueError: boo");
  for (int times = 0; times < 3; ++times) CHECK(thrown() == "ValueError: boo");
  CHECK_STR(TVMGetLastError(), "ValueError: boo");
  TVMAPISetLastError(nullptr);
  CHECK(thrown().empty());
  std::printf("the last error is thrown with its text, and stays\n");
}

}  // namespace

int main() {
  out_of_callbacks();
  the_last_error();
  return 0;
}

#else

int main() {
  std::printf("nothing is promised of exceptions on this platform\n");
  return 0;
}

#endif
