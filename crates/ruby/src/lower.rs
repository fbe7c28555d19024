//! From prism's tree to the one that is evaluated. Nothing else names prism.

use std::ops::Range;
use std::sync::Arc;

use ruby_prism as prism;

use crate::ast::{
    Begin, BlockOf, Call, Code, Flags, Kind, ModuleBody, Name, Node, Operator, Pair, Parameters, Place, Rescue, Target, Targets,
};
use crate::coverage::Use;
use crate::erb::Source;

/// Deeper trees are not covered: every walk over them is bounded.
const DEEPEST: u32 = 1_000;

/// What prism may need of the stack, which it bounds itself.
const STACK: usize = 96 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxProblem {
    pub message: String,
    /// Bytes of the template.
    pub range: Range<u32>,
}

pub struct Parsed {
    pub root: Node,
    pub locals: usize,
    pub texts: Vec<String>,
    /// What it uses, for who asks what is not covered.
    pub uses: Vec<Use>,
}

/// Reads a template: its tree, or what is wrong with it.
pub fn template(text: &str) -> Result<Parsed, Vec<SyntaxProblem>> {
    stacker::grow(STACK, || {
        let source = Source::of(text);
        let comments = comments(&source);
        if comments.is_empty() { lowered(&source, "") } else { lowered(&Source::with_comments(text, &comments), "") }
    })
}

/// Reads a text that is Ruby.
pub fn program(text: &str, file: &str) -> Result<Parsed, Vec<SyntaxProblem>> {
    stacker::grow(STACK, || {
        let source = Source { code: text.to_owned(), texts: Vec::new(), echoes: Vec::new(), tags: Vec::new(), not_covered: None };
        lowered(&source, file)
    })
}

fn comments(source: &Source) -> Vec<Range<usize>> {
    if !source.code.contains('#') {
        return Vec::new();
    }
    let parsed = prism::parse(source.code.as_bytes());
    parsed.comments().map(|it| it.location().start() as usize..it.location().end() as usize).collect()
}

fn lowered(source: &Source, file: &str) -> Result<Parsed, Vec<SyntaxProblem>> {
    if let Some((at, what)) = source.not_covered {
        return Ok(Parsed {
            root: Node { kind: Kind::NotCovered(what.into()), at },
            locals: 0,
            texts: Vec::new(),
            uses: vec![Use::Construct(what.into())],
        });
    }
    let parsed = prism::parse(source.code.as_bytes());
    let problems: Vec<SyntaxProblem> = parsed
        .errors()
        .map(|it| SyntaxProblem {
            message: String::from_utf8_lossy(it.message()).into_owned(),
            range: it.location().start()..it.location().end(),
        })
        .collect();
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut lower = Lower { source, file: file.into(), scopes: Vec::new(), depth: 0, loops: vec![false], uses: Vec::new() };
    let node = parsed.node();
    let Some(program) = node.as_program_node() else {
        return Err(Vec::new());
    };
    lower.scopes.push(names(&program.locals()));
    let root = lower.statements(Some(program.statements()), 0);
    let texts = source.texts.iter().map(|it| it.1.clone()).collect();
    Ok(Parsed { root, locals: lower.scopes.pop().map_or(0, |it| it.len()), texts, uses: lower.uses })
}

struct Lower<'s> {
    source: &'s Source,
    file: Name,
    /// The variables of the scopes around.
    scopes: Vec<Vec<String>>,
    depth: u32,
    /// Whether `break` leaves a loop, in the innermost code.
    loops: Vec<bool>,
    uses: Vec<Use>,
}

fn text_of(bytes: &[u8]) -> Option<Name> {
    std::str::from_utf8(bytes).ok().map(Into::into)
}

fn name_of(id: &prism::ConstantId<'_>) -> Name {
    String::from_utf8_lossy(id.as_slice()).into()
}

fn names(list: &prism::ConstantList<'_>) -> Vec<String> {
    list.iter().map(|it| String::from_utf8_lossy(it.as_slice()).into_owned()).collect()
}

/// What people call a node that is not covered.
fn kind_name(node: &prism::Node<'_>) -> Name {
    use prism::Node as P;
    let name = match node {
        P::ClassNode { .. } => "class",
        P::ModuleNode { .. } => "module",
        P::SingletonClassNode { .. } => "class << self",
        P::GlobalVariableWriteNode { .. } | P::GlobalVariableOrWriteNode { .. } | P::GlobalVariableTargetNode { .. } => {
            "an assignment to a global variable"
        }
        P::ClassVariableReadNode { .. } | P::ClassVariableWriteNode { .. } | P::ClassVariableOrWriteNode { .. } => "a class variable",
        P::ConstantOrWriteNode { .. } | P::ConstantAndWriteNode { .. } | P::ConstantOperatorWriteNode { .. } => {
            "an assignment to a constant with an operator"
        }
        P::ConstantPathWriteNode { .. } | P::ConstantPathNode { .. } => "a constant of a value",
        P::AliasMethodNode { .. } | P::AliasGlobalVariableNode { .. } => "alias",
        P::UndefNode { .. } => "undef",
        P::SuperNode { .. } | P::ForwardingSuperNode { .. } => "super",
        P::CaseMatchNode { .. } => "case … in",
        P::MatchPredicateNode { .. } | P::MatchRequiredNode { .. } => "pattern matching",
        P::MatchLastLineNode { .. } | P::InterpolatedMatchLastLineNode { .. } => "a pattern alone as a condition",
        P::RationalNode { .. } => "a fraction",
        P::ImaginaryNode { .. } => "a complex number",
        P::XStringNode { .. } | P::InterpolatedXStringNode { .. } => "a command (backticks)",
        P::FlipFlopNode { .. } => "a flip-flop",
        P::RedoNode { .. } => "redo",
        P::RetryNode { .. } => "retry",
        P::SourceLineNode { .. } => "__LINE__",
        P::SourceEncodingNode { .. } => "__ENCODING__",
        P::CallOperatorWriteNode { .. } | P::CallOrWriteNode { .. } | P::CallAndWriteNode { .. } => "an attribute with an operator",
        P::ItLocalVariableReadNode { .. } | P::ItParametersNode { .. } => "it",
        P::ForwardingParameterNode { .. } | P::ForwardingArgumentsNode { .. } => "forwarded arguments",
        P::NoKeywordsParameterNode { .. } => "**nil",
        P::PreExecutionNode { .. } | P::PostExecutionNode { .. } => "BEGIN and END",
        _ => "such code",
    };
    name.into()
}

