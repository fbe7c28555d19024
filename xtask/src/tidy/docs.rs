//! Documentation as text that people read in an editor and on a page.

use super::tree::Tree;

const LONGEST: usize = 140;

pub fn line_lengths(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (file, text) in tree.ending(".md") {
        let mut code = false;
        for (number, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                code = !code;
            }
            // A table's row and a link cannot be broken; code and what a program says are quoted as they are.
            let exempt = code || line.starts_with('|') || line.contains("](") || line.contains("://") || line.starts_with("    ");
            let length = line.chars().count();
            if length > LONGEST && !exempt {
                complaints.push(format!("{file}:{}: {length} characters", number + 1));
            }
        }
    }
    complaints
}

/// Links to files of the repository.
pub fn links(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for (file, text) in tree.ending(".md") {
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut code = false;
        for (number, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                code = !code;
            }
            if code {
                continue;
            }
            for target in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let target = target.split('#').next().unwrap_or(target);
                if target.contains("://") || target.starts_with("mailto:") || target.contains(' ') {
                    continue;
                }
                if !tree.exists(&resolve(folder, target)) {
                    complaints.push(format!("{file}:{}: no {target}", number + 1));
                }
            }
        }
    }
    complaints
}

fn resolve(folder: &str, target: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    if target.is_empty() {
        return String::new();
    }
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_prose_is_found_and_what_cannot_be_broken_is_not() {
        let long = "x ".repeat(100);
        let of = |text: &str| line_lengths(&Tree::new(&[("docs/a.md", text)])).len();
        assert_eq!(of(&long), 1);
        assert_eq!(of(&format!("| {long} |\n```\n{long}\n```\nhttps://example.com/{long}\n")), 0);
        assert_eq!(of(&format!("```\n```\n{long}")), 1);
    }

    #[test]
    fn links_must_lead_somewhere() {
        let of = |text: &str| links(&Tree::new(&[("docs/a.md", text), ("docs/sub/b.md", ""), ("README.md", "")])).len();
        assert_eq!(of("[a](sub/b.md) [b](../README.md#part) [c](#here) [d](https://x/y) [e](sub)"), 0);
        assert_eq!(of("[a](c.md) and [b](../b.md)"), 2);
        assert_eq!(of("```\n$a[1](2)\n```"), 0);
    }
}
