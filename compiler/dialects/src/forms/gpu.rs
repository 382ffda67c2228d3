//! The custom forms of `gpu.func`, `gpu.launch` and `gpu.warp_execute_on_lane_0`.

mod attributions;
mod func;
mod launch;
mod warp;

use tvmlike_ir::Context;
use tvmlike_text::CustomForm;

/// The form of an operation.
pub(super) fn form(context: &Context, name: &str) -> Option<CustomForm> {
    Some(match name {
        "gpu.func" => CustomForm::new(func::Func::new(context)),
        "gpu.launch" => CustomForm::new(launch::Launch),
        "gpu.warp_execute_on_lane_0" => CustomForm::new(warp::WarpExecute),
        _ => return None,
    })
}
