//! Large manifests, read piece by piece.
//!
//! Tokens, events and the tree of a text are many times as large as the text, and are of no use once there is a model. So a text
//! is cut between statements, and each piece is read as if it were a text of its own.

use text_size::TextSize;

use super::lexer::{self, FLAG_INTERPOLATION_END, Lexed, Tok};
use super::model::{self, Model};
use super::{parser, validation};
use crate::{Dialect, ParseOptions, SyntaxKind, SyntaxKind::*, ValidateOptions};

/// The models of a manifest's pieces, each about `size` bytes long. Their places are those in the whole text, and their statements
/// one after the other are its statements. None where the text is too short. Where it cannot be read in pieces, because it has a problem
/// or no place to be cut, the last item is none: then it is to be read as a whole.
pub fn models_of_pieces<'a>(
    text: &'a str,
    options: ParseOptions,
    validate: &'a ValidateOptions,
    size: usize,
) -> Option<impl Iterator<Item = Option<Model>> + 'a> {
    // What a file of a module may hold is asked of all of it.
    if options.dialect != Dialect::Manifest || validate.autoload.is_some() || text.len() / 2 < size {
        return None;
    }
    Some(Pieces { text, options, validate, size, start: 0, texts: model::Texts::default() })
}

struct Pieces<'a> {
    text: &'a str,
    options: ParseOptions,
    validate: &'a ValidateOptions,
    size: usize,
    /// Where the next piece begins.
    start: usize,
    texts: model::Texts,
}

impl Iterator for Pieces<'_> {
    type Item = Option<Model>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text.get(self.start..).filter(|it| !it.is_empty())?;
        let model = self.model(rest);
        if model.is_none() {
            self.start = self.text.len();
        }
        Some(model)
    }
}

impl Pieces<'_> {
    fn model(&mut self, rest: &str) -> Option<Model> {
        let options = self.options;
        let mut wanted = self.size;
        let (piece, lexed, goes_on) = loop {
            let length = if rest.len() <= wanted { rest.len() } else { line_end(rest, wanted) };
            let window = rest.get(..length)?;
            let mut lexed = lexer::lex(window, options);
            if length == rest.len() {
                break (window, lexed, false);
            }
            if let Some(cut) = last_cut(window, &lexed) {
                let at = lexed.tokens.get(cut)?.start as usize;
                lexed.tokens.truncate(cut);
                lexed.problems.clear();
                break (window.get(..at)?, lexed, true);
            }
            wanted = wanted.checked_mul(2)?;
        };
        let (flat, problems) = parser::parse_flat(piece, lexed, options);
        if !problems.is_empty() {
            return None;
        }
        let mut model = model::lower(&flat, model::Means { options, texts: &mut self.texts, goes_on });
        drop(flat);
        if !validation::issues(&model, self.validate).is_empty() {
            return None;
        }
        model.place_the_rest();
        model.shift(TextSize::try_from(self.start).ok()?);
        model.shrink();
        self.start += piece.len();
        Some(model)
    }
}

/// Where the line ends that this byte is in.
fn line_end(text: &str, at: usize) -> usize {
    text.as_bytes().get(at..).and_then(|rest| memchr::memchr(b'\n', rest)).map_or(text.len(), |more| at + more + 1)
}

/// The last token that certainly begins a statement, whatever stands after the window. The text may end within a string, a comment or a
/// heredoc: what is read after the beginning of one says nothing.
fn last_cut(text: &str, lexed: &Lexed) -> Option<usize> {
    let sound = lexed.problems.iter().map(|(at, _)| *at as usize).min().unwrap_or(usize::MAX);
    let mut depth = 0_u32;
    let mut last: Option<&Tok> = None;
    let mut cut = None;
    for (index, tok) in lexed.tokens.iter().enumerate().take_while(|(index, _)| *index < sound) {
        if tok.kind.is_trivia() {
            continue;
        }
        if depth == 0 && last.is_some_and(|last| ends_statement(last) && has_line_break(text, last, tok)) && begins_statement(tok.kind) {
            cut = Some(index);
        }
        // A comment without an end is read as if it were code.
        if tok.kind == STAR && last.is_some_and(|last| last.kind == SLASH && last.end == tok.start) {
            break;
        }
        match tok.kind {
            L_BRACE | L_PAREN | L_BRACK | INTERPOLATION_START => depth += 1,
            R_BRACE | R_PAREN | R_BRACK => depth = depth.checked_sub(1)?,
            _ => {}
        }
        last = Some(tok);
    }
    cut
}

