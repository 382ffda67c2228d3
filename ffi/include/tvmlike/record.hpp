/*
 * The signature record of a function, as JSON text, derived from its C++ types.
 *
 * A front end uses it for help, stubs, and calls by name. C++ does not keep parameter names, so they are
 * passed with the function:
 *
 *   tvmlike::register_global("geometry.hypot", &hypot, tvmlike::About("The long side.").params("a", "b"));
 *
 * Traits<T> may have a `static std::string record()`, the record of the type; a type without one is described
 * as any value.
 */
#ifndef TVMLIKE_RECORD_HPP_
#define TVMLIKE_RECORD_HPP_

#include "tvmlike/function.hpp"

namespace tvmlike TVMLIKE_INTERNAL {

/// Information about a function, apart from its code.
class About {
 public:
  About() = default;
  /// The function's doc; NULL for none.
  About(const char* doc) : doc_(doc == nullptr ? "" : doc) {}
  About(std::string doc) : doc_(std::move(doc)) {}
  /// Whether it replaces an existing function of that name.
  template <class B, class = std::enable_if_t<std::is_same_v<B, bool>>>
  About(B override) : flags_(override ? TVMLIKE_REGISTER_OVERRIDE : 0) {}

  /// The names of the parameters, for calls by name. A method's object is not included.
  template <class... Names>
  About& params(const Names&... names) {
    names_ = {std::string(names)...};
    return *this;
  }
  /// Makes the last parameters keyword-only in Python; they need names from `params`. Other languages pass
  /// them by position.
  About& keyword_only(std::size_t last = 1) {
    keyword_only_ = last;
    return *this;
  }
  /// The whole signature record, a JSON object, if the types do not say enough.
  About& record(const char* json) {
    record_ = json == nullptr ? "" : json;
    return *this;
  }
  /// Whether Python releases the GIL while the function runs, which is the default. Pass `false` for a
  /// function that returns soon and waits for no other thread: its calls cost less.
  About& release_gil(bool release = true) {
    flags_ &= ~std::uint32_t{TVMLIKE_REGISTER_KEEPS_GIL};
    if (!release) flags_ |= TVMLIKE_REGISTER_KEEPS_GIL;
    return *this;
  }
  /// Replaces an existing function of that name.
  About& overrides() {
    flags_ |= TVMLIKE_REGISTER_OVERRIDE;
    return *this;
  }

  const std::string& doc() const noexcept { return doc_; }
  const std::string& record() const noexcept { return record_; }
  const std::vector<std::string>& names() const noexcept { return names_; }
  std::size_t keyword_only() const noexcept { return keyword_only_; }
  std::uint32_t flags() const noexcept { return flags_; }

