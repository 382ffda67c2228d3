//! `convert-to-llvm`: all lowerings to the llvm dialect in one conversion.

use std::rc::Rc;

use tvmlike_ir::Failure;
use tvmlike_transform::{
    ConversionPatterns, OptionKind, OptionRecord, Pass, PassRecord, Run, TypeConverter, convert_partial,
};

use super::lowering::{converter, has_bare_pointers, llvm_target};
use crate::options::LlvmOptions;
use crate::vector::Reductions;
use crate::{arith, cf, complex, func, index, math, memref, ub, vector};

/// Adds the patterns of a dialect.
type AddPatterns = fn(&mut ConversionPatterns, &Rc<TypeConverter>);

/// The dialects that have a lowering.
const DIALECTS: [(&str, AddPatterns); 9] = [
    ("arith", arith::add_patterns),
    ("cf", cf::add_patterns),
    ("complex", |patterns, converter| {
        complex::add_patterns(patterns, converter, false);
    }),
    ("func", func::add_patterns),
    ("index", index::add_patterns),
    ("math", |patterns, converter| {
        math::add_patterns(patterns, converter, true);
    }),
    ("memref", memref::add_patterns),
    ("ub", ub::add_patterns),
    ("vector", |patterns, converter| {
        vector::add_patterns(patterns, converter, Reductions::default());
    }),
];

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "convert-to-llvm",
        "Convert to LLVM via dialect interfaces found in the input IR",
        |options| {
            let filter = options.texts("filter-dialects");
            let known = |name: &String| DIALECTS.iter().any(|(dialect, _)| dialect == name);
            if let Some(unknown) = filter.iter().find(|name| !known(name)) {
                return Err(format!(
                    "no lowering of the dialect '{unknown}' to the llvm dialect"
                ));
            }
            if options.bool("dynamic") {
                let message = "'dynamic' is not supported; leave it out to convert with all lowerings";
                return Err(message.to_owned());
            }
            Ok(Box::new(ToLlvm { filter }))
        },
    )
    .shown_as("ConvertToLLVMPass")
    .with_dialects(&["llvm"])
    .with_options(vec![
        OptionRecord::list(
            "filter-dialects",
            OptionKind::Text,
            "Test conversion patterns of only the specified dialects",
        ),
        OptionRecord::bool(
            "dynamic",
            false,
            "Use op conversion attributes to configure the conversion",
        ),
        OptionRecord::bool(
            "allow-pattern-rollback",
            true,
            "Experimental performance flag to disallow pattern rollback",
        ),
    ])
}

struct ToLlvm {
    filter: Vec<String>,
}

impl Pass for ToLlvm {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let converter = converter(LlvmOptions {
            some_bare_pointers: has_bare_pointers(context, root),
            ..LlvmOptions::default()
        });
        let mut patterns = ConversionPatterns::new();
        for (name, add) in DIALECTS {
            if self.filter.is_empty() || self.filter.iter().any(|each| each == name) {
                add(&mut patterns, &converter);
            }
        }
        convert_partial(run.edit(), root, &llvm_target(context), &patterns)
    }
}
