//! One file for each format that findings are printed in.

pub mod github;
pub mod gitlab;
pub mod json;
pub mod junit;
pub mod sarif;
pub mod text;
