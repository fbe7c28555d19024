//! Functions: of the language, of modules' manifests, of modules' Ruby code.

use hir::ItemKind;
use values::Type;

use super::item::{CompletionItem, CompletionKind, Found, Rank, escaped};
use super::{Ask, expected};
use crate::builtin_docs;
use crate::forms;

/// Functions that statements begin with, and that need no parentheses.
const STATEMENTS: &[&str] =
    &["include", "contain", "require", "realize", "tag", "fail", "notice", "info", "warning", "err", "debug", "alert", "crit", "emerg"];

/// Those that most manifests have.
const USUAL: &[&str] = &["contain", "each", "epp", "fail", "include", "lookup", "map", "notice", "require", "template"];

/// These have no value either.
const WITHOUT_VALUE: &[&str] = &["break", "create_resources", "hiera_include", "import", "next", "return"];

/// Results of built-in functions for one value.
const RETURNS: &[(&str, &[&str])] = &[
    ("String", OF_STRINGS),
    ("Integer", &["ceiling", "compare", "floor", "length", "round", "size", "versioncmp"]),
    ("Numeric", &["abs"]),
    ("Boolean", &["all", "any", "defined", "empty", "tagged"]),
    ("Array", &["flatten", "hiera_array", "keys", "map", "partition", "slice", "split", "values"]),
    ("Hash", &["group_by", "hiera_hash"]),
    ("Binary", &["binary_file"]),
];

const OF_STRINGS: &[&str] = &[
    "camelcase",
    "capitalize",
    "chomp",
    "chop",
    "digest",
    "downcase",
    "epp",
    "file",
    "fqdn_rand",
    "generate",
    "inline_epp",
    "inline_template",
    "join",
    "lstrip",
    "rstrip",
    "shellquote",
    "sprintf",
    "strftime",
    "strip",
    "template",
    "upcase",
];

/// Purpose of functions.
#[derive(Clone, Copy)]
pub(super) enum For<'t> {
    Statement,
    /// A value, of a type if one is known.
    Value(Option<&'t Type>),
}

impl For<'_> {
    /// How near a function is by what it gives.
    fn rank(self, ask: &Ask<'_>, rank: Rank, returns: Option<&str>) -> Rank {
        let For::Value(Some(wanted)) = self else { return rank };
        match returns.and_then(|it| expected::fits(wanted, &expected::read(ask, it))) {
            Some(true) if rank <= Rank::Module => Rank::Fits,
            Some(true) => Rank::Module,
            Some(false) => Rank::Last,
            None => rank,
        }
    }
}

pub(super) fn add(ask: &Ask<'_>, wanted: For<'_>, found: &mut Found) {
    for mut it in builtin(ask) {
        if !ask.fits(&it.name) {
            continue;
        }
        let is_statement = STATEMENTS.contains(&&*it.name);
        let is_bare = is_statement && matches!(wanted, For::Statement);
        let returns = RETURNS.iter().find(|(_, names)| names.contains(&&*it.name)).map(|it| it.0);
        it.rank = match wanted {
            // These give nothing.
            For::Value(_) if is_statement || WITHOUT_VALUE.contains(&&*it.name) => Rank::Last,
            _ => wanted.rank(ask, it.rank, returns),
        };
        let item = item(&it);
        found.add(if is_bare {
            item.text(spaced(ask, &it.name)).goes_on()
        } else {
            called(ask, item, &it.name, forms::of_builtin(&it.name).first())
        });
    }
    let installed = ask.snapshot.offered_by_installed(ask.file);
    for it in ask.snapshot.offered().iter().chain(installed).filter(|it| it.kind == ItemKind::Function) {
        if !ask.fits(&it.name) {
            continue;
        }
        let definition = it.definition.and_then(|it| ask.snapshot.item(it));
        let form = definition.map(forms::of_item);
        let returns = definition.and_then(|it| it.returns.as_deref());
        let rank = wanted.rank(ask, ask.rank(it.definition, &it.name), returns);
        let returns = returns.map(|it| format!(">> {it}")).unwrap_or_default();
        let item = CompletionItem::new(it.name.as_str(), CompletionKind::Function, rank);
        let item = ask.of_definition(it.definition, item.detail(returns).with_description(format!("function {}", it.name)));
        found.add(called(ask, item, &it.name, form.as_ref()));
    }
}

