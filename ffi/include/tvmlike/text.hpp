/*
 * Text and bytes.
 *
 * Up to 7 bytes are stored in the value itself. As arguments, longer NUL-terminated text is passed as a
 * pointer, and bytes as pointer and length, without allocation. Text is UTF-8; the library checks it. Text
 * and bytes never convert to each other.
 */
#ifndef TVMLIKE_TEXT_HPP_
#define TVMLIKE_TEXT_HPP_

#include <cstring>
#include <ostream>

#include "tvmlike/any.hpp"

namespace tvmlike TVMLIKE_INTERNAL {
namespace detail {

inline constexpr std::size_t kSmall = 7;

/// Stores up to 7 bytes in the value itself.
inline void put_small(std::string_view bytes, std::int32_t tag, TVMLikeValue& out) noexcept {
  out.type_index = tag;
  out.small_len = static_cast<std::uint32_t>(bytes.size());
  if (!bytes.empty()) std::memcpy(out.payload.v_bytes, bytes.data(), bytes.size());
}

/// Stores short text in the value itself if it is ASCII, which needs no check; otherwise leaves `out`
/// unchanged.
inline bool put_small_ascii(std::string_view text, TVMLikeValue& out) noexcept {
  if (text.size() > kSmall) return false;
  TVMLikeValue small{};
  put_small(text, TVMLIKE_SMALL_STR, small);
  if ((small.payload.v_uint64 & 0x8080808080808080U) != 0) return false;
  out = small;
  return true;
}

inline void own_text(std::string_view text, TVMLikeValue& out) {
  if (put_small_ascii(text, out)) return;
  const TVMLikeByteArray bytes = borrowed(text);
  check(host().string_create(&bytes, &out));
}

inline void own_bytes(std::string_view bytes, TVMLikeValue& out) {
  if (bytes.size() <= kSmall) {
    put_small(bytes, TVMLIKE_SMALL_BYTES, out);
    return;
  }
  const TVMLikeByteArray array = borrowed(bytes);
  check(host().bytes_create(&array, &out));
}

/// The text in a value, borrowed from it; nothing if it is not text.
inline std::optional<std::string_view> text_in(const TVMLikeValue& value) noexcept {
  switch (value.type_index) {
    case TVMLIKE_SMALL_STR:
      return std::string_view(reinterpret_cast<const char*>(value.payload.v_bytes), value.small_len);
    case TVMLIKE_RAW_STR: return std::string_view(value.payload.v_c_str);
    default: break;
  }
  if (TVMLikeObjectHandle object = object_in(value, TVMLIKE_STR))
    return view_of(*cell_of<TVMLikeStringCell>(object));
  return std::nullopt;
}

/// The bytes in a value, borrowed from it; nothing if it is not bytes.
inline std::optional<std::string_view> bytes_in(const TVMLikeValue& value) noexcept {
  switch (value.type_index) {
    case TVMLIKE_SMALL_BYTES:
      return std::string_view(reinterpret_cast<const char*>(value.payload.v_bytes), value.small_len);
    case TVMLIKE_BYTE_ARRAY_PTR: return view_of(*static_cast<const TVMLikeByteArray*>(value.payload.v_ptr));
    default: break;
  }
  if (TVMLikeObjectHandle object = object_in(value, TVMLIKE_BYTES)) {
    return view_of(*cell_of<TVMLikeStringCell>(object));
  }
  return std::nullopt;
}

}  // namespace detail

template <>
struct Traits<std::string_view> {
  using Temp = Any;
  static constexpr bool kBorrows = true;
  static void view(std::string_view text, TVMLikeValue& out, Temp& temp) {
    // A string_view need not be NUL-terminated, so longer text needs an object.
    if (detail::put_small_ascii(text, out)) return;
    detail::own_text(text, *temp.out());
    out = temp.raw();
  }
  static void own(std::string_view text, TVMLikeValue& out) { detail::own_text(text, out); }
  static std::string_view read(const TVMLikeValue& value) {
    if (std::optional<std::string_view> text = detail::text_in(value)) return *text;
    detail::throw_expected(name(), value);
  }
  static std::string name() { return "str"; }
};

template <>
struct Traits<std::string> {
  using Temp = Any;
  static constexpr bool kBorrows = false;
  static void view(const std::string& text, TVMLikeValue& out, Temp& temp) {
    if (detail::put_small_ascii(text, out)) return;
    if (std::memchr(text.data(), 0, text.size()) != nullptr) {
      // A C string would end at that NUL.
      detail::own_text(text, *temp.out());
      out = temp.raw();
      return;
    }
    out.type_index = TVMLIKE_RAW_STR;
    out.payload.v_c_str = text.c_str();
  }
  static void own(const std::string& text, TVMLikeValue& out) { detail::own_text(text, out); }
  static std::string read(const TVMLikeValue& value) {
    if (std::optional<std::string_view> text = detail::text_in(value)) return std::string(*text);
    detail::throw_expected(name(), value);
  }
  static std::string name() { return "str"; }
};

/// A C string; NULL is None.
template <>
struct Traits<const char*> {
  using Temp = detail::NoTemp;
  static void view(const char* text, TVMLikeValue& out, Temp&) noexcept {
    if (text == nullptr) return;
    out.type_index = TVMLIKE_RAW_STR;
    out.payload.v_c_str = text;
  }
  static void own(const char* text, TVMLikeValue& out) {
    if (text != nullptr) detail::own_text(text, out);
  }
  static std::string name() { return "str"; }
};

template <>
struct Traits<char*> : Traits<const char*> {};

/// Shared immutable text.
class String {
 public:
  String() : String(std::string_view()) {}
  String(std::string_view text) { detail::own_text(text, *value_.out()); }
  String(const std::string& text) : String(std::string_view(text)) {}
  String(const char* text) : String(std::string_view(text)) {}

