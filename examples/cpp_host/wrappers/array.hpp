// Written by `tvmlike stubs --lang cpp`: what is registered under `array.`

#ifndef TVMLIKE_STUB_ARRAY_HPP_
#define TVMLIKE_STUB_ARRAY_HPP_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tvmlike/wrapper.hpp>

namespace array {

/// Calls a function on every item and returns the results in order.
TVMLIKE_HIDDEN inline tvmlike::Array map(const tvmlike::Function& f, const tvmlike::Array& items) {
  static thread_local tvmlike::GlobalFunction function("array.map");
  return function.call<tvmlike::Array>(f, items);
}

}  // namespace array

#endif  // TVMLIKE_STUB_ARRAY_HPP_
