//! A plugin with 10,000 functions, to measure the cost of registration.

use tvmlike::prelude::*;

tvmlike::plugin!(name = "load10k", version = "1.0");

include!(concat!(env!("OUT_DIR"), "/functions.rs"));
