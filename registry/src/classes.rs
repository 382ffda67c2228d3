//! Classes that are made at run time: from data such as the operations of a dialect, with no Rust struct for each.
//!
//! A class is registered with all its members in one step, and replaced or removed in one step. Invariants: a class is never
//! visible without its members; a refused registration changes nothing; only classes that were made at run time are
//! replaced or removed, since compiled code relies on its own types.

use std::ptr;

use tvmlike_runtime::abi::{
    TVMLIKE_CLASS_REPLACE, TVMLIKE_MEMBER_CONSTANT, TVMLIKE_MEMBER_FIELD, TVMLIKE_MEMBER_METHOD,
    TVMLIKE_MEMBER_STATIC, TVMLIKE_MEMBER_STATIC_PROPERTY, TVMLikeByteArray, TVMLikeTypeMember,
};
use tvmlike_runtime::error::status;
use tvmlike_runtime::{Error, ObjectPtr, ObjectType, PackedFunc, Result, ToAny, TypeIndex, host, type_table};

use crate::entry::Record;
use crate::events::{self, Event};
use crate::members::{Member, REFINES};
use crate::plugin::{self, Instance};
use crate::type_map::TypeMap;
use crate::{duplicate_library, refinements, table};

/// The classes that this library has made below a Rust type, with the index of that type, whose body their objects have.
static BODIES: TypeMap<TypeIndex> = TypeMap::new();

/// A class that is not registered yet.
///
/// ```
/// use tvmlike_registry::{ClassBuilder, remove_class};
/// use tvmlike_runtime::{ObjectRef, PackedFunc};
///
/// let greet = PackedFunc::typed("Greeter.greet", |_this: ObjectRef, name: String| format!("hello {name}"));
/// ClassBuilder::new("doc.Greeter")
///     .doc("It greets.")
///     .method("greet", greet)
///     .params(["name"])
///     .register()?;
/// remove_class("doc.Greeter")?;
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[must_use = "nothing is registered before `register` is called"]
pub struct ClassBuilder {
    key: String,
    parent: Result<TypeIndex>,
    /// The Rust type that is inherited.
    body: Option<TypeIndex>,
    doc: String,
    members: Vec<Declared>,
}

struct Declared {
    name: String,
    kind: u32,
    function: PackedFunc,
    setter: Option<PackedFunc>,
    record: Option<String>,
}

