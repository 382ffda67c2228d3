//! Reproducers: a module with the pipeline that ran on it, in the file's metadata, as MLIR writes and reads them.

use tvmlike_ir::{Context, Op};
use tvmlike_text::{ExternalGroup, ExternalResources, ExternalValue, PrintOptions, print_top_level};

/// The owner of the metadata.
const GROUP: &str = "mlir_reproducer";

/// How a pipeline ran.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Recipe {
    pub(crate) pipeline: String,
    pub(crate) disable_threading: bool,
    pub(crate) verify_each: bool,
}

/// The text of a module with a recipe.
pub(crate) fn text(context: &Context, module: Op, recipe: &Recipe) -> Result<Vec<u8>, String> {
    let entries = vec![
        (
            b"pipeline".to_vec(),
            ExternalValue::String(recipe.pipeline.clone().into_bytes()),
        ),
        (
            b"disable_threading".to_vec(),
            ExternalValue::Bool(recipe.disable_threading),
        ),
        (b"verify_each".to_vec(), ExternalValue::Bool(recipe.verify_each)),
    ];
    let external = vec![ExternalGroup {
        name: GROUP.to_owned(),
        entries,
    }];
    let mut out = Vec::new();
    print_top_level(context, module, &external, &PrintOptions::default(), &mut out)
        .map_err(|error| error.to_string())?;
    Ok(out)
}

/// Takes the recipe out of the metadata of a module; `None`: there is none.
///
/// # Errors
/// A value is of the wrong kind.
pub(crate) fn take(external: &mut ExternalResources) -> Result<Option<Recipe>, String> {
    let Some(index) = external.iter().position(|group| group.name == GROUP) else {
        return Ok(None);
    };
    let mut recipe = Recipe {
        pipeline: String::new(),
        disable_threading: false,
        verify_each: true,
    };
    for (key, value) in external.remove(index).entries {
        match (&*key, value) {
            (b"pipeline", ExternalValue::String(text)) => {
                recipe.pipeline = String::from_utf8_lossy(&text).into_owned();
            }
            (b"disable_threading", ExternalValue::Bool(value)) => recipe.disable_threading = value,
            (b"verify_each", ExternalValue::Bool(value)) => recipe.verify_each = value,
            (key, _) => {
                let key = String::from_utf8_lossy(key);
                return Err(format!(
                    "unknown 'mlir_reproducer' resource key '{key}', or a value of another kind"
                ));
            }
        }
    }
    Ok(Some(recipe))
}
