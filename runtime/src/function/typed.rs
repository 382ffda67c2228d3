//! Closures over Rust types as packed functions.

use super::TVMArgs;
use crate::convert::{FromArg, IntoReturn};
use crate::error::{Error, Result};
use crate::value::Any;

/// A closure over up to eight parameters of Rust types. `M` distinguishes the implementations for different parameter
/// lists.
///
/// ```
/// use tvmlike_runtime::PackedFunc;
/// use tvmlike_runtime::function::TypedFn;
///
/// fn named<M>(name: &str, closure: impl TypedFn<M>) -> (String, PackedFunc) {
///     (name.to_owned(), PackedFunc::typed(name, closure))
/// }
///
/// let (name, scale) = named("scale", |x: f64, factor: f64| x * factor);
/// assert_eq!(scale.call_as::<f64>((2.0, 1.5))?, 3.0);
/// let error = scale.call((2.0,)).unwrap_err();
/// assert_eq!(error.to_string(), format!("TypeError: {name}: expected 2 arguments, got 1"));
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "this closure cannot become a packed function",
    label = "parameters must own their data (`i64`, `String`, `Tensor`, not `&str`), and the result must convert to a value",
    note = "a packed function may be called from any thread, so the captures of the closure must be Send and Sync"
)]
pub trait TypedFn<M>: Send + Sync + 'static {
    /// Converts the arguments, calls the closure, converts the result.
    ///
    /// # Errors
    /// TypeError for a wrong count or type, and the closure's error.
    fn call_packed(&self, name: &str, args: TVMArgs<'_>) -> Result<Any>;
}

#[cold]
fn wrong_count(name: &str, expected: usize, got: usize) -> Error {
    Error::type_error(format!("{name}: expected {expected} arguments, got {got}"))
}

macro_rules! typed_fn {
    ($count:literal; $($name:ident $position:tt),*) => {
        impl<Func, Ret, $($name),*> TypedFn<(Ret, $($name,)*)> for Func
        where
            Func: Fn($($name),*) -> Ret + Send + Sync + 'static,
            Ret: IntoReturn,
            $($name: for<'a> FromArg<'a>,)*
        {
            fn call_packed(&self, name: &str, args: TVMArgs<'_>) -> Result<Any> {
                let args = args.as_slice();
                if args.len() != $count {
                    return Err(wrong_count(name, $count, args.len()));
                }
                self($(
                    $name::from_arg(&args[$position])
                        .map_err(|mismatch| mismatch.into_argument_error(name, $position, None))?
                ),*)
                .into_return()
            }
        }
    };
}

typed_fn!(0;);
typed_fn!(1; A 0);
typed_fn!(2; A 0, B 1);
typed_fn!(3; A 0, B 1, C 2);
typed_fn!(4; A 0, B 1, C 2, D 3);
typed_fn!(5; A 0, B 1, C 2, D 3, E 4);
typed_fn!(6; A 0, B 1, C 2, D 3, E 4, F 5);
typed_fn!(7; A 0, B 1, C 2, D 3, E 4, F 5, G 6);
typed_fn!(8; A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
