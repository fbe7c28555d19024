//! Turns edges around until nothing comes before itself.

/// The edges, with those turned around that close a cycle when one walks from the first box on. Sorted, and each once.
pub(super) fn acyclic(count: usize, edges: &[(usize, usize)]) -> Vec<(usize, usize)> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut reached = vec![false; count];
    for (from, to) in edges {
        next[*from].push(*to);
        reached[*to] = true;
    }
    let mut state = vec![State::New; count];
    let mut forward = Vec::with_capacity(edges.len());
    // What nothing leads to comes first: from there, only true cycles are turned.
    let starts = (0..count).filter(|node| !reached[*node]).chain((0..count).filter(|node| reached[*node]));
    for start in starts {
        if state[start] != State::New {
            continue;
        }
        let mut path = vec![(start, 0)];
        state[start] = State::Open;
        while let Some((node, followed)) = path.last_mut() {
            let node = *node;
            let Some(to) = next[node].get(*followed).copied() else {
                state[node] = State::Done;
                path.pop();
                continue;
            };
            *followed += 1;
            match state[to] {
                State::Open => forward.push((to, node)),
                State::Done => forward.push((node, to)),
                State::New => {
                    forward.push((node, to));
                    state[to] = State::Open;
                    path.push((to, 0));
                }
            }
        }
    }
    forward.sort_unstable();
    forward.dedup();
    forward
}
