// A C++ program on TVM's C header alone, in the usual style of such programs: its own classes for functions and
// arrays, lambdas as packed functions, errors as exceptions. It names nothing of ours but the header.
#include <tvmlike/tvm_runtime.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

#define EXPECT(condition)                                                                      \
  do {                                                                                         \
    if (!(condition)) {                                                                        \
      std::printf("FAILED %s:%d: %s\n  last error: %s\n", __FILE__, __LINE__, #condition,      \
                  TVMGetLastError());                                                          \
      std::exit(1);                                                                            \
    }                                                                                          \
  } while (0)

// Checks the status of a C call.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void check(int status) {
  if (status != 0) throw Failure(TVMGetLastError());
}

std::string failure_of(const std::function<void()> &run) {
  try {
    run();
  } catch (const Failure &failure) {
    return failure.what();
  }
  return "no failure";
}

bool begins(const std::string &text, const std::string &with) { return text.rfind(with, 0) == 0; }

// A value with its type code, and the text that it points to.
struct Arg {
  TVMValue value{};
  int code = kTVMNullptr;

  Arg() = default;
  Arg(int number) : Arg(int64_t{number}) {}
  Arg(int64_t number) : code(kTVMArgInt) { value.v_int64 = number; }
  Arg(double number) : code(kTVMArgFloat) { value.v_float64 = number; }
  Arg(const char *text) : code(kTVMStr) { value.v_str = text; }
  Arg(void *handle, int of) : code(of) { value.v_handle = handle; }
};

// An array of float32 on the CPU.
class NDArray {
 public:
  explicit NDArray(std::vector<int64_t> shape) {
    check(TVMArrayAlloc(shape.data(), static_cast<int>(shape.size()), kDLFloat, 32, 1, kDLCPU, 0, &handle_));
  }
  explicit NDArray(TVMArrayHandle given) : handle_(given) {}
  NDArray(NDArray &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  NDArray(const NDArray &) = delete;
  NDArray &operator=(const NDArray &) = delete;
  ~NDArray() { EXPECT(TVMArrayFree(handle_) == 0); }

  const DLTensor *operator->() const { return handle_; }
  TVMArrayHandle get() const { return handle_; }
  Arg arg() const { return {handle_, kTVMNDArrayHandle}; }

  void write(std::vector<float> numbers) {
    check(TVMArrayCopyFromBytes(handle_, numbers.data(), numbers.size() * sizeof(float)));
  }
  std::vector<float> read() const {
    size_t size = 1;
    for (int axis = 0; axis < handle_->ndim; ++axis) size *= static_cast<size_t>(handle_->shape[axis]);
    std::vector<float> numbers(size);
    check(TVMArrayCopyToBytes(handle_, numbers.data(), size * sizeof(float)));
    return numbers;
  }

 private:
  TVMArrayHandle handle_ = nullptr;
};

// The arguments of a packed function and its result.
struct Args {
  const TVMValue *values;
  const int *codes;
  int count;
};
using Body = std::function<void(const Args &, const std::function<void(Arg)> &)>;

class Function {
 public:
  static Function named(const char *name) {
    Function found;
    check(TVMFuncGetGlobal(name, &found.handle_));
    if (found.handle_ == nullptr) throw Failure(std::string("there is no ") + name);
    return found;
  }

