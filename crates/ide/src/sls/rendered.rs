//! The text that a file of states or a template renders to, with the places in the source that made each part of it.

use analysis::{File, Snapshot};
use salt::{HOLE, Rendered};
use serde_json::{Map, Value, json};

use super::Document;
use crate::reports::Asked;

/// The texts of a file: one for each minion of the settings, or that of the one that is asked for. A template has one for each state that
/// renders it, too.
pub(crate) fn report(snapshot: Snapshot<'_>, file: File, asked: &Asked) -> Value {
    let Some(document) = Document::open(snapshot, file) else { return Value::Null };
    let place = &document.place;
    let targets = snapshot.sls_targets(place);
    let is_meant = |number: &usize| asked.system.as_ref().is_none_or(|it| targets.is_empty() || targets.get(*number) == Some(it));
    let renderings = (0..targets.len().max(1)).filter(is_meant).flat_map(|number| {
        let head = |entry: String| {
            let mut out = Map::new();
            out.insert("entry".into(), entry.into());
            out.insert("systems".into(), targets.get(number).into_iter().map(|it| Value::from(it.as_str())).collect());
            out.insert("guessed".into(), targets.is_empty().into());
            out
        };
        let own = snapshot.sls_rendered_for(place, number).map(|answer| {
            let head = head(format!("sls {}", place.name));
            match &*answer {
                Ok(rendered) => rendering(head, rendered, &document.text),
                Err(fault) => without_text(head, &fault.problem.render(snapshot.sls_release(place))),
            }
        });
        let as_source = snapshot.sls_source_texts(file, place, number).into_iter().map(|it| match &it.answer {
            Ok(rendered) => rendering(head(it.state), rendered, &document.text),
            Err(unrendered) => without_text(head(it.state), &unrendered.message),
        });
        own.into_iter().chain(as_source).collect::<Vec<_>>()
    });
    let renderings: Vec<Value> = renderings.collect();
    if renderings.is_empty() { Value::Null } else { json!({ "renderings": renderings }) }
}

/// One text.
fn rendering(mut out: Map<String, Value>, rendered: &Rendered, source: &str) -> Value {
    let pieces = pieces(rendered, source);
    out.insert("parts".into(), pieces.iter().map(|it| it.text.map_or(Value::Null, Value::from)).collect());
    out.insert("sources".into(), pieces.iter().map(Piece::source).collect());
    Value::Object(out)
}

/// A message in place of a text.
fn without_text(mut out: Map<String, Value>, message: &str) -> Value {
    out.insert("parts".into(), json!([]));
    out.insert("sources".into(), json!([]));
    out.insert("message".into(), message.into());
    Value::Object(out)
}

/// A piece of a rendered text.
struct Piece<'t> {
    /// None where it is not known.
    text: Option<&'t str>,
    /// Bytes of the source.
    source: (usize, usize),
    /// Whether the text stands in the source as it is.
    is_literal: bool,
}

impl Piece<'_> {
    /// The server makes a range of the bytes.
    fn source(&self) -> Value {
        json!({ "bytes": [self.source.0, self.source.1], "literal": self.is_literal })
    }
}

