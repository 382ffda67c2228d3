/*
 * C++ callables as function objects.
 *
 * A C++ callable becomes one object: header, function cell, and the callable. Its entry converts the
 * arguments to the callable's parameter types, so a wrong argument is an error that names it, and catches
 * every exception. Invariant: no C++ exception leaves that entry.
 */
#ifndef TVMLIKE_CLOSURE_HPP_
#define TVMLIKE_CLOSURE_HPP_

#include <functional>
#include <tuple>

#include "tvmlike/tensor.hpp"

namespace tvmlike TVMLIKE_INTERNAL {

/// The arguments of a call to a variadic callable: `[](tvmlike::Args args) { … }`.
class Args {
 public:
  Args(const TVMLikeValue* values, std::size_t count) noexcept : values_(values), count_(count) {}

  std::size_t size() const noexcept { return count_; }
  /// The argument at `at`; throws IndexError if it is out of range.
  AnyView operator[](std::size_t at) const {
    if (at >= count_) detail::throw_index(at, count_);
    return AnyView(values_[at]);
  }
  detail::ValueIterator<AnyView, 1> begin() const noexcept {
    return detail::ValueIterator<AnyView, 1>(values_);
  }
  detail::ValueIterator<AnyView, 1> end() const noexcept {
    return detail::ValueIterator<AnyView, 1>(values_ + count_);
  }

 private:
  const TVMLikeValue* values_;
  std::size_t count_;
};

namespace detail {

template <class R, class... P>
struct Signature {};

template <class F, class = void>
struct SignatureOf {
  static constexpr bool kKnown = false;
};
template <class R, class... P>
struct SignatureOf<R (*)(P...), void> {
  static constexpr bool kKnown = true;
  using Type = Signature<R, P...>;
};
template <class R, class... P>
struct SignatureOf<R (*)(P...) noexcept, void> : SignatureOf<R (*)(P...), void> {};

template <class M>
struct MemberSignature {
  static constexpr bool kKnown = false;
};
#define TVMLIKE_MEMBER_SIGNATURE(QUALIFIERS)          \
  template <class C, class R, class... P>             \
  struct MemberSignature<R (C::*)(P...) QUALIFIERS> { \
    static constexpr bool kKnown = true;              \
    using Type = Signature<R, P...>;                  \
  };
TVMLIKE_MEMBER_SIGNATURE()
TVMLIKE_MEMBER_SIGNATURE(const)
TVMLIKE_MEMBER_SIGNATURE(noexcept)
TVMLIKE_MEMBER_SIGNATURE(const noexcept)
#undef TVMLIKE_MEMBER_SIGNATURE

template <class F>
struct SignatureOf<F, std::void_t<decltype(&F::operator())>> : MemberSignature<decltype(&F::operator())> {};

template <class F>
inline constexpr bool kCallable = SignatureOf<Decayed<F>>::kKnown;
/// A callable that must be wrapped: typed functions are callable too, but are function objects already.
template <class F>
inline constexpr bool kIsPlainCallable = kCallable<F> && !std::is_base_of_v<ObjectRef, Decayed<F>>;

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

/// The minimum number of arguments: those before the trailing std::optional parameters.
template <class... P>
constexpr std::size_t required() noexcept {
  constexpr bool optional[] = {IsOptional<Decayed<P>>::value..., false};
  std::size_t count = sizeof...(P);
  while (count > 0 && optional[count - 1]) --count;
  return count;
}

/// The called function, for messages.
struct Callee {
  /// A method's first argument is its object, a setter's second one the field's new value.
  enum Kind : unsigned char { kFunction, kMethod, kSetter };

  std::string name;
  Kind kind = kFunction;
  /// The names of the parameters, as far as known, without a method's object.
  std::vector<std::string> params = {};

