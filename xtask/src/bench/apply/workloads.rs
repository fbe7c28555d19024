//! Workloads of `apply`.

use std::process::Command;

use crate::bench::rusage::Run;

/// Limit of the growth in cost of twice the work.
pub const GROWTH: f64 = 2.3;

#[derive(Clone)]
pub struct Workload {
    pub name: &'static str,
    pub manifest: String,
    /// Files of modules, by their paths in the folder of modules.
    pub modules: &'static [(&'static str, &'static str)],
    pub noop: bool,
    pub before: Before,
    /// How many times faster than Puppet it is to be; none where Puppet is not asked.
    pub bar: Option<f64>,
    /// Whether it says how much memory is needed.
    pub is_for_memory: bool,
    pub ours: Vec<Run>,
    pub theirs: Vec<Run>,
}

impl Workload {
    pub fn new(name: &'static str, manifest: String) -> Workload {
        let (ours, theirs) = (Vec::new(), Vec::new());
        Workload { name, manifest, modules: &[], noop: false, before: Before::Applied, bar: None, is_for_memory: false, ours, theirs }
    }

    fn bar(self, bar: f64) -> Workload {
        Workload { bar: Some(bar), ..self }
    }

    fn noop(self) -> Workload {
        Workload { noop: true, ..self }
    }
}

/// How the machine is before a run.
#[derive(Clone, Copy, PartialEq)]
pub enum Before {
    /// As the run before has left it.
    Applied,
    /// Without any files.
    Empty,
}

pub fn workloads() -> Result<Vec<Workload>, String> {
    let it = Workload::new;
    Ok(vec![
        it("one message", messages(1)).bar(0.0),
        Workload { is_for_memory: true, ..it("5,000 files that are as they should be", files(5_000)).bar(50.0) },
        Workload { before: Before::Empty, ..it("1,000 files that are made, and synced", files(1_000)).bar(10.0) },
        it("300 commands", commands(300)).bar(15.0),
        it("100 installed packages", packages(100)?).bar(50.0),
        it("20,000 messages, with `--noop`", messages(20_000)).noop().bar(200.0),
        it("10,000 files that are as they should be", files(10_000)),
        it("40,000 messages, with `--noop`", messages(40_000)).noop(),
        it("600 commands", commands(600)),
        Workload { modules: RUBY, ..it("a message from a template and functions in Ruby", FROM_RUBY.to_owned()).bar(100.0) },
    ])
}

/// Pairs whose second is twice the first.
pub const TWICE: [(usize, usize); 3] = [(1, 6), (5, 7), (3, 8)];

/// A module with a template and a function of each kind.
const RUBY: &[(&str, &str)] = &[
    (
        "shop/templates/site.erb",
        "<% @sites.sort.each do |name, port| -%>\nserver <%= name %> <%= scope.call_function('shop::secure', [port]) %>\n<% end -%>\n\
         on <%= @facts['os']['name'] %> with <%= scope.function_shop_total([@sites]) %>\n",
    ),
    (
        "shop/lib/puppet/functions/shop/secure.rb",
        "Puppet::Functions.create_function(:'shop::secure') do\n  dispatch :port do\n    param 'Integer[1, 65535]', :port\n    return_type 'String'\n  end\n\n\
        \x20 def port(port)\n    port > 1024 ? format('%d ssl', port) : port.to_s\n  end\nend\n",
    ),
    (
        "shop/lib/puppet/parser/functions/shop_total.rb",
        "module Puppet::Parser::Functions\n  newfunction(:shop_total, :type => :rvalue, :arity => 1) do |args|\n    args[0].values.reduce(0) { |sum, it| sum + it }\n  end\nend\n",
    ),
];

const FROM_RUBY: &str = "$sites = { 'a' => 80, 'b' => 8443, 'c' => 9443 }\nnotify { 'n': message => template('shop/site.erb') }\n";

fn files(count: usize) -> String {
    (0..count).map(|it| format!("file {{ '/t/f{it}': content => \"file {it}\\n\", mode => '0644' }}\n")).collect()
}

fn commands(count: usize) -> String {
    (0..count).map(|it| format!("exec {{ 'c{it}': command => '/bin/true' }}\n")).collect()
}

fn messages(count: usize) -> String {
    (0..count).map(|it| format!("notify {{ 'n{it}': message => 'message {it}' }}\n")).collect()
}

/// Some that this machine has, with the dependencies that they have there.
fn packages(count: usize) -> Result<String, String> {
    let mut command = Command::new("dpkg-query");
    let out = command.args(["-W", "-f", "${Package} ${Status}\\n"]).output().map_err(|error| format!("dpkg-query: {error}"))?;
    let text = String::from_utf8_lossy(&out.stdout);
    let mut names: Vec<&str> = text.lines().filter_map(|it| it.strip_suffix(" install ok installed")).collect();
    names.dedup();
    if names.len() < count {
        return Err(format!("only {} packages are installed", names.len()));
    }
    Ok(names.iter().take(count).map(|name| format!("package {{ '{name}': ensure => installed }}\n")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_twice_as_much_is() {
        let Ok(all) = workloads() else { return };
        let lines = |number: usize| all.get(number).map(|it| it.manifest.lines().count());
        for (less, more) in TWICE {
            assert_eq!(lines(less).map(|it| it * 2), lines(more));
        }
    }
}
