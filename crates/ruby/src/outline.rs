//! Outline of a template, read without evaluating it: variables, names in texts, blocks. A torn template has an outline, too.

use std::ops::Range;

use ruby_prism::{self as prism, Visit};

use crate::Problem;
use crate::erb::Source;
use crate::lower;

/// Outline of a template. Places are bytes of the template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// In the order of the text.
    pub variables: Vec<Variable>,
    pub names: Vec<Named>,
    /// Control flow and blocks that span several lines, the outer before the inner.
    pub blocks: Vec<Block>,
    /// The code between `<%` and `%>`.
    pub tags: Vec<Range<u32>>,
    /// `<%# … %>`
    pub comments: Vec<Range<u32>>,
    pub problems: Vec<Problem>,
}

/// `@name`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    /// The place of the name, without the `@`.
    pub range: Range<u32>,
    /// Whether the template sets it.
    pub is_write: bool,
}

/// A name that a text or a method spells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub role: Role,
    pub name: String,
    /// The place of the name, without quotes.
    pub range: Range<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// `scope['x']`, `scope.lookupvar('x')`
    Variable,
    /// `scope.include?('x')`, `has_variable?('x')`
    Tested,
    /// `scope.call_function('x', …)`
    Function,
    /// `scope.function_x(…)`
    LegacyFunction,
    /// `scope.function_template(['m/x.erb'])`, `scope.call_function('template', …)`
    Template,
    /// The same with a name that is computed: the range is that of the call.
    AnyTemplate,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The code up to the end of its first line.
    pub head: String,
    pub range: Range<u32>,
}

impl Outline {
    /// Reads a template.
    pub fn new(text: &str) -> Outline {
        let body = text.strip_prefix('\u{feff}').unwrap_or(text);
        let skipped = u32::try_from(text.len() - body.len()).unwrap_or(0);
        let source = lower::source(body);
        lower::with_parser(|| {
            let parsed = prism::parse(source.code.as_bytes());
            // What no evaluation reads is not judged.
            let problems = if source.not_covered.is_some() { Vec::new() } else { lower::problems(&parsed, body) };
            let problems = lower::moved(problems, skipped);
            let mut reader = Reader { source: &source, body, skipped, found: Outline::default() };
            reader.visit(&parsed.node());
            let tags = source.tags.iter().map(|it| reader.range(&it.content)).collect();
            let comments = source.comments.iter().map(|it| reader.range(it)).collect();
            let mut found = reader.found;
            found.variables.sort_by_key(|it| it.range.start);
            found.names.sort_by_key(|it| it.range.start);
            found.blocks.sort_by_key(|it| (it.range.start, std::cmp::Reverse(it.range.end)));
            found.blocks.dedup_by_key(|it| it.range.start);
            Outline { tags, comments, problems, ..found }
        })
    }
}

struct Reader<'s> {
    source: &'s Source,
    body: &'s str,
    skipped: u32,
    found: Outline,
}

