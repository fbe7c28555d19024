//! Completions by place. A cursor `$0` stands in most of the texts where somebody would be typing: they are seldom whole.

mod broken;
mod code;
mod everywhere;
mod names;
mod resources;
mod strings;
mod triggers;

use super::{Completion, CompletionItem, Insert, completion};
use crate::tests::fixture;

/// A site with a module, the files of which most tests need some.
pub(super) const SITE: &str = r#"#- /site/environment.conf
modulepath = modules
#- /site/hiera.yaml
version: 5
#- /site/data/common.yaml
---
web::port: 80
'site::name': x
lookup_options:
  a: b
#- /site/modules/web/metadata.json
{"name": "a-web", "operatingsystem_support": [{"operatingsystem": "Debian", "operatingsystemrelease": ["12"]}]}
#- /site/modules/web/manifests/init.pp
# A web server.
#
# @param port Where it listens.
class web (
  Integer $port,
  Enum['on', 'off'] $state = 'on',
  Optional[Boolean] $tls = undef,
  Struct[{ path => String, Optional[mode] => Enum['r', 'w'] }] $log = {},
) inherits web::params {
  $home = '/srv'
  file { '/etc/web.conf': }
  user { 'www': }
}
#- /site/modules/web/manifests/params.pp
class web::params {
  $user = 'www'
}
#- /site/modules/web/manifests/vhost.pp
# A host of its own.
define web::vhost (
  Web::Port $port,
  Web::Mode $mode = 'plain',
) {
  package { 'httpd': }
}
#- /site/modules/web/types/port.pp
type Web::Port = Integer[1, 65535]
#- /site/modules/web/types/mode.pp
type Web::Mode = Enum['plain', 'secure']
#- /site/modules/web/functions/conf.pp
# Where it lies.
function web::conf(String $name, Web::Mode $mode = 'plain') >> String { "/etc/${name}" }
#- /site/modules/web/lib/puppet/functions/web/ruby.rb
Puppet::Functions.create_function(:'web::ruby') do
end
#- /site/modules/web/lib/puppet/type/web_site.rb
Puppet::Type.newtype(:web_site) do
  ensurable
  newparam(:name)
  newproperty(:kind) do
    newvalues(:small, :large)
  end
end
#- /site/modules/web/lib/facter/web_version.rb
Facter.add(:web_version) do
end
#- /site/modules/web/templates/conf.epp
<%- | String $text, Integer $times = 1 | -%>
<%= $text %>
#- /site/modules/web/templates/old.erb
<%= @x %>
#- /site/modules/web/files/logo/small.png
x
"#;

/// Completions in a file of the module, with the rest of the site.
pub(super) fn at(text: &str) -> Vec<CompletionItem> {
    in_file("/site/modules/web/manifests/here.pp", text)
}

pub(super) fn in_file(path: &str, text: &str) -> Vec<CompletionItem> {
    let end = if SITE.ends_with('\n') { "" } else { "\n" };
    let found = fixture(&format!("{SITE}{end}#- {path}\n{text}")).ask(|snapshot, file, offset| completion(snapshot, file, offset, None));
    found.map(|it| it.items).unwrap_or_default()
}

pub(crate) fn labels(items: &[CompletionItem]) -> Vec<&str> {
    items.iter().map(|it| it.label.as_str()).collect()
}

/// The first that are offered.
#[track_caller]
pub(super) fn first(text: &str, expected: &[&str]) {
    begins(&at(text), expected);
}

#[track_caller]
pub(crate) fn begins(items: &[CompletionItem], expected: &[&str]) {
    let found = labels(items);
    assert_eq!(found.get(..expected.len()).unwrap_or(&found), expected, "at the beginning of {found:?}");
}

/// All that are offered.
#[track_caller]
pub(super) fn all(text: &str, expected: &[&str]) {
    assert_eq!(labels(&at(text)), expected);
}

/// Expects some completions, and the absence of others.
#[track_caller]
pub(super) fn includes(text: &str, there: &[&str], absent: &[&str]) {
    let items = at(text);
    let found = labels(&items);
    for it in there {
        assert!(found.contains(it), "{it} is not in {found:?}");
    }
    for it in absent {
        assert!(!found.contains(it), "{it} is in {found:?}");
    }
}

#[track_caller]
pub(super) fn nothing(text: &str) {
    all(text, &[]);
}

/// The text after one of the items was chosen, with its places to fill in as they are written.
#[track_caller]
pub(super) fn chosen(text: &str, label: &str, expected: &str) {
    let path = "/site/modules/web/manifests/here.pp";
    let fixture = fixture(&format!("{SITE}#- {path}\n{text}"));
    let (text, found) = fixture.ask(|snapshot, file, offset| (snapshot.text(file), completion(snapshot, file, offset, None)));
    assert_eq!(after(&text, found, label), expected);
}

/// A text after an item was chosen.
#[track_caller]
pub(crate) fn after(text: &str, found: Option<Completion>, label: &str) -> String {
    let Completion { items, replace, .. } = found.expect("something is offered");
    let item = items.iter().find(|it| it.label == label);
    let item = item.unwrap_or_else(|| panic!("{label} is not in {:?}", labels(&items)));
    let inserted = match &item.insert {
        Insert::Text(text) => text,
        Insert::Snippet { snippet, .. } => snippet,
    };
    let mut edited = text.to_string();
    edited.replace_range(std::ops::Range::<usize>::from(replace), inserted);
    edited
}
