//! The rendered texts of an ERB template or a file of states, with marks for unknown values.

use analysis::{File, Snapshot};
use serde_json::{Value, json};

use super::reported::{head, put_place};
use super::{Asked, puppet};

/// The texts of a template; none where nothing that is evaluated renders it, or where all of what it does depends on unknown values.
pub fn rendered_report(snapshot: Snapshot<'_>, file: File, asked: &Asked) -> Value {
    if crate::sls::is_states(snapshot, file) {
        return crate::sls::rendered::report(snapshot, file, asked);
    }
    if !crate::erb::is_erb(snapshot, file) {
        return Value::Null;
    }
    let all = snapshot.erb_renderings(file, asked.system.as_deref());
    let one = |it: &analysis::erb::Rendering| {
        let mut out = head(&it.evaluation);
        put_place(&mut out, puppet::place(&it.text.place).as_ref());
        out.insert("parts".into(), parts(&it.text.text, &it.text.holes).into());
        Value::Object(out)
    };
    json!({ "renderings": all.iter().map(one).collect::<Vec<_>>() })
}

/// The text between what is not known, and null for each of those.
fn parts(text: &str, holes: &[usize]) -> Vec<Value> {
    let mut parts = Vec::new();
    let mut start = 0;
    for hole in holes.iter().copied().chain(std::iter::once(text.len())) {
        let part = text.get(start..hole).unwrap_or_default();
        if !part.is_empty() {
            parts.push(part.into());
        }
        parts.push(Value::Null);
        start = hole.max(start);
    }
    parts.pop();
    parts
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Asked, rendered_report};
    use crate::tests::fixture;

    #[test]
    fn a_text_has_marks_for_what_is_not_known() {
        let files = "#- /s/environment.conf\n#- /s/manifests/site.pp\ninclude m\n\
                     #- /s/modules/m/manifests/init.pp\nclass m($port = 80, $name_of = $facts['custom']) {\n  notice(template('m/t.erb'))\n}\n\
                     #- /s/modules/m/templates/t.erb\n";
        let report = |template: &str| {
            let found =
                fixture(&format!("{files}$0{template}")).ask(|snapshot, file, _| rendered_report(snapshot, file, &Asked::default()));
            found["renderings"].as_array().into_iter().flatten().map(|it| (it["line"].clone(), it["parts"].clone())).collect::<Vec<_>>()
        };
        let first = report("port <%= @port %>\nname <%= @name_of %>\n").into_iter().next();
        assert_eq!(first, Some((json!(2), json!(["port 80\nname ", null, "\n"]))));
        let only = |template: &str| report(template).into_iter().next().map(|it| it.1);
        let decided = "a <%= @port %>\n<% if @name_of -%>\nname\n<% end -%>\nb\n";
        assert_eq!(only(decided), Some(json!(["a 80\n", null, "b\n"])));
        let listed = "<% @name_of.each do |it| -%>\n<%= it %>\n<% end -%>\nport <%= @port %>\n";
        assert_eq!(only(listed), Some(json!([null, "port 80\n"])));
        let changed = "<% list = [1]; list << 2 if @name_of -%>\n<%= list.size %> of <%= @port %>\n";
        assert_eq!(only(changed), Some(json!([null, " of 80\n"])));
        // What a rescue would hide may have happened.
        assert_eq!(report("<% begin; @name_of.call; rescue; end %>"), []);
        assert_eq!(report("é").into_iter().next().map(|it| it.1), Some(json!(["é"])));
    }
}
