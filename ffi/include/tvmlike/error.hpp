/*
 * Errors: a C++ exception around an error object.
 *
 * In the C interface an error is an object in thread-local storage and a status of -1. In C++ it is the
 * exception tvmlike::Error. `detail::check` converts the first to the second, `detail::raise_current` the
 * second to the first. An Error that a call throws and that leaves a callback is the same object on both
 * sides, so whatever a front end attached to it (a Python exception, a backtrace) survives. Other exceptions
 * get a matching kind, and their nested exception (std::throw_with_nested) becomes the cause:
 *
 *   std::bad_alloc                                                MemoryError
 *   std::out_of_range                                             IndexError
 *   std::invalid_argument, std::domain_error, std::length_error   ValueError
 *   std::overflow_error                                           OverflowError
 *   std::system_error                                             OSError
 *   others                                                        RuntimeError
 */
#ifndef TVMLIKE_ERROR_HPP_
#define TVMLIKE_ERROR_HPP_

#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <typeinfo>

#if defined(__GNUC__)
#include <cxxabi.h>

#include <cstdlib>
#endif

#include "tvmlike/object.hpp"

namespace tvmlike TVMLIKE_INTERNAL {

/// An error with a kind ("ValueError", "TypeError", …), a message, a backtrace and optionally a cause.
class Error : public std::runtime_error {
 public:
  static constexpr std::int32_t kTypeIndex = TVMLIKE_ERROR;

  Error(std::string_view kind, std::string_view message) : Error(create(kind, message, nullptr)) {}
  Error(std::string_view kind, std::string_view message, const Error& cause)
      : Error(create(kind, message, cause.object_.get())) {}
  /// Wraps an error object, which must not be empty.
  explicit Error(ObjectRef object) : std::runtime_error(text_of(object.get())), object_(std::move(object)) {}

  // Copies only: a moved-from Error would have no object, and exceptions are rarely copied.
  Error(const Error&) noexcept = default;
  Error& operator=(const Error&) noexcept = default;
  ~Error() override = default;

  std::string_view kind() const noexcept { return detail::view_of(cell().kind); }
  std::string_view message() const noexcept { return detail::view_of(cell().message); }
  /// One frame per line, the most recent call first; often empty.
  std::string_view backtrace() const noexcept { return detail::view_of(cell().backtrace); }
  /// The cause of this error.
  std::optional<Error> cause() const {
    TVMLikeObjectHandle cause = cell().cause;
    if (cause == nullptr || cause->type_index != TVMLIKE_ERROR) return std::nullopt;
    return Error(ObjectRef::borrow(cause));
  }
  /// A copy of this error with a cause.
  Error because_of(const Error& cause) const {
    return Error(create(kind(), message(), cause.object_.get(), cell().context, backtrace()));
  }
  /// Kind and message of this error, followed by those of its causes, one per line.
  std::string text() const {
    std::string text = what();
    for (std::optional<Error> cause = this->cause(); cause; cause = cause->cause()) {
      text.append("\ncaused by ").append(cause->what());
    }
    return text;
  }
  /// The native stack captured when the error was created, if TVMLIKE_BACKTRACE=1 was set. It is formatted
  /// now, which is slow.
  inline std::optional<std::string> native_stack() const;
  /// The error object itself.
  const ObjectRef& object() const noexcept { return object_; }

 private:
  const TVMLikeErrorCell& cell() const noexcept { return *detail::cell_of<TVMLikeErrorCell>(object_.get()); }

  static std::string text_of(TVMLikeObjectHandle object) {
    const TVMLikeErrorCell& cell = *detail::cell_of<TVMLikeErrorCell>(object);
    return std::string(detail::view_of(cell.kind)).append(": ").append(detail::view_of(cell.message));
  }

  static ObjectRef create(std::string_view kind, std::string_view message, TVMLikeObjectHandle cause,
                          TVMLikeObjectHandle context = nullptr, std::string_view backtrace = {}) {
    const TVMLikeByteArray kind_bytes = detail::borrowed(kind);
    const TVMLikeByteArray message_bytes = detail::borrowed(message);
    const TVMLikeByteArray backtrace_bytes = detail::borrowed(backtrace);
    TVMLikeObjectHandle out = nullptr;
    if (detail::host().error_create(&kind_bytes, &message_bytes, &backtrace_bytes, cause, context, &out) !=
        0) {
      // The text was rejected; the host's error about that replaces this one.
      detail::host().error_move_from_raised(&out);
    }
    if (out == nullptr) throw std::bad_alloc();
    return ObjectRef::take(out);
  }

