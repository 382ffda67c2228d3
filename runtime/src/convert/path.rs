//! File system paths. A path is text; on Unix, a path that is not UTF-8 is passed as bytes.

#[cfg_attr(unix, path = "path/unix.rs")]
#[cfg_attr(not(unix), path = "path/plain.rs")]
mod platform;

use std::path::{Path, PathBuf};

use super::{FromArg, Mismatch, ToAny};
use crate::error::Error;
use crate::signature::record::TypeRecord;
use crate::value::{Any, AnyView};

impl<'a> FromArg<'a> for &'a Path {
    const TYPE: TypeRecord = TypeRecord::Path;

    fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
        let path = match value.as_str() {
            Some(text) => Path::new(text.map_err(|error| {
                Mismatch::Failed(Error::value_error(format!("path is not valid UTF-8: {error}")))
            })?),
            None => value
                .as_bytes()
                .and_then(platform::from_bytes)
                .ok_or_else(|| Mismatch::wrong_type(TypeRecord::Path, value))?,
        };
        if path.as_os_str().as_encoded_bytes().contains(&0) {
            return Err(Mismatch::Failed(Error::value_error(
                "a path must not contain NUL",
            )));
        }
        Ok(path)
    }
}

impl FromArg<'_> for PathBuf {
    const TYPE: TypeRecord = TypeRecord::Path;

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        <&Path>::from_arg(value).map(Path::to_path_buf)
    }
}

impl ToAny for &Path {
    const TYPE: TypeRecord = TypeRecord::Path;

    fn to_any(self) -> Any {
        match self.to_str() {
            Some(text) => text.to_any(),
            None => self.as_os_str().as_encoded_bytes().to_any(),
        }
    }
}

impl ToAny for PathBuf {
    const TYPE: TypeRecord = TypeRecord::Path;

    fn to_any(self) -> Any {
        self.as_path().to_any()
    }
}
