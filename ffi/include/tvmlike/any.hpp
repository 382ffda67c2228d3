/*
 * Tagged values: Any owns its value, AnyView borrows it. Both are the 16 bytes of TVMLikeValue.
 *
 * `Traits<T>` defines how a C++ type converts to and from a value; the headers scalar.hpp, text.hpp,
 * container.hpp, tensor.hpp and function.hpp specialise it. A specialisation has
 *
 *   using Temp = …;                                     what must live during a call for the borrowed form
 *   static void view(const T&, TVMLikeValue&, Temp&);   writes a borrowed value, for arguments
 *   static void own(…, TVMLikeValue&);                  writes an owned value, for results
 *   static T read(const TVMLikeValue&);                 throws an Error if the value does not fit
 *   static std::string name();                          the name in error messages
 *   static constexpr bool kBorrows;                     whether the result of `read` points into the value
 *
 * or the half of it that T supports. The value to be written is all zero.
 *
 * Invariant: an Any never contains a kind of value that only borrows (such as TVMLIKE_RAW_STR).
 */
#ifndef TVMLIKE_ANY_HPP_
#define TVMLIKE_ANY_HPP_

#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "tvmlike/error.hpp"

namespace tvmlike TVMLIKE_INTERNAL {

class Any;
class AnyView;

/// The conversions of T: see the head of this file.
template <class T, class Enable = void>
struct Traits {
  static constexpr bool kUnsupported = true;
};

namespace detail {

struct NoTemp {};

template <class T>
using Decayed = std::decay_t<T>;

/// Always false: for assertions in code that must not be instantiated.
template <class>
inline constexpr bool kNever = false;

template <class T, class = void>
struct IsWritable : std::false_type {};
template <class T>
struct IsWritable<T, std::void_t<typename Traits<T>::Temp>> : std::true_type {};

template <class T, class = void>
struct IsReadable : std::false_type {};
template <class T>
struct IsReadable<T, std::void_t<decltype(Traits<T>::kBorrows)>> : std::true_type {};

template <class T>
inline constexpr bool kWritable = IsWritable<Decayed<T>>::value;
template <class T>
inline constexpr bool kReadable = IsReadable<T>::value;

/// Whether the result of reading a value points into it.
template <class T>
inline constexpr bool kBorrowed = [] {
  if constexpr (kReadable<T>) {
    return Traits<T>::kBorrows;
  } else {
    return false;
  }
}();

inline void set_int(TVMLikeValue& out, std::int32_t tag, std::int64_t number) noexcept {
  out.type_index = tag;
  out.payload.v_int64 = number;
}
inline void set_pointer(TVMLikeValue& out, std::int32_t tag, void* pointer) noexcept {
  out.type_index = tag;
  out.payload.v_ptr = pointer;
}
/// Writes an object as a value, without adding a reference; an empty reference is None.
inline void set_object(TVMLikeValue& out, TVMLikeObjectHandle object) noexcept {
  if (object == nullptr) return;
  out.type_index = object->type_index;
  out.payload.v_obj = object;
}
inline bool holds_object(const TVMLikeValue& value) noexcept { return value.type_index >= TVMLIKE_OBJECT; }
/// The object in a value, also in an rvalue reference (it is not taken); NULL for other values.
inline TVMLikeObjectHandle object_in(const TVMLikeValue& value) noexcept {
  if (holds_object(value)) return value.payload.v_obj;
  if (value.type_index == TVMLIKE_RVALUE_REF) return *static_cast<TVMLikeObjectHandle*>(value.payload.v_ptr);
  return nullptr;
}
/// The object in a value if it is of type `index` or inherits from it.
inline TVMLikeObjectHandle object_in(const TVMLikeValue& value, std::int32_t index) noexcept {
  TVMLikeObjectHandle object = object_in(value);
  return object != nullptr && type_is_a(object->type_index, index) ? object : nullptr;
}

/// The name of a type in error messages.
TVMLIKE_COLD inline std::string name_of_type(std::int32_t type_index) {
  switch (type_index) {
    case TVMLIKE_NONE: return "None";
    case TVMLIKE_INT: return "int";
    case TVMLIKE_BOOL: return "bool";
    case TVMLIKE_FLOAT: return "float";
    case TVMLIKE_OPAQUE_PTR: return "ptr";
    case TVMLIKE_DATA_TYPE: return "DataType";
    case TVMLIKE_DEVICE: return "Device";
    case TVMLIKE_RAW_STR:
    case TVMLIKE_SMALL_STR:
    case TVMLIKE_STR: return "str";
    case TVMLIKE_BYTE_ARRAY_PTR:
    case TVMLIKE_SMALL_BYTES:
    case TVMLIKE_BYTES: return "bytes";
    case TVMLIKE_MISSING: return "a missing argument";
    case TVMLIKE_OBJECT: return "Object";
    case TVMLIKE_ERROR: return "Error";
    case TVMLIKE_FUNCTION: return "PackedFunc";
    case TVMLIKE_SHAPE: return "Shape";
    case TVMLIKE_DLTENSOR_PTR:
    case TVMLIKE_TENSOR: return "Tensor";
    case TVMLIKE_ARRAY:
    case TVMLIKE_LIST: return "Array";
    case TVMLIKE_MAP:
    case TVMLIKE_DICT: return "Map";
    case TVMLIKE_MODULE: return "Module";
    case TVMLIKE_OPAQUE_PY_OBJECT: return "a Python object";
    case TVMLIKE_RVALUE_REF: return "an rvalue reference";
    default: {
      std::string key = type_key(type_index);
      return key.empty() ? "a value of unknown type index " + std::to_string(type_index) : key;
    }
  }
}

/// The class name of a Python object, from the function that the Python package registers; empty without it, or
/// if it fails.
TVMLIKE_COLD inline std::string name_of_class(const TVMLikeValue& object) {
  const TVMLikeByteArray name = borrowed("python.class_name");
  TVMLikeObjectHandle found = nullptr;
  TVMLikeValue named{};
  std::string text;
  int status = host().get_global(&name, &found);
  if (status == 0 && found != nullptr) {
    const ObjectRef function = ObjectRef::take(found);
    status = cell_of<TVMLikeFunctionCell>(found)->safe_call(found, &object, 1, &named);
    if (named.type_index == TVMLIKE_SMALL_STR) {
      text.assign(reinterpret_cast<const char*>(named.payload.v_bytes), named.small_len);
    } else if (named.type_index == TVMLIKE_STR) {
      text = view_of(*cell_of<TVMLikeStringCell>(named.payload.v_obj));
    }
    if (holds_object(named)) release(named.payload.v_obj);
  }
  if (status != 0) host().error_set_raised(nullptr);
  return text;
}

/// The type of a value in error messages; for a Python object, the name of its class.
TVMLIKE_COLD inline std::string name_of_value(const TVMLikeValue& value) {
  std::string name;
  if (value.type_index == TVMLIKE_OPAQUE_PY_OBJECT) name = name_of_class(value);
  return name.empty() ? name_of_type(value.type_index) : name;
}

[[noreturn]] TVMLIKE_COLD inline void throw_expected(std::string_view wanted, const TVMLikeValue& got) {
  throw Error("TypeError", std::string("expected ").append(wanted) + ", got " + name_of_value(got));
}

/// Throws the error of a conversion again, with the place in front.
[[noreturn]] TVMLIKE_COLD inline void throw_at(const std::string& place, const Error& error) {
  throw Error(error.kind(), (place + ": ").append(error.message()));
}

template <class T>
T cast(const TVMLikeValue& value) {
  static_assert(kReadable<T>, "tvmlike: values do not convert to this type; see Traits in tvmlike/any.hpp");
  return Traits<T>::read(value);
}

/// As `cast`, for a temporary value: the result of a call.
template <class T>
T cast_result(const TVMLikeValue& value) {
  try {
    return cast<T>(value);
  } catch (const Error& error) {
    throw_at("result", error);
  }
}

template <class T>
std::optional<T> try_cast(const TVMLikeValue& value) {
  static_assert(kReadable<T>, "tvmlike: values do not convert to this type; see Traits in tvmlike/any.hpp");
  try {
    return Traits<T>::read(value);
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// The types that an Any converts to implicitly: those that own their value.
template <class T>
inline constexpr bool kImplicit = [] {
  if constexpr (std::is_same_v<T, Any> || std::is_same_v<T, AnyView>) {
    return false;
  } else if constexpr (kReadable<T>) {
    return !Traits<T>::kBorrows;
  } else {
    return false;
  }
}();

}  // namespace detail

template <>
struct Traits<Any> {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = false;
  static void view(const Any& any, TVMLikeValue& out, Temp&) noexcept;
  static void own(Any any, TVMLikeValue& out) noexcept;
  static Any read(const TVMLikeValue& value);
  static std::string name() { return "any value"; }
};

template <>
struct Traits<AnyView> {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = true;
  static void view(AnyView any, TVMLikeValue& out, Temp&) noexcept;
  static void own(AnyView any, TVMLikeValue& out);
  static AnyView read(const TVMLikeValue& value) noexcept;
  static std::string name() { return "any value"; }
};

/// A borrowed value.
class AnyView {
 public:
  AnyView() noexcept = default;
  AnyView(const TVMLikeValue& value) noexcept : value_(&value) {}
  AnyView(const Any& value) noexcept;
  // It points to the value, so it must not be made from a temporary.
  AnyView(TVMLikeValue&&) = delete;
  AnyView(Any&&) = delete;

  std::int32_t type_index() const noexcept { return raw().type_index; }
  std::string type_name() const { return detail::name_of_value(raw()); }
  bool is_none() const noexcept { return type_index() == TVMLIKE_NONE; }
  const TVMLikeValue& raw() const noexcept { return value_ == nullptr ? none() : *value_; }

  /// The value as a T. Throws TypeError or OverflowError if the conversion would lose anything.
  template <class T>
  T cast() const {
    return detail::cast<T>(raw());
  }
  /// The value as a T, or nothing if it does not fit.
  template <class T>
  std::optional<T> try_cast() const {
    return detail::try_cast<T>(raw());
  }
  template <class T, class = std::enable_if_t<detail::kImplicit<T>>>
  operator T() const {
    return cast<T>();
  }

 private:
  static const TVMLikeValue& none() noexcept {
    static constexpr TVMLikeValue value{};
    return value;
  }

  const TVMLikeValue* value_ = nullptr;
};

/// An owned value.
class Any {
 public:
  Any() noexcept = default;
  Any(const Any& other) noexcept : value_(other.value_) {
    if (detail::holds_object(value_)) detail::retain(value_.payload.v_obj);
  }
  Any(Any&& other) noexcept : value_(std::exchange(other.value_, TVMLikeValue{})) {}
  ~Any() {
    if (detail::holds_object(value_)) detail::release(value_.payload.v_obj);
  }
  Any& operator=(const Any& other) noexcept {
    Any(other).swap(*this);
    return *this;
  }
  Any& operator=(Any&& other) noexcept {
    Any(std::move(other)).swap(*this);
    return *this;
  }

  Any(AnyView view);
  template <class T,
            class = std::enable_if_t<detail::kWritable<T> && !std::is_same_v<detail::Decayed<T>, Any> &&
                                     !std::is_same_v<detail::Decayed<T>, AnyView>>>
  Any(T&& value) {
    Traits<detail::Decayed<T>>::own(std::forward<T>(value), value_);
  }

  /// Takes ownership of a value that the caller owns.
  static Any take(const TVMLikeValue& owned) noexcept {
    Any any;
    any.value_ = owned;
    return any;
  }
  /// Returns the value to the caller, who must free it.
  TVMLikeValue into_value() noexcept { return std::exchange(value_, TVMLikeValue{}); }

  std::int32_t type_index() const noexcept { return value_.type_index; }
  std::string type_name() const { return detail::name_of_value(raw()); }
  bool is_none() const noexcept { return type_index() == TVMLIKE_NONE; }
  const TVMLikeValue& raw() const noexcept { return value_; }
  /// The place where a function of the C interface writes an owned value. Only for an empty Any.
  TVMLikeValue* out() noexcept { return &value_; }

  /// The value as a T. Throws TypeError or OverflowError if the conversion would lose anything.
  template <class T>
  T cast() const& {
    return detail::cast<T>(value_);
  }
  template <class T>
  T cast() && {
    static_assert(!detail::kBorrowed<T>,
                  "tvmlike: this type borrows from the value, which is destroyed at the end of the expression; "
                  "keep the Any in a variable, or use an owning type (std::string, Bytes)");
    return detail::cast_result<T>(value_);
  }
  /// The value as a T, or nothing if it does not fit.
  template <class T>
  std::optional<T> try_cast() const& {
    return detail::try_cast<T>(value_);
  }
  template <class T>
  std::optional<T> try_cast() && {
    static_assert(!detail::kBorrowed<T>,
                  "tvmlike: this type borrows from the value; keep the Any in a variable");
    return detail::try_cast<T>(value_);
  }
  // Three forms, so that a conversion is never a worse match than a converting constructor of the target:
  // `std::optional<T> x = any` is then rejected as ambiguous, not silently a cast to T that throws for None.
  // (Write any.cast<std::optional<T>>(). Assigning to an existing optional does throw for None.)
  template <class T, class = std::enable_if_t<detail::kImplicit<T>>>
  operator T() & {
    return detail::cast<T>(value_);
  }
  template <class T, class = std::enable_if_t<detail::kImplicit<T>>>
  operator T() const& {
    return detail::cast<T>(value_);
  }
  template <class T, class = std::enable_if_t<detail::kImplicit<T>>>
  operator T() && {
    return detail::cast_result<T>(value_);
  }

  void swap(Any& other) noexcept { std::swap(value_, other.value_); }

 private:
  TVMLikeValue value_{};
};

static_assert(sizeof(Any) == sizeof(TVMLikeValue), "an array of Any is passed as an array of values");

inline AnyView::AnyView(const Any& value) noexcept : value_(&value.raw()) {}

inline Any::Any(AnyView view) {
  if (view.is_none()) return;
  detail::check(detail::host().value_to_owned(&view.raw(), &value_));
}

inline void Traits<Any>::view(const Any& any, TVMLikeValue& out, Temp&) noexcept { out = any.raw(); }
inline void Traits<Any>::own(Any any, TVMLikeValue& out) noexcept { out = any.into_value(); }
inline Any Traits<Any>::read(const TVMLikeValue& value) { return Any(AnyView(value)); }

inline void Traits<AnyView>::view(AnyView any, TVMLikeValue& out, Temp&) noexcept { out = any.raw(); }
inline void Traits<AnyView>::own(AnyView any, TVMLikeValue& out) { out = Any(any).into_value(); }
inline AnyView Traits<AnyView>::read(const TVMLikeValue& value) noexcept { return AnyView(value); }

/// Classes derived from ObjectRef that represent one built-in type (`kTypeIndex`).
template <class T>
struct ObjectTraits {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = false;
  static void view(const T& object, TVMLikeValue& out, Temp&) noexcept {
    detail::set_object(out, object.get());
  }
  static void own(T object, TVMLikeValue& out) noexcept { detail::set_object(out, object.into_handle()); }
  static T read(const TVMLikeValue& value) {
    if (TVMLikeObjectHandle object = detail::object_in(value, T::kTypeIndex))
      return T(ObjectRef::borrow(object));
    detail::throw_expected(name(), value);
  }
  static std::string name() { return detail::name_of_type(T::kTypeIndex); }
};

/// An object of any type; None is not an object, and does not read as one.
template <>
struct Traits<ObjectRef> : ObjectTraits<ObjectRef> {
  static ObjectRef read(const TVMLikeValue& value) {
    if (TVMLikeObjectHandle object = detail::object_in(value)) return ObjectRef::borrow(object);
    detail::throw_expected(name(), value);
  }
  static std::string name() { return "Object"; }
};

template <>
struct Traits<Error> {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = false;
  static void view(const Error& error, TVMLikeValue& out, Temp&) noexcept {
    detail::set_object(out, error.object().get());
  }
  static void own(const Error& error, TVMLikeValue& out) noexcept {
    detail::set_object(out, ObjectRef(error.object()).into_handle());
  }
  static Error read(const TVMLikeValue& value) {
    if (TVMLikeObjectHandle object = detail::object_in(value, TVMLIKE_ERROR))
      return Error(ObjectRef::borrow(object));
    detail::throw_expected(name(), value);
  }
  static std::string name() { return "Error"; }
};

}  // namespace tvmlike

#endif  // TVMLIKE_ANY_HPP_
