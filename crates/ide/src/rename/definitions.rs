//! Classes, defined types, functions, plans and aliases, together with the files that Puppet loads them from.

use analysis::names::Definition;
use analysis::{File, Origin, Snapshot};
use hir::{Item, ItemKind, Role, Spelling, Symbol, name};
use syntax::{TextRange, TextSize};

use super::error::{Fixed, ModuleProblem, NotFound, Subject as Named, Undefined};
use super::{KeyChange, Rename, RenameError, Subject};
use crate::words;

/// Refuses a name that is defined nowhere or by others; returns the kind of its definition.
pub(super) fn check(snapshot: Snapshot<'_>, file: File, meant: &Symbol) -> Result<Option<ItemKind>, RenameError> {
    let name = match meant {
        Symbol::Class(name) | Symbol::Type(name) | Symbol::Function(name) | Symbol::Plan(name) => name,
        _ => return Ok(None),
    };
    let definitions = snapshot.resolve(meant, file);
    let Some(first) = definitions.first() else {
        return Err(RenameError::Undefined(Undefined::Named(name.to_string())));
    };
    if let Some(other) = definitions.iter().find(|it| snapshot.origin(it.file) == Origin::Library) {
        return Err(RenameError::Installed { name: Some(name.to_string()), path: snapshot.path(other.file) });
    }
    if definitions.len() > 1 {
        return Err(RenameError::DefinedOften { name: name.to_string(), count: definitions.len() });
    }
    Ok(snapshot.item(*first).map(|it| it.kind))
}

/// A name as its definition spells it.
pub(super) fn written(snapshot: Snapshot<'_>, subject: &Subject<'_>) -> Option<String> {
    let definition = *snapshot.resolve(&subject.meant, subject.file).first()?;
    let range = snapshot.item_ranges(definition)?.name;
    snapshot.text(definition.file).get(std::ops::Range::<usize>::from(range)).map(str::to_owned)
}

pub(super) fn rename(snapshot: Snapshot<'_>, subject: &Subject<'_>, new_name: &str) -> Result<Rename, RenameError> {
    let definition = *snapshot.resolve(&subject.meant, subject.file).first().ok_or(RenameError::Undefined(Undefined::It))?;
    let item = snapshot.item(definition).ok_or(RenameError::Undefined(Undefined::It))?;
    let new = NewName::read(item.kind, new_name)?;
    if new.plain == item.name {
        return Err(RenameError::Unchanged { name: item.name.to_string() });
    }
    let symbol = item.kind.symbol(&new.plain).ok_or(RenameError::Fixed(Fixed::Nameless))?;
    let others = [Some(symbol), other_meaning(item.kind, &new.plain)];
    if let Some(taken) = others.iter().flatten().find_map(|it| snapshot.resolve(it, definition.file).first().copied()) {
        return Err(RenameError::Taken { name: new.plain, subject: Named::Definition(item.kind), path: snapshot.path(taken.file) });
    }
    let mut rename = Rename::default();
    if let Some(path) = new_path(snapshot, definition, item, &new.plain)? {
        rename.moves.push((snapshot.path(definition.file), path));
    }
    for place in &subject.places {
        let reference = place.reference;
        let path = snapshot.path(place.file);
        let text = snapshot.text(place.file);
        let spelled = text.get(std::ops::Range::<usize>::from(reference.range)).unwrap_or_default();
        let is_capitalized = reference.spelling == Spelling::Capitalized || spelled.starts_with(|it: char| it.is_ascii_uppercase());
        let replacement = match reference.spelling {
            Spelling::Computed => {
                return Err(RenameError::Computed { subject: Named::Definition(item.kind), path: Some(path), written: None });
            }
            _ if reference.role == Role::Definition && !spelled.contains("::") && item.name.contains("::") => {
                nested(&item.name, &new.plain)?
            }
            _ if is_capitalized => new.capitalized.clone(),
            _ => new.plain.clone(),
        };
        rename.edits.push((path, reference.range, replacement));
    }
    if item.kind == ItemKind::Class {
        rename.keys.push(KeyChange::Class { old: item.name.to_string(), new: new.plain.clone() });
        keys(snapshot, definition, item, &new.plain, &mut rename);
    }
    Ok(rename)
}

