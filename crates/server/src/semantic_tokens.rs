//! Semantic tokens as the protocol packs them, and what has changed in them.

use ide::{Modifiers, Token, TokenKind};
use tower_lsp::ls_types::{SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokensEdit, SemanticTokensLegend};

use crate::document::Document;

/// The kinds in the order of their numbers on the wire.
const KINDS: [(TokenKind, SemanticTokenType); 14] = [
    (TokenKind::Class, SemanticTokenType::CLASS),
    (TokenKind::Comment, SemanticTokenType::COMMENT),
    (TokenKind::Function, SemanticTokenType::FUNCTION),
    (TokenKind::Keyword, SemanticTokenType::KEYWORD),
    (TokenKind::Macro, SemanticTokenType::MACRO),
    (TokenKind::Method, SemanticTokenType::METHOD),
    (TokenKind::Number, SemanticTokenType::NUMBER),
    (TokenKind::Operator, SemanticTokenType::OPERATOR),
    (TokenKind::Parameter, SemanticTokenType::PARAMETER),
    (TokenKind::Property, SemanticTokenType::PROPERTY),
    (TokenKind::Regexp, SemanticTokenType::REGEXP),
    (TokenKind::String, SemanticTokenType::STRING),
    (TokenKind::Type, SemanticTokenType::TYPE),
    (TokenKind::Variable, SemanticTokenType::VARIABLE),
];

type Has = fn(&Modifiers) -> bool;

/// Modifiers, in the order of the bits on the wire.
const MODIFIERS: [(Has, SemanticTokenModifier); 6] = [
    (|it| it.declaration, SemanticTokenModifier::DECLARATION),
    (|it| it.definition, SemanticTokenModifier::DEFINITION),
    (|it| it.readonly, SemanticTokenModifier::READONLY),
    (|it| it.deprecated, SemanticTokenModifier::DEPRECATED),
    (|it| it.modification, SemanticTokenModifier::MODIFICATION),
    (|it| it.default_library, SemanticTokenModifier::DEFAULT_LIBRARY),
];

pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: KINDS.iter().map(|(_, name)| name.clone()).collect(),
        token_modifiers: MODIFIERS.iter().map(|(_, name)| name.clone()).collect(),
    }
}

fn number(kind: TokenKind) -> u32 {
    KINDS.iter().zip(0..).find(|((it, _), _)| *it == kind).map_or(0, |(_, number)| number)
}

fn bits(modifiers: &Modifiers) -> u32 {
    MODIFIERS.iter().zip(0..).filter(|((has, _), _)| has(modifiers)).map(|(_, bit)| 1 << bit).sum()
}

/// Each place relative to the one before; what spans lines once for each line.
pub(crate) fn encode(document: &Document, tokens: &[Token]) -> Vec<SemanticToken> {
    let mut encoded = Vec::with_capacity(tokens.len());
    let (mut last_line, mut last_start) = (0, 0);
    for token in tokens {
        let first = document.position(token.range.start());
        let last = document.position(token.range.end());
        for line in first.line..=last.line {
            let Some(whole) = document.line(line) else { break };
            let Some(part) = whole.intersect(token.range) else { continue };
            let length = document.encoding.length(document.text_of(part));
            if length == 0 {
                continue;
            }
            let start = if line == first.line { first.character } else { 0 };
            let delta_line = line - last_line;
            let delta_start = if delta_line == 0 { start - last_start } else { start };
            let token_modifiers_bitset = bits(&token.modifiers);
            encoded.push(SemanticToken { delta_line, delta_start, length, token_type: number(token.kind), token_modifiers_bitset });
            (last_line, last_start) = (line, start);
        }
    }
    encoded
}

