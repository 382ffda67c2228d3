/*
 * C++ classes as object types: constructor, fields and methods under a type key, for every language.
 *
 *   struct Vec {
 *     double x, y;
 *     double norm() const { return std::hypot(x, y); }
 *   };
 *
 *   tvmlike::register_class(tvmlike::Class<Vec>("geo.Vec", "A vector of the plane.")
 *                               .init<double, double>(tvmlike::About().params("x", "y"))
 *                               .field("x", &Vec::x)
 *                               .field("y", &Vec::y, tvmlike::writable)
 *                               .method("norm", &Vec::norm));
 *
 * Now `tvmlike.geo.Vec(3.0, 4.0).norm()` works in Python, and `tvmlike::make<Vec>(3.0, 4.0)->norm()` here.
 * Functions take and return a `tvmlike::Ref<Vec>`. A method is a member function, or any callable whose first
 * parameter is `Vec&`, `const Vec&` or `Ref<Vec>`; getters and setters likewise. Members with special names
 * have the meaning that they have in Python (`__repr__`, `__eq__`, `__len__`, …; c_api.h, TVMLikeTypeMember).
 *
 * Objects are shared between threads and languages. A class must synchronise its state, as between C++
 * threads: a field is read-only unless it is declared `writable`, and a std::atomic field is read and written
 * atomically.
 *
 * Invariant: a class is registered with all its members at once, by one library, once.
 */
#ifndef TVMLIKE_CLASS_HPP_
#define TVMLIKE_CLASS_HPP_

#include "tvmlike/bind.hpp"

namespace tvmlike TVMLIKE_INTERNAL {

/// Marks a field as writable.
struct Writable {};
inline constexpr Writable writable{};

namespace detail {

/// One member, before registration.
struct DeclaredMember {
  std::string name;
  std::uint32_t kind;
  std::uint32_t flags;
  Function function;
  Function setter;
  std::string record;
};

}  // namespace detail

/// The declaration of a C++ class, before it is registered.
template <class T>
class Class {
 public:
  explicit Class(std::string key, std::string doc = {}) : key_(std::move(key)), doc_(std::move(doc)) {
    detail::check_class<T>();
    // Records of members may name the class. Never freed: it lives as long as the class is known.
    const std::string* unknown = nullptr;
    auto key_of_class = std::make_unique<std::string>(key_);
    if (detail::ClassOf<T>::key.compare_exchange_strong(unknown, key_of_class.get())) {
      key_of_class.release();
    } else if (*unknown != key_) {
      throw Error("ValueError", "this C++ class is already declared as " + *unknown + "; it cannot be " + key_ +
                                    " too");
    }
  }

  /// Inherits the members of Base: its methods accept objects of T. Base must be registered before T, and
  /// must be T's first base.
  template <class Base>
  Class& inherits() {
    static_assert(std::is_base_of_v<Base, T> && !std::is_same_v<Base, T>,
                  "tvmlike: the parent must be a base class of the class, and another class");
    static_assert(std::is_convertible_v<T*, Base*>,
                  "tvmlike: the parent must be a public and unambiguous base class");
    static_assert(detail::kIsPlainBase<Base, T>, "tvmlike: the parent must not be a virtual base class");
    alignas(T) unsigned char place[sizeof(T)];
    T* const derived = reinterpret_cast<T*>(place);
    // Only compares addresses: there is no object.
    if (static_cast<void*>(static_cast<Base*>(derived)) != static_cast<void*>(place)) {
      throw Error("ValueError",
                  key_ + ": base class " + detail::class_name<Base>() +
                      " is not at offset 0; make it the first base, and give it a virtual destructor if the "
                      "derived class has virtual functions");
    }
    parent_ = detail::class_index<Base>();
    return *this;
  }

  /// The constructor, with the parameter types of one of T's own.
  template <class... P>
  Class& init(const About& about = {}) {
    return init([](P... args) -> Ref<T> { return make<T>(static_cast<P&&>(args)...); }, about);
  }
  /// The constructor, by a callable that returns a T or a Ref<T>.
  template <class F, class = std::enable_if_t<detail::kCallable<F>>>
  Class& init(F factory, const About& about = {}) {
    return init_by(std::move(factory), about, typename detail::SignatureOf<F>::Type{});
  }

