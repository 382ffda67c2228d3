/*
 * TensorView: a parameter that takes tensors of one element type and rank, and refuses others.
 *
 *   tvmlike::register_global("my.trace", [](tvmlike::TensorView<const float, 2> m) {
 *     float sum = 0;
 *     for (std::int64_t i = 0; i < std::min(m.shape(0), m.shape(1)); ++i) sum += m(i, i);
 *     return sum;
 *   });
 *
 * It borrows the memory for the call, with any strides. Invariant: a view of non-const elements refers to memory
 * that may be written, and every view to memory that the CPU can read.
 */
#ifndef TVMLIKE_TENSOR_VIEW_HPP_
#define TVMLIKE_TENSOR_VIEW_HPP_

#include "tvmlike/record.hpp"

namespace tvmlike TVMLIKE_INTERNAL {

/// For the rank of a TensorView: any number of dimensions.
inline constexpr int kAnyRank = -1;

/// A borrowed tensor with elements of type T; a const T is only read.
template <class T, int Rank = kAnyRank>
class TensorView {
  static_assert(Rank >= kAnyRank, "tvmlike: the rank of a TensorView must not be negative");

 public:
  /// A view of a tensor that lives longer. Throws TypeError for other elements or memory of another device, and
  /// ValueError for another rank.
  explicit TensorView(const DLTensor& tensor) : tensor_(&tensor), data_(data<T>(tensor)) {
    if (tensor.device.device_type != kDLCPU && tensor.device.device_type != kDLCUDAHost &&
        tensor.device.device_type != kDLCUDAManaged && tensor.device.device_type != kDLROCMHost) {
      throw Error("TypeError", "expected a tensor on the CPU, got one on " + to_string(tensor.device));
    }
    if (Rank != kAnyRank && tensor.ndim != Rank) {
      throw Error("ValueError", "expected a tensor with " + std::to_string(Rank) +
                                    (Rank == 1 ? " dimension, got " : " dimensions, got ") +
                                    std::to_string(tensor.ndim));
    }
  }

  /// The first element; NULL if there is none and the tensor has no memory.
  T* data_ptr() const noexcept { return data_; }
  std::size_t ndim() const noexcept { return static_cast<std::size_t>(tensor_->ndim); }
  /// The size of a dimension; throws IndexError for one that the tensor lacks.
  std::int64_t shape(std::size_t dimension) const { return tensor_->shape[checked(dimension)]; }
  /// The step of a dimension, in elements.
  std::int64_t stride(std::size_t dimension) const {
    checked(dimension);
    if (tensor_->strides != nullptr) return tensor_->strides[dimension];
    std::int64_t step = 1;
    for (std::size_t at = ndim(); --at > dimension;) step *= tensor_->shape[at];
    return step;
  }
  /// The number of elements.
  std::int64_t numel() const noexcept {
    std::int64_t count = 1;
    for (std::size_t at = 0; at < ndim(); ++at) count *= tensor_->shape[at];
    return count;
  }
  /// Whether the elements lie behind each other, in row-major order.
  bool is_contiguous() const noexcept {
    if (tensor_->strides == nullptr || numel() == 0) return true;
    std::int64_t step = 1;
    for (std::size_t at = ndim(); at-- > 0;) {
      if (tensor_->shape[at] != 1 && tensor_->strides[at] != step) return false;
      step *= tensor_->shape[at];
    }
    return true;
  }
  /// The element at an index for each dimension, which the caller has checked.
  template <class... I>
  T& operator()(I... index) const {
    static_assert(Rank == kAnyRank || sizeof...(I) == Rank,
                  "tvmlike: an element of a TensorView has one index for each dimension");
    std::int64_t offset = 0;
    [[maybe_unused]] std::size_t at = 0;
    ((offset += static_cast<std::int64_t>(index) * stride(at++)), ...);
    return data_[offset];
  }
  const DLTensor& dl_tensor() const noexcept { return *tensor_; }

 private:
  std::size_t checked(std::size_t dimension) const {
    if (dimension >= ndim()) detail::throw_index(dimension, ndim());
    return dimension;
  }

  const DLTensor* tensor_;
  T* data_;
};

template <class T, int Rank>
struct Traits<TensorView<T, Rank>> {
  static constexpr bool kBorrows = true;
  static TensorView<T, Rank> read(const TVMLikeValue& value) {
    using Pointer = std::conditional_t<std::is_const_v<T>, const DLTensor*, DLTensor*>;
    const DLTensor* tensor = Traits<Pointer>::read(value);
    if (tensor == nullptr) detail::throw_expected(name(), value);
    return TensorView<T, Rank>(*tensor);
  }
  static std::string name() { return "Tensor of " + to_string(dtype_of<std::remove_const_t<T>>()); }
  static std::string record() {
    const std::string array =
        "[\"ndarray\", " + detail::record_of<std::remove_const_t<T>>() + ", null]";
    return std::is_const_v<T> ? array : "[\"writable\", " + array + "]";
  }
};

}  // namespace tvmlike

#endif  // TVMLIKE_TENSOR_VIEW_HPP_
