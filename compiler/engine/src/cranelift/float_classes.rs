//! The classes of floats, by their bits; sines with cosines.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use smallvec::SmallVec;
use tvmlike_ir::Op;

use super::function::{Leaves, Translator};
use crate::error::Result;
use crate::types::Scalar;

/// The bits of a format: its width, infinity, the least normal number, the least quiet NaN.
fn limits(scalar: Scalar) -> Option<(u32, u64, u64, u64)> {
    Some(match scalar {
        Scalar::F16 => (16, 0x7c00, 0x0400, 0x7e00),
        Scalar::BF16 => (16, 0x7f80, 0x0080, 0x7fc0),
        Scalar::F32 => (32, 0x7f80_0000, 0x0080_0000, 0x7fc0_0000),
        Scalar::F64 => (64, 0x7ff0 << 48, 0x0010 << 48, 0x7ff8 << 48),
        _ => return None,
    })
}

/// The classes of numbers without a sign: the bits of a mask for a negative and a positive number, the least magnitude, and that
/// of the next class.
fn classes((_, infinity, normal, quiet): (u32, u64, u64, u64)) -> [(u32, u32, u64, Option<u64>); 6] {
    [
        (1 << 5, 1 << 6, 0, Some(1)),
        (1 << 4, 1 << 7, 1, Some(normal)),
        (1 << 3, 1 << 8, normal, Some(infinity)),
        (1 << 2, 1 << 9, infinity, Some(infinity + 1)),
        (1 << 0, 1 << 0, infinity + 1, Some(quiet)),
        (1 << 1, 1 << 1, quiet, None),
    ]
}

impl Translator<'_, '_, '_> {
    /// Whether floats are of one of the classes of a mask.
    pub(super) fn is_of_class(&mut self, op: Op) -> Result<()> {
        let scalar = self.operand_element(op, 0)?;
        let mask = self.program.integer(op, self.program.keys.bit).unwrap_or(0) as u32;
        let Some(limits) = limits(scalar) else {
            return Err(self.about(op, "is on floats that are not supported"));
        };
        self.each(op, |each, values| {
            let ty = match limits.0 {
                16 => types::I16,
                32 => types::I32,
                _ => types::I64,
            };
            let bits = each.bitcast(ty, values[0]);
            let magnitude = each.constant(ty, u128::MAX >> (128 - limits.0 + 1));
            let magnitude = each.builder.ins().band(bits, magnitude);
            let is_negative = each.compare(IntCC::SignedLessThan, bits, 0);
            let mut found = each.constant(types::I8, 0);
            for (negative, positive, least, next) in classes(limits) {
                let (negative, positive) = (mask & negative != 0, mask & positive != 0);
                if !negative && !positive {
                    continue;
                }
                let least = each.constant(ty, least.into());
                let mut is_in = match next {
                    None => {
                        let above = IntCC::UnsignedGreaterThanOrEqual;
                        each.builder.ins().icmp(above, magnitude, least)
                    }
                    Some(next) => {
                        let next = each.constant(ty, next.into());
                        let offset = each.builder.ins().isub(magnitude, least);
                        let count = each.builder.ins().isub(next, least);
                        each.builder.ins().icmp(IntCC::UnsignedLessThan, offset, count)
                    }
                };
                if negative != positive {
                    is_in = match negative {
                        true => each.builder.ins().band(is_in, is_negative),
                        false => each.builder.ins().band_not(is_in, is_negative),
                    };
                }
                found = each.builder.ins().bor(found, is_in);
            }
            Ok(found)
        })
    }

    /// The sines, then the cosines.
    pub(super) fn sine_and_cosine(&mut self, op: Op) -> Result<()> {
        let scalar = self.operand_element(op, 0)?;
        let values = self.operand(op, 0)?;
        let mut results = Leaves::new();
        let mut cosines: SmallVec<[Value; 2]> = SmallVec::new();
        for value in &values {
            let wide = self.widen(scalar, *value);
            let [sine, cosine] = ["sin", "cos"].map(|name| {
                let result = self.call_library(name, &[wide]);
                self.narrow(scalar, result)
            });
            results.push(sine);
            cosines.push(cosine);
        }
        results.extend(cosines);
        self.define(op, results)
    }
}
