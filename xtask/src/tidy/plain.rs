//! Plain English, as far as a machine can check it: short sentences, short cells of tables, usual words, help on one line.

use super::tree::Tree;

const LONGEST_SENTENCE: usize = 30;
const LONGEST_CELL: usize = 25;

/// Words that have a usual word in their place. They are written apart, so that this file does not break its own rule.
const UNUSUAL: &[(&str, &str)] = &[
    (concat!("me", "nd"), "fix"),
    (concat!("me", "nds"), "fixes"),
    (concat!("me", "nded"), "fixed"),
    (concat!("me", "nding"), "fixing"),
    (concat!("to", "ld"), "reported, shown"),
    (concat!("of ", "old"), "legacy"),
    (concat!("nobody ", "says"), "not specified"),
    (concat!("is looked", " at"), "is analysed"),
    (concat!("are looked", " at"), "are analysed"),
    (concat!("take", " back"), "undo"),
    (concat!("takes", " back"), "undoes"),
    (concat!("taken", " back"), "undone"),
    (concat!("so", " many"), "a number"),
    (concat!("very", " many"), "a number"),
    (concat!("as it has", " to be"), "unchanged"),
    (concat!("as it should", " be"), "up to date"),
    (concat!("as they should", " be"), "up to date"),
    (concat!("what comes", " of"), "result"),
];

/// Pages that `cargo xtask` writes from data, with the words of the data.
const WRITTEN_FROM_DATA: &[&str] = &[
    "docs/apply-cases.md",
    "docs/benchmarks.md",
    "docs/classes.md",
    "docs/differences.md",
    "docs/findings.md",
    "docs/mutants.md",
    "docs/truth.md",
];

/// Passage that users read: a paragraph, an item of a list or the cell of a table, without code, with its first line.
struct Passage {
    line: usize,
    text: String,
    is_cell: bool,
}

pub fn short_sentences(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (file, text) in pages(tree) {
        for passage in passages(text).iter().filter(|it| !it.is_cell) {
            for sentence in sentences(&passage.text) {
                let words = count(sentence);
                if words > LONGEST_SENTENCE {
                    let start: String = sentence.chars().take(60).collect();
                    complaints.push(format!("{file}:{}: a sentence of {words} words: {start}…", passage.line));
                }
            }
        }
    }
    complaints
}

pub fn short_cells(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (file, text) in pages(tree) {
        for passage in passages(text).iter().filter(|it| it.is_cell) {
            let words = count(&passage.text);
            if words > LONGEST_CELL {
                complaints.push(format!("{file}:{}: a cell of {words} words", passage.line));
            }
        }
    }
    complaints
}

pub fn usual_words(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (file, text) in pages(tree) {
        for passage in passages(text) {
            complaints.extend(unusual(&passage.text).map(|it| format!("{file}:{}: {it}", passage.line)));
        }
    }
    complaints
}

/// Texts of the program, as messages and labels.
pub fn usual_messages(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    let is_program = |file: &str| file.starts_with("crates/") && file.contains("/src/") && file.ends_with(".rs");
    let is_of_tests = |file: &str| file.contains("/tests/") || file.ends_with("/tests.rs") || file.starts_with("crates/test_utils/");
    for (file, text) in tree.iter().filter(|(file, _)| is_program(file) && !is_of_tests(file)) {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
            // Every second part is between quotes.
            for literal in line.split('"').skip(1).step_by(2).filter(|it| it.contains(' ')) {
                complaints.extend(unusual(&without_values(literal)).map(|it| format!("{file}:{}: {it}", number + 1)));
            }
        }
    }
    complaints
}

/// A text without the names of values that are put into it.
fn without_values(text: &str) -> String {
    let parts: Vec<&str> = text.split('{').map(|it| it.split_once('}').map_or(it, |it| it.1)).collect();
    parts.join(" ")
}

/// The first paragraph of a command's or an option's documentation is its help.
pub fn help_lines(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (file, text) in tree.iter().filter(|(name, _)| name.starts_with("crates/cli/src/") && name.ends_with(".rs")) {
        let mut help: Vec<&str> = Vec::new();
        let mut first = 0;
        for (number, line) in text.lines().enumerate() {
            match line.trim().strip_prefix("///") {
                Some(comment) => {
                    if help.is_empty() {
                        first = number + 1;
                    }
                    help.push(comment.trim());
                }
                None => {
                    let attribute = line.trim();
                    let is_help = ["#[arg(", "#[command(", "#[derive(Debug, clap::Args)]"].iter().any(|it| attribute.starts_with(it));
                    if is_help {
                        let lines = help.iter().take_while(|it| !it.is_empty()).count();
                        if lines > 1 {
                            complaints.push(format!("{file}:{first}: the help has {lines} lines"));
                        }
                        complaints.extend(unusual(&help.join(" ")).map(|it| format!("{file}:{first}: {it}")));
                    }
                    help.clear();
                }
            }
        }
    }
    complaints
}

fn pages(tree: &Tree) -> impl Iterator<Item = (&str, &str)> {
    let is_page =
        |file: &str| file.starts_with("docs/") || matches!(file, "README.md" | "CONTRIBUTING.md" | "SECURITY.md" | "CHANGELOG.md");
    tree.ending(".md").filter(move |(file, _)| is_page(file) && !WRITTEN_FROM_DATA.contains(file))
}

