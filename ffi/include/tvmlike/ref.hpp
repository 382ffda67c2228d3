/*
 * Ref<T>: a counted reference to an object that contains a C++ T.
 *
 * The type of a class's objects is known once the class is registered (class.hpp). An object's body begins
 * with a pointer to its T, which is NULL until the T is constructed: if a constructor throws, the object has
 * not been seen by others and has no T to destroy.
 *
 * Invariant: an object with a class's type index, or with that of a class registered as inheriting from it,
 * was created by `make` of this library, and the pointer refers to its T.
 */
#ifndef TVMLIKE_REF_HPP_
#define TVMLIKE_REF_HPP_

#include <atomic>

#include "tvmlike/member.hpp"

namespace tvmlike TVMLIKE_INTERNAL {

/// Whether values of class T are passed by value: a T that is passed or returned becomes a new object, and a
/// parameter of type T is a copy of the object's. Specialise it directly after the class:
///
///   template <> inline constexpr bool tvmlike::crosses_by_value<Vec> = true;
template <class T>
inline constexpr bool crosses_by_value = false;

namespace detail {

/// The registration of a C++ class. Of this library only: a T of another one may have another layout.
template <class T>
struct ClassOf {
  /// The type key, from the declaration on.
  TVMLIKE_HIDDEN static inline std::atomic<const std::string*> key{nullptr};
  /// The type index, once it is registered.
  TVMLIKE_HIDDEN static inline std::atomic<std::int32_t> index{TVMLIKE_NONE};
};

template <class T>
TVMLIKE_COLD std::string class_name() {
  if (const std::string* key = ClassOf<T>::key.load(std::memory_order_acquire)) return *key;
#if defined(__cpp_rtti)
  return readable_name(typeid(T));
#else
  return "this C++ class";
#endif
}

/// The type index of a class; throws if it is not registered.
template <class T>
std::int32_t class_index() {
  const std::int32_t index = ClassOf<T>::index.load(std::memory_order_acquire);
  if (index == TVMLIKE_NONE) {
    throw Error("TypeError",
                class_name<T>() +
                    " is not registered; pass its tvmlike::Class to register_class, in a plugin to "
                    "Plugin::add");
  }
  return index;
}

/// The body of an object: a pointer to the T, which follows it with its own alignment.
struct Body {
  void* value;
};

template <class T>
inline constexpr std::size_t kBodySize =
    sizeof(Body) + sizeof(T) + (alignof(T) > alignof(Body) ? alignof(T) - alignof(Body) : 0);

template <class T>
void* place_in(Body* body) noexcept {
  const auto first = reinterpret_cast<std::uintptr_t>(body + 1);
  return reinterpret_cast<char*>(body + 1) + ((alignof(T) - first % alignof(T)) % alignof(T));
}

template <class T>
void destroy_body(void* body) noexcept {
  if (void* value = static_cast<Body*>(body)->value) static_cast<T*>(value)->~T();
}

[[noreturn]] TVMLIKE_COLD inline void throw_not_of_class(std::int32_t wanted, const TVMLikeValue& got) {
  const TVMLikeObjectHandle object = object_in(got);
  if (object != nullptr && type_key(object->type_index) == type_key(wanted)) {
    throw Error("TypeError",
                "expected " + type_key(wanted) + ", got an object created before the plugin was reloaded");
  }
  throw_expected(type_key(wanted), got);
}

/// The T of the object in a value; throws if there is none.
template <class T>
T* value_in(const TVMLikeValue& value) {
  const std::int32_t index = class_index<T>();
  if (TVMLikeObjectHandle object = object_in(value, index))
    return static_cast<T*>(cell_of<Body>(object)->value);
  throw_not_of_class(index, value);
}

template <class T>
constexpr void check_class() noexcept {
  static_assert(std::is_class_v<T> && !std::is_const_v<T> && !std::is_volatile_v<T>,
                "tvmlike: an object must hold a class without const or volatile");
  static_assert(
      std::is_nothrow_destructible_v<T>,
      "tvmlike: the destructor of an object class must be noexcept: it runs wherever the last reference is "
      "released");
}

}  // namespace detail

/// A strong reference to an object that contains a T, or empty.
template <class T>
class Ref : public ObjectRef {
 public:
  /// Empty; dereferencing it throws.
  Ref() noexcept { detail::check_class<T>(); }
  Ref(std::nullptr_t) noexcept {}
  /// From an object. Throws TypeError if it does not contain a T; an empty reference stays empty.
  explicit Ref(ObjectRef object) : ObjectRef(std::move(object)) {
    detail::check_class<T>();
    TVMLikeValue value{};
    detail::set_object(value, ObjectRef::get());
    if (*this) detail::value_in<T>(value);
  }
  /// From a Ref to a class that is registered as inheriting from this one.
  template <class D, class = std::enable_if_t<std::is_base_of_v<T, D> && !std::is_same_v<T, D>>>
  Ref(const Ref<D>& derived) : Ref(ObjectRef(derived)) {}

