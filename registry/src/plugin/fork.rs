//! The locks of this folder at a fork.
//!
//! The child has only the forking thread: a lock that another thread holds at the fork would stay locked for ever.
//! Invariant: the locks are acquired in the same order as elsewhere, so that there is no deadlock.

use tvmlike_runtime::elf_image::private_copy;

use super::instances::instances;
use super::{loading, types};

/// Acquires all locks; dropping the result releases them.
pub(crate) fn take() -> impl Sized + 'static {
    let instances = instances();
    let owners = types::lock_for_fork();
    let of_each: Vec<_> = instances.iter().map(|plugin| plugin.lock_for_fork()).collect();
    (
        of_each,
        loading::lock_for_fork(),
        private_copy::lock_for_fork(),
        owners,
        instances,
    )
}
