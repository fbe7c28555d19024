//! The second pass: what the grammar accepts and Puppet refuses all the same.
//!
//! The model is walked from the outside in, and each node is shown to the rules for its kind, in Puppet's order.
//! One file for each rule, under the name of its code.

mod json;
mod literal;
mod rules;

use literals::operator::{Arithmetic, Assignment};
use text_size::TextSize;

use super::model::{Data, Definition, DefinitionKind, Model, NodeId};
use crate::{Code, Place, Problem, Severity, Strict, ValidateOptions};

/// A problem of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    pub code: Code,
    pub severity: Severity,
    pub node: NodeId,
    /// Puppet's own words.
    pub message: String,
    /// Puppet stops here and forgets what it has found so far.
    pub fatal: bool,
    /// Another node that matters, and why.
    pub related: Option<(NodeId, &'static str)>,
}

/// All problems, in Puppet's order; some are found twice, as Puppet does.
pub fn issues(model: &Model, options: &ValidateOptions) -> Vec<Issue> {
    let Some(root) = model.root else { return Vec::new() };
    let mut checker = Checker { model, options, path: Vec::new(), issues: Vec::new() };
    rules::illegal_top_construct_location::check(&mut checker, root);
    let mut stack = vec![(root, 0)];
    let mut children = Vec::new();
    while let Some((id, depth)) = stack.pop() {
        checker.path.truncate(depth);
        checker.node(id);
        checker.path.push(id);
        children.clear();
        model.children(id, &mut children);
        stack.extend(children.iter().rev().map(|child| (*child, depth + 1)));
    }
    checker.issues
}

/// The problem as users see it: of a definition or resource its head is underlined.
pub(crate) fn problem(model: &Model, issue: &Issue) -> Problem {
    let node = model.get(issue.node);
    let place = TextSize::new(node.offset);
    let puppet_place = if place == model.focus(issue.node).start() { Place::Same } else { Place::At(place) };
    Problem {
        code: issue.code,
        severity: issue.severity,
        range: model.focus(issue.node),
        message: issue.message.clone(),
        help: help(model, issue).map(str::to_owned),
        related: issue.related.iter().map(|(node, why)| (model.focus(*node), (*why).to_owned())).collect(),
        puppet_place,
    }
}

/// Help, where Puppet's text has none.
fn help(model: &Model, issue: &Issue) -> Option<&'static str> {
    Some(match issue.code {
        Code::AppendsDeletesRemoved if matches!(model.data(issue.node), Data::Assignment { op: Assignment::Subtract, .. }) => {
            "assign to a new variable: `$less = $all - $some`"
        }
        Code::AppendsDeletesRemoved => "assign to a new variable: `$all = $some + $more`",
        Code::CrossScopeAssignment => "a class sets its own variables only: make it a parameter of that class",
        Code::IllegalAssignment if matches!(model.data(issue.node), Data::Arithmetic { op: Arithmetic::Subtract, .. }) => {
            "a name of a variable has no `-` in it: write `_`"
        }
        Code::IllegalIndexedAssignment => "values do not change: make a new one, as `$b = $a + { 'key' => 'value' }`",
        Code::IllegalNumericAssignment => "choose a name that begins with a letter",
        Code::IllegalNodeInheritance => "put what is common into a class, and declare it in both nodes",
        Code::NotTopLevel | Code::NotAbsoluteTopLevel => "move the definition to a file of its own",
        Code::ReservedParameter => "every class and defined type has this variable already: choose another name",
        Code::ReservedWord => "put the word in quotes",
        Code::ResourceWithoutTitle => "write a title and a colon before the attributes: `{ 'title': … }`",
        Code::IllegalVariableName => "variables begin with a small letter: `$name`, `$class::name`",
        Code::IllegalDefinitionName => "names hold small letters, digits and `_`, and each part begins with a letter",
        Code::NoEffect | Code::NoEffectLast => "remove it, or use its value",
        Code::IllegalAttributeAppend => "only overrides and collectors can add to an attribute: write `=>`",
        Code::DuplicateKey => "the last one wins: remove the others",
        _ => return None,
    })
}

