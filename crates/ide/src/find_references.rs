//! All places of a name.

use analysis::{File, Snapshot};
use hir::{Role, Symbol};
use smol_str::SmolStr;
use syntax::TextSize;

use crate::names::{self, Target};
use crate::{computed, data};

/// Every place that means the same as the name at a place, in the order of the files' paths.
pub fn references(snapshot: Snapshot<'_>, file: File, offset: TextSize, with_definition: bool) -> Option<Vec<Target>> {
    if crate::sls::is_states(snapshot, file) {
        return crate::sls::references::references(snapshot, file, offset, with_definition);
    }
    if crate::erb::is_erb(snapshot, file) {
        return crate::erb::references::references(snapshot, file, offset, with_definition);
    }
    if crate::rb::is_ruby(snapshot, file) {
        return crate::rb::references(snapshot, file, offset, with_definition);
    }
    if data::is_data(snapshot, file) {
        return data::references::references(snapshot, file, offset, with_definition);
    }
    // A variable in a title is a name of its own.
    if snapshot.references(file).at(offset).is_empty()
        && let Some(title) = computed::at(snapshot, file, offset)
    {
        return Some(computed::references(snapshot, file, &title));
    }
    let reference = *names::names_at(snapshot, file, offset).first()?;
    let mut targets = names::targets_of(snapshot, &reference.symbol, file, with_definition);
    targets.extend(data::references::of_symbol(snapshot, file, &reference.symbol));
    targets.extend(crate::erb::references::of_symbol(snapshot, file, &reference.symbol));
    targets.extend(crate::rb::calls_of(snapshot, file, &reference.symbol));
    if let meant @ Symbol::Resource { ty, title } = &snapshot.meaning(&reference.symbol, file) {
        targets = with_computed(snapshot, file, targets, meant, (ty, title));
    }
    Some(names::without_repetition(targets))
}

/// The same with the places where only an evaluation knows that a resource is meant; other files are searched where none that is
/// written declares it.
fn with_computed(
    snapshot: Snapshot<'_>,
    file: File,
    mut targets: Vec<Target>,
    meant: &Symbol,
    (ty, title): (&str, &SmolStr),
) -> Vec<Target> {
    let is_declared = snapshot.places(meant, file).iter().any(|it| it.reference.role == Role::Declaration);
    let titles = std::slice::from_ref(title);
    if is_declared {
        let here = computed::in_file(snapshot, file, ty, titles);
        targets.extend(here.iter().map(|it| Target::name(snapshot, file, it.range)));
    } else {
        targets.extend(computed::declarations(snapshot, file, ty, title));
        targets.extend(computed::in_visible_files(snapshot, file, ty, titles));
    }
    computed::in_order(targets)
}

#[cfg(test)]
pub(crate) mod tests {
    use expect_test::{Expect, expect};

    use super::references;
    use crate::tests::fixture;

    #[track_caller]
    pub(crate) fn check(text: &str, expected: Expect) {
        let out = fixture(text).ask(|snapshot, file, offset| {
            let mut out = String::new();
            for target in references(snapshot, file, offset, true).unwrap_or_default() {
                let text = snapshot.text(snapshot.file(&target.path).expect("a file that is known"));
                let line = text[..usize::from(target.focus.start())].matches('\n').count();
                out += &format!("{}:{} {:?}\n", target.path, line + 1, &text[target.focus]);
            }
            out
        });
        expected.assert_eq(&out);
    }

