//! What is near a resource.

use std::collections::VecDeque;

use super::Picture;
use crate::ResourceId;

/// Keeps what is so many edges away at most, whichever way they lead.
pub(super) fn near(picture: &mut Picture, focus: ResourceId, hops: usize) {
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); picture.nodes.len()];
    for edge in &picture.edges {
        neighbours[edge.from].push(edge.to);
        neighbours[edge.to].push(edge.from);
    }
    let mut distance: Vec<Option<usize>> = vec![None; picture.nodes.len()];
    let mut queue = VecDeque::new();
    if let Some(start) = picture.nodes.iter().position(|node| node.resources.contains(&focus)) {
        distance[start] = Some(0);
        queue.push_back((start, 0));
    }
    while let Some((node, away)) = queue.pop_front() {
        if away >= hops {
            continue;
        }
        for next in &neighbours[node] {
            if distance[*next].is_none() {
                distance[*next] = Some(away + 1);
                queue.push_back((*next, away + 1));
            }
        }
    }
    let near: rustc_hash::FxHashSet<ResourceId> = picture
        .nodes
        .iter()
        .zip(&distance)
        .filter(|(_, distance)| distance.is_some())
        .filter_map(|(node, _)| node.resources.first().copied())
        .collect();
    picture.keep(|node| node.resources.first().is_some_and(|it| near.contains(it)));
}
