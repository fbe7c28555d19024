//! Whether two texts are the same but for white space.

use super::lexer::{self, FLAG_FIRST_ON_LINE, FLAG_LIST_START, Lexed, NO_HEREDOC, Tok};
use crate::{Dialect, ParseOptions, SyntaxKind, SyntaxKind::*};

/// Whether two texts without problems have the same tokens, comments and texts of heredocs in the same order, but for commas before what
/// closes a list. Then both have the same tree but for white space, as the parser reads nothing else. Where white space before a bracket
/// might say what the bracket is, the answer is no.
pub fn same_tokens(before: &str, after: &str, options: ParseOptions) -> bool {
    let (old, new) = (lexer::lex(before, options), lexer::lex(after, options));
    if !old.problems.is_empty() || !new.problems.is_empty() {
        return false;
    }
    let (old, new) = (Side { text: before, lexed: &old, options }, Side { text: after, lexed: &new, options });
    old.code().eq(new.code()) && old.comments().eq(new.comments()) && old.heredocs().eq(new.heredocs())
}

#[derive(Clone, Copy)]
struct Side<'a> {
    text: &'a str,
    lexed: &'a Lexed,
    options: ParseOptions,
}

impl<'a> Side<'a> {
    fn slice(self, start: u32, end: u32) -> &'a str {
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    /// The tokens that mean something: kind, flags, text.
    fn code(self) -> impl Iterator<Item = (SyntaxKind, u16, &'a str)> {
        let mut in_text = self.options.dialect == Dialect::Epp;
        let mut before = EOF;
        let tokens = &self.lexed.tokens;
        tokens.iter().enumerate().filter_map(move |(at, tok)| {
            match tok.kind {
                // What a template renders is no white space.
                WHITESPACE if !in_text => return None,
                COMMENT | HEREDOC_BODY => return None,
                COMMA if closes(tokens, at + 1) => return None,
                EPP_TAG => in_text = self.slice(tok.start, tok.end).ends_with('>'),
                EPP_EXPR_START => in_text = false,
                EPP_END | EPP_END_TRIM => in_text = true,
                _ => {}
            }
            let flags = if expects_operand(before) { tok.flags & !(FLAG_LIST_START | FLAG_FIRST_ON_LINE) } else { tok.flags };
            before = tok.kind;
            Some((tok.kind, flags, self.slice(tok.start, tok.end)))
        })
    }

    fn comments(self) -> impl Iterator<Item = &'a str> {
        self.lexed.tokens.iter().filter(|it| it.kind == COMMENT).map(move |it| self.slice(it.start, it.end).trim_end())
    }

    /// The texts, and which tokens are in them.
    fn heredocs(self) -> impl Iterator<Item = (&'a str, bool)> {
        let bodies = self.lexed.tokens.iter().filter(|it| it.kind == HEREDOC_BODY);
        bodies.map(move |it| (self.slice(it.start, it.end), it.aux != NO_HEREDOC))
    }
}

/// Whether what follows closes a list.
fn closes(tokens: &[Tok], from: usize) -> bool {
    let next = tokens.iter().skip(from).find(|it| !it.kind.is_trivia());
    next.is_some_and(|it| matches!(it.kind, R_BRACE | R_BRACK | R_PAREN | PIPE | SEMICOLON))
}

/// Whether a bracket after this token cannot belong to what stands before it.
fn expects_operand(kind: SyntaxKind) -> bool {
    matches!(kind, COMMA | L_PAREN | L_BRACK | L_BRACE | EQ | PLUS_EQ | FAT_ARROW | COLON | QUESTION)
        || super::binding(kind).is_some()
        || matches!(kind, IN_EDGE | IN_EDGE_SUB | OUT_EDGE | OUT_EDGE_SUB)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(before: &str, after: &str, is_same: bool) {
        assert_eq!(same_tokens(before, after, ParseOptions::default()), is_same);
    }

    #[test]
    fn white_space_and_last_commas_say_nothing() {
        check("$a=[1,2]", "$a = [\n  1,\n  2,\n]\n", true);
        check("file { 'a': mode => 1 }", "file { 'a':\n  mode => 1,\n}", true);
        check("foo(@(A),)\nb\n| A\n", "foo(@(A))\nb\n| A\n", true);
        check("f((1))", "f(\n(1))", true);
    }

    #[test]
    fn all_else_does() {
        check("$a = [1, 2]", "$a = [1, 3]", false);
        check("$a = \"b c\"", "$a = \"b  c\"", false);
        check("$a = $b[1]", "$a = $b [1]", false);
        check("f(1)", "f\n(1)", false);
        check("# a\n$b = 1", "$b = 1", false);
        check("# a\n# b\n", "# b\n# a\n", false);
        check("$a = @(A)\n  b\n| A\n", "$a = @(A)\n   b\n| A\n", false);
        check("$a = 1", "$a = 'b", false);
        check("f(1, 2)", "f(1 2)", false);
    }

    #[test]
    fn all_that_a_template_renders_does() {
        let options = ParseOptions { dialect: Dialect::Epp, ..ParseOptions::default() };
        assert!(same_tokens("a <%=$b-%>\n", "a <%= $b -%>\n", options));
        assert!(!same_tokens("a <%= $b -%>\n", "a  <%= $b -%>\n", options));
        assert!(!same_tokens("<% $a=1 -%>\n<% $b=1 -%>", "<% $a=1 -%>\n\n<% $b=1 -%>", options));
        assert!(!same_tokens("<% $a=1 -%>\n", "<% $a=1 %>\n", options));
    }
}
