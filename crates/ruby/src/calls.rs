//! Calls of Puppet's functions in code that is being typed, and the argument at a place.

use std::ops::Range;

use ruby_prism::{self as prism, Visit};

use crate::declarations::arguments;
use crate::lower;

/// A call of a function of Puppet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub function: String,
    /// The number of the argument at the place.
    pub index: usize,
}

/// How a call passes the arguments of the function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `call_function('x', a, b)`
    Plain,
    /// `scope.call_function('x', [a, b])`, `scope.function_x([a, b])`
    List,
}

/// Returns the innermost call around a place of a template.
pub fn in_template(text: &str, offset: u32) -> Option<Call> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let skipped = u32::try_from(text.len() - body.len()).ok()?;
    let offset = offset.checked_sub(skipped)?;
    in_tag(body, offset).or_else(|| {
        // A tag that is being typed may not end yet.
        let before = body.get(..offset as usize)?;
        let is_open = before.rfind("<%") > before.rfind("%>");
        is_open.then(|| in_tag(&format!("{before} %>"), offset))?
    })
}

fn in_tag(body: &str, offset: u32) -> Option<Call> {
    let source = lower::source(body);
    let tag = source.tags.iter().find(|it| it.content.start <= offset as usize && offset as usize <= it.content.end)?;
    read(&source.code, offset, tag.content.start, true)
}

/// Returns the innermost call around a place of a file.
pub fn in_file(text: &str, offset: u32) -> Option<Call> {
    read(text, offset, 0, false)
}

fn read(code: &str, offset: u32, from: usize, is_template: bool) -> Option<Call> {
    lower::with_parser(|| {
        let parsed = prism::parse(code.as_bytes());
        let mut reader = Reader { code, offset, from, is_template, is_legacy: false, found: None };
        reader.visit(&parsed.node());
        reader.found
    })
}

struct Reader<'t> {
    code: &'t str,
    offset: u32,
    /// Where the tag begins: calls before it have no argument in it.
    from: usize,
    is_template: bool,
    /// Whether the code is that of a legacy function, which runs as part of a scope.
    is_legacy: bool,
    found: Option<Call>,
}

impl Reader<'_> {
    /// Whether the place is within brackets. One that is missing closes at the end of the code that belongs to it.
    fn is_within(&self, start: u32, close: Option<prism::Location<'_>>, end: u32) -> bool {
        let close = close.filter(|it| it.start() < it.end()).map(|it| it.start());
        if self.offset < start || (start as usize) < self.from {
            return false;
        }
        match close {
            Some(close) => self.offset <= close,
            None => self.offset <= end || self.between(end).is_some_and(|it| it.trim_matches([' ', '\t', '\n', ',']).is_empty()),
        }
    }

    /// The code from a place to the place that is asked about.
    fn between(&self, start: u32) -> Option<&str> {
        self.code.get(start as usize..self.offset as usize)
    }

    /// How many of these end before the place, with a comma between.
    fn index(&self, nodes: &[prism::Node<'_>]) -> usize {
        let before: Vec<Range<u32>> =
            nodes.iter().map(|it| it.location().start()..it.location().end()).filter(|it| it.end <= self.offset).collect();
        let Some(last) = before.last() else { return 0 };
        let has_comma = self.between(last.end).is_some_and(|it| it.contains(','));
        before.len() - usize::from(!has_comma)
    }

    fn call(&self, call: &prism::CallNode<'_>) -> Option<Call> {
        let name = std::str::from_utf8(call.name().as_slice()).ok()?;
        let is_of_scope = match call.receiver() {
            None if self.is_template => return None,
            None => self.is_legacy,
            Some(it) => {
                let it = it.as_call_node()?;
                if !matches!(it.name().as_slice(), b"scope" | b"closure_scope") || it.receiver().is_some() {
                    return None;
                }
                true
            }
        };
        let arguments = arguments(call);
        let location = call.location();
        let opening = call.opening_loc().map(|it| it.end());
        let start = opening.or_else(|| arguments.first().map(|it| it.location().start()))?;
        // What follows a call without parentheses on other lines is no argument.
        let is_bare = opening.is_none() && self.between(location.end()).is_some_and(|it| it.contains('\n'));
        if is_bare || !self.is_within(start, call.closing_loc(), location.end()) {
            return None;
        }
        let (function, form, rest) = match name.strip_prefix("function_") {
            Some(function) => (function.to_owned(), Form::List, arguments.as_slice()),
            None if name == "call_function" => {
                let (first, rest) = arguments.split_first()?;
                let function = crate::declarations::written(first)?.0;
                let has_comma = first.location().end() < self.offset && self.between(first.location().end())?.contains(',');
                if !has_comma {
                    return None;
                }
                (function, if is_of_scope { Form::List } else { Form::Plain }, rest)
            }
            None => return None,
        };
        let index = match (form, rest.first().and_then(prism::Node::as_array_node)) {
            (Form::Plain, _) => self.index(rest),
            (Form::List, Some(list)) => {
                let start = list.opening_loc().map_or_else(|| list.location().start(), |it| it.end());
                if !self.is_within(start, list.closing_loc(), list.location().end()) {
                    return None;
                }
                self.index(&list.elements().iter().collect::<Vec<_>>())
            }
            (Form::List, None) => 0,
        };
        Some(Call { function, index })
    }
}

