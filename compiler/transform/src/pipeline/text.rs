//! The syntax of pipelines: names with options in braces or passes in parentheses, separated by commas.

/// The most pipelines that are nested in each other.
const MAX_DEPTH: usize = 256;

/// A name in a pipeline.
#[derive(Debug)]
pub(super) struct Element<'t> {
    pub(super) name: &'t str,
    /// Where the name is in the text.
    pub(super) at: usize,
    pub(super) options: Option<&'t str>,
    /// What is in parentheses behind it.
    pub(super) inner: Option<Vec<Element<'t>>>,
}

/// The name of the operation around a pipeline, and what is in its parentheses.
pub(super) fn split_anchor(text: &str) -> Result<(&str, &str), String> {
    let trimmed = text.trim();
    let split = trimmed
        .split_once('(')
        .and_then(|(name, rest)| Some((name, rest.strip_suffix(')')?)));
    let split = split.map(|(name, inner)| (name.trim(), inner));
    split.filter(|(name, _)| !name.is_empty()).ok_or_else(|| {
        "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'"
            .to_owned()
    })
}

/// A message about a place of a text, which is shown with the place.
pub(super) fn error(text: &str, at: usize, message: &str) -> String {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[..at].matches('\n').count() + 1;
    let column = at - start + 1;
    let shown = text[start..].lines().next().unwrap_or_default();
    let caret = " ".repeat(column - 1);
    format!("MLIR Textual PassPipeline Parser:{line}:{column}: error: {message}\n{shown}\n{caret}^\n")
}

/// The names of a pipeline without its anchor.
pub(super) fn parse(text: &str) -> Result<Vec<Element<'_>>, String> {
    // The lists that are open, the outermost first.
    let mut open: Vec<Vec<Element<'_>>> = vec![Vec::new()];
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let end = rest.find([',', '(', ')', '{']).unwrap_or(rest.len());
        let list = open.last_mut().expect("the outermost list stays open");
        list.push(Element {
            name: rest[..end].trim(),
            at: skip_spaces(text, at).min(at + end),
            options: None,
            inner: None,
        });
        at += end;
        match text.as_bytes().get(at) {
            None => break,
            Some(b'{') => {
                let Some(close) = closing_brace(&text[at..]) else {
                    return Err(error(
                        text,
                        at,
                        "missing closing '}' while processing pass options",
                    ));
                };
                if let Some(last) = list.last_mut() {
                    last.options = Some(&text[at + 1..at + close]);
                }
                at += close + 1;
            }
            Some(b'(') => {
                if open.len() == MAX_DEPTH {
                    return Err(error(
                        text,
                        at,
                        &format!("more than {MAX_DEPTH} nested pipelines"),
                    ));
                }
                open.push(Vec::new());
                at += 1;
                continue;
            }
            _ => {}
        }
        at = skip_spaces(text, at);
        while text[at..].starts_with(')') {
            let message =
                "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline";
            let inner = open
                .pop()
                .filter(|_| !open.is_empty())
                .ok_or_else(|| error(text, at, message))?;
            let list = open.last_mut().expect("the outermost list stays open");
            if let Some(last) = list.last_mut() {
                // `func.func()` has no passes.
                let is_empty = matches!(&inner[..], [only] if only.name.is_empty() && only.inner.is_none());
                last.inner = Some(if is_empty { Vec::new() } else { inner });
            }
            at = skip_spaces(text, at + 1);
        }
        if at == text.len() {
            break;
        }
        if !text[at..].starts_with(',') {
            return Err(error(text, at, "expected ',' after parsing pipeline"));
        }
        at += 1;
    }
    match (open.pop(), open.is_empty()) {
        (Some(elements), true) => Ok(elements),
        _ => Err(error(
            text,
            text.len(),
            "encountered unbalanced parentheses while parsing pipeline",
        )),
    }
}

/// The place behind spaces.
fn skip_spaces(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start().len()
}

/// The place of the brace that closes the one at the start of a text.
fn closing_brace(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (index, letter) in text.bytes().enumerate() {
        match letter {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(index),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}
