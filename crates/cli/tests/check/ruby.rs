//! Findings in the Ruby files of modules.

use snapbox::str;

use crate::folder::Folder;

const METADATA: &str = r#"{"name": "a-m", "version": "1.0.0", "author": "a", "license": "MIT", "summary": "m",
    "source": "https://example.com/m", "dependencies": []}"#;

const SOUND: &str = "Puppet::Functions.create_function(:'m::sound') do\n  def sound(x)\n    x.each_grapheme_cluster.to_a\n  end\nend\n";

/// A module with a function that Bunraku does not run, which is no mistake.
fn module() -> Folder {
    Folder::new()
        .file("metadata.json", METADATA)
        .file("lib/puppet/functions/m/sound.rb", SOUND)
        .file("lib/puppet/provider/t/own.rb", "def torn(\n")
}

#[test]
fn mistakes_in_functions_types_and_facts() {
    let folder = module()
        .file("lib/facter/torn.rb", "Facter.add(:torn) do\n  setcode do\n")
        .file(
            "lib/puppet/functions/m/twice.rb",
            "Puppet::Functions.create_function(:'m::double') do\n  dispatch :gone do\n    param 'Integer', :x\n  end\nend\n",
        )
        .file(
            "lib/puppet/parser/functions/old.rb",
            "module Puppet::Parser::Functions\n  newfunction(:old, type: :rvalue) { |a| function_versioncmpp(a) }\nend\n",
        )
        .file("lib/puppet/type/t.rb", "Puppet::Type.newtype(:other) do\nend\n");
    folder.check(&["--format", "concise"]).assert().code(1).stdout_eq(str![[r#"
lib/facter/torn.rb:1:19: ruby-syntax Expected a block beginning with `do` to end with `end`
lib/facter/torn.rb:2:11: ruby-syntax Expected a block beginning with `do` to end with `end`
lib/puppet/functions/m/twice.rb:1:37: ruby-wrong-name The code loaded from [..]/lib/puppet/functions/m/twice.rb produced mis-matched name, expected 'm::twice', got m::double
lib/puppet/functions/m/twice.rb:2:13: ruby-invalid-dispatch The function 'm::double' has no method `gone`
lib/puppet/parser/functions/old.rb:2:51: ruby-unknown-function Unknown function: 'versioncmpp'
lib/puppet/type/t.rb:1:23: ruby-wrong-name Puppet looks for the type 't' in this file, which declares 'other'
4 errors, 2 warnings in 4 of 6 files

"#]]);
    folder.check(&["--format", "concise", "lib/puppet/type/t.rb"]).assert().code(0).stdout_eq(str![[r#"
lib/puppet/type/t.rb:1:23: ruby-wrong-name Puppet looks for the type 't' in this file, which declares 'other'
1 warning in 1 of 1 file

"#]]);
}

#[test]
fn ruby_that_is_not_run_is_no_finding_of_check() {
    let folder = module();
    folder.check(&[]).assert().code(0).stdout_eq("checked 2 files: no findings\n");
    folder.check(&["--format", "concise", "--level", "ruby-not-covered=warning"]).assert().code(0).stdout_eq(str![[r#"
lib/puppet/functions/m/sound.rb:3:7: ruby-not-covered This function uses Ruby which Bunraku does not run yet: .each_grapheme_cluster
1 warning in 1 of 2 files

"#]]);
}

#[test]
fn ruby_with_another_encoding_is_not_read() {
    let folder = module().file("lib/facter/latin.rb", b"# encoding: iso-8859-1\nx = '\xe9'\n");
    folder.check(&[]).assert().code(0).stdout_eq("checked 2 files: no findings\n").stderr_eq(str![[r#"
bunraku: note: lib/facter/latin.rb: not UTF-8: byte 0xE9 at offset 28, line 2

"#]]);
}
