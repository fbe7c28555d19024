//! A module under another name: all that it defines, and every place where it is named.
//!
//! At each place the module's part of the name changes, and nothing else. What stands in texts that only somebody who knows what
//! they are for could judge ends it: a name that stays would not be found any more.

use std::ops::Range;

use analysis::{File, Origin, Snapshot};
use hir::{ItemKind, Reference, Spelling, Symbol, name};
use syntax::{SyntaxKind, SyntaxToken, TextRange, TextSize};

use super::error::{Ambiguous, NotFound, Subject, Undefined};
use super::{KeyChange, Rename, RenameError};
use crate::words;

/// A module that gets another name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleChange {
    /// Its folder, before.
    pub root: String,
    pub old: String,
    pub new: String,
}

/// Functions whose texts are names of definitions, of keys of data, or of files.
const NAMED: [&str; 20] = [
    "alias",
    "contain",
    "create_resources",
    "defined",
    "ensure_resource",
    "ensure_resources",
    "epp",
    "file",
    "find_file",
    "find_template",
    "hiera",
    "include",
    "lookup",
    "require",
    "realize",
    "run_plan",
    "run_script",
    "run_task",
    "template",
    "upload_file",
];

/// Functions that receive a module by its name alone.
const TOLD_MODULES: [&str; 4] = ["get_module_path", "load_module_metadata", "module_directory", "tagged"];

/// Edits for a moved folder of a module, if it is one. All of it is certain, or nothing is changed.
pub fn rename_module(snapshot: Snapshot<'_>, from: &str, to: &str) -> Option<Result<Rename, RenameError>> {
    let place = snapshot.modules().into_iter().find(|it| it.root == from)?;
    let old_folder = from.rsplit('/').next().unwrap_or_default();
    let new = to.rsplit('/').next().unwrap_or_default();
    // A repository may lie in a folder of any name: what the module is called stands in its metadata then.
    if old_folder != place.module || old_folder == new {
        return None;
    }
    let change = ModuleChange { root: place.root, old: place.module.to_string(), new: new.to_owned() };
    Some(renamed(snapshot, change))
}

fn renamed(snapshot: Snapshot<'_>, change: ModuleChange) -> Result<Rename, RenameError> {
    let (old, new) = (&change.old, &change.new);
    if !name::is_name(new) || new.contains("::") {
        return Err(RenameError::Invalid { name: new.clone(), subject: Subject::Module });
    }
    if words::is_reserved(new) {
        return Err(RenameError::BuiltIn { name: new.clone() });
    }
    let modules = snapshot.modules();
    if let Some(other) = modules.iter().find(|it| it.module == *new) {
        return Err(RenameError::Taken { name: new.clone(), subject: Subject::Module, path: other.root.as_str().into() });
    }
    let mut main = None;
    for file in snapshot.files_below(&change.root) {
        let path = snapshot.path(file);
        if snapshot.origin(file) == Origin::Library {
            return Err(RenameError::Installed { name: None, path });
        }
        let Some(namespace) = snapshot.namespace(file) else { continue };
        for item in &snapshot.item_tree(file).items {
            if is_in_module(&item.name, old) {
                main = main.or_else(|| item.kind.symbol(&item.name));
            } else if item.kind != ItemKind::Node && namespace == item.name {
                return Err(RenameError::NotFound(NotFound::ByName { path, name: item.name.to_string() }));
            }
        }
    }
    let Some(main) = main else { return Err(RenameError::Undefined(Undefined::Module { root: change.root })) };
    let mut rename = Rename::default();
    for file in snapshot.all_files().iter() {
        snapshot.check_cancelled();
        let found = in_file(snapshot, *file, &change, &main)?;
        if !found.is_empty() && snapshot.origin(*file) == Origin::Library {
            return Err(RenameError::UsedByInstalled { path: snapshot.path(*file) });
        }
        rename.edits.extend(found.into_iter().map(|range| (snapshot.path(*file), range, written(snapshot, *file, range, new))));
    }
    rename.keys.push(KeyChange::Module { old: old.clone(), new: new.clone() });
    rename.module = Some(change);
    Ok(rename)
}