/// The pieces of a text in order, each from one place of the source.
fn pieces<'t>(rendered: &'t Rendered, source: &'t str) -> Vec<Piece<'t>> {
    let Some(text) = &rendered.text else {
        return vec![Piece { text: Some(source), source: (0, source.len()), is_literal: true }];
    };
    // Jinja drops the last line break and Salt adds it again: it belongs to no expression.
    let (text, has_break) = match text.strip_suffix('\n').filter(|_| source.ends_with('\n')) {
        Some(body) => (body, true),
        None => (&**text, false),
    };
    let mut pieces = Vec::with_capacity(rendered.origins.len());
    for (number, origin) in rendered.origins.iter().enumerate() {
        let start = origin.rendered as usize;
        let end = rendered.origins.get(number + 1).map_or(text.len(), |it| it.rendered as usize);
        let Some(part) = text.get(start..end).filter(|it| !it.is_empty()) else { continue };
        let (from, to) = (origin.source.start as usize, (origin.source.end as usize).min(source.len()));
        let mut rest = part;
        // An expression may make text around what is not known.
        while !rest.is_empty() {
            let known = rest.find(HOLE).unwrap_or(rest.len());
            let (before, after) = rest.split_at(known);
            if !before.is_empty() {
                let to = if origin.is_literal { to.min(from + before.len()) } else { to };
                pieces.push(Piece { text: Some(before), source: (from, to), is_literal: origin.is_literal });
            }
            rest = after.strip_prefix(HOLE).unwrap_or_default();
            if rest.len() < after.len() {
                pieces.push(Piece { text: None, source: (from, to), is_literal: false });
            }
        }
    }
    if has_break {
        pieces.push(Piece { text: Some("\n"), source: (source.len() - 1, source.len()), is_literal: true });
    }
    pieces
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use crate::reports::Asked;
    use crate::tests::fixture;

    /// The pieces with the texts of the source that made them.
    fn shown(files: &str, source: &str) -> Vec<String> {
        shown_of("a.sls", files, source)
    }

    fn shown_of(name: &str, files: &str, source: &str) -> Vec<String> {
        let found = fixture(&format!("{files}#- /s/{name}\n$0{source}"))
            .ask(|snapshot, file, _| crate::rendered_report(snapshot, file, &Asked::default()));
        let all = found["renderings"].as_array().cloned().unwrap_or_default();
        let mut shown = Vec::new();
        for rendering in all {
            let systems = rendering["systems"].to_string();
            if let Some(message) = rendering["message"].as_str() {
                shown.push(format!("{systems} {message}"));
            }
            let sources = rendering["sources"].as_array().cloned().unwrap_or_default();
            for (part, from) in rendering["parts"].as_array().into_iter().flatten().zip(sources) {
                let byte = |number: usize| from["bytes"][number].as_u64().and_then(|it| usize::try_from(it).ok()).unwrap_or_default();
                let made_by = source.get(byte(0)..byte(1)).unwrap_or("nothing");
                let is_literal = from["literal"] == true;
                assert!(!is_literal || part.as_str().is_some_and(|it| it.trim_end() == made_by.trim_end()), "{part} of {made_by}");
                if !is_literal {
                    let text = if part == &Value::Null { "?".to_owned() } else { part.to_string() };
                    shown.push(format!("{systems} {text} of {made_by}"));
                }
            }
        }
        shown
    }

    #[test]
    fn each_part_has_its_place_in_the_source() {
        let loops =
            "{% set port = 80 %}é:\n  test.nop:\n    - name: {{ port }}\n{% for it in ['a', 'b'] %}{{ it }}: test.nop\n{% endfor %}";
        assert_eq!(shown("", loops), ["[] \"80\" of {{ port }}", "[] \"a\" of {{ it }}", "[] \"b\" of {{ it }}"]);
        assert_eq!(shown("", "a: test.nop\n"), [] as [&str; 0]);
    }

    #[test]
    fn what_is_not_known_is_marked() {
        let unknown = "a:\n  test.nop:\n    - x: {{ salt['cmd.run']('x') }}y\n";
        assert_eq!(shown("", unknown), ["[] ? of {{ salt['cmd.run']('x') }}"]);
        let decides = "{% if grains['os'] == 'x' %}\na: test.nop\n{% endif %}\n";
        assert_eq!(shown("", decides), ["[] SLS 'base:a' is not analysed: it depends on an unknown value: the grain `os`"]);
    }

    #[test]
    fn minions_have_their_own_texts() {
        let targets = "#- /s/bunraku.toml\n[[salt_targets]]\nid = 'a'\nsystem = 'debian-12'\n[[salt_targets]]\nid = 'b'\nsystem = 'redhat-9'\n\
                       #- /s/top.sls\nbase: {'*': [a]}\n";
        let text = "a:\n  test.nop:\n    - name: {{ grains.os_family }}\n";
        let of = "of {{ grains.os_family }}";
        assert_eq!(shown(targets, text), [format!("[\"a\"] \"Debian\" {of}"), format!("[\"b\"] \"RedHat\" {of}")]);
    }

    #[test]
    fn templates_have_the_texts_of_the_states_that_render_them() {
        let states = "#- /s/bunraku.toml\n[[salt_targets]]\nid = 'a'\nsystem = 'debian-12'\n\
                      #- /s/top.sls\nbase: {'*': [web]}\n\
                      #- /s/web.sls\n\
                      {% for port in [80, 81] %}\n/etc/{{ port }}:\n  file.managed:\n    - source: salt://web/t.jinja\n    - template: jinja\n    \
                      - mode: '0644'\n    - defaults: {port: 1, host: h}\n    - context: {port: {{ port }}}\n{% endfor %}\n\
                      /etc/copy:\n  file.managed:\n    - source: salt://web/t.jinja\n\
                      /etc/given:\n  file.managed:\n    - source: salt://web/t.jinja\n    - template: jinja\n    - contents: x\n";
        let text = "{{ host }} {{ port }} {{ name }} {{ mode }} {{ grains.os_family }}\n";
        let one = |port: u32| {
            let made = [("h", "host"), (&*port.to_string(), "port"), (&format!("/etc/{port}"), "name"), ("0644", "mode")]
                .map(|(text, name)| format!("[\"a\"] {text:?} of {{{{ {name} }}}}"));
            made.into_iter().chain(["[\"a\"] \"Debian\" of {{ grains.os_family }}".to_owned()]).collect::<Vec<_>>()
        };
        assert_eq!(shown_of("web/t.jinja", states, text), [one(80), one(81)].concat());
        assert_eq!(shown_of("web/other.jinja", states, text), [] as [&str; 0]);
        let wrong = shown_of("web/t.jinja", states, "{{ nothing }}\n");
        assert!(wrong.iter().all(|it| it.starts_with("[\"a\"] Jinja variable 'nothing' is undefined")) && wrong.len() == 2, "{wrong:?}");
        let unknown = shown_of("web/t.jinja", states, "{{ salt['cmd.run']('x') }} {{ sls|default('none') }}\n");
        assert_eq!(unknown.first().map(String::as_str), Some("[\"a\"] ? of {{ salt['cmd.run']('x') }}"));
    }
}
