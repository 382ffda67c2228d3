/*
 * Array, Map and Shape: immutable shared containers, and conversions of the standard containers.
 *
 * A std::vector converts to an Array, a std::map or std::unordered_map to a Map, and back. Reading an item
 * returns a view that lives as long as the container.
 */
#ifndef TVMLIKE_CONTAINER_HPP_
#define TVMLIKE_CONTAINER_HPP_

#include <initializer_list>
#include <map>
#include <unordered_map>
#include <vector>

#include "tvmlike/scalar.hpp"
#include "tvmlike/text.hpp"

namespace tvmlike TVMLIKE_INTERNAL {
namespace detail {

/// Iterates over values that are `Stride` values apart, as `View`.
template <class View, std::size_t Stride>
class ValueIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = View;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = View;

  explicit ValueIterator(const TVMLikeValue* at) noexcept : at_(at) {}
  View operator*() const noexcept {
    if constexpr (Stride == 1) {
      return View(*at_);
    } else {
      return View(at_[0], at_[1]);
    }
  }
  ValueIterator& operator++() noexcept {
    at_ += Stride;
    return *this;
  }
  ValueIterator operator++(int) noexcept {
    ValueIterator old = *this;
    at_ += Stride;
    return old;
  }
  friend bool operator==(ValueIterator a, ValueIterator b) noexcept { return a.at_ == b.at_; }
  friend bool operator!=(ValueIterator a, ValueIterator b) noexcept { return a.at_ != b.at_; }

 private:
  const TVMLikeValue* at_;
};

/// Borrowed forms of several C++ values, with their temporaries.
template <class T>
class Packed {
 public:
  explicit Packed(std::size_t count) : values_(count), temps_(count) {}
  void set(std::size_t at, const T& value) { Traits<T>::view(value, values_[at], temps_[at]); }
  const TVMLikeValue& operator[](std::size_t at) const noexcept { return values_[at]; }
  const TVMLikeValue* data() const noexcept { return values_.data(); }
  std::size_t size() const noexcept { return values_.size(); }

 private:
  std::vector<TVMLikeValue> values_;
  std::vector<typename Traits<T>::Temp> temps_;
};

[[noreturn]] TVMLIKE_COLD inline void throw_index(std::size_t at, std::size_t size) {
  throw Error("IndexError",
              "index " + std::to_string(at) + " is out of range for " + std::to_string(size) + " items");
}

/// Reads one part of a container; an error names the part.
template <class T>
T read_part(const TVMLikeValue& value, const char* part, std::size_t at) {
  try {
    return Traits<T>::read(value);
  } catch (const Error& error) {
    throw_at(part + std::to_string(at), error);
  }
}

}  // namespace detail

/// An immutable sequence of values.
class Array : public ObjectRef {
 public:
  static constexpr std::int32_t kTypeIndex = TVMLIKE_ARRAY;
  using iterator = detail::ValueIterator<AnyView, 1>;

  Array() : Array(static_cast<const TVMLikeValue*>(nullptr), 0) {}
  Array(std::initializer_list<Any> items) : Array(items.begin(), items.size()) {}
  explicit Array(const std::vector<Any>& items) : Array(items.data(), items.size()) {}
  Array(const Any* items, std::size_t count) : Array(reinterpret_cast<const TVMLikeValue*>(items), count) {}
  /// Copies `count` borrowed values.
  Array(const TVMLikeValue* items, std::size_t count) {
    TVMLikeValue made{};
    detail::check(detail::host().array_create(items, count, &made));
    ObjectRef::operator=(ObjectRef::take(made.payload.v_obj));
  }
  /// Wraps an array object.
  explicit Array(ObjectRef object) noexcept : ObjectRef(std::move(object)) {}

  std::size_t size() const noexcept { return get() == nullptr ? 0 : static_cast<std::size_t>(cell().size); }
  bool empty() const noexcept { return size() == 0; }
  /// The item at `at`; throws IndexError if it is out of range.
  AnyView operator[](std::size_t at) const {
    if (at >= size()) detail::throw_index(at, size());
    return AnyView(cell().data[at]);
  }
  iterator begin() const noexcept { return iterator(empty() ? nullptr : cell().data); }
  iterator end() const noexcept { return iterator(empty() ? nullptr : cell().data + size()); }

 private:
  const TVMLikeSeqCell& cell() const noexcept { return *detail::cell_of<TVMLikeSeqCell>(get()); }
};

/// One pair of a Map.
struct MapItem {
  MapItem(const TVMLikeValue& first, const TVMLikeValue& second) noexcept : key(first), value(second) {}
  AnyView key;
  AnyView value;
};

