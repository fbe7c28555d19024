//! The cases of `tests/lint`. `tests/lint/README.md` describes them.

use std::path::{Path, PathBuf};

use super::NAME;
use super::asked::Asked;
use crate::cases::{self, Options};

/// All cases, by file and then in the order in which they are written.
pub fn all(root: &Path) -> Result<Vec<Asked>, String> {
    cases::in_folder(&root.join("tests/lint"), read)
}

/// The file that keeps the recordings of a subject.
pub fn recordings(root: &Path, subject: &str) -> PathBuf {
    root.join(format!("tests/lint/{subject}.jsonl"))
}

/// Where a text lies if its case does not say it.
const PATH: &str = "m/manifests/init.pp";

fn read(subject: &str, text: &str) -> Result<Vec<Asked>, String> {
    let mut all: Vec<Asked> = Vec::new();
    let mut body: Vec<&str> = Vec::new();
    let mut options = Options::default();
    for (number, line) in text.split('\n').enumerate() {
        let Some(heading) = line.strip_prefix("--- ") else {
            if !all.is_empty() {
                body.push(line);
            } else if !line.is_empty() && !line.starts_with('#') {
                return Err(format!("{}: text before the first case", number + 1));
            }
            continue;
        };
        finish(&mut all, &mut body, &options).map_err(|e| format!("{number}: {e}"))?;
        let (name, rest) = heading.split_once(" | ").unwrap_or((heading, ""));
        let id = format!("{NAME}/{subject}/{name}");
        if all.iter().any(|case| case.id == id) {
            return Err(format!("{}: a second case of the name {name}", number + 1));
        }
        let mut case = Asked { id, path: PATH.to_owned(), code: String::new(), arguments: Vec::new() };
        options = Options { newline: true, ..Options::default() };
        if lint::checks::by_name(subject).is_some() {
            case.arguments.push(format!("--only-checks={subject}"));
        }
        for option in rest.split_whitespace() {
            match option {
                "escaped" => options.escaped = true,
                "bare" => options.newline = false,
                _ if option.starts_with('-') => case.arguments.push(option.to_owned()),
                _ => match option.strip_prefix("path=") {
                    Some(path) => case.path = path.to_owned(),
                    None => return Err(format!("{}: no such option: {option}", number + 1)),
                },
            }
        }
        all.push(case);
    }
    finish(&mut all, &mut body, &options)?;
    Ok(all)
}

fn finish(all: &mut [Asked], body: &mut Vec<&str>, options: &Options) -> Result<(), String> {
    if let Some(case) = all.last_mut() {
        case.code = cases::text_of(body, options)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_of_a_check_runs_that_check_alone() {
        let cases = read("140chars", "# About.\n--- a | --fix path=x.pp\n$x = 1\n\n--- b | bare escaped\n\\t\n").unwrap_or_default();
        assert_eq!(cases.iter().map(|it| it.code.as_str()).collect::<Vec<_>>(), ["$x = 1\n", "\t"]);
        assert_eq!(cases[0].arguments, ["--only-checks=140chars", "--fix"]);
        assert_eq!((cases[0].path.as_str(), cases[1].path.as_str()), ("x.pp", PATH));
        assert_eq!(read("control", "--- a\n1\n").unwrap_or_default()[0].arguments, Vec::<String>::new());
    }

    #[test]
    fn mistakes_are_refused_with_their_line() {
        for (text, line) in [("1\n", "1:"), ("--- a\n\n--- a\n", "3:"), ("\n--- a | nonsense\n", "2:")] {
            let error = read("s", text).err().unwrap_or_default();
            assert!(error.starts_with(line), "{text:?}: {error:?}");
        }
    }
}
