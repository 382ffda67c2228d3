/*
 * Current objects: per-thread defaults for arguments that callers omit, such as a context or a location.
 *
 *   tvmlike::Scope scope(context);          // the current object of its type until the end of the block
 *   Function::get_global("ir.parse")(text); // its implicit parameter takes it
 *
 * Each thread has a stack of its own, which all languages share. Scopes end in reverse order, as blocks do.
 */
#ifndef TVMLIKE_SCOPE_HPP_
#define TVMLIKE_SCOPE_HPP_

#include <cstdint>
#include <utility>

#include "tvmlike/error.hpp"
#include "tvmlike/object.hpp"

namespace tvmlike TVMLIKE_INTERNAL {

/// Makes an object the current one of its type on this thread, until the guard is destroyed.
class [[nodiscard]] Scope {
 public:
  /// Throws ValueError for an empty reference.
  explicit Scope(ObjectRef object) : object_(std::move(object)) {
    detail::check(detail::host().current_push(object_.get()));
  }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
  ~Scope() {
    // Fails if an inner scope was left open; that scope's owner gets the error.
    if (detail::host().current_pop(object_.get()) != 0) detail::host().error_set_raised(nullptr);
  }

 private:
  ObjectRef object_;
};

/// The current object of a type on this thread: the innermost one of the type, or of a type that inherits
/// from it. Empty if there is none.
inline ObjectRef current(std::int32_t type_index) {
  TVMLikeObjectHandle found = nullptr;
  detail::check(detail::host().current_get(type_index, &found));
  return ObjectRef::take(found);
}

}  // namespace tvmlike

#endif  // TVMLIKE_SCOPE_HPP_
