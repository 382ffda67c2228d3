/*
 * A plugin in C++: functions and a class, for every language in the process that loads it.
 *
 *   plugin_cpp.integrate(f, start, stop, steps=1000)   the area under f, a function of the caller
 *   plugin_cpp.linspace(start, stop, count)            numbers at equal distances, as a tensor
 *   plugin_cpp.Histogram(start, stop, bins=10)         a class: add, add_all, counts, merge, len, total, label
 *   plugin_cpp.running()                               how many histograms there are
 *   the dialect `numbers` of the compiler's IR         numbers.linspace 0.0 to 1.0 : tensor<5xf64>
 *
 * Build it with make or CMake, which take the headers of an installed tvmlike, or by hand (PREFIX is where
 * `cargo xtask install --prefix PREFIX` put them; nothing is linked):
 *
 *   c++ -std=c++17 -O2 -shared -fPIC -fvisibility=hidden -I PREFIX/include plugin_cpp.cpp -o libplugin_cpp.so
 *
 * Load it and use it in Python:
 *
 *   tvmlike.load_plugin("./libplugin_cpp.so")
 *   tvmlike.plugin_cpp.integrate(math.sin, 0.0, math.pi)
 *   h = tvmlike.plugin_cpp.Histogram(0.0, 1.0, bins=4)
 *   h.add_all(numpy.random.rand(1000))
 */
#include <tvmlike/plugin.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>

namespace {

using tvmlike::About;
using tvmlike::Error;
using tvmlike::Ref;
using tvmlike::Tensor;
using tvmlike::TypedFunction;

std::atomic<std::int64_t> running{0};

/// Counts numbers in bins of equal width. Other threads may use it at the same time, so it locks.
class Histogram {
 public:
  Histogram(double start, double stop, std::size_t bins) : start_(start), stop_(stop), counts_(bins) {
    // An exception in a constructor becomes the error of the call, and no object is made.
    if (!(start < stop)) throw std::invalid_argument("Histogram: `start` is not below `stop`");
    if (bins == 0) throw std::invalid_argument("Histogram: there are no bins to count in");
    ++running;
  }
  Histogram(const Histogram&) = delete;
  Histogram& operator=(const Histogram&) = delete;
  ~Histogram() { --running; }

  /// Counts one number; returns whether it lies in a bin.
  bool add(double x) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return count(x);
  }

  /// Counts all numbers of a tensor; returns how many lie in a bin.
  std::int64_t add_all(const DLTensor* numbers) {
    const double* first = tvmlike::data<const double>(*numbers);
    if (numbers->ndim != 1)
      throw Error("ValueError", "Histogram.add_all: expected a tensor of one dimension");
    const std::int64_t step = numbers->strides == nullptr ? 1 : numbers->strides[0];
    const std::lock_guard<std::mutex> lock(mutex_);
    std::int64_t inside = 0;
    for (std::int64_t at = 0; at < numbers->shape[0]; ++at) inside += count(first[at * step]) ? 1 : 0;
    return inside;
  }

  std::vector<std::int64_t> counts() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return counts_;
  }

  std::int64_t total() const {
    std::int64_t sum = 0;
    for (const std::int64_t one : counts()) sum += one;
    return sum;
  }

  /// Adds the counts of another histogram with the same bins.
  void merge(const Ref<Histogram>& other) {
    const std::vector<std::int64_t> more = other->counts();
    if (other->start_ != start_ || other->stop_ != stop_ || more.size() != size()) {
      throw Error("ValueError", "Histogram.merge: the two count in different bins");
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    std::transform(more.begin(), more.end(), counts_.begin(), counts_.begin(), std::plus<>());
  }

  std::size_t size() const { return counts_.size(); }

  std::string label() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return label_;
  }
  void set_label(const std::string& label) {
    const std::lock_guard<std::mutex> lock(mutex_);
    label_ = label;
  }

  std::string describe() const {
    return "<Histogram " + label() + " of " + std::to_string(total()) + " numbers in " +
           std::to_string(size()) + " bins>";
  }

 private:
  bool count(double x) {
    if (!(start_ <= x && x < stop_)) return false;
    const double width = (stop_ - start_) / static_cast<double>(counts_.size());
    const auto bin = static_cast<std::size_t>((x - start_) / width);
    ++counts_[std::min(bin, counts_.size() - 1)];
    return true;
  }

  double start_, stop_;
  std::vector<std::int64_t> counts_;
  std::string label_ = "without a name";
  mutable std::mutex mutex_;
};

