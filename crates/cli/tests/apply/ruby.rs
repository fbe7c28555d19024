//! Resources that only Ruby can apply, without a Ruby.

use crate::{Place, printed};

/// Writes a file below the `lib` of a module.
fn write_ruby(place: &Place, path: &str, text: &str) {
    let path = format!("code/environments/production/modules/company/lib/{path}");
    let folder = place.folder.path().join(&path);
    std::fs::create_dir_all(folder.parent().unwrap()).unwrap();
    place.write(&path, text);
}

#[test]
fn without_ruby_what_only_ruby_applies_fails_alone_and_says_what_to_do() {
    let place = Place::new();
    write_ruby(
        &place,
        "puppet/type/greeting.rb",
        "Puppet::Type.newtype(:greeting) do\n  ensurable\n  newparam(:name, namevar: true)\nend\n",
    );
    let code = "greeting { 'g': ensure => present } -> notify { 'behind': } notify { 'free': }";
    let advice = "install openvox-agent or puppet-agent, or name a Ruby that has Puppet with --ruby-providers=PATH";
    for (option, why) in [
        ("--ruby-providers=off", "--ruby-providers=off rules out that it is run".to_owned()),
        // A path is nobody else's, even where there is a Ruby with Puppet.
        (
            "--ruby-providers=/nosuch/ruby",
            format!("no Ruby with Puppet was found (/nosuch/ruby: No such file or directory (os error 2)): {advice}"),
        ),
        ("--ruby-providers=/bin/false", "no Ruby with Puppet was found (/bin/false: ".to_owned()),
    ] {
        let out = place.run("apply", &[option, "--detailed-exitcodes", "--certname", "node", "-e", code]);
        let output = format!("{}{}", printed(&out), String::from_utf8_lossy(&out.stderr));
        assert!(output.contains(&format!("Greeting[g]: Could not evaluate: Its provider is written in Ruby, and {why}")), "{output}");
        assert!(output.contains("Notify[behind]: Skipping because of failed dependencies"), "{output}");
        assert!(output.contains("Notify[free]/message") && out.status.code() == Some(6), "{output}");
    }
    // Who has no such resource needs none.
    let out = place.run("apply", &["--ruby-providers=/nosuch/ruby", "--certname", "node", "-e", "notify { 'n': }"]);
    assert!(out.status.code() == Some(0) && !String::from_utf8_lossy(&out.stderr).contains("Ruby"));
}

/// Its code checks the resource and relates it, and there is nothing else to do.
#[test]
fn a_type_that_applies_nothing_needs_no_ruby() {
    let place = Place::new();
    write_ruby(
        &place,
        "puppet/type/release.rb",
        "Puppet::Type.newtype(:release) do
  newparam(:name, namevar: true) { validate { |it| raise ArgumentError, \"#{it} is no version\" unless it.match?(/\\d/) } }
  newparam(:after)
  autorequire(:notify) { self[:after] }
end
",
    );
    let apply = |code: &str| {
        let out = place.run("apply", &["--ruby-providers=off", "--detailed-exitcodes", "--certname", "node", "-e", code]);
        (out.status.code(), format!("{}{}", printed(&out), String::from_utf8_lossy(&out.stderr)))
    };
    let (code, output) = apply("release { '1.4': after => 'late' } -> notify { 'last': } notify { 'late': }");
    let [late, last] = ["Notify[late]/message", "Notify[last]/message"].map(|it| output.find(it));
    assert!(code == Some(2) && late.is_some() && late < last, "{output}");
    let (code, output) = apply("release { 'x': } notify { 'n': }");
    assert!(code == Some(1) && output.contains("Parameter name failed on Release[x]: x is no version"), "{output}");
    assert!(!output.contains("Notify[n]"), "{output}");
}

#[cfg(target_os = "linux")]
#[test]
fn facts_of_modules_run_without_ruby_or_nothing_is_applied() {
    let place = Place::new();
    write_ruby(
        &place,
        "facter/a.rb",
        "Facter.add(:a) { setcode { `echo from a command`.chomp } }\nFacter.add(:b) { setcode { ObjectSpace.count_objects } }\n",
    );
    let run = |options: &[&str], code: &str| {
        let mut args = vec!["--certname", "node", "-e", code];
        args.extend(options);
        let out = place.run("apply", &args);
        (out.status.code(), format!("{}{}", printed(&out), String::from_utf8_lossy(&out.stderr)))
    };
    let (code, printed) = run(&[], "notify { \"a is ${facts['a']}\": }");
    assert!(code == Some(0) && printed.contains("Notify[a is from a command]"), "{printed}");
    let (code, printed) = run(&["--ruby-facts=builtin"], "notify { \"b is ${facts['b']}\": }");
    assert!(
        code == Some(1) && printed.contains("The fact `b` of ") && printed.contains("Could not run: the catalog depends on facts"),
        "{printed}"
    );
    assert!(!printed.contains("Notify["), "{printed}");
    let (code, printed) = run(&["--ruby-facts=off"], "notify { \"b is ${facts['b']}\": }");
    assert!(code == Some(0) && printed.contains("Notify[b is ]"), "{printed}");
}