    #[test]
    fn a_class() {
        check(
            "#- /modules/a/manifests/init.pp\nclass a$0($x) { }\n#- /site.pp\ninclude a\nclass { '::a': }\nClass['A'] -> Class[b]\nnotice($a::x)\n\
             notify { 'a': }\n#- /modules/b/manifests/init.pp\nclass b inherits a { }\n",
            expect![[r#"
                /modules/a/manifests/init.pp:1 "a"
                /modules/b/manifests/init.pp:1 "a"
                /site.pp:1 "a"
                /site.pp:2 "a"
                /site.pp:3 "A"
                /site.pp:4 "a"
            "#]],
        );
    }

    #[test]
    fn a_parameter() {
        check(
            "#- /modules/a/manifests/init.pp\nclass a($0$x, $y = $x) { }\n#- /site.pp\nclass { 'a': x => 1 }\nnotice($a::x, $x)\nlookup('a::x')\n\
             a { 'b': x => 1 }\n#- /modules/b/manifests/init.pp\nclass b inherits a { notice($x) }\nclass c { notice($x) }\n",
            expect![[r#"
                /modules/a/manifests/init.pp:1 "x"
                /modules/a/manifests/init.pp:1 "x"
                /modules/b/manifests/init.pp:1 "x"
                /site.pp:1 "x"
                /site.pp:2 "x"
                /site.pp:3 "a::x"
            "#]],
        );
        check(
            "#- /modules/a/manifests/d.pp\ndefine a::d($x) { notice($x) }\n#- /site.pp\na::d { 'b': $0x => 1 }\nA::D { x => 2 }\nb::d { 'b': x => 1 }\n",
            expect![[r#"
                /modules/a/manifests/d.pp:1 "x"
                /modules/a/manifests/d.pp:1 "x"
                /site.pp:1 "x"
                /site.pp:2 "x"
            "#]],
        );
    }

    #[test]
    fn a_variable_of_a_definition() {
        check(
            "#- /a.pp\ndefine d { $x = 1\n notice($x$0) }\ndefine e { $x = 1 }\n",
            expect![[r#"
            /a.pp:1 "x"
            /a.pp:2 "x"
        "#]],
        );
    }

    #[test]
    fn a_resource() {
        check(
            "#- /a.pp\nfile { '/etc/x$0': }\nFile['/etc/x'] -> File['/etc/y']\n#- /b.pp\n$d = '/etc'\nnotify { 'n': require => [File[\"${d}/x\", '/etc/z']] }\n\
             user { '/etc/x': }\nFile <| title == '/etc/x' |>\n",
            expect![[r#"
                /a.pp:1 "/etc/x"
                /a.pp:2 "/etc/x"
                /b.pp:2 "\"${d}/x\""
                /b.pp:4 "/etc/x"
            "#]],
        );
    }

    #[test]
    fn a_resource_whose_title_only_an_evaluation_knows() {
        let files = "#- /m/metadata.json\n{\"name\": \"a-m\"}\n#- /m/manifests/d.pp\ndefine m::d {\n  file { \"/pp${title}\": }\n  \
                     notify { \"n${title}\": require => File[\"/pp${title}\"] }\n}\n#- /m/manifests/init.pp\nclass m {\n  m::d { ['/a', '/b']: }\n  \
                     notify { 'x': require => File['/pp/a'] }\n}\n";
        for text in [files.replacen("\"/pp", "\"/p$0p", 1), files.replace("[\"/pp", "[\"/p$0p"), files.replace("'/pp/a'", "'/pp$0/a'")] {
            check(
                &text,
                expect![[r#"
                    /m/manifests/d.pp:2 "\"/pp${title}\""
                    /m/manifests/d.pp:3 "\"/pp${title}\""
                    /m/manifests/init.pp:3 "/pp/a"
                "#]],
            );
        }
        // A variable in it is a name of its own.
        check(
            &files.replacen("${title}", "${ti$0tle}", 1),
            expect![[r#"
                /m/manifests/d.pp:2 "title"
                /m/manifests/d.pp:3 "title"
                /m/manifests/d.pp:3 "title"
            "#]],
        );
    }

    #[test]
    fn a_fact() {
        check(
            "#- /a.pp\nnotice($facts['os']['name$0'], $facts['os'])\n#- /b.epp\n<%= $facts['os']['name'] %>\n",
            expect![[r#"
            /a.pp:1 "name"
            /b.epp:1 "name"
        "#]],
        );
    }

    #[test]
    fn a_defined_type() {
        check(
            "#- /modules/a/manifests/d.pp\ndefine a::d { }\n#- /site.pp\na::d { 'x': }\nA::D$0 <| |>\ncreate_resources('a::d', {})\nA::D['x']\n",
            expect![[r#"
                /modules/a/manifests/d.pp:1 "a::d"
                /site.pp:1 "a::d"
                /site.pp:2 "A::D"
                /site.pp:3 "a::d"
                /site.pp:4 "A::D"
            "#]],
        );
    }

    #[test]
    fn a_built_in_function() {
        check(
            "#- /a.pp\nnotice$0('x')\nnotice 1\n'x'.notice\n",
            expect![[r#"
            /a.pp:1 "notice"
            /a.pp:2 "notice"
            /a.pp:3 "notice"
        "#]],
        );
    }
}
