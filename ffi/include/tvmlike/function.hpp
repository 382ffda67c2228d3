/*
 * Functions: calling them, and making them from C++ callables (closure.hpp).
 *
 * A call writes its arguments as 16-byte values on the stack and jumps through the function object; it looks
 * up and locks nothing, and allocates nothing except what an argument itself needs.
 */
#ifndef TVMLIKE_FUNCTION_HPP_
#define TVMLIKE_FUNCTION_HPP_

#include "tvmlike/closure.hpp"

namespace tvmlike TVMLIKE_INTERNAL {

namespace detail {

/// Calls a function object with borrowed values.
inline Any call_values(TVMLikeObjectHandle function, const TVMLikeValue* args, std::size_t count) {
  if (function == nullptr) throw Error("TypeError", "cannot call an empty Function");
  Any result;
  if (cell_of<TVMLikeFunctionCell>(function)->safe_call(function, args, static_cast<std::int32_t>(count),
                                                        result.out()) != 0) {
    throw_raised();
  }
  return result;
}

template <class Temps, std::size_t... At, class... A>
void write_arguments([[maybe_unused]] TVMLikeValue* values, [[maybe_unused]] Temps& temps,
                     [[maybe_unused]] std::size_t& converting, std::index_sequence<At...>, A&&... args) {
  ((converting = At, Traits<Decayed<A>>::view(std::forward<A>(args), values[At], std::get<At>(temps))), ...);
}

/// Calls a function object with C++ values. If an argument does not convert to a value, `callee` returns the
/// Callee for the message.
template <class Named, class... A>
Any call_with(TVMLikeObjectHandle function, [[maybe_unused]] Named callee, A&&... args) {
  static_assert(
      (kWritable<A> && ...),
      "tvmlike: the type of an argument does not convert to a value. Such types are char, pointers other than "
      "to text and tensors, unregistered classes, and lambdas with auto parameters; see tvmlike/any.hpp");
  TVMLikeValue values[sizeof...(A) == 0 ? 1 : sizeof...(A)] = {};
  std::tuple<typename Traits<Decayed<A>>::Temp...> temps;
  [[maybe_unused]] std::size_t converting = 0;
  try {
    write_arguments(values, temps, converting, std::index_sequence_for<A...>(), std::forward<A>(args)...);
  } catch (const Error& error) {
    throw_at(callee().place(converting), error);
  }
  return call_values(function, values, sizeof...(A));
}

}  // namespace detail

/// A packed function: call it with any values.
class Function : public ObjectRef {
 public:
  static constexpr std::int32_t kTypeIndex = TVMLIKE_FUNCTION;

  /// An empty function; calling it throws.
  Function() noexcept = default;
  Function(std::nullptr_t) noexcept {}
  /// Wraps a function object.
  explicit Function(ObjectRef object) noexcept : ObjectRef(std::move(object)) {}
  /// From a C++ callable whose parameter types can be deduced (no `auto` parameters).
  template <class F, class = std::enable_if_t<detail::kIsPlainCallable<F>>>
  Function(F&& callable, std::string_view name = {})
      : Function(std::forward<F>(callable), detail::Callee{std::string(name)}) {}
  /// As above, with information for messages: whether it is a method, and the names of its parameters.
  template <class F, class = std::enable_if_t<detail::kIsPlainCallable<F>>>
  Function(F&& callable, detail::Callee callee)
      : ObjectRef(ObjectRef::take(
            detail::Closure<detail::Decayed<F>>::create(std::forward<F>(callable), std::move(callee)))) {}

  /// Calls the function. Throws tvmlike::Error if it fails.
  template <class... A>
  Any operator()(A&&... args) const {
    return detail::call_with(get(), [] { return detail::Callee{}; }, std::forward<A>(args)...);
  }

  /// Calls the function with any number of values.
  Any apply(const std::vector<Any>& args) const {
    return call(reinterpret_cast<const TVMLikeValue*>(args.data()), args.size());
  }

  /// Calls the function with borrowed values.
  Any call(const TVMLikeValue* args, std::size_t count) const {
    return detail::call_values(get(), args, count);
  }

  /// The function with this name. Throws ValueError if there is none.
  static Function get_global(std::string_view name);
  /// The function with this name, if there is one.
  static std::optional<Function> find_global(std::string_view name);
};

template <>
struct Traits<Function> : ObjectTraits<Function> {};

namespace detail {

template <class F>
struct CallableTraits {
  using Temp = Any;
  template <class G>
  static void view(G&& callable, TVMLikeValue& out, Temp& temp) {
    own(std::forward<G>(callable), *temp.out());
    out = temp.raw();
  }
  template <class G>
  static void own(G&& callable, TVMLikeValue& out) {
    set_object(out, Function(std::forward<G>(callable)).into_handle());
  }
};

template <class F>
inline constexpr bool kIsStdFunction = false;
template <class S>
inline constexpr bool kIsStdFunction<std::function<S>> = true;

}  // namespace detail

/// A C++ callable converts to a function, which lives as long as there are references to it.
template <class F>
struct Traits<F, std::enable_if_t<detail::kIsPlainCallable<F> && !detail::kIsStdFunction<F>>>
    : detail::CallableTraits<F> {};

}  // namespace tvmlike

#endif  // TVMLIKE_FUNCTION_HPP_
