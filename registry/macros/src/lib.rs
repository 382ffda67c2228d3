//! The macros `#[packed_func]`, `#[packed_module]`, `#[derive(Object)]`, `#[methods]`, and the derives of values:
//! `Record`, `Enum`, `Union`.
//!
//! Each keeps its item and adds, in an unnamed scope, a static descriptor (the signature as data, and the body that
//! converts between values and Rust types) and an entry in the linked-in table that the registry walks at load time. The
//! expansion calls only `tvmlike::__private`.
//!
//! # Layers
//!
//! A module imports only from the layers before its own (checked by `cargo xtask test layers`):
//!
//! - `options`, `parameters`, `registered`, `shape`: arguments of attributes, parameters of functions, types
//! - `signature`: what is refused in signatures, places in the source
//! - `callable`: descriptors of functions
//! - `member`: rows of members
//! - `container`, `marks`: special methods and attributes in a block
//! - `constant`: constants in a block
//! - `methods`, `object`, `expand`, `record`, `enumeration`, `union`: one expansion each
//! - `module`: all functions of a module

mod callable;
mod constant;
mod container;
mod enumeration;
mod expand;
mod marks;
mod member;
mod methods;
mod module;
mod object;
mod options;
mod parameters;
mod record;
mod registered;
mod shape;
mod signature;
mod union;

use proc_macro::TokenStream;

/// Registers a function under a dotted name when the library that contains it is loaded.
///
/// Parameter and result types are those of `FromArg` and `IntoReturn`. A parameter with `#[default(value)]` may be
/// left out by callers; one with `#[implicit]` takes the current object of its type then. Python takes one with
/// `#[keyword_only]` by its name only. A last parameter of type `TVMArgs` takes any number of arguments. The doc comment, the
/// parameter names and the place in the source go into the function's signature record.
///
/// ```
/// use tvmlike::prelude::*;
///
/// /// Scales a number.
/// #[packed_func("doc.macros.scale")]
/// fn scale(x: f64, #[default(2.0)] factor: f64) -> f64 {
///     x * factor
/// }
///
/// let scale = tvmlike::get("doc.macros.scale")?;
/// assert_eq!(scale.call_as::<f64>((21.0,))?, 42.0);
/// assert_eq!(scale.call_as::<f64>((21.0, 3))?, 63.0);
/// # Ok::<(), tvmlike::Error>(())
/// ```
///
/// Options behind the name: `override` replaces a function that is there under the name; `release_gil` releases Python's
/// GIL while the function runs, for one that runs long or waits for another thread;
/// `inline` writes its body into an entry of its own, which saves a call one jump and costs some 150 bytes of code, so it
/// is for functions of a few instructions; `tvm_ffi` exports it as `__tvm_ffi_NAME`, too, so that tvm-ffi's `load_module` finds it in the library, with or without
/// a host of tvmlike in the process: NAME is the last part of its name, or what stands in `tvm_ffi = "name"`;
/// `crate = path` names the crate that re-exports `tvmlike`.
#[proc_macro_attribute]
pub fn packed_func(options: TokenStream, item: TokenStream) -> TokenStream {
    let result = syn::parse(options)
        .and_then(|options| Ok((options, syn::parse(item.clone())?)))
        .and_then(|(options, function)| expand::packed_func(options, function));
    match result {
        Ok(tokens) => tokens.into(),
        Err(error) => {
            // The function itself stays, so that only the mistake is reported, not everything that calls it.
            let mut tokens = item;
            tokens.extend(TokenStream::from(error.into_compile_error()));
            tokens
        }
    }
}

/// Registers the functions of a module under one namespace, through one table.
///
/// ```
/// use tvmlike::prelude::*;
///
/// #[packed_module("geometry")]
/// mod geometry {
///     /// The area of a rectangle, as `geometry.area`.
///     #[packed_func]
///     fn area(width: f64, height: f64) -> f64 {
///         width * height
///     }
///
///     /// `geometry.shapes.count`, which may run long.
///     #[packed_func("shapes.count", release_gil)]
///     fn count() -> i64 {
///         0
///     }
/// }
///
/// assert_eq!(tvmlike::get("geometry.area")?.call_as::<f64>((2.0, 3.0))?, 6.0);
/// assert_eq!(tvmlike::get("geometry.shapes.count")?.call_as::<i64>(())?, 0);
/// # Ok::<(), tvmlike::Error>(())
/// ```
///
/// Functions without the attribute are ordinary ones. The options of `#[packed_func]` are those outside a module; the name
/// may be left out. `crate = path` behind the namespace names the crate that re-exports `tvmlike`.
#[proc_macro_attribute]
pub fn packed_module(options: TokenStream, item: TokenStream) -> TokenStream {
    let result = syn::parse(options)
        .and_then(|options| Ok((options, syn::parse(item.clone())?)))
        .and_then(|(options, module)| module::packed_module(&options, module));
    match result {
        Ok(tokens) => tokens.into(),
        Err(error) => {
            let mut tokens = item;
            tokens.extend(TokenStream::from(error.into_compile_error()));
            tokens
        }
    }
}