impl<'pr> Visit<'pr> for Reader<'_> {
    fn visit_call_node(&mut self, node: &prism::CallNode<'pr>) {
        // The innermost is visited last.
        if let Some(call) = self.call(node) {
            self.found = Some(call);
        }
        let is_legacy = self.is_legacy;
        self.is_legacy |= node.name().as_slice() == b"newfunction";
        prism::visit_call_node(self, node);
        self.is_legacy = is_legacy;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let at = text.find('^').expect("a place");
        let text = format!("{}{}", &text[..at], &text[at + 1..]);
        let at = u32::try_from(at).expect("a short text");
        let found = if text.contains("<%") { in_template(&text, at) } else { in_file(&text, at) };
        assert_eq!(found.map(|it| format!("{} {}", it.function, it.index)).unwrap_or_default(), expected, "{text}");
    }

    #[test]
    fn arguments_in_templates() {
        check("<%= scope.call_function('m::f', [^]) %>", "m::f 0");
        check("<%= scope.call_function('m::f', [1, 'a, b', ^]) %>", "m::f 2");
        check("<%= scope.call_function('m::f', [1^, 2]) %>", "m::f 0");
        check("<%= scope.call_function('m::f', [f(1, 2), [3^, 4]]) %>", "m::f 1");
        check("<%= scope.call_function('m::f', ^) %>", "m::f 0");
        check("<%= scope.function_old([1, ^]) %>", "old 1");
        check("<%= scope.call_function('f', [scope.function_g([1, ^])]) %>", "g 1");
        check("<%= scope.call_function('f', [scope.function_g([1, 2]), ^]) %>", "f 1");
        check("<%= scope.call_function('m::^f', [1]) %>", "");
        check("<%= scope.call_function('f', [1])^ %>", "");
        check("<%= call_function('f', [^]) %>", "");
        check("\u{feff}<%= scope.call_function('f', [^]) %>", "f 0");
    }

    #[test]
    fn arguments_that_are_being_typed() {
        check("a\n<%= scope.call_function('m::f', [1, ^ %>\nb <%= @c %>", "m::f 1");
        check("a\n<%= scope.call_function('m::f', [^ %>\nb <%= @c %>", "m::f 0");
        check("a\n<%= scope.call_function('m::f', [1, %>\nb <%= ^@c %>", "");
        check("a\n<%= scope.call_function('m::f', [1, ^", "m::f 1");
        check("def f\n  call_function('g', 1, ^\nend\n", "g 1");
        check("def f\n  call_function('g', ^\n", "g 0");
    }

    #[test]
    fn arguments_in_files() {
        check("def f(x)\n  call_function('g', x, [1, ^])\nend\n", "g 1");
        check("def f(x)\n  call_function 'g', x, ^y\n  z\nend\n", "g 1");
        check("def f(x)\n  call_function 'g', x\n  ^z\nend\n", "");
        check("newfunction(:f) do |args|\n  function_g([1, ^])\nend\n", "g 1");
        check("newfunction(:f) do |args|\n  call_function('g', [1, ^])\nend\n", "g 1");
        check("def f\n  closure_scope.call_function('g', [1, ^])\nend\n", "g 1");
        check("def f\n  x.call_function('g', ^)\nend\n", "");
    }
}
