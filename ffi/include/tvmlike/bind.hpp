/*
 * Members of C++ classes as functions of an object: how class.hpp calls fields, methods and items.
 *
 * A bound method is a callable whose first parameter is the object. Invariant: it borrows the object for the
 * call, unless its parameter is a Ref.
 */
#ifndef TVMLIKE_BIND_HPP_
#define TVMLIKE_BIND_HPP_

#include "tvmlike/ref.hpp"

namespace tvmlike TVMLIKE_INTERNAL {
namespace detail {

/// The receiver of a method: the T in the object, borrowed for the call.
template <class T>
struct Self {
  T* value;
};

template <class V>
struct FieldValue {
  using Type = V;
  static const V& load(const V& field) { return field; }
  static void store(V& field, V value) { field = std::move(value); }
};
template <class V>
struct FieldValue<std::atomic<V>> {
  using Type = V;
  static V load(const std::atomic<V>& field) { return field.load(); }
  static void store(std::atomic<V>& field, V value) { field.store(value); }
};

/// The signature of a member function or of a callable.
template <class F, class = void>
struct SignatureOfMember : SignatureOf<F> {};
template <class F>
struct SignatureOfMember<F, std::enable_if_t<std::is_member_function_pointer_v<F>>> : MemberSignature<F> {};

/// Whether a parameter of type S accepts an object of class T.
template <class T, class S>
inline constexpr bool kTakesObject =
    std::is_base_of_v<Decayed<S>, T> ||
    std::is_base_of_v<std::remove_cv_t<std::remove_pointer_t<Decayed<S>>>, T>;

template <class Base, class T, class = void>
inline constexpr bool kIsPlainBase = false;
template <class Base, class T>
inline constexpr bool kIsPlainBase<Base, T, std::void_t<decltype(static_cast<T*>(std::declval<Base*>()))>> =
    true;

/// Whether a parameter of type S takes the object unchanged: a Self<T> or a Ref.
template <class T, class S>
inline constexpr bool kTakesAsItComes = std::is_same_v<S, Self<T>>;
template <class T, class B>
inline constexpr bool kTakesAsItComes<T, Ref<B>> = std::is_base_of_v<B, T>;

template <class T, class F, class R, class... P>
auto bind_member_function(F f, Signature<R, P...>) {
  return [f](Self<T> self, P... args) -> R { return (self.value->*f)(static_cast<P&&>(args)...); };
}

template <class T, class F, class R, class S, class... P>
auto bind_callable(F f, Signature<R, S, P...>) {
  if constexpr (kTakesAsItComes<T, Decayed<S>>) {
    return f;
  } else {
    static_assert(
        kTakesObject<T, S>,
        "tvmlike: the first parameter of a method must be its object: T&, const T&, T* or tvmlike::Ref<T>");
    return [f = std::move(f)](Self<T> self, P... args) mutable -> R {
      if constexpr (std::is_pointer_v<Decayed<S>>) {
        return f(self.value, static_cast<P&&>(args)...);
      } else {
        return f(*self.value, static_cast<P&&>(args)...);
      }
    };
  }
}
template <class T, class F, class R>
auto bind_callable(F, Signature<R>) {
  static_assert(kNever<F>,
                "tvmlike: a method needs a parameter for its object; use static_function for one without");
}

/// A method of T as a callable whose first parameter is the object.
template <class T, class F>
auto bind_method(F f) {
  static_assert(
      SignatureOfMember<F>::kKnown,
      "tvmlike: cannot deduce the parameter types of this method; pass a member function or a callable that is "
      "neither overloaded nor a template, or wrap it in a lambda");
  using Type = typename SignatureOfMember<F>::Type;
  if constexpr (std::is_member_function_pointer_v<F>) {
    return bind_member_function<T>(f, Type{});
  } else {
    return bind_callable<T>(std::move(f), Type{});
  }
}

/// Calls a bound method on an object, passed as a Ref or as the T in it.
template <class T, class F, class... A>
decltype(auto) call_bound(F& f, const Ref<T>& self, A&&... args) {
  if constexpr (std::is_invocable_v<F&, Self<T>, A...>) {
    return f(Self<T>{self.pointer()}, std::forward<A>(args)...);
  } else {
    return f(self, std::forward<A>(args)...);
  }
}

/// Gets an item of a sequence: counts a negative index from the end, and checks the range.
template <class T, class Size, class Get, class R, class S, class I>
auto item_of(Size size, Get get, std::string name, Signature<R, S, I>) {
  return [size = std::move(size), get = std::move(get), name = std::move(name)](
             const Ref<T>& self, std::int64_t index) mutable -> R {
    const auto length = static_cast<std::int64_t>(call_bound<T>(size, self));
    const std::int64_t at = index < 0 ? index + length : index;
    if (at < 0 || at >= length) {
      throw Error("IndexError", name + ": index " + std::to_string(index) + " is out of range for length " +
                                    std::to_string(length));
    }
    return call_bound<T>(get, self, static_cast<Decayed<I>>(at));
  };
}

}  // namespace detail

template <class T>
struct Traits<detail::Self<T>> {
  static constexpr bool kBorrows = true;
  static detail::Self<T> read(const TVMLikeValue& value) { return {detail::value_in<T>(value)}; }
  static std::string name() { return detail::class_name<T>(); }
};

}  // namespace tvmlike

#endif  // TVMLIKE_BIND_HPP_
