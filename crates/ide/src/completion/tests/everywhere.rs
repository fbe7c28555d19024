//! Whatever the text is and wherever the cursor: an answer that fits the text, and no panic.

use syntax::TextSize;

use super::{SITE, completion};
use crate::tests::fixture;

const SAMPLE: &str = r#"# About it
class web::x (Optional[Enum['a', "b"]] $p = 'a', *$q) inherits web::params {
  file { default: * => { mode => "0${x}" }; ['/a', "b ${facts['os']['family']} c"]:
    ensure => $p ? { 'a' => file, default => lookup('web::port') }, require => [Package['x'], Class["web"]],
  }
  $t = @("END"/L)
    Text ${web::port} é😀
    | END
  [1].each |Integer $i, $v| { notice($i.web::conf('plain')) } -> Service <| title == 'x' and tag != "y" |> { enable => true }
  case $facts['kernel'] { 'Linux', /x/: { include web, ::web::params } default: { } }
  unless $x =~ String[1] { epp('web/conf.epp', { 'text' => 1 }) }
}
node 'n' { class { 'web': log => { path => '/x' } } }
type Web::T = Variant[String, Web::Port]
"#;

/// Completes and helps at places of a text.
#[track_caller]
fn check(path: &str, text: &str, offsets: impl Iterator<Item = usize>) {
    let files = fixture(&format!("{SITE}#- {path}\n{text}").replace("$0", ""));
    files.ask(|snapshot, _, _| {
        let file = snapshot.file(path).expect("the file");
        let whole = snapshot.text(file);
        for offset in offsets.filter(|it| whole.is_char_boundary(*it)) {
            let offset = TextSize::try_from(offset).expect("a small text");
            if let Some(found) = completion(snapshot, file, offset, None) {
                assert!(found.insert.end() == offset && found.insert.start() == found.replace.start(), "{found:?} at {offset:?}");
                let range = std::ops::Range::<usize>::from(found.replace);
                let replaced = whole.get(range).expect("a place of the text");
                assert!(found.replace.end() >= offset && !replaced.contains('\n'), "{replaced:?} at {offset:?} in {whole:?}");
                assert!(!found.items.is_empty() && found.items.len() <= super::super::MOST);
            }
            if let Some(help) = crate::signature_help(snapshot, file, offset) {
                assert!(help.active < help.signatures.len());
                for it in &help.signatures {
                    assert!(it.parameters.iter().all(|(range, _)| it.label.get(range.clone()).is_some()));
                    assert!(it.active.is_none_or(|active| active < it.parameters.len()));
                }
            }
        }
    });
}

#[test]
fn at_every_place() {
    check("/site/modules/web/manifests/x.pp", SAMPLE, (0..=SAMPLE.len()).step_by(2));
    let template = format!("<%- | String $a | -%>\ntext <%= $a %>\n<% {SAMPLE} %>\n");
    check("/site/modules/web/templates/x.epp", &template, (0..=template.len()).step_by(5));
}

#[test]
fn at_the_end_of_every_beginning() {
    for (end, _) in SAMPLE.char_indices().step_by(11) {
        check("/site/modules/web/manifests/x.pp", &SAMPLE[..end], end..=end);
    }
}

#[test]
fn where_a_character_is_missing() {
    for (at, c) in SAMPLE.char_indices().step_by(29) {
        let text = format!("{}{}", &SAMPLE[..at], &SAMPLE[at + c.len_utf8()..]);
        check("/site/modules/web/manifests/x.pp", &text, [at, at + 1, at + 9].into_iter().filter(|it| *it <= text.len()));
    }
}

#[test]
fn beyond_the_end() {
    check("/site/modules/web/manifests/x.pp", "x", 1..=1);
    let files = fixture("#- /a.pp\nx");
    assert!(files.ask(|snapshot, file, _| completion(snapshot, file, TextSize::from(99), None)).is_none());
}