/// Whether a name is a module's or below it.
fn is_in_module(name: &str, module: &str) -> bool {
    name.strip_prefix(module).is_some_and(|it| it.is_empty() || it.starts_with("::"))
}

fn slice(text: &str, range: TextRange) -> &str {
    text.get(Range::<usize>::from(range)).unwrap_or_default()
}

/// The new name as the place has the old one: capitalized, or not.
fn written(snapshot: Snapshot<'_>, file: File, range: TextRange, new: &str) -> String {
    let is_capitalized = slice(&snapshot.text(file), range).starts_with(|it: char| it.is_ascii_uppercase());
    if is_capitalized { name::capitalized(new) } else { new.to_owned() }
}

/// The places of a file where the module's name is, in their order.
fn in_file(snapshot: Snapshot<'_>, file: File, change: &ModuleChange, main: &Symbol) -> Result<Vec<TextRange>, RenameError> {
    // In another environment a module of the same name is another one.
    let is_own = |it: &File| snapshot.path(*it).strip_prefix(change.root.as_str()).is_some_and(|it| it.starts_with('/'));
    let seen: Vec<File> = snapshot.resolve(main, file).into_iter().map(|it| it.file).collect();
    if !seen.iter().any(is_own) {
        return Ok(Vec::new());
    }
    let path = snapshot.path(file);
    if !seen.iter().all(is_own) {
        return Err(RenameError::Ambiguous(Ambiguous::Module { path, name: change.old.clone() }));
    }
    let text = snapshot.text(file);
    let mut found: Vec<TextRange> = Vec::new();
    let mut titles: Vec<TextRange> = Vec::new();
    for reference in &snapshot.references(file).all {
        if let Symbol::Resource { .. } = reference.symbol {
            titles.push(reference.range);
        }
        if !names_module(snapshot, file, reference, change, &is_own)? {
            continue;
        }
        let spelled = slice(&text, reference.range);
        match segment(spelled, &change.old) {
            Some(at) => found.push(at + reference.range.start()),
            // `class b` inside of `class a`, and `"${module_name}::b"`, follow by themselves.
            None if reference.spelling == Spelling::Computed && spelled.contains("module_name") && is_own(&file) => {}
            None if reference.role == hir::Role::Definition && reference.spelling != Spelling::Computed => {}
            None => {
                let written = Some(spelled.to_owned());
                return Err(RenameError::Computed { subject: Subject::Module, path: Some(path), written });
            }
        }
    }
    for token in snapshot.parse(file).syntax_node().descendants_with_tokens().filter_map(|it| it.into_token()) {
        in_text(&token, change, &titles, &path, &mut found)?;
    }
    found.sort_by_key(|it| it.start());
    found.dedup();
    Ok(found)
}

/// Whether a name is the module's, or of something in it.
fn names_module(
    snapshot: Snapshot<'_>,
    file: File,
    reference: &Reference,
    change: &ModuleChange,
    is_own: &dyn Fn(&File) -> bool,
) -> Result<bool, RenameError> {
    let old = change.old.as_str();
    Ok(match &reference.symbol {
        Symbol::Class(name) | Symbol::Type(name) | Symbol::Function(name) | Symbol::Plan(name) if is_in_module(name, old) => {
            let definitions = snapshot.resolve(&reference.symbol, file);
            let is_defined = definitions.iter().any(|it| is_own(&it.file));
            if !is_defined && name != old && matches!(reference.symbol, Symbol::Function(_)) {
                return Err(RenameError::FunctionOfRuby { name: name.to_string() });
            }
            // A resource type of Ruby may have the module's name, and does not change with it.
            is_defined || name != old
        }
        Symbol::Task(name) => is_in_module(name, old),
        Symbol::Key(key) => key.starts_with(&format!("{old}::")),
        Symbol::File(_, path) => path.starts_with(&format!("{old}/")),
        _ => false,
    })
}

