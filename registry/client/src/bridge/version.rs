//! The versions of tvm-ffi whose layouts equal tvmlike's.

/// The first version whose layouts equal tvmlike's: errors of earlier ones have neither cause nor context. All later versions
/// with the same major and minor number are supported.
const OLDEST: (u32, u32, u32) = (0, 1, 8);

/// Checks that a version has the layouts of tvmlike.
pub(super) fn supported(version: (u32, u32, u32)) -> Result<(), String> {
    let (major, minor, patch) = version;
    let (oldest_major, oldest_minor, oldest_patch) = OLDEST;
    if (major, minor) == (oldest_major, oldest_minor) && patch >= oldest_patch {
        return Ok(());
    }
    Err(format!(
        "tvm-ffi {major}.{minor}.{patch}; tvmlike needs {oldest_major}.{oldest_minor}.{oldest_patch} or newer, below \
         {oldest_major}.{}",
        oldest_minor + 1
    ))
}

#[cfg(test)]
mod tests {
    use super::supported;

    #[test]
    fn versions_with_other_layouts_are_refused() {
        for version in [(0, 1, 8), (0, 1, 9), (0, 1, 16), (0, 1, 99)] {
            assert_eq!(supported(version), Ok(()));
        }
        for version in [(0, 1, 0), (0, 1, 7), (0, 0, 9), (0, 2, 8), (1, 1, 8)] {
            let (major, minor, patch) = version;
            let said = format!("tvm-ffi {major}.{minor}.{patch}; tvmlike needs 0.1.8 or newer, below 0.2");
            assert_eq!(supported(version), Err(said));
        }
    }
}