  std::string_view view() const noexcept {
    return detail::text_in(value_.raw()).value_or(std::string_view());
  }
  /// The NUL-terminated text.
  const char* c_str() const noexcept {
    const char* text = view().data();
    return text == nullptr ? "" : text;
  }
  std::size_t size() const noexcept { return view().size(); }
  bool empty() const noexcept { return size() == 0; }
  std::string str() const { return std::string(view()); }
  operator std::string_view() const noexcept { return view(); }
  const Any& value() const noexcept { return value_; }

  friend bool operator==(const String& a, const String& b) noexcept { return a.view() == b.view(); }
  friend bool operator!=(const String& a, const String& b) noexcept { return a.view() != b.view(); }
  friend bool operator<(const String& a, const String& b) noexcept { return a.view() < b.view(); }
  friend std::ostream& operator<<(std::ostream& out, const String& text) { return out << text.view(); }

 private:
  friend struct Traits<String>;
  struct Shared {};
  String(Shared, const TVMLikeValue& value) : value_(AnyView(value)) {}

  Any value_;
};

/// Borrowed bytes, as an argument.
struct BytesView {
  const void* data = nullptr;
  std::size_t size = 0;
};

/// Shared immutable bytes.
class Bytes {
 public:
  Bytes() : Bytes(nullptr, 0) {}
  Bytes(const void* data, std::size_t size) : Bytes(std::string_view(static_cast<const char*>(data), size)) {}
  explicit Bytes(std::string_view bytes) { detail::own_bytes(bytes, *value_.out()); }

  std::string_view view() const noexcept {
    return detail::bytes_in(value_.raw()).value_or(std::string_view());
  }
  const unsigned char* data() const noexcept { return reinterpret_cast<const unsigned char*>(view().data()); }
  std::size_t size() const noexcept { return view().size(); }
  bool empty() const noexcept { return size() == 0; }
  const Any& value() const noexcept { return value_; }

  friend bool operator==(const Bytes& a, const Bytes& b) noexcept { return a.view() == b.view(); }
  friend bool operator!=(const Bytes& a, const Bytes& b) noexcept { return a.view() != b.view(); }

 private:
  friend struct Traits<Bytes>;
  struct Shared {};
  Bytes(Shared, const TVMLikeValue& value) : value_(AnyView(value)) {}

  Any value_;
};

template <>
struct Traits<String> {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = false;
  static void view(const String& text, TVMLikeValue& out, Temp&) noexcept { out = text.value().raw(); }
  static void own(String text, TVMLikeValue& out) noexcept { out = text.value_.into_value(); }
  static String read(const TVMLikeValue& value) {
    if (value.type_index == TVMLIKE_STR || value.type_index == TVMLIKE_SMALL_STR)
      return String(String::Shared{}, value);
    if (std::optional<std::string_view> text = detail::text_in(value)) return String(*text);
    detail::throw_expected(name(), value);
  }
  static std::string name() { return "str"; }
};

template <>
struct Traits<BytesView> {
  using Temp = TVMLikeByteArray;
  static constexpr bool kBorrows = true;
  static void view(BytesView bytes, TVMLikeValue& out, Temp& temp) noexcept {
    temp = TVMLikeByteArray{static_cast<const char*>(bytes.data), bytes.size};
    detail::set_pointer(out, TVMLIKE_BYTE_ARRAY_PTR, &temp);
  }
  static void own(BytesView bytes, TVMLikeValue& out) {
    detail::own_bytes(std::string_view(static_cast<const char*>(bytes.data), bytes.size), out);
  }
  static BytesView read(const TVMLikeValue& value) {
    if (std::optional<std::string_view> bytes = detail::bytes_in(value))
      return BytesView{bytes->data(), bytes->size()};
    detail::throw_expected(name(), value);
  }
  static std::string name() { return "bytes"; }
};

template <>
struct Traits<Bytes> {
  using Temp = detail::NoTemp;
  static constexpr bool kBorrows = false;
  static void view(const Bytes& bytes, TVMLikeValue& out, Temp&) noexcept { out = bytes.value().raw(); }
  static void own(Bytes bytes, TVMLikeValue& out) noexcept { out = bytes.value_.into_value(); }
  static Bytes read(const TVMLikeValue& value) {
    if (value.type_index == TVMLIKE_BYTES || value.type_index == TVMLIKE_SMALL_BYTES) {
      return Bytes(Bytes::Shared{}, value);
    }
    if (std::optional<std::string_view> bytes = detail::bytes_in(value)) return Bytes(*bytes);
    detail::throw_expected(name(), value);
  }
  static std::string name() { return "bytes"; }
};

inline std::optional<std::string> Error::native_stack() const {
  Any stack;
  detail::check(detail::host().error_native_stack(object_.get(), stack.out()));
  if (stack.is_none()) return std::nullopt;
  return stack.cast<std::string>();
}

}  // namespace tvmlike

#endif  // TVMLIKE_TEXT_HPP_