impl Reader<'_> {
    fn range(&self, range: &Range<usize>) -> Range<u32> {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX).saturating_add(self.skipped);
        offset(range.start)..offset(range.end)
    }

    fn place(&self, location: &prism::Location<'_>) -> Range<u32> {
        self.range(&(location.start() as usize..location.end() as usize))
    }

    /// `@name` at the beginning of a node.
    fn variable(&mut self, name: &prism::ConstantId<'_>, start: u32, is_write: bool) {
        let Ok(name) = std::str::from_utf8(name.as_slice()) else { return };
        let Some(name) = name.strip_prefix('@') else { return };
        let start = start as usize + 1;
        let range = self.range(&(start..start + name.len()));
        self.found.variables.push(Variable { name: name.to_owned(), range, is_write });
    }

    fn name(&mut self, role: Role, text: Option<(String, Range<u32>)>) {
        if let Some((name, range)) = text {
            self.found.names.push(Named { role, name, range });
        }
    }

    fn call(&mut self, call: &prism::CallNode<'_>) {
        let Ok(name) = std::str::from_utf8(call.name().as_slice()).map(str::to_owned) else { return };
        let is_of_scope = match call.receiver() {
            None => name == "has_variable?",
            Some(receiver) => receiver.as_call_node().is_some_and(|it| it.receiver().is_none() && it.name().as_slice() == b"scope"),
        };
        if !is_of_scope {
            return;
        }
        let arguments: Vec<prism::Node<'_>> = call.arguments().map(|it| it.arguments().iter().collect()).unwrap_or_default();
        let first = arguments.first().and_then(|it| self.text(it));
        match name.as_str() {
            "[]" | "lookupvar" | "setvar" | "[]=" if arguments.len() <= 2 => {
                if matches!(&*name, "[]" | "lookupvar") {
                    self.name(Role::Variable, first);
                }
            }
            "include?" | "has_variable?" | "exist?" => self.name(Role::Tested, first),
            "call_function" => {
                if first.as_ref().is_some_and(|it| matches!(&*it.0, "template" | "inline_template")) {
                    self.templates(arguments.get(1), call);
                }
                self.name(Role::Function, first);
            }
            _ => {
                let (Some(function), Some(at)) = (name.strip_prefix("function_"), call.message_loc()) else { return };
                if matches!(function, "template" | "inline_template") {
                    self.templates(arguments.first(), call);
                }
                let end = at.end() as usize;
                let range = self.range(&(end.saturating_sub(function.len())..end));
                self.name(Role::LegacyFunction, Some((function.to_owned(), range)));
            }
        }
    }

    /// The templates that a call renders.
    fn templates(&mut self, argument: Option<&prism::Node<'_>>, call: &prism::CallNode<'_>) {
        let list: Vec<prism::Node<'_>> = match argument {
            Some(node) => match node.as_array_node() {
                Some(array) => array.elements().iter().collect(),
                None => match self.text(node) {
                    Some(text) => return self.name(Role::Template, Some(text)),
                    None => Vec::new(),
                },
            },
            None => Vec::new(),
        };
        let texts: Vec<_> = list.iter().map(|it| self.text(it)).collect();
        if texts.is_empty() || texts.iter().any(Option::is_none) {
            let range = self.place(&call.location());
            self.name(Role::AnyTemplate, Some((String::new(), range)));
        }
        for text in texts {
            self.name(Role::Template, text);
        }
    }

    /// A text or symbol that is written out, and where.
    fn text(&self, node: &prism::Node<'_>) -> Option<(String, Range<u32>)> {
        let (text, location) = match (node.as_string_node(), node.as_symbol_node()) {
            (Some(it), _) => (String::from_utf8(it.unescaped().to_vec()).ok()?, it.content_loc()),
            (None, Some(it)) => (String::from_utf8(it.unescaped().to_vec()).ok()?, it.content_loc()),
            (None, None) => return None,
        };
        let range = self.place(&location);
        // What has escapes is spelled in another way.
        let is_plain = (range.end - range.start) as usize == text.len();
        is_plain.then_some((text, range))
    }

    fn block(&mut self, node: &prism::Node<'_>) {
        let location = node.location();
        let (start, end) = (location.start() as usize, location.end() as usize);
        let Some(tag) = self.source.tag_at(start) else { return };
        if !self.body.get(start..end).is_some_and(|it| it.contains('\n')) {
            return;
        }
        let head = self.body.get(start..tag.content.end).unwrap_or_default();
        let head = head.lines().next().unwrap_or_default().trim_end_matches('-').trim().to_owned();
        let range = self.range(&(start..end));
        if !head.is_empty() {
            self.found.blocks.push(Block { head, range });
        }
    }
}

