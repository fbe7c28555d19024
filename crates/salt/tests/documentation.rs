//! Every state function that Salt has is documented.

use salt::Release;
use salt::documentation::function;
use salt::signatures::Signatures;

#[test]
fn all_functions_are_documented_in_words() {
    let names: Vec<&str> = [Release::V3006, Release::V3008].into_iter().flat_map(|it| Signatures::for_release(it).names()).collect();
    assert!(names.len() > 1_500, "{}", names.len());
    let silent: Vec<&str> = names.into_iter().filter(|it| function(it).is_none()).collect();
    assert!(silent.is_empty(), "{silent:?}");
}
