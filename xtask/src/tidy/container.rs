//! The image can be described: nothing here can fetch the images that it starts from, so that its description is read, not built.

use parse_dockerfile::{Command, Instruction, Source, UnescapedString, parse};

use super::tree::Tree;

const FILE: &str = "Containerfile";

pub fn described(tree: &Tree) -> Vec<String> {
    let Some(text) = tree.get(FILE) else { return vec![format!("no {FILE}")] };
    let described = match parse(text) {
        Ok(described) => described,
        Err(error) => return vec![format!("{FILE}: {error}")],
    };
    let mut complaints = Vec::new();
    let mut complain = |what: String| complaints.push(format!("{FILE}: {what}"));
    for stage in described.stages() {
        // Where the repository was copied to.
        let mut folder = String::new();
        for instruction in stage.instructions {
            match instruction {
                Instruction::Workdir(it) => folder = it.arguments.value.trim_end_matches('/').to_owned(),
                Instruction::Copy(it) => {
                    let from = it.options.iter().find(|it| it.name.value == "from").and_then(|it| it.value.as_ref());
                    if let Some(from) = from.filter(|it| described.stage(&it.value).is_none()) {
                        complain(format!("there is no stage {:?}", from.value));
                    }
                    let work = if from.is_some() { "/src" } else { "" };
                    for path in it.src.iter().filter_map(path) {
                        let inside = path.strip_prefix(work).unwrap_or(path).trim_start_matches('/');
                        if inside != "." && !inside.starts_with("target/") && !tree.exists(inside) {
                            complain(format!("{path} is not in the repository"));
                        }
                    }
                }
                Instruction::Run(it) => {
                    let words = words(&it.arguments);
                    let package = words.iter().position(|it| *it == "--package").and_then(|at| words.get(at + 1));
                    if words.first() == Some(&"cargo") && package.is_none_or(|it| !tree.has(&format!("crates/{it}/Cargo.toml"))) {
                        complain(format!("{} builds no package of the workspace", words.join(" ")));
                    }
                    if folder.is_empty() {
                        complain("a command runs in the root folder".to_owned());
                    }
                }
                _ => {}
            }
        }
    }
    complaints
}

fn path<'a>(source: &'a Source<'_>) -> Option<&'a str> {
    match source {
        Source::Path(UnescapedString { value, .. }) => Some(value),
        _ => None,
    }
}

fn words<'a>(command: &'a Command<'_>) -> Vec<&'a str> {
    match command {
        Command::Shell(text) => text.value.split_whitespace().collect(),
        Command::Exec(words) => words.value.iter().map(|it| &*it.value).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = "FROM rust AS build\nWORKDIR /src\nCOPY . .\nRUN cargo build --package cli\nFROM debian\n\
                         COPY --from=build /src/target/release/bunraku /usr/local/bin/\nCOPY --from=build /src/LICENSE /l\nCMD [\"check\"]\n";

    fn complaints(text: &str) -> usize {
        described(&Tree::new(&[(FILE, text), ("crates/cli/Cargo.toml", ""), ("LICENSE", "")])).len()
    }

    #[test]
    fn a_description_names_what_is_there() {
        assert_eq!(complaints(SOUND), 0);
        assert_eq!(complaints(&SOUND.replace("--package cli", "--package bunraku")), 1);
        assert_eq!(complaints(&SOUND.replace("/src/LICENSE", "/src/COPYING")), 1);
        assert_eq!(complaints(&SOUND.replace("AS build", "AS built")), 2);
        assert_eq!(complaints(&SOUND.replace("WORKDIR /src\n", "")), 1);
    }

    #[test]
    fn a_description_that_cannot_be_read() {
        assert_eq!(complaints("FROM\n"), 1);
        assert_eq!(complaints("COPPY . .\n"), 1);
    }
}
