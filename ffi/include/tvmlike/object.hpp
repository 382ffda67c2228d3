/*
 * Reference-counted objects.
 *
 * An ObjectRef owns one strong reference or is empty. The counts are changed inline, by the rules of the ABI:
 * the strong count is the low half of one 64-bit number, the weak count the high half, all strong references
 * together own one weak one, and the deleter in the object's header frees it.
 *
 * Members of an object's type are accessed by name (call, get, set; member.hpp).
 */
#ifndef TVMLIKE_OBJECT_HPP_
#define TVMLIKE_OBJECT_HPP_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "tvmlike/host.hpp"

namespace tvmlike TVMLIKE_INTERNAL {
namespace detail {

inline constexpr std::uint64_t kWeakOne = std::uint64_t{1} << 32;

inline std::uint64_t counts_of(const TVMLikeObject* object) noexcept {
#if defined(__GNUC__) || defined(__clang__)
  return __atomic_load_n(&object->counts, __ATOMIC_RELAXED);
#else
  return object->counts;
#endif
}

inline void retain(TVMLikeObject* object) noexcept {
#if defined(__GNUC__) || defined(__clang__)
  // Relaxed: the caller already has a reference, so nothing has to be made visible.
  if (object != nullptr) __atomic_fetch_add(&object->counts, std::uint64_t{1}, __ATOMIC_RELAXED);
#else
  host().object_retain(object);
#endif
}

inline void release(TVMLikeObject* object) noexcept {
#if defined(__GNUC__) || defined(__clang__)
  if (object == nullptr) return;
  // Release on every decrement, acquire before destroying: the last owner must see what the others wrote.
  const std::uint64_t before = __atomic_fetch_sub(&object->counts, std::uint64_t{1}, __ATOMIC_ACQ_REL);
  if (before == kWeakOne + 1) {
    object->deleter(object, TVMLIKE_DELETE_BOTH);
  } else if ((before & 0xffffffffU) == 1) {
    object->deleter(object, TVMLIKE_DELETE_STRONG);
    if (__atomic_fetch_sub(&object->counts, kWeakOne, __ATOMIC_ACQ_REL) >> 32 == 1) {
      object->deleter(object, TVMLIKE_DELETE_WEAK);
    }
  }
#else
  host().object_free(object);
#endif
}

/// A reference that keeps an object's memory but not the object, and can test whether the object still
/// exists.
class WeakRef {
 public:
  /// To an object that exists now.
  explicit WeakRef(TVMLikeObject* object) noexcept : object_(object) {
#if defined(__GNUC__) || defined(__clang__)
    if (object_ != nullptr) __atomic_fetch_add(&object_->counts, kWeakOne, __ATOMIC_RELAXED);
#else
    host().object_retain(object_);
#endif
  }
  WeakRef(WeakRef&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  WeakRef& operator=(WeakRef&&) = delete;
  ~WeakRef() {
    if (object_ == nullptr) return;
#if defined(__GNUC__) || defined(__clang__)
    if (__atomic_fetch_sub(&object_->counts, kWeakOne, __ATOMIC_ACQ_REL) >> 32 == 1) {
      object_->deleter(object_, TVMLIKE_DELETE_WEAK);
    }
#else
    host().object_free(object_);
#endif
  }

  /// Whether it refers to an object, destroyed or not.
  explicit operator bool() const noexcept { return object_ != nullptr; }
  /// A strong reference that the caller owns; NULL if the object has been destroyed.
  TVMLikeObject* lock() const noexcept {
    if (object_ == nullptr) return nullptr;
#if defined(__GNUC__) || defined(__clang__)
    std::uint64_t counts = __atomic_load_n(&object_->counts, __ATOMIC_RELAXED);
    // Only a count above zero may grow: at zero the object is being destroyed.
    while ((counts & 0xffffffffU) != 0) {
      if (__atomic_compare_exchange_n(&object_->counts, &counts, counts + 1, true, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED)) {
        return object_;
      }
    }
    return nullptr;
#else
    host().object_retain(object_);
    return object_;
#endif
  }

 private:
  TVMLikeObject* object_;
};

/// Whether `child` is `ancestor` or inherits from it.
inline bool type_is_a(std::int32_t child, std::int32_t ancestor) noexcept {
  if (child == ancestor) return true;
  if (child < TVMLIKE_OBJECT || ancestor < TVMLIKE_OBJECT) return false;
  const TVMLikeTypeInfo* of_child = host().type_info(child);
  const TVMLikeTypeInfo* of_ancestor = host().type_info(ancestor);
  return of_child != nullptr && of_ancestor != nullptr && of_ancestor->depth < of_child->depth &&
         of_child->ancestors[of_ancestor->depth] == ancestor;
}

}  // namespace detail

/// The type key of a type index, for example "runtime.Tensor"; empty for an unknown index.
inline std::string type_key(std::int32_t type_index) {
  const TVMLikeTypeInfo* info = detail::host().type_info(type_index);
  return info == nullptr ? std::string() : std::string(detail::view_of(info->key));
}

class Any;

/// A strong reference to an object of any type, or empty.
class ObjectRef {
 public:
  ObjectRef() noexcept = default;
  ObjectRef(std::nullptr_t) noexcept {}
  ObjectRef(const ObjectRef& other) noexcept : object_(other.object_) { detail::retain(object_); }
  ObjectRef(ObjectRef&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  ~ObjectRef() { detail::release(object_); }

  ObjectRef& operator=(const ObjectRef& other) noexcept {
    ObjectRef(other).swap(*this);
    return *this;
  }
  ObjectRef& operator=(ObjectRef&& other) noexcept {
    ObjectRef(std::move(other)).swap(*this);
    return *this;
  }

  /// Takes ownership of a reference that the caller owns.
  static ObjectRef take(TVMLikeObjectHandle object) noexcept {
    ObjectRef ref;
    ref.object_ = object;
    return ref;
  }
  /// Adds a reference.
  static ObjectRef borrow(TVMLikeObjectHandle object) noexcept {
    detail::retain(object);
    return take(object);
  }

  /// The object; still owned by this reference.
  TVMLikeObjectHandle get() const noexcept { return object_; }
  /// Returns the reference to the caller, who must release it.
  TVMLikeObjectHandle into_handle() noexcept { return std::exchange(object_, nullptr); }

  explicit operator bool() const noexcept { return object_ != nullptr; }
  bool same_as(const ObjectRef& other) const noexcept { return object_ == other.object_; }
  /// The number of strong references. Other threads may change it at any time.
  std::uint32_t use_count() const noexcept {
    return object_ == nullptr ? 0 : static_cast<std::uint32_t>(detail::counts_of(object_) & 0xffffffffU);
  }

  /// TVMLIKE_NONE for an empty reference.
  std::int32_t type_index() const noexcept { return object_ == nullptr ? TVMLIKE_NONE : object_->type_index; }
  std::string type_key() const { return tvmlike::type_key(type_index()); }
  /// Whether the object's type is `index` or inherits from it. For a refinement, use `isa` of its class.
  bool is_a(std::int32_t index) const noexcept {
    return object_ != nullptr && detail::type_is_a(type_index(), index);
  }

  /// Calls a method that the object's type declares or inherits. Throws AttributeError if there is none.
  template <class... A>
  Any call(std::string_view method, A&&... args) const;
  /// The value of a field.
  inline Any get(std::string_view field) const;
  /// The value of a field as a T.
  template <class T>
  T get(std::string_view field) const;
  /// Writes a field.
  template <class T>
  void set(std::string_view field, T&& value) const;

  void swap(ObjectRef& other) noexcept { std::swap(object_, other.object_); }

 private:
  TVMLikeObjectHandle object_ = nullptr;
};

}  // namespace tvmlike

#endif  // TVMLIKE_OBJECT_HPP_
