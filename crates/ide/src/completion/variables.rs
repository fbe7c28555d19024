//! Variables that can be read at the cursor.

use hir::{Item, Owner, Role, Symbol, name};
use syntax::ast::{AssignExpr, AstNode, Expr};
use syntax::{Dialect, SyntaxKind};
use values::Type;

use super::item::{CompletionItem, CompletionKind, Found, Rank};
use super::{Ask, expected};
use crate::builtin_docs;

/// A variable and what is known of it.
struct Variable {
    name: String,
    detail: String,
    rank: Rank,
    is_parameter: bool,
    about: Option<String>,
    /// The type that it is declared with, or that a constant has which it is set to.
    ty: Option<String>,
}

/// The definition that the cursor is in.
pub(super) fn definition_around<'a>(ask: &'a Ask<'_>) -> Option<&'a Item> {
    let (tree, map) = ask.items();
    let around = tree.items.iter().zip(&map.items).filter(|(_, it)| it.whole.contains(ask.cursor.offset));
    around.min_by_key(|(_, it)| it.whole.len()).map(|(item, _)| item)
}

/// Behind a `$`, which stays.
pub(super) fn add(ask: &Ask<'_>, found: &mut Found) {
    let typed = ask.typed.trim_start_matches("::");
    match typed.rsplit_once("::") {
        Some((scope, _)) => of_class(ask, scope, found),
        None => {
            let wanted = expected::type_expected(ask, &super::context::expected_of_variable(ask.cursor));
            for it in fitting(ask, wanted.as_ref()) {
                let filter = it.name.clone();
                found.add(item(it).text(filter.clone()).filter(filter));
            }
        }
    }
    namespaces(ask, found);
}

/// Where anything with a value may stand.
pub(super) fn with_dollar(ask: &Ask<'_>, wanted: Option<&Type>, found: &mut Found) {
    if ask.typed.contains(':') {
        return;
    }
    for it in fitting(ask, wanted) {
        found.add(item(it));
    }
}

/// Readable variables: those of a wanted type first, those of another type last.
fn fitting(ask: &Ask<'_>, wanted: Option<&Type>) -> Vec<Variable> {
    let mut all = visible(ask);
    let Some(wanted) = wanted else { return all };
    for it in all.iter_mut().filter(|it| it.rank <= Rank::Module) {
        let fits = it.ty.as_deref().and_then(|ty| expected::fits(wanted, &expected::read(ask, ty)));
        it.rank = match fits {
            Some(true) => Rank::Fits,
            Some(false) => Rank::Last,
            None => it.rank,
        };
    }
    all
}

fn item(it: Variable) -> CompletionItem {
    let kind = if it.is_parameter { CompletionKind::Parameter } else { CompletionKind::Variable };
    let item = CompletionItem::new(format!("${}", it.name), kind, it.rank).detail(it.detail);
    CompletionItem { about: it.about, ..item }
}

fn visible(ask: &Ask<'_>) -> Vec<Variable> {
    let mut all: Vec<Variable> = Vec::new();
    let around = definition_around(ask);
    if let Some(item) = around {
        parameters(item, "", Rank::Local, &mut all);
    }
    if ask.snapshot.dialect(ask.file) == Dialect::Epp {
        for it in &ask.items().0.template {
            let detail = signature(it.ty.as_deref(), it.default.as_deref());
            let ty = it.ty.as_ref().map(ToString::to_string);
            all.push(Variable { name: it.name.to_string(), detail, rank: Rank::Local, is_parameter: true, about: None, ty });
        }
    }
    own(ask, around, &mut all);
    if let Some(parent) = around.and_then(|it| it.parent.as_ref()) {
        for (class, file) in ask.snapshot.ancestors(parent, ask.file) {
            members(ask, &class, file, "", Rank::Module, &mut all);
        }
    }
    builtin(around, &mut all);
    // The default of a parameter cannot speak of itself.
    let own = own_parameter(ask);
    all.retain(|it| own.as_deref() != Some(&it.name));
    all
}

/// The parameter that is being written.
fn own_parameter(ask: &Ask<'_>) -> Option<String> {
    let mut parents = ask.cursor.token.parent_ancestors();
    let node = parents.find(|it| it.kind() == SyntaxKind::PARAM)?;
    let token = crate::text::first_token_of(&node, &[SyntaxKind::VARIABLE])?;
    Some(token.text().trim_start_matches('$').to_owned())
}

/// Variables that the text itself sets, as far as the cursor sees them.
fn own(ask: &Ask<'_>, around: Option<&Item>, all: &mut Vec<Variable>) {
    let references = hir::bindings(&ask.cursor.parse, ask.cursor.offset);
    let assignment = ask.cursor.token.parent_ancestors().find(|it| it.kind() == SyntaxKind::ASSIGN_EXPR).map(|it| it.text_range());
    for it in references.all.iter().filter(|it| it.role == Role::Definition) {
        // The word that is being written is none, and what is being set has no value yet.
        if it.range.contains_inclusive(ask.cursor.offset) || assignment.is_some_and(|assignment| assignment.contains_range(it.range)) {
            continue;
        }
        let name = match &it.symbol {
            Symbol::Local(number) => {
                let number = usize::try_from(*number).unwrap_or(usize::MAX);
                let Some((name, reach)) = references.locals.get(number) else { continue };
                reach.contains_inclusive(ask.cursor.offset).then_some(name)
            }
            Symbol::Member { owner, name } => match owner {
                Owner::Class(of) | Owner::Type(of) | Owner::Plan(of) => around.is_some_and(|it| it.name == *of).then_some(name),
                Owner::ThisTemplate => Some(name),
                Owner::Template(_) => None,
            },
            Symbol::Top(name) => around.is_none().then_some(name),
            _ => None,
        };
        let Some(name) = name else { continue };
        // What is set further down has no value yet.
        let rank = if it.range.start() > ask.cursor.offset { Rank::Workspace } else { Rank::Local };
        if all.iter().all(|it| it.name != *name) {
            let ty = constant(ask, it.range);
            all.push(Variable { name: name.to_string(), detail: String::new(), rank, is_parameter: false, about: None, ty });
        }
    }
}

