//! The description of a function: parameter names, types, defaults, docs, result, source.
//!
//! The type records are those of IREE's function ABI (`"i32"`, `["ndarray", …]`, `["named", key, type]`), extended for
//! types that it lacks: `"str"`, `"bytes"`, `"function"`, `["optional", type]`, `["object", key]`, …. A signature is
//! static data, so a registered function costs nothing until its description is used.

mod json;
pub(crate) mod record;

use crate::function::described::Overloads;
use crate::value::Any;

pub use record::{RecordField, RecordType, TypeRecord};

/// One parameter.
///
/// ```
/// use tvmlike_runtime::ToAny;
/// use tvmlike_runtime::signature::{Param, TypeRecord};
///
/// let steps = Param {
///     name: "steps",
///     ty: TypeRecord::Scalar("i64"),
///     default: Some(|| 1.to_any()),
///     implicit: false,
///     keyword_only: false,
/// };
/// assert!(steps.is_optional());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub ty: TypeRecord,
    /// Its default value.
    pub default: Option<fn() -> Any>,
    /// Whether it defaults to the current object of its type, also if the caller passes None.
    pub implicit: bool,
    /// Whether it is keyword-only in Python. Other languages pass it by position.
    pub keyword_only: bool,
}

/// The description of a function.
///
/// ```
/// use tvmlike_runtime::signature::{Param, Signature, TypeRecord};
///
/// static SQRT: Signature = Signature {
///     name: "doc.sqrt",
///     params: &[Param {
///         name: "x",
///         ty: TypeRecord::Scalar("f64"),
///         default: None,
///         implicit: false,
///         keyword_only: false,
///     }],
///     variadic: false,
///     release_gil: false,
///     result: TypeRecord::Scalar("f64"),
///     doc: "The square root.",
///     file: file!(),
///     line: line!(),
///     overloads: None,
/// };
/// assert_eq!(SQRT.required(), 1);
/// assert!(!SQRT.has_keyword_only());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Signature {
    /// Its registered name.
    pub name: &'static str,
    /// Its parameters in order.
    pub params: &'static [Param],
    /// Whether it accepts further arguments after its parameters.
    pub variadic: bool,
    /// Whether Python releases the GIL while it runs, because it may run long or wait for another thread.
    pub release_gil: bool,
    /// Its result.
    pub result: TypeRecord,
    /// Its doc comment.
    pub doc: &'static str,
    /// The source file that defines it.
    pub file: &'static str,
    /// The line in that file, from 1.
    pub line: u32,
    /// The functions that share the name; they have the parameters and results then, not this signature.
    pub overloads: Option<&'static Overloads>,
}

impl Param {
    /// Whether callers may omit it.
    pub const fn is_optional(&self) -> bool {
        self.default.is_some()
    }
}

impl Signature {
    /// The minimum number of arguments: up to the last parameter without a default.
    pub const fn required(&self) -> usize {
        let mut least = self.params.len();
        while least > 0 && self.params[least - 1].is_optional() {
            least -= 1;
        }
        least
    }

    /// The functions that share the name; none for most names.
    fn overloads(&self) -> impl Iterator<Item = &'static Signature> {
        self.overloads.into_iter().flat_map(Overloads::signatures)
    }

    /// Whether it has keyword-only parameters.
    pub fn has_keyword_only(&self) -> bool {
        self.params.iter().any(|param| param.keyword_only) || self.overloads().any(Self::has_keyword_only)
    }

    /// Whether front ends need the record to convert a parameter or the result.
    pub fn needs_front_end(&self) -> bool {
        self.result.needs_front_end()
            || self.params.iter().any(|param| param.ty.needs_front_end())
            || self.overloads().any(Self::needs_front_end)
    }

    /// The record as JSON text: `{"a": [["named", name, type], …], "r": [type], "defaults": {…}, "doc": …}`; of a function
    /// with overloads `{"overloads": [record, …], "r": [type], "variadic": true}`.
    pub fn to_json(&self) -> String {
        json::signature(self)
    }
}
