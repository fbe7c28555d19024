//! `bunraku graph` of an SLS tree: every edge, those of `*_in` and `extend` among them.

use std::ops::ControlFlow;

use salt::{Compiled, picture};
use world::RealWorld;

use super::{SaltArgs, why};
use crate::exit::Exit;

/// Compiles the states to draw, or says how the command ends.
pub fn compiled(args: &SaltArgs, names: &[String]) -> anyhow::Result<ControlFlow<Exit, Compiled>> {
    let (_, compiled, exit) = super::compile::compiled(&RealWorld, args, names)?;
    // A graph with a cycle or a missing state is worth looking at, too.
    if compiled.graph.is_none() {
        return Ok(ControlFlow::Break(exit));
    }
    Ok(ControlFlow::Continue(compiled))
}

/// The name of the box that a text means: of an SLS file (`sls: web`), or of a state, as `bunraku why` finds it.
pub fn focus(compiled: &Compiled, text: &str) -> anyhow::Result<String> {
    if let Some(sls) = text.strip_prefix("sls: ")
        && compiled.chunks.iter().any(|it| it.sls.as_deref() == Some(sls))
    {
        return Ok(text.to_owned());
    }
    let chunk = why::find(compiled, text)?;
    // What is tested first comes after the state itself.
    Ok(picture::labels(compiled).into_iter().find(|it| it.1 == chunk).map_or_else(|| text.to_owned(), |it| it.0))
}
