//! `snapshot-op-locations`: writes the text of the operation to a file, and makes its places there the locations of operations.
//!
//! Operations that the text leaves out keep their locations, as do arguments of blocks.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};

use tvmlike_ir::{Failure, Location};
use tvmlike_text::{PrintOptions, print_op_with_places};

use crate::options::{OptionRecord, Options};
use crate::pass::{Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "snapshot-op-locations",
        "Generate new locations from the current IR",
        |options| Ok(Box::new(Snapshot::new(options))),
    )
    .shown_as("LocationSnapshot")
    .with_options(vec![
        OptionRecord::text("filename", "", "The filename to print the generated IR"),
        OptionRecord::text(
            "tag",
            "",
            "A tag to use when fusing the new locations with the original. If unset, the locations are replaced.",
        ),
        OptionRecord::bool("print-debuginfo", false, "Print debug info in MLIR output"),
        OptionRecord::bool("print-op-generic", false, "Print the generic op form"),
        OptionRecord::bool(
            "print-local-scope",
            false,
            "Print with local scope and inline information (eliding aliases for attributes, types, and locations",
        ),
        OptionRecord::bool("pretty-debuginfo", false, "Print pretty debug info in MLIR output"),
    ])
}

struct Snapshot {
    file: String,
    tag: String,
    print: PrintOptions,
}

impl Snapshot {
    fn new(options: &Options) -> Self {
        Self {
            file: options.text("filename").to_owned(),
            tag: options.text("tag").to_owned(),
            print: PrintOptions {
                debug_info: options.bool("print-debuginfo"),
                generic: options.bool("print-op-generic"),
                local_scope: options.bool("print-local-scope"),
                pretty_debug_info: options.bool("pretty-debuginfo"),
                ..PrintOptions::default()
            },
        }
    }

    /// Writes the text. Returns the name of the file.
    fn write(&self, text: &[u8]) -> Result<String, (String, io::Error)> {
        let at = |name: &str| {
            let name = name.to_owned();
            move |error| (name, error)
        };
        match self.file.as_str() {
            "" => {
                let (name, mut file) = temporary_file().map_err(at("mlir_snapshot"))?;
                file.write_all(text).map_err(at(&name))?;
                Ok(name)
            }
            "-" => {
                let mut out = io::stdout().lock();
                out.write_all(text).and_then(|()| out.flush()).map_err(at("-"))?;
                Ok("-".to_owned())
            }
            name => {
                let mut file = File::create(name).map_err(at(name))?;
                file.write_all(text).map_err(at(name))?;
                Ok(name.to_owned())
            }
        }
    }
}

/// A new file in the directory for temporary files, with its name.
fn temporary_file() -> io::Result<(String, File)> {
    let folder = std::env::temp_dir();
    let mut number = std::process::id();
    loop {
        let path = folder.join(format!("mlir_snapshot-{number:06x}.tmp.mlir"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number = number.wrapping_add(1),
            opened => return Ok((path.to_string_lossy().into_owned(), opened?)),
        }
    }
}

impl Pass for Snapshot {
    /// Writes one file after the other: each run of the pass replaces it.
    fn is_parallel(&self) -> bool {
        false
    }

    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut text = Vec::new();
        let places = print_op_with_places(context, root, &self.print, &mut text)
            .map_err(|error| run.fail(error.to_string()))?;
        let file = self.write(&text).map_err(|(name, error)| {
            let reason = error.to_string();
            let reason = reason.split(" (os error").next().unwrap_or_default();
            run.fail(format!("cannot open output file '{name}': {reason}"))
        })?;
        let (file, tag) = (context.identifier(&*file), context.identifier(&*self.tag));
        let edit = run.edit();
        for place in places {
            let here = context.file_line_col_location(file, place.line, place.indent);
            let location: Location = match self.tag.is_empty() {
                true => here,
                false => {
                    let here = context.name_location(tag, here);
                    context.fused_location(&[place.op.location(context), here], None)
                }
            };
            place.op.set_location(edit, location);
        }
        Ok(())
    }
}
