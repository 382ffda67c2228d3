/*
 * Plugins in C++ with lambdas and classes. As with plugin.h, the library does not link tvmlike.
 *
 *   #include <tvmlike/plugin.hpp>
 *
 *   static void setup(tvmlike::Plugin& plugin) {
 *     plugin.add("my.twice", [](int64_t x) { return 2 * x; }, tvmlike::About("Twice x.").params("x"));
 *     plugin.on_finish([] { end_what_was_begun(); });
 *   }
 *   TVMLIKE_CPP_PLUGIN("my", "1.0", setup)
 *
 * It includes all of tvmlike.hpp. Compile with -fvisibility=hidden (see host.hpp).
 *
 * Functions and objects that the plugin has created keep it alive: it is finished when it has been unloaded
 * and the last of them is freed. A thread that the plugin starts keeps it with a Hold.
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

namespace tvmlike TVMLIKE_INTERNAL {
namespace detail {

/// The plugin's finish function.
struct Finish {
  virtual ~Finish() = default;
  virtual void run() = 0;
};

template <class F>
struct FinishBy final : Finish {
  explicit FinishBy(F finish) : f(std::move(finish)) {}
  void run() override { f(); }
  F f;
};

/// Calls the plugin's finish function. If it throws, the host reports the error.
inline void finish_plugin(void* context) noexcept {
  try {
    const std::unique_ptr<Finish> finish(static_cast<Finish*>(context));
    finish->run();
  } catch (...) {
    raise_current();
  }
}

/// Removes the finish function.
inline void drop_finish(TVMLikePlugin* plugin) noexcept {
  delete static_cast<Finish*>(std::exchange(plugin->finish_context, nullptr));
  plugin->finish = nullptr;
}

}  // namespace detail

/// The argument of a plugin's setup function. A copy may be kept, to register functions later.
class Plugin {
 public:
  Plugin(const TVMLikeHost* host, TVMLikePlugin* plugin) noexcept : plugin_(plugin) {
    detail::host_table() = host;
    detail::this_plugin() = plugin;
  }

  /// Registers a C++ callable or a Function. During setup, all registrations take effect together when setup
  /// has succeeded; afterwards immediately. Throws once the plugin has been unloaded.
  template <class F>
  void add(const char* name, F&& callable, const About& about = {}, const char* file = TVMLIKE_HERE_FILE,
           int line = TVMLIKE_HERE_LINE) const {
    if constexpr (std::is_base_of_v<Function, std::decay_t<F>>) {
      bring(name, callable, about, detail::record_of_function(about), file, line);
    } else {
      static_assert(detail::kCallable<F>, "tvmlike: cannot deduce the parameter types of this callable");
      const std::string record = detail::record_of_callable<std::decay_t<F>>(about, name);
      detail::Callee callee{name, detail::Callee::kFunction, about.names()};
      bring(name, Function(std::forward<F>(callable), std::move(callee)), about, record, file, line);
    }
  }
  /// As above, with a signature record (a JSON object), or NULL.
  template <class F>
  void add(const char* name, F&& callable, const char* doc, const char* record,
           const char* file = TVMLIKE_HERE_FILE, int line = TVMLIKE_HERE_LINE) const {
    add(name, std::forward<F>(callable), About(doc).record(record), file, line);
  }
  /// Registers a class with all its members. Its type is removed when the plugin is unloaded; objects stay
  /// valid.
  template <class T>
  void add(const Class<T>& declared) const {
    register_class(declared);
  }

  /// Sets the finish function, which is called once, when the plugin has been unloaded and nothing of it is
  /// used any more. Call it during setup. A later call replaces the function.
  template <class F>
  void on_finish(F finish) const {
    static_assert(std::is_invocable_v<F&>, "tvmlike: a finish function must take no arguments");
    auto kept = std::make_unique<detail::FinishBy<F>>(std::move(finish));
    detail::drop_finish(plugin_);
    tvmlike_plugin_on_finish(plugin_, &detail::finish_plugin, static_cast<detail::Finish*>(kept.release()));
  }

  TVMLikePlugin* raw() const noexcept { return plugin_; }

 private:
  void bring(const char* name, const Function& function, const About& about, const std::string& record,
             const char* file, int line) const {
    const TVMLikeRegistration entry = detail::registration(name, function, about.flags(), record, file, line);
    detail::check(detail::host().plugin_register(plugin_, &entry));
  }

  TVMLikePlugin* plugin_;
};

/// Keeps the plugin from being finished: for a thread of the plugin, as long as it uses what the finish
/// function destroys. It does not keep the plugin's names. A thread that runs until the finish function stops
/// it must not have one: each would wait for the other.
class Hold {
 public:
  Hold() noexcept { detail::made(TVMLIKE_NONE); }
  Hold(const Hold&) noexcept : Hold() {}
  Hold& operator=(const Hold&) noexcept { return *this; }
  ~Hold() { detail::gone(TVMLIKE_NONE); }
};

namespace detail {

inline int plugin_init(const TVMLikeHost* host, TVMLikePlugin* plugin, void (*setup)(Plugin&)) noexcept {
  try {
    Plugin filled(host, plugin);
    setup(filled);
    return 0;
  } catch (...) {
    // The plugin is not loaded, so there is nothing to finish.
    drop_finish(plugin);
    return raise_current();
  }
}

}  // namespace detail
}  // namespace tvmlike

/* The entry point of a plugin with the setup function void SETUP(tvmlike::Plugin&). */
#define TVMLIKE_CPP_PLUGIN(NAME, VERSION, SETUP)                                     \
  static int tvmlike_plugin_set_up(const TVMLikeHost* host, TVMLikePlugin* plugin) { \
    return tvmlike::detail::plugin_init(host, plugin, SETUP);                        \
  }                                                                                  \
  TVMLIKE_PLUGIN_INIT(NAME, VERSION, tvmlike_plugin_set_up)

#endif  // TVMLIKE_PLUGIN_HPP_
