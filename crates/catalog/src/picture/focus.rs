//! What is near a box.

use std::collections::VecDeque;

use super::Picture;

/// Keeps what is so many edges away at most, whichever way they lead.
pub(super) fn near(picture: &mut Picture, start: Option<usize>, hops: usize) {
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); picture.nodes.len()];
    for edge in &picture.edges {
        neighbours[edge.from].push(edge.to);
        neighbours[edge.to].push(edge.from);
    }
    let mut distance: Vec<Option<usize>> = vec![None; picture.nodes.len()];
    let mut queue = VecDeque::new();
    if let Some(start) = start {
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
    let near: Vec<bool> = distance.iter().map(Option::is_some).collect();
    picture.keep_numbers(&near);
}
