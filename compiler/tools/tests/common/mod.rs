//! Runs the tool within the test.

/// What a run of the tool did.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) output: String,
    pub(crate) errors: String,
}

/// Runs `tvmlike-opt` with a text as its standard input.
pub(crate) fn opt(arguments: &[&str], input: impl AsRef<[u8]>) -> Outcome {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let arguments = arguments.iter().map(|argument| (*argument).to_owned());
    let code = tvmlike_tools::opt::run(
        &tvmlike_tools::Alone,
        arguments,
        &mut input.as_ref(),
        &mut output,
        &mut errors,
    );
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Outcome {
        code,
        output: text(output),
        errors: text(errors),
    }
}
