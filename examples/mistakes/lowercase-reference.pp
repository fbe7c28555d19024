notify { 'hello':
  require => file['/etc/motd'],
}
file { '/etc/motd': }
