//! The words of the Ruby in a template, for highlighting. Templates with syntax errors have words, too.

use std::ops::Range;

use ruby_prism::{self as prism, Visit};

use crate::erb::Source;
use crate::lower;

/// The kind of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Comment,
    /// `<%=`, `%>`
    Mark,
    Number,
    /// A string or a symbol.
    Text,
    Pattern,
    Operator,
    Keyword,
    Variable,
    /// The declaration of a parameter of a block, lambda or method.
    Parameter,
    /// A method without a receiver.
    Function,
    Method,
    Constant,
}

/// Whether a word is one of the language.
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

const KEYWORDS: [&str; 40] = [
    "BEGIN",
    "END",
    "__ENCODING__",
    "__FILE__",
    "__LINE__",
    "alias",
    "and",
    "begin",
    "break",
    "case",
    "class",
    "def",
    "defined?",
    "do",
    "else",
    "elsif",
    "end",
    "ensure",
    "false",
    "for",
    "if",
    "in",
    "module",
    "next",
    "nil",
    "not",
    "or",
    "redo",
    "rescue",
    "retry",
    "return",
    "self",
    "super",
    "then",
    "true",
    "undef",
    "unless",
    "until",
    "when",
    "while",
];

/// The words of a template, in the order of the text. None overlaps another; places are bytes of the template.
pub fn words(text: &str) -> Vec<(Range<u32>, Word)> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let source = lower::source(body);
    let mut reader = Reader { source: &source, found: Vec::new() };
    lower::with_parser(|| {
        let parsed = prism::parse(source.code.as_bytes());
        reader.visit(&parsed.node());
        for comment in parsed.comments() {
            reader.add(&comment.location(), Word::Comment);
        }
    });
    let mut found = without_overlaps(reader.found);
    for tag in &source.tags {
        between(body, &tag.content, &mut found);
        found.extend(marks(body, &tag.content).map(|it| (it, Word::Mark)));
    }
    found.extend(source.comments.iter().map(|it| (it.clone(), Word::Comment)));
    let skipped = text.len() - body.len();
    let offset = |at: usize| u32::try_from(at + skipped).unwrap_or(u32::MAX);
    without_overlaps(found).into_iter().map(|(range, word)| (offset(range.start)..offset(range.end), word)).collect()
}

fn without_overlaps(mut words: Vec<(Range<usize>, Word)>) -> Vec<(Range<usize>, Word)> {
    words.sort_by_key(|it| (it.0.start, it.0.end));
    let mut end = 0;
    words.retain(|(range, _)| {
        let is_free = range.start >= end && !range.is_empty();
        if is_free {
            end = range.end;
        }
        is_free
    });
    words
}

/// The marks around the code of a tag.
fn marks(body: &str, content: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let before = body.get(..content.start).unwrap_or_default();
    let opening = ["<%=", "<%-", "<%"].iter().find(|it| before.ends_with(**it)).map(|it| content.start - it.len()..content.start);
    let after = body.get(content.end..).unwrap_or_default();
    let closing = ["-%>", "%>"].iter().find(|it| after.starts_with(**it)).map(|it| content.end..content.end + it.len());
    opening.into_iter().chain(closing)
}

/// The keywords and operators of a tag, between the words that the tree names.
fn between(body: &str, content: &Range<usize>, found: &mut Vec<(Range<usize>, Word)>) {
    let first = found.partition_point(|it| it.0.end <= content.start);
    let known: Vec<Range<usize>> = found.iter().skip(first).map(|it| it.0.clone()).take_while(|it| it.start < content.end).collect();
    let mut at = content.start;
    let mut new = Vec::new();
    for range in known.into_iter().chain(std::iter::once(content.end..content.end)) {
        gap(body, at..range.start, &mut new);
        at = range.end.max(at);
    }
    found.splice(first..first, new);
    found.sort_by_key(|it| it.0.start);
}

fn gap(body: &str, range: Range<usize>, found: &mut Vec<(Range<usize>, Word)>) {
    let Some(text) = body.get(range.clone()) else { return };
    let is_name = |it: char| it.is_alphanumeric() || it == '_';
    let is_operator = |it: char| "=<>!&|+-*/%^~?".contains(it);
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let at = range.start + text.len() - rest.len();
        let length = |part: &str| rest.len() - part.len();
        let (end, word) = if is_name(letter) {
            let mut end = length(rest.trim_start_matches(is_name));
            if rest.get(end..).is_some_and(|it| it.starts_with('?')) && rest.get(..end) == Some("defined") {
                end += 1;
            }
            (end, rest.get(..end).filter(|it| KEYWORDS.contains(it)).map(|_| Word::Keyword))
        } else if is_operator(letter) {
            let end = length(rest.trim_start_matches(is_operator));
            // Bars alone are the parentheses of a block.
            (end, (rest.get(..end) != Some("|")).then_some(Word::Operator))
        } else {
            (letter.len_utf8(), None)
        };
        found.extend(word.map(|it| (at..at + end, it)));
        rest = rest.get(end..).unwrap_or_default();
    }
}

