/*
 * How the C++ headers reach the library.
 *
 * Everything goes through the host's function table (TVMLikeHost), so one set of headers serves two kinds of
 * code. A program or library that links libtvmlike gets the table from TVMLikeGetHost. A plugin links
 * nothing: it defines TVMLIKE_USE_HOST_TABLE (plugin.hpp does that), and its entry point hands the table
 * over.
 *
 * Invariant: in one shared object all code uses one table. The accessor is hidden, so that the loader never
 * binds one library's accessor to another's.
 */
#ifndef TVMLIKE_HOST_HPP_
#define TVMLIKE_HOST_HPP_

#if !defined(_MSVC_LANG) && __cplusplus < 201703L
#error "tvmlike's C++ headers need C++17: compile with -std=c++17 or later"
#endif

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tvmlike/c_api.h"

#if defined(__GNUC__) || defined(__clang__)
#define TVMLIKE_HIDDEN __attribute__((visibility("hidden")))
#define TVMLIKE_COLD __attribute__((noinline, cold))
#else
#define TVMLIKE_HIDDEN
#define TVMLIKE_COLD
#endif

namespace tvmlike {
namespace detail {

#ifdef TVMLIKE_USE_HOST_TABLE

TVMLIKE_HIDDEN inline const TVMLikeHost*& host_table() noexcept {
  static const TVMLikeHost* table = nullptr;
  return table;
}

/// The host's table. A plugin's code runs only after its entry point has set it.
TVMLIKE_HIDDEN inline const TVMLikeHost& host() noexcept { return *host_table(); }

#else

/// The host's table.
TVMLIKE_HIDDEN inline const TVMLikeHost& host() noexcept {
  static const TVMLikeHost* const table = TVMLikeGetHost();
  return *table;
}

#endif

/// Text or bytes as the C interface takes them; borrows.
inline TVMLikeByteArray borrowed(std::string_view text) noexcept {
  return TVMLikeByteArray{text.data(), text.size()};
}

/// The bytes of the C interface as C++ takes them; borrows.
inline std::string_view view_of(const TVMLikeByteArray& bytes) noexcept {
  return bytes.size == 0 ? std::string_view() : std::string_view(bytes.data, bytes.size);
}

/// The part of an object behind its header.
template <class Cell>
Cell* cell_of(TVMLikeObject* object) noexcept {
  return reinterpret_cast<Cell*>(object + 1);
}

}  // namespace detail
}  // namespace tvmlike

#endif  // TVMLIKE_HOST_HPP_
