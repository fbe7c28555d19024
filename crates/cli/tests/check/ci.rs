//! Examples in `docs/ci.md` and the hooks can be read, and their commands run.

use crate::folder::Folder;

const PAGE: &str = include_str!("../../../../docs/ci.md");
const HOOKS: &str = include_str!("../../../../.pre-commit-hooks.yaml");

/// The blocks of a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let opening = format!("```{language}\n");
    PAGE.split(opening.as_str()).skip(1).filter_map(|it| Some(it.split_once("```")?.0)).collect()
}

/// The arguments of each `bunraku check` in a text, up to where the shell goes on.
fn commands(text: &str) -> Vec<Vec<&str>> {
    let found = text.match_indices("bunraku check").filter(|(at, _)| !text[..*at].ends_with("name: "));
    let rest = found.filter_map(|(at, name)| text[at + name.len()..].split(['\n', '>', '|', '#']).next());
    rest.map(|it| it.split_whitespace().collect()).collect()
}

#[test]
fn commands_run() {
    let mut ran = 0;
    for text in [blocks("yaml"), blocks("sh"), vec![HOOKS]].concat() {
        for args in commands(text) {
            let folder = Folder::new()
                .file("a.pp", "$x = { 'a' => 1, 'a' => 2 }\n")
                .file("bunraku-baseline.json", r#"{"version": 1, "findings": []}"#);
            let output = folder.check(&args).output().expect("bunraku runs");
            let expected = if args.contains(&"--write-baseline") { 0 } else { 1 };
            assert_eq!(output.status.code(), Some(expected), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
            ran += 1;
        }
    }
    assert!(ran >= 9, "only {ran} commands");
}

#[test]
fn blocks_are_yaml() {
    let yaml = [blocks("yaml"), vec![HOOKS]].concat();
    assert!(yaml.len() >= 6, "only {} blocks", yaml.len());
    for text in yaml {
        let document = yaml::load(text.as_bytes()).unwrap_or_else(|_| panic!("no YAML:\n{text}"));
        assert!(document.is_some(), "nothing in:\n{text}");
    }
}

#[test]
fn hooks_run_for_what_is_checked() {
    let pattern = |text: &'static str| text.lines().filter_map(|it| it.trim().strip_prefix("files: ")).next().expect("a pattern");
    let local = blocks("yaml").into_iter().find(|it| it.contains("repo: local")).expect("a hook without the repository");
    assert_eq!(pattern(local), pattern(HOOKS));
    let runs = values::regex::Regex::new(pattern(HOOKS)).expect("a regular expression");
    let is_run = |path: &str| runs.is_match(path);
    for path in [
        "a.pp",
        "m/templates/a.epp",
        "hiera.yaml",
        "m/hiera.yaml",
        "m/metadata.json",
        "environment.conf",
        "data/nodes/a.yaml",
        "m/data/a.json",
        "states/web/init.sls",
        "states/web/map.jinja",
    ] {
        assert!(is_run(path), "{path}");
    }
    for path in ["package.json", ".github/workflows/ci.yml", "data.pp.txt", "my.hiera.yaml", "mydata/a.yaml"] {
        assert!(!is_run(path), "{path}");
    }
}
