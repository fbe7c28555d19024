//! Functions that a Ruby file declares, with the parts of their dispatches and the functions that the code calls, read without
//! evaluating it.

use std::ops::Range;

use ruby_prism::{self as prism, Visit};

use crate::declarations::{Written, arguments, place, written};
use crate::lower;

/// Functions that a file declares and calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionFile {
    /// In the order of the text.
    pub functions: Vec<Function>,
    pub calls: Vec<FunctionCall>,
    /// Methods that the file defines, and their places.
    pub methods: Vec<Written>,
    /// Whether the file ends with the declaration of a function, which is what Puppet takes.
    pub ends_with_function: bool,
}

/// A function with a name that is written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    pub is_legacy: bool,
    pub name: Written,
    pub dispatches: Vec<Dispatch>,
    /// The names of its methods.
    pub methods: Vec<String>,
    /// Names of types that it declares for itself.
    pub local_types: Vec<String>,
    /// Code may define other methods, dispatches and types.
    pub is_open: bool,
}

/// One way to call a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispatch {
    pub method: Written,
    /// It fails with a message of its own.
    pub is_mismatch: bool,
    pub parts: Vec<Part>,
    /// Code decides which parts it has.
    pub is_open: bool,
}

/// A call within a dispatch: `param 'String', :name`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub word: Written,
    pub arguments: Vec<Argument>,
    pub range: Range<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    pub kind: ArgumentKind,
    pub range: Range<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    Text(String),
    Symbol(String),
    /// Something that only the evaluation knows.
    Other,
}

/// A call of a function of Puppet by a name that is written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionCall {
    /// The place of the name, without quotes and without `function_`.
    pub name: Written,
    /// Code handles a missing function, or asks first.
    pub is_guarded: bool,
}

impl FunctionFile {
    /// Reads a file of Ruby.
    pub fn new(text: &str) -> FunctionFile {
        lower::with_parser(|| {
            let parsed = prism::parse(text.as_bytes());
            let mut reader = Reader { text, guards: 0, found: FunctionFile::default() };
            reader.visit(&parsed.node());
            let mut found = reader.found;
            found.ends_with_function = parsed.node().as_program_node().is_some_and(|it| ends_with_function(&it.statements(), 0));
            found
        })
    }
}

/// Modules in modules, so deeply at most.
const DEEPEST: usize = 8;

fn ends_with_function(statements: &prism::StatementsNode<'_>, depth: usize) -> bool {
    let Some(last) = statements.body().iter().last() else { return false };
    if let Some(module) = last.as_module_node() {
        let body = module.body().and_then(|it| it.as_statements_node());
        return depth < DEEPEST && body.is_some_and(|it| ends_with_function(&it, depth + 1));
    }
    last.as_call_node().is_some_and(|it| matches!(it.name().as_slice(), b"create_function" | b"newfunction"))
}

struct Reader<'t> {
    text: &'t str,
    /// Conditions and rescues around.
    guards: usize,
    found: FunctionFile,
}

fn name_of<'n>(call: &'n prism::CallNode<'_>) -> Option<std::borrow::Cow<'n, str>> {
    std::str::from_utf8(call.name().as_slice()).ok().map(|it| it.to_owned().into())
}

fn argument(node: &prism::Node<'_>) -> Argument {
    let kind = match written(node) {
        Some((text, _)) if node.as_symbol_node().is_some() => ArgumentKind::Symbol(text),
        Some((text, _)) => ArgumentKind::Text(text),
        None => ArgumentKind::Other,
    };
    Argument { kind, range: place(&node.location()) }
}

/// The statements of the block of a call.
fn block_of<'pr>(call: &prism::CallNode<'pr>) -> Option<Vec<prism::Node<'pr>>> {
    let block = call.block()?.as_block_node()?;
    match block.body() {
        None => Some(Vec::new()),
        Some(body) => Some(body.as_statements_node()?.body().iter().collect()),
    }
}

fn dispatch(call: &prism::CallNode<'_>, is_mismatch: bool) -> Option<Dispatch> {
    let method = written(arguments(call).first()?)?;
    let statements = block_of(call);
    let mut dispatch = Dispatch { method, is_mismatch, parts: Vec::new(), is_open: statements.is_none() };
    for statement in statements.unwrap_or_default() {
        let part = statement.as_call_node().filter(|it| it.receiver().is_none() && it.block().is_none()).and_then(|it| {
            let word = (name_of(&it)?.into_owned(), place(&it.message_loc()?));
            Some(Part { word, arguments: arguments(&it).iter().map(argument).collect(), range: place(&it.location()) })
        });
        match part {
            Some(part) => dispatch.parts.push(part),
            None => dispatch.is_open = true,
        }
    }
    Some(dispatch)
}

