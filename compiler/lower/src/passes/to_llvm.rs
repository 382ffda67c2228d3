//! `convert-to-llvm`: all lowerings to the llvm dialect in one conversion.

use std::rc::Rc;

use tvmlike_ir::Failure;
use tvmlike_transform::{ConversionPatterns, OptionKind, OptionRecord, Pass, PassRecord, Run, TypeConverter};

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
            Ok(Box::new(ToLlvm {
                filter,
                by_layout: options.bool("dynamic"),
            }))
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
    /// Whether the data layout tells the width of `index`. The attributes of MLIR that change a conversion are those of targets
    /// for gpu, which has no lowering here.
    by_layout: bool,
}

impl Pass for ToLlvm {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut index_width = LlvmOptions::default().index_width;
        if self.by_layout {
            let bits = tvmlike_dialects::type_bits(context, root, context.index_type());
            let width = bits.and_then(|bits| u32::try_from(bits).ok());
            let is_width = |width: &u32| (1..=128).contains(width);
            index_width = width
                .filter(is_width)
                .ok_or_else(|| run.fail("the data layout has no size of 'index' of 1 to 128 bits"))?;
        }
        let converter = converter(LlvmOptions {
            index_width,
            some_bare_pointers: has_bare_pointers(context, root),
            ..LlvmOptions::default()
        });
        let mut patterns = ConversionPatterns::new();
        for (name, add) in DIALECTS {
            if self.filter.is_empty() || self.filter.iter().any(|each| each == name) {
                add(&mut patterns, &converter);
            }
        }
        run.convert_partial(root, &llvm_target(context), &patterns)
    }
}