  std::string label() const { return name.empty() ? "a C++ function" : name; }
  /// An argument by its number, counted from 0 without a method's object: argument 1 `x`.
  std::string argument(std::size_t number) const {
    const std::string text = "argument " + std::to_string(number + 1);
    return number < params.size() ? text + " `" + params[number] + "`" : text;
  }
  /// The name of the argument at a position in messages.
  std::string place(std::size_t at) const {
    if (kind != kFunction && at == 0) return label() + ": argument `self`";
    if (kind == kSetter && at == 1) return label();
    const std::string text = argument(kind == kFunction ? at : at - 1);
    return name.empty() ? text : name + ": " + text;
  }
};

[[noreturn]] TVMLIKE_COLD inline void throw_arity(const Callee& callee, std::size_t least, std::size_t most,
                                                  std::int32_t got) {
  if (callee.kind != Callee::kFunction) {
    if (got < 1)
      throw Error("TypeError", callee.label() + ": argument `self` is missing");
    --least, --most, --got;
  }
  std::string text = callee.label() + ": expected ";
  if (least != most) text += std::to_string(least) + " to ";
  text += std::to_string(most) + (most == 1 ? " argument, got " : " arguments, got ") + std::to_string(got);
  if (got >= 0 && static_cast<std::size_t>(got) < least) {
    text += ": " + callee.argument(static_cast<std::size_t>(got)) + " is missing";
  }
  throw Error("TypeError", text);
}

/// Whether a parameter is a reference through which a callable could only modify a copy made for the call.
/// Objects are shared, so their modifications persist.
template <class P>
inline constexpr bool kLosesWrites =
    std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>> &&
    !std::is_base_of_v<ObjectRef, Decayed<P>>;

/// No argument is being converted.
inline constexpr std::size_t kNoArgument = static_cast<std::size_t>(-1);

/// Converts one argument. Meanwhile `converting` is its position, for the error: so one handler around the
/// whole call suffices for all of them, and the path without errors stays inline.
template <class T>
T argument(const TVMLikeValue* args, std::size_t count, std::size_t at, std::size_t& converting) {
  static_assert(kReadable<T>,
                "tvmlike: this type cannot be a parameter of a callback; take a registered class as "
                "tvmlike::Ref<T>. See tvmlike/class.hpp, and Traits in tvmlike/any.hpp");
  if constexpr (IsOptional<T>::value) {
    // Omitted: after the last one, or between others.
    if (at >= count || args[at].type_index == TVMLIKE_MISSING) return std::nullopt;
  }
  converting = at;
  return Traits<T>::read(args[at]);
}

/// Raises the current exception as the error of a call; returns -1. Call it in a catch block.
TVMLIKE_COLD inline int raise_from_call(const Callee& callee, std::size_t converting) noexcept {
  if (converting == kNoArgument) return raise_current();
  try {
    throw;
  } catch (const Error& error) {
    try {
      std::string place = callee.place(converting);
      if (callee.name.empty()) place = callee.label() + ": " + place;
      return raise(error.kind(), place.append(": ").append(error.message()));
    } catch (...) {
      return raise_current();
    }
  } catch (...) {
    return raise_current();
  }
}

template <class Result>
void own_result(Result&& result, TVMLikeValue& out) {
  using T = Decayed<Result>;
  static_assert(kWritable<T>,
                "tvmlike: this type cannot be the result of a callback; return a registered class as "
                "tvmlike::Ref<T>. See tvmlike/class.hpp, and Traits in tvmlike/any.hpp");
  static_assert(!std::is_same_v<T, DLTensor*> && !std::is_same_v<T, const DLTensor*>,
                "tvmlike: a DLTensor* is borrowed and cannot be a result; return a Tensor");
  Traits<T>::own(std::forward<Result>(result), out);
}

/// Calls `f` with arguments converted to its parameter types.
template <class F, class R, class... P, std::size_t... At>
void invoke(F& f, const Callee& callee, std::size_t& converting, Signature<R, P...>,
            std::index_sequence<At...>, [[maybe_unused]] const TVMLikeValue* args, std::int32_t num_args,
            [[maybe_unused]] TVMLikeValue& result) {
  static_assert(!(kLosesWrites<P> || ...),
                "tvmlike: a callback must not take a parameter by non-const reference: the caller would not see "
                "the change; take it by value or by const reference, and return the new value");
  constexpr std::size_t most = sizeof...(P);
  constexpr std::size_t least = required<P...>();
  if (num_args < static_cast<std::int32_t>(least) || num_args > static_cast<std::int32_t>(most)) {
    throw_arity(callee, least, most, num_args);
  }
  [[maybe_unused]] const std::size_t count = static_cast<std::size_t>(num_args);
  // Braces: arguments are converted, and so rejected, from left to right.
  std::tuple<Decayed<P>...> converted{argument<Decayed<P>>(args, count, At, converting)...};
  converting = kNoArgument;
  if constexpr (std::is_void_v<R>) {
    f(static_cast<P&&>(std::get<At>(converted))...);
  } else {
    own_result(f(static_cast<P&&>(std::get<At>(converted))...), result);
  }
}

template <class F, class R>
void invoke(F& f, const Callee&, std::size_t&, Signature<R, Args>, std::index_sequence<0>,
            const TVMLikeValue* args, std::int32_t num_args, [[maybe_unused]] TVMLikeValue& result) {
  const Args all(args, num_args < 0 ? 0 : static_cast<std::size_t>(num_args));
  if constexpr (std::is_void_v<R>) {
    f(all);
  } else {
    own_result(f(all), result);
  }
}

template <class R, class... P>
std::index_sequence_for<P...> positions(Signature<R, P...>) {
  return {};
}

/// A function object around a C++ callable.
template <class F>
struct Closure {
  // Reserved: a coming version of the ABI uses space in front of every object.
  void* reserved[2] = {nullptr, nullptr};
  TVMLikeObject header;
  TVMLikeFunctionCell cell;
  F f;
  Callee callee;

