# One account with its home and its keys.
#
# @param uid its number
# @param group its first group
# @param comment the person's name
# @param shell what it is given at login
# @param keys public keys that may log in
# @param home where it is at home; below /home if not said
define users::account (
  Integer[1000]             $uid,
  Users::Name               $group,
  String                    $comment = '',
  Pattern[/\A\//]           $shell   = '/bin/bash',
  Array[String[1]]          $keys    = [],
  Optional[Pattern[/\A\//]] $home    = undef,
) {
  $directory = users::home($title, $home)

  user { $title:
    ensure  => present,
    uid     => $uid,
    gid     => $group,
    comment => $comment,
    shell   => $shell,
    home    => $directory,
    require => Group[$group],
  }

  file { $directory:
    ensure => directory,
    owner  => $title,
    group  => $group,
    mode   => '0750',
  }

  unless $keys.empty {
    file { "${directory}/.ssh":
      ensure => directory,
      owner  => $title,
      group  => $group,
      mode   => '0700',
    }
    -> file { "${directory}/.ssh/authorized_keys":
      ensure  => file,
      owner   => $title,
      group   => $group,
      mode    => '0600',
      content => "${keys.join("\n")}\n",
    }
  }
}
