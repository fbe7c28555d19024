//! Places in the Markdown of a hover. The client decides how they are shown: not every editor follows links.

/// Before the path of a place. Nobody else writes links like that.
const SCHEME: &str = "](bunraku-place:";

/// A name that leads to a line, counted from one.
pub(crate) fn link(name: &str, file: &str, line: u32) -> String {
    // A bracket in a name would end it, a parenthesis the place.
    let name = name.replace(['[', ']'], " ");
    let file = file.replace('%', "%25").replace('(', "%28").replace(')', "%29");
    format!("[{name}{SCHEME}{file}#L{line})")
}

/// The text with each place as a link to what `uri` makes of its file, or as its name alone where there is no such thing.
pub fn places(text: &str, uri: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(SCHEME) {
        let (Some(open), Some((place, behind))) = (before.rfind('['), after.split_once(')')) else { break };
        let (head, name) = (&before[..open], &before[open + 1..]);
        out.push_str(head);
        let linked = place.rsplit_once('#').and_then(|(file, line)| {
            let file = file.replace("%29", ")").replace("%28", "(").replace("%25", "%");
            Some(format!("[{name}]({}#{line})", uri(&file)?))
        });
        out.push_str(linked.as_deref().unwrap_or(name));
        rest = behind;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_or_names() {
        let text = format!("- `a[1]`: require ({}), [b](c) {}", link("x.pp line 3", "/m (1)/50%.pp", 3), link("line 4", "/y.pp", 4));
        assert_eq!(places(&text, |_| None), "- `a[1]`: require (x.pp line 3), [b](c) line 4");
        assert_eq!(
            places(&text, |it| Some(format!("<{it}>"))),
            "- `a[1]`: require ([x.pp line 3](</m (1)/50%.pp>#L3)), [b](c) [line 4](</y.pp>#L4)"
        );
    }

    #[test]
    fn what_is_no_place_stays() {
        let text = "](bunraku-place:x";
        assert_eq!(places(text, |_| None), text);
    }
}
