//! Types for people: whole where there is room, else without what stands in the innermost brackets.

/// Sign for omitted text.
const LEFT_OUT: char = '…';

/// The text of a type in about this number of characters: `Optional[Array[…]]`. As much is kept as there is room for, from the outside.
pub(crate) fn shortened(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let depths = depths(text);
    let deepest = depths.iter().copied().max().unwrap_or(0);
    let tries = (1..=deepest).rev().map(|depth| up_to(text, &depths, depth));
    let mut shortest = text.to_owned();
    for one in tries {
        shortest = one;
        if shortest.chars().count() <= longest {
            break;
        }
    }
    shortest
}

/// In how many brackets each character stands. A bracket stands where what is around it does; those of texts and patterns are none.
fn depths(text: &str) -> Vec<usize> {
    let mut depth = 0_usize;
    let mut quote: Option<char> = None;
    let mut is_escaped = false;
    let mut before = ' ';
    let mut depths = Vec::with_capacity(text.len());
    for char in text.chars() {
        match quote {
            Some(_) if is_escaped => is_escaped = false,
            Some(_) if char == '\\' => is_escaped = true,
            Some(end) if char == end => quote = None,
            Some(_) => {}
            None if matches!(char, '\'' | '"') || (char == '/' && matches!(before, '[' | ' ')) => quote = Some(char),
            None if matches!(char, ']' | '}') => depth = depth.saturating_sub(1),
            None => {}
        }
        depths.push(depth);
        if quote.is_none() && matches!(char, '[' | '{') {
            depth += 1;
        }
        before = char;
    }
    depths
}

/// The text without the content of brackets from this depth on.
fn up_to(text: &str, depths: &[usize], depth: usize) -> String {
    let mut out = String::new();
    let mut leaves_out = false;
    for (char, own) in text.chars().zip(depths) {
        let is_left_out = *own >= depth;
        if !is_left_out {
            out.push(char);
        } else if !leaves_out {
            out.push(LEFT_OUT);
        }
        leaves_out = is_left_out;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn as_much_as_there_is_room_for() {
        let text = "Optional[Array[Variant[String[1], Integer[0, 65535]], 1]]";
        assert_eq!(shortened(text, 60), text);
        assert_eq!(shortened(text, 50), "Optional[Array[Variant[String[…], Integer[…]], 1]]");
        assert_eq!(shortened(text, 30), "Optional[Array[Variant[…], 1]]");
        assert_eq!(shortened(text, 20), "Optional[Array[…]]");
        assert_eq!(shortened(text, 5), "Optional[…]");
        assert_eq!(shortened("Struct[{'a' => Integer, Optional['b'] => String}]", 20), "Struct[{…}]");
        assert_eq!(shortened("Stdlib::Absolutepath", 5), "Stdlib::Absolutepath");
    }

    #[test]
    fn brackets_of_texts_and_patterns_are_none() {
        assert_eq!(shortened("Array[Enum[']', 'it\\'s ]', '[[']]", 20), "Array[Enum[…]]");
        assert_eq!(shortened(r"Variant[Pattern[/\A[a-z]\/]+\z/, /[/], Undef]", 26), "Variant[Pattern[…], Undef]");
    }
}
