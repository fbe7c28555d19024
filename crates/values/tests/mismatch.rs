//! Puppet's messages for values and arguments that do not match.

use std::fmt::Write;
use std::sync::Arc;

use syntax::model::{Data, Integer, Model, NodeId};
use values::{CallableType, Hash, Signature, Size, Type, Value, mismatch, ty};

fn value(model: &Model, node: NodeId) -> Value {
    let all = |nodes: &[NodeId]| nodes.iter().map(|it| value(model, *it)).collect::<Vec<_>>();
    match model.data(node) {
        Data::Reference(name) if &**name == "File" => Value::Type(Type::Resource(Some("File".into()), None)),
        Data::Reference(name) => Value::Type(ty::named(name).unwrap()),
        Data::Name(text) | Data::String(text) => Value::String(text.clone()),
        Data::Integer { value: Integer::Small(it), .. } => Value::Integer(*it),
        Data::Float(it) => Value::Float(*it),
        Data::Boolean(it) => Value::Boolean(*it),
        Data::Undef => Value::Undef,
        Data::Default => Value::Default,
        Data::Regex(text) => Value::Regex(values::regex::Regex::new(text).unwrap().into()),
        Data::List { values } => Value::array(all(values)),
        Data::Hash { entries } => {
            let pairs = entries.iter().map(|entry| match model.data(*entry) {
                Data::Entry { key, value: it } => (value(model, *key), value(model, *it)),
                other => panic!("{other:?}"),
            });
            Value::hash(pairs.collect::<Hash>())
        }
        Data::Minus { expr } => match value(model, *expr) {
            Value::Integer(it) => Value::Integer(-it),
            other => panic!("{other:?}"),
        },
        Data::Access { left, keys } => match value(model, *left) {
            Value::Type(base) => ty::parameterize(&base, &all(keys)).unwrap(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

fn signature(json: &serde_json::Value) -> Signature {
    let text = json["type"].as_str().unwrap();
    let Ok(Type::Callable(ty)) = ty::parse(text, &mut |_| None) else { panic!("{text}") };
    let names = json["names"].as_array().unwrap().iter().map(|it| it.as_str().unwrap().into()).collect();
    Signature { ty, names, block_name: json["block_name"].as_str().map(Into::into) }
}

/// A lambda with that many parameters, as the evaluator sees it.
fn lambda(count: usize) -> CallableType {
    let parameters: Arc<[Type]> = vec![Type::Any; count].into();
    CallableType { parameters: Some(parameters), size: Some(Size::exactly(count)), block: None, returns: None }
}

#[test]
fn mismatches_are_told_as_puppet_does() {
    let mut differences = String::new();
    let mut count = 0;
    for line in include_str!("mismatch.jsonl").lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let (code, wanted) = (case["code"].as_str().unwrap(), case["error"].as_str().unwrap());
        let model = syntax::parse(code, syntax::ParseOptions::default()).model();
        let mut node = model.root.unwrap();
        if let Data::Block { statements } = model.data(node) {
            node = statements[0];
        }
        let Data::Call { functor, arguments, lambda: block, .. } = model.data(node) else { panic!("{code}") };
        let Data::Name(name) = model.data(*functor) else { panic!("{code}") };
        let arguments: Vec<Value> = arguments.iter().map(|it| value(&model, *it)).collect();
        let got = match case["signatures"].as_array() {
            Some(signatures) => {
                let signatures: Vec<Signature> = signatures.iter().map(signature).collect();
                let block = block.map(|it| match model.data(it) {
                    Data::Lambda { parameters, .. } => lambda(parameters.len()),
                    other => panic!("{other:?}"),
                });
                assert!(!signatures.iter().any(|it| it.accepts(&arguments, block.as_ref())), "{code} is accepted");
                mismatch::arguments(name, &signatures, &arguments, block.as_ref()).text
            }
            None => match arguments.as_slice() {
                [Value::Type(ty), value] => {
                    assert!(!ty.is_instance(value), "{code} is accepted");
                    mismatch::describe("assert_type():", ty, value)
                }
                _ => panic!("{code}"),
            },
        };
        count += 1;
        if got != wanted {
            let _ = writeln!(differences, "{code}\n  Puppet: {wanted}\n  ours:   {got}");
        }
    }
    assert!(differences.is_empty(), "of {count}:\n{differences}");
}
