//! Types that hold themselves: no compilation leaves one of its own behind.

use std::sync::{Arc, Weak};

use compiler::{Code, Environment, Reading, Request};
use values::{Alias, Type, Value};
use world::MemoryWorld;

fn value_of(manifest: &str) -> Value {
    let environment = Arc::new(Environment::new(Arc::new(MemoryWorld::new()), "production", None, Vec::new(), Reading::default()));
    let outcome = compiler::compile(&environment, &Request::new(Code::Text(manifest.into()), "n"));
    assert_eq!(outcome.errors, []);
    outcome.value.unwrap_or(Value::Undef)
}

/// The alias that the last statement gives.
fn alias(manifest: &str) -> Arc<Alias> {
    match value_of(manifest) {
        Value::Type(Type::Alias(it)) => it,
        other => panic!("{other:?}"),
    }
}

#[test]
fn equal_types_are_one() {
    let tree = "type Tree = Variant[String, Array[Tree], Hash[String, Tree]]\nTree";
    assert!(Arc::ptr_eq(&alias(tree), &alias(tree)));
    let other = "type Tree = Variant[Integer, Array[Tree], Hash[String, Tree]]\nTree";
    assert!(!Arc::ptr_eq(&alias(tree), &alias(other)));
}

#[test]
fn types_that_speak_of_each_other_are_one() {
    let pair = "type A = Variant[String, Array[B]]\ntype B = Hash[String, A]\n$all = [[{'a' => 'x'}] =~ A, {'a' => 1} =~ B, [1] =~ A]\n";
    for _ in 0..3 {
        assert_eq!(values::print::puppet(&value_of(&format!("{pair}$all"))), "[true, false, false]");
    }
    let a = format!("{pair}A");
    assert!(Arc::ptr_eq(&alias(&a), &alias(&a)));
    // Of the other one nothing is left but what the first compilation made.
    let b = format!("{pair}[A, B][1]");
    let last: Weak<Alias> = Arc::downgrade(&alias(&b));
    assert!(last.upgrade().is_none());
}

#[test]
fn types_that_do_not_are_freed() {
    let leaf = Arc::downgrade(&alias("type Leaf = Array[String]\nLeaf"));
    assert!(leaf.upgrade().is_none());
}
