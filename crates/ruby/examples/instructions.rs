//! Workload of `cargo xtask bench --instructions`: a template that is read and rendered, and a text of Ruby that is evaluated.

use std::hint::black_box;
use std::process::ExitCode;

use ruby::{Heap, Host, Limits, Outcome, Template, Value};

/// As in the program; and so the system's own does not count.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const TEMPLATE: &str = r##"# written by a module
<%- sites = (1..20).map { |it| { 'name' => "site#{it}", 'port' => 8000 + it, 'tags' => %w[web ssl], 'aliases' => ["www#{it}"] } } -%>
<%- sites.sort_by { |it| it['name'] }.each do |site| -%>
<VirtualHost *:<%= site['port'] %>>
  ServerName <%= site['name'].downcase.gsub(/[^a-z0-9]+/, '-') %>
<%- unless site['aliases'].empty? -%>
  ServerAlias <%= [site['aliases']].flatten.uniq.join(' ') %>
<%- end -%>
<%- if site['tags'].include?('ssl') && site['port'] > 8010 -%>
  SSLEngine on
  SSLCipherSuite <%= %w[HIGH !aNULL !MD5].join(':') %>
<%- end -%>
<%- site.each_pair do |key, value| next if value.is_a?(Array) -%>
  SetEnv <%= key.upcase %> "<%= value.to_s.rjust(8, '0') %>"
<%- end -%>
</VirtualHost>

<%- end -%>
"##;

const PROGRAM: &str = r##"
def flattened(value, prefix = '')
  case value
  when Hash then value.flat_map { |key, inner| flattened(inner, "#{prefix}#{key}.") }
  when Array then value.each_with_index.flat_map { |inner, index| flattened(inner, "#{prefix}#{index}.") }
  when nil, true, false, Integer, String then ["#{prefix.chomp('.')} = #{value.inspect}"]
  else raise ArgumentError, "cannot flatten #{value.class}"
  end
end
data = { 'a' => [1, 2, { 'b' => nil }], 'c' => { 'd' => "x\n", 'e' => [true, false] } }
lines = 50.times.flat_map { |it| flattened(data.merge('n' => it)) }
sizes = lines.group_by { |it| it[/\A[a-z]+/] }.map { |key, all| [key, all.size] }.to_h
begin
  flattened(1.5)
rescue ArgumentError => error
  sizes['error'] = error.message
end
format('%s %05d %.2f', sizes.inspect, lines.size, lines.map(&:length).sum / 3.0)
"##;

/// Nothing is outside.
struct Nothing;

impl Host for Nothing {
    fn instance(&mut self, _: &Heap, _: &str) -> Outcome<Option<Value>> {
        Ok(None)
    }

    fn instances(&mut self) -> Outcome<Vec<String>> {
        Ok(Vec::new())
    }
}

fn main() -> ExitCode {
    let Some(template) = counted_template() else { return ExitCode::FAILURE };
    // What ends early would be fast.
    if counted_rendered(&template) > 3_000 && counted_evaluated() > 40 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[inline(never)]
fn counted_template() -> Option<Template> {
    Template::parse(black_box(TEMPLATE)).ok()
}

/// The length of the text.
#[inline(never)]
fn counted_rendered(template: &Template) -> usize {
    let (rendered, _) = black_box(template).render(&mut Nothing, Heap::default(), Limits::default());
    rendered.map_or(0, |it| it.text.len())
}

/// The length of the answer.
#[inline(never)]
fn counted_evaluated() -> usize {
    ruby::evaluate(black_box(PROGRAM), &mut Nothing, Limits::default()).map_or(0, |it| it.0.len())
}
