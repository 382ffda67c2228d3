/*
 * Functions with static types.
 *
 *   auto hypot = tvmlike::TypedFunction<double(double, double)>::get_global("geometry.hypot");
 *   double c = hypot(3, 4);
 *
 * A TypedFunction is a Function with C++ types for its parameters and result, so arguments are checked at
 * compile time. The result is checked when the call returns, since the function may be from any language; the
 * error names the function. It is made from a Function or from a C++ callable, converts to a Function, and
 * can be a parameter or a result of functions that C++ registers.
 *
 * Invariant: a call converts every argument by the type in the signature.
 */
#ifndef TVMLIKE_TYPED_HPP_
#define TVMLIKE_TYPED_HPP_

#include "tvmlike/registry.hpp"

namespace tvmlike TVMLIKE_INTERNAL {
namespace detail {

template <class R>
constexpr bool may_be_result() noexcept {
  if constexpr (std::is_void_v<R>) {
    return true;
  } else if constexpr (std::is_reference_v<R>) {
    return false;
  } else {
    return kReadable<R> && !kBorrowed<R>;
  }
}

}  // namespace detail

template <class S>
class TypedFunction {
  static_assert(
      detail::kNever<S>,
      "tvmlike: TypedFunction needs a function type, such as TypedFunction<double(int, std::string)>");
};

/// A packed function that takes P... and returns R.
template <class R, class... P>
class TypedFunction<R(P...)> : public Function {
  static_assert((detail::kWritable<P> && ...),
                "tvmlike: a parameter of this TypedFunction has a type that does not convert to a value; see "
                "tvmlike/any.hpp");
  static_assert(!(detail::kLosesWrites<P> || ...),
                "tvmlike: a parameter of this TypedFunction must not be a non-const reference: the caller would "
                "not see the change; take it by value or by const reference, and return the new value");
  static_assert(detail::may_be_result<R>(),
                "tvmlike: a value must convert to the result type of this TypedFunction, and the type must own it: "
                "std::string instead of std::string_view, Tensor instead of DLTensor*, no reference");

 public:
  /// An empty function; calling it throws.
  TypedFunction() noexcept = default;
  TypedFunction(std::nullptr_t) noexcept {}
  /// From a function of any language. Messages about the result call it `name`.
  template <class F, std::enable_if_t<std::is_same_v<detail::Decayed<F>, Function>, int> = 0>
  TypedFunction(F&& function, std::string_view name = {})
      : Function(std::forward<F>(function)), name_(name) {}
  /// From a C++ callable, also one with `auto` parameters: it is called with exactly this signature.
  template <class F, std::enable_if_t<!std::is_base_of_v<ObjectRef, detail::Decayed<F>> &&
                                          std::is_invocable_r_v<R, detail::Decayed<F>&, P...>,
                                      long> = 0>
  TypedFunction(F&& callable, std::string_view name = {})
      : Function([f = detail::Decayed<F>(std::forward<F>(callable))](
                     P... args) mutable -> R { return f(static_cast<P&&>(args)...); },
                 name),
        name_(name) {}
  template <class S>
  TypedFunction(const TypedFunction<S>&) {
    static_assert(
        detail::kNever<S>,
        "tvmlike: these TypedFunctions have different signatures; if this is intended, convert to "
        "tvmlike::Function first");
  }

  /// Calls the function. Throws tvmlike::Error if it fails, or if its result does not convert to R.
  R operator()(P... args) const {
    [[maybe_unused]] Any result =
        detail::call_with(get(), [this] { return detail::Callee{name_}; }, std::forward<P>(args)...);
    if constexpr (std::is_same_v<R, Any>) {
      return result;
    } else if constexpr (!std::is_void_v<R>) {
      try {
        return Traits<R>::read(result.raw());
      } catch (const Error& error) {
        detail::throw_at(name_.empty() ? "result" : name_ + ": result", error);
      }
    }
  }

  /// The function with this name. Throws ValueError if there is none.
  static TypedFunction get_global(std::string_view name) {
    return TypedFunction(Function::get_global(name), name);
  }
  /// The function with this name, if there is one.
  static std::optional<TypedFunction> find_global(std::string_view name) {
    if (std::optional<Function> found = Function::find_global(name))
      return TypedFunction(*std::move(found), name);
    return std::nullopt;
  }

 private:
  std::string name_;
};

template <class S>
struct Traits<TypedFunction<S>> : Traits<Function> {
  static TypedFunction<S> read(const TVMLikeValue& value) { return Traits<Function>::read(value); }
};

/// A std::function reads as the TypedFunction of its signature. An empty one is None, which reads as
/// std::optional only.
template <class R, class... P>
struct Traits<std::function<R(P...)>> : detail::CallableTraits<std::function<R(P...)>> {
  using Standard = std::function<R(P...)>;
  static constexpr bool kBorrows = false;
  static void view(const Standard& callable, TVMLikeValue& out, Any& temp) {
    own(callable, *temp.out());
    out = temp.raw();
  }
  static void own(Standard callable, TVMLikeValue& out) {
    if (callable) detail::CallableTraits<Standard>::own(std::move(callable), out);
  }
  static Standard read(const TVMLikeValue& value) {
    return TypedFunction<R(P...)>(Traits<Function>::read(value));
  }
  static std::string name() { return Traits<Function>::name(); }
};

}  // namespace tvmlike

#endif  // TVMLIKE_TYPED_HPP_
