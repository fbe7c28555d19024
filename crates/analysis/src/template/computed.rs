//! Calls that render a template whose name their text does not show, as `template($name)`.

/// Limit of the bytes of a call's arguments.
const LONGEST: usize = 2_000;

/// Methods and texts of Ruby code that renders a template.
const RUBY: [&str; 9] =
    ["function_template", "function_epp", "'template'", "\"template\"", ":template", "'epp'", "\"epp\"", ":epp", "ERB.new"];

/// Whether a manifest or a template of EPP renders a template of any name.
pub(super) fn in_puppet(text: &str) -> bool {
    let ends = ["template", "epp"].iter().flat_map(|word| text.match_indices(word)).map(|(at, word)| (at, at + word.len()));
    ends.into_iter().any(|(start, end)| {
        let Some(rest) = text.get(end..).map(|it| it.trim_start_matches([' ', '\t'])) else { return false };
        let is_method = text.get(..start).is_some_and(|it| it.ends_with('.'));
        match rest.strip_prefix('(') {
            Some(arguments) => is_method || is_unnamed(arguments_of(arguments)),
            None if is_method => !text.get(end..).is_some_and(|it| it.starts_with(['\'', '"', '.'])),
            // The form of a statement.
            None => rest.len() < text.len() - end && rest.starts_with(['$', '"']) && is_unnamed(rest.lines().next().unwrap_or_default()),
        }
    })
}

/// Whether Ruby renders a template of any name.
pub(super) fn in_ruby(text: &str) -> bool {
    let has = |line: &str, words: &[&str]| words.iter().any(|it| line.contains(it));
    text.lines().any(|line| has(line, &RUBY) && !has(line, &[".erb", ".epp"]))
}

/// The text up to the parenthesis that closes a call.
fn arguments_of(text: &str) -> &str {
    let mut depth = 1_usize;
    for (at, byte) in text.bytes().enumerate().take(LONGEST) {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return text.get(..at).unwrap_or(text);
        }
    }
    text
}

/// Whether some argument that may be a name has a computed value and no name of a template in it.
fn is_unnamed(arguments: &str) -> bool {
    // Parameters of a template are no names.
    let names = arguments.split('{').next().unwrap_or_default();
    let names = if arguments.contains("${") { arguments } else { names };
    names.split(',').any(|it| it.contains('$') && !it.contains(".erb") && !it.contains(".epp"))
}

#[cfg(test)]
mod tests {
    use super::{in_puppet, in_ruby};

    #[test]
    fn manifests_with_names_of_any_kind() {
        for text in [
            "template($x)",
            "template(\"m/${x}\")",
            "template('m/x.erb', $y)",
            "epp($x, { 'a' => 1 })",
            "stdlib::deferrable_epp($x)",
            "template(\n  $x\n)",
            "$x.epp({})",
            "$x.template",
            "$a = template $x",
        ] {
            assert!(in_puppet(text), "{text}");
        }
        for text in [
            "template('m/x.erb')",
            "template(\"${module_name}/${x}.erb\", 'm/y.erb')",
            "epp('m/x.epp', { 'a' => $b, 'c' => $d })",
            "$template = $x",
            "template => $x,",
            "'x.epp'",
            "# the template of $x",
        ] {
            assert!(!in_puppet(text), "{text}");
        }
    }

    #[test]
    fn ruby_with_names_of_any_kind() {
        assert!(in_ruby("scope.function_template([name])"));
        assert!(in_ruby("ERB.new(File.read(path))"));
        assert!(!in_ruby("scope.function_template(['m/x.erb'])\ncall_function(:epp, \"m/#{x}.epp\")"));
    }
}
