//! Functions and resource types in Ruby code, as far as the code shows without being run.

use analysis::{File, Snapshot};
use hir::{Docs, Owner, Symbol};

use super::builtin;
use crate::{builtin_docs, forms};

pub(crate) fn text(snapshot: Snapshot<'_>, file: File, meant: &Symbol) -> Option<String> {
    match meant {
        // Of what comes with Puppet we have texts of our own.
        Symbol::Function(name) if builtin_docs::function(name).is_none() => function(snapshot, file, name),
        Symbol::Type(name) if builtin_docs::resource_type(name).is_none() => resource_type(snapshot, file, name),
        Symbol::Member { owner: Owner::Type(ty), name } if builtin_docs::attribute(ty, name).is_none() => {
            attribute(snapshot, file, ty, name)
        }
        _ => None,
    }
}

fn function(snapshot: Snapshot<'_>, file: File, name: &str) -> Option<String> {
    let (_, info) = snapshot.ruby_function(file, name)?;
    let mut heads = Vec::new();
    let mut docs = vec![docs(&info.comment)];
    for (form, declared) in forms::of_ruby(&info).iter().zip(&info.forms) {
        let parameters: Vec<&str> = form.parameters.iter().map(|it| it.text.as_str()).collect();
        let returns = declared.returns.as_ref().map(|it| format!(" >> {it}")).unwrap_or_default();
        heads.push(format!("{name}({}){returns}", parameters.join(", ")));
        docs.push(self::docs(&declared.comment));
    }
    if heads.is_empty() {
        heads.push(name.to_owned());
    }
    let mut text = format!("```puppet\n{}\n```\n", heads.join("\n"));
    let mut parameters: Vec<String> = Vec::new();
    for docs in &docs {
        for paragraph in docs.summary().into_iter().chain([docs.text.as_str()]).filter(|it| !it.is_empty()) {
            text.push_str(&format!("\n{paragraph}\n"));
        }
        for tag in docs.tags.iter().filter(|it| it.name == "param") {
            let parameter = format!("- `${}`: {}", tag.argument, tag.text.split_whitespace().collect::<Vec<_>>().join(" "));
            if !parameters.contains(&parameter) {
                parameters.push(parameter);
            }
        }
    }
    if !parameters.is_empty() {
        text.push_str(&format!("\n{}\n", parameters.join("\n")));
    }
    Some(text)
}

/// Documentation in a comment of Ruby, as Puppet Strings reads it.
pub(crate) fn docs(comment: &[String]) -> Docs {
    Docs::read(&comment.iter().map(String::as_str).collect::<Vec<&str>>())
}

fn resource_type(snapshot: Snapshot<'_>, file: File, name: &str) -> Option<String> {
    let (_, docs) = snapshot.ruby_type(file, name)?;
    let info = snapshot.native_type(file, name)?;
    let mut text = builtin::about_type(&info, Some(docs.text.as_str()).filter(|it| !it.is_empty()));
    let providers: Vec<String> = snapshot.providers(file, name).into_iter().map(|(name, _)| format!("`{name}`")).collect();
    if !providers.is_empty() {
        text.push_str(&format!("\nProviders: {}\n", providers.join(", ")));
    }
    Some(text)
}

