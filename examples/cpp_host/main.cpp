// A C++ program that hosts packed functions.
//
// It links libtvmlike, calls functions of the library by name, registers functions of its own, and loads
// plugins given on the command line:
//
//   ./cpp_host [libplugin_c.so]
//
// Each step prints one line. Build it with CMake (CMakeLists.txt) or with make and pkg-config (Makefile).

#include <tvmlike/tvmlike.hpp>

#include <iostream>

namespace {

using tvmlike::Function;

void list_names() {
  const std::vector<std::string> names = tvmlike::list_global_names();
  std::cout << "names: " << names.size() << " functions are registered, "
            << tvmlike::list_global_names("tensor").size() << " of them under tensor\n";
}

// The library reads this program's own buffers; nothing is copied on the way in.
void add_tensors() {
  float left[] = {1, 2, 3, 4, 5, 6};
  float right[] = {10, 20, 30, 40, 50, 60};
  std::int64_t shape[] = {2, 3};
  std::int64_t strides[] = {3, 1};
  DLTensor a{left, tvmlike::cpu(), 2, tvmlike::dtype_of<float>(), shape, strides, 0};
  DLTensor b = a;
  b.data = right;

  const tvmlike::Tensor sum = Function::get_global("tensor.add")(&a, &b);
  const float* values = sum.data<float>();
  std::cout << "tensors: tensor.add gives " << tvmlike::to_string(sum.dtype()) << " [";
  for (std::int64_t at = 0; at < sum.numel(); ++at) std::cout << (at == 0 ? "" : ", ") << values[at];
  std::cout << "]\n";
}

void register_lambda() {
  tvmlike::register_global("cpp_host.join",
                           [](const std::vector<std::string>& words, std::string_view between) {
                             std::string text;
                             for (const std::string& word : words)
                               text.append(text.empty() ? "" : between).append(word);
                             return text;
                           });
  // Found by name, as Python or a plugin would find it.
  const Function join = Function::get_global("cpp_host.join");
  const std::string text = join(std::vector<std::string>{"packed", "functions"}, " ");
  std::cout << "lambda: cpp_host.join gives \"" << text << "\"\n";
}

void pass_callback() {
  std::int64_t calls = 0;
  auto square = [&calls](std::int64_t x) {
    ++calls;
    return x * x;
  };
  const std::vector<std::int64_t> squares =
      Function::get_global("array.map")(square, std::vector<std::int64_t>{1, 2, 3, 4});
  std::cout << "callback: array.map called a lambda " << calls << " times, the last result is "
            << squares.back() << '\n';
}

void catch_error() {
  try {
    Function::get_global("cpp_host.join")(std::vector<std::string>{"one"}, 2);
  } catch (const tvmlike::Error& error) {
    std::cout << "error: " << error.kind() << ": " << error.message() << '\n';
  }
}

void load_plugin(const std::string& path) {
  const tvmlike::Map info = tvmlike::load_plugin(path);
  std::cout << "plugin: " << info.at("name") << " brought " << info.at("functions") << '\n';
  if (info.at("name").cast<std::string>() != "plugin_c") return;
  const double length = Function::get_global("plugin_c.hypot")(3, 4.0);
  const std::string reversed = Function::get_global("plugin_c.reverse")("packed");
  const std::int64_t doubled =
      Function::get_global("plugin_c.apply")([](std::int64_t x) { return 2 * x; }, 1, 10);
  std::cout << "plugin: hypot(3, 4) = " << length << ", reverse(\"packed\") = \"" << reversed
            << "\", a lambda applied 10 times = " << doubled << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::cout << "tvmlike " << tvmlike::version() << '\n';
    list_names();
    add_tensors();
    register_lambda();
    pass_callback();
    catch_error();
    for (int at = 1; at < argc; ++at) load_plugin(argv[at]);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "cpp_host: " << error.what() << '\n';
    return 1;
  }
}
