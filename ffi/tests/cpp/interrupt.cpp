// Breaking into C++ functions that run long.
#include "../check.hpp"

namespace {

using tvmlike::Error;
using tvmlike::Function;

int asked = 0;

extern "C" int third_time() {
  if (++asked < 3) return 0;
  TVMLikeErrorSetRaised(Error("KeyboardInterrupt", "enough").object().get());
  return -1;
}

void a_lambda_is_stopped() {
  const Function patient([](std::int64_t steps) {
    for (std::int64_t step = 0; step < steps; ++step) tvmlike::check_interrupt();
    return steps;
  });
  CHECK_INT(patient(10).cast<std::int64_t>(), 10);
  TVMLikeSetInterruptCheck(third_time);
  THROWS(patient(10), "KeyboardInterrupt", "enough");
  CHECK_INT(asked, 3);
  TVMLikeSetInterruptCheck(nullptr);
  CHECK_INT(patient(10).cast<std::int64_t>(), 10);
  std::puts("a function that asks is stopped, with the error of the check");
}

}  // namespace

int main() {
  return run([] { a_lambda_is_stopped(); });
}
