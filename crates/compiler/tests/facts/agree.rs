//! Outcomes are equal for facts that agree on what was read.
