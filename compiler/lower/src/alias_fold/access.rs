//! Reads and writes of memrefs that patterns replace.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    AffineExprKind, AffineMap, AttributeKind, Context, NamedAttribute, Op, Rewriter, Type, Value,
};

use crate::make::{build, entries, operand_group, property};

/// The parts of a kind of access.
struct Kind {
    name: &'static str,
    memref: &'static str,
    /// All operands, in order.
    operands: &'static [&'static str],
    /// The operand with what is written.
    written: Option<&'static str>,
    /// The result, which a write has if it is of a tensor.
    result: Option<&'static str>,
    /// Properties that the new access keeps.
    kept: &'static [&'static str],
    /// Those that it keeps of an access of a subview.
    kept_of_subview: &'static [&'static str],
}

const NONTEMPORAL: &[&str] = &["nontemporal"];
const IN_BOUNDS: &[&str] = &["in_bounds"];

const KINDS: &[Kind] = &[
    Kind {
        name: "memref.load",
        memref: "memref",
        operands: &["memref", "indices"],
        written: None,
        result: Some("result"),
        kept: NONTEMPORAL,
        kept_of_subview: NONTEMPORAL,
    },
    Kind {
        name: "memref.store",
        memref: "memref",
        operands: &["value", "memref", "indices"],
        written: Some("value"),
        result: None,
        kept: NONTEMPORAL,
        kept_of_subview: NONTEMPORAL,
    },
    Kind {
        name: "vector.load",
        memref: "base",
        operands: &["base", "indices"],
        written: None,
        result: Some("result"),
        kept: NONTEMPORAL,
        kept_of_subview: &[],
    },
    Kind {
        name: "vector.store",
        memref: "base",
        operands: &["valueToStore", "base", "indices"],
        written: Some("valueToStore"),
        result: None,
        kept: NONTEMPORAL,
        kept_of_subview: &[],
    },
    Kind {
        name: "vector.maskedload",
        memref: "base",
        operands: &["base", "indices", "mask", "pass_thru"],
        written: None,
        result: Some("result"),
        kept: &[],
        kept_of_subview: &[],
    },
    Kind {
        name: "vector.maskedstore",
        memref: "base",
        operands: &["base", "indices", "mask", "valueToStore"],
        written: Some("valueToStore"),
        result: None,
        kept: &[],
        kept_of_subview: &[],
    },
    Kind {
        name: "vector.transfer_read",
        memref: "base",
        operands: &["base", "indices", "padding", "mask"],
        written: None,
        result: Some("vector"),
        kept: IN_BOUNDS,
        kept_of_subview: IN_BOUNDS,
    },
    Kind {
        name: "vector.transfer_write",
        memref: "base",
        operands: &["valueToStore", "base", "indices", "mask"],
        written: Some("valueToStore"),
        result: Some("result"),
        kept: IN_BOUNDS,
        kept_of_subview: IN_BOUNDS,
    },
];

/// A read or write.
pub(super) struct Access {
    kind: &'static Kind,
    op: Op,
    pub(super) indices: Vec<Value>,
    /// The operation that makes the memref.
    pub(super) view: Op,
}

impl Access {
    /// An access of what an operation of a name makes.
    pub(super) fn of(context: &Context, op: Op, view: &str) -> Option<Self> {
        let kind = KINDS.iter().find(|kind| op.is_named(context, kind.name))?;
        let group = |name| operand_group(context, op, name);
        let memref = op.operand(context, group(kind.memref)?.start)?;
        let made = memref
            .defining_op(context)
            .filter(|made| made.is_named(context, view))?;
        let indices = group("indices")?;
        Some(Self {
            kind,
            op,
            indices: op
                .operands(context)
                .skip(indices.start)
                .take(indices.len())
                .collect(),
            view: made,
        })
    }

    /// Whether the access is of one element, whose indices are less than the sizes.
    pub(super) fn is_of_element(&self) -> bool {
        self.kind.name.starts_with("memref.")
    }

    /// The map of a transfer.
    pub(super) fn transfer_map(&self, context: &Context) -> Option<AffineMap> {
        match property(context, self.op, "permutation_map")?.kind(context) {
            AttributeKind::AffineMap(map) => Some(map),
            _ => None,
        }
    }

    /// Whether each dimension of the vector of a transfer is inside of the memref.
    pub(super) fn bounds(&self, context: &Context) -> Option<Vec<bool>> {
        let AttributeKind::Array(bounds) = property(context, self.op, "in_bounds")?.kind(context) else {
            return None;
        };
        let yes = context.bool_attribute(true);
        Some(bounds.iter().map(|bound| bound == yes).collect())
    }

    /// The rank of the vector; 0 of an element.
    pub(super) fn vector_rank(&self, context: &Context) -> usize {
        let vector: Option<Type> = match self.kind.written {
            Some(name) => operand_group(context, self.op, name)
                .and_then(|group| self.op.operand(context, group.start))
                .map(|value| value.ty(context)),
            None => self.op.result(context, 0).map(|value| value.ty(context)),
        };
        match (self.is_of_element(), vector) {
            (false, Some(vector)) => vector.rank(context).unwrap_or(0),
            _ => 0,
        }
    }

    /// Replaces the access by one of the source of the view.
    pub(super) fn replace(
        &self,
        rewriter: &mut Rewriter<'_, '_>,
        indices: &[Value],
        map: Option<AffineMap>,
        is_subview: bool,
    ) -> Option<()> {
        let context = rewriter.context();
        let source = self.view.operand(context, 0)?;
        let mut new = OpBuilder::new(self.kind.name);
        for name in self.kind.operands {
            let group = operand_group(context, self.op, name)?;
            new = match *name {
                "indices" => new.operand(name, indices.iter().copied()),
                name if name == self.kind.memref => new.operand(name, [source]),
                name => new.operand(
                    name,
                    self.op.operands(context).skip(group.start).take(group.len()),
                ),
            };
        }
        let kept = if is_subview {
            self.kind.kept_of_subview
        } else {
            self.kind.kept
        };
        for NamedAttribute { name, value } in entries(context, self.op.properties(context)) {
            let found = kept.iter().find(|kept| kept.as_bytes() == name.bytes(context));
            if let Some(name) = found {
                new = new.attribute(name, value);
            }
        }
        if let Some(map) = map {
            new = new.attribute("permutation_map", context.affine_map_attribute(map));
        }
        let types: Vec<Type> = self
            .op
            .results(context)
            .map(|result| result.ty(context))
            .collect();
        match self.kind.result {
            Some(name) => new = new.result(name, types),
            None => debug_assert!(types.is_empty(), "a write of a memref has no result"),
        }
        let new = build(rewriter, new, self.op.location(context));
        let values: Vec<Value> = new.results(context).collect();
        rewriter.replace_op(self.op, &values);
        Some(())
    }
}

/// Whether the results of a map are its last dimensions in order.
pub(super) fn is_minor_identity(context: &Context, map: AffineMap) -> bool {
    let results = map.results(context);
    let dims = map.num_dims(context) as usize;
    let Some(first) = dims.checked_sub(results.len()) else {
        return false;
    };
    map.num_symbols(context) == 0
        && results
            .iter()
            .enumerate()
            .all(|(index, result)| result.kind(context) == AffineExprKind::Dim((first + index) as u32))
}
