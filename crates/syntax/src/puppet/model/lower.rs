//! Trees to models.
//!
//! The places follow Puppet's parser: an operator's expression lies at the operator, what the parser makes up
//! (bodies of definitions, the text of an interpolation) has the place of what holds it and no length.

mod definitions;
mod resources;
mod strings;

use literals::operator::{Arithmetic, Assignment, Comparison, Direction, Match};
use rustc_hash::FxHashMap;
use text_size::{TextRange, TextSize};

use super::number::number;
use super::texts::Texts;
use super::{Data, Model, NodeId, Text};
use crate::ast::{AstNode, Expr};
use crate::puppet::flat::{Element, Flat};
use crate::puppet::parser_statement_calls;
use crate::{Dialect, ParseOptions, SyntaxKind, SyntaxKind::*};

/// Inputs of lowering a text.
pub struct Means<'t> {
    pub options: ParseOptions,
    pub texts: &'t mut Texts,
    /// It is the beginning of a longer text: its last statement is not the last.
    pub goes_on: bool,
}

/// Lowers a file. A tree with errors gives a model with [`Data::Nop`] where something is missing. What Puppet's parser
/// makes up has no place before [`Model::place_the_rest`] is called.
pub fn lower(file: &Flat<'_>, means: Means<'_>) -> Model {
    let Means { options, texts, goes_on } = means;
    let Some(root) = file.root() else { return Model::default() };
    let mut lowering = Lowering {
        // A node in twenty bytes of text is what real manifests have.
        model: Model { nodes: Vec::with_capacity(usize::from(root.end()) / 20 + 8), ..Model::default() },
        namespace: Vec::new(),
        file,
        heredocs: None,
        detached: None,
        margin: None,
        options,
        texts,
        goes_on,
    };
    let root = lowering.program(root);
    lowering.model.root = Some(root);
    lowering.model
}

struct Lowering<'f> {
    model: Model,
    /// The names of the classes and plans around, as written.
    namespace: Vec<String>,
    file: &'f Flat<'f>,
    /// For each tag of a heredoc, by its offset, the node of its text; found with the first of them.
    heredocs: Option<Vec<(TextSize, Element<'f>)>>,
    /// The texts of those whose text is not in the tree; found with the first of them.
    detached: Option<FxHashMap<TextSize, (String, TextRange)>>,
    /// The margin of the heredoc whose interpolations are being lowered.
    margin: Option<String>,
    options: ParseOptions,
    texts: &'f mut Texts,
    goes_on: bool,
}

impl<'f> Lowering<'f> {
    fn program(&mut self, file: Element<'f>) -> NodeId {
        let range = file.text_range();
        if self.options.dialect == Dialect::Epp {
            return self.template(file);
        }
        let mut statements = self.statements(file);
        if self.goes_on {
            let next = self.missing(range);
            statements.push(next);
        }
        match statements.as_slice() {
            [] => {
                let nop = self.model.add(Data::Nop, TextRange::empty(range.end()));
                self.place(nop, range.end(), range.end());
                nop
            }
            [one] => *one,
            [first, .., last] => {
                let (start, end) = (self.start(*first), self.end(*last));
                let block = self.model.add(Data::Block { statements }, range);
                self.place(block, start, end);
                block
            }
        }
    }

    fn template(&mut self, file: Element<'f>) -> NodeId {
        let range = file.text_range();
        let parameters: Option<Vec<NodeId>> = file.child(EPP_PARAMS).map(|p| p.of_kind(PARAM).map(|p| self.parameter(p)).collect());
        let statements = self.statements(file);
        let body = (!statements.is_empty()).then(|| self.model.add(Data::Block { statements }, range));
        let epp = self.model.add(Data::Epp { parameters_specified: parameters.is_some(), body }, range);
        let lambda = Data::Lambda { parameters: parameters.unwrap_or_default(), body: Some(epp), return_type: None };
        let lambda = self.model.add(lambda, range);
        self.place(lambda, TextSize::new(0), TextSize::new(0));
        lambda
    }

