// Everything at once, from many threads and through the C++ header: registering, overriding, removing,
// listing, looking up, calling, and a plugin that is loaded, reloaded and unloaded meanwhile. In the end
// nothing is lost. Before that, the process forks while another thread loads dialects of the compiler's IR.
//
// It runs for two seconds, or for TVMLIKE_STRESS_SECONDS; longer if some threads have not run by then.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

#include "../check.hpp"

namespace {

using tvmlike::Function;

constexpr int kNames = 16;
// Libraries are never unmapped, and a process cannot have any number of mappings.
constexpr std::chrono::milliseconds kBetweenLoads{3};

std::atomic<bool> stop{false};
// Functions of this program that are alive.
std::atomic<long> alive{0};
// For each name of all threads: registrations that went through, less removals.
std::atomic<long> shared[kNames];
std::atomic<long> loads{0}, finished{0}, finished_early{0}, calls{0}, found{0};

// Counts the function that owns it, or one of its copies, as alive.
class Alive {
 public:
  Alive() noexcept { ++alive; }
  Alive(const Alive&) noexcept { ++alive; }
  Alive& operator=(const Alive&) = delete;
  ~Alive() {
    --alive;
    // Destroyed under a lock of the registry, this would wait for ever.
    (void)Function::find_global("stress.shared.0");
  }
};

Function numbered(int64_t number) {
  return Function([number, keep = Alive()](int64_t x) { return number + x; });
}

int64_t call(const Function& function) { return function(1).cast<int64_t>(); }

// Runs something that may be refused, for one of these reasons. Whether it went through.
template <class F>
bool may_fail(F f, std::initializer_list<const char*> reasons) {
  try {
    f();
    return true;
  } catch (const tvmlike::Error& error) {
    for (const char* reason : reasons) {
      if (std::strstr(error.what(), reason) != nullptr) return false;
    }
    throw;
  }
}

// Names that no other thread changes: each step has its exact effect.
void own_names(const std::string& prefix) {
  for (int64_t turn = 1; !stop; ++turn) {
    const std::string name = prefix + ".f" + std::to_string(turn % kNames);
    CHECK(!Function::find_global(name));
    tvmlike::register_global(name, numbered(turn));
    const Function first = Function::get_global(name);
    CHECK_INT(call(first), turn + 1);
    CHECK(!may_fail([&] { tvmlike::register_global(name, numbered(-1)); }, {"is already registered"}));
    tvmlike::register_global(name, numbered(-turn), true);
    CHECK_INT(call(Function::get_global(name)), 1 - turn);
    const std::vector<std::string> listed = tvmlike::list_global_names(prefix);
    CHECK(listed.size() == 1 && listed[0] == name);
    tvmlike::remove_global(name);
    CHECK_INT(call(first), turn + 1);
  }
}

// Names that all threads register and remove.
void shared_names(unsigned seed) {
  std::minstd_rand dice(seed);
  while (!stop) {
    const auto at = static_cast<size_t>(dice() % kNames);
    const std::string name = "stress.shared." + std::to_string(at);
    const auto number = static_cast<int64_t>(at);
    switch (dice() % 3) {
      case 0:
        if (may_fail([&] { tvmlike::register_global(name, numbered(number)); }, {"is already registered"})) ++shared[at];
        break;
      case 1:
        if (may_fail([&] { tvmlike::remove_global(name); }, {"no packed function"})) --shared[at];
        break;
      default:
        if (const std::optional<Function> function = Function::find_global(name)) {
          CHECK_INT(call(*function), number + 1);
          ++found;
        }
    }
  }
}

void look() {
  while (!stop) {
    const std::vector<std::string> names = tvmlike::list_global_names("stress");
    for (size_t at = 1; at < names.size(); ++at) CHECK(names[at - 1] < names[at]);
    for (int at = 0; at < 100; ++at) {
      CHECK_INT(call(Function::get_global("stress.always")), 1001);
      ++found;
    }
  }
}

// Calls into the plugin, which may be unloading, and keeps results for a while.
void use_plugin(unsigned seed) {
  std::minstd_rand dice(seed);
  std::vector<Function> functions;
  std::vector<tvmlike::Any> tokens;
  while (!stop) {
    if (std::optional<Function> token = Function::find_global("bad_late.token")) functions.push_back(*token);
    for (unsigned left = static_cast<unsigned>(dice() % 20); left > 0 && !functions.empty(); --left) {
      // Of any generation, loaded or not.
      tokens.push_back(functions[dice() % functions.size()]());
      ++calls;
    }
    if (dice() % 4 == 0) functions.clear();
    if (dice() % 4 == 0) tokens.clear();
    if (const std::optional<Function> later = Function::find_global("bad_late.later")) {
      const std::string name = "bad_late.given" + std::to_string(dice() % kNames);
      may_fail([&] { (*later)(name); }, {"is already registered", "was unloaded"});
    }
  }
}

void come_and_go(const std::string& path, unsigned seed) {
  std::minstd_rand dice(seed);
  const auto refusals = {"already loaded", "no plugin is named", "being loaded", "being reloaded", "is still in use by", "is already registered"};
  while (!stop) {
    switch (dice() % 4) {
      case 0:
        if (may_fail([&] { tvmlike::load_plugin(path); }, refusals)) ++loads;
        break;
      case 1:
        if (may_fail([&] { tvmlike::reload_plugin("bad_late"); }, refusals)) ++loads;
        break;
      default:
        may_fail([&] { tvmlike::unload_plugin("bad_late", dice() % 2 == 0); }, refusals);
    }
    std::this_thread::sleep_for(kBetweenLoads);
  }
}

// A thread whose unexpected error ends the program.
template <class F>
std::thread begin(F f) {
  return std::thread([f] {
    if (run(f) != 0) std::exit(1);
  });
}

double seconds() {
  const char* given = std::getenv("TVMLIKE_STRESS_SECONDS");
  return given == nullptr ? 2.0 : std::atof(given);
}

// Whether the plugin was loaded and called, and names were looked up.
bool each_ran() { return loads > 0 && calls > 0 && found > 0; }

void everything_at_once(const std::string& plugin) {
  std::vector<std::thread> threads;
  for (unsigned at = 1; at <= 2; ++at) {
    threads.push_back(begin([at] { own_names("stress.own" + std::to_string(at)); }));
    threads.push_back(begin([at] { shared_names(at); }));
    threads.push_back(begin([at] { use_plugin(at + 10); }));
    threads.push_back(begin([at, plugin] { come_and_go(plugin, at + 20); }));
  }
  threads.push_back(begin(look));
  // A machine with other work may not have run each kind of thread after the first turn.
  for (int turn = 0; turn == 0 || (turn < 20 && !each_ran()); ++turn) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds()));
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
}

