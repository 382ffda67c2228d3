//! The loaded libraries of the process: the addresses of one, and whether there is another one with its name.

#[cfg_attr(target_os = "linux", path = "library/linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "library/plain.rs")]
mod platform;

pub(crate) use platform::{first_with_name_of, range_of};
