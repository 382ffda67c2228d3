/*
 * How the C++ headers reach the library.
 *
 * All calls go through the host's function table (TVMLikeHost), so one set of headers serves two kinds of
 * code. A program or library that links libtvmlike gets the table from TVMLikeGetHost. A plugin links
 * nothing: it defines TVMLIKE_USE_HOST_TABLE (plugin.hpp does), and its entry point receives the table.
 *
 * Invariant: in one shared object all code uses one table. The accessors are hidden, so that the loader never
 * binds one library's accessor to another's. In a plugin everything in these headers is hidden: a second copy
 * of the same plugin, which a reload maps, must not share a static or a function with the first. (GCC
 * therefore warns about a plugin's own class with default visibility that has a member of one of these types.
 * Compile plugins with -fvisibility=hidden.)
 */
#ifndef TVMLIKE_HOST_HPP_
#define TVMLIKE_HOST_HPP_

#if !defined(_MSVC_LANG) && __cplusplus < 201703L
#error "tvmlike's C++ headers need C++17: compile with -std=c++17 or later"
#endif

#if defined(__GNUC__) && !defined(__cpp_exceptions)
#error "tvmlike's C++ headers need exceptions: compile without -fno-exceptions (-fno-rtti is supported)"
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

#ifdef TVMLIKE_USE_HOST_TABLE
#define TVMLIKE_INTERNAL TVMLIKE_HIDDEN
#else
#define TVMLIKE_INTERNAL
#endif

namespace tvmlike TVMLIKE_INTERNAL {
namespace detail {

#ifdef TVMLIKE_USE_HOST_TABLE

TVMLIKE_HIDDEN inline const TVMLikeHost*& host_table() noexcept {
  static const TVMLikeHost* table = nullptr;
  return table;
}

/// The plugin handle that the entry point received; NULL before.
TVMLIKE_HIDDEN inline TVMLikePlugin*& this_plugin() noexcept {
  static TVMLikePlugin* plugin = nullptr;
  return plugin;
}

/// The host's table. A plugin's code runs only after its entry point has set it.
TVMLIKE_HIDDEN inline const TVMLikeHost& host() noexcept { return *host_table(); }

/// Counts something that needs this plugin's code and state: the plugin is not finished before `gone`. The
/// host counts what is created through its table.
inline void made(std::int32_t kind) noexcept {
  if (TVMLikePlugin* plugin = this_plugin()) host().plugin_hold(plugin, kind);
}
inline void gone(std::int32_t kind) noexcept {
  if (TVMLikePlugin* plugin = this_plugin()) host().plugin_release(plugin, kind);
}

#else

/// The host's table.
TVMLIKE_HIDDEN inline const TVMLikeHost& host() noexcept {
  static const TVMLikeHost* const table = TVMLikeGetHost();
  return *table;
}

/// Code that links the library is never finished, so nothing is counted.
inline void made(std::int32_t) noexcept {}
inline void gone(std::int32_t) noexcept {}

#endif

/// Text or bytes in the form of the C interface; borrows.
inline TVMLikeByteArray borrowed(std::string_view text) noexcept {
  return TVMLikeByteArray{text.data(), text.size()};
}

/// Bytes of the C interface as a string_view; borrows.
inline std::string_view view_of(const TVMLikeByteArray& bytes) noexcept {
  return bytes.size == 0 ? std::string_view() : std::string_view(bytes.data, bytes.size);
}

/// The part of an object after its header.
template <class Cell>
Cell* cell_of(TVMLikeObject* object) noexcept {
  return reinterpret_cast<Cell*>(object + 1);
}

}  // namespace detail
}  // namespace tvmlike

#endif  // TVMLIKE_HOST_HPP_
