/*
 * Tensors: strided arrays, passed without copying by DLPack.
 *
 * A Tensor owns a reference to its memory. A DLTensor* is borrowed for a call: pass one to let a function use
 * your own buffer, and take `const DLTensor*` (or `DLTensor*`, to write) in a callback to accept both kinds.
 *
 * Invariant: a read-only tensor is never accessible through a pointer to non-const.
 */
#ifndef TVMLIKE_TENSOR_HPP_
#define TVMLIKE_TENSOR_HPP_

#include <memory>

#include "tvmlike/container.hpp"
#include "tvmlike/dtype.hpp"

namespace tvmlike TVMLIKE_INTERNAL {
namespace detail {

/// Runs a managed tensor's deleter.
struct ManagedDeleter {
  template <class Managed>
  void operator()(Managed* managed) const noexcept {
    if (managed->deleter != nullptr) managed->deleter(managed);
  }
};

/// DLPack's flags of a tensor object; none for tensors of other libraries.
inline std::uint64_t flags_of(TVMLikeObjectHandle tensor) noexcept {
  return tensor->deleter == host().tensor_deleter ? cell_of<TVMLikeTensorCell>(tensor)->flags : 0;
}

inline bool is_read_only(TVMLikeObjectHandle tensor) noexcept {
  return (flags_of(tensor) & DLPACK_FLAG_BITMASK_READ_ONLY) != 0;
}

/// The DLTensor in a value, borrowed or in a tensor object; NULL for other values.
inline DLTensor* dltensor_in(const TVMLikeValue& value) noexcept {
  if (value.type_index == TVMLIKE_DLTENSOR_PTR) return static_cast<DLTensor*>(value.payload.v_ptr);
  TVMLikeObjectHandle object = object_in(value, TVMLIKE_TENSOR);
  return object == nullptr ? nullptr : &cell_of<TVMLikeTensorCell>(object)->dl_tensor;
}

}  // namespace detail

/// A managed tensor to be exported; runs the deleter unless it is released.
using DLPackHandle = std::unique_ptr<DLManagedTensor, detail::ManagedDeleter>;
/// As DLPackHandle, for the struct with version and flags.
using DLPackVersionedHandle = std::unique_ptr<DLManagedTensorVersioned, detail::ManagedDeleter>;

/// The first element of a DLTensor as T*; throws TypeError if its elements have another type.
template <class T>
T* data(const DLTensor& tensor) {
  using Element = std::remove_const_t<T>;
  if constexpr (!std::is_void_v<T>) {
    if (!same_dtype(tensor.dtype, dtype_of<Element>())) {
      throw Error("TypeError",
                  "expected a tensor of " + to_string(dtype_of<Element>()) + ", got " + to_string(tensor.dtype));
    }
  }
  if (tensor.data == nullptr) return nullptr;
  return reinterpret_cast<T*>(static_cast<char*>(tensor.data) + tensor.byte_offset);
}

/// A tensor object.
class Tensor : public ObjectRef {
 public:
  static constexpr std::int32_t kTypeIndex = TVMLIKE_TENSOR;

  /// Empty; only for assignment.
  Tensor() noexcept = default;
  /// Wraps a tensor object.
  explicit Tensor(ObjectRef object) noexcept : ObjectRef(std::move(object)) {}

  /// A row-major tensor of zeros.
  static Tensor empty(const std::vector<std::int64_t>& shape, DLDataType dtype, DLDevice device = cpu()) {
    if (shape.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
      throw Error("ValueError", "unsupported rank " + std::to_string(shape.size()));
    }
    TVMLikeObjectHandle out = nullptr;
    detail::check(detail::host().tensor_alloc(shape.data(), static_cast<std::int32_t>(shape.size()), dtype,
                                              device, &out));
    return Tensor(ObjectRef::take(out));
  }

  /// Takes ownership of a managed tensor, also when it throws: the deleter has run then.
  static Tensor from_dlpack(DLManagedTensor* managed) {
    TVMLikeObjectHandle out = nullptr;
    detail::check(detail::host().tensor_from_dlpack(managed, &out));
    return Tensor(ObjectRef::take(out));
  }
  static Tensor from_dlpack(DLManagedTensorVersioned* managed) {
    TVMLikeObjectHandle out = nullptr;
    detail::check(detail::host().tensor_from_dlpack_versioned(managed, &out));
    return Tensor(ObjectRef::take(out));
  }
  static Tensor from_dlpack(DLPackHandle managed) { return from_dlpack(managed.release()); }
  static Tensor from_dlpack(DLPackVersionedHandle managed) { return from_dlpack(managed.release()); }

