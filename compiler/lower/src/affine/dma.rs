//! Copies by DMA, and waiting for them: the indices of each memref are the results of its map.

use tvmlike_ir::{AttributeKind, Op, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use super::expand::expand_map;
use crate::make::Make;

/// Memrefs with their indices, one for each map; then the operands behind them.
fn places(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    maps: &[&str],
) -> Option<(Vec<Vec<Value>>, Vec<Value>)> {
    let context = rewriter.context();
    let mut rest: Vec<Value> = op.operands(context).collect();
    let mut found = Vec::new();
    for map in maps {
        let map = op.attribute(context, context.identifier(*map))?;
        let AttributeKind::AffineMap(inputs) = map.kind(context) else {
            return None;
        };
        let count = 1 + inputs.num_inputs(context);
        if rest.len() < count {
            return None;
        }
        let behind = rest.split_off(count);
        let mut place = vec![*rest.first()?];
        place.extend(expand_map(rewriter, op.location(context), map, &rest[1..])?);
        found.push(place);
        rest = behind;
    }
    Some((found, rest))
}

pub(super) fn start(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    let (places, rest) = places(rewriter, op, &["src_map", "dst_map", "tag_map"])?;
    let [source, target, tag] = &places[..] else {
        return None;
    };
    let (count, stride) = rest.split_at_checked(1)?;
    let operands = [&source[..], target, count, tag, stride].concat();
    let location = op.location(rewriter.context());
    let new = Make::new("memref.dma_start", &operands, &[]).at(rewriter, location);
    rewriter.replace_op_with(op, new);
    Some(())
}

pub(super) fn wait(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    let (places, count) = places(rewriter, op, &["tag_map"])?;
    let operands = [places.concat(), count].concat();
    let location = op.location(rewriter.context());
    let new = Make::new("memref.dma_wait", &operands, &[]).at(rewriter, location);
    rewriter.replace_op_with(op, new);
    Some(())
}
