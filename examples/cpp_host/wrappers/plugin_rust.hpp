// Written by `tvmlike stubs --lang cpp`: what is registered under `plugin_rust.`

#ifndef TVMLIKE_STUB_PLUGIN_RUST_HPP_
#define TVMLIKE_STUB_PLUGIN_RUST_HPP_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tvmlike/wrapper.hpp>

namespace plugin_rust { class TVMLIKE_INTERNAL Account; }

namespace plugin_rust {

/// An account that money goes in and out of.
class TVMLIKE_INTERNAL Account : public tvmlike::ObjectRef {
 public:
  static constexpr std::string_view kTypeKey = "plugin_rust.Account";

  /// No object; only good for being assigned to.
  Account() noexcept = default;
  /// Around an object of the type `plugin_rust.Account`.
  explicit Account(tvmlike::ObjectRef object) noexcept
      : tvmlike::ObjectRef(std::move(object)) {}

  /// Whose account it is.
  std::string owner() const;

  /// How much is on it, in cents.
  std::int64_t cents() const;

  /// Is called with the account and the new sum after each change.
  std::optional<tvmlike::Function> on_change() const;

  /// Opens an account.
  ///
  /// `cents` may be left out; it is 0 then.
  static ::plugin_rust::Account create(std::string_view owner, std::int64_t cents);
  static ::plugin_rust::Account create(std::string_view owner);

  /// Puts money on the account, or takes some from it; says how much there is then.
  std::int64_t add(std::int64_t cents) const;

  /// The account with more on it.
  static ::plugin_rust::Account richer(const ::plugin_rust::Account& a, const ::plugin_rust::Account& b);

  void set_on_change(const std::optional<tvmlike::Function>& value) const;
};

}  // namespace plugin_rust

template <>
struct tvmlike::Traits<::plugin_rust::Account> : tvmlike::KeyedTraits<::plugin_rust::Account> {};

namespace plugin_rust {

TVMLIKE_HIDDEN inline std::string Account::owner() const {
  return tvmlike::ObjectRef::get<std::string>("owner");
}

TVMLIKE_HIDDEN inline std::int64_t Account::cents() const {
  return tvmlike::ObjectRef::get<std::int64_t>("cents");
}

TVMLIKE_HIDDEN inline std::optional<tvmlike::Function> Account::on_change() const {
  return tvmlike::ObjectRef::get<std::optional<tvmlike::Function>>("on_change");
}

TVMLIKE_HIDDEN inline ::plugin_rust::Account Account::create(std::string_view owner, std::int64_t cents) {
  return ::plugin_rust::Account(tvmlike::construct("plugin_rust.Account", owner, cents));
}

TVMLIKE_HIDDEN inline ::plugin_rust::Account Account::create(std::string_view owner) {
  return ::plugin_rust::Account(tvmlike::construct("plugin_rust.Account", owner));
}

TVMLIKE_HIDDEN inline std::int64_t Account::add(std::int64_t cents) const {
  return tvmlike::detail::call_method<std::int64_t>(*this, "add", cents);
}

TVMLIKE_HIDDEN inline ::plugin_rust::Account Account::richer(
    const ::plugin_rust::Account& a,
    const ::plugin_rust::Account& b) {
  return tvmlike::detail::call_static<::plugin_rust::Account>("plugin_rust.Account", "richer", a, b);
}

TVMLIKE_HIDDEN inline void Account::set_on_change(const std::optional<tvmlike::Function>& value) const {
  tvmlike::ObjectRef::set("on_change", value);
}

}  // namespace plugin_rust

namespace plugin_rust {

/// The scalar product of two vectors of float64.
TVMLIKE_HIDDEN inline double dot(tvmlike::TensorArg a, tvmlike::TensorArg b) {
  static thread_local tvmlike::GlobalFunction function("plugin_rust.dot");
  return function.call<double>(a, b);
}

/// Greets a person.
///
/// `name` may be left out; it is "world" then.
TVMLIKE_HIDDEN inline std::string greet(std::string_view name) {
  static thread_local tvmlike::GlobalFunction function("plugin_rust.greet");
  return function.call<std::string>(name);
}
TVMLIKE_HIDDEN inline std::string greet() {
  static thread_local tvmlike::GlobalFunction function("plugin_rust.greet");
  return function.call<std::string>();
}

/// Multiplies a tensor of float64 by a factor, in place, in the caller's own memory.
TVMLIKE_HIDDEN inline void scale(tvmlike::TensorArg t, double factor) {
  static thread_local tvmlike::GlobalFunction function("plugin_rust.scale");
  return function.call<void>(t, factor);
}

}  // namespace plugin_rust

#endif  // TVMLIKE_STUB_PLUGIN_RUST_HPP_