fn attribute(snapshot: Snapshot<'_>, file: File, ty: &str, name: &str) -> Option<String> {
    let info = snapshot.native_type(file, ty)?;
    let attribute = info.attribute(name)?;
    let docs = snapshot.ruby_type(file, ty);
    let attribute_docs = docs.as_ref().and_then(|(_, docs)| docs.attribute(&attribute.name)).map(|it| it.text.as_str());
    let text = builtin::text_of_attribute(Some(&info), Some(attribute), ty, attribute_docs.filter(|it| !it.is_empty()));
    // As a parameter is written: first its type, if it has one.
    let written_type = attribute.data_type.as_ref().map(|it| format!("{it} ")).unwrap_or_default();
    Some(format!("```puppet\n{written_type}{name}\n```\n\n{text}"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::hover::tests::check;

    pub(crate) const MODULE: &str = "#- /m/metadata.json\n{\"name\": \"a-dbkit\"}\n#- /m/manifests/init.pp\nclass dbkit { }\n\
        #- /m/lib/puppet/functions/dbkit/quote.rb\n# @summary Quotes a name.\n#\n# As the database wants it.\n\
        Puppet::Functions.create_function(:'dbkit::quote') do\n  # @param text What to quote.\n  # @param style Which quotes.\n  dispatch :quote do\n    \
        param 'String[1]', :text\n    optional_param 'Enum[single, double]', :style\n    return_type 'String'\n  end\nend\n\
        #- /m/lib/puppet/type/pulse_check.rb\nPuppet::Type.newtype(:pulse_check) do\n  desc 'Checks a pulse.'\n  ensurable\n  \
        newparam(:name, :namevar => true) do\n    desc 'Whose.'\n  end\n  newproperty(:speed) do\n    desc 'How fast.'\n    newvalues(:fast, :slow)\n  end\nend\n\
        #- /m/lib/puppet/provider/pulse_check/finger.rb\nPuppet::Type.type(:pulse_check).provide(:finger) do\nend\n";

    #[test]
    fn a_function() {
        check(
            &format!("{MODULE}#- /m/manifests/a.pp\nclass dbkit::a {{ notice(dbkit::qu$0ote('x')) }}\n"),
            expect![[r#"
                ```puppet
                dbkit::quote(String[1] $text, Optional[Enum[single, double]] $style) >> String
                ```

                Quotes a name.

                As the database wants it.

                - `$text`: What to quote.
                - `$style`: Which quotes.

                Value: not known (function `dbkit::quote`)
            "#]],
        );
    }

    #[test]
    fn a_type_and_its_attributes() {
        check(
            &format!("{MODULE}#- /m/manifests/a.pp\nclass dbkit::a {{ pulse_$0check {{ 'x': }} }}\n"),
            expect![[r#"
                ```puppet
                pulse_check { … }
                ```

                resource type

                Checks a pulse.

                Properties: `ensure`, `speed`

                Parameters: `name`, `provider`

                Providers: `finger`
            "#]],
        );
        check(
            &format!("{MODULE}#- /m/manifests/a.pp\nclass dbkit::a {{ pulse_check {{ 'x': sp$0eed => fast }} }}\n"),
            expect![[r#"
                ```puppet
                speed
                ```

                property of `pulse_check`

                How fast.

                Values: `fast`, `slow`
            "#]],
        );
    }

    #[test]
    fn a_value_that_a_type_lists() {
        for value in ["fa$0st", "'fa$0st'"] {
            check(
                &format!("{MODULE}#- /m/manifests/a.pp\nclass dbkit::a {{ pulse_check {{ 'x': speed => {value} }} }}\n"),
                expect![[r#"
                    ```puppet
                    speed
                    ```

                    property of `pulse_check`

                    How fast.

                    Values: `fast`, `slow`
                "#]],
            );
        }
        check(&format!("{MODULE}#- /m/manifests/a.pp\nclass dbkit::a {{ pulse_check {{ 'x': speed => no$0ne }} }}\n"), expect![""]);
    }

    #[test]
    fn a_task_is_shown_with_its_parameters() {
        let files = "#- /m/metadata.json\n{\"name\": \"a-web\"}\n#- /m/tasks/restart.sh\n#!/bin/sh\n#- /m/tasks/restart.json\n\
            {\"description\": \"Restarts it.\", \"parameters\": {\"service\": {\"type\": \"String[1]\", \"description\": \"Which one.\"}, \"force\": {}}}\n";
        check(
            &format!("{files}#- /m/plans/p.pp\nplan web::p($n) {{ run_task('web::re$0start', $n) }}\n"),
            expect![[r#"
            ```puppet
            web::restart
            ```

            task

            Restarts it.

            - `String[1] service`: Which one.
            - `Any force`
        "#]],
        );
    }
}
