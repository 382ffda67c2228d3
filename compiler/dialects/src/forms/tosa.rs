//! The custom forms of `tosa`'s operations that have no format.

mod branches;
mod modes;

use tvmlike_text::CustomForm;

use super::scf::While;

/// The form of an operation, if it has no format.
pub(super) fn form(name: &str) -> Option<CustomForm> {
    Some(match name {
        "tosa.cond_if" => CustomForm::new(branches::If),
        "tosa.while_loop" => CustomForm::new(While),
        "tosa.argmax" | "tosa.clamp" | "tosa.max_pool2d" | "tosa.maximum" | "tosa.minimum"
        | "tosa.reduce_max" | "tosa.reduce_min" => CustomForm::new(modes::NAN),
        "tosa.apply_scale" | "tosa.rescale" => CustomForm::new(modes::ROUNDING),
        "tosa.resize" => CustomForm::new(modes::RESIZE),
        "tosa.cast_from_block_scaled" | "tosa.cast_to_block_scaled" | "tosa.matmul_t_block_scaled" => {
            CustomForm::new(modes::BLOCK_SIZE)
        }
        _ => return None,
    })
}
