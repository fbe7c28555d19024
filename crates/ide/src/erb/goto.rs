//! From a variable of a template to the parameter or variable of the manifest.

use analysis::{File, Snapshot};
use syntax::TextSize;

use super::{meanings, word_at};
use crate::Goto;
use crate::goto::definitions;
use crate::names::without_repetition;

/// Where the name at a place is defined.
pub(crate) fn definition(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Goto> {
    let Some(word) = word_at(snapshot, file, offset) else { return super::locals::definition(snapshot, file, offset) };
    let meanings = meanings(snapshot, file, &word.kind);
    let targets = without_repetition(meanings.iter().flat_map(|(file, symbol)| definitions(snapshot, symbol, *file)).collect());
    (!targets.is_empty()).then_some(Goto { origin: word.range, targets })
}

#[cfg(test)]
mod tests {
    use crate::tests::fixture;

    #[track_caller]
    fn check(template: &str, expected: &[&str]) {
        let files = format!(
            "#- /modules/m/manifests/init.pp\nclass m($port) inherits m::params {{\n  $own = 1\n  template('m/t.erb')\n}}\n\
             #- /modules/m/manifests/params.pp\nclass m::params {{ $user = 1 }}\n\
             #- /modules/m/manifests/d.pp\ndefine m::d($port) {{ $local = template(\"${{module_name}}/t.erb\") }}\n\
             #- /modules/m/functions/f.pp\nfunction m::f() {{ 1 }}\n#- /modules/m/templates/u.erb\nu\n#- /modules/m/templates/t.erb\n{template}\n"
        );
        let found = fixture(&files).ask(crate::goto_definition);
        let places: Vec<String> =
            found.iter().flat_map(|it| &it.targets).map(|it| format!("{} {}", it.path, u32::from(it.focus.start()))).collect();
        assert_eq!(places, expected);
    }

    #[test]
    fn variables_lead_to_manifests() {
        check("<%= @po$0rt %>", &["/modules/m/manifests/d.pp 13", "/modules/m/manifests/init.pp 9"]);
        check("<%= $0@user %>", &["/modules/m/manifests/params.pp 19"]);
        check("<%= scope['own$0'] %>", &["/modules/m/manifests/init.pp 39"]);
        check("<%= @local$0 %>", &["/modules/m/manifests/d.pp 22"]);
        check("<%= scope['m::params::us$0er'] %>", &["/modules/m/manifests/params.pp 19"]);
        check("<%= scope.call_function('m::$0f', []) %>", &["/modules/m/functions/f.pp 9"]);
        check("<%= scope.function_template(['m/u.$0erb']) %>", &["/modules/m/templates/u.erb 0"]);
        check("@po$0rt", &[]);
    }
}
