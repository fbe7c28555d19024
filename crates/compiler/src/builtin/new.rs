//! `new`, which makes a value of a type from others.

use std::sync::Arc;

use functions::{Block, Failure};
use values::time::Timestamp;
use values::{CallableType, Signature, Size, Type, Value, mismatch};

use crate::compiler::{Compiler, Eval};
use crate::eval::Site;

pub fn new(compiler: &mut Compiler<'_>, _: &Site, arguments: &[Value], block: Option<&Block>) -> Eval<Value> {
    let Some((Value::Type(ty), rest)) = arguments.split_first() else {
        let signature = signature();
        let message = mismatch::arguments("new", std::slice::from_ref(&signature), arguments, block.map(|it| &*it.ty));
        return Err(Failure::plain(message));
    };
    if rest.iter().any(|it| matches!(it, Value::Unknown(_))) {
        return Ok(Value::Unknown(Arc::new(values::Unknown { ty: ty.clone(), origin: values::Origin::Function("new".into()) })));
    }
    if let [only] = rest
        && !matches!(ty, Type::Init(..))
        && ty.is_instance(only)
    {
        return Ok(only.clone());
    }
    let mut context = Conversion { compiler, failure: None };
    let made = values::convert::new(ty, rest, &mut context);
    if let Some(failure) = context.failure {
        return Err(failure);
    }
    let made = made.map_err(Failure::plain)?;
    if !ty.is_instance(&made) {
        return Err(Failure::plain(mismatch::value(&format!("Converted value from {ty}.new()"), ty, &made)));
    }
    match block {
        Some(block) => compiler.call_lambda(block, vec![made]),
        None => Ok(made),
    }
}

fn signature() -> Signature {
    let ty = CallableType {
        parameters: Some([Type::Type(None), Type::Any].into()),
        size: Some(Size { from: 1, to: None }),
        block: Some(Type::optional(Type::any_callable())),
        returns: None,
    };
    Signature { ty: Arc::new(ty), names: vec!["type".into(), "args".into()], block_name: Some("block".into()) }
}

struct Conversion<'a, 'b> {
    compiler: &'a mut Compiler<'b>,
    failure: Option<Failure>,
}

impl values::convert::Convert for Conversion<'_, '_> {
    fn resolve_type(&mut self, text: &str) -> Result<Type, String> {
        self.compiler.type_of_text(text).map_err(|failure| {
            let message = match &failure {
                Failure::Error(error) => error.message.clone(),
                _ => String::new(),
            };
            self.failure.get_or_insert(failure);
            message
        })
    }

    fn now(&mut self) -> Timestamp {
        let since = self.compiler.environment.world.now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        Timestamp(i128::try_from(since.as_nanos()).unwrap_or(i128::MAX))
    }
}
