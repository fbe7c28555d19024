//! What Hiera gives a parameter of a class, with the place.

use analysis::{File, Snapshot};
use compiler::Bound;
use values::Str;

use super::value;
use crate::value_text::{self, code};

/// A value, and the systems that it has come to.
struct Given<'a> {
    bound: &'a Bound,
    systems: Vec<Str>,
}

/// One line for each value that data has for it.
pub(super) fn text(snapshot: Snapshot<'_>, file: File, class: &str, parameter: &str) -> Option<String> {
    let watches = snapshot.watched(file, value::MOST_WATCHES);
    let mut found: Vec<Given<'_>> = Vec::new();
    for watch in &watches {
        for bound in watch.bound().iter().filter(|it| *it.class == *class && *it.parameter == *parameter) {
            let given = match found.iter().position(|it| it.bound == bound) {
                Some(at) => found.get_mut(at)?,
                None => {
                    found.push(Given { bound, systems: Vec::new() });
                    found.last_mut()?
                }
            };
            let more = watch.systems.iter().filter(|it| !given.systems.contains(it)).cloned().collect::<Vec<_>>();
            given.systems.extend(more);
        }
    }
    let several = found.len() > 1;
    let line = |it: &Given<'_>| {
        let on = if several { format!(" on {}", value::systems(&it.systems)) } else { String::new() };
        format!("From Hiera: {}{on}{}\n", code(&value_text::text(&it.bound.value, 120)), from(snapshot, file, it.bound))
    };
    let lines: Vec<String> = found.iter().map(line).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
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
}
