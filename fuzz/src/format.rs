//! Any text is formatted once or refused: what it means and its comments stay, and formatting it again changes nothing.

use ::format::{FormatError, Options, apply};
use syntax::model::pn;
use syntax::{Dialect, NodeOrToken, Parse, ParseOptions, SyntaxKind, TextRange, TextSize};

pub fn format(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for dialect in [Dialect::Manifest, Dialect::Epp] {
        if dialect == Dialect::Manifest || text.contains("<%") {
            check(&text, dialect);
        }
    }
}

fn check(text: &str, dialect: Dialect) {
    let options = Options { parse: ParseOptions { dialect, tasks: false }, ..Options::default() };
    let before = syntax::parse(text, options.parse);
    let edits = match ::format::format_parsed(text, &before, options) {
        Ok(edits) => edits,
        // The meaning of unreadable text is unknown: that it would change is noticed in time, and that it cannot be formatted, too.
        Err(FormatError::Unsettled) if before.problems().is_empty() => panic!("its layout would change again and again"),
        Err(FormatError::Changed) if before.problems().is_empty() => panic!("the new text would mean something else"),
        Err(_) => return,
    };
    assert!(edits.iter().zip(edits.iter().skip(1)).all(|(one, next)| one.range.end() < next.range.start()), "changes touch each other");
    let new = apply(text, &edits);
    let after = syntax::parse(&new, options.parse);
    assert!(meaning(&before) == meaning(&after), "the new text means something else:\n{new}");
    assert!(comments(&before) == comments(&after), "a comment is lost:\n{new}");
    let again = ::format::format_parsed(&new, &after, options).map(|edits| apply(&new, &edits));
    assert!(again.as_deref() == Ok(&new), "formatted\n{new}\nand formatted again\n{again:?}");

    // What a range asks for is part of it, or refused: a part of what moves around a heredoc would mean something else.
    let middle = TextSize::try_from(text.len() / 2).unwrap_or_default();
    let range = TextRange::up_to(middle);
    if let Ok(part) = ::format::format_range(text, &before, range, options) {
        assert!(part.iter().all(|it| edits.contains(it)), "a part of the text is laid out otherwise");
    }
}

fn meaning(parse: &Parse) -> String {
    let mut out = String::new();
    pn::program(&parse.model()).write(&mut out);
    out
}

fn comments(parse: &Parse) -> Vec<String> {
    let tokens = parse.syntax_node().descendants_with_tokens().filter_map(NodeOrToken::into_token);
    let comments = tokens.filter(|it| matches!(it.kind(), SyntaxKind::COMMENT | SyntaxKind::EPP_COMMENT));
    comments.map(|it| it.text().trim_end().to_owned()).collect()
}
