//! Semantic tokens of a file of states: of the YAML by its outline, of the Jinja by its tree.

use std::ops::Range;

use analysis::salt::Role as PlaceRole;
use analysis::{File, Snapshot};
use salt::outline::{Found, Role, tags};
use salt::signatures::Signatures;
use salt::tokens::{Word, jinja_words};
use salt::{is_requisite, is_requisite_in};
use syntax::TextRange;

use super::{Document, text_range};
use crate::semantic_tokens::{Modifiers, Token, TokenKind};

/// All words with a meaning, by their place. None overlaps another.
pub(crate) fn semantic_tokens(snapshot: Snapshot<'_>, file: File, within: Option<TextRange>) -> Vec<Token> {
    let text = snapshot.text(file);
    let mut tokens: Vec<Token> = jinja_words(&text).into_iter().map(|(range, word)| of_jinja(&range, word)).collect();
    // A document that lies nowhere has no outline: its Jinja has colours all the same.
    if let Some(document) = Document::open(snapshot, file).filter(|it| it.place.role != PlaceRole::Template) {
        let functions = Signatures::for_release(snapshot.sls_release(&document.place));
        let tags: Vec<Range<usize>> = tags(&text).into_iter().map(|it| it.range).collect();
        let mut add = |range: Range<usize>, kind: TokenKind, modifiers: Modifiers| {
            let parts = untagged_parts(range, &tags).into_iter();
            tokens.extend(parts.map(|it| Token { range: text_range(&it), kind, modifiers }));
        };
        for found in document.outline.words(document.is_top()) {
            let (kind, modifiers) = of_yaml(&document, &found, functions);
            add(found.word.range.clone(), kind, modifiers);
        }
        for comment in comments(&document) {
            add(comment, TokenKind::Comment, Modifiers::default());
        }
    }
    tokens.retain(|it| !it.range.is_empty() && within.is_none_or(|all| all.intersect(it.range).is_some_and(|it| !it.is_empty())));
    tokens.sort_by_key(|it| (it.range.start(), it.range.end()));
    let mut end = syntax::TextSize::default();
    tokens.retain(|it| {
        let is_free = it.range.start() >= end;
        if is_free {
            end = it.range.end();
        }
        is_free
    });
    tokens
}

fn of_jinja(range: &Range<usize>, word: Word) -> Token {
    let kind = match word {
        Word::Comment => TokenKind::Comment,
        Word::Mark => TokenKind::Macro,
        Word::Number => TokenKind::Number,
        Word::Text => TokenKind::String,
        Word::Operator => TokenKind::Operator,
        Word::Keyword => TokenKind::Keyword,
        Word::Variable => TokenKind::Variable,
        Word::Property => TokenKind::Property,
        Word::Method => TokenKind::Method,
        Word::Function => TokenKind::Function,
        Word::Parameter => TokenKind::Parameter,
    };
    Token { range: text_range(range), kind, modifiers: Modifiers::default() }
}

fn of_yaml(document: &Document, found: &Found<'_>, functions: &Signatures) -> (TokenKind, Modifiers) {
    let text = &*found.word.text;
    let plain = Modifiers::default();
    let node = document.outline.nodes.get(found.node);
    let is_key = node.and_then(|it| it.key.as_ref()) == Some(found.word);
    let has_states = document.has_states();
    match found.role {
        _ if !has_states && is_key => (TokenKind::Property, plain),
        Role::Sls if document.is_top() || has_states => (TokenKind::Type, plain),
        _ if !has_states => (scalar(text), plain),
        Role::Id => (TokenKind::Class, Modifiers { declaration: true, ..plain }),
        Role::Extended => (TokenKind::Class, Modifiers { modification: true, ..plain }),
        Role::Function => {
            let is_known = functions.get(text).is_some() || !functions.of_module(text).is_empty();
            (TokenKind::Function, Modifiers { default_library: is_known, ..plain })
        }
        Role::Argument if is_requisite(text) || is_requisite_in(text) => (TokenKind::Keyword, plain),
        Role::Argument => (TokenKind::Parameter, plain),
        Role::Target { .. } => (TokenKind::Class, plain),
        Role::Module => (TokenKind::Type, plain),
        Role::Sls => (TokenKind::Type, plain),
        Role::Value if is_key && node.is_some_and(|it| it.parent.is_none()) => (TokenKind::Keyword, plain),
        Role::Value if is_key => (TokenKind::Property, plain),
        Role::Value => (scalar(text), plain),
    }
}