/// Where in the text of a name the module's part is.
fn segment(spelled: &str, module: &str) -> Option<TextRange> {
    let start = match spelled.find("/modules/") {
        Some(at) => at + "/modules/".len(),
        None => spelled.find(|it| it != '\'' && it != '"' && it != ':')?,
    };
    let rest = spelled.get(start..)?;
    let behind = rest.get(module.len()..)?;
    let is_there = rest.get(..module.len())?.eq_ignore_ascii_case(module)
        && (behind.is_empty() || behind.starts_with("::") || behind.starts_with(['/', '\'', '"']));
    let start = TextSize::try_from(start).ok()?;
    is_there.then(|| TextRange::at(start, TextSize::of(module)))
}

/// The texts that are put together, as `"foo/${x}.epp"`, and those of which nobody knows what they name.
fn in_text(
    token: &SyntaxToken,
    change: &ModuleChange,
    titles: &[TextRange],
    path: &str,
    found: &mut Vec<TextRange>,
) -> Result<(), RenameError> {
    let is_text = matches!(token.kind(), SyntaxKind::SQ_STRING | SyntaxKind::STRING_TEXT | SyntaxKind::HEREDOC_BODY);
    let range = token.text_range();
    if !is_text || found.iter().any(|it| range.contains_range(*it)) {
        return Ok(());
    }
    let text = token.text();
    let url = format!("puppet:///modules/{}/", change.old);
    if text.contains(&url) {
        let length = TextSize::of(change.old.as_str());
        for (at, url) in text.match_indices(&url) {
            let end = at + url.len() - 1;
            let end = range.start() + TextSize::try_from(end).map_err(|_| RenameError::Ambiguous(Ambiguous::TooLong))?;
            found.push(TextRange::new(end - length, end));
        }
        return Ok(());
    }
    let begins = match token.kind() {
        SyntaxKind::STRING_TEXT => token.prev_token().is_some_and(|it| it.kind() == SyntaxKind::DQ),
        kind => kind == SyntaxKind::SQ_STRING,
    };
    if !begins {
        return Ok(());
    }
    let bare = text.trim_start_matches(['\'', ':']);
    let Some(behind) = bare.strip_prefix(change.old.as_str()) else { return Ok(()) };
    let function = function_around(token);
    let is_alone = behind.is_empty() || behind == "'";
    let is_named = function.as_deref().is_some_and(|it| if is_alone { TOLD_MODULES.contains(&it) } else { NAMED.contains(&it) });
    let begins_name = is_alone || behind.starts_with("::") || behind.starts_with('/');
    let is_title = titles.iter().any(|it| range.contains_range(*it));
    if begins_name && is_named {
        let at = range.start() + TextSize::try_from(text.len() - bare.len()).map_err(|_| RenameError::Ambiguous(Ambiguous::TooLong))?;
        found.push(TextRange::at(at, TextSize::of(change.old.as_str())));
    } else if behind.starts_with("::") && !is_title {
        return Err(RenameError::Ambiguous(Ambiguous::Text { path: path.to_owned(), text: text.trim_matches('\'').to_owned() }));
    }
    Ok(())
}

