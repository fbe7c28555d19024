//! Puppet's hash: keys in the order in which they were first set.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::Value;

/// Keys are compared as by Ruby's `eql?`: `1` and `1.0` are two keys, so are `a` and `A`.
pub type Hash = IndexMap<Value, Value, FxBuildHasher>;
