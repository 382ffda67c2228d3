//! The members of types by name, in whatever language the types are written.
//!
//! ```
//! use tvmlike::prelude::*;
//! use tvmlike::{Members, construct, static_function};
//!
//! /// A number that goes up.
//! #[derive(Object)]
//! #[object(key = "doc.Steps")]
//! struct Steps {
//!     #[field(set)]
//!     value: std::sync::atomic::AtomicI64,
//! }
//!
//! #[methods]
//! impl Steps {
//!     #[init]
//!     fn new(value: i64) -> Self {
//!         Self { value: value.into() }
//!     }
//!     fn plus(&self, other: i64) -> i64 {
//!         self.value.load(std::sync::atomic::Ordering::Relaxed) + other
//!     }
//! }
//!
//! let steps = construct("doc.Steps", (2,))?;
//! steps.set_field("value", 3)?;
//! assert_eq!(steps.get_field("value")?.cast::<i64>()?, 3);
//! assert_eq!(steps.call_method("plus", (4,))?.cast::<i64>()?, 7);
//! # Ok::<(), tvmlike::Error>(())
//! ```
//!
//! Each thread reads the members of a type once. Invariant: what it keeps of them are weak references, so that no plugin is kept
//! in use; a call keeps the function that it calls.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ptr::NonNull;
use std::rc::Rc;

use tvmlike_runtime::abi::TVMLikeFunctionCell;
use tvmlike_runtime::function::{Argument, Arguments};
use tvmlike_runtime::{
    Any, AnyView, Array, Error, Map, ObjectPtr, ObjectRef, PackedFunc, Result, String as Text, TypeIndex,
    WeakPtr, refined, type_table,
};

use crate::access::type_members;

/// One member of a type.
struct Member {
    /// `field`, `method`, `static`, or another kind.
    kind: String,
    function: Option<WeakPtr<TVMLikeFunctionCell>>,
    setter: Option<WeakPtr<TVMLikeFunctionCell>>,
    /// The type that declares it.
    owner: TypeIndex,
}

/// The members of a type by name, with inherited ones.
type Known = Rc<BTreeMap<String, Member>>;

thread_local! {
    /// What this thread has read.
    static KNOWN: RefCell<BTreeMap<i32, Known>> = const { RefCell::new(BTreeMap::new()) };
}

/// Which function of a member is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Method,
    Static,
    Field,
    Setter,
}

impl Wanted {
    /// The kind of such members, as `type_members` has it.
    fn kind(self) -> &'static str {
        match self {
            Self::Method => "method",
            Self::Static => "static",
            Self::Field | Self::Setter => "field",
        }
    }

    /// Such a member in messages.
    fn described(self) -> &'static str {
        match self {
            Self::Method => "method",
            Self::Static => "static function",
            Self::Field => "field",
            Self::Setter => "writable field",
        }
    }
}

/// Adds the own members of a type; those that are there win.
fn add_declared(members: &mut BTreeMap<String, Member>, index: TypeIndex) -> Result<()> {
    let described = type_members(index)?;
    let part = |of: &Map, name: &str| of.get(Any::from(name).view()).map(|found| found.to_owned());
    let Some(list) = part(&described, "members").transpose()? else {
        return Ok(());
    };
    for each in list.cast::<Array>()?.iter() {
        let of = each.to_owned()?.cast::<Map>()?;
        let text = |name: &str| -> Result<String> {
            let found = part(&of, name).transpose()?;
            Ok(found
                .map(|text| text.cast::<Text>())
                .transpose()?
                .map(|text| text.to_string())
                .unwrap_or_default())
        };
        let function = |name: &str| -> Result<_> {
            let found = part(&of, name).transpose()?;
            let function = found
                .map(|found| found.cast::<Option<PackedFunc>>())
                .transpose()?;
            Ok(function
                .flatten()
                .map(|function| function.as_object().downgrade()))
        };
        members.entry(text("name")?).or_insert(Member {
            kind: text("kind")?,
            function: function("function")?,
            setter: function("setter")?,
            owner: index,
        });
    }
    Ok(())
}

/// Reads the members of a type, and keeps them.
fn read(index: TypeIndex) -> Result<Known> {
    let mut members = BTreeMap::new();
    add_declared(&mut members, index)?;
    let mut parent = type_table::parent(index);
    while let Some(at) = parent {
        add_declared(&mut members, at)?;
        parent = type_table::parent(at);
    }
    let members = Rc::new(members);
    // A thread that ends keeps nothing.
    let _ = KNOWN.try_with(|known| known.borrow_mut().insert(index.0, Rc::clone(&members)));
    Ok(members)
}

