//! The headers of what libtvmlike exports: c_api.h, and one for each concept, which it includes.

use std::path::{Path, PathBuf};

use crate::concepts::Concepts;
use crate::declaration::{Declarations, LIBRARY, rust_files, stem};
use crate::header::{CLASSIC_VALUES, Header, Sources};

pub(crate) const CONTRACT: &str = "runtime/abi/src";

/// Items that no exported function mentions, and that callers need all the same.
const ALSO: [&str; 13] = [
    "TVMLikeSafeCall",
    "TVMLikeFunctionCell",
    "TVMLikeStringCell",
    "TVMLikeShapeCell",
    "TVMLikeTensorCell",
    "TVMLikeLentStringCell",
    "TVMLikeSeqCell",
    "TVMLikeMapEntry",
    "TVMLikeMapCell",
    "TVMLikeErrorCell",
    "TVMLikeOpaqueCell",
    "TVMLikePluginInit",
    "TVMByteArray",
];

/// All that the headers contain, in one text. `generated` are Rust files that are not in the tree yet.
pub(crate) fn whole(generated: &[PathBuf]) -> Result<String, String> {
    let mut files = rust_files(Path::new(CONTRACT))?;
    files.push(PathBuf::from(CLASSIC_VALUES));
    files.extend_from_slice(generated);
    files.extend(rust_files(Path::new(LIBRARY))?);
    // cbindgen follows `mod`: a file with a folder of its name would bring everything a second time.
    files.retain(|file| stem(file) != "lib" && !file.with_extension("").is_dir());
    let sources: Vec<Sources<'_>> = files.iter().map(|file| Sources::File(file)).collect();
    Header {
        head: "",
        guard: "TVMLIKE_WHOLE_H_",
        includes: &[],
        behind_includes: "",
        sources: &sources,
        also: &ALSO,
        without: &[],
    }
    .text()
}

/// The headers: name and text.
pub(crate) fn headers(whole: &str, declarations: &Declarations) -> Result<Vec<(String, String)>, String> {
    let sources = [CONTRACT, LIBRARY, CLASSIC_VALUES].map(Path::new);
    Concepts::of(declarations, &sources)?.split(whole)
}
