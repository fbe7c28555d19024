//! How compiling grows: chains of states, each of which requires the one before it, from text to order.

use std::hint::black_box;
use std::path::PathBuf;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use salt::{Heap, Map, Minion, Options, Plain, Site, Span, Templates, Value};
use world::MemoryWorld;

fn chain(length: usize) -> MemoryWorld {
    let mut text = String::new();
    for number in 0..length {
        text += &format!("s{number}:\n  test.nop:\n    - require:\n");
        match number.checked_sub(1) {
            Some(before) => text += &format!("      - test: s{before}\n"),
            None => text += "      - test: first\n",
        }
    }
    text += "first: test.nop\n";
    let mut world = MemoryWorld::new();
    world.add_file("/states/chain.sls", text);
    world
}

fn chains(c: &mut Criterion) {
    let mut group = c.benchmark_group("salt_chain");
    group.sample_size(10);
    for length in [500, 2_000, 20_000] {
        let world = chain(length);
        let site = Site::open(&world, &[PathBuf::from("/states")]);
        let names = [("chain".into(), Span::NONE)];
        group.throughput(Throughput::Elements(length as u64));
        group.bench_with_input(BenchmarkId::new("yaml", length), &names, |b, names| {
            b.iter(|| black_box(site.compile(&Plain, names, &Options::default())).steps.len());
        });
        let mut heap = Heap::default();
        let (grains, pillar) = (heap.add(Value::Map(Map::default()), Span::NONE), heap.add(Value::Unknown, Span::NONE));
        let minion = Minion { id: "m".to_owned(), heap, grains, pillar, all_grains: false, options: None };
        group.bench_with_input(BenchmarkId::new("jinja", length), &names, |b, names| {
            b.iter(|| {
                let templates = Templates::new(&world, &site.tree, &minion);
                black_box(site.compile(&templates, names, &Options::default())).steps.len()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, chains);
criterion_main!(benches);
