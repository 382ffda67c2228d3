//! The macros `#[packed_func]`, `#[packed_module]`, `#[derive(Object)]`, `#[methods]`, and the derives of values:
//! `Record`, `Enum`, `Union`, `Exception`.
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
//! - `signature`: checks of signatures, source locations
//! - `callable`: descriptors of functions
//! - `member`: rows of members
//! - `container`, `marks`: special methods and attributes in a block
//! - `constant`: constants in a block
//! - `methods`, `object`, `expand`, `record`, `enumeration`, `union`, `exception`: one expansion each
//! - `module`: all functions of a module

mod callable;
mod constant;
mod container;
mod enumeration;
mod exception;
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
/// Parameter types implement `FromArg`, result types `IntoReturn`. Callers can omit a parameter with `#[default(value)]`, and
/// one with `#[implicit]`, which then takes the current object of its type. In Python, a `#[keyword_only]` parameter must be
/// passed by keyword. A last parameter of type `TVMArgs` takes any number of arguments. The function's signature record
/// contains the doc comment, the parameter names and the source location.
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
/// Options after the name:
///
/// - `override` replaces an existing function with the name.
/// - `release_gil` releases Python's GIL while the function runs; use it for functions that run long or wait for another
///   thread.
/// - `inline` generates a separate entry that contains the body. This saves a jump per call and costs about 150 bytes of
///   code; use it for functions of a few instructions.
/// - `tvm_ffi` also exports the function as `__tvm_ffi_NAME`, so that tvm-ffi's `load_module` finds it in the library, with
///   or without a host of tvmlike in the process. NAME is the last part of its name, or `name` in `tvm_ffi = "name"`.
/// - `crate = path` names the crate that re-exports `tvmlike`.
#[proc_macro_attribute]
pub fn packed_func(options: TokenStream, item: TokenStream) -> TokenStream {
    let result = syn::parse(options)
        .and_then(|options| Ok((options, syn::parse(item.clone())?)))
        .and_then(|(options, function)| expand::packed_func(options, function));
    match result {
        Ok(tokens) => tokens.into(),
        Err(error) => {
            // The function itself is kept, so that the compiler reports the mistake and not all calls of the function.
            let mut tokens = item;
            tokens.extend(TokenStream::from(error.into_compile_error()));
            tokens
        }
    }
}

/// Registers the functions of a module under one namespace, with a single table.
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
/// Functions without the attribute are ordinary functions. `#[packed_func]` has the same options as outside a module; its name
/// is optional. `crate = path` after the namespace names the crate that re-exports `tvmlike`.
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
/// /// A counter.
/// #[derive(Object, Debug)]
/// #[object(key = "my.Counter", repr)]
/// struct Counter {
///     /// The size of one step.
///     #[field]
///     step: i64,
///     /// The label.
///     #[field(set)]
///     label: Mutex<String>,
/// }
///
/// let counter = ObjectPtr::new(Counter { step: 2, label: Mutex::new("left".to_owned()) });
/// assert_eq!(counter.step, 2);
/// ```
///
/// `#[field]` makes a field readable in other languages, `#[field(set)]` also writable. A writable field must be an atomic, a
/// `Mutex` or an `RwLock`, because other references to the object may exist. Doc comments become the fields' docs. A struct
/// that inherits declares `parent = base: Point`, is `repr(C)` and begins with the field `base`.
///
/// Options in the attribute define special methods by Rust traits: `repr` by `Debug`, `str` by `Display`, `eq` by
/// `PartialEq`, `ord` by `PartialOrd`, `hash` by `Hash`. A comparison with an object of another type returns
/// `NotImplemented`. With `pickle`, the state consists of all fields; if some of them do not convert, define the members
/// `__getstate__` and `__from_state__` instead. `crate = path` names the crate that re-exports `tvmlike`.
///
/// Packed functions and methods can return the type and take `&Counter` and `ObjectPtr<Counter>` as parameters. The garbage
/// collectors of front ends see the objects in its fields (see `Traverse`).
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
///     /// Advances by some steps.
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
/// A function whose first parameter is `&self` or `this: &ObjectPtr<Self>` is a method; any other is a static function of the
/// class. Attributes of members:
///
/// - `#[init]` marks the constructor.
/// - `#[getter]` and `#[setter]` (on `set_NAME`) define a property; a `#[getter]` without `self` is a property of the class.
/// - `#[constant]` on a `const`, or on a function without parameters, defines an attribute of the class. Front ends read its
///   value once.
/// - `#[name("__len__")]` sets the name of a member.
/// - `#[release_gil]` releases Python's GIL while the member runs; use it for members that run long or wait for another
///   thread.
///
/// Parameters and results are those of `#[packed_func]`. Put functions that other languages must not see into a block without
/// the attribute.
///
/// `#[methods(sequence)]` makes the type's objects sequences. The block must contain `fn len(&self) -> usize` and
/// `fn get(&self, index: usize)`, and may contain `set(&self, index, value)` and `remove(&self, index)`. The index that these
/// receive is in range and not negative. `#[methods(mapping)]` makes them mappings, by `len`, `get(&self, key)` and
/// `keys(&self)`, and optionally `set`, `remove` and `contains`. If `get` returns an `Option`, `None` means that the key is
/// missing; any other `get` returns an error for a missing key.
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