  /// Exports the tensor to another library; keeps it alive. Rejects a read-only tensor, which this struct
  /// cannot mark.
  DLPackHandle to_dlpack() const {
    DLManagedTensor* out = nullptr;
    detail::check(detail::host().tensor_to_dlpack(get(), &out));
    return DLPackHandle(out);
  }
  /// As to_dlpack, with version and flags.
  DLPackVersionedHandle to_dlpack_versioned() const {
    DLManagedTensorVersioned* out = nullptr;
    detail::check(detail::host().tensor_to_dlpack_versioned(get(), &out));
    return DLPackVersionedHandle(out);
  }

  /// The description of the memory, valid as long as the tensor. Throws ValueError for an empty Tensor.
  const DLTensor& dl_tensor() const {
    if (get() == nullptr) throw Error("ValueError", "an empty Tensor has no data");
    return detail::cell_of<TVMLikeTensorCell>(get())->dl_tensor;
  }

  /// The first element. Throws TypeError if the elements are not T, and ValueError if the tensor is read-only
  /// and T is not const.
  template <class T>
  T* data() const {
    const DLTensor& tensor = dl_tensor();
    if (!std::is_const_v<T> && read_only()) {
      throw Error("ValueError", "the tensor is read-only; use data<const T>()");
    }
    return tvmlike::data<T>(tensor);
  }

  std::size_t ndim() const { return static_cast<std::size_t>(dl_tensor().ndim); }
  std::vector<std::int64_t> shape() const { return {dl_tensor().shape, dl_tensor().shape + ndim()}; }
  /// In elements.
  std::vector<std::int64_t> strides() const { return {dl_tensor().strides, dl_tensor().strides + ndim()}; }
  /// The number of elements.
  std::int64_t numel() const {
    std::int64_t count = 1;
    for (std::size_t at = 0; at < ndim(); ++at) count *= dl_tensor().shape[at];
    return count;
  }
  DLDataType dtype() const { return dl_tensor().dtype; }
  DLDevice device() const { return dl_tensor().device; }
  bool read_only() const { return get() != nullptr && detail::is_read_only(get()); }
};

template <>
struct Traits<Tensor> : ObjectTraits<Tensor> {
  static Tensor read(const TVMLikeValue& value) {
    if (value.type_index == TVMLIKE_DLTENSOR_PTR) {
      throw Error("TypeError",
                  "expected Tensor, got a borrowed DLTensor*; declare the parameter as const DLTensor*");
    }
    return ObjectTraits<Tensor>::read(value);
  }
};

/// A borrowed writable tensor; NULL is None.
template <>
struct Traits<DLTensor*> {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = true;
  static void view(DLTensor* tensor, TVMLikeValue& out, Temp&) noexcept {
    if (tensor != nullptr) detail::set_pointer(out, TVMLIKE_DLTENSOR_PTR, tensor);
  }
  static DLTensor* read(const TVMLikeValue& value) {
    DLTensor* tensor = detail::dltensor_in(value);
    if (tensor == nullptr) detail::throw_expected(name(), value);
    if (value.type_index != TVMLIKE_DLTENSOR_PTR && detail::is_read_only(detail::object_in(value))) {
      throw Error("ValueError", "expected a writable tensor, got a read-only tensor");
    }
    return tensor;
  }
  static void own(DLTensor*, TVMLikeValue&) = delete;
  static std::string name() { return "Tensor"; }
};

/// A borrowed read-only tensor.
template <>
struct Traits<const DLTensor*> {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = true;
  static void view(const DLTensor* tensor, TVMLikeValue& out, Temp& temp) noexcept {
    // The value cannot mark it read-only; the callee is trusted, as with every DLTensor*.
    Traits<DLTensor*>::view(const_cast<DLTensor*>(tensor), out, temp);
  }
  static const DLTensor* read(const TVMLikeValue& value) {
    if (const DLTensor* tensor = detail::dltensor_in(value)) return tensor;
    detail::throw_expected(name(), value);
  }
  static void own(const DLTensor*, TVMLikeValue&) = delete;
  static std::string name() { return "Tensor"; }
};

}  // namespace tvmlike

#endif  // TVMLIKE_TENSOR_HPP_
