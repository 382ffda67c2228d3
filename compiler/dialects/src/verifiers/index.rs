//! `index`: casts between `index` and integers.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::Failure;

use super::cast;

pub(super) const CHECKS: super::Table = &[
    ("index.casts", Hook::Interface("CastOpInterface", casts)),
    ("index.castu", Hook::Interface("CastOpInterface", casts)),
];

fn casts(instance: &Instance<'_>) -> Result<(), Failure> {
    cast::verify(instance, |context, from, to| {
        from.is_index(context) != to.is_index(context)
    })
}
