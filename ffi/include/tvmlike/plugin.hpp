/*
 * Plugins in C++ with lambdas and classes. As with plugin.h, the library links against nothing of tvmlike.
 *
 *   #include <tvmlike/plugin.hpp>
 *
 *   static void setup(tvmlike::Plugin& plugin) {
 *     plugin.add("my.twice", [](int64_t x) { return 2 * x; }, tvmlike::About("Twice x.").params("x"));
 *     plugin.on_finish([] { end_what_was_begun(); });
 *   }
 *   TVMLIKE_CPP_PLUGIN("my", "1.0", setup)
 *
 * All of tvmlike.hpp is there. Compile with -fvisibility=hidden (host.hpp says why).
 *
 * Functions and objects that the plugin has made keep it: it is finished when it has been unloaded and the
 * last of them is gone. A thread that the plugin starts keeps it by a Hold.
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

/// What a plugin does in the end.
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

/// The plugin's finish function. What is thrown is left for the host, which reports it.
inline void finish_plugin(void* context) noexcept {
  try {
    const std::unique_ptr<Finish> finish(static_cast<Finish*>(context));
    finish->run();
  } catch (...) {
    raise_current();
  }
}

/// Takes back what is to be done in the end.
inline void drop_finish(TVMLikePlugin* plugin) noexcept {
  delete static_cast<Finish*>(std::exchange(plugin->finish_context, nullptr));
  plugin->finish = nullptr;
}

}  // namespace detail

/// What a plugin's setup function fills. A copy may be kept, to register functions later.
class Plugin {
 public:
  Plugin(const TVMLikeHost* host, TVMLikePlugin* plugin) noexcept : plugin_(plugin) {
    detail::host_table() = host;
    detail::this_plugin() = plugin;
  }

  /// Brings a C++ callable, or a Function, to the registry. During the setup it comes into force, with the
  /// others, when the setup has succeeded; later at once. Throws once the plugin has been unloaded.
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
  /// Brings a class, with all that it declares. Its type goes when the plugin is unloaded; objects stay
  /// valid.
  template <class T>
  void add(const Class<T>& declared) const {
    register_class(declared);
  }

  /// Says what is called, once, when the plugin has been unloaded and nothing of it is used any more. For the
  /// setup. Another one takes the place of the first.
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

/// Keeps the plugin from being finished while it lives: for a thread of the plugin, as long as it uses what
/// the finish function takes away. It does not keep the plugin's names. A thread that runs until the finish
/// function tells it to stop must not have one: each would wait for the other.
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
    // Nothing of the plugin stays, so there is nothing to end.
    drop_finish(plugin);
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
