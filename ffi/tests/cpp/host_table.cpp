// The C++ headers as in a plugin: they call through the host's table, without a link to the library.
// The table is got here by dlsym; no function of the library is named in this program.
#define TVMLIKE_USE_HOST_TABLE
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

#include "tvmlike/plugin.hpp"

#define CHECK(condition)                                                 \
  do {                                                                   \
    if (!(condition)) {                                                  \
      std::printf("FAILED %s:%d: %s\n", __FILE__, __LINE__, #condition); \
      std::exit(1);                                                      \
    }                                                                    \
  } while (0)

namespace {

using tvmlike::Function;

void calls() {
  tvmlike::register_global("test.table.join",
                           [](const std::vector<std::string>& words, std::string_view between) {
                             std::string text;
                             for (const std::string& word : words)
                               text.append(text.empty() ? "" : between).append(word);
                             return text;
                           });
  const std::string text = Function::get_global("test.table.join")(std::vector<std::string>{"a", "b"}, ", ");
  CHECK(text == "a, b");
  CHECK(tvmlike::list_global_names("test.table").size() == 1);
  try {
    Function::get_global("test.table.join")(1, 2);
    CHECK(false);
  } catch (const tvmlike::Error& error) {
    CHECK(error.message() == "test.table.join: argument 1: expected list of str, got int");
  }
  tvmlike::remove_global("test.table.join");
  std::puts("calls, registers and fails through the table");
}

void tensors() {
  float numbers[] = {1, 2, 3};
  std::int64_t shape[] = {3};
  DLTensor tensor{numbers, tvmlike::cpu(), 1, tvmlike::dtype_of<float>(), shape, nullptr, 0};
  const tvmlike::Tensor sum = Function::get_global("tensor.add")(&tensor, &tensor);
  CHECK(sum.data<float>()[2] == 6 && !sum.read_only());
  const tvmlike::Tensor zeros = tvmlike::Tensor::empty({2, 3}, tvmlike::dtype_of<std::int16_t>());
  CHECK(zeros.numel() == 6 && zeros.data<std::int16_t>()[5] == 0);
  try {
    tvmlike::Tensor::empty({-1}, tvmlike::dtype_of<float>());
    CHECK(false);
  } catch (const tvmlike::Error& error) {
    CHECK(error.kind() == "ValueError");
  }
  std::puts("tensors through the table");
}

void set_up(tvmlike::Plugin& plugin) {
  plugin.add(
      "test.table.added", [](std::int64_t x) { return x; }, "A \"quoted\"\nline.", "{\"r\": [\"i64\"]}");
}

// What a plugin's own text becomes in its record.
void records() {
  const TVMLikePluginFunction rows[] = {
      {"a", nullptr, nullptr, nullptr, 0},
      {"b", nullptr, nullptr, "A \"quoted\"\nline with \\ and \x01.", 0},
      {"c", nullptr, " { \"r\": [] }", "d", 0},
      {"d", nullptr, "{ }", "d", 0},
      {"e", nullptr, "{\"r\": []}", nullptr, 0},
  };
  const char* const wanted[] = {
      "{}",
      "{\"doc\": \"A \\\"quoted\\\"\\u000aline with \\\\ and \\u0001.\"}",
      "{\"doc\": \"d\", \"r\": [] }",
      "{\"doc\": \"d\"}",
      "{\"r\": []}",
  };
  for (std::size_t at = 0; at < sizeof(rows) / sizeof(rows[0]); ++at) {
    char* record = tvmlike_plugin_record(&rows[at]);
    if (std::string(record) != wanted[at]) std::printf("got %s, expected %s\n", record, wanted[at]);
    CHECK(std::string(record) == wanted[at]);
    std::free(record);
  }
  std::puts("records with docs are JSON");
}

// The handshake refuses hosts of another version or with a shorter table; only where the table can be trusted
// does it raise an error.
void handshakes() {
  const TVMLikeHost& real = tvmlike::detail::host();
  TVMLikePlugin plugin{};
  plugin.size = sizeof plugin;
  TVMLikeHost host = real;
  CHECK(tvmlike_plugin_handshake(&host, &plugin, "p", "1") == 0);
  CHECK(plugin.major == TVMLIKE_ABI_MAJOR && plugin.minor == TVMLIKE_ABI_MINOR);
  CHECK(tvmlike::detail::view_of(plugin.name) == "p" && tvmlike::detail::view_of(plugin.version) == "1");
  CHECK(tvmlike_plugin_handshake(nullptr, &plugin, "p", "1") == -1);
  CHECK(tvmlike_plugin_handshake(&host, nullptr, "p", "1") == -1);

  TVMLikeObjectHandle raised = nullptr;
  host.major = TVMLIKE_ABI_MAJOR + 1;
  plugin = TVMLikePlugin{};
  plugin.size = sizeof plugin;
  CHECK(tvmlike_plugin_handshake(&host, &plugin, "p", "1") == -1);
  CHECK(plugin.major == TVMLIKE_ABI_MAJOR && plugin.name.data == nullptr);
  real.error_move_from_raised(&raised);
  CHECK(raised == nullptr);

  host = real;
  host.size = sizeof(TVMLikeHost) - 8;
  CHECK(tvmlike_plugin_handshake(&host, &plugin, "p", "1") == -1);
  real.error_move_from_raised(&raised);
  CHECK(raised != nullptr);
  const tvmlike::Error refused(tvmlike::ObjectRef::take(raised));
  CHECK(refused.kind() == "RuntimeError" && refused.message().find("plugin p was built for") == 0);
  CHECK(refused.message().find("take a newer tvmlike, or build the plugin with this one's headers") !=
        std::string::npos);
  host.size = 16;
  CHECK(tvmlike_plugin_handshake(&host, &plugin, "p", "1") == -1);
  real.error_move_from_raised(&raised);
  CHECK(raised == nullptr);
  host.size = sizeof(TVMLikeHost) + 64;  // a newer host with more functions
  CHECK(tvmlike_plugin_handshake(&host, &plugin, "p", "1") == 0);
  plugin.size = 8;
  CHECK(tvmlike_plugin_handshake(&host, &plugin, "p", "1") == -1);
  real.error_move_from_raised(&raised);
  CHECK(raised != nullptr);
  real.object_free(raised);
  std::puts("the handshake refuses what does not fit");
}

// An exception inside a plugin's setup becomes the error of its entry point.
void throwing_setups() {
  TVMLikePlugin plugin{};
  const TVMLikeHost* host = &tvmlike::detail::host();
  TVMLikeObjectHandle raised = nullptr;
  CHECK(tvmlike::detail::plugin_init(host, &plugin,
                                     [](tvmlike::Plugin&) { throw tvmlike::Error("KeyError", "k"); }) == -1);
  host->error_move_from_raised(&raised);
  CHECK(tvmlike::Error(tvmlike::ObjectRef::take(raised)).kind() == "KeyError");
  // The finish function is dropped, because init did not succeed.
  static bool finished = false;
  CHECK(tvmlike::detail::plugin_init(host, &plugin, [](tvmlike::Plugin& filled) {
          filled.on_finish([] { finished = true; });
          CHECK(filled.raw()->finish != nullptr);
          filled.on_finish([text = std::string("another one, which takes the place of the first")] {});
          throw tvmlike::Error("KeyError", "k");
        }) == -1);
  CHECK(plugin.finish == nullptr && plugin.finish_context == nullptr && !finished);
  host->error_move_from_raised(&raised);
  host->object_free(raised);
  // A struct that no host made has no collection behind it: the host refuses.
  CHECK(tvmlike::detail::plugin_init(host, &plugin, set_up) == -1);
  host->error_move_from_raised(&raised);
  CHECK(tvmlike::Error(tvmlike::ObjectRef::take(raised)).kind() == "ValueError");
  CHECK(!Function::find_global("test.table.added").has_value());
  std::puts("setups that throw, and structs that no host made");
}

}  // namespace

int main() {
  using GetHost = const TVMLikeHost* (*)();
  void* library = dlopen("libtvmlike.so.0", RTLD_NOW);
  if (library == nullptr) library = dlopen(nullptr, RTLD_NOW);
  const auto get_host = reinterpret_cast<GetHost>(dlsym(library, "TVMLikeGetHost"));
  CHECK(get_host != nullptr);
  tvmlike::detail::host_table() = get_host();
  try {
    calls();
    tensors();
    records();
    handshakes();
    throwing_setups();
  } catch (const std::exception& error) {
    std::printf("FAILED: %s\n", error.what());
    return 1;
  }
  return 0;
}