  /// The T. Throws ValueError for an empty reference.
  T* operator->() const { return &**this; }
  T& operator*() const {
    T* value = pointer();
    if (value == nullptr)
      throw Error("ValueError", "cannot dereference an empty reference to " + detail::class_name<T>());
    return *value;
  }
  /// The T, or NULL.
  T* pointer() const noexcept {
    TVMLikeObjectHandle object = ObjectRef::get();
    return object == nullptr ? nullptr : static_cast<T*>(detail::cell_of<detail::Body>(object)->value);
  }

 private:
  struct Checked {};
  Ref(Checked, ObjectRef object) noexcept : ObjectRef(std::move(object)) {}

  template <class M, class... A>
  friend Ref<M> make(A&&... args);
  friend struct Traits<Ref<T>>;
};

/// Makes an object that contains a T, from the arguments of T's constructor, or from the members of an
/// aggregate.
template <class T, class... A>
Ref<T> make(A&&... args) {
  detail::check_class<T>();
  TVMLikeObjectHandle object = nullptr;
  detail::check(detail::host().object_create(detail::class_index<T>(), detail::kBodySize<T>,
                                             &detail::destroy_body<T>, &object));
  Ref<T> made(typename Ref<T>::Checked{}, ObjectRef::take(object));
  detail::Body* body = detail::cell_of<detail::Body>(object);
  if constexpr (std::is_constructible_v<T, A...>) {
    body->value = ::new (detail::place_in<T>(body)) T(std::forward<A>(args)...);
  } else {
    body->value = ::new (detail::place_in<T>(body)) T{std::forward<A>(args)...};
  }
  return made;
}

template <class T>
struct Traits<Ref<T>> {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = false;
  static void view(const Ref<T>& ref, TVMLikeValue& out, Temp&) noexcept {
    detail::set_object(out, static_cast<const ObjectRef&>(ref).get());
  }
  static void own(Ref<T> ref, TVMLikeValue& out) noexcept { detail::set_object(out, ref.into_handle()); }
  static Ref<T> read(const TVMLikeValue& value) {
    detail::value_in<T>(value);
    return Ref<T>(typename Ref<T>::Checked{}, ObjectRef::borrow(detail::object_in(value)));
  }
  static std::string name() { return detail::class_name<T>(); }
  static std::string record() {
    const std::string* key = detail::ClassOf<T>::key.load(std::memory_order_acquire);
    return "[\"object\", " + detail::json_text(key == nullptr ? "runtime.Object" : *key) + "]";
  }
};

/// A class that is passed by value.
template <class T>
struct Traits<T, std::enable_if_t<crosses_by_value<T>>> {
  using Temp = Any;
  static constexpr bool kBorrows = false;
  template <class V>
  static void view(V&& value, TVMLikeValue& out, Temp& temp) {
    own(std::forward<V>(value), *temp.out());
    out = temp.raw();
  }
  template <class V>
  static void own(V&& value, TVMLikeValue& out) {
    Traits<Ref<T>>::own(make<T>(std::forward<V>(value)), out);
  }
  static T read(const TVMLikeValue& value) { return *detail::value_in<T>(value); }
  static std::string name() { return detail::class_name<T>(); }
  static std::string record() { return Traits<Ref<T>>::record(); }
};

}  // namespace tvmlike

#endif  // TVMLIKE_REF_HPP_
