//! Unknown values.

use crate::Type;

/// A value of which no more is known than its type: the title inside of a defined type, a fact of a machine that is not
/// here, the result of a function that is not run. Operations on it give what is not known either, never an error.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unknown {
    pub ty: Type,
    pub origin: Origin,
}

/// Where something that is not known came from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A required parameter of a definition that is analysed alone, without its `$`.
    Parameter(crate::Str),
    /// A fact, as a dotted path.
    Fact(crate::Str),
    /// A function that is not run here.
    Function(crate::Str),
    /// A statement that failed; the failure is reported by itself.
    Failure,
    /// A key of the data.
    Data(crate::Str),
    /// A setting of Puppet, which machines have different values of.
    Setting(crate::Str),
}