void nothing_is_lost() {
  may_fail([] { tvmlike::unload_plugin("bad_late"); }, {"no plugin is named"});
  // The plugin's end runs on a thread of its own.
  for (int tries = 0; tries < 60000 && finished < loads; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  CHECK_INT(finished.load(), loads.load());
  CHECK_INT(finished_early.load(), 0);
  CHECK(each_ran());
  CHECK(tvmlike::list_global_names("bad_late").empty());
  long left = 0;
  for (size_t at = 0; at < kNames; ++at) {
    const bool present = Function::find_global("stress.shared." + std::to_string(at)).has_value();
    CHECK_INT(shared[at].load(), present ? 1 : 0);
    left += present ? 1 : 0;
  }
  const std::vector<std::string> names = tvmlike::list_global_names("stress");
  CHECK_INT(names.size(), left + 1);
  CHECK_INT(alive.load(), left + 1);
  for (const std::string& name : names) tvmlike::remove_global(name);
  CHECK_INT(alive.load(), 0);
}

void load_dialects(const tvmlike::ObjectRef& context) {
  for (const char* name : {"arith", "memref", "vector", "llvm"}) context.call("get_dialect_descriptor", name);
}

// The child loads the same dialects into the same context. Returns its status.
int fork_while_dialects_are_loaded(std::chrono::microseconds delay) {
  const tvmlike::ObjectRef context = tvmlike::construct("ir.Context");
  std::thread loader([&context] { load_dialects(context); });
  std::this_thread::sleep_for(delay);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);  // A child that hangs is killed.
    try {
      load_dialects(context);
    } catch (const tvmlike::Error&) {
      _exit(1);
    }
    // Under valgrind, an exit would report as lost what the thread had that is not in the child.
    execlp("true", "true", nullptr);
    _exit(2);
  }
  int status = -1;
  while (waitpid(child, &status, 0) < 0) {
  }
  loader.join();
  return status;
}

}  // namespace

int main() {
  const std::string plugin = std::string(needed("TVMLIKE_BAD_PLUGINS", 0, nullptr)) + "/bad_late.so";
  return run([&] {
    for (int round = 0; round < 5; ++round) {
      CHECK_INT(fork_while_dialects_are_loaded(std::chrono::microseconds(300 * round)), 0);
    }
    tvmlike::register_global("stress.always", numbered(1000));
    tvmlike::register_global("test.finished", [](std::string_view text) {
      ++finished;
      if (text != "bad_late") ++finished_early;
    });
    everything_at_once(plugin);
    nothing_is_lost();
    tvmlike::remove_global("test.finished");
    std::printf("%ld loads, %ld calls into plugins, %ld look-ups: nothing is lost\n", loads.load(),
                calls.load(), found.load());
  });
}
