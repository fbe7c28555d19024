file { '/etc/motd':
  mode => 'rwx',
}
