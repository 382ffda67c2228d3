/*
 * Values as text, for messages and logs: `42`, `"text"`, `[1, 2]`, `{"a": 1}`, `Point(1, 2)`. An object without a
 * `__repr__` is its type key: `<testing.Ticket>`.
 */
#ifndef TVMLIKE_PRINT_HPP_
#define TVMLIKE_PRINT_HPP_

#include <ostream>

#include "tvmlike/function.hpp"

namespace tvmlike TVMLIKE_INTERNAL {
namespace detail {

/// The maximum depth at which nested containers are printed. A tvm-ffi list may contain itself.
inline constexpr int kPrintDepth = 8;

inline void print_text(std::string& out, std::string_view text, const char* quote) {
  static constexpr char kHex[] = "0123456789abcdef";
  const bool bytes = quote[0] == 'b';
  out += quote;
  for (const char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7f || (bytes && byte > 0x7f)) {
      out += "\\x";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

void print(std::string& out, const TVMLikeValue& value, int depth);

/// The text of an object: that of its `__repr__`, or its type key. Defined in member.hpp.
std::string repr_of(const ObjectRef& object);

template <class Range, class Each>
void print_items(std::string& out, const Range& range, char open, char close, int depth, Each each) {
  out += open;
  if (depth >= kPrintDepth && range.begin() != range.end()) {
    out += "...";
  } else {
    bool first = true;
    for (const auto& item : range) {
      if (!first) out += ", ";
      first = false;
      each(item);
    }
  }
  out += close;
}

inline void print_tensor(std::string& out, const DLTensor& tensor) {
  out += "<Tensor " + to_string(tensor.dtype) + "[";
  for (std::int32_t at = 0; at < tensor.ndim; ++at) {
    if (at > 0) out += ", ";
    out += std::to_string(tensor.shape[at]);
  }
  out += "] on " + to_string(tensor.device) + ">";
}

inline void print(std::string& out, const TVMLikeValue& value, int depth) {
  const ObjectRef object = ObjectRef::borrow(object_in(value));
  if (std::optional<std::string_view> text = text_in(value)) {
    print_text(out, *text, "\"");
  } else if (std::optional<std::string_view> bytes = bytes_in(value)) {
    print_text(out, *bytes, "b\"");
  } else if (const DLTensor* tensor = dltensor_in(value)) {
    print_tensor(out, *tensor);
  } else if (object.is_a(TVMLIKE_ARRAY) || object.is_a(TVMLIKE_LIST)) {
    print_items(out, Array(object), '[', ']', depth,
                [&](AnyView item) { print(out, item.raw(), depth + 1); });
  } else if (object.is_a(TVMLIKE_MAP)) {
    print_items(out, Map(object), '{', '}', depth, [&](const MapItem& item) {
      print(out, item.key.raw(), depth + 1);
      out += ": ";
      print(out, item.value.raw(), depth + 1);
    });
  } else if (object.is_a(TVMLIKE_SHAPE)) {
    print_items(out, Shape(object), '(', ')', 0, [&](std::int64_t dim) { out += std::to_string(dim); });
  } else if (object.is_a(TVMLIKE_ERROR)) {
    out += std::string("<Error ") + Error(object).what() + ">";
  } else if (object) {
    out += repr_of(object);
  } else {
    switch (value.type_index) {
      case TVMLIKE_INT: out += std::to_string(value.payload.v_int64); break;
      case TVMLIKE_BOOL: out += value.payload.v_int64 != 0 ? "True" : "False"; break;
      case TVMLIKE_FLOAT: out += float_text(value.payload.v_float64); break;
      case TVMLIKE_DATA_TYPE: out += to_string(value.payload.v_dtype); break;
      case TVMLIKE_DEVICE: out += to_string(value.payload.v_device); break;
      default: out += name_of_type(value.type_index); break;
    }
  }
}

}  // namespace detail

/// A value as text.
inline std::string to_string(AnyView value) {
  std::string out;
  detail::print(out, value.raw(), 0);
  return out;
}

inline std::string to_string(const Any& value) { return to_string(AnyView(value)); }

// A template, so that it is never chosen for a type that merely converts to an Any.
template <class V, class = std::enable_if_t<std::is_same_v<V, Any> || std::is_same_v<V, AnyView>>>
std::ostream& operator<<(std::ostream& out, const V& value) {
  return out << to_string(value);
}

template <class K>
AnyView Map::at(const K& key) const {
  std::optional<AnyView> found = find(key);
  if (!found) {
    TVMLikeValue borrowed{};
    typename Traits<detail::Decayed<K>>::Temp temp{};
    Traits<detail::Decayed<K>>::view(key, borrowed, temp);
    throw Error("KeyError", to_string(AnyView(borrowed)));
  }
  return *found;
}

}  // namespace tvmlike

#endif  // TVMLIKE_PRINT_HPP_