  explicit Function(Body body) {
    auto own = std::make_unique<Body>(std::move(body));
    check(TVMFuncCreateFromCFunc(&Function::call, own.get(), &Function::finish, &handle_));
    // The function has it from now on.
    static_cast<void>(own.release());
  }
  Function(Function &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Function(const Function &) = delete;
  Function &operator=(const Function &) = delete;
  ~Function() { EXPECT(TVMFuncFree(handle_) == 0); }

  Arg arg() const { return {handle_, kTVMPackedFuncHandle}; }

  void register_as(const char *name) const { check(TVMFuncRegisterGlobal(name, handle_, 0)); }

  Arg operator()(const std::vector<Arg> &args) const { return call(handle_, args); }

  // Calls a borrowed function.
  static Arg call(TVMFunctionHandle function, const std::vector<Arg> &args) {
    std::vector<TVMValue> values;
    std::vector<int> codes;
    for (const Arg &arg : args) {
      values.push_back(arg.value);
      codes.push_back(arg.code);
    }
    Arg result;
    check(TVMFuncCall(function, values.data(), codes.data(), static_cast<int>(args.size()), &result.value,
                      &result.code));
    return result;
  }

 private:
  Function() = default;

  static int call(TVMValue *values, int *codes, int count, TVMRetValueHandle place, void *resource) {
    try {
      const auto give = [&](Arg result) { check(TVMCFuncSetReturn(place, &result.value, &result.code, 1)); };
      (*static_cast<Body *>(resource))(Args{values, codes, count}, give);
      return 0;
    } catch (const Failure &) {
      return -1;  // The error is that of the call that failed.
    } catch (const std::exception &error) {
      TVMAPISetLastError((std::string("ValueError: ") + error.what()).c_str());
      return -1;
    }
  }
  static void finish(void *resource) { delete static_cast<Body *>(resource); }

  TVMFunctionHandle handle_ = nullptr;
};

bool is_listed(const std::string &name) {
  int count = 0;
  const char **names = nullptr;
  check(TVMFuncListGlobalNames(&count, &names));
  for (int at = 0; at < count; ++at) {
    if (name == names[at]) return true;
  }
  return false;
}

void functions() {
  auto kept = std::make_shared<int>(0);
  {
    const Function scale([kept](const Args &args, const std::function<void(Arg)> &give) {
      EXPECT(args.count == 2 && args.codes[0] == kTVMArgFloat && args.codes[1] == kTVMArgInt);
      *kept += 1;
      give(args.values[0].v_float64 * static_cast<double>(args.values[1].v_int64));
    });
    scale.register_as("tvm_host.scale");
    const std::string again = failure_of([&] { scale.register_as("tvm_host.scale"); });
    EXPECT(again.find("tvm_host.scale") != std::string::npos);
  }
  EXPECT(is_listed("tvm_host.scale") && kept.use_count() == 2);
  {
    const Function found = Function::named("tvm_host.scale");
    const Arg scaled = found({1.5, 4});
    EXPECT(scaled.code == kTVMArgFloat && scaled.value.v_float64 == 6.0 && *kept == 1);
    check(TVMFuncRemoveGlobal("tvm_host.scale"));
    // References to the removed function can still be called.
    EXPECT(found({0.5, 2}).value.v_float64 == 1.0 && !is_listed("tvm_host.scale"));
  }
  EXPECT(kept.use_count() == 1 && *kept == 2);
  EXPECT(failure_of([] { Function::named("tvm_host.scale"); }) == "there is no tvm_host.scale");
  std::printf("a lambda is a packed function: registered, found, called, removed, released\n");
}

void arrays() {
  NDArray given({2, 3}), other({2, 3});
  given.write({1, 2, 3, 4, 5, 6});
  EXPECT(given->ndim == 2 && given->shape[1] == 3 && given->dtype.bits == 32);
  check(TVMArrayCopyFromTo(given.get(), other.get(), nullptr));
  EXPECT(other.read() == given.read());
  EXPECT(failure_of([&] { other.write({1, 2}); }).find("24 bytes, got 8") != std::string::npos);

  const Function sum([](const Args &args, const std::function<void(Arg)> &give) {
    EXPECT(args.count == 1 && args.codes[0] == kTVMNDArrayHandle);
    const auto *tensor = static_cast<const DLTensor *>(args.values[0].v_handle);
    const auto *data = static_cast<const float *>(tensor->data);
    give(static_cast<double>(std::accumulate(data, data + tensor->shape[0] * tensor->shape[1], 0.0F)));
  });
  EXPECT(sum({given.arg()}).value.v_float64 == 21.0);

  // A function that gives an array on, which is then its caller's.
  const Function same([](const Args &args, const std::function<void(Arg)> &give) {
    give(Arg(args.values[0].v_handle, args.codes[0]));
  });
  const Arg back = same({given.arg()});
  EXPECT(back.code == kTVMNDArrayHandle);
  {
    const NDArray also(static_cast<TVMArrayHandle>(back.value.v_handle));
    EXPECT(also->data == given->data);
  }

  DLManagedTensor *exported = nullptr;
  check(TVMArrayToDLPack(given.get(), &exported));
  TVMArrayHandle imported = nullptr;
  check(TVMArrayFromDLPack(exported, &imported));
  const NDArray shared(imported);
  given.write({6, 5, 4, 3, 2, 1});
  EXPECT(shared.read() == std::vector<float>({6, 5, 4, 3, 2, 1}));
  std::printf("arrays: filled, copied, passed on, shared by DLPack\n");
}

void containers() {
  const Arg made = Function::named("runtime.Array")({1, 2.5, "three"});
  EXPECT(made.code == kTVMObjectHandle);
  const Function item = Function::named("runtime.ArrayGetItem");
  EXPECT(Function::named("runtime.ArraySize")({made}).value.v_int64 == 3);
  EXPECT(item({made, 0}).value.v_int64 == 1 && item({made, 1}).value.v_float64 == 2.5);
  EXPECT(begins(failure_of([&] { item({made, 3}); }), "IndexError"));
  unsigned int index = 0;
  char *key = nullptr;
  check(TVMObjectGetTypeIndex(made.value.v_handle, &index));
  check(TVMObjectTypeIndex2Key(index, &key));
  // The text is the caller's, as in TVM.
  EXPECT(std::string(key) == "Array");
  std::free(key);
  check(TVMObjectFree(made.value.v_handle));
  std::printf("containers by the names of their functions\n");
}

void errors() {
  const Function fails([](const Args &, const std::function<void(Arg)> &) {
    throw std::invalid_argument("this will not do");
  });
  EXPECT(begins(failure_of([&] { fails({}); }), "ValueError: this will not do"));
  // Through a function in between, the error stays what it is.
  const Function calls([](const Args &args, const std::function<void(Arg)> &give) {
    EXPECT(args.count == 1 && args.codes[0] == kTVMPackedFuncHandle);
    give(Function::call(args.values[0].v_handle, {}));
  });
  EXPECT(begins(failure_of([&] { calls({fails.arg()}); }), "ValueError: this will not do"));
  std::printf("an exception in C++ is the error of the call, however deep\n");
}

void threads() {
  const Function add([](const Args &args, const std::function<void(Arg)> &give) {
    give(args.values[0].v_int64 + args.values[1].v_int64);
  });
  std::array<int64_t, 4> sums{};
  std::vector<std::thread> running;
  for (size_t thread = 0; thread < sums.size(); ++thread) {
    running.emplace_back([&, thread] {
      const std::string name = "tvm_host.thread" + std::to_string(thread);
      for (int turn = 0; turn < 200; ++turn) {
        add.register_as(name.c_str());
        sums[thread] = Function::named(name.c_str())({Arg(sums[thread]), turn}).value.v_int64;
        check(TVMFuncRemoveGlobal(name.c_str()));
        EXPECT(begins(failure_of([&] { Function::named("runtime.ArrayGetItem")({}); }), "TypeError"));
      }
    });
  }
  for (std::thread &thread : running) thread.join();
  for (const int64_t sum : sums) EXPECT(sum == 199 * 200 / 2);
  std::printf("threads register, call and fail, each by itself\n");
}

}  // namespace

int main() {
  functions();
  arrays();
  containers();
  errors();
  threads();
  return 0;
}
