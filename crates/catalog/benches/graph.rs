//! How the graph grows: chains of resources, each of which requires the one before it.

use std::hint::black_box;

use catalog::puppet::{NoTypes, relationship_graph};
use catalog::{Catalog, Kind, RelationshipGraph, Resource, ResourceId};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use serde_json::json;

fn chain(length: u32) -> Catalog {
    let mut catalog = Catalog::new("n", "production");
    for number in 0..length {
        let mut resource = Resource::new("Notify", number.to_string(), Kind::Compilable);
        if let Some(before) = number.checked_sub(1) {
            resource.set("require", json!([format!("Notify[{before}]")]));
        }
        let _ = catalog.add(resource);
    }
    catalog
}

fn built(catalog: &Catalog) -> RelationshipGraph {
    relationship_graph(catalog, &NoTypes).0
}

fn graph(c: &mut Criterion) {
    let mut group = c.benchmark_group("chain");
    group.sample_size(10);
    for length in [10_000, 100_000, 1_000_000] {
        let catalog = chain(length);
        let graph = built(&catalog);
        group.throughput(Throughput::Elements(length.into()));
        group.bench_with_input(BenchmarkId::new("build", length), &catalog, |b, catalog| b.iter(|| built(black_box(catalog))));
        group.bench_with_input(BenchmarkId::new("order", length), &graph, |b, graph| b.iter(|| black_box(graph).order()));
        let (first, last) = (ResourceId(0), ResourceId(length - 1));
        group.bench_with_input(BenchmarkId::new("why", length), &graph, |b, graph| b.iter(|| black_box(graph).why(first, last)));
    }
    group.finish();
}

criterion_group!(benches, graph);
criterion_main!(benches);
