//! Markdown for a terminal: headings bold, code coloured, links as their texts.

const BOLD: &str = "\u{1b}[1m";
const CODE: &str = "\u{1b}[36m";
const DIM: &str = "\u{1b}[2m";
const PLAIN: &str = "\u{1b}[0m";

/// Returns the text with escape sequences for styles.
pub fn styled(text: &str) -> String {
    let mut out = String::new();
    let mut is_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
            continue;
        }
        if is_code {
            out.push_str(&format!("    {CODE}{line}{PLAIN}\n"));
        } else if line.starts_with('#') {
            out.push_str(&format!("{BOLD}{}{PLAIN}\n", line.trim_start_matches('#').trim_start()));
        } else if line.starts_with('|') && line.trim_matches(['|', '-', ':', ' ']).is_empty() {
            out.push_str(&format!("{DIM}{line}{PLAIN}\n"));
        } else {
            out.push_str(&inline(line));
            out.push('\n');
        }
    }
    out
}

/// Code, strong text and links within a line.
fn inline(line: &str) -> String {
    let mut out = String::new();
    for (index, part) in line.split('`').enumerate() {
        if index % 2 == 1 {
            out.push_str(&format!("{CODE}{part}{PLAIN}"));
            continue;
        }
        for (index, part) in part.split("**").enumerate() {
            if index % 2 == 1 {
                out.push_str(&format!("{BOLD}{}{PLAIN}", without_links(part)));
            } else {
                out.push_str(&without_links(part));
            }
        }
    }
    out
}

/// `[text](address)` becomes `text`; addresses elsewhere stand after it.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        let Some((label, (address, tail))) = after.split_once("](").and_then(|(label, it)| Some((label, it.split_once(')')?))) else {
            break;
        };
        out.push_str(before);
        out.push_str(label);
        if address.contains("://") {
            out.push_str(&format!(" <{address}>"));
        }
        rest = tail;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_take_the_place_of_marks() {
        let text = "# duplicate-key\n\nA **hash** has `a` twice: see [hashes](https://example.com/h) and [this](other.md).\n\n```puppet\n$x = [1]\n```\n";
        let expected = "\u{1b}[1mduplicate-key\u{1b}[0m\n\nA \u{1b}[1mhash\u{1b}[0m has \u{1b}[36ma\u{1b}[0m twice: see hashes \
                        <https://example.com/h> and this.\n\n    \u{1b}[36m$x = [1]\u{1b}[0m\n";
        assert_eq!(styled(text), expected);
        assert_eq!(styled("an [open bracket and [x](y"), "an [open bracket and [x](y\n");
    }
}
