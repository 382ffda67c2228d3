// A C++ plugin that keeps state wherever C++ lets it: each is a count of its own, and a reload begins again
// with all of them. The headers cannot see to it for the inline ones of a plugin's own (GNU compilers make
// them unique in the whole process), which is why they stand in an anonymous namespace here.
#include <tvmlike/plugin.hpp>

#include <memory>
#include <vector>

namespace {

int64_t plain = 0;
const std::unique_ptr<std::vector<int64_t>> heap = std::make_unique<std::vector<int64_t>>();
inline int64_t shared = 0;

template <class T>
T& of_template() {
  static T count = 0;
  return count;
}

struct Class {
  static inline int64_t count = 0;
};

void setup(tvmlike::Plugin& plugin) {
  plugin.add("bad_static.count", [] {
    static int64_t local = 0;
    static thread_local int64_t of_thread = 0;
    heap->push_back(1);
    ++of_thread;
    const std::vector<int64_t> counts = {++plain, static_cast<int64_t>(heap->size()), ++shared,
                                         ++of_template<int64_t>(), ++Class::count, ++local};
    // One number, as long as they agree.
    for (int64_t count : counts) {
      if (count != counts[0]) throw tvmlike::Error("AssertionError", "the counts differ");
    }
    return counts[0];
  });
}

}  // namespace

TVMLIKE_CPP_PLUGIN("bad_static", "1.0", setup)