  /// A read-only field. Its value is copied.
  template <class V, class C>
  Class& field(const char* name, V C::*member, const char* doc = nullptr) {
    return property(name, reads(member), doc);
  }
  /// A writable field.
  template <class V, class C>
  Class& field(const char* name, V C::*member, Writable, const char* doc = nullptr) {
    static_assert(!std::is_const_v<V>, "tvmlike: a const field cannot be writable");
    using Value = typename detail::FieldValue<V>::Type;
    static_assert(detail::kReadable<Value>,
                  "tvmlike: values do not convert to this type; see tvmlike/any.hpp");
    return property(
        name, reads(member),
        [member](detail::Self<T> self, Value value) {
          detail::FieldValue<V>::store(self.value->*member, std::move(value));
        },
        doc);
  }
  /// A computed field: a member function, or a callable that takes the object.
  template <class Get>
  Class& property(const char* name, Get get, const char* doc = nullptr) {
    const About about(doc);
    auto bound = detail::bind_method<T>(std::move(get));
    std::string record = detail::record_of_callable<decltype(bound)>(about, member_name(name), 1);
    return add({name, TVMLIKE_MEMBER_FIELD, TVMLIKE_REGISTER_KEEPS_GIL,
                Function(std::move(bound), callee(name, detail::Callee::kMethod)), nullptr,
                std::move(record)});
  }
  /// As above, with a setter.
  template <class Get, class Set, class = std::enable_if_t<!std::is_convertible_v<Set, const char*>>>
  Class& property(const char* name, Get get, Set set, const char* doc = nullptr) {
    property(name, std::move(get), doc);
    members_.back().setter =
        Function(detail::bind_method<T>(std::move(set)), callee(name, detail::Callee::kSetter));
    return *this;
  }

  /// A method: a member function, or a callable whose first parameter is the object.
  template <class F>
  Class& method(const char* name, F f, const About& about = {}) {
    auto bound = detail::bind_method<T>(std::move(f));
    std::string record = detail::record_of_callable<decltype(bound)>(about, member_name(name), 1);
    return add({name, TVMLIKE_MEMBER_METHOD, about.flags(),
                Function(std::move(bound), callee(name, detail::Callee::kMethod, about)), nullptr,
                std::move(record)});
  }

  /// Makes the objects sequences. `size` returns the length; `get` takes the object and an index below it.
  template <class Size, class Get>
  Class& sequence(Size size, Get get, const char* doc = nullptr) {
    method("__len__", size, About().release_gil(false));
    auto of = detail::bind_method<T>(std::move(get));
    using Signature = typename detail::SignatureOf<decltype(of)>::Type;
    std::string name = member_name("");
    name.pop_back();  // the dot behind the class
    auto checked = detail::item_of<T>(detail::bind_method<T>(std::move(size)), std::move(of),
                                      std::move(name), Signature{});
    return item(std::move(checked), TVMLIKE_MEMBER_SEQUENCE, About(doc).params("index"));
  }
  /// Makes the objects mappings. `get` takes the object and a key, and throws a KeyError for an unknown key;
  /// `keys` returns all keys.
  template <class Size, class Get, class Keys>
  Class& mapping(Size size, Get get, Keys keys, const char* doc = nullptr) {
    method("__len__", std::move(size), About().release_gil(false));
    method("__keys__", std::move(keys));
    return item(detail::bind_method<T>(std::move(get)), TVMLIKE_MEMBER_MAPPING, About(doc).params("key"));
  }

  /// A constant class attribute.
  template <class V>
  Class& constant(const char* name, V value, const char* doc = nullptr) {
    static_assert(detail::kWritable<V>,
                  "tvmlike: the type of this constant does not convert to a value; see tvmlike/any.hpp");
    auto get = [value = std::move(value)]() -> V { return value; };
    return class_attribute(name, TVMLIKE_MEMBER_CONSTANT, std::move(get), doc);
  }
  /// A class property: a callable without parameters, called whenever it is read.
  template <class Get>
  Class& static_property(const char* name, Get get, const char* doc = nullptr) {
    static_assert(detail::kCallable<Get>,
                  "tvmlike: a class property must be a callable without parameters");
    return class_attribute(name, TVMLIKE_MEMBER_STATIC_PROPERTY, std::move(get), doc);
  }

  /// A static function of the type.
  template <class F>
  Class& static_function(const char* name, F f, const About& about = {}) {
    static_assert(detail::kCallable<F>, "tvmlike: cannot deduce the parameter types of this function");
    std::string record = detail::record_of_callable<F>(about, member_name(name));
    return add({name, TVMLIKE_MEMBER_STATIC, about.flags(),
                Function(std::move(f), callee(name, detail::Callee::kFunction, about)), nullptr,
                std::move(record)});
  }

 private:
  std::string member_name(const char* name) const { return detail::member_name(key_, name); }
  detail::Callee callee(const char* name, detail::Callee::Kind kind, const About& about = {}) const {
    return {member_name(name), kind, about.names()};
  }

  template <class Get>
  Class& item(Get get, std::uint32_t container, const About& about) {
    std::string record = detail::record_of_callable<Get>(about, member_name("__getitem__"), 1);
    return add({"__getitem__", TVMLIKE_MEMBER_METHOD, about.flags() | container,
                Function(std::move(get), callee("__getitem__", detail::Callee::kMethod, about)), nullptr,
                std::move(record)});
  }