impl<'pr> Visit<'pr> for Reader<'_> {
    fn visit_branch_node_enter(&mut self, node: prism::Node<'pr>) {
        use prism::Node as P;
        let is_block = match &node {
            P::IfNode { .. } => node.as_if_node().is_some_and(|it| it.end_keyword_loc().is_some()),
            P::CallNode { .. } => node.as_call_node().is_some_and(|it| it.block().is_some_and(|it| it.as_block_node().is_some())),
            P::UnlessNode { .. }
            | P::CaseNode { .. }
            | P::WhileNode { .. }
            | P::UntilNode { .. }
            | P::ForNode { .. }
            | P::BeginNode { .. }
            | P::DefNode { .. } => true,
            _ => false,
        };
        if is_block {
            self.block(&node);
        }
    }

    fn visit_call_node(&mut self, node: &prism::CallNode<'pr>) {
        self.call(node);
        prism::visit_call_node(self, node);
    }

    fn visit_instance_variable_read_node(&mut self, node: &prism::InstanceVariableReadNode<'pr>) {
        self.variable(&node.name(), node.location().start(), false);
    }

    fn visit_instance_variable_target_node(&mut self, node: &prism::InstanceVariableTargetNode<'pr>) {
        self.variable(&node.name(), node.location().start(), true);
    }

    fn visit_instance_variable_write_node(&mut self, node: &prism::InstanceVariableWriteNode<'pr>) {
        self.variable(&node.name(), node.location().start(), true);
        prism::visit_instance_variable_write_node(self, node);
    }

    fn visit_instance_variable_or_write_node(&mut self, node: &prism::InstanceVariableOrWriteNode<'pr>) {
        self.variable(&node.name(), node.location().start(), true);
        prism::visit_instance_variable_or_write_node(self, node);
    }

    fn visit_instance_variable_and_write_node(&mut self, node: &prism::InstanceVariableAndWriteNode<'pr>) {
        self.variable(&node.name(), node.location().start(), true);
        prism::visit_instance_variable_and_write_node(self, node);
    }

    fn visit_instance_variable_operator_write_node(&mut self, node: &prism::InstanceVariableOperatorWriteNode<'pr>) {
        self.variable(&node.name(), node.location().start(), true);
        prism::visit_instance_variable_operator_write_node(self, node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn words(text: &str) -> Vec<String> {
        let outline = Outline::new(text);
        let at = |range: &Range<u32>| text.get(range.start as usize..range.end as usize).unwrap_or_default().to_owned();
        let variables = outline.variables.iter().map(|it| {
            assert_eq!(at(&it.range), it.name);
            (it.range.start, format!("{}{}", if it.is_write { "=" } else { "@" }, it.name))
        });
        let names = outline.names.iter().map(|it| (it.range.start, format!("{:?} {}", it.role, at(&it.range))));
        let mut all: Vec<_> = variables.chain(names).collect();
        all.sort();
        all.into_iter().map(|it| it.1).collect()
    }

    #[test]
    fn variables_and_names_have_their_places() {
        assert_eq!(
            words("\u{feff}a @x\n<%= @a -%>\n<% @b ||= \"#{@c}\"; @d, e = 1, @f -%>\nö<%= @ä %>"),
            ["@a", "=b", "@c", "=d", "@f", "@ä"]
        );
        assert_eq!(
            words("<%= scope['a::b'] + scope.lookupvar(\"c\") %><% if has_variable?('d') || scope.include?(:e) %><% end %>"),
            ["Variable a::b", "Variable c", "Tested d", "Tested e"]
        );
        assert_eq!(
            words("<%= scope.call_function('size', [@l]) + scope.function_size([@l]) + x.lookupvar('n') %>"),
            ["Function size", "@l", "LegacyFunction size", "@l"]
        );
        assert_eq!(
            words("<%= scope.function_template(['m/a.erb', @b]) %><%= scope.call_function('template', 'm/b.erb') %>"),
            [
                "AnyTemplate scope.function_template(['m/a.erb', @b])",
                "LegacyFunction template",
                "Template m/a.erb",
                "@b",
                "Function template",
                "Template m/b.erb"
            ]
        );
    }

    #[test]
    fn a_torn_template_has_an_outline() {
        let outline = Outline::new("<% if @a %>\nx\n<%= @b.each do |x| %>\n<% end %>\n");
        assert!(!outline.problems.is_empty());
        // The place is not within the character.
        let text = "<%(%>\u{fffd}";
        assert!(Outline::new(text).problems.iter().all(|it| text.get(it.range.start as usize..it.range.end as usize).is_some()));
        assert_eq!(words("<% if @a %>\nx\n<%= @ %><%= scope['x' %>\n<%= @b %>").first().map(String::as_str), Some("@a"));
    }

    #[test]
    fn blocks_begin_with_their_code() {
        let outline = Outline::new("<% if @a -%>\n<% @b.each do |x| -%>\n<%= x %>\n<% end -%>\n<% else %>\n<% end -%>\n<%= 1 if @c %>\n");
        let heads: Vec<&str> = outline.blocks.iter().map(|it| it.head.as_str()).collect();
        assert_eq!(heads, ["if @a", "@b.each do |x|"]);
        assert_eq!(outline.tags.len(), 7);
    }
}