  template <class G>
  Closure(G&& callable, Callee known_as)
      : header{kWeakOne + 1, TVMLIKE_FUNCTION, 0, &Closure::destroy},
        cell{&Closure::call, nullptr},
        f(std::forward<G>(callable)),
        callee(std::move(known_as)) {}

  static Closure* around(void* header) noexcept {
    return reinterpret_cast<Closure*>(static_cast<char*>(header) - offset());
  }
  static constexpr std::size_t offset() noexcept { return sizeof(void*) * 2; }

  static int call(TVMLikeObject* self, const TVMLikeValue* args, std::int32_t num_args,
                  TVMLikeValue* result) noexcept {
    Closure* closure = around(self);
    std::size_t converting = kNoArgument;
    try {
      using Type = typename SignatureOf<F>::Type;
      invoke(closure->f, closure->callee, converting, Type{}, decltype(positions(Type{})){}, args, num_args,
             *result);
      return 0;
    } catch (...) {
      return raise_from_call(closure->callee, converting);
    }
  }

  static void destroy(void* object, int flags) noexcept {
    Closure* closure = around(object);
    if ((flags & TVMLIKE_DELETE_STRONG) != 0) {
      closure->f.~F();
      closure->callee.~Callee();
    }
    if ((flags & TVMLIKE_DELETE_WEAK) != 0) ::operator delete(static_cast<void*>(closure), alignment());
    // Last, because this may finish the plugin.
    if ((flags & TVMLIKE_DELETE_STRONG) != 0) gone(TVMLIKE_FUNCTION);
  }
  static constexpr std::align_val_t alignment() noexcept { return std::align_val_t{alignof(Closure)}; }

  template <class G>
  static TVMLikeObjectHandle create(G&& callable, Callee known_as) {
    static_assert(std::is_nothrow_destructible_v<F>,
                  "tvmlike: the destructor of this callable must be noexcept");
    void* space = ::operator new(sizeof(Closure), alignment());
    try {
      Closure* closure = ::new (space) Closure(std::forward<G>(callable), std::move(known_as));
      made(TVMLIKE_FUNCTION);
      return &closure->header;
    } catch (...) {
      ::operator delete(space, alignment());
      throw;
    }
  }
};

}  // namespace detail
}  // namespace tvmlike

#endif  // TVMLIKE_CLOSURE_HPP_
