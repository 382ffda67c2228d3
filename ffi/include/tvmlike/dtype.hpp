/*
 * Data types and devices: their names, and the data type of a C++ type.
 *
 * The names are those of NumPy, ml_dtypes and PyTorch: float32, bfloat16, float8_e4m3fn, int8x4; cpu, cuda:1.
 * They come from names.hpp.
 */
#ifndef TVMLIKE_DTYPE_HPP_
#define TVMLIKE_DTYPE_HPP_

#include <charconv>
#include <cstdint>
#include <string>
#include <type_traits>

#include "tvmlike/error.hpp"
#include "tvmlike/names.hpp"

namespace tvmlike TVMLIKE_INTERNAL {
namespace detail {

/// A number without sign, space or leading zero; -1 for other text, and for a number above `most`.
inline std::int64_t parse_number(std::string_view digits, std::int64_t most) noexcept {
  std::int64_t number = 0;
  const char* end = digits.data() + digits.size();
  const std::from_chars_result read = std::from_chars(digits.data(), end, number);
  const bool plain = !digits.empty() && read.ec == std::errc() && read.ptr == end && digits.front() != '-' &&
                     (digits.front() != '0' || digits.size() == 1);
  return plain && number <= most ? number : -1;
}

}  // namespace detail

/// The data type whose elements are C++ objects of type T.
template <class T>
constexpr DLDataType dtype_of() noexcept {
  static_assert(std::is_arithmetic_v<T> && sizeof(T) <= 8, "tvmlike: this C++ type has no data type");
  constexpr int code = std::is_same_v<T, bool>       ? kDLBool
                       : std::is_floating_point_v<T> ? kDLFloat
                       : std::is_signed_v<T>         ? kDLInt
                                                     : kDLUInt;
  return DLDataType{static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(8 * sizeof(T)), 1};
}

/// A device in the host's memory.
constexpr DLDevice cpu(std::int32_t id = 0) noexcept { return DLDevice{kDLCPU, id}; }

inline bool same_dtype(DLDataType a, DLDataType b) noexcept {
  return a.code == b.code && a.bits == b.bits && a.lanes == b.lanes;
}

namespace detail {

/// The data type with a name without lanes; 0 bits for an unknown name.
inline DLDataType scalar_type(std::string_view name) noexcept {
  for (const NamedType& known : kNamedTypes) {
    if (known.name == name) return DLDataType{known.code, known.bits, 1};
  }
  for (const TypeFamily& family : kTypeFamilies) {
    if (name.substr(0, family.name.size()) != family.name) continue;
    const std::int64_t bits = parse_number(name.substr(family.name.size()), 0xff);
    for (const std::uint8_t supported : family.bits) {
      if (bits == supported && supported != 0) return DLDataType{family.code, supported, 1};
    }
  }
  return DLDataType{0, 0, 0};
}

}  // namespace detail

/// The data type with a name; throws ValueError for an unknown name.
inline DLDataType dtype(std::string_view name) {
  // The whole name first: the last x of complex64 is not followed by lanes.
  DLDataType found = detail::scalar_type(name);
  const std::size_t x = name.rfind('x');
  if (found.bits == 0 && x != std::string_view::npos) {
    const std::int64_t lanes = detail::parse_number(name.substr(x + 1), 0xffff);
    if (lanes > 0) {
      found = detail::scalar_type(name.substr(0, x));
      found.lanes = static_cast<std::uint16_t>(lanes);
    }
  }
  if (found.bits != 0) return found;
  throw Error("ValueError",
              "\"" + std::string(name) + "\" is not a data type; examples: float32, int8x4, bfloat16");
}

/// The device with a name, index 0 by default; throws ValueError for an unknown name.
inline DLDevice device(std::string_view name) {
  const std::size_t colon = name.find(':');
  const std::string_view kind = name.substr(0, colon);
  const std::int64_t id =
      colon == std::string_view::npos ? 0 : detail::parse_number(name.substr(colon + 1), 0x7fffffff);
  for (const detail::NamedDevice& known : detail::kNamedDevices) {
    if (known.name == kind && id >= 0) {
      return DLDevice{static_cast<DLDeviceType>(known.kind), static_cast<std::int32_t>(id)};
    }
  }
  throw Error("ValueError", "\"" + std::string(name) + "\" is not a device; examples: cpu, cuda:1");
}

/// The name of a data type.
inline std::string to_string(DLDataType dtype) {
  std::string name =
      "dtype(code=" + std::to_string(dtype.code) + ", bits=" + std::to_string(dtype.bits) + ")";
  for (const detail::TypeFamily& family : detail::kTypeFamilies) {
    if (family.code == dtype.code) name = std::string(family.name) + std::to_string(dtype.bits);
  }
  for (const detail::NamedType& known : detail::kNamedTypes) {
    if (known.code == dtype.code && known.bits == dtype.bits) name = known.name;
  }
  return dtype.lanes == 1 ? name : name + "x" + std::to_string(dtype.lanes);
}

/// The name of a device.
inline std::string to_string(DLDevice device) {
  const int kind = static_cast<int>(device.device_type);
  for (const detail::NamedDevice& known : detail::kNamedDevices) {
    if (known.kind == kind) return std::string(known.name) + ":" + std::to_string(device.device_id);
  }
  return "device(type=" + std::to_string(kind) + ", id=" + std::to_string(device.device_id) + ")";
}

}  // namespace tvmlike

#endif  // TVMLIKE_DTYPE_HPP_
