// A C++ program that hosts packed functions.
//
// It links libtvmlike, calls functions of the library by name, registers functions and a class of its own,
// compiles kernels and calls them by name, and loads plugins given on the command line:
//
//   ./cpp_host [libplugin_c.so] [libtvmlike_plugin_rust.so]
//
// Each step prints one line. Build it with CMake (CMakeLists.txt) or with make and pkg-config (Makefile).
//
// Functions are called in three ways: by name with any values (Function), by name with a signature that the
// compiler checks (TypedFunction), and through headers generated from the registry's records:
//
//   tvmlike stubs --lang cpp array tensor plugin_rust --plugin libtvmlike_plugin_rust.so -o wrappers

#include <tvmlike/tvmlike.hpp>

#include <cmath>
#include <iostream>

#include "wrappers/array.hpp"
#include "wrappers/plugin_rust.hpp"
#include "wrappers/tensor.hpp"

namespace {

using tvmlike::Function;
using tvmlike::TypedFunction;

void list_names() {
  const std::vector<std::string> names = tvmlike::list_global_names();
  std::cout << "names: " << names.size() << " functions are registered, "
            << tvmlike::list_global_names("tensor").size() << " of them under tensor\n";
}

// The library reads this program's own buffers; the arguments are not copied.
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

// The same through generated wrappers: a wrong type does not compile.
void call_wrappers() {
  const tvmlike::Tensor ones = tvmlike::Tensor::empty({2, 3}, tvmlike::dtype_of<float>());
  tensor::fill(ones, 1);
  const double total = tensor::sum(tensor::add(ones, ones));
  const tvmlike::Array squares = array::map([](std::int64_t x) { return x * x; }, {1, 2, 3, 4});
  std::cout << "wrappers: tensor::sum gives " << total << ", array::map gives " << tvmlike::to_string(squares)
            << '\n';
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
  using Join = std::string(std::vector<std::string>, std::string_view);
  const auto join = TypedFunction<Join>::get_global("cpp_host.join");
  std::cout << "lambda: cpp_host.join gives \"" << join({"packed", "functions"}, " ") << "\"\n";
}

// Passes a map, has a callback called for its items, and gets a nested container.
void pass_containers() {
  std::int64_t calls = 0;
  tvmlike::register_global("cpp_host.invert", [&calls](const std::map<std::string, std::int64_t>& numbers,
                                                       const TypedFunction<std::string(std::string)>& shown) {
    std::map<std::int64_t, std::vector<std::string>> names;
    for (const auto& [name, number] : numbers) {
      names[number].push_back(shown(name));
      ++calls;
    }
    return names;
  });
  const std::map<std::string, std::int64_t> numbers{{"one", 1}, {"eins", 1}, {"two", 2}};
  const auto quoted = [](const std::string& name) { return "<" + name + ">"; };
  const tvmlike::Map names = Function::get_global("cpp_host.invert")(numbers, quoted);
  std::cout << "containers: cpp_host.invert gives " << tvmlike::to_string(names) << " after " << calls
            << " callbacks\n";
  // It captures `calls` by reference.
  tvmlike::remove_global("cpp_host.invert");
}

// A failed call throws an exception with a kind, which leaves a callback as the error of its call, with its
// cause.
void see_errors() {
  try {
    Function::get_global("cpp_host.join")(std::vector<std::string>{"one"}, 2);
  } catch (const tvmlike::Error& error) {
    std::cout << "error: " << error.kind() << ": " << error.message() << '\n';
  }
  const Function checked([](std::int64_t number) {
    try {
      if (number == 3) throw std::out_of_range("3 is not to be seen");
      return number;
    } catch (const std::exception& error) {
      throw tvmlike::Error("ValueError", "a number was refused", tvmlike::Error("IndexError", error.what()));
    }
  });
  try {
    array::map(checked, {1, 2, 3});
  } catch (const tvmlike::Error& error) {
    std::cout << "error: " << error.what() << ", because of " << error.cause().value().what() << '\n';
  }
}

// A class of this program, as a type that every language can use.
struct Stack {
  std::vector<std::int64_t> items;
  std::string label;

  explicit Stack(std::string name) : label(std::move(name)) {}
  std::int64_t push(std::int64_t item) {
    items.push_back(item);
    return static_cast<std::int64_t>(items.size());
  }
  std::int64_t pop() {
    if (items.empty()) throw tvmlike::Error("IndexError", label + " is empty");
    const std::int64_t item = items.back();
    items.pop_back();
    return item;
  }
};

void register_class() {
  tvmlike::register_class(tvmlike::Class<Stack>("cpp_host.Stack", "Numbers, the last one on top.")
                              .init<std::string>(tvmlike::About().params("label"))
                              .field("label", &Stack::label, tvmlike::writable)
                              .method("push", &Stack::push)
                              .method("pop", &Stack::pop));
  // By name, as if it came from another language.
  const tvmlike::ObjectRef stack = tvmlike::construct("cpp_host.Stack", "pile");
  stack.call("push", 1);
  stack.call("push", 2);
  stack.set("label", "heap");
  const std::int64_t top = stack.call("pop");
  std::cout << "objects: " << stack.type_key() << " `" << stack.get<std::string>("label") << "` had " << top
            << " on top";
  stack.call("pop");
  try {
    stack.call("pop");
  } catch (const tvmlike::Error& error) {
    std::cout << "; " << error.message() << '\n';
  }
}

constexpr const char* kernels_text = R"(
func.func @matmul(%a: memref<?x?xf32> {llvm.readonly}, %b: memref<?x?xf32> {llvm.readonly},
                  %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}
func.func @softmax(%x: memref<?xf32> {llvm.readonly}, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %n = memref.dim %x, %c0 : memref<?xf32>
  %max = scf.for %i = %c0 to %n step %c1 iter_args(%m = %low) -> f32 {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = arith.maximumf %m, %0 : f32
    scf.yield %1 : f32
  }
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = arith.subf %0, %max : f32
    %2 = math.exp %1 : f32
    memref.store %2, %y[%i] : memref<?xf32>
    %3 = arith.addf %s, %2 : f32
    scf.yield %3 : f32
  }
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %y[%i] : memref<?xf32>
    %1 = arith.divf %0, %sum : f32
    memref.store %1, %y[%i] : memref<?xf32>
  }
  return
})";