/// The function of a member, if it is there, with the type that declares it.
fn usable(members: &Known, name: &str, wanted: Wanted) -> Option<(PackedFunc, TypeIndex)> {
    let member = members.get(name).filter(|member| member.kind == wanted.kind())?;
    let weak = match wanted {
        Wanted::Setter => member.setter.as_ref(),
        _ => member.function.as_ref(),
    };
    let function = NonNull::new(weak?.upgrade()?.into_raw())?;
    // SAFETY: a function object, whose strong reference is given up.
    Some((unsafe { PackedFunc::from_owned_object(function) }, member.owner))
}

/// The function of a member of a type.
fn find(index: TypeIndex, name: &str, wanted: Wanted) -> Result<(PackedFunc, TypeIndex)> {
    let known = KNOWN
        .try_with(|known| known.borrow().get(&index.0).cloned())
        .ok()
        .flatten();
    if let Some(found) = known.and_then(|members| usable(&members, name, wanted)) {
        return Ok(found);
    }
    // It may have been added since.
    let members = read(index)?;
    usable(&members, name, wanted).ok_or_else(|| missing(&members, index, name, wanted))
}

#[cold]
fn missing(members: &Known, index: TypeIndex, name: &str, wanted: Wanted) -> Error {
    let mut message = format!("{} has no {} `{name}`", index.name(), wanted.described());
    let is_same = |member: &&Member| member.kind == wanted.kind();
    if let Some(member) = members.get(name) {
        match is_same(&member) {
            true => message.push_str("; the field is read-only"),
            false => message.push_str(&format!("; it is a {}", member.kind)),
        }
    } else {
        let others: Vec<&str> = members
            .iter()
            .filter(|(_, member)| is_same(member))
            .map(|(other, _)| other.as_str())
            .collect();
        if !others.is_empty() {
            message.push_str("; it has ");
            message.push_str(&others.join(", "));
        }
    }
    Error::attribute_error(message)
}

fn index_of(key: &str) -> Result<TypeIndex> {
    type_table::index_of(key)
        .ok_or_else(|| Error::value_error(format!("no type is registered under the key \"{key}\"")))
}

/// Makes an object with the constructor of a type.
///
/// # Errors
/// ValueError for a key without a type; TypeError for a type without a constructor; the constructor's error.
pub fn construct(key: &str, args: impl Arguments) -> Result<ObjectRef> {
    constructor(key)?.call_as(args)
}

fn constructor(key: &str) -> Result<PackedFunc> {
    let index = index_of(key)?;
    match find(index, "__init__", Wanted::Static) {
        // Constructors are not inherited: they make objects of the type that declares them.
        Ok((constructor, owner)) if owner == index => Ok(constructor),
        _ => Err(Error::type_error(format!(
            "{key} has no constructor; call a function that returns one"
        ))),
    }
}

/// A static function of a type, its own or inherited.
///
/// # Errors
/// ValueError for a key without a type; AttributeError, which lists the static functions of the type, if it has no such one.
pub fn static_function(key: &str, name: &str) -> Result<PackedFunc> {
    Ok(find(index_of(key)?, name, Wanted::Static)?.0)
}

/// The members of an object by name. They are those of its most refined type.
pub trait Members {
    /// Calls a method.
    ///
    /// # Errors
    /// AttributeError, which lists the methods of the type, if it has no such one; the method's error.
    fn call_method(&self, name: &str, args: impl Arguments) -> Result<Any>;

    /// Reads a field.
    ///
    /// # Errors
    /// AttributeError, which lists the fields of the type, if it has no such one; the getter's error.
    fn get_field(&self, name: &str) -> Result<Any>;

    /// Writes a field.
    ///
    /// # Errors
    /// AttributeError if the type has no such field, or it is read-only; the setter's error.
    fn set_field(&self, name: &str, value: impl Argument) -> Result<()>;
}

/// Calls the function of a member with the object and other values.
fn call(object: &ObjectRef, name: &str, wanted: Wanted, rest: &[AnyView<'_>]) -> Result<Any> {
    let (function, _) = find(refined::type_of(object)?, name, wanted)?;
    let mut all = Vec::with_capacity(rest.len() + 1);
    all.push(object.view(&()));
    all.extend_from_slice(rest);
    function.invoke(&all)
}

impl<T> Members for ObjectPtr<T> {
    fn call_method(&self, name: &str, args: impl Arguments) -> Result<Any> {
        let object = self.clone().into_object();
        args.with(|rest| call(&object, name, Wanted::Method, rest))
    }

    fn get_field(&self, name: &str) -> Result<Any> {
        call(&self.clone().into_object(), name, Wanted::Field, &[])
    }

    fn set_field(&self, name: &str, value: impl Argument) -> Result<()> {
        let (object, held) = (self.clone().into_object(), value.hold());
        call(&object, name, Wanted::Setter, &[value.view(&held)]).map(drop)
    }
}