/// Edits from the old tokens to the new ones: one around everything that differs, or none.
pub(crate) fn edits(old: &[SemanticToken], new: &[SemanticToken]) -> Vec<SemanticTokensEdit> {
    const NUMBERS: usize = 5;
    let same_start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old, new) = (old.get(same_start..).unwrap_or_default(), new.get(same_start..).unwrap_or_default());
    let same_end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old, new) = (old.get(..old.len() - same_end).unwrap_or_default(), new.get(..new.len() - same_end).unwrap_or_default());
    if old.is_empty() && new.is_empty() {
        return Vec::new();
    }
    let count = |tokens: usize| u32::try_from(tokens * NUMBERS).unwrap_or(u32::MAX);
    vec![SemanticTokensEdit { start: count(same_start), delete_count: count(old.len()), data: Some(new.to_vec()) }]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ide::TextRange;
    use syntax::Dialect;

    use super::*;
    use crate::lines::Encoding;

    fn document(text: &str) -> Document {
        Document::new("file:///a.pp".parse().unwrap(), Arc::from("/a.pp"), Dialect::Manifest, Some(1), text, Encoding::Utf16)
    }

    fn token(start: u32, end: u32, kind: TokenKind) -> Token {
        Token { range: TextRange::new(start.into(), end.into()), kind, modifiers: Modifiers::default() }
    }

    fn numbers(tokens: &[SemanticToken]) -> Vec<[u32; 4]> {
        tokens.iter().map(|it| [it.delta_line, it.delta_start, it.length, it.token_type]).collect()
    }

    #[test]
    fn every_kind_has_a_number() {
        for (kind, _) in KINDS {
            assert_eq!(KINDS[number(kind) as usize].0, kind);
        }
    }

    #[test]
    fn every_modifier_has_a_bit() {
        let names = legend().token_modifiers;
        assert_eq!(names.len(), MODIFIERS.len());
        let old = Modifiers { deprecated: true, default_library: true, ..Modifiers::default() };
        let modifiers: Vec<&str> =
            names.iter().zip(0..).filter(|(_, bit)| bits(&old) & (1 << bit) != 0).map(|(it, _)| it.as_str()).collect();
        assert_eq!(modifiers, ["deprecated", "defaultLibrary"]);
        assert_eq!(bits(&Modifiers::default()), 0);
    }

    #[test]
    fn places_are_relative() {
        let document = document("ab cd\n  ef");
        let tokens = [token(0, 2, TokenKind::Class), token(3, 5, TokenKind::Comment), token(8, 10, TokenKind::Function)];
        assert_eq!(numbers(&encode(&document, &tokens)), [[0, 0, 2, 0], [0, 3, 2, 1], [1, 2, 2, 2]]);
    }

    #[test]
    fn a_token_over_lines_is_several() {
        let document = document("  'é\r\n\r\nb' 1");
        let tokens = [token(2, 11, TokenKind::String), token(12, 13, TokenKind::Number)];
        assert_eq!(numbers(&encode(&document, &tokens)), [[0, 2, 2, 11], [2, 0, 2, 11], [0, 3, 1, 6]]);
    }

    #[test]
    fn edits_turn_old_into_new() {
        let make = |lengths: &[u32]| -> Vec<SemanticToken> {
            let token =
                |length: &u32| SemanticToken { delta_line: 0, delta_start: 1, length: *length, token_type: 0, token_modifiers_bitset: 0 };
            lengths.iter().map(token).collect()
        };
        let texts: [&[u32]; 7] = [&[], &[1], &[1, 2, 3], &[1, 3], &[1, 1, 1], &[2, 1, 3], &[1, 1]];
        for old in texts {
            for new in texts {
                let (old, new) = (make(old), make(new));
                let mut patched = old.clone();
                for edit in edits(&old, &new) {
                    let (start, count) = (edit.start as usize / 5, edit.delete_count as usize / 5);
                    patched.splice(start..start + count, edit.data.unwrap_or_default());
                }
                assert_eq!(patched, new);
                assert_eq!(edits(&old, &new).is_empty(), old == new);
            }
        }
    }
}
