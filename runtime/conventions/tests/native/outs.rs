//! Out-parameters: their values are results.

use tvmlike_conventions::native::closure::{Closure, OnError};
use tvmlike_conventions::native::signature::{Mode, Signature};
use tvmlike_runtime::{Any, AnyView, Map, PackedFunc, ToAny};

use crate::compiled::{BOTH, error, shown};

#[test]
fn results_follow_the_returned_value() {
    for bind in BOTH {
        let split = bind(
            "split",
            "i32(text: cstr, first: out i8, second: out f64, rest: out cstr)",
        );
        assert_eq!(
            shown(split.call(("ABxyz",)).unwrap().view()),
            "[2, 65, 33.0, \"xyz\"]"
        );
        assert_eq!(shown(split.call(("AB",)).unwrap().view()), "[-1, 65, 33.0, None]");
        assert_eq!(
            error(split.call(("AB", 1))),
            "TypeError: split: expected 1 arguments, got 2"
        );
        assert_eq!(
            error(split.call((1,))),
            "TypeError: split: argument 1 `text`: expected str or None, got int"
        );
        // One result is the result itself.
        let swap = bind("swap_i64", "void(a: inout i64, b: ptr)");
        assert_eq!(swap.call_as::<i64>((41, ())).unwrap(), 42);
    }
}

#[test]
fn an_argument_goes_in_and_comes_out() {
    for bind in BOTH {
        let swap = bind("swap_i64", "void(a: inout i64, b: inout i64)");
        assert_eq!(shown(swap.call((1, -2)).unwrap().view()), "[-2, 1]");
        // NULL for None.
        assert_eq!(shown(swap.call((1, ())).unwrap().view()), "[2, None]");
        assert_eq!(shown(swap.call(((), ())).unwrap().view()), "[None, None]");
        assert_eq!(
            error(swap.call((1, "2"))),
            "TypeError: swap_i64: argument 2 `b`: expected i64, got str"
        );
    }
}

#[test]
fn structs_and_arrays_come_out() {
    let text = "{n: i32, mean: f64}(f32, doubled: inout {n: i32, mean: f64}, bytes: out [4 x u8])";
    for bind in BOTH {
        let measure = bind("measure", text);
        let given = Map::new([("n".to_any(), 5.to_any()), ("mean".to_any(), 1.5.to_any())]);
        let expected = "[{\"n\": 3, \"mean\": 0.25}, {\"n\": 10, \"mean\": 3.0}, [0, 1, 2, 3]]";
        let args: [Any; 2] = [0.25.to_any(), given.clone().into()];
        let views: Vec<AnyView<'_>> = args.iter().map(|value| *value.view()).collect();
        for _ in 0..3 {
            assert_eq!(shown(measure.invoke(&views).unwrap().view()), expected);
        }
    }
}

#[test]
fn a_bad_result_names_its_parameter() {
    for bind in BOTH {
        let message = error(bind("bad_text", "void(out cstr)").call(()));
        assert!(
            message.starts_with("ValueError: bad_text: out-parameter 1: the text is not UTF-8"),
            "{message}"
        );
        let message = error(bind("bad_text", "void(text: out cstr)").call(()));
        assert!(
            message.starts_with("ValueError: bad_text: out-parameter `text`: "),
            "{message}"
        );
    }
}

#[test]
fn signatures_with_out_parameters() {
    let text = "i32(x: f64, out i8, rest: inout [3 x cstr], out: i32, ...) errno raise";
    let signature = Signature::parse(text).unwrap();
    assert_eq!(signature.to_string(), text);
    assert_eq!(signature.inputs().count(), 3);
    assert_eq!(signature.params()[1].mode, Mode::Out);
    assert_eq!(signature.params()[1].c_type().to_string(), "*i8");
    for (text, message) in [
        ("void(out void)", "a parameter must not be void"),
        ("void(out out i8)", "`out` must precede the type of a parameter"),
        ("out i8()", "`out` must precede the type of a parameter"),
        ("void({inout i8})", "`inout` must precede the type of a parameter"),
        ("void(out [0 x i8])", "empty array"),
        ("void(out [99999 x i8])", "exceeds the limit"),
    ] {
        let refused = error(Signature::parse(text));
        assert!(refused.contains(message), "{refused}");
    }
    let nothing = PackedFunc::new(|_| Ok(Any::default()));
    let refused = error(Closure::new(
        nothing,
        &Signature::parse("void(out i8)").unwrap(),
        OnError::Raise,
    ));
    assert!(
        refused.contains("closures have no out-parameters; declare *i8"),
        "{refused}"
    );
}
