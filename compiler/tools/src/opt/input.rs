//! The texts that `tvmlike-opt` reads.

use std::io::Read;
use std::sync::Arc;

/// The contents of a file.
pub(crate) fn read_file(path: &str) -> Result<Arc<Vec<u8>>, String> {
    match std::fs::read(path) {
        Ok(text) => Ok(Arc::new(text)),
        Err(error) => Err(format!("cannot open input file '{path}': {}", reason(&error))),
    }
}

/// The name and the contents of the input: a file, or the standard input.
pub(super) fn read(files: &[String], input: &mut dyn Read) -> Result<(String, Arc<Vec<u8>>), String> {
    let mut text = Vec::new();
    match files {
        [] => {}
        [file] if file == "-" => {}
        [file] => return Ok((file.clone(), read_file(file)?)),
        _ => {
            return Err(
                "tvmlike-opt: Too many positional arguments specified!\nCan specify at most 1 positional \
                        arguments: See: tvmlike-opt --help"
                    .to_owned(),
            );
        }
    }
    input
        .read_to_end(&mut text)
        .map_err(|error| format!("cannot read the standard input: {error}"))?;
    Ok(("<stdin>".to_owned(), Arc::new(text)))
}

/// The system's reason, without the number that Rust appends.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((reason, _)) => reason.to_owned(),
        None => text,
    }
}
