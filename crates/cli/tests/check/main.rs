//! `bunraku check` as users call it.

mod analysis;
mod bad_input;
mod baseline;
mod ci;
mod documentation;
mod exit_codes;
mod facts;
mod finding_files;
mod fix;
mod folder;
mod formats;
mod layouts;
mod lint;
mod options;
mod ruby;
mod settings;
mod states;
mod stdin;