  template <class Get>
  Class& class_attribute(const char* name, std::uint32_t kind, Get get, const char* doc) {
    const About about(doc);
    std::string record = detail::record_of_callable<Get>(about, member_name(name));
    return add({name, kind, TVMLIKE_REGISTER_KEEPS_GIL,
                Function(std::move(get), callee(name, detail::Callee::kFunction)), nullptr,
                std::move(record)});
  }

  template <class V, class C>
  static auto reads(V C::*member) {
    using Value = typename detail::FieldValue<std::remove_const_t<V>>::Type;
    static_assert(std::is_base_of_v<C, T>, "tvmlike: a field must belong to the class or a base class");
    static_assert(detail::kWritable<Value>,
                  "tvmlike: the type of this field does not convert to a value; see tvmlike/any.hpp");
    return [member](detail::Self<T> self) -> Value {
      return detail::FieldValue<std::remove_const_t<V>>::load(self.value->*member);
    };
  }

  template <class F, class R, class... P>
  Class& init_by(F factory, const About& about, detail::Signature<R, P...>) {
    using Made = detail::Decayed<R>;
    static_assert(std::is_same_v<Made, T> || std::is_same_v<Made, Ref<T>>,
                  "tvmlike: a constructor must return a T or a tvmlike::Ref<T>");
    return static_function(
        "__init__",
        [factory = std::move(factory)](P... args) mutable -> Ref<T> {
          if constexpr (std::is_same_v<Made, T>) {
            return make<T>(factory(static_cast<P&&>(args)...));
          } else {
            return factory(static_cast<P&&>(args)...);
          }
        },
        about);
  }

  Class& add(detail::DeclaredMember member) {
    members_.push_back(std::move(member));
    return *this;
  }

  template <class C>
  friend std::int32_t register_class(const Class<C>& declared);

  std::string key_;
  std::string doc_;
  std::int32_t parent_ = TVMLIKE_OBJECT;
  std::vector<detail::DeclaredMember> members_;
};

namespace detail {

/// Registers a new type. In a plugin it is removed with the plugin.
inline std::int32_t new_type(const std::string& key, std::int32_t parent) {
  const TVMLikeByteArray bytes = borrowed(key);
  std::int32_t index = 0;
  if (host().type_key_to_index(&bytes, &index) == 0) {
    // Its objects would be taken for objects of this class, but have another layout.
    throw Error("ValueError", "type " + key + " is already registered");
  }
  TVMLikeObjectHandle not_there = nullptr;
  host().error_move_from_raised(&not_there);
  release(not_there);
#ifdef TVMLIKE_USE_HOST_TABLE
  if (TVMLikePlugin* plugin = this_plugin()) {
    check(host().plugin_type_register(plugin, &bytes, parent, &index));
    return index;
  }
#endif
  check(host().type_register(&bytes, parent, &index));
  return index;
}

inline void add_members(std::int32_t index, const std::string& doc,
                        const std::vector<DeclaredMember>& members) {
  constexpr std::uint32_t kLasting =
      TVMLIKE_REGISTER_KEEPS_GIL | TVMLIKE_MEMBER_SEQUENCE | TVMLIKE_MEMBER_MAPPING;
  std::vector<TVMLikeTypeMember> rows;
  rows.reserve(members.size());
  for (const DeclaredMember& member : members) {
    TVMLikeTypeMember row{};
    row.name = borrowed(member.name);
    row.kind = member.kind;
    row.flags = member.flags & kLasting;
    row.function = member.function.get();
    row.setter = member.setter.get();
    row.record = borrowed(member.record);
    rows.push_back(row);
  }
  const TVMLikeByteArray text = borrowed(doc);
  check(host().type_add_members(index, &text, rows.data(), rows.size(), sizeof(TVMLikeTypeMember)));
}

}  // namespace detail

/// Registers a class and returns its type index. Throws if the key is taken, or the class is already
/// registered.
template <class T>
std::int32_t register_class(const Class<T>& declared) {
  std::atomic<std::int32_t>& known = detail::ClassOf<T>::index;
  if (known.load() != TVMLIKE_NONE) {
    throw Error("ValueError", "class " + detail::class_name<T>() + " is already registered");
  }
  const std::int32_t index = detail::new_type(declared.key_, declared.parent_);
  // Before any thread can find a constructor.
  known.store(index, std::memory_order_release);
  try {
    detail::add_members(index, declared.doc_, declared.members_);
  } catch (...) {
    known.store(TVMLIKE_NONE, std::memory_order_release);
    throw;
  }
  return index;
}

}  // namespace tvmlike

#endif  // TVMLIKE_CLASS_HPP_
