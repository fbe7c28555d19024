//! `bunraku check` as users call it.

mod bad_input;
mod documentation;
mod exit_codes;
mod finding_files;
mod folder;
mod formats;
mod options;
mod stdin;
