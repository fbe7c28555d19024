//! The operators of the language by themselves: what a model holds, and what an evaluation gets.

use std::fmt;

/// `+ - * / % << >>`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    ShiftLeft,
    ShiftRight,
}

/// `== != < <= > >=`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// `=~` and `!~`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Match {
    Matches,
    Differs,
}

/// `=`, `+=` and `-=`, of which Puppet evaluates the first only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Assignment {
    Set,
    Add,
    Subtract,
}

/// `-> ~> <- <~` between resources: which side comes first, and whether the other one is refreshed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Direction {
    /// The right side comes first.
    pub to_left: bool,
    pub refreshes: bool,
}

/// `=>` and `+>` between an attribute and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttributeOperator {
    Set,
    Append,
}

impl Arithmetic {
    /// The operator that is written so.
    pub fn parse(symbol: &str) -> Option<Arithmetic> {
        Some(match symbol {
            "+" => Arithmetic::Add,
            "-" => Arithmetic::Subtract,
            "*" => Arithmetic::Multiply,
            "/" => Arithmetic::Divide,
            "%" => Arithmetic::Modulo,
            "<<" => Arithmetic::ShiftLeft,
            ">>" => Arithmetic::ShiftRight,
            _ => return None,
        })
    }

    /// How the operator is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Arithmetic::Add => "+",
            Arithmetic::Subtract => "-",
            Arithmetic::Multiply => "*",
            Arithmetic::Divide => "/",
            Arithmetic::Modulo => "%",
            Arithmetic::ShiftLeft => "<<",
            Arithmetic::ShiftRight => ">>",
        }
    }
}

impl Comparison {
    /// The operator that is written so.
    pub fn parse(symbol: &str) -> Option<Comparison> {
        Some(match symbol {
            "==" => Comparison::Equal,
            "!=" => Comparison::NotEqual,
            "<" => Comparison::Less,
            "<=" => Comparison::LessOrEqual,
            ">" => Comparison::Greater,
            ">=" => Comparison::GreaterOrEqual,
            _ => return None,
        })
    }

    /// How the operator is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
        }
    }
}

impl Match {
    /// The operator that is written so.
    pub fn parse(symbol: &str) -> Option<Match> {
        match symbol {
            "=~" => Some(Match::Matches),
            "!~" => Some(Match::Differs),
            _ => None,
        }
    }

    /// How the operator is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Match::Matches => "=~",
            Match::Differs => "!~",
        }
    }

    /// Result of the operator where the pattern matches, or does not.
    pub fn result(self, matched: bool) -> bool {
        matched == (self == Match::Matches)
    }
}

impl Assignment {
    /// How the operator is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Assignment::Set => "=",
            Assignment::Add => "+=",
            Assignment::Subtract => "-=",
        }
    }

    /// The operator that is written so.
    pub fn parse(symbol: &str) -> Option<Assignment> {
        [Assignment::Set, Assignment::Add, Assignment::Subtract].into_iter().find(|it| it.symbol() == symbol)
    }
}

impl Direction {
    /// How the arrow is written.
    pub fn symbol(self) -> &'static str {
        match (self.to_left, self.refreshes) {
            (false, false) => "->",
            (false, true) => "~>",
            (true, false) => "<-",
            (true, true) => "<~",
        }
    }

    /// The arrow that is written so.
    pub fn parse(symbol: &str) -> Option<Direction> {
        let all = [(false, false), (false, true), (true, false), (true, true)];
        all.into_iter().map(|(to_left, refreshes)| Direction { to_left, refreshes }).find(|it| it.symbol() == symbol)
    }
}

impl AttributeOperator {
    /// How the operator is written.
    pub fn symbol(self) -> &'static str {
        match self {
            AttributeOperator::Set => "=>",
            AttributeOperator::Append => "+>",
        }
    }
}

macro_rules! write_symbols {
    ($($name:ident)*) => {
        $(impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.symbol())
            }
        })*
    };
}

write_symbols!(Arithmetic Comparison Match Assignment Direction AttributeOperator);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_read_as_they_are_written() {
        for symbol in ["+", "-", "*", "/", "%", "<<", ">>"] {
            assert_eq!(Arithmetic::parse(symbol).map(Arithmetic::symbol), Some(symbol));
        }
        for symbol in ["==", "!=", "<", "<=", ">", ">="] {
            assert_eq!(Comparison::parse(symbol).map(Comparison::symbol), Some(symbol));
        }
        for symbol in ["=", "+=", "-="] {
            assert_eq!(Assignment::parse(symbol).map(Assignment::symbol), Some(symbol));
        }
        for symbol in ["->", "~>", "<-", "<~"] {
            assert_eq!(Direction::parse(symbol).map(Direction::symbol), Some(symbol));
        }
        assert_eq!((Arithmetic::parse("=="), Comparison::parse("=~"), Match::parse("=")), (None, None, None));
        assert_eq!((Match::parse("=~"), Match::parse("!~")), (Some(Match::Matches), Some(Match::Differs)));
    }
}
