//! Shapes.

use tvmlike::prelude::*;
use tvmlike::{FromArg, Shape};

use super::position;

/// A shape of the arguments.
#[packed_func("runtime.ShapeTuple")]
fn shape(dims: TVMArgs<'_>) -> Result<Shape> {
    let dim = |(position, dim)| {
        i64::from_arg(dim).map_err(|why| why.into_argument_error("runtime.ShapeTuple", position, None))
    };
    let dims = dims.iter().enumerate().map(dim).collect::<Result<Vec<_>>>()?;
    Ok(Shape::new(&dims))
}

/// How many dimensions there are.
#[packed_func("runtime.GetShapeTupleSize")]
fn size(shape: Shape) -> usize {
    shape.len()
}

/// The dimension at a position.
#[packed_func("runtime.GetShapeTupleElem")]
fn elem(shape: Shape, index: i64) -> Result<i64> {
    position(index, shape.len(), "runtime.GetShapeTupleElem", "a shape").map(|position| shape[position])
}