/// A base that adds no methods which a dispatch could name.
fn is_plain_base(text: &str) -> bool {
    matches!(text.trim_start_matches("::"), "Puppet::Functions::Function" | "Puppet::Functions::InternalFunction")
}

impl Reader<'_> {
    fn source(&self, node: &prism::Node<'_>) -> &str {
        let range = node.location();
        self.text.get(range.start() as usize..range.end() as usize).unwrap_or_default()
    }

    fn function(&self, call: &prism::CallNode<'_>, is_legacy: bool) -> Option<Function> {
        let arguments = arguments(call);
        let name = written(arguments.first()?)?;
        let mut function =
            Function { is_legacy, name, dispatches: Vec::new(), methods: Vec::new(), local_types: Vec::new(), is_open: false };
        if is_legacy {
            return Some(function);
        }
        function.is_open = arguments.get(1).is_some_and(|it| !is_plain_base(self.source(it)));
        let Some(statements) = block_of(call) else {
            function.is_open = true;
            return Some(function);
        };
        for statement in statements {
            if let Some(method) = statement.as_def_node() {
                function.methods.push(String::from_utf8_lossy(method.name().as_slice()).into_owned());
            } else if let Some(call) = statement.as_call_node().filter(|it| it.receiver().is_none()) {
                self.add_call(&call, &mut function);
            } else if statement.as_constant_write_node().is_none() {
                function.is_open = true;
            }
        }
        Some(function)
    }

    /// Adds what a call in the block of a function declares.
    fn add_call(&self, call: &prism::CallNode<'_>, function: &mut Function) {
        let name = name_of(call).unwrap_or_default();
        match &*name {
            "dispatch" | "argument_mismatch" => match dispatch(call, name == "argument_mismatch") {
                Some(it) => function.dispatches.push(it),
                None => function.is_open = true,
            },
            "local_types" => {
                for statement in block_of(call).unwrap_or_default() {
                    let text = statement.as_call_node().and_then(|it| Some(written(arguments(&it).first()?)?.0));
                    match text.as_ref().and_then(|it| it.split_once('=')) {
                        Some((name, _)) => function.local_types.push(name.trim().to_owned()),
                        None => function.is_open = true,
                    }
                }
            }
            "require" | "require_relative" | "private" => {
                // `private def x` defines it.
                for method in arguments(call).iter().filter_map(prism::Node::as_def_node) {
                    function.methods.push(String::from_utf8_lossy(method.name().as_slice()).into_owned());
                }
            }
            _ => function.is_open = true,
        }
    }

    fn called(&self, call: &prism::CallNode<'_>) -> Option<FunctionCall> {
        let is_own = call.receiver().is_none_or(|it| {
            it.as_self_node().is_some()
                || it
                    .as_call_node()
                    .is_some_and(|it| it.receiver().is_none() && matches!(it.name().as_slice(), b"scope" | b"closure_scope"))
        });
        if !is_own {
            return None;
        }
        let method = name_of(call)?;
        let name = match method.strip_prefix("function_") {
            Some(name) => {
                let end = call.message_loc()?.end();
                (name.to_owned(), end.saturating_sub(u32::try_from(name.len()).ok()?)..end)
            }
            None if method == "call_function" => written(arguments(call).first()?)?,
            None => return None,
        };
        Some(FunctionCall { name, is_guarded: self.guards > 0 })
    }

    /// Whether a condition asks what exists.
    fn is_question(&self, predicate: &prism::Node<'_>) -> bool {
        let text = self.source(predicate);
        ["respond_to", "defined", "function", "ersion", "Puppet", "exist"].iter().any(|it| text.contains(it))
    }

    fn guarded(&mut self, is_guarded: bool, visit: impl FnOnce(&mut Self)) {
        self.guards += usize::from(is_guarded);
        visit(self);
        self.guards -= usize::from(is_guarded);
    }
}