struct Reader<'s> {
    source: &'s Source,
    found: Vec<(Range<usize>, Word)>,
}

impl Reader<'_> {
    /// Adds what stands in a tag: a torn text reaches over its end.
    fn add(&mut self, location: &prism::Location<'_>, word: Word) {
        self.add_range(location.start() as usize..location.end() as usize, word);
    }

    fn add_range(&mut self, range: Range<usize>, word: Word) {
        if let Some(tag) = self.source.tag_at(range.start) {
            self.found.push((range.start..range.end.min(tag.content.end), word));
        }
    }

    fn add_some(&mut self, location: Option<prism::Location<'_>>, word: Word) {
        if let Some(location) = location {
            self.add(&location, word);
        }
    }

    /// The quotes of a text, and what stands between them.
    fn text(&mut self, parts: [Option<prism::Location<'_>>; 3], word: Word) {
        let mut all: Option<Range<usize>> = None;
        for part in parts.into_iter().flatten() {
            let range = part.start() as usize..part.end() as usize;
            all = match all {
                Some(before) if before.end == range.start => Some(before.start..range.end),
                Some(before) => {
                    self.add_range(before, word);
                    Some(range)
                }
                None => Some(range),
            };
        }
        if let Some(range) = all {
            self.add_range(range, word);
        }
    }

    /// A name at the beginning of a node.
    fn name(&mut self, name: &prism::ConstantId<'_>, location: &prism::Location<'_>) {
        let start = location.start() as usize;
        self.add_range(start..start + name.as_slice().len(), Word::Variable);
    }

    fn call(&mut self, call: &prism::CallNode<'_>) {
        let is_name = call.name().as_slice().first().is_some_and(|it| it.is_ascii_alphabetic() || *it == b'_' || !it.is_ascii());
        if is_name {
            let word = if call.receiver().is_some() { Word::Method } else { Word::Function };
            self.add_some(call.message_loc(), word);
        }
    }

    /// The quotes of a text with code in it.
    fn quotes(&mut self, node: &prism::Node<'_>) {
        if let Some(it) = node.as_interpolated_string_node() {
            self.add_some(it.opening_loc(), Word::Text);
            self.add_some(it.closing_loc(), Word::Text);
        } else if let Some(it) = node.as_interpolated_symbol_node() {
            self.add_some(it.opening_loc(), Word::Text);
            self.add_some(it.closing_loc(), Word::Text);
        } else if let Some(it) = node.as_interpolated_x_string_node() {
            self.add(&it.opening_loc(), Word::Text);
            self.add(&it.closing_loc(), Word::Text);
        } else if let Some(it) = node.as_interpolated_regular_expression_node() {
            self.add(&it.opening_loc(), Word::Pattern);
            self.add(&it.closing_loc(), Word::Pattern);
        }
    }

    fn parameter(&mut self, node: &prism::Node<'_>) {
        use prism::Node as P;
        let location = match node {
            P::OptionalParameterNode { .. } => node.as_optional_parameter_node().map(|it| it.name_loc()),
            P::RestParameterNode { .. } => node.as_rest_parameter_node().and_then(|it| it.name_loc()),
            P::RequiredKeywordParameterNode { .. } => node.as_required_keyword_parameter_node().map(|it| it.name_loc()),
            P::OptionalKeywordParameterNode { .. } => node.as_optional_keyword_parameter_node().map(|it| it.name_loc()),
            P::KeywordRestParameterNode { .. } => node.as_keyword_rest_parameter_node().and_then(|it| it.name_loc()),
            P::BlockParameterNode { .. } => node.as_block_parameter_node().and_then(|it| it.name_loc()),
            P::RequiredParameterNode { .. } => Some(node.location()),
            _ => None,
        };
        self.add_some(location, Word::Parameter);
    }

    /// The variable that an assignment names first.
    fn assigned(&mut self, node: &prism::Node<'_>) {
        macro_rules! first_named {
            ($($as:ident)*) => {
                $(if let Some(it) = node.$as() {
                    return self.name(&it.name(), &it.location());
                })*
            };
        }
        first_named!(
            as_local_variable_write_node as_local_variable_or_write_node as_local_variable_and_write_node
            as_local_variable_operator_write_node as_instance_variable_write_node as_instance_variable_or_write_node
            as_instance_variable_and_write_node as_instance_variable_operator_write_node as_global_variable_write_node
        );
    }
}

