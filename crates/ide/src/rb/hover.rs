//! Hover in the Ruby of functions, types and facts: names that manifests know, data types, and the words of Puppet and Facter.

use analysis::{File, Snapshot};
use hir::Symbol;
use syntax::{TextRange, TextSize};

use super::named::named_at;
use super::{completion, place};
use crate::hover::describe_symbol;
use crate::{Hover, builtin_docs};

/// Hover at a place.
pub(crate) fn hover(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Hover> {
    if let Some((symbol, range)) = named_at(snapshot, file, offset) {
        return describe_symbol(snapshot, file, None, &symbol).map(|(text, _)| Hover { range, text });
    }
    let text = snapshot.text(file);
    let is_word = |it: char| it.is_alphanumeric() || it == '_' || it == ':';
    let before = text.get(..usize::from(offset))?;
    let start = before.trim_end_matches(is_word).len();
    let end = usize::from(offset) + text.get(usize::from(offset)..)?.find(|it| !is_word(it))?;
    let (word, line) = (text.get(start..end)?, text.get(..end)?.rsplit('\n').next()?);
    let range = TextRange::new(TextSize::try_from(start).ok()?, TextSize::try_from(end).ok()?);
    if completion::is_data_type(line) {
        let symbol = Symbol::Type(hir::name::normal(word));
        let text = describe_symbol(snapshot, file, None, &symbol)?.0;
        return Some(Hover { range, text });
    }
    // A word begins a statement.
    if line.trim_start() != word {
        return None;
    }
    let docs = place::tables(snapshot, file, range.start()).into_iter().find_map(|it| builtin_docs::word(it, word))?;
    Some(Hover { range, text: format!("```ruby\n{}\n```\n\n{}\n", without_places(docs.form), docs.text) })
}

/// A snippet as code: `${1:name}` is `name`, `$0` is left out for the user.
fn without_places(form: &str) -> String {
    let mut out = String::with_capacity(form.len());
    let mut rest = form;
    while let Some((before, after)) = rest.split_once('$') {
        out.push_str(before);
        rest = match after.strip_prefix('{').and_then(|it| it.split_once('}')) {
            Some((place, after)) => {
                out.push_str(place.split_once(':').map_or("", |it| it.1));
                after
            }
            None => {
                out.push('…');
                after.trim_start_matches(|it: char| it.is_ascii_digit())
            }
        };
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::tests::fixture;

    #[track_caller]
    fn check(path: &str, text: &str, expected: Expect) {
        let files = format!(
            "#- /m/metadata.json\n{{\"name\": \"a-m\"}}\n#- /m/types/port.pp\n# A port.\ntype M::Port = Integer\n#- /m/lib/{path}\n{text}\n"
        );
        expected.assert_eq(&fixture(&files).ask(crate::hover).map(|it| it.text).unwrap_or_default());
    }

    #[test]
    fn words_and_data_types() {
        let function =
            |body: &str| format!("Puppet::Functions.create_function(:'m::f') do\n  dispatch :f do\n    {body}\n  end\n  def f; end\nend");
        check(
            "puppet/functions/m/f.rb",
            &function("optional_p$0aram 'Integer', :a"),
            expect![[r#"
            ```ruby
            optional_param 'Any', :name
            ```

            Takes an argument that a call may omit. No required parameter may follow.
        "#]],
        );
        check(
            "puppet/functions/m/f.rb",
            &function("optional_param 'Array[Inte$0ger]', :a"),
            expect![[r#"
            ```puppet
            Integer
            ```

            A whole number; `Integer[1, 65535]` is a range.
        "#]],
        );
        check(
            "puppet/functions/m/f.rb",
            &function("optional_param 'M::Po$0rt', :a"),
            expect![[r#"
            ```puppet
            type M::Port = Integer
            ```

            A port.
        "#]],
        );
        check("puppet/functions/m/f.rb", &function("x = par$0am"), expect![""]);
        check(
            "puppet/type/t.rb",
            "Puppet::Type.newtype(:t) do\n  newproperty(:a) do\n    mun$0ge do |value|\n    end\n  end\nend",
            expect![[r#"
                ```ruby
                munge do |value|
                  …
                end
                ```

                Returns the value that is stored for a value of the manifest.
            "#]],
        );
        check(
            "facter/own.rb",
            "Facter.add(:own) do\n  setc$0ode do\n    1\n  end\nend",
            expect![[r#"
            ```ruby
            setcode do
              …
            end
            ```

            Returns the value of the fact: the result of a block, or the output of a command.
        "#]],
        );
    }

    #[test]
    fn forms_are_code() {
        assert_eq!(without_places("newparam(:${1:name}) do\n  $0\nend"), "newparam(:name) do\n  …\nend");
    }
}