/// The area under f, by Simpson's rule. `f` comes from any language; its result is checked to be a number.
double integrate(const TypedFunction<double(double)>& f, double start, double stop,
                 std::optional<std::int64_t> steps) {
  const std::int64_t count = steps.value_or(1000);
  if (count < 1) throw Error("ValueError", "plugin_cpp.integrate: expected 1 step or more");
  const double width = (stop - start) / static_cast<double>(count);
  double sum = 0;
  for (std::int64_t at = 0; at < count; ++at) {
    tvmlike::check_interrupt();  // Ctrl-C
    const double left = start + width * static_cast<double>(at);
    sum += (f(left) + 4 * f(left + width / 2) + f(left + width)) * width / 6;
  }
  return sum;
}

Tensor linspace(double start, double stop, std::int64_t count) {
  if (count < 0) throw Error("ValueError", "plugin_cpp.linspace: expected 0 numbers or more");
  const Tensor numbers = Tensor::empty({count}, tvmlike::dtype_of<double>());
  double* data = numbers.data<double>();
  for (std::int64_t at = 0; at < count; ++at) {
    data[at] =
        count == 1 ? start : start + (stop - start) * static_cast<double>(at) / static_cast<double>(count - 1);
  }
  return numbers;
}

/// A dialect: from these lines come its parser, printer, verifier and classes.
constexpr const char* kNumbers = R"text(
dialect numbers
constraint Tensor "1-D tensor of f64" all(ranked_tensor,rank(1),element[float(f64)])
constraint F64 "64-bit float attribute" all(float_attr,type[float(f64)]) value="f64" storage=float_attr
operation linspace summary="numbers at equal distances" format="$start `to` $stop attr-dict `:` type($numbers)"
  attribute start F64
  attribute stop F64
  result numbers Tensor
  trait Pure
)text";

/// What the lines cannot express. The error becomes the diagnostic of the operation.
void verify_linspace(const tvmlike::ObjectRef& operation) {
  const auto part = tvmlike::Function::get_global("ir.part");
  const auto number = [&](const char* name) {
    return part(operation, name).cast<tvmlike::ObjectRef>().get<double>("value");
  };
  if (number("start") > number("stop")) throw Error("ValueError", "must not go down");
}

void set_up(tvmlike::Plugin& plugin) {
  // Classes first: the signatures of functions refer to them.
  plugin.add(
      tvmlike::Class<Histogram>("plugin_cpp.Histogram", "Counts numbers in bins of equal width.")
          .init(
              [](double start, double stop, std::optional<std::size_t> bins) {
                return tvmlike::make<Histogram>(start, stop, bins.value_or(10));
              },
              About("Makes one that has counted nothing yet.").params("start", "stop", "bins"))
          .property("total", &Histogram::total, "How many numbers lay in a bin.")
          .property("label", &Histogram::label, &Histogram::set_label, "What it is called.")
          .method("add", &Histogram::add, About("Counts one number.").params("x").release_gil(false))
          .method("add_all", &Histogram::add_all, About("Counts all numbers of a tensor.").params("numbers"))
          .method("counts", &Histogram::counts, About("How many numbers lay in each bin.").release_gil(false))
          .method("merge", &Histogram::merge, About("Adds what another one has counted.").params("other"))
          .method("__len__", &Histogram::size, About().release_gil(false))
          .method("__repr__", &Histogram::describe, About().release_gil(false)));
  plugin.add("plugin_cpp.integrate", integrate,
             About("The area under f between two places.").params("f", "start", "stop", "steps"));
  plugin.add("plugin_cpp.linspace", linspace,
             About("Numbers at equal distances, both ends included.").params("start", "stop", "count"));
  plugin.add(
      "plugin_cpp.running", [] { return running.load(); },
      About("How many histograms there are.").release_gil(false));
  // The names say what they define: a dialect, and the check of an operation.
  plugin.add("ir.dialect.numbers", [] { return kNumbers; }, About("The dialect numbers."));
  plugin.add("ir.verify.numbers.linspace", verify_linspace,
             About("Checks numbers.linspace.").params("operation"));
  // Called when the plugin has been unloaded and the last histogram is freed: the place to close files and to
  // join threads.
  plugin.on_finish([] {
    if (running != 0) throw std::logic_error("a histogram outlives the plugin");
  });
}

}  // namespace

TVMLIKE_CPP_PLUGIN("plugin_cpp", "0.1.0", set_up)