pub fn unusual(text: &str) -> impl Iterator<Item = String> {
    let words: String = text.to_lowercase().chars().map(|it| if it.is_alphanumeric() { it } else { ' ' }).collect();
    let words = format!(" {} ", words.split_whitespace().collect::<Vec<_>>().join(" "));
    UNUSUAL.iter().filter(move |(word, _)| words.contains(&format!(" {word} "))).map(|(word, usual)| format!("`{word}`: {usual}?"))
}

fn passages(text: &str) -> Vec<Passage> {
    let mut found: Vec<Passage> = Vec::new();
    let mut is_code = false;
    let mut goes_on = false;
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
            goes_on = false;
            continue;
        }
        let trimmed = line.trim();
        if is_code || line.starts_with("    ") || trimmed.is_empty() {
            goes_on = false;
            continue;
        }
        let passage = |text: &str, is_cell| Passage { line: number + 1, text: without_code(text), is_cell };
        if let Some(row) = trimmed.strip_prefix('|') {
            found.extend(row.replace("\\|", " ").split('|').map(|cell| passage(cell, true)));
            goes_on = false;
        } else if trimmed.starts_with('#') {
            found.push(passage(trimmed.trim_start_matches('#'), false));
            goes_on = false;
        } else if let (true, false, Some(last)) = (goes_on, is_item(trimmed), found.last_mut()) {
            last.text.push(' ');
            last.text.push_str(&without_code(trimmed));
        } else {
            found.push(passage(trimmed, false));
            goes_on = true;
        }
    }
    found
}

fn is_item(line: &str) -> bool {
    let number = line.trim_start_matches(|it: char| it.is_ascii_digit());
    line.starts_with("- ") || line.starts_with("* ") || (number.len() < line.len() && number.starts_with(". "))
}

/// A piece of code counts as one word, and a link as its text.
pub fn without_code(text: &str) -> String {
    let code: Vec<&str> = text.split('`').collect();
    let prose: Vec<&str> = code.iter().enumerate().map(|(index, it)| if index % 2 == 1 { "code" } else { it }).collect();
    let mut out = String::new();
    for (index, part) in prose.concat().split("](").enumerate() {
        out.push_str(if index == 0 { part } else { part.split_once(')').map_or(part, |it| it.1) });
    }
    out
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut ends = rest.match_indices(['.', '!', '?', ':', ';']).map(|(at, _)| at + 1);
        let end = ends.find(|at| rest[*at..].starts_with([' ', '*', ')', '"'])).unwrap_or(rest.len());
        let (sentence, others) = rest.split_at(end);
        rest = others;
        Some(sentence)
    })
}

fn count(text: &str) -> usize {
    text.split_whitespace().filter(|it| it.contains(char::is_alphanumeric)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Rule = fn(&Tree) -> Vec<String>;

    fn complaints(rule: Rule, file: &str, text: &str) -> usize {
        rule(&Tree::new(&[(file, text)])).len()
    }

    #[test]
    fn long_sentences_are_found() {
        let long = "word ".repeat(31);
        let short = "word ".repeat(20);
        assert_eq!(complaints(short_sentences, "docs/a.md", &long), 1);
        assert_eq!(complaints(short_sentences, "docs/a.md", &format!("{short}ends.\n{short}begins.")), 0);
        assert_eq!(complaints(short_sentences, "docs/a.md", &format!("{short}\n{short}")), 1, "over the line");
        assert_eq!(complaints(short_sentences, "docs/a.md", &format!("- {short}\n- {short}")), 0, "two items");
        assert_eq!(complaints(short_sentences, "docs/a.md", &format!("```\n{long}\n```\n`{long}`")), 0, "code");
        assert_eq!(complaints(short_sentences, "docs/truth.md", &long), 0);
    }

    #[test]
    fn long_cells_are_found() {
        let long = "word ".repeat(26);
        assert_eq!(complaints(short_cells, "docs/a.md", &format!("| a | {long} |")), 1);
        assert_eq!(complaints(short_cells, "docs/a.md", "| a `b | c` | d |"), 0);
    }

    #[test]
    fn unusual_words_are_found_and_parts_of_words_are_not() {
        for (word, _) in UNUSUAL {
            assert_eq!(complaints(usual_words, "docs/a.md", &format!("It is {word}, here.")), 1, "{word}");
        }
        assert_eq!(complaints(usual_words, "docs/a.md", concat!("am", "end, threshold, `me", "nd`, pa", "told")), 0);
    }

    #[test]
    fn messages_have_usual_words() {
        let messages = |text: &str| complaints(usual_messages, "crates/a/src/a.rs", text);
        assert_eq!(messages(concat!("fn f() { g(\"it was me", "nded here\") }")), 1);
        assert_eq!(messages(concat!("fn f() { g(\"{to", "ld} is here\") }")), 0, "the name of a value");
        assert_eq!(messages(concat!("// \"it was me", "nded here\"")), 0);
        assert_eq!(messages(concat!("#[cfg(test)]\nfn f() { g(\"it was me", "nded here\") }")), 0);
    }

    #[test]
    fn help_is_one_line() {
        let help = |text: &str| complaints(help_lines, "crates/cli/src/a.rs", text);
        assert_eq!(help("/// Apply a manifest\n///\n/// More\n/// of it.\n#[arg(long)]\n"), 0);
        assert_eq!(help("/// Apply a manifest\n/// or a catalog\n#[arg(long)]\n"), 1);
        assert_eq!(help(concat!("/// Me", "nd it\n#[arg(long)]\n")), 1);
        assert_eq!(help("/// What comes of it,\n/// whatever.\nfn f() {}\n"), 0);
    }
}
