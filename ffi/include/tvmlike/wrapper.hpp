/*
 * Support for the headers that `tvmlike stubs --lang cpp` generates: registered functions that are called by
 * name repeatedly, and classes for registered types.
 *
 * A GlobalFunction caches the function of its name per thread, so that a call takes no lock and shares
 * nothing with other threads. Invariants: a call uses the function that the name refers to when the call
 * begins, even if the name was removed, overridden or reregistered by a reloaded plugin; a running function
 * is kept until it returns; and between calls only the memory of a function is kept, so that an unloaded
 * plugin can finish.
 *
 * A program compares one number with the registry's generation to detect changes. A plugin has no access to
 * that number and looks the name up at every call.
 */
#ifndef TVMLIKE_WRAPPER_HPP_
#define TVMLIKE_WRAPPER_HPP_

#include "tvmlike/tvmlike.hpp"

namespace tvmlike TVMLIKE_INTERNAL {

/// A tensor that a function reads: a Tensor, or a DLTensor that the caller owns.
class TensorArg {
 public:
  TensorArg(const Tensor& tensor) noexcept { detail::set_object(value_, tensor.get()); }
  TensorArg(const DLTensor* tensor) noexcept { set(const_cast<DLTensor*>(tensor)); }

  /// The value, borrowed from the constructor's argument.
  const TVMLikeValue& raw() const noexcept { return value_; }

 protected:
  TensorArg() noexcept = default;
  void set(DLTensor* tensor) noexcept {
    if (tensor != nullptr) detail::set_pointer(value_, TVMLIKE_DLTENSOR_PTR, tensor);
  }

 private:
  TVMLikeValue value_{};
};

/// A tensor that a function writes.
class WritableTensorArg : public TensorArg {
 public:
  WritableTensorArg(const Tensor& tensor) noexcept : TensorArg(tensor) {}
  WritableTensorArg(DLTensor* tensor) noexcept { set(tensor); }
  WritableTensorArg(const DLTensor*) = delete;
};

/// A number of one kind, for overloads: an integer is neither a bool nor a floating-point number, and text is
/// none of them.
template <class T>
class Only {
 public:
  template <class Given>
  static constexpr bool kTakes = std::is_same_v<T, bool>         ? std::is_same_v<Given, bool>
                                 : std::is_floating_point_v<T> ? std::is_floating_point_v<Given>
                                                                 : detail::kNumber<Given>;

  template <class Given, std::enable_if_t<kTakes<Given>, int> = 0>
  Only(Given number) {
    typename Traits<Given>::Temp temp{};
    Traits<Given>::view(number, value_, temp);
  }

  /// The number as it was passed: the function checks whether it fits.
  const TVMLikeValue& raw() const noexcept { return value_; }

 private:
  TVMLikeValue value_{};
};
template <class T>
struct Traits<Only<T>> {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = false;
  static void view(const Only<T>& number, TVMLikeValue& out, Temp&) noexcept { out = number.raw(); }
  static void own(const Only<T>& number, TVMLikeValue& out) noexcept { out = number.raw(); }
  static Only<T> read(const TVMLikeValue& value) { return Traits<T>::read(value); }
  static std::string name() { return Traits<T>::name(); }
};

template <>
struct Traits<TensorArg> {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = true;
  static void view(const TensorArg& tensor, TVMLikeValue& out, Temp&) noexcept { out = tensor.raw(); }
  static void own(const TensorArg&, TVMLikeValue&) = delete;
  static TensorArg read(const TVMLikeValue& value) { return Traits<const DLTensor*>::read(value); }
  static std::string name() { return "Tensor"; }
};
template <>
struct Traits<WritableTensorArg> : Traits<TensorArg> {
  static WritableTensorArg read(const TVMLikeValue& value) { return Traits<DLTensor*>::read(value); }
};

namespace detail {

/// Calls a function and converts its result. `callee` returns the function's name for messages.
template <class R, class Named, class... A>
R call_as(TVMLikeObjectHandle function, Named callee, A&&... args) {
  [[maybe_unused]] Any result = call_with(function, callee, std::forward<A>(args)...);
  if constexpr (std::is_same_v<R, Any>) {
    return result;
  } else if constexpr (!std::is_void_v<R>) {
    try {
      return Traits<R>::read(result.raw());
    } catch (const Error& error) {
      throw_at(callee().name + ": result", error);
    }
  }
}

#ifndef TVMLIKE_USE_HOST_TABLE

/// One thread's cache for one name. Constant-initialised and never destroyed, so that a wrapper may be called
/// at any time, also while the thread or the program exits.
struct KeptFunction {
  const WeakRef* function = nullptr;
  std::uint64_t generation = 0;
  bool listed = false;
  KeptFunction* next = nullptr;
};

/// All caches of a thread, released when the thread exits.
class TVMLIKE_HIDDEN KeptFunctions {
 public:
  KeptFunctions() = default;
  KeptFunctions(const KeptFunctions&) = delete;
  KeptFunctions& operator=(const KeptFunctions&) = delete;
  ~KeptFunctions() {
    ended() = true;
    for (KeptFunction* kept = first_; kept != nullptr; kept = kept->next) {
      delete std::exchange(kept->function, nullptr);
    }
  }

