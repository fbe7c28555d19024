file { '/etc/motd': }
file { '/etc/motd.d':
  subscribe => File['/etc/motd'],
}
