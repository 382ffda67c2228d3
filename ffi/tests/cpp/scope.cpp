// Current objects as blocks.
#include "../check.hpp"

namespace {

using tvmlike::ObjectRef;
using tvmlike::Scope;

struct Context {
  explicit Context(std::int64_t number) : number(number) {}
  std::int64_t number;
};

void scopes_are_blocks() {
  tvmlike::register_class(tvmlike::Class<Context>("test.ScopeContext"));
  const auto outer = tvmlike::make<Context>(1);
  const auto inner = tvmlike::make<Context>(2);
  const std::int32_t index = ObjectRef(outer).type_index();
  CHECK(!tvmlike::current(index));
  {
    const Scope scope(outer);
    CHECK(tvmlike::current(index).same_as(outer));
    try {
      const Scope nested(inner);
      CHECK(tvmlike::current(index).same_as(inner));
      throw 1;
    } catch (int) {
    }
    CHECK(tvmlike::current(index).same_as(outer));
  }
  CHECK(!tvmlike::current(index));
  THROWS(Scope(ObjectRef()), "ValueError", "NULL");
  std::puts("an object is the current one until its scope ends, exceptions included");
}

}  // namespace

int main() {
  return run([] { scopes_are_blocks(); });
}
