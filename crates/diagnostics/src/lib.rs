//! Findings, and the registry of their codes.
