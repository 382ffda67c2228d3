//! The custom forms of the vector dialect that no format describes.

mod contract;
mod mask;
mod transfer;

use tvmlike_ir::{Attribute, Context, NamedAttribute};
use tvmlike_text::CustomForm;

use super::elements::FromElements;
use super::lists;

/// The form of an operation.
pub(super) fn form(name: &str) -> Option<CustomForm> {
    Some(match name {
        "vector.contract" => CustomForm::new(contract::Contract),
        "vector.from_elements" => CustomForm::new(FromElements::Vector),
        "vector.mask" => CustomForm::new(mask::Mask),
        "vector.outerproduct" => CustomForm::new(contract::OuterProduct),
        "vector.transfer_read" => CustomForm::new(transfer::Read),
        "vector.transfer_write" => CustomForm::new(transfer::Write),
        _ => return None,
    })
}

/// The attribute of an entry.
fn find(context: &Context, entries: &[NamedAttribute], name: &str) -> Option<Attribute> {
    let entry = entries
        .iter()
        .find(|entry| entry.name.bytes(context) == name.as_bytes());
    entry.map(|entry| entry.value)
}