pub(crate) struct Checker<'a> {
    pub(crate) model: &'a Model,
    pub(crate) options: &'a ValidateOptions,
    /// Ancestors of the checked node, outermost first. The program itself is not in it.
    pub(crate) path: Vec<NodeId>,
    issues: Vec<Issue>,
}

impl<'a> Checker<'a> {
    pub(crate) fn data(&self, id: NodeId) -> &'a Data {
        self.model.data(id)
    }

    pub(crate) fn error(&mut self, code: Code, node: NodeId, message: String) {
        self.accept(code, Severity::Error, node, message);
    }

    pub(crate) fn accept(&mut self, code: Code, severity: Severity, node: NodeId, message: String) {
        self.issues.push(Issue { code, severity, node, message, fatal: false, related: None });
    }

    /// Names another place that matters to what was said last.
    pub(crate) fn see(&mut self, node: NodeId, why: &'static str) {
        if let Some(issue) = self.issues.last_mut() {
            issue.related = Some((node, why));
        }
    }

    pub(crate) fn fatal(&mut self, code: Code, node: NodeId, message: String) {
        self.issues.push(Issue { code, severity: Severity::Error, node, message, fatal: true, related: None });
    }

    /// The n-th ancestor of the current node: 0 is the nearest.
    pub(crate) fn holder(&self, n: usize) -> Option<NodeId> {
        self.path.len().checked_sub(n + 1).and_then(|i| self.path.get(i)).copied()
    }

    pub(crate) fn severity_of_strict(&self) -> Option<Severity> {
        match self.options.strict {
            Strict::Off => None,
            Strict::Warning => Some(Severity::Warning),
            Strict::Error => Some(Severity::Error),
        }
    }

    /// Puppet's rules for one node, in Puppet's order.
    fn node(&mut self, id: NodeId) {
        if self.options.tasks && rules::not_supported_when_scripting::check(self, id) {
            return;
        }
        match self.data(id) {
            Data::Assignment { op, left, right } => {
                if *op == Assignment::Set {
                    rules::illegal_assignment::check(self, *left);
                    rules::not_rvalue::check(self, *right);
                } else {
                    rules::appends_deletes_removed::check(self, id, *op);
                }
            }
            Data::AttributeOperation { value, .. } => {
                rules::illegal_attribute_append::check(self, id);
                rules::not_rvalue::check(self, *value);
            }
            Data::Arithmetic { left, right, .. }
            | Data::Comparison { left, right, .. }
            | Data::Match { left, right, .. }
            | Data::In { left, right }
            | Data::And { left, right }
            | Data::Or { left, right } => {
                rules::not_rvalue::check(self, *left);
                rules::not_rvalue::check(self, *right);
            }
            Data::Relationship { left, right, .. } => {
                rules::not_rvalue::check_operand(self, *left);
                rules::not_rvalue::check_operand(self, *right);
            }
            Data::AttributesOperation { expr }
            | Data::Paren { expr }
            | Data::Not { expr }
            | Data::Minus { expr }
            | Data::Unfold { expr }
            | Data::Text { expr }
            | Data::Render { expr } => rules::not_rvalue::check(self, *expr),
            Data::Block { .. } if rules::resource_without_title::check(self, id) => {}
            Data::Block { .. } | Data::ApplyBlock { .. } => rules::no_effect::check(self, id),
            Data::Call { functor, .. } => rules::illegal_expression::check_functor(self, id, *functor),
            Data::Case { test, .. } => {
                rules::not_rvalue::check(self, *test);
                rules::duplicate_default::check_case(self, id);
            }
            Data::CaseOption { values, .. } => {
                for value in values {
                    rules::not_rvalue::check(self, *value);
                }
            }
            Data::Collect { type_expr, .. } => rules::illegal_expression::check_collected_type(self, id, *type_expr),
            Data::Definition { kind, .. } => self.definition(id, *kind),
            Data::Epp { .. } => {
                if let Some(lambda) = self.holder(0) {
                    rules::captures_rest_not_supported::check(self, lambda, id);
                    rules::duplicate_parameter::check(self, lambda);
                }
            }
            Data::Entry { key, value } => {
                rules::not_rvalue::check(self, *key);
                rules::not_rvalue::check(self, *value);
            }
            Data::Hash { .. } => rules::duplicate_key::check(self, id),
            Data::Heredoc { syntax, text } => rules::invalid_heredoc_text::check(self, syntax, *text),
            Data::If { test, .. } | Data::Unless { test, .. } => rules::not_rvalue::check(self, *test),
            Data::Integer { .. } => rules::numeric_overflow::check(self, id),
            Data::Lambda { return_type, .. } => {
                rules::captures_rest_not_last::check(self, id);
                rules::illegal_expression::check_type_reference(self, id, *return_type);
            }
            Data::List { values } => {
                for value in values {
                    rules::not_rvalue::check(self, *value);
                }
            }
            Data::NodeDefinition { parent, matches, body } => {
                for host in matches {
                    rules::illegal_hostname_chars::check(self, *host, id);
                }
                rules::not_top_level::check(self, id);
                rules::no_effect_last::check(self, id, *body);
                rules::illegal_node_inheritance::check(self, *parent);
            }
            Data::Parameter { .. } => {
                rules::illegal_numeric_parameter::check(self, id);
                rules::illegal_parameter_name::check(self, id);
                rules::illegal_assignment_context::check(self, id);
            }
            Data::Query { expr: Some(expr), .. } => rules::illegal_query_expression::check(self, *expr),
            Data::Reserved(_) => rules::reserved_word::check(self, id),
            Data::Resource { .. } => rules::class_not_virtualizable::check(self, id),
            Data::ResourceBody { .. } => rules::multiple_attributes_unfold::check(self, id),
            Data::ResourceDefaults { .. } | Data::ResourceOverride { .. } => rules::not_virtualizable::check(self, id),
            Data::Selector { left, .. } => {
                rules::not_rvalue::check(self, *left);
                rules::duplicate_default::check_selector(self, id);
            }
            Data::SelectorEntry { matching, .. } => rules::not_rvalue::check(self, *matching),
            Data::TypeAlias { name, type_expr } => {
                rules::not_top_level::check(self, id);
                rules::illegal_definition_name::check_type(self, id, name);
                rules::reserved_type_name::check(self, id, name);
                rules::illegal_expression::check_type_reference(self, id, Some(*type_expr));
            }
            Data::TypeMapping { .. } => {
                rules::not_top_level::check(self, id);
                rules::illegal_type_mapping::check(self, id);
            }
            Data::TypeDefinition { name, .. } => {
                rules::not_top_level::check(self, id);
                rules::reserved_type_name::check(self, id, name);
                rules::unsupported_expression::check(self, id);
            }
            Data::Variable { expr } => rules::illegal_variable_name::check(self, id, *expr),
            Data::Apply { .. } if self.options.tasks => rules::not_supported_when_compiling::check_apply(self, id),
            _ => {}
        }
    }

    fn definition(&mut self, id: NodeId, kind: DefinitionKind) {
        let Data::Definition { rest, .. } = self.data(id) else { return };
        let Definition { name, return_type, body, .. } = &**rest;
        rules::not_top_level::check(self, id);
        rules::illegal_definition_name::check(self, id, name);
        rules::illegal_definition_location::check(self, id, name);
        rules::reserved_type_name::check(self, id, name);
        rules::future_reserved_word::check(self, id, name);
        match kind {
            DefinitionKind::Function | DefinitionKind::Plan => {
                rules::illegal_expression::check_type_reference(self, id, *return_type);
                rules::duplicate_parameter::check(self, id);
            }
            DefinitionKind::Class | DefinitionKind::Define => {
                rules::captures_rest_not_supported::check(self, id, id);
                rules::duplicate_parameter::check(self, id);
                rules::reserved_parameter::check(self, id);
                rules::no_effect_last::check(self, id, *body);
                if kind == DefinitionKind::Class {
                    rules::nonliteral_parameter_type::check(self, id);
                }
            }
        }
    }
}
