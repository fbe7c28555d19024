//! The entry point of an evaluation, and whether it may continue with unknown values.

use values::Str;

/// Entry of an evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Entry {
    /// The main manifest, the definition of the node and what a classifier says.
    #[default]
    Site,
    /// A class as if it were included alone. Of the main manifest only the definitions count, here and below.
    Class(Str),
    /// One instance of a defined type.
    Define(Str),
    /// A function's body.
    Function(Str),
    /// A plan's body.
    Plan(Str),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Everything must be known in the end.
    #[default]
    Compile,
    /// Parameters that nobody gave, and functions that are not run, have values that are not known.
    Analyse,
}

/// Why an analysis ended before it had seen everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CutShort {
    Steps,
    /// Decisions within decisions within decisions.
    Depth,
    Errors,
}
