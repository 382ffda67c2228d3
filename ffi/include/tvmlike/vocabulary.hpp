/*
 * Conversions of C++ classes without a native value of their own: enumerations, plain structs, paths,
 * durations, sets, fixed-size arrays and variants.
 *
 *   std::filesystem::path          text, in UTF-8; on POSIX systems bytes if it is not UTF-8
 *   std::chrono::duration<double>  a number of seconds; reads from a float or an int that is not negative
 *   std::set                       an Array of distinct items
 *   std::array                     an Array of the same length
 *   std::variant                   the first alternative that accepts the value
 *
 * Enumerations and structs need a specialization of EnumInfo or RecordInfo, which `tvmlike stubs --lang cpp`
 * generates, and a Traits that inherits from EnumTraits or RecordTraits.
 */
#ifndef TVMLIKE_VOCABULARY_HPP_
#define TVMLIKE_VOCABULARY_HPP_

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <set>
#include <variant>

#include "tvmlike/record.hpp"

namespace tvmlike TVMLIKE_INTERNAL {

/// The description of an enumeration: `kKey`, whether its members are flags, and `kValues`.
template <class E>
struct EnumInfo;

/// The description of a plain struct: `kName`, and `each`, which calls a function with the name of each
/// field, the field, and whether it is optional.
template <class R>
struct RecordInfo;

/// Converts an enumeration as an int, which must be one of its values, or a combination of its flags.
template <class E>
struct EnumTraits {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = false;
  static void view(E member, TVMLikeValue& out, Temp&) noexcept { own(member, out); }
  static void own(E member, TVMLikeValue& out) noexcept {
    detail::set_int(out, TVMLIKE_INT, static_cast<std::int64_t>(member));
  }
  static E read(const TVMLikeValue& value) {
    if (value.type_index != TVMLIKE_INT) detail::throw_expected(name(), value);
    const std::int64_t number = value.payload.v_int64;
    if (!declared(number)) {
      throw Error("ValueError", std::to_string(number) + " is not a value of " + name());
    }
    return static_cast<E>(number);
  }
  static std::string name() { return std::string(EnumInfo<E>::kKey); }

 private:
  static bool declared(std::int64_t number) noexcept {
    std::int64_t bits = 0;
    for (std::int64_t one : EnumInfo<E>::kValues) {
      if (one == number) return true;
      bits |= one;
    }
    return EnumInfo<E>::kFlags && (number & ~bits) == 0;
  }
};

/// Converts a plain struct as a Map from field names to values. An optional field is a std::optional, and is
/// omitted if it is empty.
template <class R>
struct RecordTraits {
  using Temp = Any;
  static constexpr bool kBorrows = false;
  static void view(const R& record, TVMLikeValue& out, Temp& temp) {
    own(record, *temp.out());
    out = temp.raw();
  }
  static void own(const R& record, TVMLikeValue& out) {
    std::vector<Any> flat;
    RecordInfo<R>::each(record, [&](std::string_view name, const auto& field, bool optional) {
      Any value(field);
      if (optional && value.raw().type_index == TVMLIKE_NONE) return;
      flat.emplace_back(name);
      flat.push_back(std::move(value));
    });
    const auto* raw = reinterpret_cast<const TVMLikeValue*>(flat.data());
    detail::check(detail::host().map_create(raw, flat.size() / 2, &out));
  }
  static R read(const TVMLikeValue& value) {
    if (detail::object_in(value, TVMLIKE_MAP) == nullptr) detail::throw_expected(name(), value);
    const Map map = Traits<Map>::read(value);
    R record{};
    std::size_t found = 0;
    RecordInfo<R>::each(record, [&](std::string_view field_name, auto& field, bool optional) {
      for (MapItem item : map) {
        if (detail::text_in(item.key.raw()) != field_name) continue;
        read_field(field_name, item.value.raw(), field);
        ++found;
        return;
      }
      if (!optional) {
        throw Error("TypeError", "the field `" + std::string(field_name) + "` of " + name() + " is missing");
      }
    });
    if (found != map.size()) throw_unknown(map);
    return record;
  }
  static std::string name() { return std::string(RecordInfo<R>::kName); }

 private:
  template <class T>
  static void read_field(std::string_view field_name, const TVMLikeValue& value, T& field) {
    static_assert(!Traits<T>::kBorrows, "tvmlike: a field of a struct must own its value: std::string");
    try {
      field = Traits<T>::read(value);
    } catch (const Error& error) {
      detail::throw_at("field `" + std::string(field_name) + "`", error);
    }
  }
  [[noreturn]] TVMLIKE_COLD static void throw_unknown(const Map& map) {
    std::vector<std::string_view> known;
    std::string listed;
    const R blank{};
    RecordInfo<R>::each(blank, [&](std::string_view field_name, const auto&, bool) {
      known.push_back(field_name);
      listed.append(listed.empty() ? "`" : ", `").append(field_name).append("`");
    });
    std::string unknown = "with a key that is not text";
    for (MapItem item : map) {
      const std::optional<std::string_view> key = detail::text_in(item.key.raw());
      if (key && std::find(known.begin(), known.end(), *key) == known.end()) {
        unknown = "`" + std::string(*key) + "`";
      }
    }
    throw Error("TypeError", name() + " has no field " + unknown + "; its fields are " + listed);
  }
};

template <>
struct Traits<std::filesystem::path> {
  using Temp = Any;
  static constexpr bool kBorrows = false;
  static void view(const std::filesystem::path& path, TVMLikeValue& out, Temp& temp) {
    own(path, *temp.out());
    out = temp.raw();
  }
  static void own(const std::filesystem::path& path, TVMLikeValue& out) {
#ifdef _WIN32
    const auto text = path.u8string();
    detail::own_text(std::string_view(reinterpret_cast<const char*>(text.data()), text.size()), out);
#else
    try {
      detail::own_text(path.native(), out);
    } catch (const Error&) {
      detail::own_bytes(path.native(), out);  // not UTF-8
    }
#endif
  }
  static std::filesystem::path read(const TVMLikeValue& value) {
    if (std::optional<std::string_view> text = detail::text_in(value)) {
      check_nul(*text);
#ifdef _WIN32
      return std::filesystem::u8path(text->begin(), text->end());
#else
      return std::filesystem::path(*text);
#endif
    }
#ifndef _WIN32
    if (std::optional<std::string_view> bytes = detail::bytes_in(value)) {
      check_nul(*bytes);
      return std::filesystem::path(*bytes);
    }
#endif
    detail::throw_expected(name(), value);
  }
  static std::string name() { return "path"; }
  static std::string record() { return "\"path\""; }