/// Makes a struct the body of an object type, which other languages see as a class.
///
/// ```
/// use std::sync::Mutex;
/// use tvmlike::prelude::*;
///
/// /// A number that goes up.
/// #[derive(Object, Debug)]
/// #[object(key = "my.Counter", repr)]
/// struct Counter {
///     /// How far one step goes.
///     #[field]
///     step: i64,
///     /// What it is called.
///     #[field(set)]
///     label: Mutex<String>,
/// }
///
/// let counter = ObjectPtr::new(Counter { step: 2, label: Mutex::new("left".to_owned()) });
/// assert_eq!(counter.step, 2);
/// ```
///
/// `#[field]` makes a field readable, `#[field(set)]` writable too, which atomics, `Mutex` and `RwLock` can be: others
/// may hold the object at the same time. Doc comments go along. A struct that inherits says `parent = base: Point`, is
/// `repr(C)` and begins with that field.
///
/// Words in the attribute give the class what Rust traits say: `repr` is `Debug`, `str` is `Display`, `eq` is
/// `PartialEq`, `ord` is `PartialOrd`, `hash` is `Hash`; a comparison with anything but an object of this very type is
/// left undecided. `pickle` takes all fields for the state; a struct whose fields do not all convert writes the members
/// `__getstate__` and `__from_state__` itself. `crate = path` names the crate that re-exports `tvmlike`.
///
/// A value of the type can be returned by packed functions and methods, and `&Counter` and `ObjectPtr<Counter>` can be
/// their parameters. Fields that hold objects are shown to the garbage collectors of front ends (see `Traverse`).
#[proc_macro_derive(Object, attributes(object, field))]
pub fn object(item: TokenStream) -> TokenStream {
    syn::parse(item)
        .and_then(object::derive)
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// Makes every function of a block a member of a type that derives `Object`.
///
/// ```
/// use std::sync::atomic::{AtomicI64, Ordering};
/// use tvmlike::prelude::*;
///
/// #[derive(Object)]
/// #[object(key = "my.Stepper")]
/// struct Stepper {
///     step: i64,
///     value: AtomicI64,
/// }
///
/// #[methods]
/// impl Stepper {
///     #[init]
///     fn new(#[default(1)] step: i64) -> Result<Self> {
///         if step == 0 {
///             return Err(Error::value_error("a step cannot be 0"));
///         }
///         Ok(Self { step, value: AtomicI64::new(0) })
///     }
///
///     /// Goes on by some steps.
///     fn advance(&self, #[default(1)] steps: i64) -> i64 {
///         self.value.fetch_add(steps * self.step, Ordering::Relaxed) + steps * self.step
///     }
///
///     #[getter]
///     fn value(&self) -> i64 {
///         self.value.load(Ordering::Relaxed)
///     }
/// }
///
/// let stepper = Stepper::new(3)?;
/// assert_eq!(stepper.advance(2), 6);
/// assert_eq!(stepper.value(), 6);
/// # Ok::<(), tvmlike::Error>(())
/// ```
///
/// A function with `&self` is a method, and so is one whose first parameter is `this: &ObjectPtr<Self>`; any other is a
/// static function of the class. `#[init]` marks the one that makes an object where the class is called. `#[getter]` and
/// `#[setter]` (on `set_NAME`) make a field that is computed; a `#[getter]` without `self` is a property of the class.
/// `#[constant]` on a `const`, or on a function without parameters, makes an attribute of the class, whose value front ends
/// ask for once. `#[name("__len__")]` gives a member another name than the function has. `#[release_gil]` releases
/// Python's GIL while the member runs, for members that run long or wait for another thread. Parameters and results are
/// those of `#[packed_func]`. Functions that other languages must not see stand in a block without the attribute.
///
/// `#[methods(sequence)]` makes the type's objects sequences, by `fn len(&self) -> usize` and
/// `fn get(&self, index: usize)` of the block, and where it has them `set(&self, index, value)` and `remove(&self, index)`:
/// the index is in range, a negative one was counted from the end. `#[methods(mapping)]` makes them mappings by `len`,
/// `get(&self, key)` and `keys(&self)`, and `set`, `remove` and `contains`. A `get` that returns an `Option` has nothing
/// there; another fails as it likes.
///
/// The option `crate = path` names the crate that re-exports `tvmlike`.
#[proc_macro_attribute]
pub fn methods(options: TokenStream, item: TokenStream) -> TokenStream {
    let block: syn::ItemImpl = match syn::parse(item) {
        Ok(block) => block,
        Err(error) => return error.into_compile_error().into(),
    };
    let result = syn::parse(options).and_then(|options| methods::methods(&options, block.clone()));
    result
        .unwrap_or_else(|error| {
            let block = marks::without_marks(block);
            let error = error.into_compile_error();
            quote::quote!(#block #error)
        })
        .into()
}

/// Makes a plain struct cross to other languages field by field, as a dictionary.
///
/// ```
/// use tvmlike::ToAny;
/// use tvmlike::prelude::*;
///
/// /// Where something is.
/// #[derive(Record)]
/// #[record("my.Point")]
/// struct Point {
///     x: f64,
///     y: f64,
///     #[default("origin".to_owned())]
///     label: String,
/// }
///
/// let distance = PackedFunc::typed("distance", |point: Point| point.x.hypot(point.y));
/// let point = Map::new([("x".into(), 3.0.to_any()), ("y".into(), 4.0.to_any())]);
/// assert_eq!(distance.call_as::<f64>((point,))?, 5.0);
/// # Ok::<(), tvmlike::Error>(())
/// ```
///
/// Parameters and results of the type are dictionaries with the fields' names as keys. A field with `#[default(value)]`,
/// or `#[default]` for the default of its type, may be left out; every other one must be there, and no other key may.
/// The fields' types are those of parameters that are results too. The struct may have one lifetime. In Python's stubs
/// the record is a `TypedDict`, in C++ an aggregate struct, both of its name. `crate = path` behind the name names the
/// crate that re-exports `tvmlike`.
#[proc_macro_derive(Record, attributes(record, default))]
pub fn record(item: TokenStream) -> TokenStream {
    syn::parse(item)
        .and_then(|input| record::derive(&input))
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// Makes an enum without fields an enumeration of other languages.
///
/// ```
/// use tvmlike::prelude::*;
///
/// /// What a light shows.
/// #[derive(Enum, Clone, Copy, Debug, PartialEq)]
/// #[enum_type("my.Color")]
/// enum Color {
///     /// Stop.
///     Red = 1,
///     Green,
/// }
///
/// #[derive(Enum, Clone, Copy)]
/// #[enum_type("my.Access", flags)]
/// enum Access {
///     Read = 1,
///     Write = 2,
/// }
///
/// let next = PackedFunc::typed("next", |color: Color| match color {
///     Color::Red => Color::Green,
///     Color::Green => Color::Red,
/// });
/// assert_eq!(next.call_as::<Color>((1,))?, Color::Green);
/// assert!(next.call((7,)).is_err());
/// assert_eq!((Flags::from(Access::Read) | Access::Write).bits(), 3);
/// # Ok::<(), tvmlike::Error>(())
/// ```
///
/// Values cross as ints and are checked against the declared ones. Python has the class `my.Color`, an `IntEnum`, or an
/// `IntFlag` for `flags`; C++ has an `enum class`. `Flags<Access>` is a combination of flags. A member is named in
/// capitals, `DARK_RED` for `DarkRed`; `#[name("…")]` gives it another name. `crate = path` names the crate that
/// re-exports `tvmlike`.
#[proc_macro_derive(Enum, attributes(enum_type, name))]
pub fn enumeration(item: TokenStream) -> TokenStream {
    syn::parse(item)
        .and_then(|input| enumeration::derive(&input))
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// Makes an enum whose variants hold one value each a parameter or result that takes any of these types.
///
/// ```
/// use tvmlike::prelude::*;
///
/// #[derive(Union)]
/// enum Index<'a> {
///     Position(i64),
///     Name(&'a str),
///     Many(Vec<i64>),
/// }
///
/// #[packed_func("doc.macros.count")]
/// fn count(index: Index<'_>) -> usize {
///     match index {
///         Index::Position(_) | Index::Name(_) => 1,
///         Index::Many(positions) => positions.len(),
///     }
/// }
///
/// let count = tvmlike::get("doc.macros.count")?;
/// assert_eq!(count.call_as::<i64>(("last",))?, 1);
/// assert_eq!(count.call_as::<i64>((vec![1_i64, 2],))?, 2);
/// # Ok::<(), tvmlike::Error>(())
/// ```
///
/// The kind of value that comes decides for the variant, and not the order: two variants that take the same kind are a
/// compile error. An int goes to a variant of floats only where there is none of ints. `#[union(crate = path)]` names the
/// crate that re-exports `tvmlike`.
#[proc_macro_derive(Union, attributes(union))]
pub fn union(item: TokenStream) -> TokenStream {
    syn::parse(item)
        .and_then(|input| union::derive(&input))
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// Marks the declaration of a C function that is in the host's table or exported by libtvmlike. It leaves the function as
/// it is: `cargo xtask header` reads the arguments (`registry/src/host_api.rs` describes them).
#[doc(hidden)]
#[proc_macro_attribute]
pub fn c_function(_arguments: TokenStream, function: TokenStream) -> TokenStream {
    function
}
