//! One file for each format that findings are printed in, and for what formats share.

pub mod concise;
pub mod folded;
pub mod github;
pub mod gitlab;
pub mod groups;
pub mod json;
pub mod junit;
pub mod sarif;
pub mod statistics;
pub mod text;