impl ClassBuilder {
    /// Creates a builder for a class with a type key, which inherits from the root of all objects.
    pub fn new(key: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            parent: Ok(TypeIndex::OBJECT),
            body: None,
            doc: String::new(),
            members: Vec::new(),
        }
    }

    /// Inherits from the class with a type key.
    pub fn parent(mut self, key: &str) -> Self {
        self.body = None;
        self.parent = type_table::index_of(key).ok_or_else(|| {
            Error::value_error(format!("type {}: its parent {key} is not registered", self.key))
        });
        self
    }

    /// Inherits from the class of a Rust type. [`new_object`] makes its objects.
    pub fn inherits<T: ObjectType>(mut self) -> Self {
        self.parent = Ok(T::type_index());
        self.body = T::REFINES.is_none().then(T::type_index);
        self
    }

    /// Refines the parent: the objects of the class are those of the parent for which the predicate returns true. The
    /// predicate must return the same value as long as an object lives.
    pub fn refines(self, parent: &str, predicate: PackedFunc) -> Self {
        self.parent(parent)
            .member(REFINES, TVMLIKE_MEMBER_STATIC, predicate)
    }

    /// Sets the doc text.
    pub fn doc(mut self, doc: impl Into<String>) -> Self {
        self.doc = doc.into();
        self
    }

    fn member(mut self, name: &str, kind: u32, function: PackedFunc) -> Self {
        self.members.push(Declared {
            name: name.to_owned(),
            kind,
            function,
            setter: None,
            record: None,
        });
        self
    }

    /// Adds a method; the function takes the object first. Python's special names have their usual meaning.
    pub fn method(self, name: &str, function: PackedFunc) -> Self {
        self.member(name, TVMLIKE_MEMBER_METHOD, function)
    }

    /// Adds a static function; `__init__` is the constructor.
    pub fn function(self, name: &str, function: PackedFunc) -> Self {
        self.member(name, TVMLIKE_MEMBER_STATIC, function)
    }

    /// Adds a read-only field; the function takes the object.
    pub fn field(self, name: &str, get: PackedFunc) -> Self {
        self.member(name, TVMLIKE_MEMBER_FIELD, get)
    }

    /// Adds a writable field; the second function takes the object and the value.
    pub fn writable_field(self, name: &str, get: PackedFunc, set: PackedFunc) -> Self {
        let mut builder = self.field(name, get);
        if let Some(field) = builder.members.last_mut() {
            field.setter = Some(set);
        }
        builder
    }

    /// Adds an attribute of the class.
    pub fn constant(self, name: &str, value: impl ToAny) -> Self {
        let value = value.to_any();
        let give = PackedFunc::new(move |_| Ok(value.clone()));
        self.member(name, TVMLIKE_MEMBER_CONSTANT, give)
    }

    /// Adds a property of the class; each read calls the function.
    pub fn class_property(self, name: &str, get: PackedFunc) -> Self {
        self.member(name, TVMLIKE_MEMBER_STATIC_PROPERTY, get)
    }

    /// Sets the signature record of the last member as JSON text, without the object that it is called on. The default for
    /// a static function is the record that the function was created with.
    pub fn record(mut self, record: impl Into<String>) -> Self {
        if let Some(member) = self.members.last_mut() {
            member.record = Some(record.into());
        }
        self
    }

    /// Names the parameters of the last member, which accept any type.
    pub fn params<const N: usize>(self, names: [&str; N]) -> Self {
        let params = names.map(|name| {
            // A name with other characters is no name of a parameter.
            let name: String = name
                .chars()
                .filter(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            format!(r#"["named","{name}","unknown"]"#)
        });
        self.record(format!(r#"{{"a":[{}],"r":["unknown"]}}"#, params.join(",")))
    }

    /// Registers the class.
    ///
    /// # Errors
    /// ValueError for a key that is already registered, a parent that is not registered, and invalid members.
    pub fn register(self) -> Result<TypeIndex> {
        self.finish(0, report)
    }

    /// Registers classes in their order, and calls the subscribers of the registry once for all of them. In a plugin, the
    /// host calls them for each.
    ///
    /// # Errors
    /// As [`register`](Self::register), for the first class that is refused; those before it are registered.
    pub fn register_all(classes: impl IntoIterator<Item = Self>) -> Result<()> {
        let mut keys = Vec::new();
        let mut all = classes.into_iter();
        let done = all.try_for_each(|class| {
            let registered = class.finish(0, |event, key| match event {
                Event::Registered => keys.push(key.to_owned()),
                _ => report(event, key),
            });
            registered.map(drop)
        });
        events::changed(Event::Registered, &keys);
        done
    }

    /// Registers the class in place of one that was made at run time, if there is one, whose objects keep their class.
    ///
    /// # Errors
    /// As [`register`](Self::register), and ValueError if the present class has subclasses or was not made at run time.
    pub fn replace(self) -> Result<TypeIndex> {
        self.finish(TVMLIKE_CLASS_REPLACE, report)
    }

    fn finish(mut self, flags: u32, report: impl FnOnce(Event, &str)) -> Result<TypeIndex> {
        let parent = std::mem::replace(&mut self.parent, Ok(TypeIndex::OBJECT))?;
        // A refinement has no objects of its own.
        let refines = self.members.iter().any(|member| member.name == REFINES);
        let inherited = self.body.or_else(|| BODIES.get(parent).copied());
        let body = inherited.filter(|_| !refines);
        let index = self.register_below(parent, flags, report)?;
        if let Some(body) = body {
            // A new index.
            let _ = BODIES.put(index, body);
        }
        Ok(index)
    }

    fn register_below(
        self,
        parent: TypeIndex,
        flags: u32,
        report: impl FnOnce(Event, &str),
    ) -> Result<TypeIndex> {
        let Some(table) = host::connected() else {
            let members = self.members.into_iter().map(|member| {
                let record = match member.record {
                    Some(record) => Record::Text(record.into()),
                    None if member.kind == TVMLIKE_MEMBER_STATIC => Record::own(&member.function),
                    None => Record::None,
                };
                Member {
                    name: member.name.into(),
                    kind: member.kind,
                    flags: record.flags(),
                    function: member.function,
                    setter: member.setter,
                    record,
                }
            });
            let replaces = flags & TVMLIKE_CLASS_REPLACE != 0;
            let (index, event) =
                register_unreported(None, &self.key, parent, &self.doc, members.collect(), replaces)?;
            report(event, &self.key);
            return Ok(index);
        };
        let own = |member: &Declared| match &member.record {
            None if member.kind == TVMLIKE_MEMBER_STATIC => {
                member.function.record().map(|record| record.to_string())
            }
            record => record.clone(),
        };
        let records: Vec<_> = self
            .members
            .iter()
            .map(|member| own(member).unwrap_or_default())
            .collect();
        let rows: Vec<_> = self
            .members
            .iter()
            .zip(&records)
            .map(|(member, record)| TVMLikeTypeMember {
                name: bytes(&member.name),
                kind: member.kind,
                flags: 0,
                function: member.function.as_object().as_raw(),
                setter: member
                    .setter
                    .as_ref()
                    .map_or(ptr::null_mut(), |setter| setter.as_object().as_raw()),
                describe: None,
                describe_context: ptr::null(),
                record: bytes(record),
            })
            .collect();
        let plugin = host::plugin().map_or(ptr::null_mut(), |(_, plugin)| plugin);
        let (key, doc, mut index) = (bytes(&self.key), bytes(&self.doc), 0);
        // SAFETY: everything is borrowed for the call.
        let done = unsafe {
            (table.class_register)(
                plugin,
                &key,
                parent.0,
                &doc,
                rows.as_ptr(),
                rows.len(),
                size_of::<TVMLikeTypeMember>(),
                flags,
                &mut index,
            )
        };
        status(done).map(|()| TypeIndex(index))
    }
}

/// Makes an object of a class that this library has made at run time, below the class of a Rust type or below another such
/// class ([`ClassBuilder::inherits`]).
///
/// # Errors
/// TypeError if the class was not made at run time by this library, or not as a subclass of `T`.
pub fn new_object<T: ObjectType>(class: TypeIndex, body: T) -> Result<ObjectPtr<T>> {
    if BODIES.get(class) != Some(&T::type_index()) {
        return Err(Error::type_error(format!(
            "cannot make an object of {}: this library has not made it at run time as a subclass of {}",
            class.name(),
            T::TYPE_KEY
        )));
    }
    // SAFETY: the class was made below T, and so were those between the two: none has a body of its own.
    Ok(unsafe { ObjectPtr::new_of(class, body) })
}

fn bytes(text: &str) -> TVMLikeByteArray {
    TVMLikeByteArray {
        data: text.as_ptr().cast(),
        size: text.len(),
    }
}

/// Removes a class that was made at run time. Its objects keep their class.
///
/// # Errors
/// ValueError if no class has the key, or the class has subclasses or was not made at run time.
pub fn remove_class(key: &str) -> Result<()> {
    if let Some(table) = host::connected() {
        let key = bytes(key);
        // SAFETY: valid for the call.
        return status(unsafe { (table.class_remove)(&key) });
    }
    let index = plugin::types::take_away(key)?;
    withdrawn(index);
    report(Event::Removed, key);
    Ok(())
}

/// Calls the subscribers for a class.
fn report(event: Event, key: &str) {
    events::changed(event, &[key]);
}

/// Registers a class in the host's own table.
pub(crate) fn register(
    plugin: Option<&'static Instance>,
    key: &str,
    parent: TypeIndex,
    doc: &str,
    members: Vec<Member>,
    replaces: bool,
) -> Result<TypeIndex> {
    let (index, event) = register_unreported(plugin, key, parent, doc, members, replaces)?;
    report(event, key);
    Ok(index)
}

/// The same without calling the subscribers; returns what happened to the key, too.
fn register_unreported(
    plugin: Option<&'static Instance>,
    key: &str,
    parent: TypeIndex,
    doc: &str,
    members: Vec<Member>,
    replaces: bool,
) -> Result<(TypeIndex, Event)> {
    let plugin = plugin.or_else(plugin::running);
    if plugin.is_none() {
        duplicate_library::check()?;
    }
    // Looked at here so that what is refused takes no index; looked at again where the key is given.
    plugin::types::check_free(plugin, key, replaces)?;
    let index = type_table::register_apart(key, parent)?;
    plugin::types::made_at_run_time(index);
    plugin::types::add_members(index, doc, members)?;
    let before = match plugin::types::put_in_place(plugin, index, replaces) {
        Ok(before) => before,
        Err(error) => {
            refinements::forget_members(index);
            return Err(error);
        }
    };
    refinements::keys_changed();
    let event = match before {
        Some(before) => {
            withdrawn(before);
            Event::Overridden
        }
        None => Event::Registered,
    };
    Ok((index, event))
}

/// A key does not stand for a class any more.
fn withdrawn(index: TypeIndex) {
    if refinements::is_refinement(index) {
        // It has no objects that could need the members.
        refinements::forget_members(index);
    }
    refinements::keys_changed();
    table::meaning_changed();
}
