//! The custom form of the tensor dialect that no format describes.

use tvmlike_text::CustomForm;

use super::elements::FromElements;

/// The form of an operation.
pub(super) fn form(name: &str) -> Option<CustomForm> {
    (name == "tensor.from_elements").then(|| CustomForm::new(FromElements::Tensor))
}
