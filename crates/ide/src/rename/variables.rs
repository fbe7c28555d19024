//! Variables and parameters, with the attributes and keys that name them.

use analysis::names::Occurrence;
use analysis::{File, Snapshot};
use hir::{Owner, Role, Spelling, Symbol, name};
use smol_str::SmolStr;
use syntax::{TextRange, TextSize};

use super::error::{Subject as Named, Undefined};
use super::{KeyChange, Rename, RenameError, Subject, spelled, templates};
use crate::names;

/// Variables that Puppet sets, or reserves.
const RESERVED: &[&str] =
    &["trusted", "facts", "server_facts", "settings", "title", "name", "module_name", "caller_module_name", "environment"];

pub(super) fn check(meant: &Symbol, places: &[Occurrence<'_>]) -> Result<(), RenameError> {
    // A value that a template receives needs no parameter there.
    let is_handed_over = |role: Role| role == Role::Argument && matches!(meant, Symbol::Member { owner: Owner::Template(_), .. });
    if places.iter().any(|it| it.reference.role == Role::Definition || is_handed_over(it.reference.role)) {
        return Ok(());
    }
    Err(RenameError::Undefined(match meant {
        Symbol::Member { name, owner: Owner::Type(ty) } => Undefined::Parameter { name: name.to_string(), ty: ty.to_string() },
        Symbol::Member { name, .. } | Symbol::Top(name) => Undefined::Variable(name.to_string()),
        _ => Undefined::InWorkspace,
    }))
}

pub(super) fn rename(snapshot: Snapshot<'_>, subject: &Subject<'_>, new_name: &str) -> Result<Rename, RenameError> {
    let new = new_name.strip_prefix('$').unwrap_or(new_name);
    let parameter_of = parameter_of(snapshot, subject);
    let fits = if parameter_of.is_some() { name::is_parameter(new) } else { name::is_variable(new) };
    if !fits {
        return Err(RenameError::Invalid { name: new_name.to_owned(), subject: Named::Variable });
    }
    if RESERVED.contains(&new) {
        return Err(RenameError::BuiltIn { name: format!("${new}") });
    }
    free(snapshot, subject, new)?;
    let mut rename = Rename::default();
    for place in &subject.places {
        let reference = place.reference;
        let mut range = reference.range;
        let Some(mut text) = spelled(reference.spelling, new) else {
            return Err(RenameError::Form { path: snapshot.path(place.file) });
        };
        if let Symbol::Key(key) = &reference.symbol {
            // Of the key `a::x` only `x` changes.
            range = TextRange::new(range.end() - TextSize::of(name::last(key)), range.end());
            text = new.to_owned();
        }
        rename.edits.push((snapshot.path(place.file), range, text));
        if reference.role == Role::Definition && rename.templates.is_empty() {
            let old = snapshot.text(place.file).get(std::ops::Range::<usize>::from(range)).unwrap_or_default().to_owned();
            rename.templates = templates::affected(snapshot, place.file, range, &old, new);
        }
        if reference.role == Role::Definition
            && let Symbol::Member { name, .. } = &subject.meant
            && let Some(range) = documentation(snapshot, place.file, range, name)
        {
            rename.edits.push((snapshot.path(place.file), range, new.to_owned()));
        }
    }
    if let (Some(Owner::Class(class)), Symbol::Member { name, .. }) = (&parameter_of, &subject.meant) {
        rename.keys.push(KeyChange::Exact { old: format!("{class}::{name}"), new: format!("{class}::{new}") });
    }
    Ok(rename)
}

/// Whose parameter it is, if it is one that others name.
fn parameter_of(snapshot: Snapshot<'_>, subject: &Subject<'_>) -> Option<Owner> {
    let Symbol::Member { owner, name } = &subject.meant else { return None };
    for file in names::files_of(snapshot, owner, subject.file) {
        let tree = snapshot.item_tree(file);
        let owns = |it: &hir::Item| match owner {
            Owner::Class(class) => it.kind == hir::ItemKind::Class && it.name == *class,
            Owner::Type(ty) => it.kind == hir::ItemKind::Define && it.name == *ty,
            Owner::Plan(plan) => it.kind == hir::ItemKind::Plan && it.name == *plan,
            Owner::Template(_) | Owner::ThisTemplate => false,
        };
        if tree.items.iter().any(|it| owns(it) && it.parameter(name).is_some()) || tree.template.iter().any(|it| it.name == *name) {
            return Some(owner.clone());
        }
    }
    None
}

/// Refuses a name that something else has where the variable is seen, or that would hide something.
fn free(snapshot: Snapshot<'_>, subject: &Subject<'_>, new: &str) -> Result<(), RenameError> {
    let taken = |file: File| {
        let (name, path) = (format!("${new}"), snapshot.path(file));
        Err(RenameError::Taken { name, subject: Named::Variable, path })
    };
    let new_name = SmolStr::new(new);
    if let Symbol::Member { owner, .. } = &subject.meant {
        let other = Symbol::Member { owner: owner.clone(), name: new_name.clone() };
        if let Some((file, _)) = names::definitions_of_member(snapshot, &other, subject.file).first() {
            return taken(*file);
        }
    }
    let mut files: Vec<File> = subject.places.iter().map(|it| it.file).collect();
    files.dedup();
    for file in files {
        let references = snapshot.references(file);
        let own = || subject.places.iter().filter(move |it| it.file == file && it.reference.spelling == Spelling::Variable);
        // Inside of what already has a variable of the new name, the renamed one would not be seen any more.
        let hides = references
            .locals
            .iter()
            .filter(|(name, _)| *name == new)
            .any(|(_, reach)| own().any(|it| reach.contains_range(it.reference.range)));
        // And whatever has the new name where the renamed one is seen would be hidden by it.
        let reach = match &subject.meant {
            Symbol::Local(number) => references.locals.get(usize::try_from(*number).unwrap_or(usize::MAX)).map(|it| it.1),
            Symbol::Member { .. } => own().find(|it| it.reference.role == Role::Definition).map(|it| {
                names::item_around(snapshot, file, it.reference.range)
                    .and_then(|it| snapshot.item_ranges(it))
                    .map_or(snapshot.parse(file).syntax_node().text_range(), |it| it.whole)
            }),
            _ => None,
        };
        let is_hidden = reach.is_some_and(|reach| {
            references.all.iter().any(|it| {
                reach.contains_range(it.range)
                    && it.spelling == Spelling::Variable
                    && match &it.symbol {
                        Symbol::Local(number) => references
                            .locals
                            .get(usize::try_from(*number).unwrap_or(usize::MAX))
                            .is_some_and(|(name, inner)| *name == new && !reach.contains_range(*inner)),
                        Symbol::Top(name) | Symbol::Inherited { name, .. } => *name == new && is_unqualified(snapshot, file, it.range),
                        Symbol::Member { name, owner } => {
                            *name == new
                                && matches!(&subject.meant, Symbol::Local(_) | Symbol::Member { .. })
                                && is_unqualified(snapshot, file, it.range)
                                && !matches!(&subject.meant, Symbol::Member { owner: own, .. } if own != owner)
                        }
                        _ => false,
                    }
            })
        });
        if hides || is_hidden {
            return taken(file);
        }
    }
    if matches!(subject.meant, Symbol::Top(_)) {
        let others = snapshot.places(&Symbol::Top(new_name), subject.file);
        if let Some(other) = others.first() {
            return taken(other.file);
        }
    }
    Ok(())
}

fn is_unqualified(snapshot: Snapshot<'_>, file: File, range: TextRange) -> bool {
    let text = snapshot.text(file);
    text.get(..usize::from(range.start())).is_none_or(|it| !it.ends_with("::"))
}

/// Where the comment above a definition says `@param` of a parameter.
fn documentation(snapshot: Snapshot<'_>, file: File, parameter: TextRange, name: &str) -> Option<TextRange> {
    let item = names::item_around(snapshot, file, parameter)?;
    let start = usize::from(snapshot.item_ranges(item)?.whole.start());
    let text = snapshot.text(file);
    let mut end = text.get(..start)?.trim_end_matches([' ', '\t']).len();
    loop {
        let before = text.get(..end)?.strip_suffix('\n')?;
        let line_start = before.rfind('\n').map_or(0, |it| it + 1);
        let line = before.get(line_start..)?;
        if !line.trim_start().starts_with('#') {
            return None;
        }
        if let Some((at, rest)) = line.split_once("@param") {
            let words = rest.split_whitespace().map(|it| it.trim_start_matches('$'));
            let behind_types = words.skip_while(|it| it.starts_with('['));
            let mut candidates = behind_types.take(8);
            let offset = at.len() + "@param".len();
            if candidates.any(|it| it == name)
                && let Some(found) = word_at(rest, name)
            {
                let from = TextSize::try_from(line_start + offset + found).ok()?;
                return Some(TextRange::at(from, TextSize::of(name)));
            }
        }
        end = line_start;
    }
}

/// Where the first word of a text is that a name makes up; types in brackets may stand before it, and nothing else.
fn word_at(text: &str, name: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    for (start, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            c if c.is_whitespace() || depth > 0 || c == '$' => {}
            _ => {
                at = start;
                break;
            }
        }
    }
    let rest = text.get(at..)?.strip_prefix(name)?;
    rest.chars().next().is_none_or(|it| !it.is_ascii_alphanumeric() && it != '_').then_some(at)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::rename::tests::{check, refusal};

    #[test]
    fn a_variable_of_a_definition() {
        check(
            "#- /a.pp\ndefine d {\n  $x$0 = 1\n  notice(\"${x} $x ${x[1]}\", $x)\n}\ndefine e { $x = 2 }\n",
            "$new",
            expect![[r##"
            #- /a.pp
            define d {
              $new = 1
              notice("${new} $new ${new[1]}", $new)
            }
            define e { $x = 2 }
        "##]],
        );
        check(
            "#- /a.pp\n[1].each |$x$0| { notice($x) }\n$x = 1\n",
            "y",
            expect![[r#"
            #- /a.pp
            [1].each |$y| { notice($y) }
            $x = 1
        "#]],
        );
    }

    #[test]
    fn a_variable_of_a_class() {
        check(
            "#- /modules/a/manifests/init.pp\nclass a { $x = 1 }\n#- /modules/b/manifests/init.pp\nclass b inherits a { notice($0$x, $a::x, $::x) }\n",
            "y",
            expect![[r#"
                #- /modules/a/manifests/init.pp
                class a { $y = 1 }
                #- /modules/b/manifests/init.pp
                class b inherits a { notice($y, $a::y, $::x) }
            "#]],
        );
    }

    #[test]
    fn a_parameter_of_a_class_with_all_who_set_it() {
        check(
            "#- /modules/a/manifests/init.pp\n# @summary A.\n# @param xy Other\n# @param [String] x The x.\nclass a(\n  String $x$0 = 'a',\n  $xy = $x,\n) { }\n#- /site.pp\nclass { 'a': x => 1 }\n\
             notice($a::x, lookup('a::x'))\nClass['a'] { x => 2 }\n",
            "new",
            expect![[r##"
                #- /modules/a/manifests/init.pp
                # @summary A.
                # @param xy Other
                # @param [String] new The x.
                class a(
                  String $new = 'a',
                  $xy = $new,
                ) { }
                #- /site.pp
                class { 'a': new => 1 }
                notice($a::new, lookup('a::new'))
                Class['a'] { new => 2 }
                Exact { old: "a::x", new: "a::new" }
            "##]],
        );
    }

    #[test]
    fn a_parameter_of_a_defined_type() {
        check(
            "#- /modules/a/manifests/d.pp\ndefine a::d($x) { notice($x) }\n#- /site.pp\na::d { 't': $0x => 1; 'u': * => { 'x' => 2 } }\nA::D { x => 2 }\n\
             create_resources(a::d, { 'v' => { x => 1 } })\n",
            "new",
            expect![[r#"
                #- /modules/a/manifests/d.pp
                define a::d($new) { notice($new) }
                #- /site.pp
                a::d { 't': new => 1; 'u': * => { 'new' => 2 } }
                A::D { new => 2 }
                create_resources(a::d, { 'v' => { new => 1 } })
            "#]],
        );
    }

    #[test]
    fn a_parameter_of_a_template() {
        check(
            "#- /modules/a/templates/t.epp\n<%- | $x | -%>\n<%= $x %>\n#- /modules/a/manifests/init.pp\nclass a { epp('a/t.epp', { 'x$0' => 1 }) }\n",
            "y",
            expect![[r#"
                #- /modules/a/manifests/init.pp
                class a { epp('a/t.epp', { 'y' => 1 }) }
                #- /modules/a/templates/t.epp
                <%- | $y | -%>
                <%= $y %>
            "#]],
        );
        check(
            "#- /t.epp\n<%- | $x$0 | -%>\n<%= $x %>\n",
            "y",
            expect![[r#"
            #- /t.epp
            <%- | $y | -%>
            <%= $y %>
        "#]],
        );
    }

    #[test]
    fn a_name_that_is_taken() {
        check(
            "#- /a.pp\ndefine d($y) { $x$0 = 1 }\n",
            "y",
            expect![[r#"
            refused: there is already a `$y` in /a.pp
        "#]],
        );
        check(
            "#- /a.pp\nclass d($y) { $x$0 = 1 }\n",
            "y",
            expect![[r#"
            refused: there is already a `$y` in /a.pp
        "#]],
        );
        check(
            "#- /a.pp\ndefine d { $x$0 = 1\n [1].each |$y| { notice($x) } }\n",
            "y",
            expect![[r#"
            refused: there is already a `$y` in /a.pp
        "#]],
        );
        check(
            "#- /a.pp\ndefine d { $x$0 = 1\n notice($y) }\n",
            "y",
            expect![[r#"
            refused: there is already a `$y` in /a.pp
        "#]],
        );
        check(
            "#- /a.pp\ndefine d { $y = 1\n [1].each |$x$0| { notice($y) } }\n",
            "y",
            expect![[r#"
            refused: there is already a `$y` in /a.pp
        "#]],
        );
        check(
            "#- /a.pp\ndefine d { $x$0 = 1\n notice($::y) }\ndefine e { $y = 1 }\n",
            "y",
            expect![[r#"
            #- /a.pp
            define d { $y = 1
             notice($::y) }
            define e { $y = 1 }
        "#]],
        );
    }

    #[test]
    fn what_is_no_name() {
        for name in ["", "1", "a b", "a::b", "A", "x-y"] {
            assert_eq!(refusal("#- /a.pp\n$x$0 = 1\n", name), format!("`{name}` cannot be the name of a variable"));
        }
        for name in ["facts", "$title"] {
            let reason = format!("`${}` is built into Puppet", name.trim_start_matches('$'));
            assert_eq!(refusal("#- /a.pp\n$x$0 = 1\n", name), reason);
        }
        check(
            "#- /a.pp\nclass a($x$0) { }\n",
            "_y",
            expect![[r#"
            refused: `_y` cannot be the name of a variable
        "#]],
        );
    }

    #[test]
    fn what_puppet_sets() {
        check(
            "#- /a.pp\ndefine d { notice($0$title) }\n",
            "x",
            expect![[r#"
            refused: nothing in the workspace sets `$title`: it is a fact or built into Puppet
        "#]],
        );
        check(
            "#- /a.pp\nnotice($0$facts)\n",
            "x",
            expect![[r#"
            refused: nothing in the workspace sets `$facts`: it is a fact or built into Puppet
        "#]],
        );
        check(
            "#- /a.pp\nfile { 'x': mode$0 => 1 }\n",
            "x",
            expect![[r#"
            refused: `mode` of `file` is not defined in the workspace
        "#]],
        );
    }

    #[test]
    fn in_a_text_with_errors() {
        check(
            "#- /a.pp\nclass a($x$0) {\n  file { '/x':\n    mode => $x\n    owner =>\n  }\n  notice($x)\n}\n",
            "y",
            expect![[r##"
            #- /a.pp
            class a($y) {
              file { '/x':
                mode => $y
                owner =>
              }
              notice($y)
            }
            Exact { old: "a::x", new: "a::y" }
        "##]],
        );
    }

    #[test]
    fn what_installed_modules_name() {
        check(
            "#- /library/modules/a/manifests/init.pp\nclass a($x) { }\n#- /site.pp\nclass { 'a': x$0 => 1 }\n",
            "y",
            expect![[r#"
            refused: /library/modules/a/manifests/init.pp uses it and belongs to an installed module
        "#]],
        );
    }
}
