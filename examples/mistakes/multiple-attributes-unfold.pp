# Attributes come from one hash at most.
file { '/etc/motd':
  * => $common,
  * => $special,
}
