//! Data types and devices by name, with DLPack's numbers: the one table for Rust, C++ and Python.
//!
//! `cargo xtask header` writes `ffi/include/tvmlike/names.hpp` and `python/tvmlike/_abi.py` from it. The names are those of
//! NumPy, ml_dtypes and PyTorch.

/// Data types whose bits do not follow the name: (name, type code, bits).
pub const NAMED_DTYPES: &[(&str, u8, u8)] = &[
    ("bool", 6, 8),
    ("float8_e3m4", 7, 8),
    ("float8_e4m3", 8, 8),
    ("float8_e4m3b11fnuz", 9, 8),
    ("float8_e4m3fn", 10, 8),
    ("float8_e4m3fnuz", 11, 8),
    ("float8_e5m2", 12, 8),
    ("float8_e5m2fnuz", 13, 8),
    ("float8_e8m0fnu", 14, 8),
    ("float6_e2m3fn", 15, 6),
    ("float6_e3m2fn", 16, 6),
    ("float4_e2m1fn", 17, 4),
    ("handle", 3, 64),
];

/// Families of data types whose bits follow the name: (name, type code, supported bits). No name is a prefix of a later one.
pub const DTYPE_FAMILIES: &[(&str, u8, &[u8])] = &[
    ("uint", 1, &[1, 2, 4, 8, 16, 32, 64, 128]),
    ("int", 0, &[1, 2, 4, 8, 16, 32, 64, 128]),
    ("bfloat", 4, &[16]),
    ("float", 2, &[16, 32, 64, 128]),
    ("bcomplex", 18, &[32]),
    ("complex", 5, &[32, 64, 128]),
];

/// Devices: (name, device type).
pub const DEVICES: &[(&str, u32)] = &[
    ("cpu", 1),
    ("cuda", 2),
    ("cuda_host", 3),
    ("opencl", 4),
    ("vulkan", 7),
    ("metal", 8),
    ("vpi", 9),
    ("rocm", 10),
    ("rocm_host", 11),
    ("ext_dev", 12),
    ("cuda_managed", 13),
    ("oneapi", 14),
    ("webgpu", 15),
    ("hexagon", 16),
    ("maia", 17),
    ("trn", 18),
    ("tpu", 19),
    ("tpu_host", 20),
];

/// The device types whose memory the CPU can read and write.
pub const HOST_ACCESSIBLE: [u32; 4] = [
    device_type("cpu"),
    device_type("cuda_host"),
    device_type("rocm_host"),
    device_type("cuda_managed"),
];

/// The type code of a data type or a family, for constants: an unknown name does not compile.
pub const fn dtype_code(name: &str) -> u8 {
    let mut at = 0;
    while at < NAMED_DTYPES.len() {
        if same(NAMED_DTYPES[at].0, name) {
            return NAMED_DTYPES[at].1;
        }
        at += 1;
    }
    at = 0;
    while at < DTYPE_FAMILIES.len() {
        if same(DTYPE_FAMILIES[at].0, name) {
            return DTYPE_FAMILIES[at].1;
        }
        at += 1;
    }
    panic!("no data type has this name")
}

/// The device type of a name, for constants: an unknown name does not compile.
pub const fn device_type(name: &str) -> u32 {
    let mut at = 0;
    while at < DEVICES.len() {
        if same(DEVICES[at].0, name) {
            return DEVICES[at].1;
        }
        at += 1;
    }
    panic!("no device has this name")
}

/// `==`, which constant functions lack for strings.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}
