//! Combining values lane by lane, as the kinds of `#vector.kind` do.

use tvmlike_dialects::combining_operation;
use tvmlike_ir::{Context, Location, Op, Rewriter, Type, Value};

use crate::make::Make;

/// Whether elements are floats.
pub(super) fn is_float(context: &Context, ty: Type) -> bool {
    ty.element_type(context)
        .unwrap_or(ty)
        .float_kind(context)
        .is_some()
}

/// The way in which an operation combines elements.
#[derive(Clone, Copy)]
pub(super) struct Combine {
    name: &'static str,
    product: &'static str,
}

impl Combine {
    /// That of the kind of an operation, for elements of a type; `None`: the kind is not for them.
    pub(super) fn of(context: &Context, op: Op, ty: Type) -> Option<Self> {
        let product = match is_float(context, ty) {
            true => "arith.mulf",
            false => "arith.muli",
        };
        let name = combining_operation(context, op, ty)?;
        Some(Self { name, product })
    }

    /// Combines a value with what was there before, which lanes that a mask does not set keep.
    pub(super) fn apply(
        self,
        rewriter: &mut Rewriter<'_, '_>,
        location: Location,
        [value, before]: [Value; 2],
        mask: Option<Value>,
    ) -> Value {
        let ty = value.ty(rewriter.context());
        let made = Make::new(self.name, &[value, before], &[ty]).value(rewriter, location);
        kept(rewriter, location, [made, before], mask)
    }

    /// Combines a product with what was there before, if anything was: by one operation for sums of vectors of floats.
    pub(super) fn apply_to_product(
        self,
        rewriter: &mut Rewriter<'_, '_>,
        location: Location,
        factors: [Value; 2],
        before: Option<Value>,
        mask: Option<Value>,
    ) -> Value {
        let ty = factors[0].ty(rewriter.context());
        match before {
            Some(before) if self.name == "arith.addf" && ty.is_shaped(rewriter.context()) => {
                let operands = [factors[0], factors[1], before];
                let made = Make::new("vector.fma", &operands, &[ty]).value(rewriter, location);
                kept(rewriter, location, [made, before], mask)
            }
            Some(before) => {
                let product = Make::new(self.product, &factors, &[ty]).value(rewriter, location);
                self.apply(rewriter, location, [product, before], mask)
            }
            None => Make::new(self.product, &factors, &[ty]).value(rewriter, location),
        }
    }
}

/// A value where the mask is set, and what was there before elsewhere.
fn kept(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    [value, before]: [Value; 2],
    mask: Option<Value>,
) -> Value {
    let Some(mask) = mask else { return value };
    let ty = value.ty(rewriter.context());
    Make::new("arith.select", &[mask, value, before], &[ty]).value(rewriter, location)
}