/// An immutable map of values, in the order of insertion.
class Map : public ObjectRef {
 public:
  static constexpr std::int32_t kTypeIndex = TVMLIKE_MAP;
  using iterator = detail::ValueIterator<MapItem, 2>;

  Map() : Map(nullptr, 0) {}
  Map(std::initializer_list<std::pair<Any, Any>> pairs) {
    std::vector<TVMLikeValue> flat;
    flat.reserve(2 * pairs.size());
    for (const std::pair<Any, Any>& pair : pairs) {
      flat.push_back(pair.first.raw());
      flat.push_back(pair.second.raw());
    }
    create(flat.data(), pairs.size());
  }
  /// Copies `count` borrowed pairs in the order key, value, key, value, ….
  Map(const TVMLikeValue* pairs, std::size_t count) { create(pairs, count); }
  /// Wraps a map object.
  explicit Map(ObjectRef object) noexcept : ObjectRef(std::move(object)) {}

  std::size_t size() const noexcept { return get() == nullptr ? 0 : static_cast<std::size_t>(cell().size); }
  bool empty() const noexcept { return size() == 0; }
  /// The value of a key, if there is one.
  template <class K>
  std::optional<AnyView> find(const K& key) const {
    static_assert(detail::kWritable<K>, "tvmlike: this type does not convert to a value; see tvmlike/any.hpp");
    if (get() == nullptr) return std::nullopt;
    TVMLikeValue borrowed{};
    typename Traits<detail::Decayed<K>>::Temp temp{};
    Traits<detail::Decayed<K>>::view(key, borrowed, temp);
    const std::int64_t at = cell().find(get(), &borrowed);
    if (at < 0) return std::nullopt;
    return AnyView(cell().entries[at].value);
  }
  template <class K>
  bool contains(const K& key) const {
    return find(key).has_value();
  }
  /// The value of a key; throws KeyError for an unknown key.
  template <class K>
  AnyView at(const K& key) const;
  iterator begin() const noexcept { return iterator(empty() ? nullptr : &cell().entries->key); }
  iterator end() const noexcept { return iterator(empty() ? nullptr : &cell().entries->key + 2 * size()); }

 private:
  void create(const TVMLikeValue* pairs, std::size_t count) {
    TVMLikeValue made{};
    detail::check(detail::host().map_create(pairs, count, &made));
    ObjectRef::operator=(ObjectRef::take(made.payload.v_obj));
  }
  const TVMLikeMapCell& cell() const noexcept { return *detail::cell_of<TVMLikeMapCell>(get()); }
};

static_assert(sizeof(TVMLikeMapEntry) == 2 * sizeof(TVMLikeValue), "pairs lie key, value, key, value, …");

/// An immutable list of the sizes of an array's dimensions.
class Shape : public ObjectRef {
 public:
  static constexpr std::int32_t kTypeIndex = TVMLIKE_SHAPE;

  Shape() : Shape(nullptr, 0) {}
  Shape(std::initializer_list<std::int64_t> dims) : Shape(dims.begin(), dims.size()) {}
  explicit Shape(const std::vector<std::int64_t>& dims) : Shape(dims.data(), dims.size()) {}
  Shape(const std::int64_t* dims, std::size_t count) {
    TVMLikeValue made{};
    detail::check(detail::host().shape_create(dims, count, &made));
    ObjectRef::operator=(ObjectRef::take(made.payload.v_obj));
  }
  /// Wraps a shape object.
  explicit Shape(ObjectRef object) noexcept : ObjectRef(std::move(object)) {}

  std::size_t size() const noexcept { return get() == nullptr ? 0 : cell().size; }
  const std::int64_t* data() const noexcept { return get() == nullptr ? nullptr : cell().data; }
  std::int64_t operator[](std::size_t at) const {
    if (at >= size()) detail::throw_index(at, size());
    return data()[at];
  }
  const std::int64_t* begin() const noexcept { return data(); }
  const std::int64_t* end() const noexcept { return data() + size(); }

 private:
  const TVMLikeShapeCell& cell() const noexcept { return *detail::cell_of<TVMLikeShapeCell>(get()); }
};

namespace detail {

/// A tvm-ffi list has the layout of an array; it is only read here.
inline bool holds_array(const TVMLikeValue& value) noexcept {
  return object_in(value, TVMLIKE_ARRAY) != nullptr || object_in(value, TVMLIKE_LIST) != nullptr;
}

}  // namespace detail

