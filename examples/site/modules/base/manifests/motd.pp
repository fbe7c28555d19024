# The message of the day.
class base::motd {
  file { '/etc/motd':
    ensure  => file,
    mode    => '0644',
    content => epp('base/motd.epp', {
      'message' => $base::message,
      'name'    => $facts['networking']['fqdn'],
      'system'  => "${facts['os']['name']} ${facts['os']['release']['major']}",
    }),
  }
}
