// A C++ plugin with threads that never stop and call the host, and with thread-local and static objects whose
// destructors call it too. They still exist when the process ends.
#include <tvmlike/plugin.h>

#include <atomic>
#include <string>
#include <thread>

static const TVMLikeHost* host_table;
static std::atomic<long> calls{0};

static void use_host() {
  const std::string text(40, 'x');
  const TVMLikeByteArray bytes = {text.data(), text.size()};
  TVMLikeValue made = tvmlike_none();
  if (host_table == nullptr || host_table->string_create(&bytes, &made) != 0) return;
  tvmlike_value_free(host_table, &made);
  calls.fetch_add(1);
}

struct UsesHost {
  std::string held = std::string(40, 'h');
  ~UsesHost() { use_host(); }
};

static thread_local UsesHost of_thread;
static UsesHost of_process;

static void work() {
  of_thread.held += of_process.held.substr(1);
  for (;;) use_host();
}

static int start(const TVMLikeCall* call) {
  of_thread.held += '.';
  for (int at = 0; at < 3; ++at) std::thread(work).detach();
  // A thread that ends while the plugin is loaded has its destructors run then.
  std::thread([] { of_thread.held += '.'; }).join();
  while (calls.load() < 100) std::this_thread::yield();
  return tvmlike_return_int(call, 3);
}

static const TVMLikePluginFunction functions[] = {{"bad_threads.start", start, nullptr, nullptr, 0}};

static int init(const TVMLikeHost* host, TVMLikePlugin* plugin) {
  host_table = host;
  return tvmlike_plugin_add_all(host, plugin, functions, 1);
}

TVMLIKE_PLUGIN_INIT("bad_threads", "1.0", init)
