//! How a compilation grows, from the manifest to the catalog's JSON.

mod input;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn chain(c: &mut Criterion) {
    let mut group = c.benchmark_group("compile");
    group.sample_size(10);
    for length in [1_000, 5_000, 20_000] {
        let site = input::site(length);
        group.throughput(Throughput::Elements(length as u64));
        group.bench_with_input(BenchmarkId::new("chain", length), &site, |b, site| {
            b.iter(|| input::compiled(black_box(site)).catalog.map(|it| it.to_json()));
        });
    }
    group.finish();
}

criterion_group!(benches, chain);
criterion_main!(benches);
