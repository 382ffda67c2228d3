/*
 * The process-wide registry of functions by name.
 */
#ifndef TVMLIKE_REGISTRY_HPP_
#define TVMLIKE_REGISTRY_HPP_

#include "tvmlike/print.hpp"
#include "tvmlike/record.hpp"

/**
 * The registering library, for messages about names that are taken. Define it before the first include for a
 * better name.
 */
#ifndef TVMLIKE_OWNER
#define TVMLIKE_OWNER "C++"
#endif

#if defined(__GNUC__) || defined(__clang__)
#define TVMLIKE_HERE_FILE __builtin_FILE()
#define TVMLIKE_HERE_LINE __builtin_LINE()
#else
#define TVMLIKE_HERE_FILE ""
#define TVMLIKE_HERE_LINE 0
#endif

namespace tvmlike TVMLIKE_INTERNAL {
namespace detail {

/// The registration of a function. Borrows everything.
inline TVMLikeRegistration registration(std::string_view name, const ObjectRef& function, std::uint32_t flags,
                                        std::string_view record, const char* file, int line) noexcept {
  TVMLikeRegistration entry{};
  entry.name = borrowed(name);
  entry.function = function.get();
  entry.record = borrowed(record);
  entry.file = borrowed(file);
  entry.line = line > 0 ? static_cast<std::uint32_t>(line) : 0;
  entry.flags = flags;
  return entry;
}

inline void register_in_host(std::string_view name, const Function& function, std::uint32_t flags,
                             const std::string& record, const char* file, int line) {
  const TVMLikeRegistration entry = registration(name, function, flags, record, file, line);
  const TVMLikeByteArray owner = borrowed(TVMLIKE_OWNER);
  check(host().register_global(&entry, &owner));
}

}  // namespace detail

inline std::optional<Function> Function::find_global(std::string_view name) {
  const TVMLikeByteArray bytes = detail::borrowed(name);
  TVMLikeObjectHandle out = nullptr;
  detail::check(detail::host().get_global(&bytes, &out));
  if (out == nullptr) return std::nullopt;
  return Function(ObjectRef::take(out));
}

inline Function Function::get_global(std::string_view name) {
  std::optional<Function> found = find_global(name);
  if (!found) throw Error("ValueError", "no packed function is registered as \"" + std::string(name) + "\"");
  return *std::move(found);
}

/// Registers a function under a name. Throws if the name is taken, unless `about` says that it overrides:
/// `true` means only that, text is the function's doc.
inline void register_global(std::string_view name, const Function& function, const About& about = {},
                            const char* file = TVMLIKE_HERE_FILE, int line = TVMLIKE_HERE_LINE) {
  detail::register_in_host(name, function, about.flags(), detail::record_of_function(about), file, line);
}

/// Registers a C++ callable. Its argument errors have the name, and its record follows from its types.
template <class F, class = std::enable_if_t<detail::kIsPlainCallable<F>>>
void register_global(std::string_view name, F&& callable, const About& about = {},
                     const char* file = TVMLIKE_HERE_FILE, int line = TVMLIKE_HERE_LINE) {
  const std::string record = detail::record_of_callable<detail::Decayed<F>>(about, std::string(name));
  detail::Callee callee{std::string(name), detail::Callee::kFunction, about.names()};
  detail::register_in_host(name, Function(std::forward<F>(callable), std::move(callee)), about.flags(),
                           record, file, line);
}

/// Removes a name; references to the function stay valid. Throws if there is no such name.
inline void remove_global(std::string_view name) {
  const TVMLikeByteArray bytes = detail::borrowed(name);
  detail::check(detail::host().remove_global(&bytes));
}

/// The names under a dotted prefix, sorted: "ir" covers "ir.f" and not "irx.f". All names for an empty
/// prefix.
inline std::vector<std::string> list_global_names(std::string_view prefix = {}) {
  const TVMLikeByteArray bytes = detail::borrowed(prefix);
  Any names;
  detail::check(detail::host().list_names(&bytes, names.out()));
  return names.cast<std::vector<std::string>>();
}

/// Loads a plugin library. Returns its name, version, path and functions.
inline Map load_plugin(const std::string& path) {
  return Function::get_global("plugin.load")(path).cast<Map>();
}

/// Removes everything that a plugin has registered. References to its functions and objects stay valid. With
/// `refuse_if_held` it throws if there are any, and lists them.
inline void unload_plugin(const std::string& name, bool refuse_if_held = false) {
  Function::get_global("plugin.unload")(name, refuse_if_held);
}

/// Loads a plugin's file again: the names refer to the new code, existing references to the old.
inline Map reload_plugin(const std::string& name) {
  return Function::get_global("plugin.reload")(name).cast<Map>();
}

/// Throws if a user has interrupted the running call. A long-running function calls it now and then; the
/// exception becomes the call's error.
inline void check_interrupt() { detail::check(detail::host().check_interrupt()); }

/// The version of the library.
inline std::string version() { return Function::get_global("runtime.version")().cast<std::string>(); }

}  // namespace tvmlike

#endif  // TVMLIKE_REGISTRY_HPP_