impl<'pr> Visit<'pr> for Reader<'_> {
    fn visit_branch_node_enter(&mut self, node: prism::Node<'pr>) {
        if let Some(call) = node.as_call_node() {
            return self.call(&call);
        }
        if let Some(path) = node.as_constant_path_node() {
            return self.add(&path.name_loc(), Word::Constant);
        }
        if let Some(method) = node.as_def_node() {
            return self.add(&method.name_loc(), Word::Function);
        }
        self.quotes(&node);
        self.parameter(&node);
        self.assigned(&node);
    }

    fn visit_leaf_node_enter(&mut self, node: prism::Node<'pr>) {
        use prism::Node as P;
        match &node {
            P::StringNode { .. } => {
                if let Some(it) = node.as_string_node() {
                    self.text([it.opening_loc(), Some(it.content_loc()), it.closing_loc()], Word::Text);
                }
            }
            P::SymbolNode { .. } => self.add(&node.location(), Word::Text),
            P::XStringNode { .. } => self.add(&node.location(), Word::Text),
            P::RegularExpressionNode { .. } | P::MatchLastLineNode { .. } => self.add(&node.location(), Word::Pattern),
            P::IntegerNode { .. } | P::FloatNode { .. } | P::RationalNode { .. } | P::ImaginaryNode { .. } => {
                self.add(&node.location(), Word::Number);
            }
            P::LocalVariableReadNode { .. }
            | P::LocalVariableTargetNode { .. }
            | P::InstanceVariableReadNode { .. }
            | P::InstanceVariableTargetNode { .. }
            | P::ClassVariableReadNode { .. }
            | P::GlobalVariableReadNode { .. }
            | P::NumberedReferenceReadNode { .. }
            | P::ItLocalVariableReadNode { .. } => self.add(&node.location(), Word::Variable),
            P::ConstantReadNode { .. } => self.add(&node.location(), Word::Constant),
            _ => self.parameter(&node),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found = words(text);
        let shown: Vec<String> =
            found.iter().map(|(range, word)| format!("{word:?} {}", &text[range.start as usize..range.end as usize])).collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn words_of_tags() {
        check(
            "\u{feff}if 1 <%= @a.map { |x| x + 1 }.join(', ') -%> end",
            &[
                "Mark <%=",
                "Variable @a",
                "Method map",
                "Parameter x",
                "Variable x",
                "Operator +",
                "Number 1",
                "Method join",
                "Text ', '",
                "Mark -%>",
            ],
        );
        check(
            "<%- if scope['a'] =~ /x/i && !defined?(@b) # why\n-%>\n0<% else %><%# no %><% end %>",
            &[
                "Mark <%-",
                "Keyword if",
                "Function scope",
                "Text 'a'",
                "Operator =~",
                "Pattern /x/i",
                "Operator &&",
                "Operator !",
                "Keyword defined?",
                "Variable @b",
                "Comment # why",
                "Mark -%>",
                "Mark <%",
                "Keyword else",
                "Mark %>",
                "Comment <%# no %>",
                "Mark <%",
                "Keyword end",
                "Mark %>",
            ],
        );
        check(
            "<% b = \"a#{@c}d\"; JSON.dump(:k => b) %>",
            &[
                "Mark <%",
                "Variable b",
                "Operator =",
                "Text \"",
                "Text a",
                "Variable @c",
                "Text d",
                "Text \"",
                "Constant JSON",
                "Method dump",
                "Text :k",
                "Operator =>",
                "Variable b",
                "Mark %>",
            ],
        );
    }

    #[test]
    fn a_torn_template_has_words() {
        check(
            "<% if @a %>\nx 1 <%= @b. %>\n\"<% x = 'y %>\n",
            &[
                "Mark <%",
                "Keyword if",
                "Variable @a",
                "Mark %>",
                "Mark <%=",
                "Variable @b",
                "Mark %>",
                "Mark <%",
                "Variable x",
                "Operator =",
                "Text 'y ",
                "Mark %>",
            ],
        );
        check("<%% a %> <% ", &[]);
    }
}
