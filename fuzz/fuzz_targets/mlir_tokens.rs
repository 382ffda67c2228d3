//! MLIR's tokens: the lexer splits any bytes into tokens that do not overlap and ends at the end of the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tvmlike_syntax::{Cursor, Lexer, TokenKind};

fuzz_target!(|text: &[u8]| {
    let mut lexer = Lexer::new(text);
    let mut end = 0;
    loop {
        let token = lexer.next_token();
        let range = token.span.range();
        assert!(range.start >= end && range.end <= text.len());
        end = range.end;
        if token.kind == TokenKind::End {
            break;
        }
        assert!(!range.is_empty());
        if matches!(token.kind, TokenKind::Error(_)) {
            let mut cursor = Cursor::new(text);
            cursor.seek(token.span.start);
            let _ = cursor.expected("a token").in_source("text");
        }
    }
    assert_eq!(end, text.len());
});
