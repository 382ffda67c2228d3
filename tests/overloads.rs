//! Overloaded functions, called from Rust: which overload is chosen, and the record.

use serde_json::{Value, json};
use tvmlike::FromArg;
use tvmlike::prelude::*;
use tvmlike_builtin as _;

#[packed_module("test_overloads")]
mod functions {
    use super::*;

    /// Of a number.
    #[packed_func("of", overload)]
    fn of_number(x: i64) -> String {
        format!("number {x}")
    }

    /// Of a tensor of floats.
    #[packed_func("of", overload, release_gil)]
    fn of_floats(x: Strided<'_, f32>) -> i64 {
        i64::try_from(x.shape().len()).unwrap_or(0)
    }

    /// Of a tensor of doubles.
    #[packed_func("of", overload)]
    fn of_doubles(_x: Strided<'_, f64>) -> f64 {
        64.0
    }

    #[packed_func("of", overload)]
    fn of_nothing(_x: ()) {}

    #[packed_func("rest", overload)]
    fn one(x: i64) -> i64 {
        x
    }

    #[packed_func("rest", overload)]
    fn many(first: &str, rest: TVMArgs<'_>) -> String {
        format!("{first} and {}", rest.len())
    }

    #[packed_func("fails", overload)]
    fn fails(x: i64) -> Result<i64> {
        Err(Error::value_error(format!("{x} is refused")))
    }

    #[packed_func("fails", overload)]
    fn never(_x: &str) {}

    #[packed_func("nested", overload)]
    fn maybe(x: Option<Vec<i64>>) -> bool {
        x.is_some()
    }

    #[packed_func("nested", overload)]
    fn pairs(x: (i64, String)) -> String {
        x.1.repeat(usize::try_from(x.0).unwrap_or(0))
    }
}

fn call<T: for<'a> FromArg<'a>>(name: &str, args: impl tvmlike::function::Arguments) -> Result<T> {
    tvmlike::get(&format!("test_overloads.{name}"))?.call_as(args)
}

#[test]
fn the_overload_for_the_arguments_is_called() -> Result<()> {
    assert_eq!(call::<String>("of", (3,))?, "number 3");
    call::<()>("of", ((),))?;
    let floats = Tensor::from_vec(vec![1.0_f32, 2.0], &[2, 1])?;
    assert_eq!(call::<i64>("of", (floats,))?, 2);
    let doubles = Tensor::from_vec(vec![1.0_f64], &[1])?;
    assert_eq!(call::<f64>("of", (doubles,))?, 64.0);
    let bytes = Tensor::from_vec(vec![1_u8], &[1])?;
    let error = call::<i64>("of", (bytes,)).expect_err("no overload takes bytes");
    assert_eq!(error.kind(), "TypeError");
    assert!(error.message().contains("expected Tensor of float32"), "{error}");
    Ok(())
}

#[test]
fn an_overload_can_be_variadic() -> Result<()> {
    assert_eq!(call::<i64>("rest", (3,))?, 3);
    assert_eq!(call::<String>("rest", ("a",))?, "a and 0");
    assert_eq!(call::<String>("rest", ("a", 1, 2))?, "a and 2");
    assert!(call::<i64>("rest", (1, 2)).is_err());
    assert!(call::<i64>("rest", ()).is_err());
    Ok(())
}

#[test]
fn overloads_are_selected_by_the_items_of_containers() -> Result<()> {
    assert!(call::<bool>("nested", (vec![1, 2],))?);
    assert!(!call::<bool>("nested", ((),))?);
    assert_eq!(call::<String>("nested", ((2, "ab"),))?, "abab");
    Ok(())
}

#[test]
fn an_error_has_the_location_of_its_overload() -> Result<()> {
    let error = call::<i64>("nested", ("text",)).expect_err("no overload takes text");
    assert_eq!(error.message().lines().count(), 3, "{error}");
    let error = call::<i64>("fails", (3,)).expect_err("it fails");
    let backtrace = error.backtrace();
    assert_eq!(
        backtrace.matches("test_overloads.fails").count(),
        1,
        "{backtrace}"
    );
    Ok(())
}

#[test]
fn the_record_contains_the_record_of_each_overload() -> Result<()> {
    let record = tvmlike::info("test_overloads.of")?
        .record
        .expect("it has a record");
    let record: Value = serde_json::from_str(&record).expect("JSON");
    assert_eq!(record["variadic"], json!(true));
    assert_eq!(record["release_gil"], json!(true));
    assert_eq!(record["r"], json!([["union", "str", "i64", "f64", null]]));
    let first = json!({"a": [["named", "x", "i64"]], "r": ["str"], "doc": "Of a number."});
    assert_eq!(record["overloads"][0], first);
    assert_eq!(record["overloads"].as_array().map(Vec::len), Some(4));
    Ok(())
}

macro_rules! overloaded_by_a_macro {
    (($($first:tt)*), ($($second:tt)*)) => {
        #[packed_module("test_overloads")]
        mod by_a_macro {
            #[packed_func("by_macro", overload)]
            fn first($($first)*) -> &'static str {
                "first"
            }

            #[packed_func("by_macro", overload)]
            fn second($($second)*) -> &'static str {
                "second"
            }
        }

        #[derive(Object)]
        #[object(key = "test_overloads.ByMacro")]
        struct ByMacro;

        #[methods]
        impl ByMacro {
            #[overload]
            #[name("of")]
            fn of_first($($first)*) -> i64 {
                1
            }

            #[overload]
            #[name("of")]
            fn of_second($($second)*) -> i64 {
                2
            }
        }
    };
}

overloaded_by_a_macro!((_x: i64), (_x: &str));

#[test]
fn overloads_may_be_written_by_a_macro() -> Result<()> {
    assert_eq!(call::<String>("by_macro", (1,))?, "first");
    assert_eq!(call::<String>("by_macro", ("a",))?, "second");
    Ok(())
}
