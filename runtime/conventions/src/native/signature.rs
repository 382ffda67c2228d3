//! Signatures of C functions, from text or built.
//!
//! ```text
//! signature ::= type "(" [param {"," param}] [","] ")" [errno]      i32(cstr, ...) errno raise
//! param     ::= [name ":"] (["out" | "inout"] type | function) | "..."    x: f64, end: out cstr
//! function  ::= type "(" [param {"," param}] ")"                    compare: i32(ptr, ptr)
//! type      ::= scalar | "void" | "*" ["const"] type | "[" number "x" type "]"
//!             | "complex" "<" ("f32" | "f64") ">"
//!             | "{" [name ":"] type {"," [name ":"] type} "}"       {x: f64, tag: [8 x u8]}
//!             | ["own"] "*" handle                                  own *sqlite3
//! scalar    ::= bool i8 i16 i32 i64 u8 u16 u32 u64 size isize f32 f64 ptr cstr
//! errno     ::= "errno" ["raise"]
//! ```
//!
//! `own` stands in the type of a parameter or a result. White space and comments are those of MLIR's tokens. Invariant: a
//! function of any [`Signature`] can be called: every type in it has a size, and `void` and arrays occur only where C
//! allows them. A printed signature parses to an equal one.

mod parse;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use tvmlike_runtime::{Error, Result};

use super::ctype::{CType, FunctionPointer, MAX_BYTES};
use super::handle::HandleType;

/// The maximum number of parameters of a C function: twice what the C standard requires of compilers.
pub const MAX_PARAMS: usize = 255;

/// How a call treats `errno`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Errno {
    /// Ignores it.
    #[default]
    Ignore,
    /// Saves it for this thread, see [`errno::last`](super::errno::last).
    Save,
    /// Saves it, and raises OSError if it is not 0 and the result is negative or NULL.
    Raise,
}

/// How a parameter takes part in a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// The caller passes an argument.
    #[default]
    In,
    /// C gets a pointer to zeroed memory of the type. The caller passes nothing, and receives the value as a result.
    Out,
    /// C gets a pointer to a copy of the caller's argument, or NULL for None. The caller receives the new value.
    InOut,
}

impl Mode {
    /// The word in a signature.
    const fn word(self) -> &'static str {
        match self {
            Self::In => "",
            Self::Out => "out ",
            Self::InOut => "inout ",
        }
    }
}

/// A parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Param {
    /// The name, if it has one.
    pub name: Option<Box<str>>,
    /// The type; of an out-parameter, that of the value behind the pointer.
    pub ty: CType,
    /// How it takes part in a call.
    pub mode: Mode,
}

impl Param {
    /// The type that C declares for it.
    pub fn c_type(&self) -> CType {
        match self.mode {
            Mode::In => self.ty.clone(),
            Mode::Out | Mode::InOut => CType::pointer(self.ty.clone()),
        }
    }
}

/// The signature of a C function.
///
/// ```
/// use tvmlike_conventions::native::ctype::{CType, Scalar};
/// use tvmlike_conventions::native::signature::Signature;
///
/// let written: Signature = "f64(x: f64, times: i32)".parse()?;
/// let built = Signature::returning(Scalar::F64)
///     .named("x", Scalar::F64)
///     .named("times", Scalar::I32)
///     .build()?;
/// assert_eq!(written, built);
/// assert_eq!(built.to_string(), "f64(x: f64, times: i32)");
///
/// let error = "f64(x: double)".parse::<Signature>().unwrap_err();
/// assert!(error.message().contains("unknown type `double`; use f64"), "{error}");
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    result: CType,
    params: Vec<Param>,
    variadic: bool,
    errno: Errno,
}

impl Signature {
    /// Parses a signature.
    ///
    /// # Errors
    /// ValueError that shows the place in the text.
    pub fn parse(text: &str) -> Result<Self> {
        parse::signature(text, &[])
    }

    /// Parses a signature in which these types of handles may occur.
    ///
    /// # Errors
    /// As [`Signature::parse`].
    pub fn parse_with(text: &str, handles: &[Arc<HandleType>]) -> Result<Self> {
        parse::signature(text, handles)
    }

    /// Starts a signature with the type of its result, which may be `CType::Void`.
    pub fn returning(result: impl Into<CType>) -> Builder {
        Builder(Self {
            result: result.into(),
            params: Vec::new(),
            variadic: false,
            errno: Errno::Ignore,
        })
    }

    /// The type of the result.
    pub fn result(&self) -> &CType {
        &self.result
    }

    /// The parameters.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// The parameters that a caller passes an argument for.
    pub fn inputs(&self) -> impl Iterator<Item = &Param> {
        self.params.iter().filter(|param| param.mode != Mode::Out)
    }

    /// Whether the function accepts further arguments.
    pub fn is_variadic(&self) -> bool {
        self.variadic
    }

