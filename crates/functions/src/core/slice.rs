//! `slice`.

use values::Value;

use crate::{Block, Call, Context, Failure, Outcome, iterate};

pub(super) fn slice(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let value = call.at(0);
    let size = match call.at(1) {
        Value::Integer(size) => usize::try_from(*size).unwrap_or(1).max(1),
        _ => 1,
    };
    let serving = call.block.map_or(Ok(1), |block| serving(block, size))?;
    let filler = if matches!(value, Value::Hash(_)) { Value::array(vec![]) } else { Value::Undef };
    let mut elements = iterate::elements("slice", value)?;
    // Ruby bounds slices by the size of what is sliced, and ranges of numbers say one less than they have.
    let length = match &elements {
        iterate::Elements::Numbers { next, last, .. } => {
            usize::try_from(last.saturating_sub(*next)).ok().filter(|it| *it > 0).map_or(size, |it| it.min(size))
        }
        _ => size,
    };
    let mut slices = Vec::new();
    loop {
        let mut slice = Vec::new();
        while slice.len() < length
            && let Some(element) = elements.next()
        {
            context.spend(1)?;
            iterate::add(&mut slice, element)?;
        }
        if slice.is_empty() {
            break;
        }
        let Some(block) = call.block else {
            iterate::add(&mut slices, Value::array(slice))?;
            continue;
        };
        let arguments = if serving == 1 {
            vec![Value::array(slice)]
        } else {
            context.spend(u64::try_from(serving - slice.len().min(serving)).unwrap_or(u64::MAX))?;
            slice.resize(serving, filler.clone());
            slice
        };
        match context.call_block(block, arguments) {
            Ok(_) => {}
            Err(Failure::Break) => break,
            Err(other) => return Err(other),
        }
    }
    Ok(if call.block.is_some() { value.clone() } else { Value::array(slices) })
}

/// How many arguments the block is called with.
fn serving(block: &Block, size: usize) -> Result<usize, Failure> {
    // Ruby's arity: what may be left out makes it negative, and then all is given.
    let required = usize::try_from(block.ty.size_range().from).unwrap_or(0);
    let optional = block.captures_rest || block.arity() > required;
    let serving = if optional { size } else { block.arity() };
    if serving == 0 {
        return Err(Failure::plain("slice(): block must define at least one parameter. Block has 0."));
    }
    if serving != 1 && serving != size {
        let names = block.names.iter().map(|it| &**it).collect::<Vec<_>>().join(", ");
        return Err(Failure::plain(format!(
            "slice(): block must define one parameter, or the same number of parameters as the given size of the slice ({size}). Block has {serving}; {names}"
        )));
    }
    Ok(serving)
}
