/*
 * The members of an object's type by name: methods, fields, constructors, in whatever language the type is
 * written.
 *
 *   tvmlike::ObjectRef counter = tvmlike::construct("testing.Counter", 2);
 *   counter.call("add");
 *   auto value = counter.get<std::int64_t>("value");
 *   counter.set("label", "sheep");
 *
 * A type's members are read once and cached: a type gets all its members at once. They are removed when their
 * plugin has been unloaded and the last object is freed. Invariant: the cache does not keep a plugin alive,
 * and a call keeps the function that it calls.
 */
#ifndef TVMLIKE_MEMBER_HPP_
#define TVMLIKE_MEMBER_HPP_

#include <mutex>
#include <shared_mutex>

#include "tvmlike/registry.hpp"

namespace tvmlike TVMLIKE_INTERNAL {
namespace detail {

/// One member of a type.
struct KnownMember {
  /// "field", "method", "static", "constant", "static_property", or a kind of a later version.
  std::string kind;
  WeakRef function;
  WeakRef setter;
  /// The type that declares it.
  std::int32_t owner;
};

/// By name; a type's own members and inherited ones.
using KnownMembers = std::map<std::string, KnownMember, std::less<>>;

/// Adds a type's own members; existing names win.
inline void add_declared(KnownMembers& members, std::int32_t type_index) {
  Any described;
  check(host().type_members(type_index, described.out()));
  const Map of_type = described.cast<Map>();
  for (AnyView each : of_type.at("members").cast<Array>()) {
    const Map member = each.cast<Map>();
    const auto part = [&member](const char* name) { return WeakRef(object_in(member.at(name).raw())); };
    members.emplace(
        member.at("name").cast<std::string>(),
        KnownMember{member.at("kind").cast<std::string>(), part("function"), part("setter"), type_index});
  }
}

inline KnownMembers read_members(std::int32_t type_index) {
  KnownMembers members;
  const TVMLikeTypeInfo* info = host().type_info(type_index);
  if (info == nullptr) return members;
  add_declared(members, type_index);
  for (std::int32_t depth = info->depth; depth-- > 0;) add_declared(members, info->ancestors[depth]);
  return members;
}

/// The cached members of types. Never freed: it may be used while the program exits.
class MemberTable {
 public:
  static MemberTable& all() {
    static MemberTable* const table = new MemberTable;
    return *table;
  }

  const KnownMembers& of(std::int32_t type_index) {
    // Most calls of a thread use objects of one type.
    if (last().type_index == type_index) return *last().members;
    {
      const std::shared_lock<std::shared_mutex> reading(mutex_);
      const auto found = by_type_.find(type_index);
      if (found != by_type_.end()) return *(last() = Last{type_index, found->second}).members;
    }
    return again(type_index);
  }

  /// Reads a type's members again: it may have had none at first.
  const KnownMembers& again(std::int32_t type_index) {
    auto members = std::make_unique<const KnownMembers>(read_members(type_index));
    const std::unique_lock<std::shared_mutex> writing(mutex_);
    const KnownMembers*& kept = by_type_[type_index];
    if (kept == nullptr || kept->size() != members->size()) {
      kept = members.get();
      read_.push_back(std::move(members));
    }
    return *(last() = Last{type_index, kept}).members;
  }

 private:
  struct Last {
    std::int32_t type_index = TVMLIKE_NONE;
    const KnownMembers* members = nullptr;
  };
  static Last& last() noexcept {
    static thread_local Last last;
    return last;
  }

  MemberTable() = default;

