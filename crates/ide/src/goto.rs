//! From a name to what it means.

use analysis::{File, Snapshot};
use hir::{FileKind, ItemKind, Owner, Reference, Role, Symbol, name};
use syntax::ast::{AccessExpr, AstNode};
use syntax::{SyntaxKind, TextRange, TextSize};

use crate::data;
use crate::names::{self, Target};

/// The name that was asked about, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goto {
    pub origin: TextRange,
    pub targets: Vec<Target>,
}

/// Where the name at a place is defined: a class, a function, a variable, a parameter, a resource, a template. Nothing for what
/// Puppet itself brings along.
pub fn goto_definition(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Goto> {
    if data::is_data(snapshot, file) {
        return data::goto::definition(snapshot, file, offset);
    }
    first(snapshot, file, offset, |symbol, _| definitions(snapshot, symbol, file)).or_else(|| of_class_reference(snapshot, file, offset))
}

/// From `Class` in `Class['a']` to the class.
fn of_class_reference(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Goto> {
    let root = snapshot.parse(file).syntax_node();
    let token = root.token_at_offset(offset).find(|it| it.kind() == SyntaxKind::TYPE_NAME)?;
    let access = token.parent_ancestors().nth(1).and_then(AccessExpr::cast)?;
    let mut keys = access.keys();
    let title = keys.next().filter(|_| keys.next().is_none())?.syntax().text_range();
    if !token.text().trim_start_matches("::").eq_ignore_ascii_case("class") || title.contains_range(token.text_range()) {
        return None;
    }
    let is_named = |it: &&Reference| title.contains_range(it.range) && matches!(it.symbol, Symbol::Class(_));
    let named = snapshot.references(file).all.iter().find(is_named)?;
    let targets = names::without_repetition(definitions(snapshot, &named.symbol, file));
    (!targets.is_empty()).then(|| Goto { origin: token.text_range(), targets })
}

/// The type of what the name at a place means: the aliases that a parameter's type names, the defined type of a resource.
pub fn goto_type_definition(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Goto> {
    if data::is_data(snapshot, file) {
        return data::goto::type_definition(snapshot, file, offset);
    }
    first(snapshot, file, offset, |symbol, _| match snapshot.meaning(symbol, file) {
        Symbol::Resource { ty, .. } => definitions(snapshot, &Symbol::Type(ty), file),
        meant @ (Symbol::Member { .. } | Symbol::Local(_)) => types_of_parameter(snapshot, &meant, file),
        meant @ (Symbol::Type(_) | Symbol::Class(_)) => definitions(snapshot, &meant, file),
        _ => Vec::new(),
    })
}

/// What carries the thing out that the name at a place means: the classes that inherit from a class, the resources of a
/// defined type.
pub fn goto_implementation(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Goto> {
    first(snapshot, file, offset, |symbol, _| match symbol {
        Symbol::Class(_) => {
            let places = snapshot.places(symbol, file);
            let heirs = places.iter().filter(|it| it.reference.role == Role::Inherits);
            heirs
                .filter_map(|it| names::item_around(snapshot, it.file, it.reference.range))
                .filter_map(|it| names::target_of(snapshot, it))
                .collect()
        }
        Symbol::Resource { .. } => definitions(snapshot, symbol, file),
        _ => Vec::new(),
    })
}

/// The first name at a place that leads somewhere.
fn first(snapshot: Snapshot<'_>, file: File, offset: TextSize, targets: impl Fn(&Symbol, TextRange) -> Vec<Target>) -> Option<Goto> {
    names::names_at(snapshot, file, offset).into_iter().find_map(|reference| {
        let targets = names::without_repetition(targets(&reference.symbol, reference.range));
        (!targets.is_empty()).then_some(Goto { origin: reference.range, targets })
    })
}

pub(crate) fn definitions(snapshot: Snapshot<'_>, symbol: &Symbol, file: File) -> Vec<Target> {
    let meant = snapshot.meaning(symbol, file);
    let at = |file: File, range: TextRange| Target::name(snapshot, file, range);
    match &meant {
        Symbol::Local(_) => {
            let own = snapshot.references(file).of(&meant).filter(|it| it.role == Role::Definition);
            own.map(|it| at(file, it.range)).collect()
        }
        Symbol::Class(_) | Symbol::Type(_) | Symbol::Function(_) | Symbol::Plan(_) => {
            let found = snapshot.resolve(&meant, file).into_iter().filter_map(|it| names::target_of(snapshot, it)).collect::<Vec<_>>();
            if found.is_empty() { ruby(snapshot, &meant, file) } else { found }
        }
        Symbol::Member { owner, .. } => {
            let found: Vec<Target> =
                names::definitions_of_member(snapshot, &meant, file).into_iter().map(|(file, range)| at(file, range)).collect();
            // A template may have no parameters of its own: it knows what it is handed over.
            let is_handed_over = found.is_empty() && matches!(owner, Owner::Template(_));
            if is_handed_over { with_role(snapshot, &meant, file, Role::Argument) } else { found }
        }
        Symbol::Top(_) => with_role(snapshot, &meant, file, Role::Definition),
        Symbol::Resource { .. } => with_role(snapshot, &meant, file, Role::Declaration),
        Symbol::File(kind, path) => files(snapshot, *kind, path, file),
        Symbol::Fact(path) => {
            let fact = path.split('.').next().unwrap_or_default();
            let roots = snapshot.modules_around(file).into_iter().map(|it| it.root);
            roots.map(|root| Target::guess(format!("{root}/lib/facter/{fact}.rb"))).collect()
        }
        Symbol::Inherited { .. } | Symbol::Key(_) => Vec::new(),
    }
}

/// The places of a role; those of the file itself, if there are any.
fn with_role(snapshot: Snapshot<'_>, meant: &Symbol, file: File, role: Role) -> Vec<Target> {
    let own: Vec<Target> =
        snapshot.references(file).of(meant).filter(|it| it.role == role).map(|it| Target::name(snapshot, file, it.range)).collect();
    if !own.is_empty() {
        return own;
    }
    let places = snapshot.places(meant, file);
    places.iter().filter(|it| it.reference.role == role).map(|it| Target::name(snapshot, it.file, it.reference.range)).collect()
}

/// A file of a module. One that nobody has read may be there all the same.
pub(crate) fn files(snapshot: Snapshot<'_>, kind: FileKind, path: &str, from: File) -> Vec<Target> {
    let paths = snapshot.paths_of(kind, path, from);
    match paths.iter().find(|it| snapshot.file(it).is_some()) {
        Some(known) => vec![Target { is_guess: false, ..Target::guess(known.as_str()) }],
        None => paths.into_iter().map(Target::guess).collect(),
    }
}

/// Where a module would have its Ruby for a function or type.
fn ruby(snapshot: Snapshot<'_>, meant: &Symbol, file: File) -> Vec<Target> {
    let mut paths = Vec::new();
    for place in snapshot.modules_around(file) {
        let root = place.root;
        match meant {
            Symbol::Function(function) => match function.split_once("::") {
                Some((module, rest)) if module == place.module => {
                    paths.push(format!("{root}/lib/puppet/functions/{module}/{}.rb", rest.replace("::", "/")));
                }
                Some(_) => {}
                None => {
                    paths.push(format!("{root}/lib/puppet/functions/{function}.rb"));
                    paths.push(format!("{root}/lib/puppet/parser/functions/{function}.rb"));
                }
            },
            Symbol::Type(ty) if !ty.contains("::") => paths.push(format!("{root}/lib/puppet/type/{ty}.rb")),
            Symbol::Type(ty) if ty.split("::").next() == Some(place.module.as_str()) => {
                paths.push(format!("{root}/lib/puppet/datatypes/{}.rb", name::last(ty)));
            }
            _ => {}
        }
    }
    paths.into_iter().map(Target::guess).collect()
}

/// The aliases that the type of a parameter names.
pub(crate) fn types_of_parameter(snapshot: Snapshot<'_>, meant: &Symbol, file: File) -> Vec<Target> {
    let definitions = match meant {
        Symbol::Local(_) => snapshot.references(file).of(meant).map(|it| (file, it.range)).collect(),
        _ => names::definitions_of_member(snapshot, meant, file),
    };
    let mut found = Vec::new();
    for (file, range) in definitions {
        let maps = snapshot.item_map(file).items.iter().flat_map(|it| &it.parameters);
        let Some((whole, name)) = maps.into_iter().find(|(_, name)| name.contains_range(range)) else { continue };
        let types = snapshot
            .references(file)
            .all
            .iter()
            .filter(|it| matches!(it.symbol, Symbol::Type(_)) && whole.contains_range(it.range) && it.range.end() <= name.start());
        for reference in types {
            let aliases = snapshot.resolve(&reference.symbol, file).into_iter();
            let aliases = aliases.filter(|it| snapshot.item(*it).is_some_and(|it| it.kind == ItemKind::Alias));
            found.extend(aliases.filter_map(|it| names::target_of(snapshot, it)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::{Goto, goto_definition, goto_implementation, goto_type_definition};
    use crate::tests::fixture;

    #[track_caller]
    fn check_with(
        feature: impl Fn(analysis::Snapshot<'_>, analysis::File, syntax::TextSize) -> Option<Goto>,
        text: &str,
        expected: Expect,
    ) {
        let out = fixture(text).ask(|snapshot, file, offset| {
            let Some(goto) = feature(snapshot, file, offset) else { return String::from("nothing\n") };
            let mut out = format!("{:?}\n", &snapshot.text(file)[goto.origin]);
            for target in &goto.targets {
                assert!(target.range.contains_range(target.focus));
                match snapshot.file(&target.path) {
                    Some(file) => {
                        let text = snapshot.text(file);
                        let line = text[..usize::from(target.focus.start())].matches('\n').count();
                        out += &format!("{}:{} {:?}\n", target.path, line + 1, &text[target.focus]);
                    }
                    None => out += &format!("{} if it is there\n", target.path),
                }
            }
            out
        });
        expected.assert_eq(&out);
    }

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        check_with(goto_definition, text, expected);
    }

    #[test]
    fn classes() {
        check(
            "#- /site.pp\ninclude a::b$0\n#- /modules/a/manifests/b.pp\n# A class.\nclass a::b { }\n",
            expect![[r#"
                "a::b"
                /modules/a/manifests/b.pp:2 "a::b"
            "#]],
        );
        check(
            "#- /site.pp\nclass { $0'::a': }\n#- /modules/a/manifests/init.pp\nclass a { }\n",
            expect![[r#"
            "a"
            /modules/a/manifests/init.pp:1 "a"
        "#]],
        );
        check(
            "#- /site.pp\nnotify { 'a$0': }\n#- /modules/a/manifests/init.pp\nclass a { }\n",
            expect![[r#"
            "a"
            /site.pp:1 "a"
        "#]],
        );
        check(
            "#- /modules/a/manifests/b.pp\nclass a::b inherits $0a { }\n#- /modules/a/manifests/init.pp\nclass a { }\n",
            expect![[r#"
            "a"
            /modules/a/manifests/init.pp:1 "a"
        "#]],
        );
        check(
            "#- /site.pp\nnotice($a$0::x)\n#- /modules/a/manifests/init.pp\nclass a { }\n",
            expect![[r#"
            "a"
            /modules/a/manifests/init.pp:1 "a"
        "#]],
        );
    }

    #[test]
    fn a_class_of_the_same_environment() {
        check(
            "#- /e/prod/site.pp\ninclude a$0\n#- /e/prod/modules/a/manifests/init.pp\nclass a { }\n#- /e/test/modules/a/manifests/init.pp\n\nclass a { }\n",
            expect![[r#"
                "a"
                /e/prod/modules/a/manifests/init.pp:1 "a"
            "#]],
        );
    }

    #[test]
    fn defined_types_aliases_and_functions() {
        let module = "#- /modules/a/manifests/d.pp\ndefine a::d($x) { }\n#- /modules/a/types/t.pp\ntype A::T = String\n\
                      #- /modules/a/functions/f.pp\nfunction a::f() { }\n";
        for (text, expected) in [
            (
                "$0a::d { 'x': }",
                expect![[r#"
                "a::d"
                /modules/a/manifests/d.pp:1 "a::d"
            "#]],
            ),
            (
                "a::d { 'x': $0x => 1 }",
                expect![[r#"
                "x"
                /modules/a/manifests/d.pp:1 "x"
            "#]],
            ),
            (
                "A::D$0['x']",
                expect![[r#"
                "A::D"
                /modules/a/manifests/d.pp:1 "a::d"
            "#]],
            ),
            (
                "$x =~ A::T$0",
                expect![[r#"
                "A::T"
                /modules/a/types/t.pp:1 "A::T"
            "#]],
            ),
            (
                "$x.a::f$0",
                expect![[r#"
                "a::f"
                /modules/a/functions/f.pp:1 "a::f"
            "#]],
            ),
            (
                "a::f$0()",
                expect![[r#"
                "a::f"
                /modules/a/functions/f.pp:1 "a::f"
            "#]],
            ),
        ] {
            check(&format!("#- /site.pp\n{text}\n{module}"), expected);
        }
    }

    #[test]
    fn types_of_references() {
        let module = "#- /modules/a/manifests/init.pp\nclass a { }\n#- /modules/a/manifests/d.pp\ndefine a::d($x) { }\n\
                      #- /modules/a/lib/puppet/type/a_thing.rb\nPuppet::Type.newtype(:a_thing) do\nend\n";
        for (text, expected) in [
            (
                "notify { 'n': require => A::D$0['x'] }",
                expect![[r#"
                "A::D"
                /modules/a/manifests/d.pp:1 "a::d"
            "#]],
            ),
            (
                "$0A::D['x'] -> Notify['n']",
                expect![[r#"
                "A::D"
                /modules/a/manifests/d.pp:1 "a::d"
            "#]],
            ),
            (
                "notify { 'n': require => Class$0['a'] }",
                expect![[r#"
                "Class"
                /modules/a/manifests/init.pp:1 "a"
            "#]],
            ),
            (
                "A_th$0ing['x'] -> Notify['n']",
                expect![[r#"
                "A_thing"
                /modules/a/lib/puppet/type/a_thing.rb:1 ""
            "#]],
            ),
            (
                "a_th$0ing { 'x': }",
                expect![[r#"
                "a_thing"
                /modules/a/lib/puppet/type/a_thing.rb:1 ""
            "#]],
            ),
            (
                "A::D$0 <| |>",
                expect![[r#"
                "A::D"
                /modules/a/manifests/d.pp:1 "a::d"
            "#]],
            ),
            (
                "Service$0['x'] -> Notify['n']",
                expect![[r#"
                "Service"
                /modules/a/lib/puppet/type/service.rb if it is there
            "#]],
            ),
        ] {
            check(&format!("#- /site.pp\n{text}\n{module}"), expected);
        }
    }

    #[test]
    fn variables() {
        check(
            "#- /a.pp\ndefine d($x) {\n  $y = 1\n  notice($y$0)\n}\n",
            expect![[r#"
            "y"
            /a.pp:2 "y"
        "#]],
        );
        check(
            "#- /a.pp\ndefine d($x) {\n  $x.each |$x| {\n    notice(\"${$0x}\")\n  }\n}\n",
            expect![[r#"
            "x"
            /a.pp:2 "x"
        "#]],
        );
        check(
            "#- /a.pp\nclass a($x) { }\nclass b inherits a {\n  notice($0$x)\n}\n",
            expect![[r#"
            "x"
            /a.pp:1 "x"
        "#]],
        );
        check(
            "#- /a.pp\nif 1 {\n  $x = 1\n} else {\n  $x = 2\n}\n#- /b.pp\nclass c { notice($0$x) }\n",
            expect![[r#"
            "x"
            /a.pp:2 "x"
            /a.pp:4 "x"
        "#]],
        );
        check(
            "#- /b.pp\nclass c { notice($0$x) }\n#- /a.pp\n$x = 1\n",
            expect![[r#"
            "x"
            /a.pp:1 "x"
        "#]],
        );
        check(
            "#- /a.pp\nnotice($0$facts, $title)\n",
            expect![[r#"
            nothing
        "#]],
        );
    }

    #[test]
    fn resources() {
        check(
            "#- /a.pp\nFile[$0'/x'] -> Service['y']\n#- /b.pp\nfile { ['/x', '/z']: }\n",
            expect![[r#"
            "/x"
            /b.pp:1 "/x"
        "#]],
        );
        check(
            "#- /a.pp\nFile[$0'/x']\nfile { '/x': }\n#- /b.pp\nfile { ['/x', '/z']: }\n",
            expect![[r#"
            "/x"
            /a.pp:2 "/x"
        "#]],
        );
        check(
            "#- /a.pp\nclass a {\n  $d = '/etc'\n  file { \"${d}/x\": }\n}\n#- /b.pp\nnotify { 'n': require => File['/etc/x$0'] }\n",
            expect![[r#"
            "/etc/x"
            /a.pp:3 "\"${d}/x\""
        "#]],
        );
    }

    #[test]
    fn files_of_modules() {
        check(
            "#- /site.pp\nepp('a/t.epp$0', { x => 1 })\n#- /modules/a/templates/t.epp\n<%- | $x | -%>\n#- /modules/a/manifests/init.pp\n",
            expect![[r#"
                "a/t.epp"
                /modules/a/templates/t.epp:1 ""
            "#]],
        );
        check(
            "#- /site.pp\nepp('a/t.epp', { x$0 => 1 })\n#- /modules/a/templates/t.epp\n<%- | $x | -%>\n#- /modules/a/manifests/init.pp\n",
            expect![[r#"
                "x"
                /modules/a/templates/t.epp:1 "x"
            "#]],
        );
        check(
            "#- /site.pp\ntemplate('a/t.erb$0')\n#- /modules/a/manifests/init.pp\n",
            expect![[r#"
            "a/t.erb"
            /modules/a/templates/t.erb if it is there
        "#]],
        );
        check(
            "#- /site.pp\nfile { 'x': source => 'puppet:///modules/a$0/t' }\n#- /modules/a/manifests/init.pp\n",
            expect![[r#"
            "puppet:///modules/a/t"
            /modules/a/files/t if it is there
        "#]],
        );
        check(
            "#- /site.pp\ntemplate('a/../../t.erb$0')\n#- /modules/a/manifests/init.pp\n",
            expect![[r#"
            nothing
        "#]],
        );
    }

    #[test]
    fn what_puppet_brings_along_is_defined_nowhere() {
        check(
            "#- /a.pp\nfile$0 { '/x': }\n",
            expect![[r#"
            nothing
        "#]],
        );
        check(
            "#- /a.pp\nfile { '/x': mode$0 => '1' }\n",
            expect![[r#"
            nothing
        "#]],
        );
        check(
            "#- /a.pp\nnotice$0('x')\n",
            expect![[r#"
            nothing
        "#]],
        );
        check(
            "#- /a.pp\n$x = String$0\n",
            expect![[r#"
            nothing
        "#]],
        );
        check(
            "#- /a.pp\n  $0  # nothing\n",
            expect![[r#"
            nothing
        "#]],
        );
    }

    #[test]
    fn ruby_of_modules_is_looked_for() {
        check(
            "#- /a.pp\na::f$0('x')\n#- /modules/a/manifests/init.pp\n",
            expect![[r#"
            "a::f"
            /modules/a/lib/puppet/functions/a/f.rb if it is there
        "#]],
        );
    }

    #[test]
    fn installed_modules_are_found_by_the_module_path() {
        let files = "#- /site/environment.conf\nmodulepath = modules:/installed/modules\n#- /installed/modules/lib/manifests/a.pp\nclass lib::a($x) { }\n\
                     #- /installed/modules/lib/types/t.pp\ntype Lib::T = String\n#- /installed/modules/lib/manifests/init.pp\nclass lib { define d { } }\n";
        check(
            &format!("#- /site/manifests/site.pp\ninclude lib::a$0\n{files}"),
            expect![[r#"
            "lib::a"
            /installed/modules/lib/manifests/a.pp:1 "lib::a"
        "#]],
        );
        check(
            &format!("#- /site/manifests/site.pp\nnotice($lib::a::x$0)\n{files}"),
            expect![[r#"
            "x"
            /installed/modules/lib/manifests/a.pp:1 "x"
        "#]],
        );
        check(
            &format!("#- /site/manifests/site.pp\n$x =~ Lib::T$0\n{files}"),
            expect![[r#"
            "Lib::T"
            /installed/modules/lib/types/t.pp:1 "Lib::T"
        "#]],
        );
        check(
            &format!("#- /site/manifests/site.pp\nlib::d$0 {{ 'x': }}\n{files}"),
            expect![[r#"
            "lib::d"
            /installed/modules/lib/manifests/init.pp:1 "d"
        "#]],
        );
        check(
            &format!("#- /site/manifests/site.pp\nlib::f$0()\n{files}"),
            expect![[r#"
            "lib::f"
            /installed/modules/lib/lib/puppet/functions/lib/f.rb if it is there
        "#]],
        );
        check(
            &format!("#- /site/manifests/site.pp\ntemplate('lib/t.erb$0')\n{files}"),
            expect![[r#"
                "lib/t.erb"
                /installed/modules/lib/templates/t.erb if it is there
            "#]],
        );
    }

    #[test]
    fn parameters_by_keys_of_hiera() {
        check(
            "#- /a.pp\nlookup('a::x$0')\n#- /modules/a/manifests/init.pp\nclass a($x) { }\n",
            expect![[r#"
            "a::x"
            /modules/a/manifests/init.pp:1 "x"
        "#]],
        );
    }

    #[test]
    fn types_of_names() {
        let alias = "#- /modules/a/types/t.pp\ntype A::T = String\n#- /modules/a/manifests/d.pp\ndefine a::d(Optional[A::T] $x) { }\n";
        check_with(
            goto_type_definition,
            &format!("#- /s.pp\nclass s(A::T $x) {{ notice($0$x) }}\n{alias}"),
            expect![[r#"
            "x"
            /modules/a/types/t.pp:1 "A::T"
        "#]],
        );
        check_with(
            goto_type_definition,
            &format!("#- /s.pp\na::d {{ 'x': x$0 => 1 }}\n{alias}"),
            expect![[r#"
            "x"
            /modules/a/types/t.pp:1 "A::T"
        "#]],
        );
        check_with(
            goto_type_definition,
            &format!("#- /s.pp\nA::D['$0x']\n{alias}"),
            expect![[r#"
            "x"
            /modules/a/manifests/d.pp:1 "a::d"
        "#]],
        );
    }

    #[test]
    fn heirs_of_a_class() {
        check_with(
            goto_implementation,
            "#- /modules/a/manifests/init.pp\nclass $0a { }\n#- /modules/b/manifests/init.pp\nclass b inherits a { }\n",
            expect![[r#"
                "a"
                /modules/b/manifests/init.pp:1 "b"
            "#]],
        );
    }

    #[test]
    fn what_a_template_is_handed_over() {
        let caller =
            "#- /modules/a/manifests/init.pp\nclass a { epp(\"${module_name}/t\", { 'x' => 1 }) }\n#- /modules/a/templates/t.epp\n";
        check(
            &format!("{caller}<%- | Integer $x | -%><%= $0$x %>\n"),
            expect![[r#"
                "x"
                /modules/a/templates/t.epp:1 "x"
            "#]],
        );
        check(
            &format!("{caller}<%= $0$x %>\n"),
            expect![[r#"
                "x"
                /modules/a/manifests/init.pp:1 "x"
            "#]],
        );
        check(
            &format!("{caller}<%= $0$y %>\n"),
            expect![[r#"
                nothing
            "#]],
        );
    }

    #[test]
    fn half_typed_texts() {
        check(
            "#- /a.pp\nclass a($x) {\n  file { '/x':\n    mode => $0$x\n    owner =>\n",
            expect![[r#"
            "x"
            /a.pp:1 "x"
        "#]],
        );
        check(
            "#- /modules/a/templates/t.epp\n<%- | $x | -%>\n<% if $x$0 { %>\n",
            expect![[r#"
            "x"
            /modules/a/templates/t.epp:1 "x"
        "#]],
        );
    }
}
