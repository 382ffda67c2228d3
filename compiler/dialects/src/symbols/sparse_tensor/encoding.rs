//! An encoding by its parts, for checks of operations: ranks, shapes of levels, and the buffers that store a tensor.

use tvmlike_ir::{
    AffineExpr, AffineExprKind, AffineMap, AffineOp, Attribute, Context, DYNAMIC, Signedness, Type, TypeKind,
};

use super::super::values::word_value;
use super::levels::{BATCH, COMPRESSED, LOOSE_COMPRESSED, SINGLETON, SOA, STRUCTURED, format};
use super::{COORDINATE_WIDTH, LEVELS, POSITION_WIDTH, SLICES, TO_LEVEL, affine_map, elements, integers};

/// The bit of a level type whose coordinates can occur several times.
const NON_UNIQUE: i64 = 1;

/// What `#sparse_tensor.encoding` says.
pub(crate) struct Encoding<'c> {
    context: &'c Context,
    /// The attribute.
    pub(crate) attribute: Attribute,
    /// The types of the levels.
    pub(crate) levels: Vec<i64>,
    /// From dimensions to levels; `None`: the identity.
    pub(crate) to_level: Option<AffineMap>,
    /// The bits of positions; 0: `index`.
    pub(crate) position_width: u32,
    /// The bits of coordinates; 0: `index`.
    pub(crate) coordinate_width: u32,
    /// Whether it is that of a slice.
    pub(crate) is_slice: bool,
}

/// What a buffer of a tensor holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Field {
    /// Positions of a level.
    Positions,
    /// Coordinates of a level, or of all from it on.
    Coordinates,
}

impl<'c> Encoding<'c> {
    /// The encoding that an attribute is.
    pub(crate) fn of(context: &'c Context, attribute: Attribute) -> Option<Self> {
        if !attribute.is_symbol(context, "sparse_tensor", "encoding") {
            return None;
        }
        let values = attribute.symbol(context)?.1.to_vec();
        Some(Self {
            context,
            attribute,
            levels: integers(context, &values, LEVELS),
            to_level: affine_map(context, &values, TO_LEVEL),
            position_width: word_value(context, values[POSITION_WIDTH]),
            coordinate_width: word_value(context, values[COORDINATE_WIDTH]),
            is_slice: !elements(context, &values, SLICES).is_empty(),
        })
    }

    /// The encoding of a tensor.
    pub(crate) fn of_tensor(context: &'c Context, ty: Type) -> Option<Self> {
        match ty.kind(context) {
            TypeKind::RankedTensor { encoding, .. } => Self::of(context, encoding?),
            _ => None,
        }
    }

    /// The number of dimensions.
    pub(crate) fn dim_rank(&self) -> usize {
        let dims = |map: AffineMap| map.num_dims(self.context) as usize;
        self.to_level.map_or(self.levels.len(), dims)
    }

    /// Whether levels are dimensions, in their order.
    pub(crate) fn is_identity(&self) -> bool {
        self.to_level.is_none_or(|map| map.is_identity(self.context))
    }

    /// Whether dimensions become levels as those of another encoding do.
    pub(crate) fn has_same_levels(&self, other: &Self) -> bool {
        match self.is_identity() {
            true => other.is_identity() && self.levels.len() == other.levels.len(),
            false => self.to_level == other.to_level,
        }
    }

    /// The number of levels that are batches, which are the first ones.
    pub(crate) fn batches(&self) -> usize {
        let mut levels = self.levels.iter();
        levels
            .position(|level| format(*level) != BATCH)
            .unwrap_or(self.levels.len())
    }

    /// Whether a level is one of singletons.
    pub(crate) fn is_singleton(&self, level: usize) -> bool {
        self.levels
            .get(level)
            .is_some_and(|level| format(*level) == SINGLETON)
    }

    /// The type of numbers of a width.
    fn number_type(&self, width: u32) -> Option<Type> {
        match width {
            0 => Some(self.context.index_type()),
            width => self.context.integer_type(width, Signedness::Signless).ok(),
        }
    }

