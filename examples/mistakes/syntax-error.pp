# A comma is missing after the first attribute.
file { '/etc/motd':
  ensure => file
  mode   => '0644',
}