/// Completes methods after a `.`
pub(super) fn methods(ask: &Ask<'_>, found: &mut Found) {
    for it in builtin(ask) {
        if !ask.fits(&it.name) {
            continue;
        }
        let forms = forms::of_builtin(&it.name);
        // What begins with a value may be called on it.
        let Some(form) = forms.iter().find(|it| it.has_block()).or(forms.first()).filter(|it| !it.parameters.is_empty()) else { continue };
        let item = CompletionItem { rank: if form.has_block() { Rank::Expected } else { it.rank }, ..item(&it) };
        found.add(method(ask, item, &it.name, form));
    }
    for it in ask.snapshot.offered().iter().filter(|it| it.kind == ItemKind::Function) {
        if !ask.fits(&it.name) {
            continue;
        }
        let Some(definition) = it.definition.and_then(|it| ask.snapshot.item(it)).filter(|it| !it.parameters.is_empty()) else { continue };
        let item = CompletionItem::new(it.name.as_str(), CompletionKind::Function, ask.rank(it.definition, &it.name));
        let item = ask.of_definition(it.definition, item);
        found.add(method(ask, item.with_description(format!("function {}", it.name)), &it.name, &forms::of_item(definition)));
    }
}

struct Builtin {
    name: String,
    module: Option<String>,
    rank: Rank,
}

/// All that are not in manifests.
fn builtin(ask: &Ask<'_>) -> Vec<Builtin> {
    let mut all: Vec<Builtin> = Vec::new();
    for name in builtin_docs::function_names() {
        let rank = if USUAL.contains(&name) { Rank::Module } else { Rank::Workspace };
        all.push(Builtin { name: name.to_owned(), module: None, rank });
    }
    let mut seen: rustc_hash::FxHashSet<hir::Name> = rustc_hash::FxHashSet::default();
    for it in ask.snapshot.ruby_functions(ask.file) {
        if builtin_docs::function(&it.name).is_none() && seen.insert(it.name.clone()) {
            let rank = if ask.module.as_ref() == Some(&it.module) { Rank::Module } else { Rank::Elsewhere };
            all.push(Builtin { name: it.name.to_string(), module: Some(it.module.to_string()), rank });
        }
    }
    all
}

fn item(it: &Builtin) -> CompletionItem {
    let item = CompletionItem::new(it.name.as_str(), CompletionKind::Function, it.rank).with_description(format!("function {}", it.name));
    let item = CompletionItem { is_deprecated: diagnostics::HIERA_FUNCTIONS.contains(&it.name.as_str()), ..item };
    item.detail(it.module.as_ref().map(|it| format!("function of {it}")).unwrap_or_default())
}

fn spaced(ask: &Ask<'_>, name: &str) -> String {
    if ask.rest().starts_with([' ', '\t', '(']) { name.to_owned() } else { format!("{name} ") }
}

/// With places for what it needs, and a block if it takes one.
fn called(ask: &Ask<'_>, item: CompletionItem, name: &str, form: Option<&forms::Form>) -> CompletionItem {
    if ask.rest().starts_with('(') {
        return item;
    }
    let plain = format!("{name}(");
    let Some(form) = form else { return item.snippet(format!("{}($0)", escaped(name)), plain) };
    let needed: Vec<String> = form.required().enumerate().map(|(at, it)| format!("${{{}:{}}}", at + 1, escaped(&it.name))).collect();
    let count = needed.len();
    let block = if form.needs_block() && ask.rest_of_line().trim().is_empty() { block(form, count) } else { String::new() };
    let end = if block.is_empty() { "$0" } else { "" };
    match count {
        0 => item.snippet(format!("{}($0){block}", escaped(name)), plain),
        _ => item.snippet(format!("{}({}){block}{end}", escaped(name), needed.join(", ")), plain),
    }
}

fn method(ask: &Ask<'_>, item: CompletionItem, name: &str, form: &forms::Form) -> CompletionItem {
    if ask.rest().starts_with(['(', ' ']) && !ask.rest_of_line().trim().is_empty() {
        return item;
    }
    let needed: Vec<String> =
        form.required().skip(1).enumerate().map(|(at, it)| format!("${{{}:{}}}", at + 1, escaped(&it.name))).collect();
    let arguments = if needed.is_empty() { String::new() } else { format!("({})", needed.join(", ")) };
    if form.needs_block() {
        let block = block(form, needed.len());
        return item.snippet(format!("{}{arguments}{block}", escaped(name)), name);
    }
    match arguments.is_empty() {
        true => item,
        false => item.snippet(format!("{}{arguments}$0", escaped(name)), name),
    }
}

/// `|$x| { … }` with as many parameters as the block takes at least.
fn block(form: &forms::Form, used: usize) -> String {
    let names = form.block_parameters();
    let parameters: Vec<String> = names.iter().enumerate().map(|(at, it)| format!("\\$${{{}:{it}}}", used + at + 1)).collect();
    if parameters.is_empty() { " || {\n  $0\n}".to_owned() } else { format!(" |{}| {{\n  $0\n}}", parameters.join(", ")) }
}
