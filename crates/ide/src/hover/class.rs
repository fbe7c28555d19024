//! A class: how it begins, its comment, and what orders it where it is declared.

use analysis::{File, Snapshot};
use hir::Symbol;
use syntax::TextRange;

use super::{definition, resource};

pub(super) fn text(snapshot: Snapshot<'_>, file: File, at: Option<TextRange>, name: &str) -> Option<String> {
    let definition = definition::text(snapshot, file, &Symbol::Class(name.into()));
    match (definition, resource::edges_of_class(snapshot, file, at, name)) {
        (Some(definition), Some(edges)) => Some(format!("{definition}\n{edges}")),
        (definition, edges) => definition.or(edges),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::hover::tests::check;

    const MODULE: &str = "#- /m/metadata.json\n{\"name\": \"a-m\"}\n#- /m/manifests/a.pp\nclass m::a { notify { 'a': } }\n\
                          #- /m/manifests/b.pp\n# @summary The second.\n#\n# After all others.\nclass m::b {\n  require m::a\n}\n\
                          #- /m/manifests/init.pp\nclass m {\n  include m::b\n  contain m::c\n  Class['m::b'] ~> Class['m::c']\n}\n\
                          #- /m/manifests/c.pp\nclass m::c {\n}\n";

    #[test]
    fn what_orders_a_class() {
        let text = MODULE.replace("class m::b {", "class m::$0b {");
        check(
            &text,
            expect![[r#"
                ```puppet
                class m::b
                ```

                The second.

                After all others.

                **`Class[M::B]`**

                in `Stage[main]`

                Comes after:
                - `Class[M::A]`: require (line 5)

                Comes before:
                - `Class[M::C]`: `~>`, is refreshed (/m/manifests/init.pp line 4)
            "#]],
        );
    }

    #[test]
    fn a_node_has_relationships_of_its_own() {
        let site = "#- /e/environment.conf\n\n#- /e/modules/m/manifests/init.pp\nclass m { }\n#- /e/manifests/site.pp\n\
                    node 'a' { include m }\nnode default {\n  include m\n  Class['m$0'] -> notify { 'last': }\n}\n";
        check(
            site,
            expect![[r#"
                ```puppet
                class m
                ```

                **`Class[M]`**

                in `Stage[main]`

                Comes before:
                - `Notify[last]`: `->` (line 4)

                If it fails, 1 resource is skipped.
            "#]],
        );
    }

    #[test]
    fn where_it_is_included_and_referred_to() {
        let edges = |text: &str| {
            let hover = crate::tests::fixture(text).ask(crate::hover).expect("a hover");
            let text = crate::places(&hover.text, |_| None);
            text.lines().filter(|it| it.starts_with("- `")).map(str::to_owned).collect::<Vec<_>>()
        };
        let of_b = ["- `Class[M::A]`: require (/m/manifests/b.pp line 5)", "- `Class[M::C]`: `~>`, is refreshed (line 4)"];
        assert_eq!(edges(&MODULE.replace("include m::b", "include m::b$0")), of_b);
        assert_eq!(edges(&MODULE.replace("Class['m::b']", "Class['m::b$0']")), of_b);
        assert_eq!(edges(&MODULE.replace("Class['m::b']", "Cl$0ass['m::b']")), of_b);
    }
}