  /// Replaces the cached function; caches nothing if the thread's exit has gone so far that nothing would
  /// release it.
  static void put(KeptFunction& kept, const Function& function, std::uint64_t generation) {
    if (ended()) return;
    if (!kept.listed) {
      KeptFunctions& all = of_thread();
      kept.next = std::exchange(all.first_, &kept);
      kept.listed = true;
    }
    // First what can throw: a generation must not be stored with the function of an older one.
    const WeakRef* const fresh = new WeakRef(function.get());
    kept.generation = generation;
    delete std::exchange(kept.function, fresh);
  }

 private:
  static bool& ended() noexcept {
    static thread_local bool ended = false;
    return ended;
  }
  static KeptFunctions& of_thread() {
    static thread_local KeptFunctions all;
    return all;
  }

  KeptFunction* first_ = nullptr;
};

/// The number that changes whenever the function of a name changes.
inline std::uint64_t generation() noexcept {
  static const std::uint64_t* const number = TVMLikeRegistryGeneration();
#if defined(__GNUC__) || defined(__clang__)
  return __atomic_load_n(number, __ATOMIC_ACQUIRE);
#else
  return *static_cast<const volatile std::uint64_t*>(number);
#endif
}

#endif

}  // namespace detail

/// A registered function, by its name. Declare it `thread_local`.
class GlobalFunction {
 public:
  template <std::size_t N>
  explicit constexpr GlobalFunction(const char (&name)[N]) noexcept : name_(name), size_(N - 1) {}
  GlobalFunction(const GlobalFunction&) = delete;
  GlobalFunction& operator=(const GlobalFunction&) = delete;

  /// Calls the function that the name refers to. Throws ValueError if there is none.
  template <class R, class... A>
  R call(A&&... args) {
    const auto callee = [this] { return detail::Callee{std::string(name_, size_)}; };
    return detail::call_as<R>(current().get(), callee, std::forward<A>(args)...);
  }

 private:
  Function find() const { return Function::get_global(std::string_view(name_, size_)); }

  const char* name_;
  std::size_t size_;

#ifdef TVMLIKE_USE_HOST_TABLE
  Function current() const { return find(); }
#else
  /// The function that the name refers to, kept by the caller while it runs.
  Function current() {
    const std::uint64_t now = detail::generation();
    if (kept_.function != nullptr && kept_.generation == now) {
      if (TVMLikeObjectHandle function = kept_.function->lock()) return Function(ObjectRef::take(function));
    }
    Function found = find();
    detail::KeptFunctions::put(kept_, found, now);
    return found;
  }

  detail::KeptFunction kept_{};
#endif
};

namespace detail {

/// Whether a type, or one that it inherits from, has this key. By key and not by index: after a reload,
/// objects of the old plugin have the same key and members, and another index.
inline bool has_key(std::int32_t type_index, std::string_view key) noexcept {
  const TVMLikeTypeInfo* info = type_index < TVMLIKE_OBJECT ? nullptr : host().type_info(type_index);
  if (info == nullptr) return false;
  if (view_of(info->key) == key) return true;
  for (std::int32_t depth = 0; depth < info->depth; ++depth) {
    const TVMLikeTypeInfo* above = host().type_info(info->ancestors[depth]);
    if (above != nullptr && view_of(above->key) == key) return true;
  }
  return false;
}

[[noreturn]] TVMLIKE_COLD inline void throw_not(std::string_view key, const ObjectRef& object) {
  const std::string got = object ? tvmlike::type_key(refined_type(object)) : "an empty reference";
  throw Error("TypeError", std::string(key).append(": expected ").append(key).append(", got ").append(got));
}

/// Calls a method of the object's own type.
template <class R, class... A>
R call_method(const ObjectRef& self, std::string_view name, A&&... args) {
  check_object(self, name);
  const MemberFunction member = member_of(refined_type(self), name, "method", "method");
  const auto callee = [&self, name] { return Callee{member_name(self.type_key(), name), Callee::kMethod}; };
  return call_as<R>(member.function.get(), callee, self, std::forward<A>(args)...);
}

/// Calls a static function of the type that currently has the key.
template <class R, class... A>
R call_static(std::string_view key, std::string_view name, A&&... args) {
  const MemberFunction member = member_of(index_of_key(key), name, "static", "static function");
  const auto callee = [key, name] { return Callee{member_name(key, name), Callee::kFunction}; };
  return call_as<R>(member.function.get(), callee, std::forward<A>(args)...);
}

/// A class attribute of the type that currently has the key.
template <class R>
R class_attribute_as(std::string_view key, std::string_view name) {
  const MemberFunction member = class_attribute_of(index_of_key(key), name);
  const auto callee = [key, name] { return Callee{member_name(key, name), Callee::kFunction}; };
  return call_as<R>(member.function.get(), callee);
}

[[noreturn]] TVMLIKE_COLD inline void throw_no_order(const char* sign, const ObjectRef& a, const ObjectRef& b) {
  throw Error("TypeError", std::string("unsupported operand types for ").append(sign).append(": ") +
                               a.type_key() + " and " + b.type_key());
}

}  // namespace detail

/// An iterator over a sequence class: keeps the sequence, and reads an item when it is dereferenced.
template <class C>
class ItemIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = std::decay_t<decltype(std::declval<const C&>()[0])>;
  using difference_type = std::int64_t;
  using pointer = void;
  using reference = value_type;

