//! Complex numbers: arrays of their two parts.

use tvmlike_runtime::{Any, AnyView, Array, DataType, Map, Tensor, ToAny};

use crate::compiled::{BOTH, error, shown};

fn number(real: f64, imaginary: f64) -> Any {
    Array::new(vec![real.to_any(), imaginary.to_any()]).into()
}

fn views(values: &[Any]) -> Vec<AnyView<'_>> {
    values.iter().map(|value| *value.view()).collect()
}

#[test]
fn they_go_in_and_come_out() {
    for bind in BOTH {
        let multiply = bind("multiply", "complex<f64>(complex<f64>, b: complex<f64>)");
        let args = [number(1.0, 2.0), number(3.0, -1.0)];
        assert_eq!(
            shown(multiply.invoke(&views(&args)).unwrap().view()),
            "[5.0, 5.0]"
        );
        // A real number.
        let args = [number(1.0, 2.0), 2.to_any()];
        assert_eq!(
            shown(multiply.invoke(&views(&args)).unwrap().view()),
            "[2.0, 4.0]"
        );
        let conjugate = bind("conjugate", "complex<f32>(complex<f32>)");
        assert_eq!(
            shown(conjugate.invoke(&views(&[number(1.5, 2.0)])).unwrap().view()),
            "[1.5, -2.0]"
        );
        for (value, said) in [
            (
                Array::new(vec![1.to_any()]).into(),
                "TypeError: conjugate: argument 1: expected complex<f32> (a number, or an array of its real and imaginary \
                 part), got Array",
            ),
            (
                number(0.0, 1e300),
                "OverflowError: conjugate: argument 1: item 1: 1e300 is out of range for f32",
            ),
        ] {
            assert_eq!(error(conjugate.invoke(&views(&[value]))), said);
        }
    }
}

#[test]
fn in_memory_they_are_two_floats() {
    for bind in BOTH {
        let sum = bind(
            "sum_complex",
            "complex<f64>(items: *const complex<f64>, count: size)",
        );
        let items: Any = Array::new(vec![number(1.0, 1.0), 2.5.to_any()]).into();
        assert_eq!(
            shown(sum.invoke(&views(&[items, 2.to_any()])).unwrap().view()),
            "[3.5, 1.0]"
        );
        // Two numbers are one complex number.
        assert_eq!(
            shown(
                sum.invoke(&views(&[number(7.0, 8.0), 1.to_any()]))
                    .unwrap()
                    .view()
            ),
            "[7.0, 8.0]"
        );
        let zeros = Tensor::zeros(&[4], DataType::new(5, 128, 1), tvmlike_runtime::Device::CPU).unwrap();
        assert_eq!(shown(sum.call((zeros, 4)).unwrap().view()), "[0.0, 0.0]");
        let halves = Tensor::zeros(&[4], DataType::new(5, 64, 1), tvmlike_runtime::Device::CPU).unwrap();
        assert_eq!(
            error(sum.call((halves, 4))),
            "TypeError: sum_complex: argument 1 `items`: expected a tensor of complex128, got complex64"
        );
        let text = "{id: i32, value: complex<f32>}({id: i32, value: complex<f32>})";
        let turned = bind("turned", text);
        let signal = Map::new([("id".to_any(), 3.to_any()), ("value".to_any(), number(1.0, 2.0))]);
        assert_eq!(
            shown(turned.call((signal,)).unwrap().view()),
            "{\"id\": 3, \"value\": [-2.0, 1.0]}"
        );
        let split = bind("split_complex", "void(complex<f64>, out complex<f64>)");
        assert_eq!(
            shown(split.invoke(&views(&[number(1.0, 3.0)])).unwrap().view()),
            "[2.0, 6.0]"
        );
    }
}
