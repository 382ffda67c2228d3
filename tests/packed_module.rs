//! Modules whose functions are registered together.

use tvmlike::prelude::*;
use tvmlike_builtin as _;

#[packed_module("test_module")]
mod geometry {
    use super::*;

    /// The area of a rectangle.
    #[packed_func]
    fn area(width: f64, #[default(2.0)] height: f64) -> f64 {
        scale() * width * height
    }

    /// Named by hand, with options.
    #[packed_func("shapes.count", release_gil)]
    pub(super) fn count(#[keyword_only] corners: i64) -> Result<i64> {
        corners
            .checked_mul(2)
            .ok_or_else(|| Error::overflow_error("too many"))
    }

    #[packed_func(override)]
    fn r#move(by: &str) -> String {
        by.to_owned()
    }

    fn scale() -> f64 {
        1.0
    }

    /// A class may stand in it.
    #[derive(Object)]
    #[object(key = "test_module.Square")]
    pub(super) struct Square {
        /// How long a side is.
        #[field]
        pub(super) side: f64,
    }

    #[methods]
    impl Square {
        #[init]
        fn new(side: f64) -> Self {
            Self { side }
        }
    }

    #[packed_func]
    fn side_of(square: ObjectPtr<Square>) -> f64 {
        square.side
    }
}

#[test]
fn functions_have_their_own_names_under_the_namespace() -> Result<()> {
    let names = tvmlike::list("test_module")?;
    let expected = ["area", "move", "shapes.count", "side_of"].map(|name| format!("test_module.{name}"));
    assert_eq!(names, expected);
    assert_eq!(tvmlike::get("test_module.area")?.call_as::<f64>((3.0,))?, 6.0);
    assert_eq!(
        tvmlike::get("test_module.move")?.call_as::<String>(("on",))?,
        "on"
    );
    assert_eq!(geometry::count(4)?, 8);
    let square = ObjectPtr::new(geometry::Square { side: 1.5 });
    assert_eq!(
        tvmlike::get("test_module.side_of")?.call_as::<f64>((square,))?,
        1.5
    );
    Ok(())
}

#[test]
fn each_function_has_its_signature_location_and_errors() -> Result<()> {
    let info = tvmlike::get("registry.info")?;
    let record = info.call_as::<String>(("test_module.area",))?;
    for part in ["The area of a rectangle.", "\"width\"", "packed_module.rs"] {
        assert!(record.contains(part), "{part} is not in {record}");
    }
    let error = tvmlike::get("test_module.area")?.call(("wide",)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "TypeError: test_module.area: argument 1 `width`: expected f64, got str"
    );
    let error = tvmlike::get("test_module.shapes.count")?
        .call((i64::MAX,))
        .unwrap_err();
    assert_eq!(error.to_string(), "OverflowError: too many");
    Ok(())
}