 private:
  std::string doc_;
  std::string record_;
  std::vector<std::string> names_;
  std::size_t keyword_only_ = 0;
  std::uint32_t flags_ = 0;
};

namespace detail {

/// Text as JSON.
inline std::string json_text(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  return out += '"';
}

template <class T, class = void>
struct HasRecord : std::false_type {};
template <class T>
struct HasRecord<T, std::void_t<decltype(Traits<T>::record())>> : std::true_type {};

template <class T>
struct IsVector : std::false_type {};
template <class T, class Allocator>
struct IsVector<std::vector<T, Allocator>> : std::true_type {};
template <class T, class = void>
struct IsMap : std::false_type {};
template <class T>
struct IsMap<T, std::void_t<typename T::key_type, typename T::mapped_type>> : std::true_type {};

template <class T, class... Others>
inline constexpr bool kIsOneOf = (std::is_same_v<T, Others> || ...);

/// The record of a type.
template <class T>
std::string record_of() {
  using TensorPointer = const DLTensor*;
  if constexpr (HasRecord<T>::value) {
    return Traits<T>::record();
  } else if constexpr (std::is_same_v<T, bool>) {
    return "\"i1\"";
  } else if constexpr (kNumber<T> || std::is_floating_point_v<T>) {
    return json_text(number_name<T>());
  } else if constexpr (kIsOneOf<T, std::string, std::string_view, String, const char*>) {
    return "\"str\"";
  } else if constexpr (kIsOneOf<T, Bytes, BytesView>) {
    return "\"bytes\"";
  } else if constexpr (std::is_same_v<T, void*>) {
    return "\"ptr\"";
  } else if constexpr (std::is_same_v<T, std::nullptr_t>) {
    return "null";
  } else if constexpr (std::is_same_v<T, DLDataType>) {
    return "\"dtype\"";
  } else if constexpr (std::is_same_v<T, DLDevice>) {
    return "\"device\"";
  } else if constexpr (std::is_same_v<T, Shape>) {
    return "\"shape\"";
  } else if constexpr (kIsOneOf<T, Tensor, TensorPointer>) {
    return "[\"ndarray\", \"unknown\", null]";
  } else if constexpr (std::is_same_v<T, DLTensor*>) {
    return "[\"writable\", [\"ndarray\", \"unknown\", null]]";
  } else if constexpr (std::is_base_of_v<Function, T> || kIsPlainCallable<T>) {
    return "\"function\"";
  } else if constexpr (std::is_same_v<T, Error>) {
    return "[\"object\", \"runtime.Error\"]";
  } else if constexpr (std::is_same_v<T, ObjectRef>) {
    return "[\"object\", \"runtime.Object\"]";
  } else if constexpr (std::is_same_v<T, Array>) {
    return "[\"py_homogeneous_list\", \"unknown\"]";
  } else if constexpr (std::is_same_v<T, Map>) {
    return "[\"dict\", \"unknown\", \"unknown\"]";
  } else if constexpr (IsOptional<T>::value) {
    return "[\"optional\", " + record_of<typename T::value_type>() + "]";
  } else if constexpr (IsVector<T>::value) {
    return "[\"py_homogeneous_list\", " + record_of<typename T::value_type>() + "]";
  } else if constexpr (IsMap<T>::value) {
    return "[\"dict\", " + record_of<typename T::key_type>() + ", " + record_of<typename T::mapped_type>() +
           "]";
  } else {
    return "\"unknown\"";
  }
}

template <class R>
std::string record_of_result() {
  if constexpr (std::is_void_v<R>) {
    return "\"r\": []";
  } else {
    return "\"r\": [" + record_of<Decayed<R>>() + "]";
  }
}

/// The parts of a record that follow from the types. Skips the first `skipped` parameters, which the caller
/// does not pass.
template <class R, class... P>
std::string record_of_types(Signature<R, P...>, const About& about, const std::string& name,
                            std::size_t skipped) {
  const std::vector<std::string> types = {record_of<Decayed<P>>()...};
  const std::vector<std::string>& names = about.names();
  const std::size_t count = types.size() - skipped;
  if (!names.empty() && names.size() != count) {
    throw Error("ValueError", name + ": params() names " + std::to_string(names.size()) +
                                  " parameters, the function has " + std::to_string(count));
  }
  if (about.keyword_only() > names.size()) {
    throw Error("ValueError", name + ": keyword_only(" + std::to_string(about.keyword_only()) + ") exceeds the " +
                                  std::to_string(names.size()) + " names in params()");
  }
  std::string params, defaults, keyword_only;
  for (std::size_t at = 0; at < count; ++at) {
    if (at > 0) params += ", ";
    if (names.empty()) {
      params += types[skipped + at];
      continue;
    }
    params += "[\"named\", " + json_text(names[at]) + ", " + types[skipped + at] + "]";
    if (at + about.keyword_only() >= count)
      keyword_only += (keyword_only.empty() ? "" : ", ") + json_text(names[at]);
    if (skipped + at < required<P...>()) continue;
    defaults += (defaults.empty() ? "" : ", ") + json_text(names[at]) + ": null";
  }
  std::string record = "\"a\": [" + params + "], " + record_of_result<R>();
  if (!defaults.empty()) record += ", \"defaults\": {" + defaults + "}";
  if (!keyword_only.empty()) record += ", \"keyword_only\": [" + keyword_only + "]";
  return record;
}

template <class R>
std::string record_of_types(Signature<R, Args>, const About&, const std::string&, std::size_t) {
  return "\"a\": [], \"variadic\": true, " + record_of_result<R>();
}

/// Adds the doc in front of the members of a record.
inline std::string with_doc(std::string_view doc, std::string_view inside) {
  std::string record = "{";
  if (!doc.empty()) record += "\"doc\": " + json_text(doc);
  if (!doc.empty() && !inside.empty()) record += ", ";
  return record.append(inside) + "}";
}

/// The members of a JSON object: the text between its braces, trimmed.
inline std::string_view inside_of(std::string_view json) {
  static constexpr char kSpace[] = " \n\t\r";
  const auto strip = [&json] {
    while (!json.empty() && std::strchr(kSpace, json.front()) != nullptr) json.remove_prefix(1);
    while (!json.empty() && std::strchr(kSpace, json.back()) != nullptr) json.remove_suffix(1);
  };
  strip();
  if (json.size() >= 2 && json.front() == '{' && json.back() == '}') json = json.substr(1, json.size() - 2);
  strip();
  return json;
}

/// The record of a callable of type F.
template <class F>
std::string record_of_callable(const About& about, const std::string& name, std::size_t skipped = 0) {
  if (!about.record().empty()) return with_doc(about.doc(), inside_of(about.record()));
  return with_doc(about.doc(), record_of_types(typename SignatureOf<F>::Type{}, about, name, skipped));
}

/// The record of a function of unknown types.
inline std::string record_of_function(const About& about) {
  if (about.doc().empty() && about.record().empty()) return {};
  return with_doc(about.doc(), inside_of(about.record()));
}

}  // namespace detail
}  // namespace tvmlike

#endif  // TVMLIKE_RECORD_HPP_
