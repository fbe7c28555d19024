# The packages, the message and the directories that every machine has.
#
# @param message what a person sees at login
# @param packages what is installed everywhere
# @param hardened whether core dumps are off
class base (
  String[1]        $message,
  Array[String[1]] $packages = [],
  Boolean          $hardened = true,
) {
  contain base::motd

  package { $packages:
    ensure => installed,
  }

  file {
    default:
      ensure => directory,
      mode   => '0755',
      ;
    '/opt/site':;
    '/opt/site/bin':;
    '/opt/site/etc':
      mode => '0750',
      ;
  }

  file { '/opt/site/bin/health':
    ensure => file,
    mode   => '0755',
    source => 'puppet:///modules/base/health.sh',
  }

  if $hardened {
    file { '/etc/security/limits.d/core.conf':
      ensure  => file,
      mode    => '0644',
      content => @(CONF),
        # No core dumps.
        *  hard  core  0
        | CONF
    }
  }
}
