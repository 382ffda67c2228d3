/*
 * std::shared_ptr of a registered class, as results and parameters.
 *
 * As a result, the object owns a copy of the pointer, so the T stays where it is. As a parameter, the pointer owns
 * the object. Invariant: as in ref.hpp, the body of the object begins with a pointer to its T. An object that is
 * made of a pointer is not the one that is made of the same pointer later.
 */
#ifndef TVMLIKE_SHARED_HPP_
#define TVMLIKE_SHARED_HPP_

#include <memory>

#include "tvmlike/ref.hpp"

namespace tvmlike TVMLIKE_INTERNAL {
namespace detail {

/// The body of an object that shares its T.
template <class T>
struct SharedBody {
  Body body;
  std::shared_ptr<T> owner;
};

/// Destroys the pointer. Its T is NULL until the pointer is constructed.
template <class T>
void destroy_shared(void* body) noexcept {
  auto* const shared = static_cast<SharedBody<T>*>(body);
  if (shared->body.value != nullptr) shared->owner.~shared_ptr();
}

}  // namespace detail

template <class T>
struct Traits<std::shared_ptr<T>, std::enable_if_t<std::is_class_v<T> && !std::is_const_v<T>>> {
  using Temp = Any;
  static constexpr bool kBorrows = false;
  static void view(const std::shared_ptr<T>& pointer, TVMLikeValue& out, Temp& temp) {
    own(pointer, *temp.out());
    out = temp.raw();
  }
  /// An empty pointer is None.
  static void own(std::shared_ptr<T> pointer, TVMLikeValue& out) {
    if (pointer == nullptr) return;
    static_assert(alignof(detail::SharedBody<T>) == alignof(detail::Body));
    TVMLikeObjectHandle object = nullptr;
    detail::check(detail::host().object_create(detail::class_index<T>(), sizeof(detail::SharedBody<T>),
                                               &detail::destroy_shared<T>, &object));
    auto* const shared = detail::cell_of<detail::SharedBody<T>>(object);
    ::new (static_cast<void*>(&shared->owner)) std::shared_ptr<T>(std::move(pointer));
    shared->body.value = shared->owner.get();
    detail::set_object(out, object);
  }
  static std::shared_ptr<T> read(const TVMLikeValue& value) {
    T* const held = detail::value_in<T>(value);
    return std::shared_ptr<T>(std::make_shared<ObjectRef>(ObjectRef::borrow(detail::object_in(value))), held);
  }
  static std::string name() { return detail::class_name<T>(); }
  static std::string record() { return Traits<Ref<T>>::record(); }
};

}  // namespace tvmlike

#endif  // TVMLIKE_SHARED_HPP_