/// A name as it is compared, and as a type has it.
struct NewName {
    plain: String,
    capitalized: String,
}

impl NewName {
    fn read(kind: ItemKind, text: &str) -> Result<NewName, RenameError> {
        let text = text.strip_prefix("::").unwrap_or(text);
        let plain = text.to_lowercase();
        let fits = match kind {
            ItemKind::Alias => name::is_type(text),
            ItemKind::Define | ItemKind::Class => name::is_name(text) || name::is_type(text),
            _ => name::is_name(text),
        };
        if !fits {
            return Err(RenameError::Invalid { name: text.to_owned(), subject: Named::Definition(kind) });
        }
        if words::is_reserved(&plain) {
            return Err(RenameError::BuiltIn { name: text.to_owned() });
        }
        let capitalized = if kind == ItemKind::Alias { text.to_owned() } else { name::capitalized(&plain) };
        Ok(NewName { plain, capitalized })
    }
}

/// A class and a defined type of one name exclude each other.
fn other_meaning(kind: ItemKind, name: &str) -> Option<Symbol> {
    match kind {
        ItemKind::Class => Some(Symbol::Type(name.into())),
        ItemKind::Define | ItemKind::Alias => Some(Symbol::Class(name.into())),
        _ => None,
    }
}

/// The last part of a new name, for a definition that stands inside of a class.
fn nested(old: &str, new: &str) -> Result<String, RenameError> {
    match (name::split(old), name::split(new)) {
        (Some((outer, _)), Some((new_outer, last))) if outer == new_outer => Ok(last.to_owned()),
        (Some((outer, _)), _) => Err(RenameError::Outside { namespace: outer.to_owned(), is_file: false }),
        (None, _) => Ok(new.to_owned()),
    }
}

/// Where the file has to be for Puppet to find the new name; nothing where it may stay.
fn new_path(snapshot: Snapshot<'_>, definition: Definition, item: &Item, new: &str) -> Result<Option<String>, RenameError> {
    let Some(namespace) = snapshot.namespace(definition.file) else { return Ok(None) };
    if namespace != item.name {
        // It lives in the file of something around it, and has to stay below that.
        let stays = new == namespace || new.strip_prefix(namespace.as_str()).is_some_and(|it| it.starts_with("::"));
        return match stays {
            true => Ok(None),
            false => Err(RenameError::Outside { namespace: namespace.to_string(), is_file: true }),
        };
    }
    if snapshot.item_tree(definition.file).items.len() > 1 {
        return Err(RenameError::NotFound(NotFound::Others { path: snapshot.path(definition.file) }));
    }
    let place = snapshot.module_of(definition.file).ok_or(RenameError::NotFound(NotFound::UnknownModule))?;
    let path = snapshot.path(definition.file);
    let inside = path
        .strip_prefix(place.root.as_str())
        .and_then(|it| it.strip_prefix('/'))
        .ok_or(RenameError::NotFound(NotFound::OutsideOfModule))?;
    let folder = inside.split('/').next().unwrap_or_default();
    let (module, rest) = new.split_once("::").unwrap_or((new, "init"));
    let refused = |problem: ModuleProblem| Err(RenameError::Module { name: module.to_owned(), problem });
    let root = if module == place.module {
        place.root
    } else {
        let roots: Vec<String> = snapshot.modules().into_iter().filter(|it| it.module == module).map(|it| it.root).collect();
        match roots.as_slice() {
            [root] if snapshot.files_below(root).all(|it| snapshot.origin(it) == Origin::Local) => root.clone(),
            [_] => return refused(ModuleProblem::Installed),
            [] => return refused(ModuleProblem::Missing),
            _ => return refused(ModuleProblem::Several),
        }
    };
    let target = format!("{root}/{folder}/{}.pp", rest.replace("::", "/"));
    if snapshot.file(&target).is_some() {
        return Err(RenameError::Taken { name: new.to_owned(), subject: Named::File, path: target.into() });
    }
    Ok(Some(target))
}

