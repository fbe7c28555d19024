# `+>` belongs to overrides and collectors.
file { '/etc/motd':
  require +> Package['a'],
}