/// Converts a plain struct to and from a dictionary of its fields in other languages.
///
/// ```
/// use tvmlike::ToAny;
/// use tvmlike::prelude::*;
///
/// /// A point in the plane.
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
/// Parameters and results of the type are dictionaries with the fields' names as keys. A field is optional with
/// `#[default(value)]`, or with `#[default]` for the default of its type; all others are required, and unknown keys are errors.
/// A field's type must convert as a parameter and as a result. The struct may have one lifetime. In Python's stubs the record
/// is a `TypedDict` of the same name, in C++ an aggregate struct. `crate = path` after the name names the crate that
/// re-exports `tvmlike`.
#[proc_macro_derive(Record, attributes(record, default))]
pub fn record(item: TokenStream) -> TokenStream {
    syn::parse(item)
        .and_then(|input| record::derive(&input))
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// Exposes an enum without fields as an enumeration in other languages.
///
/// ```
/// use tvmlike::prelude::*;
///
/// /// The color of a traffic light.
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
/// Values are passed as ints and must be declared ones. Python gets the class `my.Color`, an `IntEnum`, or an `IntFlag` for
/// `flags`; C++ gets an `enum class`. `Flags<Access>` is a combination of flags. The name of a member is in capitals,
/// `DARK_RED` for `DarkRed`; `#[name("…")]` sets another one. `crate = path` names the crate that
/// re-exports `tvmlike`.
#[proc_macro_derive(Enum, attributes(enum_type, name))]
pub fn enumeration(item: TokenStream) -> TokenStream {
    syn::parse(item)
        .and_then(|input| enumeration::derive(&input))
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// Makes an enum whose variants contain one value each usable as a parameter or result of any of these types.
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
/// The kind of the value selects the variant, not the order of variants: two variants that take the same kind are a compile
/// error. An int selects a variant of floats only if no variant takes ints. `#[union(crate = path)]` names the crate that
/// re-exports `tvmlike`.
#[proc_macro_derive(Union, attributes(union))]
pub fn union(item: TokenStream) -> TokenStream {
    syn::parse(item)
        .and_then(|input| union::derive(&input))
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// Makes a Rust error type an exception class of its own in other languages.
///
/// ```
/// use tvmlike::prelude::*;
///
/// /// The text is not a number.
/// #[derive(Debug, Exception)]
/// #[exception("doc.ParseError", base = "ValueError")]
/// struct ParseError {
///     /// The position of the first character that is wrong.
///     #[field]
///     at: usize,
/// }
///
/// impl std::fmt::Display for ParseError {
///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
///         write!(f, "not a digit at {}", self.at)
///     }
/// }
///
/// impl std::error::Error for ParseError {}
///
/// #[packed_func("doc.macros.digits")]
/// fn digits(text: &str) -> Result<i64, ParseError> {
///     match text.find(|c: char| !c.is_ascii_digit()) {
///         Some(at) => Err(ParseError { at }),
///         None => Ok(text.len() as i64),
///     }
/// }
///
/// let error = tvmlike::get("doc.macros.digits")?.call(("12x",)).unwrap_err();
/// assert_eq!((error.kind().as_ref(), error.message().as_ref()), ("doc.ParseError", "not a digit at 2"));
/// # Ok::<(), tvmlike::Error>(())
/// ```
///
/// The type must implement `std::error::Error`, by hand or by a crate such as thiserror. Wherever `?` or a result converts it to
/// `tvmlike::Error`, the kind is the key, also if it is the source of another error. Python has the class
/// `tvmlike.doc.ParseError`, a subclass of `base`: a built-in exception, a class registered by `register_error`, or the key of another
/// class; RuntimeError by default. Fields with `#[field]` are attributes of the exception. An exception of an enum also has the
/// attribute `variant`. `crate = path` names the crate that re-exports `tvmlike`.
#[proc_macro_derive(Exception, attributes(exception, field))]
pub fn exception(item: TokenStream) -> TokenStream {
    syn::parse(item)
        .and_then(|input| exception::derive(&input))
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// Marks the declaration of a C function that is in the host's table or exported by libtvmlike. It leaves the function
/// unchanged: `cargo xtask header` reads the arguments (`registry/src/host_api.rs` describes them).
#[doc(hidden)]
#[proc_macro_attribute]
pub fn c_function(_arguments: TokenStream, function: TokenStream) -> TokenStream {
    function
}
