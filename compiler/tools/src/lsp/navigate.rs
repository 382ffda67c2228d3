//! From a name to its definition and its uses.
//!
//! What the parser recorded decides. Behind an error nothing was recorded: there, names mean the nearest definition that
//! the tokens show.

use std::ops::Range;

use tvmlike_syntax::{Span, TokenKind};

use super::analysis::Analysis;
use super::tokens::Named;

/// The places of a name.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Places {
    pub(crate) definition: Option<Range<usize>>,
    pub(crate) uses: Vec<Range<usize>>,
}

/// Where the name at an offset is defined and used.
pub(crate) fn places(analysis: &Analysis, offset: usize) -> Option<Places> {
    let at = analysis.tokens.at(offset)?;
    let (named, token) = analysis.tokens.named(at)?;
    let span = analysis.tokens.get(token)?.span;
    Some(match named {
        Named::Value | Named::Block => match recorded(analysis, span) {
            Some(definition) => places_of(analysis, definition),
            None => guessed(analysis, named, span),
        },
        Named::Symbol => symbol_places(analysis, token),
        Named::Alias => alias_places(analysis, span),
        Named::Word => return None,
    })
}

/// The definition that the name at a place means, if the parser came so far.
pub(crate) fn recorded(analysis: &Analysis, span: Span) -> Option<usize> {
    let used = analysis.uses.get(&span.start);
    match used {
        Some(index) => analysis.recording.uses[*index].definition,
        None => analysis.definitions.get(&span.start).copied(),
    }
}

fn places_of(analysis: &Analysis, definition: usize) -> Places {
    let recording = &analysis.recording;
    let uses = recording
        .uses
        .iter()
        .filter(|used| used.definition == Some(definition));
    let mut uses: Vec<_> = uses.map(|used| analysis.tokens.with_number(used.span)).collect();
    uses.sort_unstable_by_key(|range| range.start);
    uses.dedup();
    Places {
        definition: Some(recording.definitions[definition].span.range()),
        uses,
    }
}

/// By the tokens: all names that are spelled alike, of which the nearest definition before this one counts.
fn guessed(analysis: &Analysis, named: Named, span: Span) -> Places {
    let tokens = &analysis.tokens;
    let kind = match named {
        Named::Block => TokenKind::CaretId,
        _ => TokenKind::PercentId,
    };
    let spelling = analysis.spelling(span);
    let alike: Vec<(usize, Span)> = tokens
        .of(kind)
        .filter(|(_, other)| analysis.spelling(*other) == spelling)
        .collect();
    let defines = |index: usize| match named {
        Named::Block => tokens.get(index + 1).is_some_and(|next| {
            // A label begins its line.
            let first = tokens.first_of_line(
                &analysis.text,
                tokens.get(index).map_or(0, |token| token.span.range().start),
            );
            first == tokens.get(index) && matches!(next.kind, TokenKind::Colon | TokenKind::LeftParen)
        }),
        _ => tokens.defines_value(index),
    };
    let definitions = alike.iter().filter(|(index, _)| defines(*index));
    let mut definition = None;
    for (_, other) in definitions {
        if definition.is_none() || other.start <= span.start {
            definition = Some(*other);
        }
    }
    let uses = alike.iter().filter(|(_, other)| Some(*other) != definition);
    Places {
        definition: definition.map(Span::range),
        uses: uses.map(|(_, other)| tokens.with_number(*other)).collect(),
    }
}

fn symbol_places(analysis: &Analysis, token: usize) -> Places {
    let tokens = &analysis.tokens;
    let all = || tokens.of(TokenKind::AtId);
    let Some(op) = analysis.resolve(&tokens.path_to(token)) else {
        let name = analysis.symbol(token);
        let alike: Vec<(usize, Span)> = all()
            .filter(|(other, _)| analysis.symbol(*other) == name)
            .collect();
        let defined = alike.iter().find(|(index, _)| defines_symbol(analysis, *index));
        let definition = defined.map(|(_, span)| *span);
        let uses = alike.iter().filter(|(_, span)| Some(*span) != definition);
        return Places {
            definition: definition.map(Span::range),
            uses: uses.map(|(_, span)| span.range()).collect(),
        };
    };
    let definition = analysis.definition_token(op);
    let name = analysis.recording.operations[op].symbol;
    let uses = all().filter(|(other, _)| {
        Some(*other) != definition
            && analysis.symbol(*other) == name
            && analysis.resolve(&tokens.path_to(*other)) == Some(op)
    });
    // A symbol in generic form is a string: its operation stands for it.
    let place = match definition.and_then(|token| tokens.get(token)) {
        Some(token) => token.span,
        None => analysis.recording.operations[op].name_span,
    };
    Places {
        definition: Some(place.range()),
        uses: uses.map(|(_, span)| span.range()).collect(),
    }
}

/// Whether a token is probably the name that an operation defines: the first one on a line that begins with the name of such
/// an operation.
pub(crate) fn defines_symbol(analysis: &Analysis, token: usize) -> bool {
    use tvmlike_ir::Traits;
    let tokens = &analysis.tokens;
    let Some(span) = tokens.get(token).map(|token| token.span) else {
        return false;
    };
    let Some(first) = tokens.first_of_line(&analysis.text, span.range().start) else {
        return false;
    };
    let line = first.span.start..span.end;
    let between = tokens.within(TokenKind::AtId, line).next();
    let word = analysis.spelling(first.span);
    let name = match word.contains('.') {
        true => word.to_owned(),
        false => format!("builtin.{word}"),
    };
    let info = analysis.context.load_op_info(analysis.context.identifier(name));
    let symbols = Traits::SYMBOL.union(Traits::OPTIONAL_SYMBOL);
    between.is_some_and(|(index, _)| index == token)
        && info.is_some_and(|info| info.traits().intersects(symbols))
}

fn alias_places(analysis: &Analysis, span: Span) -> Places {
    let tokens = &analysis.tokens;
    let spelling = analysis.spelling(span);
    let mut places = Places::default();
    let all = tokens
        .of(TokenKind::HashId)
        .chain(tokens.of(TokenKind::ExclamationId));
    for (index, other) in all.filter(|(_, other)| analysis.spelling(*other) == spelling) {
        match tokens.defines_alias(index) && places.definition.is_none() {
            true => places.definition = Some(other.range()),
            false => places.uses.push(other.range()),
        }
    }
    // `!llvm.ptr` is no alias.
    if places.definition.is_none() && spelling.contains('.') {
        return Places::default();
    }
    places
}