template <>
struct Traits<Array> : ObjectTraits<Array> {
  static Array read(const TVMLikeValue& value) {
    if (detail::holds_array(value)) return Array(ObjectRef::borrow(detail::object_in(value)));
    detail::throw_expected(name(), value);
  }
};
template <>
struct Traits<Map> : ObjectTraits<Map> {};

template <class T, class Allocator>
struct Traits<std::vector<T, Allocator>, std::enable_if_t<detail::kWritable<T> && detail::kReadable<T>>> {
  using Vector = std::vector<T, Allocator>;
  using Temp = Any;
  static constexpr bool kBorrows = Traits<T>::kBorrows;
  static void view(const Vector& items, TVMLikeValue& out, Temp& temp) {
    own(items, *temp.out());
    out = temp.raw();
  }
  static void own(const Vector& items, TVMLikeValue& out) {
    detail::Packed<T> packed(items.size());
    std::size_t at = 0;
    for (auto&& item : items) packed.set(at++, item);
    detail::check(detail::host().array_create(packed.data(), packed.size(), &out));
  }
  static Vector read(const TVMLikeValue& value) {
    if constexpr (detail::kNumber<T>) {
      if (TVMLikeObjectHandle shape = detail::object_in(value, TVMLIKE_SHAPE)) return of_shape(shape);
    }
    if (!detail::holds_array(value)) detail::throw_expected(name(), value);
    const Array array = Traits<Array>::read(value);
    Vector items;
    items.reserve(array.size());
    for (AnyView item : array) items.push_back(detail::read_part<T>(item.raw(), "item ", items.size()));
    return items;
  }
  static std::string name() { return "list of " + Traits<T>::name(); }

 private:
  static Vector of_shape(TVMLikeObjectHandle object) {
    const Shape shape(ObjectRef::borrow(object));
    Vector items;
    items.reserve(shape.size());
    for (std::int64_t dim : shape) {
      TVMLikeValue number{};
      detail::set_int(number, TVMLIKE_INT, dim);
      items.push_back(detail::read_part<T>(number, "item ", items.size()));
    }
    return items;
  }
};

template <>
struct Traits<Shape> : ObjectTraits<Shape> {
  static Shape read(const TVMLikeValue& value) {
    if (detail::holds_array(value)) return Shape(Traits<std::vector<std::int64_t>>::read(value));
    return ObjectTraits<Shape>::read(value);
  }
};

namespace detail {

template <class M>
struct MapTraits {
  using K = typename M::key_type;
  using V = typename M::mapped_type;
  using Temp = Any;
  static constexpr bool kBorrows = Traits<K>::kBorrows || Traits<V>::kBorrows;
  static void view(const M& map, TVMLikeValue& out, Temp& temp) {
    own(map, *temp.out());
    out = temp.raw();
  }
  static void own(const M& map, TVMLikeValue& out) {
    Packed<K> keys(map.size());
    Packed<V> values(map.size());
    std::vector<TVMLikeValue> flat;
    flat.reserve(2 * map.size());
    std::size_t at = 0;
    for (const auto& pair : map) {
      keys.set(at, pair.first);
      values.set(at, pair.second);
      flat.push_back(keys[at]);
      flat.push_back(values[at]);
      ++at;
    }
    check(host().map_create(flat.data(), map.size(), &out));
  }
  static M read(const TVMLikeValue& value) {
    if (object_in(value, TVMLIKE_MAP) == nullptr) throw_expected(name(), value);
    const Map map = Traits<Map>::read(value);
    M items;
    std::size_t at = 0;
    for (MapItem item : map) {
      K key = read_part<K>(item.key.raw(), "key ", at);
      if (!items.emplace(std::move(key), read_part<V>(item.value.raw(), "value ", at)).second) {
        throw Error("ValueError", "key " + std::to_string(at) + ": an earlier key converts to the same value");
      }
      ++at;
    }
    return items;
  }
  static std::string name() { return "dict of " + Traits<K>::name() + " to " + Traits<V>::name(); }
};

template <class K, class V>
inline constexpr bool kMappable = kWritable<K> && kReadable<K> && kWritable<V> && kReadable<V>;

}  // namespace detail

template <class K, class V, class... Rest>
struct Traits<std::map<K, V, Rest...>, std::enable_if_t<detail::kMappable<K, V>>>
    : detail::MapTraits<std::map<K, V, Rest...>> {};
template <class K, class V, class... Rest>
struct Traits<std::unordered_map<K, V, Rest...>, std::enable_if_t<detail::kMappable<K, V>>>
    : detail::MapTraits<std::unordered_map<K, V, Rest...>> {};

}  // namespace tvmlike

#endif  // TVMLIKE_CONTAINER_HPP_
