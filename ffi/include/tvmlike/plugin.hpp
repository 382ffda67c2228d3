/*
 * Plugins in C++ with lambdas. As with plugin.h, the library links against nothing of tvmlike.
 *
 *   #include <tvmlike/plugin.hpp>
 *
 *   static void setup(tvmlike::Plugin& plugin) {
 *     plugin.add("my.twice", [](int64_t x) { return 2 * x; }, "Twice x.");
 *   }
 *   TVMLIKE_CPP_PLUGIN("my", "1.0", setup)
 *
 * All of tvmlike.hpp is there but Tensor::empty.
 */
#ifndef TVMLIKE_PLUGIN_HPP_
#define TVMLIKE_PLUGIN_HPP_

#if defined(TVMLIKE_TVMLIKE_HPP_) && !defined(TVMLIKE_USE_HOST_TABLE)
#error "tvmlike: include plugin.hpp before other headers of tvmlike: a plugin reaches the library differently"
#endif
#ifndef TVMLIKE_USE_HOST_TABLE
#define TVMLIKE_USE_HOST_TABLE
#endif

#include "tvmlike/plugin.h"
#include "tvmlike/tvmlike.hpp"

namespace tvmlike {

/// What a plugin's setup function fills.
class Plugin {
 public:
  Plugin(const TVMLikeHost* host, TVMLikePlugin* plugin) noexcept : plugin_(plugin) {
    detail::host_table() = host;
  }

  /// Brings a C++ callable, or a Function, to the registry. It comes into force, with the others, when the
  /// setup has succeeded. `record` is a signature record (a JSON object), or NULL.
  template <class F>
  void add(const char* name, F&& callable, const char* doc = nullptr, const char* record = nullptr,
           const char* file = TVMLIKE_HERE_FILE, int line = TVMLIKE_HERE_LINE) {
    if constexpr (std::is_base_of_v<Function, std::decay_t<F>>) {
      bring(name, callable, doc, record, file, line);
    } else {
      static_assert(detail::kCallable<F>, "tvmlike: the parameter types of this callable are not known");
      bring(name, Function(std::forward<F>(callable), name), doc, record, file, line);
    }
  }

 private:
  void bring(const char* name, const Function& function, const char* doc, const char* record,
             const char* file, int line) {
    const TVMLikePluginFunction described{name, nullptr, record, doc};
    const std::unique_ptr<char, decltype(&std::free)> text(tvmlike_plugin_record(&described), &std::free);
    if (text == nullptr) throw std::bad_alloc();
    const TVMLikeRegistration entry = detail::registration(name, function, false, text.get(), file, line);
    detail::check(detail::host().register_functions(plugin_, &entry, 1, sizeof(entry)));
  }

  TVMLikePlugin* plugin_;
};

namespace detail {

inline int plugin_init(const TVMLikeHost* host, TVMLikePlugin* plugin, void (*setup)(Plugin&)) noexcept {
  try {
    Plugin filled(host, plugin);
    setup(filled);
    return 0;
  } catch (...) {
    return raise_current();
  }
}

}  // namespace detail
}  // namespace tvmlike

/* The entry point of a plugin that is set up by void SETUP(tvmlike::Plugin&). */
#define TVMLIKE_CPP_PLUGIN(NAME, VERSION, SETUP)                                     \
  static int tvmlike_plugin_set_up(const TVMLikeHost* host, TVMLikePlugin* plugin) { \
    return tvmlike::detail::plugin_init(host, plugin, SETUP);                        \
  }                                                                                  \
  TVMLIKE_PLUGIN_INIT(NAME, VERSION, tvmlike_plugin_set_up)

#endif  // TVMLIKE_PLUGIN_HPP_
