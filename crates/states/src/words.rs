//! The words of a line, as Python's `shlex` splits it. The crate of this name does as a shell: in quotes, more can be escaped.

/// Where a character is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Between,
    Word,
    Quoted(char),
}

/// Splits a line; none where a quotation or an escape does not end.
pub fn words(line: &str) -> Option<Vec<String>> {
    let mut all = Vec::new();
    let mut word = String::new();
    let mut at = At::Between;
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        match (at, c) {
            (At::Between, ' ' | '\t' | '\r' | '\n') => {}
            (At::Word, ' ' | '\t' | '\r' | '\n') => {
                all.push(std::mem::take(&mut word));
                at = At::Between;
            }
            (At::Quoted(mark), c) if c == mark => at = At::Word,
            (At::Quoted('"'), '\\') => {
                let next = rest.next()?;
                if !matches!(next, '\\' | '"') {
                    word.push('\\');
                }
                word.push(next);
            }
            (At::Quoted(_), c) => word.push(c),
            (_, '\'' | '"') => at = At::Quoted(c),
            (_, '\\') => {
                word.push(rest.next()?);
                at = At::Word;
            }
            (_, c) => {
                word.push(c);
                at = At::Word;
            }
        }
    }
    match at {
        At::Quoted(_) => return None,
        At::Word => all.push(word),
        At::Between => {}
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_python() {
        let split = |line: &str| words(line).map(|it| it.join("|"));
        assert_eq!(split("a=1  b='x y' c=\"q\\\"z\\d\""), Some("a=1|b=x y|c=q\"z\\d".to_owned()));
        assert_eq!(split(r"a\ b '' c\'"), Some("a b||c'".to_owned()));
        assert_eq!(split("  "), Some(String::new()));
        assert_eq!(split("a='b"), None);
        assert_eq!(split("a\\"), None);
    }
}
