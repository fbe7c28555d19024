//! Hiera's value for a parameter of a class, with its place.

use analysis::{File, Snapshot};
use compiler::Bound;
use values::{Str, Value};

use super::value;
use crate::value_text::{self, code};

/// A value, and the systems that it has come to.
struct Given {
    bound: Bound,
    systems: Vec<Str>,
}

/// Text about a parameter's data.
#[derive(Debug, Default)]
pub(super) struct DataText {
    /// Nothing where no data have it.
    pub(super) text: String,
    /// Whether some evaluation took its value from data.
    pub(super) is_bound: bool,
}

/// One line for each value that an evaluation took from data, and one for each file that has some where those are not all.
pub(super) fn text(snapshot: Snapshot<'_>, file: File, class: &str, parameter: &str) -> DataText {
    let found = given(snapshot, file, class, parameter);
    let key = crate::data::key_of(class, parameter);
    let (levels, count) = crate::data::hover::of_levels(snapshot, file, &key).unwrap_or_default();
    // Which of several levels a node reads may not be known; each of them is listed then.
    let known: Vec<&Given> = found.iter().filter(|it| count == 0 || !matches!(it.bound.value, Value::Unknown(_))).collect();
    let line = |it: &&Given| {
        let on = if found.len() > 1 { format!(" on {}", value::systems(&it.systems)) } else { String::new() };
        format!("From Hiera: {}{on}{}\n", code(&value_text::text(&it.bound.value, 120)), from(snapshot, file, &it.bound))
    };
    let mut sources: Vec<&String> = known.iter().flat_map(|it| &it.bound.sources).collect();
    sources.sort_unstable();
    sources.dedup();
    // What single evaluations took is among what the levels have.
    let text = if count > sources.len() { levels } else { known.iter().map(line).collect::<Vec<_>>().join("\n") };
    DataText { text, is_bound: !found.is_empty() }
}

/// The values that evaluations took from data.
fn given(snapshot: Snapshot<'_>, file: File, class: &str, parameter: &str) -> Vec<Given> {
    let mut found: Vec<Given> = Vec::new();
    for watch in snapshot.watched(file, value::MOST_WATCHES) {
        for bound in watch.bound().iter().filter(|it| *it.class == *class && *it.parameter == *parameter) {
            match found.iter_mut().find(|it| it.bound == *bound) {
                Some(known) => {
                    let more: Vec<Str> = watch.systems.iter().filter(|it| !known.systems.contains(it)).cloned().collect();
                    known.systems.extend(more);
                }
                None => found.push(Given { bound: bound.clone(), systems: watch.systems.clone() }),
            }
        }
    }
    found
}

fn from(snapshot: Snapshot<'_>, file: File, bound: &Bound) -> String {
    let key = bound.key();
    let one = |path: &String| match snapshot.line_in_data(file, path, &key) {
        Some(line) => format!("`{path}:{line}`"),
        None => format!("`{path}`"),
    };
    match bound.sources.as_slice() {
        [] => String::new(),
        some => format!(" ({})", some.iter().map(one).collect::<Vec<_>>().join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::hover::tests::check;

    #[test]
    fn data_of_the_module() {
        check(
            "#- /m/metadata.json\n{\"name\": \"a-m\"}\n#- /m/hiera.yaml\nversion: 5\nhierarchy:\n  - name: c\n    path: common.yaml\n\
             #- /m/data/common.yaml\n---\nm::port: 8080\n#- /m/manifests/init.pp\n# @param port\n#   Where it listens\nclass m(Integer $po$0rt = 80) { }\n",
            expect![[r#"
                ```puppet
                Integer $port = 80
                ```

                parameter of `m`

                Where it listens

                From Hiera: `8080` (`/m/data/common.yaml:2`)
            "#]],
        );
    }

    #[test]
    fn each_value_with_its_place() {
        let site = "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\nhierarchy:\n- {name: Node, path: 'nodes/%{trusted.certname}.yaml'}\n\
                    - {name: Common, path: common.yaml}\n#- /e/data/common.yaml\nlookup_options: {}\nweb::port: 8080\n\
                    #- /e/data/nodes/a.example.com.yaml\nweb::port: 8443\n#- /e/data/nodes/b.example.com.yaml\n\nweb::port: 9443\n\
                    #- /e/manifests/site.pp\nnode 'a.example.com' { include web }\nnode 'c.example.com' { include web }\n\
                    #- /e/modules/web/manifests/init.pp\nclass web(Integer $po$0rt) { }\n";
        check(
            site,
            expect![[r#"
                ```puppet
                Integer $port
                ```

                parameter of `web`

                Data:

                - Node: `8443` (data/nodes/a.example.com.yaml line 1)
                - Node: `9443` (data/nodes/b.example.com.yaml line 2)
                - Common: `8080` (data/common.yaml line 2)
            "#]],
        );
    }
}
