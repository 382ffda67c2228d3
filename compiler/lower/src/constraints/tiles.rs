//! Bounds of a loop over a tile of which the difference is a constant, and when these are its bounds.
//!
//! Invariant: the first dimensions are the variables of the loops.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{Context, IntegerSet};

use super::bounds::{Sums, terms};
use super::row::constant;
use super::values::Constraints;

impl Constraints {
    /// The numbers of the inequalities that bound the first dimension from below and above by expressions that differ by the least
    /// constant.
    fn constant_pair(&self) -> Option<[usize; 2]> {
        let rows = &self.system.inequalities;
        let mut least: Option<(i128, [usize; 2])> = None;
        for (above, upper) in rows.iter().enumerate().filter(|(_, row)| row[0] < 0) {
            for (below, lower) in rows.iter().enumerate().filter(|(_, row)| row[0] > 0) {
                if (0..self.system.variables()).any(|column| upper[column] != -lower[column]) {
                    continue;
                }
                let span = constant(upper) + constant(lower) + 1;
                let count = (-(-span).div_euclid(lower[0])).max(0);
                if least.is_none_or(|(least, _)| count < least) {
                    least = Some((count, [below, above]));
                }
            }
        }
        least.map(|(_, pair)| pair)
    }

    /// The bounds of the only variable of a loop that differ by the least constant: what it is at least, and less than. `None`: there
    /// are none.
    pub(crate) fn tile_bounds(&self, context: &Context) -> Option<[AppliedMap; 2]> {
        let pair = self.constant_pair()?;
        let sums = Sums(context);
        let mut known = self.expressions(context)?;
        known[0] = None;
        let bound = |number: usize, is_lower: bool| {
            let row = &self.system.inequalities[number];
            let sign = if is_lower { -1 } else { 1 };
            let signed: Vec<i128> = row.iter().map(|number| number * sign).collect();
            let end = constant(&signed) + i128::from(!is_lower);
            let expr = sums.sum(terms(&signed, &known, 0), end)?;
            let zero = context.affine_constant(0);
            let names: Vec<_> = (0..self.dims.len())
                .map(|dim| match dim {
                    0 => zero,
                    _ => context.affine_dim(dim as u32 - 1),
                })
                .collect();
            let mut map = AppliedMap {
                results: vec![expr.replace_inputs(context, &names, &[]).ok()?],
                dims: self.dims[1..].iter().copied().collect::<Option<_>>()?,
                symbols: self.symbols.iter().copied().collect::<Option<_>>()?,
            };
            map.canonicalize(context)?;
            Some(map)
        };
        Some([bound(pair[0], true)?, bound(pair[1], false)?])
    }

    /// When the bounds of the first dimensions, those of loops over a tile, are the ones that differ by a constant: a set of the other
    /// values.
    pub(crate) fn full_tiles(mut self, context: &Context, loops: usize) -> Option<(IntegerSet, AppliedMap)> {
        let is_free = |row: &super::row::Row| row[..loops].iter().all(|number| *number == 0);
        self.system.inequalities.retain(|row| !is_free(row));
        self.system.equalities.retain(|row| !is_free(row));
        for _ in 0..loops {
            let [lower, upper] = self.constant_pair()?;
            let rows = &mut self.system.inequalities;
            let (lower, upper) = (rows[lower].clone(), rows[upper].clone());
            for row in rows.iter_mut().filter(|row| row[0] != 0) {
                let is_lower = row[0] > 0;
                let (sign, from) = if is_lower { (1, &lower) } else { (-1, &upper) };
                row.iter_mut()
                    .zip(from.iter())
                    .for_each(|(number, from)| *number = sign * (from - *number));
            }
            self.system.remove_variables(0..1);
            self.dims.remove(0);
        }
        self.system.remove_plain_redundancy();
        // All values are dimensions until the set is made canonical.
        self.system.dims += self.system.symbols;
        self.system.symbols = 0;
        let symbols = std::mem::take(&mut self.symbols);
        self.dims.extend(symbols);
        let set = self.as_set(context)?;
        let dims: Option<Vec<_>> = self.dims.iter().copied().collect();
        let mut map = AppliedMap::of_set(context, set, &dims?)?;
        map.canonicalize(context)?;
        let flags: Vec<bool> = (0..map.results.len())
            .map(|index| set.is_equality(context, index))
            .collect();
        let (dims, symbols) = (map.dims.len() as u32, map.symbols.len() as u32);
        let set = context.integer_set(dims, symbols, &map.results, &flags).ok()?;
        Some((set, map))
    }
}