impl<'pr> Visit<'pr> for Reader<'_> {
    fn visit_call_node(&mut self, node: &prism::CallNode<'pr>) {
        let name = name_of(node).unwrap_or_default();
        match &*name {
            "create_function" | "newfunction" => self.found.functions.extend(self.function(node, name == "newfunction")),
            _ => self.found.calls.extend(self.called(node)),
        }
        prism::visit_call_node(self, node);
    }

    fn visit_def_node(&mut self, node: &prism::DefNode<'pr>) {
        let name = String::from_utf8_lossy(node.name().as_slice()).into_owned();
        self.found.methods.push((name, place(&node.name_loc())));
        let is_guarded = node.body().and_then(|it| it.as_begin_node()).is_some_and(|it| it.rescue_clause().is_some());
        self.guarded(is_guarded, |it| prism::visit_def_node(it, node));
    }

    fn visit_begin_node(&mut self, node: &prism::BeginNode<'pr>) {
        self.guarded(node.rescue_clause().is_some(), |it| prism::visit_begin_node(it, node));
    }

    fn visit_rescue_modifier_node(&mut self, node: &prism::RescueModifierNode<'pr>) {
        self.guarded(true, |it| prism::visit_rescue_modifier_node(it, node));
    }

    fn visit_if_node(&mut self, node: &prism::IfNode<'pr>) {
        let is_question = self.is_question(&node.predicate());
        self.guarded(is_question, |it| prism::visit_if_node(it, node));
    }

    fn visit_unless_node(&mut self, node: &prism::UnlessNode<'pr>) {
        let is_question = self.is_question(&node.predicate());
        self.guarded(is_question, |it| prism::visit_unless_node(it, node));
    }

    fn visit_case_node(&mut self, node: &prism::CaseNode<'pr>) {
        let is_question = node.predicate().is_none_or(|it| self.is_question(&it));
        self.guarded(is_question, |it| prism::visit_case_node(it, node));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dispatches_have_their_parts() {
        let text = "Puppet::Functions.create_function(:'m::f') do\n  local_types do\n    type 'Own = Integer'\n  end\n  dispatch :one do\n    \
                    param 'String', :a\n    repeated_param TYPE, 'b'\n  end\n  argument_mismatch(:two) { param 'Any', :x if X }\n  \
                    def one(a, *b)\n    call_function('m::g', a)\n  end\nend\n";
        let file = FunctionFile::new(text);
        let [function] = file.functions.as_slice() else { panic!("{file:?}") };
        assert_eq!((function.name.0.as_str(), function.is_legacy, function.is_open), ("m::f", false, false));
        assert_eq!((function.methods.as_slice(), function.local_types.as_slice()), (&["one".to_owned()][..], &["Own".to_owned()][..]));
        let [one, two] = function.dispatches.as_slice() else { panic!("{function:?}") };
        let kinds: Vec<_> =
            one.parts.iter().map(|it| (it.word.0.as_str(), it.arguments.iter().map(|it| &it.kind).collect::<Vec<_>>())).collect();
        assert_eq!(kinds[0], ("param", vec![&ArgumentKind::Text("String".into()), &ArgumentKind::Symbol("a".into())]));
        assert_eq!(kinds[1], ("repeated_param", vec![&ArgumentKind::Other, &ArgumentKind::Text("b".into())]));
        assert_eq!((one.is_open, two.is_mismatch, two.is_open), (false, true, true));
        assert_eq!(file.calls.iter().map(|it| it.name.0.as_str()).collect::<Vec<_>>(), ["m::g"]);
        assert!(file.ends_with_function);
    }

    #[test]
    fn code_that_adds_more_makes_a_function_open() {
        let open = |body: &str| FunctionFile::new(&format!("create_function(:f) do\n{body}\nend")).functions[0].is_open;
        assert!(!open("X = 1\nrequire 'set'\nprivate\ndef a; end"));
        assert!(open("include Other") && open("define_method(:a) { }") && open("if X\n  def a; end\nend"));
        assert!(FunctionFile::new("create_function(:f, Own) { }").functions[0].is_open);
        assert!(!FunctionFile::new("create_function(:f, Puppet::Functions::InternalFunction) { }").functions[0].is_open);
    }

    #[test]
    fn calls_know_whether_code_asks_first() {
        let text = "newfunction(:f) do |a|\n  function_one([1])\n  if respond_to?(:function_two)\n    function_two([])\n  end\n  begin\n    \
                    scope.call_function('three', [])\n  rescue NoMethodError\n  end\n  x.call_function('no', [])\n  function_four([]) rescue 1\nend";
        let calls = FunctionFile::new(text).calls;
        let shown: Vec<_> =
            calls.iter().map(|it| (it.name.0.as_str(), &text[it.name.1.start as usize..it.name.1.end as usize], it.is_guarded)).collect();
        assert_eq!(shown, [("one", "one", false), ("two", "two", true), ("three", "three", true), ("four", "four", true)]);
        assert!(!FunctionFile::new("x = 1\ncreate_function(:a) { }\ny = 1").ends_with_function);
        assert!(FunctionFile::new("module Puppet::Parser::Functions\n  newfunction(:a) { }\nend\n").ends_with_function);
    }
}
