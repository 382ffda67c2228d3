// The references of our measurements: a plain function, and the name table of TVM's registry, a std::unordered_map from
// names to reference-counted pointers with a mutex.

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace {

struct Table {
  std::mutex mutex;
  std::unordered_map<std::string, std::shared_ptr<int64_t>> names;
};

}  // namespace

extern "C" {

int64_t peer_add3(int64_t a, int64_t b, int64_t c) { return a + b + c; }

void* peer_table_new() { return new Table; }

void peer_table_free(void* table) { delete static_cast<Table*>(table); }

void peer_table_insert(void* table, const char* name) {
  auto* t = static_cast<Table*>(table);
  std::lock_guard<std::mutex> lock(t->mutex);
  t->names.emplace(name, std::make_shared<int64_t>(0));
}

// Looks up a name and takes a reference for the duration of the call, as a caller of a registry does.
int64_t peer_table_find(void* table, const char* name) {
  auto* t = static_cast<Table*>(table);
  std::shared_ptr<int64_t> found;
  {
    std::lock_guard<std::mutex> lock(t->mutex);
    auto it = t->names.find(name);
    if (it == t->names.end()) return -1;
    found = it->second;
  }
  return *found;
}

// The minimal lookup: the key is a std::string already, and no reference is taken.
int64_t peer_table_peek(void* table, const void* key) {
  auto* t = static_cast<Table*>(table);
  std::lock_guard<std::mutex> lock(t->mutex);
  auto it = t->names.find(*static_cast<const std::string*>(key));
  return it == t->names.end() ? -1 : *it->second;
}

void* peer_key_new(const char* name) { return new std::string(name); }

void peer_key_free(void* key) { delete static_cast<std::string*>(key); }

}  // extern "C"