 private:
  /// The system would use the path up to the NUL: another file.
  static void check_nul(std::string_view text) {
    if (text.find('\0') != text.npos) throw Error("ValueError", "a path must not contain NUL");
  }
};

template <>
struct Traits<std::chrono::duration<double>> {
  using Seconds = std::chrono::duration<double>;
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = false;
  static void view(Seconds time, TVMLikeValue& out, Temp&) noexcept { own(time, out); }
  static void own(Seconds time, TVMLikeValue& out) noexcept { Traits<double>::own(time.count(), out); }
  static Seconds read(const TVMLikeValue& value) {
    const double seconds = Traits<double>::read(value);
    if (!(seconds >= 0) || std::isinf(seconds)) {
      throw Error("ValueError", detail::float_text(seconds) + " is not a duration: expected a number of seconds");
    }
    return Seconds(seconds);
  }
  static std::string name() { return "duration"; }
  static std::string record() { return "\"duration\""; }
};

template <class T, class... Rest>
struct Traits<std::set<T, Rest...>, std::enable_if_t<detail::kWritable<T> && detail::kReadable<T>>> {
  using Set = std::set<T, Rest...>;
  using Temp = Any;
  static constexpr bool kBorrows = Traits<T>::kBorrows;
  static void view(const Set& items, TVMLikeValue& out, Temp& temp) {
    own(items, *temp.out());
    out = temp.raw();
  }
  static void own(const Set& items, TVMLikeValue& out) {
    Traits<std::vector<T>>::own(std::vector<T>(items.begin(), items.end()), out);
  }
  static Set read(const TVMLikeValue& value) {
    if (!detail::holds_array(value)) detail::throw_expected(name(), value);
    Set items;
    std::size_t at = 0;
    for (T& item : Traits<std::vector<T>>::read(value)) {
      if (!items.insert(std::move(item)).second) {
        throw Error("ValueError", "item " + std::to_string(at) + ": duplicate item in a set");
      }
      ++at;
    }
    return items;
  }
  static std::string name() { return "set of " + Traits<T>::name(); }
  static std::string record() { return "[\"set\", " + detail::record_of<T>() + "]"; }
};

template <class T, std::size_t N>
struct Traits<std::array<T, N>, std::enable_if_t<detail::kWritable<T> && detail::kReadable<T>>> {
  using Items = std::array<T, N>;
  using Temp = Any;
  static constexpr bool kBorrows = Traits<T>::kBorrows;
  static void view(const Items& items, TVMLikeValue& out, Temp& temp) {
    own(items, *temp.out());
    out = temp.raw();
  }
  static void own(const Items& items, TVMLikeValue& out) {
    Traits<std::vector<T>>::own(std::vector<T>(items.begin(), items.end()), out);
  }
  static Items read(const TVMLikeValue& value) {
    std::vector<T> items = Traits<std::vector<T>>::read(value);
    if (items.size() != N) {
      throw Error("ValueError", "wrong number of elements: expected " + std::to_string(N) + ", got " +
                                    std::to_string(items.size()));
    }
    Items made{};
    std::move(items.begin(), items.end(), made.begin());
    return made;
  }
  static std::string name() { return "list of " + std::to_string(N) + " " + Traits<T>::name(); }
  static std::string record() { return "[\"array\", " + detail::record_of<T>() + ", " + std::to_string(N) + "]"; }
};

template <class... T>
struct Traits<std::variant<T...>, std::enable_if_t<(... && (detail::kWritable<T> && detail::kReadable<T>))>> {
  using Variant = std::variant<T...>;
  using Temp = Any;
  static constexpr bool kBorrows = (... || Traits<T>::kBorrows);
  static void view(const Variant& value, TVMLikeValue& out, Temp& temp) {
    own(value, *temp.out());
    out = temp.raw();
  }
  static void own(const Variant& value, TVMLikeValue& out) {
    std::visit([&](const auto& held) { Traits<detail::Decayed<decltype(held)>>::own(held, out); }, value);
  }
  static Variant read(const TVMLikeValue& value) {
    std::optional<Variant> made;
    (read_as<T>(value, made), ...);
    if (made) return *std::move(made);
    detail::throw_expected(name(), value);
  }
  static std::string name() {
    std::string text;
    ((text += (text.empty() ? "" : " or ") + Traits<T>::name()), ...);
    return text;
  }
  static std::string record() {
    std::string types = "[\"union\"";
    ((types += ", " + detail::record_of<T>()), ...);
    return types + "]";
  }

 private:
  template <class One>
  static void read_as(const TVMLikeValue& value, std::optional<Variant>& made) {
    if (made) return;
    if (std::optional<One> read = detail::try_cast<One>(value)) made.emplace(std::in_place_type<One>, *std::move(read));
  }
};

}  // namespace tvmlike

#endif  // TVMLIKE_VOCABULARY_HPP_
