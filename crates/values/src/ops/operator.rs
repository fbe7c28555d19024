//! The operators by themselves.

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

    /// What the operator gives where the pattern matches, or does not.
    pub fn result(self, matched: bool) -> bool {
        matched == (self == Match::Matches)
    }
}

impl fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

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
        assert_eq!((Arithmetic::parse("=="), Comparison::parse("=~"), Match::parse("=")), (None, None, None));
        assert_eq!((Match::parse("=~"), Match::parse("!~")), (Some(Match::Matches), Some(Match::Differs)));
    }
}
