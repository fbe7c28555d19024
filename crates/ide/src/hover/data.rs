//! What Hiera gives a parameter of a class, with the place.

use analysis::{File, Snapshot};
use values::{Str, Value};

use super::value;
use crate::value_text::{self, code};

/// One line for each value that data has for it.
pub(super) fn text(snapshot: Snapshot<'_>, file: File, class: &str, parameter: &str) -> Option<String> {
    let watches = snapshot.watched(file, value::MOST_WATCHES);
    let mut found: Vec<(Value, Vec<(Str, Option<u32>)>, Vec<Str>)> = Vec::new();
    for watch in &watches {
        for bound in watch.watched.bound.iter().filter(|it| *it.class == *class && *it.parameter == *parameter) {
            match found.iter_mut().find(|(value, sources, _)| *value == bound.value && *sources == bound.sources) {
                Some((_, _, systems)) => {
                    systems.extend(watch.systems.iter().filter(|it| !systems.contains(it)).cloned().collect::<Vec<_>>())
                }
                None => found.push((bound.value.clone(), bound.sources.clone(), watch.systems.clone())),
            }
        }
    }
    let several = found.len() > 1;
    let lines: Vec<String> = found
        .iter()
        .map(|(value, sources, systems)| {
            let on = if several { format!(" on {}", value::systems(systems)) } else { String::new() };
            format!("From Hiera: {}{on}{}\n", code(&value_text::text(value, 120)), from(sources))
        })
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn from(sources: &[(Str, Option<u32>)]) -> String {
    let one = |(file, line): &(Str, Option<u32>)| match line {
        Some(line) => format!("`{file}:{line}`"),
        None => format!("`{file}`"),
    };
    match sources {
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
