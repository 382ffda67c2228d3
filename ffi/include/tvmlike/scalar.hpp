/*
 * Numbers, bools, None, pointers, data types and devices.
 *
 * A conversion is exact or fails, by the same rules as in Rust:
 *   integers     from int and bool; rejects floats, and numbers out of range
 *   double       from float, int and bool; rejects ints that it cannot represent exactly
 *   float        as double, rounded to the nearest; rejects finite numbers out of range
 *   bool         from bool and the ints 0 and 1
 *   DLDataType, DLDevice   from themselves and from their names
 */
#ifndef TVMLIKE_SCALAR_HPP_
#define TVMLIKE_SCALAR_HPP_

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "tvmlike/dtype.hpp"
#include "tvmlike/text.hpp"

namespace tvmlike TVMLIKE_INTERNAL {
namespace detail {

/// The integer types that are numbers. char and the like are excluded: they may be text or numbers.
template <class T>
inline constexpr bool kNumber =
    std::is_integral_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, char> &&
    !std::is_same_v<T, wchar_t> && !std::is_same_v<T, char16_t> && !std::is_same_v<T, char32_t> &&
    sizeof(T) <= sizeof(std::int64_t)
#ifdef __cpp_char8_t
    && !std::is_same_v<T, char8_t>
#endif
    ;

inline bool holds_int(const TVMLikeValue& value) noexcept {
  return value.type_index == TVMLIKE_INT || value.type_index == TVMLIKE_BOOL;
}

/// Whether a double can represent the number exactly: without trailing zeros it fits in 53 bits.
inline bool exact_as_double(std::int64_t number) noexcept {
  std::uint64_t digits =
      number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
  while (digits != 0 && (digits & 1) == 0) digits >>= 1;
  return digits >> std::numeric_limits<double>::digits == 0;
}

template <class T>
std::string number_name() {
  return (std::is_floating_point_v<T> ? "f"
          : std::is_signed_v<T>       ? "i"
                                      : "u") +
         std::to_string(8 * sizeof(T));
}

[[noreturn]] TVMLIKE_COLD inline void throw_out_of_range(const std::string& number, const std::string& type) {
  throw Error("OverflowError", number + " is out of range for " + type);
}

TVMLIKE_COLD inline std::string float_text(double number) {
  char text[32];
  for (int digits = 6; digits <= 17; ++digits) {
    std::snprintf(text, sizeof(text), "%.*g", digits, number);
    if (std::strtod(text, nullptr) == number) break;
  }
  return text;
}

/// Writes an integer; rejects one that does not fit in 64 bits with sign.
template <class T>
void put_int(T number, TVMLikeValue& out) {
  if constexpr (std::is_unsigned_v<T> && sizeof(T) == sizeof(std::int64_t)) {
    if (number > static_cast<T>(std::numeric_limits<std::int64_t>::max())) {
      throw_out_of_range(std::to_string(number), "i64");
    }
  }
  set_int(out, TVMLIKE_INT, static_cast<std::int64_t>(number));
}

}  // namespace detail

template <class T>
struct Traits<T, std::enable_if_t<detail::kNumber<T>>> {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = false;
  static void view(T number, TVMLikeValue& out, Temp&) { detail::put_int(number, out); }
  static void own(T number, TVMLikeValue& out) { detail::put_int(number, out); }
  static T read(const TVMLikeValue& value) {
    if (!detail::holds_int(value)) detail::throw_expected(name(), value);
    const std::int64_t number = value.payload.v_int64;
    const T narrow = static_cast<T>(number);
    const bool fits = static_cast<std::int64_t>(narrow) == number && (std::is_signed_v<T> || number >= 0);
    if (!fits) detail::throw_out_of_range(std::to_string(number), name());
    return narrow;
  }
  static std::string name() { return detail::number_name<T>(); }
};

template <class T>
struct Traits<T, std::enable_if_t<std::is_same_v<T, double> || std::is_same_v<T, float>>> {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = false;
  static void view(T number, TVMLikeValue& out, Temp&) noexcept { own(number, out); }
  static void own(T number, TVMLikeValue& out) noexcept {
    out.type_index = TVMLIKE_FLOAT;
    out.payload.v_float64 = static_cast<double>(number);
  }
  static T read(const TVMLikeValue& value) {
    if (value.type_index == TVMLIKE_FLOAT) {
      const double number = value.payload.v_float64;
      const T narrow = static_cast<T>(number);
      // Losing digits is expected of a float; but a finite number must not become infinite.
      if (std::isinf(narrow) && !std::isinf(number)) {
        detail::throw_out_of_range(detail::float_text(number), name());
      }
      return narrow;
    }
    if (!detail::holds_int(value)) detail::throw_expected(name(), value);
    const std::int64_t number = value.payload.v_int64;
    if constexpr (std::is_same_v<T, double>) {
      if (!detail::exact_as_double(number)) detail::throw_out_of_range(std::to_string(number), name());
    }
    return static_cast<T>(number);
  }
  static std::string name() { return detail::number_name<T>(); }
};

template <>
struct Traits<bool> {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = false;
  static void view(bool truth, TVMLikeValue& out, Temp&) noexcept { own(truth, out); }
  static void own(bool truth, TVMLikeValue& out) noexcept {
    detail::set_int(out, TVMLIKE_BOOL, truth ? 1 : 0);
  }
  static bool read(const TVMLikeValue& value) {
    if (!detail::holds_int(value)) detail::throw_expected(name(), value);
    const std::int64_t number = value.payload.v_int64;
    if (number != 0 && number != 1) detail::throw_out_of_range(std::to_string(number), name());
    return number == 1;
  }
  static std::string name() { return "bool"; }
};

template <>
struct Traits<std::nullptr_t> {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = false;
  static void view(std::nullptr_t, TVMLikeValue&, Temp&) noexcept {}
  static void own(std::nullptr_t, TVMLikeValue&) noexcept {}
  static std::nullptr_t read(const TVMLikeValue& value) {
    if (value.type_index == TVMLIKE_NONE) return nullptr;
    detail::throw_expected(name(), value);
  }
  static std::string name() { return "None"; }
};

template <>
struct Traits<std::nullopt_t> {
  using Temp = detail::NoTemp;
  static void view(std::nullopt_t, TVMLikeValue&, Temp&) noexcept {}
  static void own(std::nullopt_t, TVMLikeValue&) noexcept {}
};

/// A raw pointer. NULL is a pointer too, and is not None; None reads as NULL.
template <>
struct Traits<void*> {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = false;
  static void view(void* pointer, TVMLikeValue& out, Temp&) noexcept { own(pointer, out); }
  static void own(void* pointer, TVMLikeValue& out) noexcept {
    detail::set_pointer(out, TVMLIKE_OPAQUE_PTR, pointer);
  }
  static void* read(const TVMLikeValue& value) {
    if (value.type_index == TVMLIKE_OPAQUE_PTR) return value.payload.v_ptr;
    if (value.type_index == TVMLIKE_NONE) return nullptr;
    detail::throw_expected(name(), value);
  }
  static std::string name() { return "ptr"; }
};

template <>
struct Traits<DLDataType> {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = false;
  static void view(DLDataType type, TVMLikeValue& out, Temp&) noexcept { own(type, out); }
  static void own(DLDataType type, TVMLikeValue& out) noexcept {
    out.type_index = TVMLIKE_DATA_TYPE;
    out.payload.v_dtype = type;
  }
  static DLDataType read(const TVMLikeValue& value) {
    if (value.type_index == TVMLIKE_DATA_TYPE) return value.payload.v_dtype;
    if (std::optional<std::string_view> text = detail::text_in(value)) return dtype(*text);
    detail::throw_expected(name(), value);
  }
  static std::string name() { return "DataType"; }
};

template <>
struct Traits<DLDevice> {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = false;
  static void view(DLDevice where, TVMLikeValue& out, Temp&) noexcept { own(where, out); }
  static void own(DLDevice where, TVMLikeValue& out) noexcept {
    out.type_index = TVMLIKE_DEVICE;
    out.payload.v_device = where;
  }
  static DLDevice read(const TVMLikeValue& value) {
    if (value.type_index == TVMLIKE_DEVICE) return value.payload.v_device;
    if (std::optional<std::string_view> text = detail::text_in(value)) return device(*text);
    detail::throw_expected(name(), value);
  }
  static std::string name() { return "Device"; }
};

/// An optional T; an empty one is None.
template <class T>
struct Traits<std::optional<T>, std::enable_if_t<detail::kWritable<T> || detail::kReadable<T>>> {
  using Temp = typename Traits<T>::Temp;
  static constexpr bool kBorrows = Traits<T>::kBorrows;
  static void view(const std::optional<T>& maybe, TVMLikeValue& out, Temp& temp) {
    if (maybe) Traits<T>::view(*maybe, out, temp);
  }
  static void own(std::optional<T> maybe, TVMLikeValue& out) {
    if (maybe) Traits<T>::own(*std::move(maybe), out);
  }
  static std::optional<T> read(const TVMLikeValue& value) {
    if (value.type_index == TVMLIKE_NONE) return std::nullopt;
    return Traits<T>::read(value);
  }
  static std::string name() { return Traits<T>::name() + " or None"; }
};

}  // namespace tvmlike

#endif  // TVMLIKE_SCALAR_HPP_
