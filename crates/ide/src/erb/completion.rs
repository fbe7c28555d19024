//! Completion in a tag of a template: variables of its callers and of classes, functions, keys and methods of values, local variables.

use analysis::{File, Snapshot};
use hir::{ItemKind, Symbol};
use ruby::locals::Locals;
use ruby::words::{Word, words};
use syntax::{TextRange, TextSize};

use super::receiver::{self, Receiver};
use super::{Kind, values};
use crate::builtin_docs;
use crate::completion::facts::levels;
use crate::completion::item::{Found, Rank};
use crate::completion::node_keys::keys_below;
use crate::completion::{Completion, CompletionItem, CompletionKind, MOST};

/// Variables that Puppet sets in every scope.
const GIVEN: [&str; 7] = ["facts", "trusted", "server_facts", "environment", "name", "title", "module_name"];

/// Methods of `scope` that templates can call.
const OF_SCOPE: [&str; 5] = ["call_function", "include?", "lookupvar", "setvar", "to_hash"];

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
    /// `@a['`, `@a.dig('b', '`
    Key(Receiver),
    /// `@a.`
    Method(Receiver),
    /// `scope.`
    OfScope,
    /// The beginning of a word.
    Word,
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
        Before::Key(receiver) => keys(snapshot, file, &receiver, &mut found),
        Before::Method(receiver) => methods(snapshot, file, &receiver, &mut found),
        Before::OfScope => {
            for name in OF_SCOPE {
                found.add(CompletionItem::new(name, CompletionKind::Function, Rank::Fits));
            }
            functions(snapshot, file, "function_", &mut found);
        }
        Before::Word => locals(&text, start, &mut found),
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
    let call = name.strip_suffix(['\'', '"']).unwrap_or_default().trim_end();
    let of_scope = if ["scope[", "lookupvar(", "lookupvar", "scope.include?(", "has_variable?("].iter().any(|it| call.ends_with(it)) {
        Some(Before::Scope)
    } else if call.ends_with("call_function(") {
        Some(Before::Function)
    } else {
        None
    };
    if let Some(kind) = of_scope {
        return Some((kind, start(name)));
    }
    value(code, word).map(|(kind, rest)| (kind, start(rest)))
}

/// The typed part of a value, and the code before that. `word` is the code before the last word.
fn value<'c>(code: &'c str, word: &'c str) -> Option<(Before, &'c str)> {
    let quote = code.rfind(['\'', '"']).filter(|at| code.get(at + 1..).is_some_and(|typed| !typed.contains(['\n', ']', ')'])));
    if let Some(at) = quote
        && let Some(receiver) = receiver::of_key(code.get(..at)?)
    {
        return Some((Before::Key(receiver), code.get(..=at)?));
    }
    if let Some(before) = word.strip_suffix('.') {
        let before = before.strip_suffix('&').unwrap_or(before);
        let is_scope =
            before.strip_suffix("scope").is_some_and(|it| !it.ends_with(|it: char| it.is_alphanumeric() || "_.@$:".contains(it)));
        let kind = if is_scope { Before::OfScope } else { Before::Method(receiver::receiver(before)?) };
        return Some((kind, word));
    }
    let begins = code.get(word.len()..)?.starts_with(|it: char| it.is_lowercase() || it == '_');
    (begins && !word.ends_with(['$', ':', '.', '@'])).then_some((Before::Word, word))
}

fn keys(snapshot: Snapshot<'_>, file: File, receiver: &Receiver, found: &mut Found) {
    if values::is_facts(&receiver.kind) {
        for of in values::renderers(snapshot, file) {
            for it in levels(snapshot, of, &receiver.keys) {
                let path: Vec<&str> = receiver.keys.iter().map(String::as_str).chain([&*it.key]).collect();
                let rank = if receiver.keys.is_empty() && !it.is_hash { Rank::Workspace } else { Rank::Expected };
                let item = CompletionItem::new(&*it.key, CompletionKind::Fact, rank).detail(it.detail);
                let item = CompletionItem { is_deprecated: it.is_legacy, ..item };
                found.add(item.with_description(format!("fact {}", path.join("."))));
            }
        }
        if receiver.keys.is_empty() {
            for (name, module) in snapshot.facts_of_modules(file) {
                found.add(CompletionItem::new(&**name, CompletionKind::Fact, Rank::Workspace).detail(format!("fact of {module}")));
            }
        }
        return;
    }
    if let Kind::Variable(name) | Kind::Named(Symbol::Top(name)) = &receiver.kind {
        for (key, _) in keys_below(name, &receiver.keys) {
            found.add(CompletionItem::new(key, CompletionKind::Variable, Rank::Expected));
        }
    }
    for known in values::known(snapshot, file, receiver) {
        for (key, detail) in values::keys(&known) {
            found.add(CompletionItem::new(key, CompletionKind::Value, Rank::Expected).detail(detail));
        }
    }
}

/// The covered methods of each class that the value may have; those that only all objects have come last.
fn methods(snapshot: Snapshot<'_>, file: File, receiver: &Receiver, found: &mut Found) {
    let mut seen: Vec<&str> = Vec::new();
    for class in values::known(snapshot, file, receiver).iter().flat_map(values::classes) {
        if seen.contains(&class) {
            continue;
        }
        seen.push(class);
        for (name, owner) in ruby::methods::of_instances(class) {
            let rank = match owner {
                "Object" => Rank::Last,
                owner if owner == class => Rank::Fits,
                _ => Rank::Local,
            };
            found.add(CompletionItem::new(name, CompletionKind::Function, rank).detail(format!("{owner}#{name}")));
        }
    }
}

