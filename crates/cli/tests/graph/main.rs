//! `bunraku graph`, `bunraku why` and `bunraku diff` as users call them.

#[path = "../check/folder.rs"]
#[allow(dead_code)]
mod folder;

mod diff;
mod pictures;
mod why;

use folder::Folder;

const SITE: &str = "\
class ntp {
  package { 'ntp': ensure => installed }
  file { '/etc/ntp.conf':
    content => 'x',
    require => Package['ntp'],
  }
  service { 'ntp': ensure => running }
  File['/etc/ntp.conf'] ~> Service['ntp']
}
include ntp
notify { 'done': require => Class['ntp'] }
notify { 'else': }
";

fn site() -> Folder {
    Folder::new().file("site.pp", SITE)
}