  ItemIterator(C sequence, std::int64_t index) : sequence_(std::move(sequence)), index_(index) {}
  auto operator*() const { return sequence_[index_]; }
  ItemIterator& operator++() {
    ++index_;
    return *this;
  }
  ItemIterator operator++(int) {
    ItemIterator before = *this;
    ++index_;
    return before;
  }
  friend bool operator==(const ItemIterator& a, const ItemIterator& b) { return a.index_ == b.index_; }
  friend bool operator!=(const ItemIterator& a, const ItemIterator& b) { return a.index_ != b.index_; }

 private:
  C sequence_;
  std::int64_t index_;
};

/// An iterator over what an iterator object (with `__next__`) returns until it raises StopIteration. It is read
/// once: copies share the object. Dereferencing it at the end throws IndexError.
template <class Item>
class NextIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = Item;
  using difference_type = std::int64_t;
  using pointer = const Item*;
  using reference = const Item&;

  /// The end.
  NextIterator() noexcept = default;
  explicit NextIterator(ObjectRef items) : items_(std::move(items)) { ++*this; }
  const Item& operator*() const {
    if (!item_) throw Error("IndexError", "iterator: there is no item at its end");
    return *item_;
  }
  const Item* operator->() const { return &**this; }
  NextIterator& operator++() {
    try {
      item_.emplace(detail::call_method<Item>(items_, "__next__"));
    } catch (const Error& error) {
      if (error.kind() != "StopIteration") throw;
      item_.reset();
    }
    return *this;
  }
  NextIterator operator++(int) {
    NextIterator before = *this;
    ++*this;
    return before;
  }
  /// Whether both have ended; iterators that have not are different.
  friend bool operator==(const NextIterator& a, const NextIterator& b) noexcept { return !a.item_ && !b.item_; }
  friend bool operator!=(const NextIterator& a, const NextIterator& b) noexcept { return !(a == b); }

 private:
  ObjectRef items_;
  std::optional<Item> item_;
};

/// Classes derived from ObjectRef that represent a registered type (`kTypeKey`).
template <class T>
struct KeyedTraits {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = false;
  static void view(const T& object, TVMLikeValue& out, Temp&) noexcept {
    detail::set_object(out, object.ObjectRef::get());
  }
  static void own(T object, TVMLikeValue& out) noexcept {
    detail::set_object(out, object.ObjectRef::into_handle());
  }
  static T read(const TVMLikeValue& value) {
    TVMLikeObjectHandle object = detail::object_in(value);
    if (object != nullptr && detail::has_key(object->type_index, T::kTypeKey))
      return T(ObjectRef::borrow(object));
    detail::throw_expected(name(), value);
  }
  static std::string name() { return std::string(T::kTypeKey); }
};

/// Classes that represent a refinement: a type whose objects are those of another type that a predicate
/// accepts.
template <class T>
struct RefinedTraits : KeyedTraits<T> {
  static T read(const TVMLikeValue& value) {
    const ObjectRef object = ObjectRef::borrow(detail::object_in(value));
    if (!object) detail::throw_expected(KeyedTraits<T>::name(), value);
    if (!T::isa(object)) {
      throw Error("TypeError", std::string("expected ").append(T::kTypeKey).append(", got ") +
                                   type_key(detail::refined_type(object)));
    }
    return T(object);
  }
};

}  // namespace tvmlike

#endif  // TVMLIKE_WRAPPER_HPP_