fn ends_statement(tok: &Tok) -> bool {
    tok.kind == R_BRACE && tok.flags & FLAG_INTERPOLATION_END == 0
}

fn has_line_break(text: &str, before: &Tok, behind: &Tok) -> bool {
    text.get(before.end as usize..behind.start as usize).is_some_and(|between| between.contains('\n'))
}

/// Whether a token after a `}` can only begin another statement: operators, brackets and the words that continue one cannot.
fn begins_statement(kind: SyntaxKind) -> bool {
    matches!(kind, NAME | TYPE_NAME | VARIABLE | CLASS_KW | DEFINE_KW | NODE_KW | IF_KW | UNLESS_KW | CASE_KW)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Data, NodeId};

    /// Every node of a statement with its places, from the outside in.
    fn dump(model: &Model, id: NodeId, out: &mut Vec<String>) {
        let node = model.get(id);
        let mut children = Vec::new();
        model.children(id, &mut children);
        let mut data = format!("{:?}", node.data);
        // Numbers of nodes are those of their model.
        while let Some(at) = data.find("NodeId(") {
            let end = data[at..].find(')').map_or(data.len(), |end| at + end + 1);
            data.replace_range(at..end, "_");
        }
        out.push(format!("{data} {}+{} {:?}", node.offset, node.length, node.range));
        children.iter().for_each(|it| dump(model, *it, out));
    }

    fn statements(model: &Model) -> Vec<String> {
        let mut out = Vec::new();
        let Some(root) = model.root else { return out };
        match model.data(root) {
            Data::Block { statements } => {
                statements.iter().filter(|it| !matches!(model.data(**it), Data::Nop)).for_each(|it| dump(model, *it, &mut out));
            }
            _ => dump(model, root, &mut out),
        }
        out
    }

    /// In how many pieces the text is read; they must say what the whole says.
    #[track_caller]
    fn pieces(text: &str, size: usize) -> usize {
        let validate = ValidateOptions::default();
        let Some(models) = models_of_pieces(text, ParseOptions::default(), &validate, size) else { return 0 };
        let Some(models) = models.collect::<Option<Vec<Model>>>() else { return 0 };
        let whole = crate::parse(text, ParseOptions::default());
        assert!(whole.problems().is_empty());
        let found: Vec<String> = models.iter().flat_map(statements).collect();
        assert_eq!(found, statements(&whole.model()));
        let definitions: usize = models.iter().map(|it| it.definitions.len()).sum();
        assert_eq!(definitions, whole.model().definitions.len());
        models.len()
    }

    #[test]
    fn a_text_is_cut_between_statements() {
        let text = "notify { 'a': }\nnotify { 'b': }\n# c\nclass d($x = {}) { }\nif true { include e }\n$y = 1\n";
        assert_eq!(pieces(text, 16), 4);
        assert_eq!(pieces(text, 1_000), 0);
    }

    #[test]
    fn nothing_is_cut_that_goes_on() {
        for text in [
            "if $a {\n}\nelse {\n}\nnotify { 'a': }",
            "File { }\n-> File['a']\n-> File['b'] -> File['c']",
            "$x = $y ? {\n default => { } }\n[1] + 2\n",
            "each($a) |$x = {\n}\n$y| { }",
            "notice { 'a' => {\n}\n }",
        ] {
            for size in 1..text.len() {
                assert!(pieces(text, size) < 3, "{text} at {size}");
            }
        }
    }

    #[test]
    fn a_string_comment_or_heredoc_is_not_cut() {
        let text = "$a = '\nx { }\ny { }\n'\nnotify { 'a': }\n/* }\nx { }\nb { } */\n$c = @(E)\nx { }\ny { }\n| E\nnotify { \"b ${x}\n$y\": }\n\n$d = 1\n";
        assert!((1..text.len()).map(|size| pieces(text, size)).max() >= Some(2));
    }

    #[test]
    fn what_has_a_problem_is_read_as_a_whole() {
        for text in
            ["x { 'a': }\ny { 'b': }\n1 1\n", "x { 'a': \n", "if true { }\n1\nx { 'a': }\n", "$a = $b ? { 1 => 2 }\n[1] - { }\n$c\n"]
        {
            assert_eq!(pieces(text, 4), 0, "{text}");
        }
    }
}
