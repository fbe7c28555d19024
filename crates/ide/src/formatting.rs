//! Formatting: of a document, of a range of it, and of what was just typed.

use analysis::{File, Snapshot};
use format::{Edit, FormatError, Options};
use syntax::{Dialect, NodeOrToken, ParseOptions, SyntaxKind::*, SyntaxNode, TextRange, TextSize};

/// The changes that lay a document out, or why it cannot be formatted.
pub fn formatting(snapshot: Snapshot<'_>, file: File) -> Result<Vec<Edit>, FormatError> {
    format::format_parsed(&snapshot.text(file), snapshot.parse(file), options(snapshot, file))
}

/// Those in the lines that a range touches.
pub fn range_formatting(snapshot: Snapshot<'_>, file: File, range: TextRange) -> Vec<Edit> {
    format::format_range(&snapshot.text(file), snapshot.parse(file), range, options(snapshot, file)).unwrap_or_default()
}

/// Edits for a character that was typed before an offset: a `}` formats what it ends, a line break indents its line.
pub fn on_type_formatting(snapshot: Snapshot<'_>, file: File, offset: TextSize, typed: char) -> Vec<Edit> {
    if snapshot.dialect(file) == Dialect::Epp {
        return Vec::new();
    }
    let root = snapshot.parse(file).syntax_node();
    match typed {
        '}' => ended(&root, offset).map(|it| range_formatting(snapshot, file, it)).unwrap_or_default(),
        '\n' => indented(&root, &snapshot.text(file), offset).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn options(snapshot: Snapshot<'_>, file: File) -> Options {
    let parse = ParseOptions { dialect: snapshot.dialect(file), tasks: snapshot.tasks(file) };
    Options { parse, ..Options::default() }
}

/// Range that a brace ends: with a block the statement that it belongs to.
fn ended(root: &SyntaxNode, offset: TextSize) -> Option<TextRange> {
    let brace = root.token_at_offset(offset).find(|it| it.kind() == R_BRACE && it.text_range().end() == offset)?;
    let node = brace.parent()?;
    match node.kind() {
        INTERPOLATION => None,
        BLOCK | ATTRIBUTE_BLOCK => node.parent().map(|it| it.text_range()),
        _ => Some(node.text_range()),
    }
}

/// Gives the line of an offset its indentation, if nothing stands on it but what closes a bracket.
fn indented(root: &SyntaxNode, text: &str, offset: TextSize) -> Option<Edit> {
    let before = text.get(..offset.into())?;
    let start = before.rfind('\n').map_or(0, |it| it + 1);
    let line = text.get(start..)?.split('\n').next()?;
    let content = line.trim_start_matches([' ', '\t']);
    let closes = content.starts_with(['}', ']', ')']);
    if !closes && !content.trim_end().is_empty() {
        return None;
    }
    let start = TextSize::try_from(start).ok()?;
    let mut open: Vec<TextSize> = Vec::new();
    for token in root.descendants_with_tokens().filter_map(NodeOrToken::into_token) {
        let range = token.text_range();
        if range.end() > start {
            // A line within a string or a comment is not code.
            if range.start() < start && token.kind() != WHITESPACE || token.parent_ancestors().any(|it| is_text(&it)) {
                return None;
            }
            break;
        }
        match token.kind() {
            L_BRACE | L_BRACK | L_PAREN | INTERPOLATION_START => open.push(range.start()),
            R_BRACE | R_BRACK | R_PAREN => drop(open.pop()),
            _ => {}
        }
    }
    let around = open.last().map_or(0, |it| indentation(text, *it) + if closes { 0 } else { 2 });
    let blanks = TextSize::try_from(line.len() - content.len()).ok()?;
    let new = " ".repeat(around);
    (line.get(..blanks.into()) != Some(new.as_str())).then(|| Edit { range: TextRange::at(start, blanks), text: new })
}

fn is_text(node: &SyntaxNode) -> bool {
    matches!(node.kind(), DQ_STRING | HEREDOC_BODY)
}

/// The blanks that begin the line of an offset.
fn indentation(text: &str, offset: TextSize) -> usize {
    let before = text.get(..offset.into()).unwrap_or("");
    let line = before.rsplit('\n').next().unwrap_or("");
    line.len() - line.trim_start_matches(' ').len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> SyntaxNode {
        syntax::parse(text, ParseOptions::default()).syntax_node()
    }

    /// The text with the cursor's line indented; `$0` is the cursor.
    #[track_caller]
    fn check(fixture: &str, expected: &str) {
        let (text, offset) = crate::tests::cursor(fixture);
        let edits: Vec<Edit> = indented(&parse(&text), &text, offset).into_iter().collect();
        assert_eq!(format::apply(&text, &edits), expected);
    }

    #[test]
    fn a_new_line_is_indented_by_what_is_open() {
        check("class a {\n$0", "class a {\n  ");
        check("class a {\n  file { '/b':\n$0", "class a {\n  file { '/b':\n    ");
        check("class a {\n  $b = [\n      $0]\n}\n", "class a {\n  $b = [\n  ]\n}\n");
        check("class a {\n}\n  $0", "class a {\n}\n");
        check("class a {\n$0  include b\n}", "class a {\n  include b\n}");
    }

    #[test]
    fn lines_of_texts_stay() {
        for text in ["$a = 'b\n$0'", "$a = \"b\n$0\"", "$a = @(B)\n$0\n| B\n", "/*\n$0*/"] {
            check(text, &text.replace("$0", ""));
        }
    }

    #[test]
    fn a_brace_ends_what_it_belongs_to() {
        let ended_text = |text: &str| ended(&parse(text), TextSize::of(text)).map(|it| text[it].to_owned());
        assert_eq!(ended_text("$a = 1\nif $b { c { 'd': } }").as_deref(), Some("if $b { c { 'd': } }"));
        assert_eq!(ended_text("$a = 1\nc { 'd': }").as_deref(), Some("c { 'd': }"));
        assert_eq!(ended_text("$a = 1\n"), None);
    }
}