impl Lower<'_> {
    fn node(&mut self, node: &prism::Node<'_>) -> Node {
        let at = node.location().start();
        self.depth += 1;
        let kind = if self.depth > DEEPEST { Kind::NotCovered("code nested so deep".into()) } else { self.kind(node) };
        self.depth -= 1;
        self.uses.extend(Use::of(&kind));
        Node { kind, at }
    }

    fn boxed(&mut self, node: &prism::Node<'_>) -> Box<Node> {
        Box::new(self.node(node))
    }

    fn optional(&mut self, node: Option<prism::Node<'_>>, at: u32) -> Box<Node> {
        Box::new(match node {
            Some(node) => self.node(&node),
            None => Node { kind: Kind::Nil, at },
        })
    }

    fn some(&mut self, node: Option<prism::Node<'_>>) -> Option<Box<Node>> {
        node.map(|it| self.boxed(&it))
    }

    fn list(&mut self, list: &prism::NodeList<'_>) -> Vec<Node> {
        list.iter().map(|it| self.node(&it)).collect()
    }

    fn statements(&mut self, statements: Option<prism::StatementsNode<'_>>, at: u32) -> Node {
        let Some(statements) = statements else { return Node { kind: Kind::Nil, at } };
        let at = statements.location().start();
        let mut all = self.list(&statements.body());
        match all.len() {
            1 => all.pop().unwrap_or(Node { kind: Kind::Nil, at }),
            _ => Node { kind: Kind::Sequence(all), at },
        }
    }

    fn place(&self, name: &[u8], depth: u32) -> Option<Place> {
        let name = std::str::from_utf8(name).ok()?;
        let index = self.scopes.len().checked_sub(1 + depth as usize)?;
        let slot = self.scopes.get(index)?.iter().position(|it| it == name)?;
        Some(Place { depth, slot: u32::try_from(slot).ok()? })
    }

    fn local(&self, name: &prism::ConstantId<'_>, depth: u32) -> Target {
        match self.place(name.as_slice(), depth) {
            Some(place) => Target::Local(place),
            None => Target::NotCovered("a variable of no scope".into()),
        }
    }

    /// A literal that runs from one tag to another is not what ERB makes of it.
    fn crosses(&self, node: &prism::Location<'_>) -> bool {
        self.source.tag_at(node.start() as usize).is_some_and(|tag| node.end() as usize > tag.content.end)
    }

    /// What stands in a text: with its parts.
    fn parts(&mut self, parts: &prism::NodeList<'_>) -> Vec<Node> {
        let mut nodes = Vec::new();
        for part in parts {
            let at = part.location().start();
            match &part {
                prism::Node::EmbeddedStatementsNode { .. } => {
                    let embedded = part.as_embedded_statements_node();
                    nodes.push(self.statements(embedded.and_then(|it| it.statements()), at));
                }
                prism::Node::EmbeddedVariableNode { .. } => {
                    if let Some(it) = part.as_embedded_variable_node() {
                        nodes.push(self.node(&it.variable()));
                    }
                }
                other => nodes.push(self.node(other)),
            }
        }
        nodes
    }

    fn string(&mut self, bytes: &[u8]) -> Kind {
        text_of(bytes).map_or(Kind::NotCovered("a text that is not UTF-8".into()), Kind::String)
    }

    #[expect(clippy::too_many_lines, reason = "a line for each kind of node")]
    fn kind(&mut self, node: &prism::Node<'_>) -> Kind {
        let location = node.location();
        let at = location.start();
        use prism::Node as P;
        match node {
            P::NilNode { .. } => Kind::Nil,
            P::TrueNode { .. } => Kind::True,
            P::FalseNode { .. } => Kind::False,
            P::SelfNode { .. } => Kind::This,
            P::SourceFileNode { .. } => Kind::File,
            P::IntegerNode { .. } => {
                if let Ok(index) = self.source.texts.binary_search_by_key(&at, |it| it.0) {
                    return Kind::Text(u32::try_from(index).unwrap_or(u32::MAX));
                }
                let Some(it) = node.as_integer_node() else { return not_covered(node) };
                let value = it.value();
                let (negative, digits) = value.to_u32_digits();
                let mut whole: i128 = 0;
                for (index, digit) in digits.iter().enumerate() {
                    if index > 2 {
                        return Kind::NotCovered("an integer of more than 64 bits".into());
                    }
                    whole += i128::from(*digit) << (32 * index);
                }
                match i64::try_from(if negative { -whole } else { whole }) {
                    Ok(it) => Kind::Integer(it),
                    Err(_) => Kind::NotCovered("an integer of more than 64 bits".into()),
                }
            }
            P::FloatNode { .. } => node.as_float_node().map_or_else(|| not_covered(node), |it| Kind::Float(it.value())),
            P::StringNode { .. } => {
                let Some(it) = node.as_string_node() else { return not_covered(node) };
                if self.crosses(&location) || it.closing_loc().is_some_and(|end| self.crosses_to(&location, &end)) {
                    return Kind::NotCovered("a text that runs through several tags".into());
                }
                self.string(it.unescaped())
            }
            P::InterpolatedStringNode { .. } => {
                let Some(it) = node.as_interpolated_string_node() else { return not_covered(node) };
                if self.crosses(&location) || it.closing_loc().is_some_and(|end| self.crosses_to(&location, &end)) {
                    return Kind::NotCovered("a text that runs through several tags".into());
                }
                Kind::Interpolation(self.parts(&it.parts()))
            }
            P::SymbolNode { .. } => match node.as_symbol_node().and_then(|it| text_of(it.unescaped())) {
                Some(name) => Kind::Symbol(name),
                None => not_covered(node),
            },
            P::InterpolatedSymbolNode { .. } => match node.as_interpolated_symbol_node() {
                Some(it) => Kind::SymbolOf(self.parts(&it.parts())),
                None => not_covered(node),
            },
            P::RegularExpressionNode { .. } => {
                let Some(it) = node.as_regular_expression_node() else { return not_covered(node) };
                if it.is_euc_jp() || it.is_ascii_8bit() || it.is_windows_31j() || self.crosses(&location) {
                    return Kind::NotCovered("a pattern of another encoding".into());
                }
                let flags = Flags { ignore_case: it.is_ignore_case(), multiline: it.is_multi_line(), extended: it.is_extended() };
                let part = Node { kind: self.string(it.unescaped()), at };
                Kind::Regex(vec![part], flags)
            }
            P::InterpolatedRegularExpressionNode { .. } => {
                let Some(it) = node.as_interpolated_regular_expression_node() else { return not_covered(node) };
                if it.is_euc_jp() || it.is_ascii_8bit() || it.is_windows_31j() || it.is_once() || self.crosses(&location) {
                    return Kind::NotCovered("a pattern of another encoding".into());
                }
                let flags = Flags { ignore_case: it.is_ignore_case(), multiline: it.is_multi_line(), extended: it.is_extended() };
                Kind::Regex(self.parts(&it.parts()), flags)
            }
            P::ArrayNode { .. } => match node.as_array_node() {
                Some(it) => Kind::Array(self.list(&it.elements())),
                None => not_covered(node),
            },
            P::HashNode { .. } => match node.as_hash_node() {
                Some(it) => self.pairs(&it.elements()),
                None => not_covered(node),
            },
            P::KeywordHashNode { .. } => match node.as_keyword_hash_node() {
                Some(it) => self.pairs(&it.elements()),
                None => not_covered(node),
            },
            P::RangeNode { .. } => {
                let Some(it) = node.as_range_node() else { return not_covered(node) };
                Kind::Range { from: self.some(it.left()), to: self.some(it.right()), exclusive: it.is_exclude_end() }
            }
            P::ParenthesesNode { .. } => {
                let Some(it) = node.as_parentheses_node() else { return not_covered(node) };
                let body = match it.body() {
                    None => Node { kind: Kind::Nil, at },
                    Some(body) => self.node(&body),
                };
                if self.source.echoes.binary_search(&at).is_ok() { Kind::Echo(Box::new(body)) } else { body.kind }
            }
            P::StatementsNode { .. } => self.statements(node.as_statements_node(), at).kind,
            P::BeginNode { .. } => {
                let Some(it) = node.as_begin_node() else { return not_covered(node) };
                self.begin(&it)
            }
            P::LocalVariableReadNode { .. } => {
                let Some(it) = node.as_local_variable_read_node() else { return not_covered(node) };
                self.place(it.name().as_slice(), it.depth()).map_or_else(|| not_covered(node), Kind::Local)
            }
            P::ItLocalVariableReadNode { .. } => not_covered(node),
            P::LocalVariableWriteNode { .. } => {
                let Some(it) = node.as_local_variable_write_node() else { return not_covered(node) };
                Kind::Assign(Box::new(self.local(&it.name(), it.depth())), self.boxed(&it.value()))
            }
            P::LocalVariableOrWriteNode { .. } => {
                let Some(it) = node.as_local_variable_or_write_node() else { return not_covered(node) };
                self.update(self.local(&it.name(), it.depth()), Operator::Or, &it.value())
            }
            P::LocalVariableAndWriteNode { .. } => {
                let Some(it) = node.as_local_variable_and_write_node() else { return not_covered(node) };
                self.update(self.local(&it.name(), it.depth()), Operator::And, &it.value())
            }
            P::LocalVariableOperatorWriteNode { .. } => {
                let Some(it) = node.as_local_variable_operator_write_node() else { return not_covered(node) };
                let operator = Operator::Method(name_of(&it.binary_operator()));
                self.update(self.local(&it.name(), it.depth()), operator, &it.value())
            }
            P::InstanceVariableReadNode { .. } => {
                node.as_instance_variable_read_node().map_or_else(|| not_covered(node), |it| Kind::Instance(name_of(&it.name())))
            }
            P::InstanceVariableWriteNode { .. } => {
                let Some(it) = node.as_instance_variable_write_node() else { return not_covered(node) };
                Kind::Assign(Box::new(Target::Instance(name_of(&it.name()))), self.boxed(&it.value()))
            }
            P::InstanceVariableOrWriteNode { .. } => {
                let Some(it) = node.as_instance_variable_or_write_node() else { return not_covered(node) };
                self.update(Target::Instance(name_of(&it.name())), Operator::Or, &it.value())
            }
            P::InstanceVariableAndWriteNode { .. } => {
                let Some(it) = node.as_instance_variable_and_write_node() else { return not_covered(node) };
                self.update(Target::Instance(name_of(&it.name())), Operator::And, &it.value())
            }
            P::InstanceVariableOperatorWriteNode { .. } => {
                let Some(it) = node.as_instance_variable_operator_write_node() else { return not_covered(node) };
                let operator = Operator::Method(name_of(&it.binary_operator()));
                self.update(Target::Instance(name_of(&it.name())), operator, &it.value())
            }
            P::IndexOrWriteNode { .. } => {
                let Some(it) = node.as_index_or_write_node() else { return not_covered(node) };
                let Some(target) = self.index(it.receiver(), it.arguments(), it.block().is_some()) else { return not_covered(node) };
                self.update(target, Operator::Or, &it.value())
            }
            P::IndexAndWriteNode { .. } => {
                let Some(it) = node.as_index_and_write_node() else { return not_covered(node) };
                let Some(target) = self.index(it.receiver(), it.arguments(), it.block().is_some()) else { return not_covered(node) };
                self.update(target, Operator::And, &it.value())
            }
            P::IndexOperatorWriteNode { .. } => {
                let Some(it) = node.as_index_operator_write_node() else { return not_covered(node) };
                let Some(target) = self.index(it.receiver(), it.arguments(), it.block().is_some()) else { return not_covered(node) };
                self.update(target, Operator::Method(name_of(&it.binary_operator())), &it.value())
            }
            P::MultiWriteNode { .. } => {
                let Some(it) = node.as_multi_write_node() else { return not_covered(node) };
                let targets = self.targets(&it.lefts(), it.rest(), &it.rights());
                Kind::Spread(Box::new(targets), self.boxed(&it.value()))
            }
            P::NumberedReferenceReadNode { .. } => {
                node.as_numbered_reference_read_node().map_or_else(|| not_covered(node), |it| Kind::Group(it.number()))
            }
            P::BackReferenceReadNode { .. } => {
                node.as_back_reference_read_node().map_or_else(|| not_covered(node), |it| Kind::Matched(name_of(&it.name())))
            }
            P::GlobalVariableReadNode { .. } => match node.as_global_variable_read_node().map(|it| name_of(&it.name())) {
                Some(name) if &*name == "$~" => Kind::Matched(name),
                Some(name) => Kind::Global(name),
                None => not_covered(node),
            },
            P::ConstantReadNode { .. } => {
                node.as_constant_read_node().map_or_else(|| not_covered(node), |it| Kind::Constant(name_of(&it.name())))
            }
            P::ConstantPathNode { .. } => match constant_path(node) {
                Some(name) => Kind::Constant(name.into()),
                None => {
                    let Some(it) = node.as_constant_path_node() else { return not_covered(node) };
                    match (it.parent(), it.name()) {
                        (Some(parent), Some(name)) => Kind::ConstantOf(self.boxed(&parent), name_of(&name)),
                        _ => not_covered(node),
                    }
                }
            },
            P::ConstantWriteNode { .. } => {
                let Some(it) = node.as_constant_write_node() else { return not_covered(node) };
                Kind::Assign(Box::new(Target::Constant(name_of(&it.name()))), self.boxed(&it.value()))
            }
            P::CallNode { .. } => {
                let Some(it) = node.as_call_node() else { return not_covered(node) };
                self.call(&it)
            }
            P::YieldNode { .. } => {
                let Some(it) = node.as_yield_node() else { return not_covered(node) };
                match self.arguments(it.arguments()) {
                    Some((arguments, false)) => Kind::Yield(arguments),
                    _ => not_covered(node),
                }
            }
            P::AndNode { .. } => {
                let Some(it) = node.as_and_node() else { return not_covered(node) };
                Kind::And(self.boxed(&it.left()), self.boxed(&it.right()))
            }
            P::OrNode { .. } => {
                let Some(it) = node.as_or_node() else { return not_covered(node) };
                Kind::Or(self.boxed(&it.left()), self.boxed(&it.right()))
            }
            P::DefinedNode { .. } => match node.as_defined_node() {
                Some(it) => Kind::Defined(self.boxed(&it.value())),
                None => not_covered(node),
            },
            P::IfNode { .. } => {
                let Some(it) = node.as_if_node() else { return not_covered(node) };
                Kind::If {
                    condition: self.condition(&it.predicate()),
                    then: Box::new(self.statements(it.statements(), at)),
                    otherwise: self.optional(it.subsequent(), at),
                }
            }
            P::UnlessNode { .. } => {
                let Some(it) = node.as_unless_node() else { return not_covered(node) };
                let otherwise = it.else_clause().and_then(|it| it.statements());
                Kind::If {
                    condition: self.condition(&it.predicate()),
                    then: Box::new(self.statements(otherwise, at)),
                    otherwise: Box::new(self.statements(it.statements(), at)),
                }
            }
            P::ElseNode { .. } => self.statements(node.as_else_node().and_then(|it| it.statements()), at).kind,
            P::WhileNode { .. } => {
                let Some(it) = node.as_while_node() else { return not_covered(node) };
                let condition = self.condition(&it.predicate());
                let body = self.in_loop(|this| this.statements(it.statements(), at));
                Kind::While { condition, body: Box::new(body), until: false, body_first: it.is_begin_modifier() }
            }
            P::UntilNode { .. } => {
                let Some(it) = node.as_until_node() else { return not_covered(node) };
                let condition = self.condition(&it.predicate());
                let body = self.in_loop(|this| this.statements(it.statements(), at));
                Kind::While { condition, body: Box::new(body), until: true, body_first: it.is_begin_modifier() }
            }
            P::ForNode { .. } => {
                let Some(it) = node.as_for_node() else { return not_covered(node) };
                let target = self.target(&it.index());
                let list = self.boxed(&it.collection());
                let body = self.in_loop(|this| this.statements(it.statements(), at));
                Kind::For { target: Box::new(target), list, body: Box::new(body) }
            }
            P::CaseNode { .. } => {
                let Some(it) = node.as_case_node() else { return not_covered(node) };
                let subject = self.some(it.predicate());
                let mut branches = Vec::new();
                for branch in &it.conditions() {
                    let Some(when) = branch.as_when_node() else { return not_covered(&branch) };
                    let conditions = self.list(&when.conditions());
                    branches.push((conditions, self.statements(when.statements(), at)));
                }
                let otherwise = it.else_clause().and_then(|it| it.statements());
                Kind::Case { subject, branches, otherwise: Box::new(self.statements(otherwise, at)) }
            }
            P::RescueModifierNode { .. } => {
                let Some(it) = node.as_rescue_modifier_node() else { return not_covered(node) };
                let rescue = Rescue { classes: Vec::new(), variable: None, body: self.node(&it.rescue_expression()) };
                let body = self.node(&it.expression());
                Kind::Begin(Box::new(Begin { body, rescues: vec![rescue], otherwise: None, ensure: None }))
            }
            P::ReturnNode { .. } => match node.as_return_node() {
                Some(it) => match self.jump(it.arguments()) {
                    Ok(value) => Kind::Return(value),
                    Err(()) => not_covered(node),
                },
                None => not_covered(node),
            },
            P::BreakNode { .. } => match node.as_break_node().map(|it| self.jump(it.arguments())) {
                Some(Ok(value)) => Kind::Break(value, self.loops.last().copied().unwrap_or(false)),
                _ => not_covered(node),
            },
            P::NextNode { .. } => match node.as_next_node().map(|it| self.jump(it.arguments())) {
                Some(Ok(value)) => Kind::Next(value, self.loops.last().copied().unwrap_or(false)),
                _ => not_covered(node),
            },
            P::DefNode { .. } => {
                let Some(it) = node.as_def_node() else { return not_covered(node) };
                let receiver = it.receiver().map(|it| self.node(&it));
                let parameters = it.parameters();
                // A method sees nothing of the scopes around it.
                let scopes = std::mem::take(&mut self.scopes);
                let code = self.code(&it.locals(), |this| parameters.map(|it| this.parameters(&it)), it.body(), at);
                self.scopes = scopes;
                let name = name_of(&it.name());
                match receiver {
                    Some(receiver) => Kind::DefineOn(Box::new(receiver), name, code),
                    None => Kind::Define(name, code),
                }
            }
            P::LambdaNode { .. } => {
                let Some(it) = node.as_lambda_node() else { return not_covered(node) };
                let parameters = it.parameters();
                Kind::Lambda(self.code(&it.locals(), |this| this.block_parameters(parameters.as_ref()), it.body(), at))
            }
            P::SplatNode { .. } => match node.as_splat_node().and_then(|it| it.expression()) {
                Some(it) => Kind::Splat(self.boxed(&it)),
                None => not_covered(node),
            },
            P::ImplicitNode { .. } => match node.as_implicit_node() {
                Some(it) => self.node(&it.value()).kind,
                None => not_covered(node),
            },
            P::MatchWriteNode { .. } => {
                let Some(it) = node.as_match_write_node() else { return not_covered(node) };
                let call = self.call(&it.call());
                let mut targets = Vec::new();
                for target in &it.targets() {
                    match target.as_local_variable_target_node() {
                        Some(it) => targets.push((name_of(&it.name()), self.local(&it.name(), it.depth()))),
                        None => return not_covered(&target),
                    }
                }
                Kind::MatchWrite(Box::new(Node { kind: call, at }), targets)
            }
            P::ClassNode { .. } => {
                let Some(it) = node.as_class_node() else { return not_covered(node) };
                let Some(name) = constant_path(&it.constant_path()) else { return Kind::NotCovered("a class of a value".into()) };
                let parent = it.superclass().map(|it| self.node(&it));
                let scopes = std::mem::take(&mut self.scopes);
                let body = self.code(&it.locals(), |_| None, it.body(), at);
                self.scopes = scopes;
                Kind::Module(Box::new(ModuleBody { name: name.into(), is_module: false, parent, body }))
            }
            P::ModuleNode { .. } => {
                let Some(it) = node.as_module_node() else { return not_covered(node) };
                let Some(name) = constant_path(&it.constant_path()) else { return Kind::NotCovered("a module of a value".into()) };
                let scopes = std::mem::take(&mut self.scopes);
                let body = self.code(&it.locals(), |_| None, it.body(), at);
                self.scopes = scopes;
                Kind::Module(Box::new(ModuleBody { name: name.into(), is_module: true, parent: None, body }))
            }
            P::SingletonClassNode { .. } => {
                let Some(it) = node.as_singleton_class_node() else { return not_covered(node) };
                let of = self.boxed(&it.expression());
                let scopes = std::mem::take(&mut self.scopes);
                let body = self.code(&it.locals(), |_| None, it.body(), at);
                self.scopes = scopes;
                Kind::Singleton(of, body)
            }
            P::SuperNode { .. } => {
                let Some(it) = node.as_super_node() else { return not_covered(node) };
                let Some(arguments) = self.arguments(it.arguments()) else { return not_covered(node) };
                match self.block_of(it.block(), at) {
                    Ok(block) => Kind::Super(Some(arguments), block.map(Box::new)),
                    Err(kind) => kind,
                }
            }
            P::ForwardingSuperNode { .. } => {
                let Some(it) = node.as_forwarding_super_node() else { return not_covered(node) };
                match self.block_of(it.block().map(|it| it.as_node()), at) {
                    Ok(block) => Kind::Super(None, block.map(Box::new)),
                    Err(kind) => kind,
                }
            }
            P::AliasMethodNode { .. } => {
                let Some(it) = node.as_alias_method_node() else { return not_covered(node) };
                match (self.node(&it.new_name()).kind, self.node(&it.old_name()).kind) {
                    (Kind::Symbol(new), Kind::Symbol(old)) => Kind::Alias(new, old),
                    _ => not_covered(node),
                }
            }
            P::RetryNode { .. } => Kind::Retry,
            P::ClassVariableReadNode { .. } => {
                node.as_class_variable_read_node().map_or_else(|| not_covered(node), |it| Kind::ClassVariable(name_of(&it.name())))
            }
            P::ClassVariableWriteNode { .. } => {
                let Some(it) = node.as_class_variable_write_node() else { return not_covered(node) };
                Kind::Assign(Box::new(Target::ClassVariable(name_of(&it.name()))), self.boxed(&it.value()))
            }
            P::ConstantOrWriteNode { .. } => {
                let Some(it) = node.as_constant_or_write_node() else { return not_covered(node) };
                self.update(Target::Constant(name_of(&it.name())), Operator::Or, &it.value())
            }
            P::CallOrWriteNode { .. } => {
                let Some(it) = node.as_call_or_write_node() else { return not_covered(node) };
                let Some(target) = self.attribute(it.receiver(), &it.read_name(), it.is_safe_navigation()) else {
                    return not_covered(node);
                };
                self.update(target, Operator::Or, &it.value())
            }
            P::CallAndWriteNode { .. } => {
                let Some(it) = node.as_call_and_write_node() else { return not_covered(node) };
                let Some(target) = self.attribute(it.receiver(), &it.read_name(), it.is_safe_navigation()) else {
                    return not_covered(node);
                };
                self.update(target, Operator::And, &it.value())
            }
            P::CallOperatorWriteNode { .. } => {
                let Some(it) = node.as_call_operator_write_node() else { return not_covered(node) };
                let Some(target) = self.attribute(it.receiver(), &it.read_name(), it.is_safe_navigation()) else {
                    return not_covered(node);
                };
                self.update(target, Operator::Method(name_of(&it.binary_operator())), &it.value())
            }
            other => not_covered(other),
        }
    }

    /// The same for the end of a heredoc, which stands elsewhere.
    fn crosses_to(&self, start: &prism::Location<'_>, end: &prism::Location<'_>) -> bool {
        self.source.tag_at(start.start() as usize).is_some_and(|tag| end.start() as usize > tag.content.end)
    }

    /// A pattern alone as a condition is matched with what was read last.
    fn condition(&mut self, node: &prism::Node<'_>) -> Box<Node> {
        self.boxed(node)
    }

    fn in_loop<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        self.loops.push(true);
        let result = body(self);
        self.loops.pop();
        result
    }

    fn jump(&mut self, arguments: Option<prism::ArgumentsNode<'_>>) -> Result<Option<Box<Node>>, ()> {
        let Some(arguments) = arguments else { return Ok(None) };
        let at = arguments.location().start();
        let mut all = self.list(&arguments.arguments());
        if all.len() == 1 && !matches!(all.first().map(|it| &it.kind), Some(Kind::Splat(_))) {
            return Ok(all.pop().map(Box::new));
        }
        Ok(Some(Box::new(Node { kind: Kind::Array(all), at })))
    }

    fn pairs(&mut self, elements: &prism::NodeList<'_>) -> Kind {
        let mut pairs = Vec::new();
        for element in elements {
            if let Some(it) = element.as_assoc_node() {
                let key = self.node(&it.key());
                pairs.push(Pair::Entry(key, self.node(&it.value())));
            } else if let Some(value) = element.as_assoc_splat_node().and_then(|it| it.value()) {
                pairs.push(Pair::Splat(self.node(&value)));
            } else {
                return not_covered(&element);
            }
        }
        Kind::Hash(pairs)
    }

    fn update(&mut self, target: Target, operator: Operator, value: &prism::Node<'_>) -> Kind {
        Kind::Update { target: Box::new(target), operator, value: self.boxed(value) }
    }

    fn index(&mut self, receiver: Option<prism::Node<'_>>, arguments: Option<prism::ArgumentsNode<'_>>, has_block: bool) -> Option<Target> {
        let receiver = self.node(&receiver?);
        let (arguments, keywords) = self.arguments(arguments)?;
        (!keywords && !has_block).then_some(Target::Index { receiver, arguments })
    }

    /// The arguments of a call, and whether the last are keywords.
    fn arguments(&mut self, arguments: Option<prism::ArgumentsNode<'_>>) -> Option<(Vec<Node>, bool)> {
        let Some(arguments) = arguments else { return Some((Vec::new(), false)) };
        if arguments.is_contains_forwarding() {
            return None;
        }
        let list = arguments.arguments();
        let keywords = list.last().is_some_and(|it| it.as_keyword_hash_node().is_some());
        Some((self.list(&list), keywords))
    }

    fn call(&mut self, call: &prism::CallNode<'_>) -> Kind {
        let at = call.location().start();
        let name = name_of(&call.name());
        let name_at = call.message_loc().map_or(at, |it| it.start());
        let Some((arguments, keywords)) = self.arguments(call.arguments()) else {
            return Kind::NotCovered("forwarded arguments".into());
        };
        let receiver = call.receiver().map(|it| self.node(&it));
        if call.is_attribute_write() {
            let mut arguments = arguments;
            let (Some(receiver), Some(value)) = (receiver, arguments.pop()) else {
                return Kind::NotCovered("an assignment without a receiver".into());
            };
            if keywords || call.block().is_some() {
                return Kind::NotCovered("an assignment with keywords".into());
            }
            let target = if &*name == "[]=" {
                Target::Index { receiver, arguments }
            } else {
                Target::Attribute { receiver, name: name.strip_suffix('=').unwrap_or(&name).into(), safe: call.is_safe_navigation() }
            };
            return Kind::Assign(Box::new(target), Box::new(value));
        }
        let block = match self.block_of(call.block(), at) {
            Ok(block) => block,
            Err(kind) => return kind,
        };
        let (safe, is_word) = (call.is_safe_navigation(), call.is_variable_call());
        Kind::Call(Box::new(Call { receiver, name, arguments, keywords, block, safe, is_word, name_at }))
    }

    fn block_of(&mut self, block: Option<prism::Node<'_>>, at: u32) -> Result<Option<BlockOf>, Kind> {
        let Some(block) = block else { return Ok(None) };
        match (block.as_block_node(), block.as_block_argument_node()) {
            (Some(it), _) => {
                let parameters = it.parameters();
                let code = self.code(&it.locals(), |this| this.block_parameters(parameters.as_ref()), it.body(), at);
                Ok(Some(BlockOf::Code(code)))
            }
            (_, Some(it)) => match it.expression() {
                Some(value) => Ok(Some(BlockOf::Value(self.node(&value)))),
                None => Err(Kind::NotCovered("a forwarded block".into())),
            },
            _ => Err(Kind::NotCovered("a forwarded block".into())),
        }
    }

    fn attribute(&mut self, receiver: Option<prism::Node<'_>>, name: &prism::ConstantId<'_>, safe: bool) -> Option<Target> {
        let receiver = self.node(&receiver?);
        Some(Target::Attribute { receiver, name: name_of(name), safe })
    }

    fn code(
        &mut self,
        locals: &prism::ConstantList<'_>,
        parameters: impl FnOnce(&mut Self) -> Option<Parameters>,
        body: Option<prism::Node<'_>>,
        at: u32,
    ) -> Arc<Code> {
        let locals = names(locals);
        let count = locals.len();
        let names = locals.iter().map(|it| it.as_str().into()).collect();
        self.scopes.push(locals);
        self.loops.push(false);
        let parameters = parameters(self).unwrap_or_default();
        let body = *self.optional(body, at);
        self.loops.pop();
        self.scopes.pop();
        Arc::new(Code { parameters, body, locals: count, names, at, file: self.file.clone() })
    }

    fn block_parameters(&mut self, node: Option<&prism::Node<'_>>) -> Option<Parameters> {
        let node = node?;
        if let Some(it) = node.as_block_parameters_node() {
            return it.parameters().map(|it| self.parameters(&it));
        }
        if let Some(it) = node.as_numbered_parameters_node() {
            let mut parameters = Parameters::default();
            for number in 1..=it.maximum() {
                let target = match self.place(format!("_{number}").as_bytes(), 0) {
                    Some(place) => Target::Local(place),
                    None => Target::NotCovered("numbered parameters".into()),
                };
                parameters.required.push(target);
            }
            return Some(parameters);
        }
        Some(Parameters { not_covered: Some(kind_name(node)), ..Parameters::default() })
    }

    fn parameter(&mut self, node: &prism::Node<'_>) -> Target {
        if let Some(it) = node.as_required_parameter_node() {
            return self.local(&it.name(), 0);
        }
        self.target(node)
    }

    fn parameters(&mut self, node: &prism::ParametersNode<'_>) -> Parameters {
        let required = node.requireds().iter().map(|it| self.parameter(&it)).collect();
        let mut parameters = Parameters { required, ..Parameters::default() };
        for it in &node.optionals() {
            if let Some(it) = it.as_optional_parameter_node() {
                let target = self.local(&it.name(), 0);
                parameters.optional.push((target, self.node(&it.value())));
            }
        }
        match node.rest() {
            Some(rest) if rest.as_implicit_rest_node().is_some() => parameters.trailing_comma = true,
            Some(rest) => match rest.as_rest_parameter_node() {
                Some(it) => parameters.rest = Some(it.name().map(|it| self.local(&it, 0))),
                None => parameters.not_covered = Some(kind_name(&rest)),
            },
            None => {}
        }
        parameters.posts = node.posts().iter().map(|it| self.parameter(&it)).collect();
        for it in &node.keywords() {
            if let Some(it) = it.as_required_keyword_parameter_node() {
                parameters.keywords.push((name_of(&it.name()), self.local(&it.name(), 0), None));
            } else if let Some(it) = it.as_optional_keyword_parameter_node() {
                let target = self.local(&it.name(), 0);
                let default = self.node(&it.value());
                parameters.keywords.push((name_of(&it.name()), target, Some(default)));
            }
        }
        if let Some(rest) = node.keyword_rest() {
            match rest.as_keyword_rest_parameter_node() {
                Some(it) => parameters.keyword_rest = Some(it.name().map(|it| self.local(&it, 0))),
                None => parameters.not_covered = Some(kind_name(&rest)),
            }
        }
        if let Some(block) = node.block() {
            match block.as_block_parameter_node().and_then(|it| it.name()) {
                Some(name) => parameters.block = Some(self.local(&name, 0)),
                None => parameters.not_covered = Some("a block without a name".into()),
            }
        }
        parameters
    }

    fn targets(&mut self, lefts: &prism::NodeList<'_>, rest: Option<prism::Node<'_>>, rights: &prism::NodeList<'_>) -> Targets {
        let rest = rest.map(|it| match it.as_splat_node() {
            Some(splat) => splat.expression().map(|it| Box::new(self.target(&it))),
            // `a, = list`
            None => None,
        });
        Targets {
            lefts: lefts.iter().map(|it| self.target(&it)).collect(),
            rest,
            rights: rights.iter().map(|it| self.target(&it)).collect(),
        }
    }

    fn target(&mut self, node: &prism::Node<'_>) -> Target {
        use prism::Node as P;
        match node {
            P::LocalVariableTargetNode { .. } => match node.as_local_variable_target_node() {
                Some(it) => self.local(&it.name(), it.depth()),
                None => Target::NotCovered(kind_name(node)),
            },
            P::RequiredParameterNode { .. } => match node.as_required_parameter_node() {
                Some(it) => self.local(&it.name(), 0),
                None => Target::NotCovered(kind_name(node)),
            },
            P::InstanceVariableTargetNode { .. } => match node.as_instance_variable_target_node() {
                Some(it) => Target::Instance(name_of(&it.name())),
                None => Target::NotCovered(kind_name(node)),
            },
            P::ClassVariableTargetNode { .. } => match node.as_class_variable_target_node() {
                Some(it) => Target::ClassVariable(name_of(&it.name())),
                None => Target::NotCovered(kind_name(node)),
            },
            P::CallTargetNode { .. } => match node.as_call_target_node() {
                Some(it) => Target::Attribute {
                    receiver: self.node(&it.receiver()),
                    name: name_of(&it.name()).strip_suffix('=').unwrap_or_default().into(),
                    safe: it.is_safe_navigation(),
                },
                None => Target::NotCovered(kind_name(node)),
            },
            P::IndexTargetNode { .. } => match node.as_index_target_node() {
                Some(it) => match self.index(Some(it.receiver()), it.arguments(), it.block().is_some()) {
                    Some(target) => target,
                    None => Target::NotCovered(kind_name(node)),
                },
                None => Target::NotCovered(kind_name(node)),
            },
            P::MultiTargetNode { .. } => match node.as_multi_target_node() {
                Some(it) => {
                    self.depth += 1;
                    let target = if self.depth > DEEPEST {
                        Target::NotCovered("code nested so deep".into())
                    } else {
                        Target::Spread(self.targets(&it.lefts(), it.rest(), &it.rights()))
                    };
                    self.depth -= 1;
                    target
                }
                None => Target::NotCovered(kind_name(node)),
            },
            other => Target::NotCovered(kind_name(other)),
        }
    }

    fn begin(&mut self, node: &prism::BeginNode<'_>) -> Kind {
        let at = node.location().start();
        let body = self.statements(node.statements(), at);
        let mut rescues = Vec::new();
        let mut next = node.rescue_clause();
        while let Some(rescue) = next {
            let classes = self.list(&rescue.exceptions());
            let variable = rescue.reference().map(|it| self.target(&it));
            let body = self.statements(rescue.statements(), at);
            rescues.push(Rescue { classes, variable, body });
            next = rescue.subsequent();
        }
        let otherwise = node.else_clause().map(|it| self.statements(it.statements(), at));
        let ensure = node.ensure_clause().map(|it| self.statements(it.statements(), at));
        if rescues.is_empty() && otherwise.is_none() && ensure.is_none() {
            return body.kind;
        }
        Kind::Begin(Box::new(Begin { body, rescues, otherwise, ensure }))
    }
}

fn not_covered(node: &prism::Node<'_>) -> Kind {
    Kind::NotCovered(kind_name(node))
}

/// `A::B`, or none where it depends on a value.
fn constant_path(node: &prism::Node<'_>) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    let mut current: Option<prism::Node<'_>> = None;
    loop {
        let here = current.as_ref().unwrap_or(node);
        let parent = if let Some(it) = here.as_constant_path_node() {
            names.push(String::from_utf8_lossy(it.name()?.as_slice()).into_owned());
            match it.parent() {
                Some(parent) => parent,
                None => {
                    names.push(String::new());
                    break;
                }
            }
        } else {
            names.push(String::from_utf8_lossy(here.as_constant_read_node()?.name().as_slice()).into_owned());
            break;
        };
        current = Some(parent);
    }
    names.reverse();
    Some(names.join("::"))
}
