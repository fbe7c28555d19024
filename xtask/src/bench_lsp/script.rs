//! A recorded script: what somebody types into which file, and what they ask meanwhile.

/// One thing that somebody does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Opens a file, or goes to one that is open. Its path lies below the workspace.
    Open(String),
    /// Puts the cursor after the first occurrence of a text.
    After(String),
    /// Types, character by character.
    Type(String),
    /// Takes characters before the cursor away, one by one.
    Back(usize),
    /// Inserts or removes single characters at a number of places anywhere in the file, and undoes each.
    Anywhere(usize),
    /// Asks for what could stand at the cursor.
    Complete,
    /// Asks about the first occurrence of a text, at its last character.
    Ask(Question, String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Question {
    Hover,
    Definition,
    References,
}

/// Reads a script: a step a line, `verb argument`, with the argument as a string of JSON where it is a text.
pub fn parse(text: &str) -> Result<Vec<Step>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(|(number, line)| step(line).ok_or_else(|| format!("line {}: {line}: no such step", number + 1))).collect()
}

fn step(line: &str) -> Option<Step> {
    let (verb, argument) = line.split_once(' ').unwrap_or((line, ""));
    let text = || serde_json::from_str::<String>(argument).ok();
    Some(match verb {
        "open" => Step::Open(argument.to_owned()),
        "after" => Step::After(text()?),
        "type" => Step::Type(text()?),
        "back" => Step::Back(argument.parse().ok()?),
        "anywhere" => Step::Anywhere(argument.parse().ok()?),
        "complete" => Step::Complete,
        "hover" => Step::Ask(Question::Hover, text()?),
        "definition" => Step::Ask(Question::Definition, text()?),
        "references" => Step::Ask(Question::References, text()?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_a_line() {
        let steps = parse("# why\n\nopen a/b.pp\nafter \"x\\n\"\ntype \"y \"\nback 2\nanywhere 9\ncomplete\nhover \"z\"\n").unwrap();
        let expected = [
            Step::Open("a/b.pp".to_owned()),
            Step::After("x\n".to_owned()),
            Step::Type("y ".to_owned()),
            Step::Back(2),
            Step::Anywhere(9),
            Step::Complete,
            Step::Ask(Question::Hover, "z".to_owned()),
        ];
        assert_eq!(steps, expected);
        assert_eq!(parse("open a\njump \"b\"\n"), Err("line 2: jump \"b\": no such step".to_owned()));
    }
}
