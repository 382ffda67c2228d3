// tvmlike::Error: kinds, causes, copies, identity through Rust and back, errors left behind.
#include <thread>

#include "../check.hpp"

namespace {

using tvmlike::Error;
using tvmlike::Function;

void parts() {
  const Error error("ValueError", "what went wrong");
  CHECK(error.kind() == "ValueError" && error.message() == "what went wrong" && error.backtrace().empty());
  CHECK_STR(error.what(), "ValueError: what went wrong");
  CHECK(!error.cause().has_value());
  const Error outer("RuntimeError", "because of that", error);
  CHECK(outer.cause()->message() == "what went wrong");
  CHECK(outer.cause()->object().same_as(error.object()));
  const Error odd("", "");
  CHECK(odd.kind() == "RuntimeError");
  const Error not_utf8("ValueError", "\xff\xfe");
  CHECK(not_utf8.kind() == "ValueError");
  const Error with_nul("ValueError", std::string_view("a\0b", 3));
  CHECK_INT(with_nul.message().size(), 3);
  Error copy = error;
  copy = outer;
  CHECK(copy.object().same_as(outer.object()));
  const Error moved = std::move(copy);
  CHECK(copy.kind() == "RuntimeError" && moved.kind() == "RuntimeError");  // NOLINT: an Error is never empty
  std::puts("kind, message, cause; copies share one object");
}

void thrown_by_rust() {
  try {
    Function::get_global("testing.raise")("KeyError", "the key");
    CHECK(false);
  } catch (const Error& error) {
    CHECK(error.kind() == "KeyError" && error.message() == "the key");
    CHECK(!error.backtrace().empty());
  }
  THROWS(Function::get_global("testing.raise")("my.own.Kind", "m"), "my.own.Kind", "m");
  // An exception class that Rust declares is a kind here.
  THROWS(Function::get_global("testing.parse")("1x"), "testing.ParseError", "\"1x\" has no digit at 1");
  try {
    Function::get_global("testing.raise_with_cause")();
    CHECK(false);
  } catch (const std::exception& caught) {  // as the standard's own
    const auto& error = dynamic_cast<const Error&>(caught);
    CHECK(error.kind() == "RuntimeError" && error.cause()->kind() == "ValueError");
  }
  std::puts("errors of Rust are thrown");
}

// An error that came from a callee and leaves a callback again is the same object on the outside.
void identity() {
  const Error original("ValueError", "one and the same");
  try {
    Function::get_global("testing.call")(
        [&original] { throw original; });  // NOLINT: a copy shares the object
    CHECK(false);
  } catch (const Error& error) {
    CHECK(error.object().same_as(original.object()));
  }
  tvmlike::ObjectRef inner;
  try {
    Function::get_global("testing.call")([&inner] {
      try {
        Function::get_global("testing.raise")("ValueError", "from inside");
      } catch (const Error& error) {
        inner = error.object();
        throw;
      }
    });
    CHECK(false);
  } catch (const Error& error) {
    CHECK(error.object().same_as(inner));
    CHECK(error.message() == "from inside");
  }
  const Error passed = Function::get_global("testing.echo")(original).cast<Error>();
  CHECK(passed.object().same_as(original.object()));
  std::puts("a rethrown error is the same object");
}

void with_a_cause() {
  try {
    Function::get_global("testing.call")([] {
      try {
        Function::get_global("testing.raise")("KeyError", "inner");
      } catch (const Error& error) {
        throw Error("RuntimeError", "outer", error);
      }
    });
    CHECK(false);
  } catch (const Error& error) {
    CHECK(error.message() == "outer" && error.cause()->kind() == "KeyError");
  }
  std::puts("causes cross");
}

struct CallFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What C++ nests is the cause, as deep as it goes.
void nested() {
  const auto connect = [] {
    try {
      try {
        throw std::system_error(std::make_error_code(std::errc::connection_refused), "dial");
      } catch (const std::exception&) {
        std::throw_with_nested(CallFailed("no connection"));
      }
    } catch (const std::exception&) {
      std::throw_with_nested(Error("ValueError", "no answer"));
    }
  };
  try {
    Function::get_global("testing.call")(connect);
    CHECK(false);
  } catch (const Error& error) {
    CHECK(error.kind() == "ValueError" && error.message() == "no answer");
    const Error cause = *error.cause();
    CHECK(cause.kind() == "RuntimeError" && cause.message() == "no connection");
    const Error first = *cause.cause();
    CHECK(first.kind() == "OSError" && first.message().find("dial") == 0);
    CHECK(!first.cause().has_value());
    const std::string text = error.text();
    CHECK(text.find(
              "ValueError: no answer\ncaused by RuntimeError: no connection\ncaused by OSError: dial") == 0);
  }
  // An error that has a cause keeps it, and an error that nests nothing stays the same object.
  const Error outer("RuntimeError", "outer", Error("KeyError", "inner"));
  try {
    Function::get_global("testing.call")([&outer] {
      try {
        throw std::runtime_error("not this one");
      } catch (const std::exception&) {
        std::throw_with_nested(outer);
      }
    });
    CHECK(false);
  } catch (const Error& error) {
    CHECK(error.object().same_as(outer.object()) && error.cause()->kind() == "KeyError");
  }
  std::puts("nested exceptions are causes");
}

void kinds() {
  const Function call = Function::get_global("testing.call");
  THROWS(call([] { throw std::length_error("too long"); }), "ValueError", "too long");
  THROWS(call([] { throw std::domain_error("not there"); }), "ValueError", "not there");
  THROWS(call([] { throw std::system_error(std::make_error_code(std::errc::no_such_file_or_directory)); }),
         "OSError", "No such file");
  THROWS(call([] { std::optional<int>().value(); }), "RuntimeError", "optional");
  THROWS(call([] { throw Error("my.own.Kind", "as it is"); }), "my.own.Kind", "as it is");
  std::puts("standard exceptions have the kind that fits");
}

void explained() {
  const Error first("KeyError", "first");
  const Error because = Error("ValueError", "second").because_of(first);
  CHECK(because.kind() == "ValueError" && because.cause()->object().same_as(first.object()));
  CHECK(because.text() == "ValueError: second\ncaused by KeyError: first");
  CHECK(first.text() == "KeyError: first");
  // The stack is captured only if TVMLIKE_BACKTRACE is set.
  const char* wanted = std::getenv("TVMLIKE_BACKTRACE");
  CHECK(first.native_stack().has_value() == (wanted != nullptr && std::string(wanted) == "1"));
  std::puts("text, causes and the native stack");
}

int fails_silently(TVMLikeObject*, const TVMLikeValue*, int32_t, TVMLikeValue*) { return -1; }

// A function of another library that breaks the convention: it fails and raises nothing.
void failed_without_error() {
  struct {
    TVMLikeObject header;
    TVMLikeFunctionCell cell;
  } object{{(std::uint64_t{1} << 32) | 1, TVMLIKE_FUNCTION, 0, [](void*, int) {}}, {fails_silently, nullptr}};
  const Function function(tvmlike::ObjectRef::take(&object.header));
  THROWS(function(1), "InternalError", "without");
  std::puts("a failure without an error is an error that says so");
}

void on_a_thread() {
  std::string text;
  std::thread([&text] {
    try {
      Function::get_global("testing.raise")("ValueError", "on a thread");
    } catch (const Error& error) {
      text = error.what();
    }
  }).join();
  CHECK_STR(text.c_str(), "ValueError: on a thread");
  std::puts("each thread has its own error");
}

}  // namespace

int main(int argc, char** argv) {
  return run([&] {
    load_test_plugin(argc, argv);
    parts();
    thrown_by_rust();
    identity();
    with_a_cause();
    nested();
    kinds();
    explained();
    failed_without_error();
    on_a_thread();
  });
}