    /// How a call treats `errno`.
    pub fn errno(&self) -> Errno {
        self.errno
    }

    /// The signature record of a function with this signature, as JSON text.
    pub fn record(&self) -> String {
        Value::Object(self.record_entries()).to_string()
    }

    /// The entries of the signature record.
    pub(crate) fn record_entries(&self) -> Map<String, Value> {
        let params = self.inputs().map(|param| {
            let ty = match param.mode {
                Mode::InOut => json!(["optional", param.ty.record()]),
                _ => param.ty.record(),
            };
            match &param.name {
                Some(name) => json!(["named", name, ty]),
                None => ty,
            }
        });
        let mut record = Map::new();
        record.insert("a".to_owned(), params.collect());
        let result = Some(&self.result).filter(|result| **result != CType::Void);
        let written = self.params.iter().filter(|param| param.mode != Mode::In);
        let results: Vec<_> = result.map(CType::result_record).into_iter().collect();
        let results = results
            .into_iter()
            .chain(written.map(|param| match param.mode {
                Mode::InOut => json!(["optional", param.ty.result_record()]),
                _ => param.ty.result_record(),
            }))
            .collect::<Vec<_>>();
        // Several results are a tuple in Python, which converts structs of other libraries for C.
        let takes_struct = |param: &Param| match &param.ty {
            CType::Pointer { to, .. } => matches!(**to, CType::Struct(_)),
            ty => matches!(ty, CType::Struct(_)),
        };
        let complex = self.result.has_complex() || self.params.iter().any(|param| param.ty.has_complex());
        if results.len() > 1 || complex || self.inputs().any(takes_struct) {
            record.insert("by_record".to_owned(), Value::Bool(true));
        }
        record.insert("r".to_owned(), results.into());
        if self.variadic {
            record.insert("variadic".to_owned(), Value::Bool(true));
        }
        // The code may run long or wait for threads that call back.
        record.insert("release_gil".to_owned(), Value::Bool(true));
        record.insert("native".to_owned(), self.to_string().into());
        record
    }

    /// The signature of a function pointer.
    pub(super) fn of_function(function: &FunctionPointer) -> Self {
        let params = function.params.iter().map(|param| Param {
            name: param.name.clone(),
            ty: param.ty.clone(),
            mode: Mode::In,
        });
        Self {
            result: function.result.clone(),
            params: params.collect(),
            variadic: false,
            errno: Errno::Ignore,
        }
    }

    /// Fails unless a C function pointer of this signature can call a packed function.
    ///
    /// # Errors
    /// ValueError for a signature that is variadic, has `errno` or out-parameters, or whose result refers to memory.
    pub(super) fn check_closure(&self) -> Result<()> {
        let refuse = |why: &str| Err(Error::value_error(format!("the closure {self}: {why}")));
        if self.variadic {
            return refuse("closures cannot be variadic");
        }
        if self.errno != Errno::Ignore {
            return refuse("closures do not set errno");
        }
        if let Some(param) = self.params.iter().find(|param| param.mode != Mode::In) {
            return refuse(&format!(
                "closures have no out-parameters; declare *{} and write to the address that the function receives",
                param.ty
            ));
        }
        if self.result.refers() {
            return refuse(
                "the memory that the result refers to would have no owner; return ptr to memory that you keep alive",
            );
        }
        Ok(())
    }

    fn check(&self) -> Result<()> {
        if self.params.len() > MAX_PARAMS {
            return Err(Error::value_error(format!(
                "too many parameters: expected at most {MAX_PARAMS}, got {}",
                self.params.len()
            )));
        }
        if self.result != CType::Void {
            by_value(&self.result, "the result")?;
            refuse_function(&self.result, "the result")?;
        }
        let mut bytes = 0;
        for (position, param) in self.params.iter().enumerate() {
            let what = format!("parameter {}", position + 1);
            if let CType::Function(function) = &param.ty {
                Self::of_function(function)
                    .check()
                    .and_then(|()| Self::of_function(function).check_closure())?;
            }
            bytes += match param.mode {
                Mode::In => by_value(&param.ty, &what)?.next_multiple_of(8),
                Mode::Out | Mode::InOut => {
                    sized(&param.ty, &what)?;
                    refuse_function(&param.ty, &what)?;
                    size_of::<usize>()
                }
            };
            let named = |other: &Param| other.name.is_some() && other.name == param.name;
            if self.params[..position].iter().any(named) {
                let name = param.name.as_deref().unwrap_or_default();
                return Err(Error::value_error(format!("duplicate parameter name `{name}`")));
            }
        }
        // The limit for all parameters is that of one struct, since they share the stack.
        if bytes > MAX_BYTES {
            return Err(Error::value_error(format!(
                "the parameters take {bytes} bytes, more than the limit of {MAX_BYTES}; pass pointers"
            )));
        }
        let can_fail = match &self.result {
            CType::Scalar(scalar) => scalar.is_signed() || scalar.is_address(),
            CType::Pointer { .. } | CType::Handle { .. } => true,
            _ => false,
        };
        if self.errno == Errno::Raise && !can_fail {
            return Err(Error::value_error(format!(
                "`errno raise` requires a signed integer or a pointer as the result, got {}; use `errno` to save errno \
                 only",
                self.result
            )));
        }
        Ok(())
    }
}