/// Local variables that can be read where a word begins.
fn locals(text: &str, start: usize, found: &mut Found) {
    let Ok(start) = u32::try_from(start) else { return };
    let is_text = |it: Word| matches!(it, Word::Text | Word::Comment | Word::Pattern);
    if words(text).iter().any(|it| is_text(it.1) && it.0.contains(&start)) {
        return;
    }
    for name in Locals::torn(text).visible(start) {
        found.add(CompletionItem::new(name, CompletionKind::Variable, Rank::Local));
    }
    found.add(CompletionItem::new("scope", CompletionKind::Variable, Rank::Last).detail("Puppet's own"));
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

/// Functions of Puppet, or methods of a scope for legacy functions.
pub(crate) fn functions(snapshot: Snapshot<'_>, file: File, prefix: &str, found: &mut Found) {
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

    /// Labels and details of the first completions in a template of a class with values.
    #[track_caller]
    fn first(template: &str, count: usize) -> Vec<String> {
        let files = format!(
            "#- /modules/m/manifests/init.pp\nclass m(Array[String] $list, Hash $cfg = {{ 'b' => {{ 'c' => 1 }}, 'a' => 'x' }},\n\
             Struct[{{ 'port' => Integer, Optional['host'] => String }}] $s, Optional[Variant[Integer, Float]] $n = undef, $any = undef) {{\n\
             $own = {{ 'k' => $list }}\n notice(template('m/t.erb'))\n}}\n#- /modules/m/templates/t.erb\n{template}\n"
        );
        let found = fixture(&files).ask(|snapshot, file, offset| crate::completion(snapshot, file, offset, None));
        let shown = |it: crate::CompletionItem| match it.detail {
            Some(detail) => format!("{} ({detail})", it.label),
            None => it.label,
        };
        found.map(|it| it.items.into_iter().map(shown).take(count).collect()).unwrap_or_default()
    }

    #[test]
    fn keys_of_values() {
        assert_eq!(first("<%= @cfg['$0 %>", 3), ["b ({'c' => 1})", "a ('x')"]);
        assert_eq!(first("<%= @cfg['b']['$0'] %>", 3), ["c (1)"]);
        assert_eq!(first("<%= @cfg.dig('b', '$0') %>", 3), ["c (1)"]);
        assert_eq!(first("<%= scope['m::cfg']['$0'] %>", 1), ["b ({'c' => 1})"]);
        assert_eq!(first("<%= @s[\"p$0\"] %>", 3), ["port (Integer)"]);
        assert_eq!(first("<%= @own['$0'] %>", 3).len(), 1);
        assert_eq!(first("<%= @any['$0'] %>", 3).len(), 0);
        assert_eq!(first("<% @cfg = {} %><%= @cfg['$0'] %>", 3).len(), 0);
        assert_eq!(first("<%= @trusted['cert$0'] %>", 3), ["certname"]);
        assert_eq!(first("<%= 'a' + '$0' %>", 3).len(), 0);
    }

    #[test]
    fn keys_of_facts() {
        for code in
            ["@facts['os']['fam$0']", "scope['facts']['os']['fam$0']", "@facts.dig('os', 'fam$0')", "scope['::facts']['os']['fam$0']"]
        {
            let found = first(&format!("<%= {code} %>"), 2);
            assert!(found.len() == 1 && found[0].starts_with("family ("), "{code}: {found:?}");
        }
        assert!(first("<%= @facts['networ$0'] %>", 1)[0].starts_with("networking"));
    }

    #[test]
    fn methods_of_values() {
        assert_eq!(first("<%= @list.join$0 %>", 1), ["join (Array#join)"]);
        assert_eq!(first("<%= @list.each_with_ind$0 %>", 1), ["each_with_index (Enumerable#each_with_index)"]);
        assert_eq!(first("<%= @cfg['a']&.upcase$0 %>", 1), ["upcase (String#upcase)"]);
        assert_eq!(first("<%= @s['port'].times$0 %>", 1), ["times (Integer#times)"]);
        assert_eq!(first("<%= @n.nan$0 %>", 1), ["nan? (Float#nan?)"]);
        assert_eq!(first("<%= @facts['os']['family'].downcase$0 %>", 1), ["downcase (String#downcase)"]);
        assert_eq!(first("<%= @list.instance_of$0 %>", 1), ["instance_of? (Object#instance_of?)"]);
        assert_eq!(first("<%= @any.$0 %>", 1).len(), 0);
        assert_eq!(first("<%= f.$0 %>", 1).len(), 0);
        assert!(first("<%= @list.$0 %>", 500).iter().all(|it| !it.starts_with(['+', '[', '_'])));
    }

    #[test]
    fn methods_of_the_scope_and_local_variables() {
        assert_eq!(first("<%= scope.$0 %>", 3), ["call_function", "include?", "lookupvar"]);
        assert_eq!(first("<%= scope.function_vers$0 %>", 3), ["function_versioncmp"]);
        assert_eq!(first("<% number = 1 %><% @list.each do |name| %><%= n$0 %><% end %>", 3), ["name", "number"]);
        assert_eq!(first("<% @list.each do |name| %><% end %><%= n$0 %>", 3).len(), 0);
        assert_eq!(first("<% name = 1 %><%= \"n$0\" %>", 3).len(), 0);
        assert_eq!(first("<% name = 1 %><%= \"#{n$0}\" %>", 3), ["name"]);
    }

    #[test]
    fn functions_of_the_scope() {
        check("<%= scope.call_function('versionc$0') %>", &["versioncmp"]);
        check("<%= scope.function_old$0 %>", &["function_old_one"]);
    }
}