/// The type of the constant that a variable is set to.
fn constant(ask: &Ask<'_>, variable: syntax::TextRange) -> Option<String> {
    let root = ask.cursor.token.parent_ancestors().last()?;
    let assignment = root.covering_element(variable).ancestors().find_map(AssignExpr::cast)?;
    let is_it = assignment.lhs().is_some_and(|it| it.syntax().text_range().contains_range(variable));
    match assignment.rhs().filter(|_| is_it)? {
        Expr::DqString(_) => Some("String".to_owned()),
        value => crate::assists::type_of(&value),
    }
}

fn parameters(item: &Item, before: &str, rank: Rank, all: &mut Vec<Variable>) {
    for it in &item.parameters {
        let detail = signature(it.ty.as_deref(), it.default.as_deref());
        let about = Some(format!("parameter {} {}", item.name, it.name));
        let ty = it.ty.as_ref().map(ToString::to_string);
        all.push(Variable { name: format!("{before}{}", it.name), detail, rank, is_parameter: true, about, ty });
    }
}

pub(super) fn signature(ty: Option<&str>, default: Option<&str>) -> String {
    let default = default.map(|it| format!("= {it}")).unwrap_or_default();
    let text = format!("{} {default}", ty.unwrap_or_default());
    super::data_types::shortened(text.trim())
}

/// The parameters and variables of a class.
fn members(ask: &Ask<'_>, class: &str, file: analysis::File, before: &str, rank: Rank, all: &mut Vec<Variable>) {
    let symbol = Symbol::Class(class.into());
    if let Some(item) = ask.snapshot.resolve(&symbol, file).into_iter().find_map(|it| ask.snapshot.item(it)) {
        parameters(item, before, rank, all);
    }
    let defined = ask.snapshot.references(file).all.iter().filter(|it| it.role == Role::Definition);
    for it in defined {
        let Symbol::Member { owner: Owner::Class(of), name } = &it.symbol else { continue };
        let whole = format!("{before}{name}");
        if of == class && all.iter().all(|it| it.name != whole) {
            // Those with a leading underscore are private, by custom.
            let rank = if name.starts_with('_') { Rank::Last } else { rank.max(Rank::Module) };
            all.push(Variable { name: whole, detail: String::new(), rank, is_parameter: false, about: None, ty: None });
        }
    }
}

/// `$apache::…`
fn of_class(ask: &Ask<'_>, scope: &str, found: &mut Found) {
    let class = name::normal(scope);
    let mut all = Vec::new();
    for (class, file) in ask.snapshot.ancestors(&class, ask.file) {
        members(ask, &class, file, &format!("{scope}::"), Rank::Local, &mut all);
    }
    for it in all {
        let whole = it.name.clone();
        found.add(item(it).text(whole.clone()).filter(whole));
    }
}

/// Classes whose variables can be named, once there is a `::` or the word begins as a name of one.
fn namespaces(ask: &Ask<'_>, found: &mut Found) {
    let typed = ask.typed.trim_start_matches("::");
    if typed.is_empty() {
        found.is_partial = true;
        return;
    }
    let installed = ask.snapshot.offered_by_installed(ask.file);
    let classes = ask.snapshot.offered().iter().chain(installed).filter(|it| it.kind == hir::ItemKind::Class);
    for it in classes.filter(|it| it.name.starts_with(typed)) {
        let label = format!("{}::", it.name);
        let rank = ask.rank(it.definition, &it.name).max(Rank::Module);
        found.add(CompletionItem::new(format!("${label}"), CompletionKind::Module, rank).text(label.clone()).filter(label).goes_on());
    }
}

/// Variables that Puppet sets.
fn builtin(around: Option<&Item>, all: &mut Vec<Variable>) {
    use hir::ItemKind;
    let in_definition = around.is_some_and(|it| matches!(it.kind, ItemKind::Class | ItemKind::Define));
    for name in builtin_docs::variable_names() {
        let is_of_definition = matches!(name, "title" | "name" | "module_name" | "caller_module_name");
        let is_usual = matches!(name, "facts" | "trusted" | "title" | "name");
        if is_of_definition && !in_definition || all.iter().any(|it| it.name == name) {
            continue;
        }
        let rank = if is_usual { Rank::Workspace } else { Rank::Last };
        let about = Some(format!("variable {name}"));
        all.push(Variable { name: name.to_owned(), detail: String::new(), rank, is_parameter: false, about, ty: None });
    }
}

/// The type of a variable that is a parameter around the cursor.
pub(super) fn type_of(ask: &Ask<'_>, variable: &str) -> Option<String> {
    let in_template = ask.items().0.template.iter().find(|it| it.name == variable);
    let parameter = in_template.or_else(|| definition_around(ask)?.parameter(variable).map(|it| it.1));
    parameter?.ty.as_ref().map(ToString::to_string)
}