/// Fails unless a parameter or a result can have the type. Returns its size.
fn by_value(ty: &CType, what: &str) -> Result<usize> {
    if matches!(ty, CType::Array(..)) {
        return Err(Error::value_error(format!(
            "{what} must not be an array ({ty}): pass a pointer (*{}) or a struct that contains it",
            match ty {
                CType::Array(item, _) => item,
                other => other,
            }
        )));
    }
    sized(ty, what)
}

/// Fails for a function pointer, which only an argument can be.
fn refuse_function(ty: &CType, what: &str) -> Result<()> {
    match ty {
        CType::Function(_) => Err(Error::value_error(format!(
            "{what} must not be a function pointer ({ty}); use ptr, and bind the address with native.bind"
        ))),
        _ => Ok(()),
    }
}

/// The size of a type; fails if it has none.
fn sized(ty: &CType, what: &str) -> Result<usize> {
    ty.checked_size()
        .map_err(|error| Error::new(&*error.kind(), format!("{what}: {}", error.message())))
}

/// A signature that is being built.
#[derive(Debug, Clone)]
#[must_use]
pub struct Builder(Signature);

impl Builder {
    /// Adds a parameter without a name.
    pub fn param(self, ty: impl Into<CType>) -> Self {
        self.with(None, Mode::In, ty)
    }

    /// Adds a parameter.
    pub fn named(self, name: impl Into<Box<str>>, ty: impl Into<CType>) -> Self {
        self.with(Some(name.into()), Mode::In, ty)
    }

    /// Adds a parameter of any mode; the type of an out-parameter is that of the value behind the pointer.
    pub fn with(mut self, name: Option<Box<str>>, mode: Mode, ty: impl Into<CType>) -> Self {
        self.0.params.push(Param {
            name,
            ty: ty.into(),
            mode,
        });
        self
    }

    /// Accepts further arguments.
    pub fn variadic(mut self) -> Self {
        self.0.variadic = true;
        self
    }

    /// Sets how a call treats `errno`.
    pub fn errno(mut self, errno: Errno) -> Self {
        self.0.errno = errno;
        self
    }

    /// Builds the signature.
    ///
    /// # Errors
    /// ValueError if C has no such function, or a name is not an identifier.
    pub fn build(self) -> Result<Signature> {
        // First, because it refuses types that are nested too deep for the recursion below.
        self.0.check()?;
        for param in &self.0.params {
            check_names(param.name.as_deref(), &param.ty)?;
        }
        check_names(None, &self.0.result)?;
        Ok(self.0)
    }
}

/// Fails unless a type of handles can have this name in signatures.
///
/// # Errors
/// ValueError for text that is no identifier, and for words that signatures have.
pub fn check_handle_name(name: &str) -> Result<()> {
    if !parse::is_identifier(name) {
        return Err(Error::value_error(parse::bad_name(name)));
    }
    if parse::is_reserved(name) {
        return Err(Error::value_error(format!(
            "invalid name `{name}` of a type of handles: signatures use the word"
        )));
    }
    Ok(())
}

/// Fails unless a name, and the names in a type, are identifiers.
fn check_names(name: Option<&str>, ty: &CType) -> Result<()> {
    if let Some(name) = name
        && !parse::is_identifier(name)
    {
        return Err(Error::value_error(parse::bad_name(name)));
    }
    match ty {
        CType::Struct(fields) => fields
            .iter()
            .try_for_each(|field| check_names(field.name.as_deref(), &field.ty)),
        CType::Pointer { to: inner, .. } | CType::Array(inner, _) => check_names(None, inner),
        // The signature of a function pointer was checked when it was built.
        CType::Void | CType::Scalar(_) | CType::Complex(_) | CType::Handle { .. } | CType::Function(_) => {
            Ok(())
        }
    }
}

impl FromStr for Signature {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::parse(text)
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.result)?;
        for (position, param) in self.params.iter().enumerate() {
            if position > 0 {
                f.write_str(", ")?;
            }
            if let Some(name) = &param.name {
                write!(f, "{name}: ")?;
            }
            write!(f, "{}{}", param.mode.word(), param.ty)?;
        }
        match (self.variadic, self.params.is_empty()) {
            (true, true) => f.write_str("...)")?,
            (true, false) => f.write_str(", ...)")?,
            (false, _) => f.write_str(")")?,
        }
        match self.errno {
            Errno::Ignore => Ok(()),
            Errno::Save => f.write_str(" errno"),
            Errno::Raise => f.write_str(" errno raise"),
        }
    }
}
