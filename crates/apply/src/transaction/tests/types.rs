//! Providers in a run, from the catalog to the machine.

mod archive;
mod augeas;
mod concat;
mod elsewhere;
mod file_line;
mod file_web;
mod gem;
mod group;
mod ini_subsetting;
mod npm;
mod package;
mod parsed;
mod pip;
mod rpm;
mod runit;
mod selboolean;
mod service;
mod sysctl;
mod sysctl_runtime;
mod user;
mod vcsrepo;
mod yumrepo;
mod zfs;