    /// The type of positions.
    pub(crate) fn position_type(&self) -> Option<Type> {
        self.number_type(self.position_width)
    }

    /// The type of coordinates.
    pub(crate) fn coordinate_type(&self) -> Option<Type> {
        self.number_type(self.coordinate_width)
    }

    /// Whether all levels are one list of coordinates without duplicates.
    pub(crate) fn is_coordinate_list(&self) -> bool {
        let starts = self.levels.first().is_some_and(|level| is_compressed(*level));
        starts
            && (1..self.levels.len()).all(|level| self.is_singleton(level))
            && self.levels.last().is_some_and(|level| level & NON_UNIQUE == 0)
    }

    /// The lists of coordinates of at least two levels: the first level, the one behind the last, and whether each level has a
    /// buffer of its own.
    fn coordinate_lists(&self) -> Vec<(usize, usize, bool)> {
        let mut lists = Vec::new();
        let mut level = 0;
        while level < self.levels.len() {
            let mut end = level + 1;
            if is_compressed(self.levels[level]) {
                while self.is_singleton(end) {
                    end += 1;
                }
                if end > level + 1 {
                    lists.push((level, end, self.levels[level + 1] & SOA != 0));
                }
            }
            level = end;
        }
        lists
    }

    /// The first level of the list of coordinates that is one buffer; the number of levels if there is none.
    pub(crate) fn list_start(&self) -> usize {
        match self.coordinate_lists().first() {
            Some((start, _, false)) => *start,
            _ => self.levels.len(),
        }
    }

    /// The buffers of the levels, without that of the values.
    pub(crate) fn fields(&self) -> Vec<Field> {
        let lists = self.coordinate_lists();
        let mut fields = Vec::new();
        let mut level = 0;
        while level < self.levels.len() {
            let ty = self.levels[level];
            if is_compressed(ty) {
                fields.push(Field::Positions);
            }
            if is_compressed(ty) || [SINGLETON, STRUCTURED].contains(&format(ty)) {
                fields.push(Field::Coordinates);
            }
            level = match lists.iter().find(|(start, ..)| *start == level) {
                Some((_, end, false)) => *end,
                _ => level + 1,
            };
        }
        fields
    }

    /// The sizes of levels by those of dimensions.
    pub(crate) fn level_shape(&self, shape: &[i64]) -> Vec<i64> {
        let context = self.context;
        let Some(map) = self.to_level.filter(|_| !self.is_identity()) else {
            return shape.to_vec();
        };
        let results = map.results(context);
        if map.is_permutation(context) {
            let size = |result: AffineExpr| match result.kind(context) {
                AffineExprKind::Dim(dim) => shape.get(dim as usize).copied().unwrap_or(DYNAMIC),
                _ => DYNAMIC,
            };
            return results.iter().map(size).collect();
        }
        // The greatest coordinates of the dimensions give those of the levels.
        let greatest: Vec<AffineExpr> = (0..)
            .zip(shape)
            .map(|(dim, size)| match *size {
                DYNAMIC => context.affine_dim(dim),
                size => context.affine_constant(size - 1),
            })
            .collect();
        results
            .iter()
            .map(|result| self.level_size(result, &greatest).unwrap_or(DYNAMIC))
            .collect()
    }

    /// The size of a level by the greatest coordinates of the dimensions; `None`: it is not known.
    fn level_size(&self, level: AffineExpr, greatest: &[AffineExpr]) -> Option<i64> {
        let context = self.context;
        let replaced = level.replace_inputs(context, greatest, &[]).ok()?;
        match replaced.simplify(context).ok()?.kind(context) {
            AffineExprKind::Constant(value) => Some(value.wrapping_add(1)),
            AffineExprKind::Binary {
                op: AffineOp::Mod,
                rhs,
                ..
            } => rhs.constant(context),
            _ => None,
        }
    }
}

/// Whether a level has positions.
fn is_compressed(level: i64) -> bool {
    [COMPRESSED, LOOSE_COMPRESSED].contains(&format(level))
}