    fn text(&self) -> &'f str {
        self.file.text()
    }

    fn shared(&mut self, text: &str) -> Text {
        self.texts.share(text)
    }

    // ---- places ----

    fn place(&mut self, id: NodeId, start: TextSize, end: TextSize) {
        if let Some(node) = self.model.nodes.get_mut(id.index()) {
            node.offset = start.into();
            node.length = u32::from(end).saturating_sub(start.into());
        }
    }

    fn place_range(&mut self, id: NodeId, range: TextRange) {
        self.place(id, range.start(), range.end());
    }

    fn start(&self, id: NodeId) -> TextSize {
        TextSize::new(self.model.get(id).offset)
    }

    fn end(&self, id: NodeId) -> TextSize {
        let node = self.model.get(id);
        TextSize::new(node.offset.saturating_add(node.length))
    }

    /// A node at a place of its own.
    fn placed(&mut self, data: Data, range: TextRange, place: TextRange) -> NodeId {
        let id = self.model.add(data, range);
        self.place_range(id, place);
        id
    }

    /// A node whose place is its text.
    fn add_node(&mut self, data: Data, range: TextRange) -> NodeId {
        self.placed(data, range, range)
    }

    /// Stand-in for a missing node.
    fn missing(&mut self, range: TextRange) -> NodeId {
        self.add_node(Data::Nop, TextRange::empty(range.end()))
    }

    // ---- statements ----

    /// The statements directly below a node.
    fn statements(&mut self, parent: Element<'f>) -> Vec<NodeId> {
        let mut all = Vec::new();
        for child in parent.children() {
            let id = match child.kind() {
                STATEMENT_CALL => self.statement_call(child),
                kind if is_expr(kind) => self.expr(child),
                _ => continue,
            };
            self.as_statement(id);
            all.push(id);
        }
        all
    }

    /// The value of a call that is a statement is not asked for.
    fn as_statement(&mut self, id: NodeId) {
        if let Some(node) = self.model.nodes.get_mut(id.index())
            && let Data::Call { rval_required, .. } = &mut node.data
        {
            *rval_required = false;
        }
    }

    fn statement_call(&mut self, node: Element<'f>) -> NodeId {
        let parts: Vec<NodeId> = exprs(node).map(|it| self.expr(it)).collect();
        let Some((functor, arguments)) = parts.split_first() else { return self.missing(node.text_range()) };
        let end = arguments.last().map_or_else(|| self.end(*functor), |last| self.end(*last));
        let start = self.start(*functor);
        let data = Data::Call { functor: *functor, rval_required: false, arguments: arguments.to_vec(), lambda: None };
        let id = self.model.add(data, node.text_range());
        self.place(id, start, end);
        id
    }

    /// The body of a definition: a block without a place, or nothing.
    fn body(&mut self, block: Option<Element<'f>>) -> Option<NodeId> {
        let block = block?;
        let statements = self.statements(block);
        (!statements.is_empty()).then(|| self.model.add(Data::Block { statements }, block.text_range()))
    }

    /// The body of a choice: the one statement, or a block between its braces.
    fn branch(&mut self, block: Option<Element<'f>>) -> Option<NodeId> {
        let block = block?;
        let statements = self.statements(block);
        match statements.as_slice() {
            [] => None,
            [one] => Some(*one),
            _ => {
                let range = block.text_range();
                Some(self.add_node(Data::Block { statements }, range))
            }
        }
    }

    // ---- expressions ----

    fn maybe_expr(&mut self, expr: Option<Element<'f>>, around: TextRange) -> NodeId {
        match expr {
            Some(expr) => self.expr(expr),
            None => self.missing(around),
        }
    }

    /// Lowers an expression. What leans to the left (operators, calls, accesses) is walked and not recursed into.
    fn expr(&mut self, node: Element<'f>) -> NodeId {
        let mut spine = Vec::new();
        let mut base = node;
        while leans_left(base.kind()) {
            let Some(left) = exprs(base).next() else { break };
            spine.push(base);
            base = left;
        }
        let mut id = self.base(base);
        while let Some(outer) = spine.pop() {
            id = self.lower_around(outer, id);
        }
        id
    }

    fn base(&mut self, node: Element<'f>) -> NodeId {
        let range = node.text_range();
        let first = node.first_token();
        match node.kind() {
            LITERAL => self.literal(node),
            NAME_EXPR | TYPE_NAME_EXPR | RESERVED_EXPR | KEYWORD_EXPR => {
                let text = self.shared(first.map_or("", Element::text));
                let data = match node.kind() {
                    NAME_EXPR => Data::Name(text),
                    TYPE_NAME_EXPR => Data::Reference(text),
                    RESERVED_EXPR => Data::Reserved(text),
                    _ => Data::String(text),
                };
                self.add_node(data, range)
            }
            VAR_EXPR => self.variable(range, first.map_or("", Element::text)),
            DQ_STRING => self.dq_string(node),
            HEREDOC => self.heredoc(node),
            PAREN_EXPR => {
                let inner = self.first_expr(node);
                let open = TextRange::at(range.start(), TextSize::new(1));
                self.placed(Data::Paren { expr: inner }, range, open)
            }
            PREFIX_EXPR => {
                let inner = self.first_expr(node);
                let op = first.map_or(range, Element::text_range);
                let data = match first.map(Element::kind) {
                    Some(BANG) => Data::Not { expr: inner },
                    Some(MINUS) => Data::Minus { expr: inner },
                    _ => Data::Unfold { expr: inner },
                };
                self.placed(data, range, op)
            }
            LIST_EXPR => {
                let values = self.elements(node);
                self.add_node(Data::List { values }, range)
            }
            HASH_EXPR => {
                let entries = self.entries(node);
                self.add_node(Data::Hash { entries }, range)
            }
            IF_EXPR => self.if_expr(node),
            UNLESS_EXPR => self.unless_expr(node),
            CASE_EXPR => self.case_expr(node),
            CLASS_DEF | DEFINE_DEF | FUNCTION_DEF | PLAN_DEF | NODE_DEF | TYPE_ALIAS | TYPE_DEF | APPLY_EXPR => self.definition(node),
            RESOURCE => self.class_resource(node),
            VIRTUAL_EXPR => self.virtual_resource(node),
            EPP_TEXT_RUN => self.epp_text(node),
            EPP_RENDER => self.epp_render(node),
            _ => self.missing(range),
        }
    }

    fn first_expr(&mut self, node: Element<'f>) -> NodeId {
        self.maybe_expr(exprs(node).next(), node.text_range())
    }

    fn literal(&mut self, node: Element<'f>) -> NodeId {
        let range = node.text_range();
        let Some(token) = node.first_token() else { return self.missing(range) };
        let text = token.text();
        let data = match token.kind() {
            NUMBER => number(text).unwrap_or(Data::Nop),
            WORD => Data::String(self.shared(text)),
            SQ_STRING => {
                let text = self.single_quoted(text);
                Data::String(self.shared(&text))
            }
            REGEX => Data::Regex(text.get(1..text.len().saturating_sub(1)).unwrap_or("").replace("\\/", "/")),
            TRUE_KW => Data::Boolean(true),
            FALSE_KW => Data::Boolean(false),
            DEFAULT_KW => Data::Default,
            _ => Data::Undef,
        };
        self.add_node(data, range)
    }

    /// A variable; Puppet places its name one byte after the token's start, even where there is no `$`.
    fn variable(&mut self, range: TextRange, text: &str) -> NodeId {
        let name = self.shared(text.strip_prefix('$').unwrap_or(text));
        let after = range.start() + TextSize::new(1);
        let name = self.placed(Data::Name(name), range, TextRange::new(after, range.end().max(after)));
        self.add_node(Data::Variable { expr: name }, range)
    }

    /// Lowers the node around an expression.
    fn lower_around(&mut self, node: Element<'f>, left: NodeId) -> NodeId {
        let range = node.text_range();
        match node.kind() {
            BIN_EXPR | ASSIGN_EXPR | CHAIN_EXPR => self.operator(node, left),
            ACCESS_EXPR => {
                let mut keys = self.elements_after(node, true);
                keys.shrink_to_fit();
                let start = self.start(left);
                let id = self.model.add(Data::Access { left, keys }, range);
                self.place(id, start, range.end());
                id
            }
            CALL_EXPR => {
                let arguments = self.arguments(node);
                let lambda = self.lambda(node);
                let end = self.call_end(node, lambda);
                let start = self.start(left);
                let id = self.model.add(Data::Call { functor: left, rval_required: true, arguments, lambda }, range);
                self.place(id, start, end);
                id
            }
            METHOD_CALL_EXPR => self.method_call(node, left),
            SELECTOR_EXPR => {
                let selectors = node.of_kind(SELECTOR_ARM).map(|arm| self.selector_arm(arm)).collect();
                let (start, end) = (self.start(left), self.end(left));
                let id = self.model.add(Data::Selector { left, selectors }, range);
                self.place(id, start, end);
                id
            }
            COLLECTOR_EXPR => self.collector(node, left),
            RESOURCE | RESOURCE_DEFAULTS | RESOURCE_OVERRIDE | UNTITLED_RESOURCE => self.resource(node, left),
            _ => left,
        }
    }

    fn operator(&mut self, node: Element<'f>, left: NodeId) -> NodeId {
        let range = node.text_range();
        let op = node.tokens().find(|t| !t.kind().is_trivia());
        let right = self.maybe_expr(exprs(node).nth(1), range);
        let place = op.map_or(range, Element::text_range);
        let Some((kind, sign)) = op.and_then(|t| Some((t.kind(), t.kind().text()?))) else { return left };
        let data = match kind {
            IN_KW => Some(Data::In { left, right }),
            AND_KW => Some(Data::And { left, right }),
            OR_KW => Some(Data::Or { left, right }),
            EQ | PLUS_EQ | MINUS_EQ => Assignment::parse(sign).map(|op| Data::Assignment { op, left, right }),
            EQ2 | NEQ | LT | GT | LE | GE => Comparison::parse(sign).map(|op| Data::Comparison { op, left, right }),
            MATCH | NO_MATCH => Match::parse(sign).map(|op| Data::Match { op, left, right }),
            PLUS | MINUS | STAR | SLASH | PERCENT | SHL | SHR => Arithmetic::parse(sign).map(|op| Data::Arithmetic { op, left, right }),
            _ => Direction::parse(sign).map(|op| Data::Relationship { op, left, right }),
        };
        let Some(data) = data else { return left };
        self.placed(data, range, place)
    }

    fn selector_arm(&mut self, arm: Element<'f>) -> NodeId {
        let range = arm.text_range();
        let mut sides = exprs(arm);
        let matching = self.maybe_expr(sides.next(), range);
        let value = self.maybe_expr(sides.next(), range);
        let place = token_range(arm, FAT_ARROW).unwrap_or(range);
        self.placed(Data::SelectorEntry { matching, value }, range, place)
    }

    fn method_call(&mut self, node: Element<'f>, left: NodeId) -> NodeId {
        let range = node.text_range();
        let dot = token_range(node, DOT).unwrap_or(range);
        let name = node.tokens().find(|t| matches!(t.kind(), NAME | TYPE_KW));
        let end = name.map_or(dot.end(), Element::end);
        let name_range = name.map_or(dot, Element::text_range);
        let name = self.shared(name.map_or("", Element::text));
        let right = self.model.add(Data::Name(name), name_range);
        let functor = self.placed(Data::NamedAccess { left, right }, range, TextRange::new(dot.start(), end));
        let list = node.child(ARG_LIST);
        let arguments = self.arguments(node);
        let place = match list.map(Element::text_range) {
            // Without arguments Puppet takes the opening parenthesis alone.
            Some(list) if arguments.is_empty() => TextRange::at(list.start(), TextSize::of('(')),
            Some(list) => list,
            None => TextRange::new(dot.start(), end),
        };
        let lambda = self.lambda(node);
        self.placed(Data::MethodCall { functor, arguments, lambda }, range, place)
    }

    fn call_end(&self, node: Element<'f>, lambda: Option<NodeId>) -> TextSize {
        match lambda {
            Some(lambda) => self.end(lambda),
            None => node.child(ARG_LIST).unwrap_or(node).end(),
        }
    }

    fn arguments(&mut self, node: Element<'f>) -> Vec<NodeId> {
        node.child(ARG_LIST).map(|l| self.elements(l)).unwrap_or_default()
    }

    fn lambda(&mut self, node: Element<'f>) -> Option<NodeId> {
        let lambda = node.child(LAMBDA)?;
        let range = lambda.text_range();
        let parameters = lambda.child(LAMBDA_PARAMS).map(|p| p.of_kind(PARAM).map(|p| self.parameter(p)).collect()).unwrap_or_default();
        let return_type = lambda.child(RETURN_TYPE).and_then(|r| exprs(r).next()).map(|t| self.expr(t));
        let body = self.body(lambda.child(BLOCK));
        Some(self.add_node(Data::Lambda { parameters, body, return_type }, range))
    }

    fn elements(&mut self, node: Element<'f>) -> Vec<NodeId> {
        self.elements_after(node, false)
    }

    /// The elements between brackets; pairs that follow one another make one hash.
    fn elements_after(&mut self, node: Element<'f>, skip_first: bool) -> Vec<NodeId> {
        let mut all: Vec<NodeId> = Vec::new();
        let mut run: Option<NodeId> = None;
        let children = node.children().filter(|c| is_expr(c.kind()) || c.kind() == HASH_ENTRY);
        for child in children.skip(usize::from(skip_first)) {
            if child.kind() != HASH_ENTRY {
                run = None;
                let id = self.expr(child);
                all.push(id);
                continue;
            }
            let entry = self.entry(child);
            if let Some(Data::Hash { entries }) = run.and_then(|id| self.model.nodes.get_mut(id.index())).map(|n| &mut n.data) {
                entries.push(entry);
                continue;
            }
            let place = TextRange::new(self.start(entry), self.end(entry));
            let hash = self.placed(Data::Hash { entries: vec![entry] }, child.text_range(), place);
            all.push(hash);
            run = Some(hash);
        }
        all
    }

    fn entries(&mut self, node: Element<'f>) -> Vec<NodeId> {
        node.of_kind(HASH_ENTRY).map(|it| self.entry(it)).collect()
    }

    fn entry(&mut self, node: Element<'f>) -> NodeId {
        let range = node.text_range();
        let mut sides = exprs(node);
        let key = self.maybe_expr(sides.next(), range);
        let value = self.maybe_expr(sides.next(), range);
        let place = token_range(node, FAT_ARROW).unwrap_or(range);
        self.placed(Data::Entry { key, value }, range, place)
    }

    // ---- choices ----

    fn if_expr(&mut self, node: Element<'f>) -> NodeId {
        let mut parts = vec![node];
        parts.extend(node.of_kind(ELSIF_CLAUSE));
        let mut otherwise = self.otherwise(node);
        while let Some(part) = parts.pop() {
            let (keyword, then_block, range) = (part.start(), part.child(BLOCK), part.text_range());
            let brace = then_block.map_or(range.end(), Element::end);
            let test = self.maybe_expr(exprs(part).next(), range);
            let then = self.branch(then_block);
            let end = otherwise.map_or(brace, |o| self.end(o));
            let range = TextRange::new(keyword, node.end().max(keyword));
            // Puppet measures from the condition, and then moves the start to the keyword.
            let length = TextSize::new(u32::from(end).saturating_sub(self.start(test).into()));
            let id = self.model.add(Data::If { test, then, otherwise }, range);
            self.place(id, keyword, keyword + length);
            otherwise = Some(id);
        }
        otherwise.unwrap_or_else(|| self.missing(node.text_range()))
    }

    fn otherwise(&mut self, node: Element<'f>) -> Option<NodeId> {
        self.branch(node.child(ELSE_CLAUSE)?.child(BLOCK))
    }

    fn unless_expr(&mut self, node: Element<'f>) -> NodeId {
        let (range, then_block) = (node.text_range(), node.child(BLOCK));
        let brace = then_block.map_or(range.end(), Element::end);
        let test = self.maybe_expr(exprs(node).next(), range);
        let then = self.branch(then_block);
        let otherwise = self.otherwise(node);
        // Behind an empty body Puppet takes the end of the `else` part, which may not be there.
        let end = match (then, otherwise) {
            (Some(_), _) => brace,
            (None, Some(o)) => self.end(o),
            (None, None) => range.start() + TextSize::of("unless"),
        };
        let id = self.model.add(Data::Unless { test, then, otherwise }, range);
        self.place(id, range.start(), end);
        id
    }

    fn case_expr(&mut self, node: Element<'f>) -> NodeId {
        let range = node.text_range();
        let test = self.maybe_expr(exprs(node).next(), range);
        let options = node.of_kind(CASE_OPTION).map(|it| self.case_option(it)).collect();
        self.add_node(Data::Case { test, options }, range)
    }

    fn case_option(&mut self, option: Element<'f>) -> NodeId {
        let range = option.text_range();
        let values = exprs(option).map(|it| self.expr(it)).collect();
        let then = self.body(option.child(BLOCK));
        let start = option.token(COLON).map_or(range.start(), Element::start);
        let id = self.model.add(Data::CaseOption { values, then }, range);
        self.place(id, start, range.end());
        id
    }
}

fn leans_left(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        BIN_EXPR
            | ASSIGN_EXPR
            | CHAIN_EXPR
            | ACCESS_EXPR
            | CALL_EXPR
            | METHOD_CALL_EXPR
            | SELECTOR_EXPR
            | COLLECTOR_EXPR
            | RESOURCE
            | RESOURCE_DEFAULTS
            | RESOURCE_OVERRIDE
            | UNTITLED_RESOURCE
    )
}

/// The range of the first token of this kind directly below the node.
fn token_range(node: Element<'_>, kind: SyntaxKind) -> Option<TextRange> {
    node.token(kind).map(Element::text_range)
}

fn is_expr(kind: SyntaxKind) -> bool {
    Expr::can_cast(kind)
}

/// The expressions directly below the node.
fn exprs<'f>(node: Element<'f>) -> impl Iterator<Item = Element<'f>> + use<'f> {
    node.children().filter(|it| is_expr(it.kind()))
}

fn is_statement_call(name: &str) -> bool {
    parser_statement_calls().contains(&name)
}