  ObjectRef object_;
};

namespace detail {

/// Throws the error that a failed call left on this thread.
[[noreturn]] TVMLIKE_COLD inline void throw_raised() {
  TVMLikeObjectHandle raised = nullptr;
  host().error_move_from_raised(&raised);
  if (raised == nullptr) throw Error("InternalError", "a call failed without raising an error");
  throw Error(ObjectRef::take(raised));
}

/// Throws if a function of the C interface reports failure.
inline void check(int status) {
  if (status != 0) throw_raised();
}

TVMLIKE_COLD inline int raise(std::string_view kind, std::string_view message) noexcept {
  try {
    host().error_set_raised(Error(kind, message).object().get());
  } catch (...) {
    // Not enough memory for the error itself: the caller still reports failure, and the reader finds no error
    // set.
    host().error_set_raised(nullptr);
  }
  return -1;
}

/// The demangled name of a C++ type.
TVMLIKE_COLD inline std::string readable_name(const std::type_info& type) {
#if defined(__GNUC__)
  int status = 0;
  if (char* readable = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status)) {
    std::string name(readable);
    std::free(readable);
    return name;
  }
#endif
  return type.name();
}

/// The type name of the current exception.
TVMLIKE_COLD inline std::string current_exception_type() {
#if defined(__GNUC__)
  if (const std::type_info* type = abi::__cxa_current_exception_type()) return readable_name(*type);
#endif
  return "an unknown type";
}

inline Error current_error();

/// The nested exception (std::throw_with_nested) as an error. Without RTTI, nested exceptions cannot be
/// detected.
template <class E>
std::optional<Error> nested_in([[maybe_unused]] const E& exception) {
#ifdef __cpp_rtti
  if (const auto* nested = dynamic_cast<const std::nested_exception*>(&exception)) {
    if (nested->nested_ptr() == nullptr) return std::nullopt;
    try {
      nested->rethrow_nested();
    } catch (...) {
      return current_error();
    }
  }
#endif
  return std::nullopt;
}

TVMLIKE_COLD inline Error error_of(std::string_view kind, const std::exception& exception) {
  const std::optional<Error> cause = nested_in(exception);
  return cause ? Error(kind, exception.what(), *cause) : Error(kind, exception.what());
}

/// The current exception as an error of a matching kind. Call it in a catch block.
inline Error current_error() {
  try {
    throw;
  } catch (const Error& error) {
    if (cell_of<TVMLikeErrorCell>(error.object().get())->cause != nullptr) return error;
    const std::optional<Error> cause = nested_in(error);
    return cause ? error.because_of(*cause) : error;
  } catch (const std::bad_alloc& error) {
    return error_of("MemoryError", error);
  } catch (const std::out_of_range& error) {
    return error_of("IndexError", error);
  } catch (const std::invalid_argument& error) {
    return error_of("ValueError", error);
  } catch (const std::domain_error& error) {
    return error_of("ValueError", error);
  } catch (const std::length_error& error) {
    return error_of("ValueError", error);
  } catch (const std::overflow_error& error) {
    return error_of("OverflowError", error);
  } catch (const std::system_error& error) {
    return error_of("OSError", error);
  } catch (const std::exception& error) {
    return error_of("RuntimeError", error);
  } catch (...) {
    return Error("RuntimeError", "a C++ exception of type " + current_exception_type());
  }
}

/// Raises the current exception as the error of the call; returns -1. Call it in a catch block.
TVMLIKE_COLD inline int raise_current() noexcept {
  try {
    host().error_set_raised(current_error().object().get());
    return -1;
  } catch (...) {
    return raise("MemoryError", "cannot allocate the error for a C++ exception");
  }
}

}  // namespace detail
}  // namespace tvmlike

#endif  // TVMLIKE_ERROR_HPP_
