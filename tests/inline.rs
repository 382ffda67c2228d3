//! Functions with an entry of their own (`inline`) answer every call as those do that share one.

use tvmlike::ToAny;
use tvmlike::prelude::*;

/// One body, registered both ways.
macro_rules! twice {
    ($shared:literal, $inline:literal, ($($parameters:tt)*) -> $result:ty, $body:block) => {
        const _: () = {
            #[packed_func($shared)]
            fn shared($($parameters)*) -> $result $body
        };
        const _: () = {
            #[packed_func($inline, inline)]
            fn inline($($parameters)*) -> $result $body
        };
    };
}

twice!("shared.nothing", "inline.nothing", () -> (), {});
twice!("shared.sum", "inline.sum", (a: i64, b: f64, #[default(3)] c: u8) -> f64, { a as f64 + b + f64::from(c) });
twice!("shared.text", "inline.text", (text: &str, n: u16) -> String, { text.repeat(n.into()) });
twice!("shared.all", "inline.all", (first: i64, rest: TVMArgs<'_>) -> i64, { first + rest.len() as i64 });
twice!("shared.fails", "inline.fails", (why: &str) -> Result<i64>, { Err(Error::value_error(why.to_owned())) });
twice!("shared.panics", "inline.panics", (n: i64) -> i64, {
    assert!(n != 0, "a zero");
    n
});
/// What a call returns or fails with; the names differ in their namespace alone.
fn outcome(function: &PackedFunc, args: &[Any]) -> std::string::String {
    match function.invoke(Any::views(args)) {
        Ok(value) => format!("{:?}", value.view()),
        Err(error) => error.to_string().replace("inline.", "shared."),
    }
}

#[test]
fn an_inline_entry_behaves_like_the_shared_one() {
    let texts = [Any::from("ab"), Any::from("a text that lies in an object")];
    let numbers = [
        0_i64.to_any(),
        2_i64.to_any(),
        700_i64.to_any(),
        1.5_f64.to_any(),
        true.to_any(),
    ];
    let values: Vec<Any> = texts.into_iter().chain(numbers).chain([Any::default()]).collect();
    let mut calls: Vec<Vec<Any>> = vec![vec![]];
    for first in &values {
        calls.push(vec![first.clone()]);
        for second in &values {
            calls.push(vec![first.clone(), second.clone()]);
            calls.extend(
                values
                    .iter()
                    .map(|third| vec![first.clone(), second.clone(), third.clone()]),
            );
        }
    }
    calls.push(vec![1_i64.to_any(); 9]);
    let (mut succeeded, mut failed) = (0, 0);
    for name in ["nothing", "sum", "text", "all", "fails", "panics"] {
        let [shared, inline] =
            ["shared", "inline"].map(|scope| tvmlike::get(&format!("{scope}.{name}")).unwrap());
        for args in &calls {
            let expected = outcome(&shared, args);
            assert_eq!(outcome(&inline, args), expected, "{name} {args:?}");
            *if expected.contains("Error") {
                &mut failed
            } else {
                &mut succeeded
            } += 1;
        }
    }
    assert!(succeeded > 200 && failed > 1000, "{succeeded} and {failed}");
}

#[test]
fn a_panic_is_an_error_with_the_functions_frame() {
    let error = tvmlike::get("inline.panics").unwrap().call((0_i64,)).unwrap_err();
    assert_eq!(error.to_string(), "InternalError: inline.panics panicked: a zero");
    let line = error.backtrace().lines().last().unwrap_or_default().to_owned();
    assert!(
        line.contains("inline.rs") && line.ends_with("in inline.panics"),
        "{line}"
    );
}

#[test]
fn violations_of_the_convention_are_errors() {
    let function = tvmlike::get("inline.sum").unwrap();
    let entry = tvmlike::function::entry::own(&function).unwrap();
    let object = function.as_object().as_raw();
    let args = [1_i64.to_any(), 2.0_f64.to_any()];
    let (args, mut result) = (args.as_ptr().cast(), *AnyView::NONE.as_raw());
    for (args, count, place, said) in [
        (args, 2, std::ptr::null_mut(), "NULL result pointer"),
        (args, -1, &raw mut result, "got -1"),
        (
            std::ptr::null(),
            2,
            &raw mut result,
            "NULL pointer to 2 arguments",
        ),
        (args, i32::MAX, &raw mut result, "got 2147483647"),
    ] {
        // SAFETY: a live function, which detects the invalid arguments before it reads them.
        assert_eq!(unsafe { entry(object, args, count, place) }, -1);
        let error = tvmlike::error::take_raised().unwrap();
        assert!(error.message().contains(said), "{error}");
    }
}
