// A C++ library that calls a function it knows only by name.
//
// A Python process loads libcpp_host.so, registers a Python function, and passes its name: C++ finds the
// function in the process-wide registry and calls it. Nothing here depends on Python.

#include <tvmlike/tvmlike.hpp>

#include <iostream>

/// Calls the named function with 1, 2, 3 and 4 and prints the results on one line. Returns 0, or 1 after
/// printing the error.
extern "C" __attribute__((visibility("default"))) int cpp_host_run(const char* function_name) {
  try {
    if (function_name == nullptr) throw tvmlike::Error("ValueError", "cpp_host_run: the name is NULL");
    const tvmlike::Function function = tvmlike::Function::get_global(function_name);
    std::string line = std::string("C++ called ") + function_name + ":";
    for (const std::int64_t number : {1, 2, 3, 4}) {
      line += (number == 1 ? " f(" : ", f(") + std::to_string(number) +
              ") = " + tvmlike::to_string(function(number));
    }
    std::cout << line << std::endl;
    return 0;
  } catch (const std::exception& error) {
    std::cout << "C++ got an error: " << error.what() << std::endl;
    return 1;
  }
}