// Compiles kernels, finds them by name, and compares what they make of this program's buffers with its own loops.
void call_kernels() {
  if (tvmlike::list_global_names("engine").empty()) {
    std::cout << "kernels: the library has no engine\n";
    return;
  }
  const Function compile = Function::get_global("engine.compile");
  const tvmlike::ObjectRef library = compile(kernels_text, nullptr, "cranelift", "cpp_kernels");
  float a[] = {1, 2, 3, 4, 5, 6};
  float b[] = {1, 0, -1, 2, 1, 0, 3, 1, 2, 0, 1, 1};
  float c[8] = {};
  std::int64_t shape_a[] = {2, 3}, shape_b[] = {3, 4}, shape_c[] = {2, 4};
  const DLDataType f32 = tvmlike::dtype_of<float>();
  DLTensor left{a, tvmlike::cpu(), 2, f32, shape_a, nullptr, 0};
  DLTensor right{b, tvmlike::cpu(), 2, f32, shape_b, nullptr, 0};
  DLTensor product{c, tvmlike::cpu(), 2, f32, shape_c, nullptr, 0};
  Function::get_global("cpp_kernels.matmul")(&left, &right, &product);
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 4; ++j) {
      float sum = 0;
      for (int k = 0; k < 3; ++k) sum += a[3 * i + k] * b[4 * k + j];
      if (c[4 * i + j] != sum) throw tvmlike::Error("ValueError", "cpp_kernels.matmul: wrong product");
    }
  }
  std::int64_t length[] = {6};
  float probabilities[6] = {};
  DLTensor logits{a, tvmlike::cpu(), 1, f32, length, nullptr, 0};
  DLTensor result{probabilities, tvmlike::cpu(), 1, f32, length, nullptr, 0};
  Function::get_global("cpp_kernels.softmax")(&logits, &result);
  double sum = 0, total = 0;
  for (const float x : a) sum += std::exp(static_cast<double>(x) - 6);
  for (int i = 0; i < 6; ++i) {
    if (std::abs(probabilities[i] - std::exp(static_cast<double>(a[i]) - 6) / sum) > 1e-6)
      throw tvmlike::Error("ValueError", "cpp_kernels.softmax: wrong probability");
    total += probabilities[i];
  }
  std::cout << "kernels: cpp_kernels.matmul gives [" << c[0];
  for (int at = 1; at < 8; ++at) std::cout << ", " << c[at];
  std::cout << "], the probabilities of cpp_kernels.softmax sum to " << std::round(total * 1e4) / 1e4 << '\n';
  // Removes the names.
  library.call("close");
}

void use_plugin_c() {
  const double length = TypedFunction<double(double, double)>::get_global("plugin_c.hypot")(3, 4);
  const std::string reversed = Function::get_global("plugin_c.reverse")("packed");
  const std::int64_t doubled =
      Function::get_global("plugin_c.apply")([](std::int64_t x) { return 2 * x; }, 1, 10);
  std::cout << "plugin: hypot(3, 4) = " << length << ", reverse(\"packed\") = \"" << reversed
            << "\", a lambda applied 10 times = " << doubled << '\n';
}

// The plugin's functions and its class, through the wrappers.
void use_plugin_rust() {
  const auto account = plugin_rust::Account::create("Ada");
  std::vector<std::int64_t> sums;
  account.set_on_change([&sums](const plugin_rust::Account&, std::int64_t sum) { sums.push_back(sum); });
  account.add(500);
  account.add(-120);
  account.set_on_change(std::nullopt);
  std::cout << "plugin: " << plugin_rust::greet("C++") << "; " << account.owner() << " has " << account.cents()
            << " cents, after " << sums.size() << " changes";
  try {
    account.add(-1000);
  } catch (const tvmlike::Error& error) {
    std::cout << "; " << error.kind() << ": " << error.message() << '\n';
  }
}

void load_plugin(const std::string& path) {
  const tvmlike::Map info = tvmlike::load_plugin(path);
  std::cout << "plugin: " << info.at("name") << " brought " << info.at("functions") << '\n';
  const std::string name = info.at("name").cast<std::string>();
  if (name == "plugin_c") use_plugin_c();
  if (name == "plugin_rust") use_plugin_rust();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::cout << "tvmlike " << tvmlike::version() << '\n';
    list_names();
    add_tensors();
    call_wrappers();
    register_lambda();
    pass_containers();
    see_errors();
    register_class();
    call_kernels();
    for (int at = 1; at < argc; ++at) load_plugin(argv[at]);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "cpp_host: " << error.what() << '\n';
    return 1;
  }
}
