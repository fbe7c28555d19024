//! Completion in a tag of a template: variables of its callers, variables of classes, functions.

use analysis::{File, Snapshot};
use hir::{ItemKind, Symbol};
use syntax::{TextRange, TextSize};

use crate::builtin_docs;
use crate::completion::item::{Found, Rank};
use crate::completion::{Completion, CompletionItem, CompletionKind, MOST};

/// Variables that Puppet sets in every scope.
const GIVEN: [&str; 7] = ["facts", "trusted", "server_facts", "environment", "name", "title", "module_name"];

/// Code before the cursor.
enum Before {
    /// `@`
    Variable,
    /// `scope['`, `scope.lookupvar('`
    Scope,
    /// `scope.call_function('`
    Function,
    /// `scope.function_`
    LegacyFunction,
}

/// Completions at an offset.
pub(crate) fn completion(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Completion> {
    let text = snapshot.text(file);
    let (before, start) = before(text.get(..usize::from(offset))?)?;
    let typed = text.get(start..usize::from(offset))?;
    let mut found = Found::default();
    match before {
        Before::Variable => variables(snapshot, file, "@", &mut found),
        Before::Scope => match typed.trim_start_matches("::").rsplit_once("::") {
            Some((class, _)) => members(snapshot, file, class, &mut found),
            None => {
                variables(snapshot, file, "", &mut found);
                classes(snapshot, &mut found);
            }
        },
        Before::Function => functions(snapshot, file, "", &mut found),
        Before::LegacyFunction => functions(snapshot, file, "function_", &mut found),
    }
    let is_cut = found.finish(typed, true, MOST);
    for (number, item) in found.items.iter_mut().enumerate() {
        item.sort = format!("{number:04}");
    }
    let insert = TextRange::new(TextSize::try_from(start).ok()?, offset);
    (!found.items.is_empty()).then_some(Completion { items: found.items, insert, replace: insert, is_cut })
}

/// Typed code and its beginning; nothing outside of the code of a tag.
fn before(text: &str) -> Option<(Before, usize)> {
    let tag = text.rfind("<%")?;
    let code = text.get(tag..)?;
    if code.contains("%>") || code.starts_with("<%%") || code.starts_with("<%#") {
        return None;
    }
    let is_word = |it: char| it.is_alphanumeric() || it == '_';
    let word = code.trim_end_matches(is_word);
    let start = |rest: &str| tag + rest.len();
    if let Some(rest) = word.strip_suffix('@') {
        return (!rest.ends_with('@')).then(|| (Before::Variable, start(rest)));
    }
    let last = code.get(word.len()..)?;
    if last.starts_with("function_") && word.ends_with("scope.") {
        return Some((Before::LegacyFunction, start(word)));
    }
    let name = code.trim_end_matches(|it: char| is_word(it) || it == ':');
    let call = name.strip_suffix(['\'', '"'])?.trim_end();
    let kind = if ["scope[", "lookupvar(", "lookupvar", "scope.include?(", "has_variable?("].iter().any(|it| call.ends_with(it)) {
        Before::Scope
    } else if call.ends_with("call_function(") {
        Before::Function
    } else {
        return None;
    };
    Some((kind, start(name)))
}

fn variables(snapshot: Snapshot<'_>, file: File, sigil: &str, found: &mut Found) {
    let mut seen: Vec<String> = Vec::new();
    let mut add = |found: &mut Found, name: &str, kind: CompletionKind, rank: Rank, detail: String| {
        if !seen.iter().any(|it| it == name) {
            seen.push(name.to_owned());
            found.add(CompletionItem::new(format!("{sigil}{name}"), kind, rank).detail(detail));
        }
    };
    for renderer in snapshot.erb_renderers(file) {
        let Some(definition) = renderer.definition else { continue };
        for it in snapshot.erb_visible(definition).all {
            let (kind, rank) = match it.is_parameter {
                true => (CompletionKind::Parameter, Rank::Fits),
                false => (CompletionKind::Variable, Rank::Local),
            };
            let item = snapshot.item(definition);
            let ty = item.and_then(|item| item.parameter(&it.name)?.1.ty.clone());
            let owner = item.map(|it| format!("of {}", it.name)).unwrap_or_default();
            add(found, &it.name, kind, rank, ty.map_or(owner, |it| it.to_string()));
        }
    }
    let outline = snapshot.erb_outline(file);
    for it in outline.variables.iter().filter(|it| it.is_write) {
        add(found, &it.name, CompletionKind::Variable, Rank::Local, String::new());
    }
    for name in GIVEN {
        add(found, name, CompletionKind::Variable, Rank::Module, "Puppet's own".to_owned());
    }
    for (name, module) in snapshot.facts_of_modules(file) {
        add(found, name, CompletionKind::Fact, Rank::Workspace, format!("fact of {module}"));
    }
}

/// `class::`
fn members(snapshot: Snapshot<'_>, file: File, class: &str, found: &mut Found) {
    let symbol = Symbol::Class(hir::name::normal(class));
    if let Some(definition) = snapshot.resolve(&symbol, file).first().copied() {
        for it in snapshot.erb_visible(definition).all {
            let kind = if it.is_parameter { CompletionKind::Parameter } else { CompletionKind::Variable };
            found.add(CompletionItem::new(format!("{class}::{}", it.name), kind, Rank::Local));
        }
    }
    classes(snapshot, found);
}

fn classes(snapshot: Snapshot<'_>, found: &mut Found) {
    for it in snapshot.offered().iter().filter(|it| it.kind == ItemKind::Class) {
        found.add(CompletionItem::new(format!("{}::", it.name), CompletionKind::Class, Rank::Elsewhere).goes_on());
    }
}

fn functions(snapshot: Snapshot<'_>, file: File, prefix: &str, found: &mut Found) {
    let mut add = |name: &str, rank: Rank, detail: String| {
        let item = CompletionItem::new(format!("{prefix}{name}"), CompletionKind::Function, rank);
        found.add(item.with_description(format!("function {name}")).detail(detail));
    };
    let of_modules = snapshot.ruby_functions(file);
    // Only functions of the old kind are methods of a scope.
    if prefix.is_empty() {
        builtin_docs::function_names().for_each(|it| add(it, Rank::Workspace, String::new()));
        let own = snapshot.offered().iter().filter(|it| it.kind == ItemKind::Function);
        own.for_each(|it| add(&it.name, Rank::Module, String::new()));
    }
    for it in of_modules {
        let is_old = it.path.contains("/parser/functions/");
        if prefix.is_empty() || is_old {
            add(&it.name, Rank::Workspace, format!("function of {}", it.module));
        }
    }
    if !prefix.is_empty() {
        ["template", "inline_template", "versioncmp", "sprintf", "shellquote"].iter().for_each(|it| add(it, Rank::Module, String::new()));
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::fixture;

    #[track_caller]
    fn check(template: &str, expected: &[&str]) {
        let files = format!(
            "#- /modules/m/manifests/init.pp\nclass m(String $port) {{ $own = 1\n template('m/t.erb') }}\n\
             #- /modules/m/lib/puppet/parser/functions/old_one.rb\nmodule Puppet::Parser::Functions\nnewfunction(:old_one) {{ |a| }}\nend\n\
             #- /modules/m/templates/t.erb\n{template}\n"
        );
        let found = fixture(&files).ask(|snapshot, file, offset| crate::completion(snapshot, file, offset, None));
        let labels: Vec<String> =
            found.map(|it| it.items.into_iter().map(|it| it.label).take(expected.len().max(1)).collect()).unwrap_or_default();
        assert_eq!(labels, expected);
    }

    #[test]
    fn variables_of_what_renders_the_template() {
        check("<%= @$0 %>", &["@port", "@own"]);
        check("<%= @po$0 %>", &["@port"]);
        check("<%= scope['$0'] %>", &["port", "own"]);
        check("<%= scope.lookupvar(\"m::$0\") %>", &["m::own", "m::port"]);
        check("a @$0", &[]);
        check("<%# @$0 %>", &[]);
        check("<%= 1 %> @$0", &[]);
    }

    #[test]
    fn functions_of_the_scope() {
        check("<%= scope.call_function('versionc$0') %>", &["versioncmp"]);
        check("<%= scope.function_old$0 %>", &["function_old_one"]);
    }
}
