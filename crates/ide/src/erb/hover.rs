//! Hover of a name in a template, or of a key or method of a value: the values for each class or defined type that renders the template.

use ::values::Type;
use analysis::{File, Snapshot};
use hir::{Owner, Role, Symbol};
use syntax::{TextRange, TextSize, text_range};

use super::member::{Member, member};
use super::receiver::Receiver;
use super::{Kind, meanings, values, word_at};
use crate::builtin_docs::{self, MethodDocs};
use crate::goto::definitions;
use crate::hover::{describe_symbol, fact, place};
use crate::{Hover, type_text};

/// Limit of the classes and defined types that are listed.
const MOST: usize = 6;

/// Limit of characters of a type.
const LONGEST: usize = 120;

/// Classes of the values that templates use.
const CLASSES: [&str; 6] = ["String", "Array", "Hash", "Integer", "Float", "Range"];

/// Hover at a place: of a key or method of a value, or of a name.
pub(crate) fn hover(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Hover> {
    of_name(snapshot, file, offset).or_else(|| of_member(snapshot, file, offset))
}

fn of_name(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Hover> {
    let word = word_at(snapshot, file, offset)?;
    let meanings = meanings(snapshot, file, &word.kind);
    let mut texts: Vec<String> = Vec::new();
    for (from, symbol) in &meanings {
        let of_value = matches!(&word.kind, Kind::Variable(_)) || matches!(symbol, Symbol::Member { .. });
        let places = if of_value { definitions(snapshot, symbol, *from) } else { Vec::new() };
        let at_definition = places.iter().filter(|it| !it.is_guess).find_map(|it| {
            let manifest = snapshot.file(&it.path)?;
            let text = crate::hover::hover(snapshot, manifest, it.focus.start())?.text;
            let link = link_to(snapshot, manifest, it.focus.start())?;
            let is_set = snapshot.references(manifest).at(it.focus.start()).iter().any(|it| it.role == Role::Definition);
            Some(if is_set { format!("{text}\nSet in {link}\n") } else { text })
        });
        let fact = || match symbol {
            Symbol::Top(name) if places.is_empty() && is_fact(snapshot, *from, name) => fact::text_at(snapshot, *from, &[name]),
            _ => None,
        };
        let text =
            at_definition.or_else(fact).or_else(|| describe_symbol(snapshot, *from, None, &snapshot.meaning(symbol, *from)).map(|it| it.0));
        if let Some(text) = text.filter(|it| !texts.contains(it)) {
            texts.push(text);
        }
    }
    joined(word.range, texts)
}

/// Whether a variable of the top scope is a fact.
fn is_fact(snapshot: Snapshot<'_>, file: File, name: &str) -> bool {
    facts::is_name(name) && facts::modern(name).is_none() || snapshot.is_fact_of_site(file, name)
}

/// A line of a file, as a link.
fn link_to(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<String> {
    let path = snapshot.path(file);
    let line = snapshot.text(file).get(..usize::from(offset))?.matches('\n').count() + 1;
    let name = path.rsplit('/').next().unwrap_or(&path);
    Some(place::link(&format!("{name}:{line}"), &path, u32::try_from(line).ok()?))
}

fn joined(range: TextRange, mut texts: Vec<String>) -> Option<Hover> {
    texts.truncate(MOST);
    (!texts.is_empty()).then(|| Hover { range, text: texts.join("\n---\n\n") })
}

fn of_member(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Hover> {
    let outline = snapshot.erb_outline(file);
    let tag = outline.tags.iter().map(text_range).find(|it| it.contains_inclusive(offset))?;
    let text = snapshot.text(file);
    let code = text.get(std::ops::Range::<usize>::from(tag))?;
    let (member, at) = member(code, usize::from(offset - tag.start()))?;
    let start = tag.start() + TextSize::try_from(at.start).ok()?;
    let range = TextRange::new(start, start + TextSize::try_from(at.len()).ok()?);
    let texts = match member {
        Member::Key(receiver) if values::is_facts(&receiver.kind) => of_fact(snapshot, file, &receiver),
        Member::Key(receiver) => of_key(snapshot, file, &receiver),
        Member::Method(receiver, name) => of_method(snapshot, file, receiver.as_ref(), &name),
        Member::OfScope(name) => builtin_docs::method_of_scope(&name).into_iter().map(method_text).collect(),
    };
    joined(range, texts)
}

/// The values of a fact, on the systems of each caller.
fn of_fact(snapshot: Snapshot<'_>, file: File, receiver: &Receiver) -> Vec<String> {
    let keys: Vec<&str> = receiver.keys.iter().map(String::as_str).collect();
    let mut texts: Vec<String> = Vec::new();
    for of in values::renderers(snapshot, file) {
        texts.extend(fact::text_at(snapshot, of, &keys).filter(|it| !texts.contains(it)));
    }
    texts
}

/// The values at a key, for each caller.
fn of_key(snapshot: Snapshot<'_>, file: File, receiver: &Receiver) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for (from, symbol, seen) in values::seen(snapshot, file, receiver) {
        let types = || {
            let types =
                seen.types.iter().filter(|it| **it != Type::Any).map(|it| format!("`{}`", type_text::shortened(&it.plain(), LONGEST)));
            let all: Vec<String> = types.collect();
            (!all.is_empty()).then(|| format!("Type: {}\n", all.join(", ")))
        };
        let Some(text) = crate::hover::values("Value", &seen.values).or_else(types) else { continue };
        let place = definitions(snapshot, &symbol, from).into_iter().filter(|it| !it.is_guess).find_map(|it| {
            let manifest = snapshot.file(&it.path)?;
            link_to(snapshot, manifest, it.focus.start())
        });
        let place = place.map(|it| format!("\nSet in {it}\n")).unwrap_or_default();
        let keys: String = receiver.keys.iter().map(|it| format!("['{it}']")).collect();
        let text = format!("```ruby\n{}{keys}\n```\n\n{text}{place}", written(&receiver.kind));
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

/// The code that reads a variable.
fn written(kind: &Kind) -> String {
    match kind {
        Kind::Variable(name) | Kind::Named(Symbol::Top(name)) => format!("@{name}"),
        Kind::Named(Symbol::Member { owner: Owner::Class(class), name }) => format!("scope['{class}::{name}']"),
        Kind::Named(_) => "scope".to_owned(),
    }
}

/// The method of each class that the value may have; of all classes that templates use where nothing is known of the value.
fn of_method(snapshot: Snapshot<'_>, file: File, receiver: Option<&Receiver>, name: &str) -> Vec<String> {
    let known = receiver.map(|it| values::known(snapshot, file, it)).unwrap_or_default();
    let mut classes: Vec<&str> = known.iter().flat_map(values::classes).collect();
    let is_known = !classes.is_empty();
    if !is_known {
        classes.extend(CLASSES);
    }
    let mut all: Vec<MethodDocs> = Vec::new();
    for docs in classes.into_iter().filter_map(|it| builtin_docs::method(it, name)) {
        if (is_known || !docs.form.is_empty()) && !all.contains(&docs) {
            all.push(docs);
        }
    }
    let texts = all.into_iter().map(|it| match it.form {
        "" => format!("```ruby\n{}#{name}\n```\n", it.owner),
        _ => method_text(it),
    });
    texts.collect()
}

fn method_text(docs: MethodDocs) -> String {
    let of = if docs.owner == "scope" { String::new() } else { format!("`{}`\n\n", docs.owner) };
    format!("```ruby\n{}\n```\n\n{of}{}\n", docs.form, docs.text)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::tests::fixture;

    #[test]
    fn a_variable_has_its_values() {
        let files = "#- /modules/m/manifests/init.pp\nclass m(Integer $port = 80) {\n  $own = $port + 1\n  notice(template('m/t.erb'))\n}\n\
                     #- /modules/m/templates/t.erb\n";
        let text = |template: &str| {
            let found = fixture(&format!("{files}{template}\n")).ask(crate::hover);
            found.map(|it| it.text).unwrap_or_default()
        };
        let of_parameter = text("<%= @po$0rt %>");
        assert!(of_parameter.contains("Integer $port = 80") && of_parameter.contains("init.pp:1"), "{of_parameter}");
        let of_variable = text("<%= @o$0wn %>");
        assert!(of_variable.contains("81") && of_variable.contains("init.pp:2"), "{of_variable}");
        assert!(text("<%= scope.call_function('versi$0oncmp', []) %>").contains("versioncmp"));
        assert!(text("<%= @ti$0tle %>").contains("title"));
        assert_eq!(text("po$0rt"), "");
    }
    #[track_caller]
    fn check(template: &str, expected: Expect) {
        let files = "#- /modules/m/metadata.json\n{\"name\": \"a-m\", \"operatingsystem_support\": [{\"operatingsystem\": \"Debian\", \
                     \"operatingsystemrelease\": [\"12\"]}, {\"operatingsystem\": \"RedHat\", \"operatingsystemrelease\": [\"8\"]}]}\n\
                     #- /modules/m/lib/facter/own.rb\nFacter.add(:own) { setcode { 1 } }\n\
                     #- /modules/m/manifests/init.pp\nclass m(Struct[{ 'port' => Integer }] $s, Array[String] $list) {\n  \
                     $cfg = { 'family' => $facts['os']['family'], 'in' => { 'x' => 1 } }\n  notice(template('m/t.erb'))\n}\n\
                     #- /modules/m/manifests/two.pp\nclass m::two {\n  $cfg = { 'in' => { 'x' => 'two' } }\n  notice(template('m/t.erb'))\n}\n\
                     #- /modules/m/templates/t.erb\n";
        let found = fixture(&format!("{files}{template}\n")).ask(crate::hover);
        expected.assert_eq(&found.map(|it| crate::hover::place::places(&it.text, |_| None)).unwrap_or_default());
    }

    #[test]
    fn a_key_has_its_values_for_each_caller_and_system() {
        check(
            "<%= @cfg['fam$0ily'] %>",
            expect![[r#"
            ```ruby
            @cfg['family']
            ```

            Value:
            - `'Debian'` on Debian 12
            - `'RedHat'` on RedHat 8

            Set in init.pp:2
        "#]],
        );
        check(
            "<%= @cfg['in'][\"$0x\"] %>",
            expect![[r#"
            ```ruby
            @cfg['in']['x']
            ```

            Value: `1`

            Set in init.pp:2

            ---

            ```ruby
            @cfg['in']['x']
            ```

            Value: `'two'`

            Set in two.pp:2
        "#]],
        );
        check(
            "<%= @cfg.dig('in', 'x$0') %>",
            expect![[r#"
            ```ruby
            @cfg['in']['x']
            ```

            Value: `1`

            Set in init.pp:2

            ---

            ```ruby
            @cfg['in']['x']
            ```

            Value: `'two'`

            Set in two.pp:2
        "#]],
        );
        check(
            "<%= scope['m::cfg']['in'].fetch('x$0', 2) %>",
            expect![[r#"
            ```ruby
            scope['m::cfg']['in']['x']
            ```

            Value: `1`

            Set in init.pp:2
        "#]],
        );
        check(
            "<%= @s['po$0rt'] %>",
            expect![[r#"
            ```ruby
            @s['port']
            ```

            Value: not known, `Integer` (parameter `$s`)

            Set in init.pp:1
        "#]],
        );
        check("<%= @cfg['no$0ne'] %>", expect![""]);
        check("<%= @other['x$0'] %>", expect![""]);
    }

    #[test]
    fn a_fact_has_its_values() {
        check(
            "<%= @facts['os']['fam$0ily'] %>",
            expect![[r#"
            fact `os.family`

            Value:
            - `'Debian'` on Debian 12
            - `'RedHat'` on RedHat 8
        "#]],
        );
        check(
            "<%= scope['facts']['own$0'] %>",
            expect![[r#"
            fact `own`

            Value: not known (fact `own`)
        "#]],
        );
        check(
            "<%= @facts.dig('own', 'de$0ep') %>",
            expect![[r#"
            fact `own.deep`

            Value: not known (fact `own`)
        "#]],
        );
        check(
            "<%= @ow$0n %>",
            expect![[r#"
            fact `own`

            Value: not known (fact `own`)
        "#]],
        );
    }

    #[test]
    fn a_method_is_that_of_the_value() {
        check(
            "<% @cfg.each_$0pair do |k, v| %><% end %>",
            expect![[r#"
            ```ruby
            each_pair { |key, value| … }
            ```

            `Hash`

            Calls the block with each key and value, in the order of the hash.
        "#]],
        );
        check(
            "<%= @list.jo$0in(',') %>",
            expect![[r#"
            ```ruby
            join(separator = '')
            ```

            `Array`

            The elements as one string, with the separator between them.
        "#]],
        );
        check("<%= @s['port'].boun$0ded %>", expect![""]);
        check(
            "<%= @list.map { |it| it.up$0case } %>",
            expect![[r#"
            ```ruby
            upcase
            ```

            `String`

            The string in upper case.
        "#]],
        );
        check(
            "<%= scope.lookup$0var('x') %>",
            expect![[r#"
            ```ruby
            scope.lookupvar('name')
            ```

            The value of a variable, or `nil`. A name with `::` is a variable of a class.
        "#]],
        );
        check("@list.jo$0in", expect![""]);
    }
}