/// Keys of Hiera that the code looks up, and that name a parameter of the class.
fn keys(snapshot: Snapshot<'_>, definition: Definition, item: &Item, new: &str, rename: &mut Rename) {
    for parameter in &item.parameters {
        let member = Symbol::Member { owner: hir::Owner::Class(item.name.clone()), name: parameter.name.clone() };
        for place in snapshot.places(&member, definition.file) {
            let Symbol::Key(key) = &place.reference.symbol else { continue };
            if place.reference.spelling == Spelling::Computed {
                continue;
            }
            // `a::b::x`: what stands before the last part is the class, with or without `::` before it.
            let range = place.reference.range;
            let end = range.end() - TextSize::of(name::last(key)) - TextSize::of("::");
            let length = TextSize::of(item.name.as_str());
            if end >= range.start() + length {
                rename.edits.push((snapshot.path(place.file), TextRange::new(end - length, end), new.to_owned()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::rename::tests::{check, refusal};

    #[test]
    fn a_class_with_its_file() {
        check(
            "#- /modules/a/manifests/b.pp\n# About it.\nclass a::b($x = 1) { }\n#- /modules/a/manifests/init.pp\nclass a { contain a::b\n Class['A::B'] -> Class[a::b] }\n#- /site.pp\n\
             include $0::a::b\nclass { '::a::b': x => $a::b::x }\nclass c inherits a::b { }\nlookup('a::b::x')\n",
            "a::c::d",
            expect![[r##"
                #- /modules/a/manifests/b.pp -> /modules/a/manifests/c/d.pp
                # About it.
                class a::c::d($x = 1) { }
                #- /modules/a/manifests/init.pp
                class a { contain a::c::d
                 Class['A::C::D'] -> Class[a::c::d] }
                #- /site.pp
                include ::a::c::d
                class { '::a::c::d': x => $a::c::d::x }
                class c inherits a::c::d { }
                lookup('a::c::d::x')
                Class { old: "a::b", new: "a::c::d" }
            "##]],
        );
    }

    #[test]
    fn a_class_that_moves_to_another_module() {
        let files = "#- /modules/a/manifests/b.pp\nclass a::b$0 { }\n#- /modules/c/manifests/init.pp\nclass c { include a::b }\n";
        check(
            files,
            "c::d",
            expect![[r##"
            #- /modules/a/manifests/b.pp -> /modules/c/manifests/d.pp
            class c::d { }
            #- /modules/c/manifests/init.pp
            class c { include c::d }
            Class { old: "a::b", new: "c::d" }
        "##]],
        );
        check(
            files,
            "c",
            expect![[r#"
            refused: there is already a `c` in /modules/c/manifests/init.pp
        "#]],
        );
        check(
            files,
            "d::e",
            expect![[r#"
            refused: there is no module `d` to move it to
        "#]],
        );
    }

    #[test]
    fn a_class_inside_of_another() {
        let files = "#- /modules/a/manifests/init.pp\nclass a {\n  class b$0 { }\n}\n#- /site.pp\ninclude a::b\n";
        check(
            files,
            "a::c",
            expect![[r##"
            #- /modules/a/manifests/init.pp
            class a {
              class c { }
            }
            #- /site.pp
            include a::c
            Class { old: "a::b", new: "a::c" }
        "##]],
        );
        check(
            files,
            "c",
            expect![[r#"
            refused: it is defined in the file of `a`: the name must begin with `a::`
        "#]],
        );
        check(
            "#- /modules/a/manifests/init.pp\nclass a$0 {\n  class b { }\n}\n",
            "a::c",
            expect![[r#"
            refused: /modules/a/manifests/init.pp has other definitions, which Puppet would no longer find
        "#]],
        );
    }

    #[test]
    fn a_class_of_no_module() {
        check(
            "#- /site.pp\nclass x { }\nnode default { include x$0 }\n",
            "y",
            expect![[r##"
            #- /site.pp
            class y { }
            node default { include y }
            Class { old: "x", new: "y" }
        "##]],
        );
    }

    #[test]
    fn a_defined_type() {
        check(
            "#- /modules/a/manifests/d.pp\ndefine a::d { }\n#- /site.pp\na::d$0 { 'x': }\nA::D['x'] -> A::D <| |>\ncreate_resources('a::d', {})\n",
            "a::e",
            expect![[r#"
                #- /modules/a/manifests/d.pp -> /modules/a/manifests/e.pp
                define a::e { }
                #- /site.pp
                a::e { 'x': }
                A::E['x'] -> A::E <| |>
                create_resources('a::e', {})
            "#]],
        );
    }

    #[test]
    fn an_alias() {
        let files = "#- /modules/a/types/port.pp\ntype A::Port = Integer\n#- /site.pp\nfunction f(Optional[A::Port$0] $x) { }\n";
        check(
            files,
            "A::PortNumber",
            expect![[r#"
            #- /modules/a/types/port.pp -> /modules/a/types/portnumber.pp
            type A::PortNumber = Integer
            #- /site.pp
            function f(Optional[A::PortNumber] $x) { }
        "#]],
        );
        check(
            files,
            "a::port_number",
            expect![[r#"
            refused: `a::port_number` cannot be the name of a type alias
        "#]],
        );
    }

    #[test]
    fn a_function() {
        check(
            "#- /modules/a/functions/f.pp\nfunction a::f($x) { }\n#- /site.pp\na::f$0(1)\n1.a::f\n\"${a::f(2)}\"\n",
            "a::g",
            expect![[r##"
                #- /modules/a/functions/f.pp -> /modules/a/functions/g.pp
                function a::g($x) { }
                #- /site.pp
                a::g(1)
                1.a::g
                "${a::g(2)}"
            "##]],
        );
        check(
            "#- /modules/a/functions/f.pp\nfunction a::f$0($x) { }\n",
            "A::G",
            expect![[r#"
            refused: `A::G` cannot be the name of a function
        "#]],
        );
    }

    #[test]
    fn names_that_are_taken_or_none() {
        let files =
            "#- /modules/a/manifests/b.pp\nclass a::b$0 { }\n#- /modules/a/manifests/c.pp\ndefine a::c { }\n#- /modules/a/manifests/d.pp\n";
        for (name, reason) in [
            ("a::c", "there is already a `a::c` in /modules/a/manifests/c.pp"),
            ("a::b", "its name is already `a::b`"),
            ("a::d", "there is already a file /modules/a/manifests/d.pp"),
            ("a-b", "`a-b` cannot be the name of a class"),
            ("", "`` cannot be the name of a class"),
            ("class", "`class` is built into Puppet"),
            ("a::1", "`a::1` cannot be the name of a class"),
        ] {
            assert_eq!(refusal(files, name), reason);
        }
    }

    #[test]
    fn what_is_built_in_or_installed() {
        check(
            "#- /a.pp\nfile$0 { 'x': }\n",
            "y",
            expect![[r#"
            refused: `file` is built in or not defined in the workspace
        "#]],
        );
        check(
            "#- /a.pp\nnotice$0('x')\n",
            "y",
            expect![[r#"
            refused: `notice` is built in or not defined in the workspace
        "#]],
        );
        check(
            "#- /a.pp\ninclude a$0\n#- /library/modules/a/manifests/init.pp\nclass a { }\n",
            "y",
            expect![[r#"
            refused: `a` belongs to an installed module: /library/modules/a/manifests/init.pp
        "#]],
        );
    }

    #[test]
    fn a_name_that_is_put_together() {
        check(
            "#- /a.pp\n$x = 'a'\ninclude \"x::${x}\"\nclass x::a$0 { }\n",
            "x::b",
            expect![[r#"
            refused: /a.pp computes the name from variables
        "#]],
        );
    }
}
