/*
 * std::pair and std::tuple: an Array with one item for each element.
 */
#ifndef TVMLIKE_TUPLE_HPP_
#define TVMLIKE_TUPLE_HPP_

#include <tuple>

#include "tvmlike/record.hpp"

namespace tvmlike TVMLIKE_INTERNAL {
namespace detail {

/// The half of the conversions that the elements support.
template <bool Writable, class Items, class... T>
struct WriteTuple {};
template <class Items, class... T>
struct WriteTuple<true, Items, T...> {
  using Temp = Any;
  static void view(const Items& items, TVMLikeValue& out, Temp& temp) {
    own(items, *temp.out());
    out = temp.raw();
  }
  static void own(const Items& items, TVMLikeValue& out) {
    const auto create = [&out](const T&... item) {
      const std::vector<Any> flat{Any(item)...};
      check(host().array_create(reinterpret_cast<const TVMLikeValue*>(flat.data()), flat.size(), &out));
    };
    std::apply(create, items);
  }
};

template <bool Readable, class Items, class... T>
struct ReadTuple {};
template <class Items, class... T>
struct ReadTuple<true, Items, T...> {
  static constexpr bool kBorrows = (... || Traits<T>::kBorrows);
  static Items read(const TVMLikeValue& value) {
    if (!holds_array(value)) throw_expected(name(), value);
    const Array array = Traits<Array>::read(value);
    if (array.size() != sizeof...(T)) {
      throw Error("ValueError", "wrong number of elements: expected " + std::to_string(sizeof...(T)) + ", got " +
                                    std::to_string(array.size()));
    }
    return read_items(array, std::index_sequence_for<T...>{});
  }
  static std::string name() {
    std::string names;
    ((names += (names.empty() ? "" : ", ") + Traits<T>::name()), ...);
    return "tuple of (" + names + ")";
  }

 private:
  template <std::size_t... At>
  static Items read_items([[maybe_unused]] const Array& array, std::index_sequence<At...>) {
    // Braces: items are converted, and so rejected, from left to right.
    return Items{read_part<T>(array[At].raw(), "item ", At)...};
  }
};

template <class Items, class... T>
struct TupleTraits : WriteTuple<(kWritable<T> && ...), Items, T...>, ReadTuple<(kReadable<T> && ...), Items, T...> {
  static std::string record() {
    std::string types = "[\"stuple\"";
    ((types += ", " + record_of<T>()), ...);
    return types + "]";
  }
};

}  // namespace detail

template <class... T>
struct Traits<std::tuple<T...>> : detail::TupleTraits<std::tuple<T...>, T...> {};
template <class A, class B>
struct Traits<std::pair<A, B>> : detail::TupleTraits<std::pair<A, B>, A, B> {};

}  // namespace tvmlike

#endif  // TVMLIKE_TUPLE_HPP_