/// The kind of a text without quotes. Of what expressions make nothing is known.
fn scalar(text: &str) -> TokenKind {
    match text {
        "true" | "false" | "True" | "False" | "yes" | "no" | "on" | "off" | "Yes" | "No" | "On" | "Off" | "null" | "~" => {
            TokenKind::Keyword
        }
        _ if !text.is_empty()
            && text.chars().all(|it| it.is_ascii_digit() || matches!(it, '.' | '-' | '_'))
            && text.parse::<f64>().is_ok() =>
        {
            TokenKind::Number
        }
        _ => TokenKind::String,
    }
}

/// The parts of a place that are in no tag.
fn untagged_parts(range: Range<usize>, tags: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = range.start;
    let first = tags.partition_point(|it| it.end <= range.start);
    for tag in tags.iter().skip(first).take_while(|it| it.start < range.end) {
        if tag.start > start {
            found.push(start..tag.start);
        }
        start = start.max(tag.end);
    }
    if start < range.end {
        found.push(start..range.end);
    }
    found
}

/// The lines that are comments of YAML: `#` in a block of text is none.
fn comments(document: &Document) -> Vec<Range<usize>> {
    let is_block = |text: &str| text.starts_with(['|', '>']);
    let blocks = document.outline.nodes.iter().filter(|it| it.value.as_ref().is_some_and(|it| is_block(&it.text)));
    let blocks: Vec<Range<usize>> = blocks.map(|it| it.range.clone()).collect();
    let mut found = Vec::new();
    let mut start = 0;
    for line in document.text.split_inclusive('\n') {
        let body = line.trim_start();
        let from = start + line.len() - body.len();
        let end = start + line.trim_end().len();
        start += line.len();
        if body.starts_with('#') && !blocks.iter().any(|it| it.start < from && from < it.end) {
            found.push(from..end);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::tests::fixture;

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let shown = fixture(text).ask(|snapshot, file, _| {
            let text = snapshot.text(file);
            let tokens = crate::semantic_tokens(snapshot, file, None);
            assert!(tokens.windows(2).all(|it| it[0].range.end() <= it[1].range.start()));
            tokens.iter().map(|it| format!("{:?} {:?}\n", it.kind, &text[it.range])).collect::<String>()
        });
        expected.assert_eq(&shown);
    }

    #[test]
    fn words_of_states() {
        let text = "#- /s/web.sls\n$0include:\n  - pkgs\n# why {{ x }}\nnginx-{{ name|upper }}:\n  pkg.installed:\n    - version: 1.2\n    - refresh: True\n    - require:\n      \
                    - file: a\n    - text: |\n        # no comment\nvim: pkg.installed\n";
        check(
            text,
            expect![[r##"
            Keyword "include"
            Type "pkgs"
            Comment "# why "
            Macro "{{"
            Variable "x"
            Macro "}}"
            Class "nginx-"
            Macro "{{"
            Variable "name"
            Operator "|"
            Function "upper"
            Macro "}}"
            Function "pkg.installed"
            Parameter "version"
            Number "1.2"
            Parameter "refresh"
            Keyword "True"
            Keyword "require"
            Type "file"
            Class "a"
            Parameter "text"
            String "|"
            Class "vim"
            Function "pkg.installed"
        "##]],
        );
    }

    #[test]
    fn words_of_templates_and_pillar() {
        check(
            "#- /s/map.jinja\n$0a: {% set x = 1 %}\n#- /s/top.sls\nbase: {}\n",
            expect![[r#"
            Macro "{%"
            Keyword "set"
            Variable "x"
            Operator "="
            Number "1"
            Macro "%}"
        "#]],
        );
        check(
            "#- /s/pillar/a.sls\n$0a:\n  b: text\n  c: 3\n#- /s/top.sls\nbase: {}\n",
            expect![[r#"
            Property "a"
            Property "b"
            String "text"
            Property "c"
            Number "3"
        "#]],
        );
    }
}
