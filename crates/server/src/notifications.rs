//! One file for each notification. None of them waits: each enqueues what is to be done.

pub(crate) mod did_change;
pub(crate) mod did_change_configuration;
pub(crate) mod did_change_watched_files;
pub(crate) mod did_change_workspace_folders;
pub(crate) mod did_close;
pub(crate) mod did_create_files;
pub(crate) mod did_open;
pub(crate) mod did_rename_files;
pub(crate) mod did_save;
pub(crate) mod initialized;
