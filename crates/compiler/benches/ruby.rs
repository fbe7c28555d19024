//! Time that functions and templates in Ruby take, without the first one of a process.

use std::hint::black_box;
use std::sync::Arc;

use compiler::{Code, Environment, Reading, Request, compile};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use world::MemoryWorld;

const FUNCTION: &str = "
Puppet::Functions.create_function(:'m::f') do
  dispatch :f do
    param 'Integer', :number
    return_type 'String'
  end
  def f(number)
    [number, number + 1].map { |it| it.to_s }.join('-')
  end
end
";

const OLD: &str = "
module Puppet::Parser::Functions
  newfunction(:old, :type => :rvalue, :arity => 1) do |given|
    given.map { |it| it.to_s }.join('-')
  end
end
";

const TEMPLATE: &str = "<% @list.each do |it| -%>\nline <%= it %> of <%= @list.size %>\n<% end -%>\n";

fn ruby(c: &mut Criterion) {
    let mut world = MemoryWorld::new();
    world.add_file("/m/m/lib/puppet/functions/m/f.rb", FUNCTION);
    world.add_file("/m/m/lib/puppet/parser/functions/old.rb", OLD);
    world.add_file("/m/m/templates/t.erb", TEMPLATE);
    let environment = Environment::new(Arc::new(world), "production", None, vec!["/m".into()], Reading::default());
    let environment = Arc::new(environment);
    let mut group = c.benchmark_group("ruby");
    group.sample_size(10);
    for (name, call) in [("function", "m::f($i)"), ("old-function", "old($i)"), ("template", "template('m/t.erb')")] {
        for count in [1_u64, 2_500] {
            let code = format!("$list = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']\nInteger[1, {count}].each |$i| {{ {call} }}\n");
            let request = Request::new(Code::Text(code.into()), "n.example.com");
            group.throughput(Throughput::Elements(count));
            group.bench_with_input(BenchmarkId::new(name, count), &request, |b, request| {
                b.iter(|| {
                    let outcome = compile(&environment, black_box(request));
                    assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, ruby);
criterion_main!(benches);