  std::shared_mutex mutex_;
  std::unordered_map<std::int32_t, const KnownMembers*> by_type_;
  /// All that was ever read. Replaced entries stay, since another thread may be reading them; entries are
  /// replaced only when members are added or removed.
  std::vector<std::unique_ptr<const KnownMembers>> read_;
};

/// A field to be written, in messages.
inline constexpr std::string_view kWritableField = "writable field";

/// The name of a kind of member in messages.
TVMLIKE_COLD inline std::string words_of(const std::string& kind) {
  if (kind == "static") return "static function";
  if (kind == "static_property") return "class property";
  return kind;
}

[[noreturn]] TVMLIKE_COLD inline void throw_no_member(const KnownMembers& members, std::int32_t type_index,
                                                      std::string_view name, std::string_view kind) {
  std::string text = type_key(type_index);
  text.append(" has no ").append(kind).append(" `").append(name).append("`");
  const std::string_view wanted = kind == kWritableField ? "field" : kind;
  const auto found = members.find(name);
  if (found != members.end()) {
    const std::string& is = found->second.kind;
    text.append(is == "field" && wanted == is ? "; the field is read-only" : "; it is a " + words_of(is));
  } else {
    std::string others;
    for (const auto& [other, member] : members) {
      if (wanted.substr(0, member.kind.size()) == member.kind)
        others.append(others.empty() ? "" : ", ").append(other);
    }
    if (!others.empty()) text.append("; it has ").append(others);
  }
  throw Error("AttributeError", text);
}

/// A member of an object's type: its own, or the nearest inherited one.
struct MemberFunction {
  Function function;
  std::int32_t owner;
};

/// The function of a member of a kind; nothing if the type has none, or it was removed.
inline std::optional<MemberFunction> usable_member(const KnownMembers& members, std::string_view name,
                                                   std::string_view kind, bool writes) {
  const auto found = members.find(name);
  if (found == members.end() || found->second.kind != kind) return std::nullopt;
  const WeakRef& wanted = writes ? found->second.setter : found->second.function;
  TVMLikeObjectHandle function = wanted.lock();
  if (function == nullptr) return std::nullopt;
  return MemberFunction{Function(ObjectRef::take(function)), found->second.owner};
}

/// The function of a member. Throws AttributeError if there is none; the message calls it `described`.
inline MemberFunction member_of(std::int32_t type_index, std::string_view name, std::string_view kind,
                                std::string_view described, bool writes = false) {
  MemberTable& table = MemberTable::all();
  if (auto member = usable_member(table.of(type_index), name, kind, writes)) return *std::move(member);
  const KnownMembers& members = table.again(type_index);
  if (auto member = usable_member(members, name, kind, writes)) return *std::move(member);
  throw_no_member(members, type_index, name, described);
}

/// The function that returns a class attribute: a constant or a class property.
inline MemberFunction class_attribute_of(std::int32_t type_index, std::string_view name) {
  MemberTable& table = MemberTable::all();
  const auto of = [name](const KnownMembers& members) {
    auto found = usable_member(members, name, "constant", false);
    return found ? found : usable_member(members, name, "static_property", false);
  };
  if (auto member = of(table.of(type_index))) return *std::move(member);
  const KnownMembers& members = table.again(type_index);
  if (auto member = of(members)) return *std::move(member);
  throw_no_member(members, type_index, name, "class attribute");
}

/// A member's name in messages: `Counter.add` for a type with the key `testing.Counter`.
inline std::string member_name(std::string_view key, std::string_view name) {
  const std::size_t dot = key.rfind('.');
  if (dot != std::string_view::npos) key.remove_prefix(dot + 1);
  return std::string(key).append(".").append(name);
}

inline void check_object(const ObjectRef& object, std::string_view member) {
  if (!object) {
    throw Error("ValueError", "cannot access member `" + std::string(member) + "` of an empty reference");
  }
}

inline std::int32_t index_of_key(std::string_view key) {
  const TVMLikeByteArray bytes = borrowed(key);
  std::int32_t index = 0;
  check(host().type_key_to_index(&bytes, &index));
  return index;
}

/// The type whose members an object has: the one in its header, or a refinement of it whose predicate accepts
/// the object.
inline std::int32_t refined_type(const ObjectRef& object) {
  std::int32_t index = 0;
  check(host().object_refined_type(object.get(), &index));
  return index;
}

inline std::string repr_of(const ObjectRef& object) {
  try {
    const std::int32_t index = refined_type(object);
    MemberTable& table = MemberTable::all();
    auto repr = usable_member(table.of(index), "__repr__", "method", false);
    if (!repr) repr = usable_member(table.again(index), "__repr__", "method", false);
    if (repr) {
      TVMLikeValue self{};
      set_object(self, object.get());
      return call_values(repr->function.get(), &self, 1).cast<std::string>();
    }
  } catch (const Error&) {
    // Text for messages: the error of a __repr__ must not replace them.
  }
  return "<" + name_of_type(object.type_index()) + ">";
}

/// Whether an object belongs to the type with a key, by its header or by the predicates of a refinement.
inline bool is_instance(std::string_view key, const ObjectRef& object) {
  if (!object) return false;
  int answer = 0;
  check(host().object_is_instance(object.get(), index_of_key(key), &answer));
  return answer != 0;
}

}  // namespace detail

template <class... A>
Any ObjectRef::call(std::string_view method, A&&... args) const {
  detail::check_object(*this, method);
  const detail::MemberFunction member = detail::member_of(detail::refined_type(*this), method, "method", "method");
  const auto callee = [this, method] {
    return detail::Callee{detail::member_name(type_key(), method), detail::Callee::kMethod};
  };
  return detail::call_with(member.function.get(), callee, *this, std::forward<A>(args)...);
}

inline Any ObjectRef::get(std::string_view field) const {
  detail::check_object(*this, field);
  const detail::MemberFunction member = detail::member_of(detail::refined_type(*this), field, "field", "field");
  TVMLikeValue self{};
  detail::set_object(self, object_);
  return detail::call_values(member.function.get(), &self, 1);
}

template <class T>
T ObjectRef::get(std::string_view field) const {
  const Any value = get(field);
  static_assert(
      !detail::kBorrowed<T>,
      "tvmlike: this type borrows from the value, which is destroyed at the end of the call; use an owning "
      "type (std::string, Bytes), or keep the Any that get(field) returns");
  try {
    return detail::cast<T>(value.raw());
  } catch (const Error& error) {
    detail::throw_at(detail::member_name(type_key(), field), error);
  }
}

template <class T>
void ObjectRef::set(std::string_view field, T&& value) const {
  detail::check_object(*this, field);
  const detail::MemberFunction member =
      detail::member_of(detail::refined_type(*this), field, "field", detail::kWritableField, true);
  const auto callee = [this, field] {
    return detail::Callee{detail::member_name(type_key(), field), detail::Callee::kSetter};
  };
  detail::call_with(member.function.get(), callee, *this, std::forward<T>(value));
}

/// A static function of a type, its own or inherited.
inline Function static_function(std::string_view key, std::string_view name) {
  return detail::member_of(detail::index_of_key(key), name, "static", "static function").function;
}

/// A class attribute of a type, its own or inherited: a constant or a class property.
inline Any class_attribute(std::string_view key, std::string_view name) {
  const detail::MemberFunction member = detail::class_attribute_of(detail::index_of_key(key), name);
  return detail::call_values(member.function.get(), nullptr, 0);
}

/// Makes an object with the constructor of a registered type.
template <class... A>
ObjectRef construct(std::string_view key, A&&... args) {
  const std::int32_t index = detail::index_of_key(key);
  detail::MemberTable& table = detail::MemberTable::all();
  auto made_by = detail::usable_member(table.of(index), "__init__", "static", false);
  if (!made_by) made_by = detail::usable_member(table.again(index), "__init__", "static", false);
  // Constructors are not inherited: they make objects of the type that declares them.
  if (!made_by || made_by->owner != index) {
    throw Error("TypeError", std::string(key) + " has no constructor; call a function that returns one");
  }
  const auto callee = [key] {
    return detail::Callee{detail::member_name(key, "__init__"), detail::Callee::kFunction};
  };
  return detail::call_with(made_by->function.get(), callee, std::forward<A>(args)...)
      .template cast<ObjectRef>();
}

}  // namespace tvmlike

#endif  // TVMLIKE_MEMBER_HPP_
