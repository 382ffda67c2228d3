// Written by `tvmlike stubs --lang cpp`: what is registered under `tensor.`

#ifndef TVMLIKE_STUB_TENSOR_HPP_
#define TVMLIKE_STUB_TENSOR_HPP_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tvmlike/wrapper.hpp>

namespace tensor {

/// The sum of two tensors of one shape and element type, as a new tensor in C order.
TVMLIKE_HIDDEN inline tvmlike::Tensor add(tvmlike::TensorArg a, tvmlike::TensorArg b) {
  static thread_local tvmlike::GlobalFunction function("tensor.add");
  return function.call<tvmlike::Tensor>(a, b);
}

/// The address of the first element.
TVMLIKE_HIDDEN inline std::int64_t data_ptr(tvmlike::TensorArg t) {
  static thread_local tvmlike::GlobalFunction function("tensor.data_ptr");
  return function.call<std::int64_t>(t);
}

/// Writes one value to every element, in place.
TVMLIKE_HIDDEN inline void fill(tvmlike::WritableTensorArg t, double value) {
  static thread_local tvmlike::GlobalFunction function("tensor.fill");
  return function.call<void>(t, value);
}

/// The dimensions.
TVMLIKE_HIDDEN inline tvmlike::Shape shape(tvmlike::TensorArg t) {
  static thread_local tvmlike::GlobalFunction function("tensor.shape");
  return function.call<tvmlike::Shape>(t);
}

/// The sum of a tensor's elements, added up in float64.
TVMLIKE_HIDDEN inline double sum(tvmlike::TensorArg t) {
  static thread_local tvmlike::GlobalFunction function("tensor.sum");
  return function.call<double>(t);
}

}  // namespace tensor

#endif  // TVMLIKE_STUB_TENSOR_HPP_
