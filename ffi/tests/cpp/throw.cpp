// C++ exceptions that leave callbacks of both kinds, raw and without any wrapper of ours, become the error of
// the call. This is promised on x86-64 Linux only; elsewhere such an exception ends the process.
#include <exception>
#include <stdexcept>
#include <string>

#include "../check.h"

#if defined(__x86_64__) && defined(__linux__)

namespace {

TVMFunctionHandle testing_call;
int destroyed;

struct CountsItsEnd {
  ~CountsItsEnd() { ++destroyed; }
};

enum Thrown { kRuntimeError, kDerived, kInt, kText, kRethrown, kAgain, kNothing };

struct Derived : std::invalid_argument {
  Derived() : std::invalid_argument("of a derived class") {}
};

void throw_one(std::intptr_t which) {
  const CountsItsEnd frame;
  const std::string owned = "an object of the frame that must be destroyed";
  switch (which) {
    case kRuntimeError: throw std::runtime_error("thrown out of a callback");
    case kDerived: throw Derived();
    case kInt: throw 42;
    case kText: throw "text";
    case kRethrown: std::rethrow_exception(std::make_exception_ptr(std::runtime_error("from another place")));
    case kAgain: try { throw std::runtime_error("caught and thrown again");
      } catch (const std::exception&) {
        throw;
      }
    default: break;
  }
}

int classic(TVMValue*, int*, int, TVMRetValueHandle, void* which) {
  throw_one(reinterpret_cast<std::intptr_t>(which));
  return 0;
}

int direct(void* which, const TVMLikeValue*, int32_t, TVMLikeValue*) {
  throw_one(reinterpret_cast<std::intptr_t>(which));
  return 0;
}

TVMFunctionHandle make_classic(Thrown which) {
  TVMFunctionHandle f = nullptr;
  OK(TVMFuncCreateFromCFunc(classic, reinterpret_cast<void*>(static_cast<std::intptr_t>(which)), nullptr,
                            &f));
  return f;
}

TVMLikeObjectHandle make_direct(Thrown which) {
  TVMLikeObjectHandle f = nullptr;
  OK(TVMLikeFuncCreate(direct, reinterpret_cast<void*>(static_cast<std::intptr_t>(which)), nullptr, &f));
  return f;
}

int call_classic(TVMFunctionHandle f) {
  TVMValue ret;
  int code = 0;
  return TVMFuncCall(f, nullptr, nullptr, 0, &ret, &code);
}

// testing.call(f): the exception starts behind Rust frames.
int call_behind_rust(TVMFunctionHandle f) {
  TVMValue arg, ret;
  int code = TVMLIKE_ARG_PACKED_FUNC_HANDLE, ret_code = 0;
  arg.v_handle = f;
  return TVMFuncCall(testing_call, &arg, &code, 1, &ret, &ret_code);
}

int call_direct(TVMLikeObjectHandle f) {
  TVMLikeValue result = none();
  return TVMLikeFuncCall(f, nullptr, 0, &result);
}

void out_of_a_classic_callback() {
  static const struct {
    Thrown which;
    const char* says;
  } cases[] = {{kRuntimeError, "thrown out of a callback"},
               {kDerived, "of a derived class"},
               {kInt, "int"},
               {kText, "char const*"},
               {kRethrown, "runtime_error"},
               {kAgain, "caught and thrown again"}};
  for (const auto& one : cases) {
    TVMFunctionHandle f = make_classic(one.which);
    destroyed = 0;
    FAILS(call_classic(f), "RuntimeError", one.says);
    FAILS(call_behind_rust(f), "RuntimeError", one.says);
    CHECK_INT(destroyed, 2);
    OK(TVMFuncFree(f));
  }
  TVMFunctionHandle f = make_classic(kNothing);
  OK(call_classic(f));
  OK(TVMFuncFree(f));
  std::printf("an exception out of a TVMPackedCFunc is the error of the call\n");
}

void out_of_a_direct_callback() {
  static const struct {
    Thrown which;
    const char* says;
  } cases[] = {{kRuntimeError, "thrown out of a callback"},
               {kDerived, "of a derived class"},
               {kInt, "int"},
               {kText, "char const*"},
               {kRethrown, "runtime_error"},
               {kAgain, "caught and thrown again"}};
  for (const auto& one : cases) {
    TVMLikeObjectHandle f = make_direct(one.which);
    destroyed = 0;
    RAISES(call_direct(f), "RuntimeError", one.says);
    FAILS(call_behind_rust(f), "RuntimeError", one.says);
    CHECK_INT(destroyed, 2);
    OK(TVMFuncFree(f));
  }
  std::printf("an exception out of a TVMLikeCallback is the error of the call\n");
}

int throws_and_catches_inside(void*, const TVMLikeValue*, int32_t, TVMLikeValue* result) {
  try {
    throw_one(kRuntimeError);
  } catch (const std::exception&) {
    *result = int_value(1);
  }
  return 0;
}

int throws_after_a_failed_call(void*, const TVMLikeValue*, int32_t, TVMLikeValue*) {
  TVMFunctionHandle f = nullptr;
  FAILS(TVMFuncGetGlobal(nullptr, &f), "ValueError", "NULL");
  throw std::runtime_error("the later of two");
}

void inside_and_after() {
  TVMLikeObjectHandle f = nullptr;
  TVMLikeValue result = none();
  OK(TVMLikeFuncCreate(throws_and_catches_inside, nullptr, nullptr, &f));
  OK(TVMLikeFuncCall(f, nullptr, 0, &result));
  CHECK_INT(result.payload.v_int64, 1);
  OK(TVMFuncFree(f));
  OK(TVMLikeFuncCreate(throws_after_a_failed_call, nullptr, nullptr, &f));
  RAISES(call_direct(f), "RuntimeError", "the later of two");
  OK(TVMFuncFree(f));
  std::printf("exceptions inside a callback stay there; a later one replaces an error\n");
}

// The exception object itself is freed: many of them leave nothing behind (valgrind looks).
void many() {
  TVMLikeObjectHandle f = make_direct(kRuntimeError);
  for (int at = 0; at < 200; ++at) RAISES(call_direct(f), "RuntimeError", "thrown out of a callback");
  // And what C++ thinks of exceptions in flight is as before.
  CHECK_INT(std::uncaught_exceptions(), 0);
  CHECK(!std::current_exception());
  OK(TVMFuncFree(f));
  std::printf("nothing is left in flight\n");
}

int describe_that_throws(const void*, TVMLikeValue*) {
  throw_one(kRuntimeError);
  return 0;
}

// A record function that throws: the function has no record, and the rest of its description is complete.
void out_of_a_describing_function() {
  TVMLikeRegistration entry{};
  TVMLikeObjectHandle info = nullptr;
  const TVMLikeByteArray owner = bytes_of("throw.cpp"), name = bytes_of("test.throw.described"),
                         info_name = bytes_of("registry.info");
  entry.name = name;
  entry.function = make_direct(kNothing);
  entry.describe = describe_that_throws;
  entry.file = bytes_of("described.cpp");
  entry.line = 7;
  OK(TVMLikeFuncRegisterGlobal(&entry, &owner));
  OK(TVMFuncFree(entry.function));
  OK(TVMLikeFuncGetGlobal(&info_name, &info));
  destroyed = 0;
  for (int at = 1; at <= 2; ++at) {
    TVMLikeValue json = none();
    const TVMLikeValue arg = str_value("test.throw.described");
    OK(TVMLikeFuncCall(info, &arg, 1, &json));
    const TVMLikeByteArray span = span_of(&json);
    const std::string text(span.data, span.size);
    CHECK_HAS(text.c_str(), "test.throw.described");
    CHECK_HAS(text.c_str(), "described.cpp");
    CHECK(text.find("\"a\"") == std::string::npos && text.find("\"r\"") == std::string::npos);
    CHECK_INT(destroyed, at);
    TVMLikeValueFree(&json);
  }
  OK(TVMFuncFree(info));
  OK(TVMLikeFuncRemoveGlobal(&name));
  std::printf("an exception out of a describing function: there is no record\n");
}

void finalizer_that_throws(void* which) { throw_one(reinterpret_cast<std::intptr_t>(which)); }

// No caller can receive the exception: it is dropped, and the memory is freed.
void out_of_a_finalizer() {
  for (const Thrown which : {kRuntimeError, kInt}) {
    void* context = reinterpret_cast<void*>(static_cast<std::intptr_t>(which));
    TVMFunctionHandle f = nullptr;
    TVMLikeObjectHandle object = nullptr;
    destroyed = 0;
    OK(TVMFuncCreateFromCFunc(classic, context, finalizer_that_throws, &f));
    OK(TVMFuncFree(f));
    CHECK_INT(destroyed, 1);
    OK(TVMLikeFuncCreate(direct, context, finalizer_that_throws, &object));
    OK(TVMFuncFree(object));
    CHECK_INT(destroyed, 2);
    OK(TVMLikeOpaqueCreate(context, TVMLIKE_OPAQUE_PY_OBJECT, finalizer_that_throws, &object));
    OK(TVMObjectFree(object));
    CHECK_INT(destroyed, 3);
    TVMLikeErrorMoveFromRaised(&object);
    CHECK(object == nullptr);
  }
  std::printf("an exception out of a finalizer ends there\n");
}

}  // namespace

int main(int argc, char** argv) {
  load_test_plugin(argc, argv);
  testing_call = global("testing.call");
  out_of_a_classic_callback();
  out_of_a_direct_callback();
  inside_and_after();
  out_of_a_describing_function();
  out_of_a_finalizer();
  many();
  OK(TVMFuncFree(testing_call));
  return 0;
}

#else

int main() {
  std::printf("exceptions out of raw callbacks are caught on x86-64 Linux only: nothing to check here\n");
  return 0;
}

#endif
