//! Types that hold themselves: no compilation leaves one of its own behind.

mod types_of_bytes;

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

/// Result of a manifest, which may be an error.
fn compile(manifest: &str) -> (Option<Value>, String) {
    let environment = Arc::new(Environment::new(Arc::new(MemoryWorld::new()), "production", None, Vec::new(), Reading::default()));
    let mut request = Request::new(Code::Text(manifest.into()), "n");
    request.settings.budget = 500_000;
    let outcome = compiler::compile(&environment, &request);
    (outcome.value, outcome.errors.first().map(|it| it.full()).unwrap_or_default())
}

#[track_caller]
fn gives(manifest: &str, expected: &str) {
    let (value, error) = compile(manifest);
    assert_eq!((value.map(|it| values::print::puppet(&it)).as_deref(), &*error), (Some(expected), ""), "{manifest}");
}

#[test]
fn an_object_may_be_made_from_what_makes_itself() {
    let one = "type One = Object[{ attributes => { init_one => Variant[Init[One], String] } }]\n";
    gives(&format!("{one}Init[One]('w')"), "One({'init_one' => 'w'})");
    gives(&format!("{one}['w' =~ Init[One], 1 =~ Init[One], String =~ Type[Init[One]]]"), "[true, false, true]");
    gives("type C = Object[{attributes => {a => Init[C]}}]\n'a' =~ Init[C]", "false");
}

#[test]
fn names_that_hold_themselves_in_any_way_come_to_an_end() {
    for holder in ["Optional", "Init", "Type", "Iterable", "Sensitive", "Iterator", "Array", "Callable"] {
        let defined = format!("type C = Variant[Integer, {holder}[C]]\n");
        gives(&format!("{defined}[1, 'x'].map |$it| {{ $it =~ C }}"), "[true, false]");
        compile(&format!("{defined}assert_type(C, [default, {{ 1 => /a/ }}])"));
        compile(&format!("{defined}notice(Callable[C, C] < Callable[Integer, C], C('x'), Init[C]('x'))"));
    }
    gives("type C = Variant[Callable, Optional[C]]\n'a' =~ Callable[Integer, C]", "false");
    gives("type C = Init[C]\n'a' =~ C", "false");
    gives("type C = Optional[C]\n'a' =~ C", "false");
    assert!(compile("type C = Optional[C]\nassert_type(C, 'a')").1.contains("expects"));
}

#[test]
fn long_chains_of_types_are_compared_and_freed() {
    let parents = |most: usize| -> String {
        let all: String = (1..most).map(|it| format!("type T{it} = Object[{{ parent => T{} }}]\n", it - 1)).collect();
        format!("type T0 = Object[{{ attributes => {{ a => String }} }}]\n{all}T{} < T0", most - 1)
    };
    gives(&parents(200), "true");
    assert!(compile(&parents(2000)).1.contains("inherits from more than"));
    let attributes: String = (1..3000).map(|it| format!("type T{it} = Object[{{ attributes => {{ a => T{} }} }}]\n", it - 1)).collect();
    gives(&format!("type T0 = String\n{attributes}1 =~ T2999"), "false");
    let names: String = (1..1500).map(|it| format!("type T{it} = Array[T{}]\n", it - 1)).collect();
    gives(&format!("type T0 = String\n{names}[] =~ T1499"), "true");
    let twice: String =
        (1..40).map(|it| format!("type T{it} = Object[{{ attributes => {{ a => T{0}, b => T{0} }} }}]\n", it - 1)).collect();
    let twice = format!("type T0 = Object[{{ attributes => {{ a => String }} }}]\n{twice}T39");
    assert_eq!(value_of(&twice), value_of(&twice));
}

#[test]
fn what_programs_nest_has_an_end() {
    let nested = |what: &str| compile(&format!("Integer[1, 20000].reduce(Integer) |$m, $i| {{ {what} }}")).1;
    for what in ["[$m]", "{ $m => 1 }", "{ 'a' => $m }", "[Sensitive($m)]", "Deferred('f', [$m])", "[1].map |$x| { $m }"] {
        assert!(nested(what).contains("nested deeper than 1000 levels"), "{what}: {}", nested(what));
    }
    for what in ["Array[$m]", "Struct[{ 'a' => $m }]", "Init[String, $m]", "Init[String, [$m]]", "Type[$m]", "Callable[$m]"] {
        assert!(nested(what).contains("more than 300 types inside of each other"), "{what}: {}", nested(what));
    }
    let object = "type O = Object[{ attributes => { a => Any } }]\nInteger[1, 20000].reduce(1) |$m, $i| { O({ 'a' => $m }) }";
    assert!(compile(object).1.contains("nested deeper than 1000 levels"));
}

/// The same as `cargo xtask fuzz types`, which finds more in more time.
#[test]
fn types_of_any_bytes_come_to_an_end() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..300 {
        let bytes: Vec<u8> = (0..120)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state.to_le_bytes()[3]
            })
            .collect();
        for manifest in types_of_bytes::manifests(&bytes) {
            compile(&manifest);
        }
    }
}