/// The function that a text is given to.
fn function_around(token: &SyntaxToken) -> Option<String> {
    let call = token.parent_ancestors().find(|it| {
        matches!(
            it.kind(),
            SyntaxKind::CALL_EXPR
                | SyntaxKind::STATEMENT_CALL
                | SyntaxKind::METHOD_CALL_EXPR
                | SyntaxKind::BLOCK
                | SyntaxKind::RESOURCE_BODY
        )
    })?;
    let is_call = matches!(call.kind(), SyntaxKind::CALL_EXPR | SyntaxKind::STATEMENT_CALL);
    is_call.then(|| call.first_token().map(|it| it.text().to_owned())).flatten()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::rename_module;
    use crate::tests::fixture;

    /// All files that change, as they are then; or why nothing does.
    #[track_caller]
    fn check(text: &str, from: &str, to: &str, expected: Expect) {
        let out = fixture(text).ask(|snapshot, _, _| match rename_module(snapshot, from, to) {
            None => "no module\n".to_owned(),
            Some(Ok(rename)) => crate::rename::tests::shown(snapshot, &rename),
            Some(Err(reason)) => format!("refused: {reason}\n"),
        });
        expected.assert_eq(&out);
    }

    const MODULE: &str = "#- /modules/foo/manifests/init.pp\nclass foo($x = foo::f()) {\n  class inner { }\n  include \"${module_name}::b\"\n  \
         $y = lookup(\"foo::${x}\")\n  file { '/etc/foo/x': source => 'puppet:///modules/foo/x', content => template('foo/t.erb', \
         \"foo/${x}.erb\") }\n}\n#- /modules/foo/manifests/b.pp\n# About it.\nclass foo::b(Foo::Level $l) inherits ::foo { foo::d { 'foo': } }\n\
         #- /modules/foo/manifests/d.pp\ndefine foo::d { notice($foo::x, $::foo::b::l) }\n#- /modules/foo/types/level.pp\ntype Foo::Level = \
         String\n#- /modules/foo/functions/f.pp\nfunction foo::f() { 1 }\n#- /site.pp\ninclude foo, foo::inner\nFoo::D['foo'] -> \
         Class['foo::b']\nFoo::D <| |>\nlookup('foo::x')\nservice { 'foo': }\nincludefoo()\n";

    #[test]
    fn everything_that_names_it_follows() {
        check(
            MODULE,
            "/modules/foo",
            "/modules/bar",
            expect![[r##"
            #- /modules/foo/functions/f.pp
            function bar::f() { 1 }
            #- /modules/foo/manifests/b.pp
            # About it.
            class bar::b(Bar::Level $l) inherits ::bar { bar::d { 'foo': } }
            #- /modules/foo/manifests/d.pp
            define bar::d { notice($bar::x, $::bar::b::l) }
            #- /modules/foo/manifests/init.pp
            class bar($x = bar::f()) {
              class inner { }
              include "${module_name}::b"
              $y = lookup("bar::${x}")
              file { '/etc/foo/x': source => 'puppet:///modules/bar/x', content => template('bar/t.erb', "bar/${x}.erb") }
            }
            #- /modules/foo/types/level.pp
            type Bar::Level = String
            #- /site.pp
            include bar, bar::inner
            Bar::D['foo'] -> Class['bar::b']
            Bar::D <| |>
            lookup('bar::x')
            service { 'foo': }
            includefoo()
            Module { old: "foo", new: "bar" }
        "##]],
        );
    }

    #[test]
    fn where_it_is_not_certain_nothing_changes() {
        let text = |code: &str| {
            format!(
                "#- /modules/foo/manifests/init.pp\nclass foo {{ }}\n#- /modules/two/manifests/init.pp\nclass two {{ }}\n#- /site.pp\n{code}\n"
            )
        };
        let check = |code: &str, to: &str, expected: Expect| check(&text(code), "/modules/foo", to, expected);
        check(
            "",
            "/modules/two",
            expect![[r#"
            refused: there is already a module `two` in /modules/two
        "#]],
        );
        check(
            "",
            "/modules/a-b",
            expect![[r#"
            refused: `a-b` cannot be the name of a module
        "#]],
        );
        check(
            "",
            "/modules/class",
            expect![[r#"
            refused: `class` is built into Puppet
        "#]],
        );
        check(
            "",
            "/elsewhere/foo",
            expect![[r#"
            no module
        "#]],
        );
        check(
            "$x = 'foo'\ninclude \"${x}::b\"",
            "/modules/bar",
            expect![[r#"
            refused: /site.pp computes the name from variables: "${x}::b"
        "#]],
        );
        check(
            "$x = \"foo::${b}\"\n",
            "/modules/bar",
            expect![[r#"
            refused: /site.pp does not determine what `foo::` means
        "#]],
        );
        check(
            "foo::ruby()",
            "/modules/bar",
            expect![[r#"
            refused: the function `foo::ruby` is not written in Puppet
        "#]],
        );
    }
}
