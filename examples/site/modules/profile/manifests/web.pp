# A web server with the sites of this machine.
#
# @param sites the sites by their name, with the parameters of `webserver::vhost`
class profile::web (
  Hash[String[1], Hash] $sites = {},
) {
  contain webserver

  $sites.each |$name, $settings| {
    webserver::vhost { $name:
      * => $settings,
    }
  }

  unless $sites.empty {
    file { ['/srv', '/srv/www']:
      ensure => directory,
      mode   => '0755',
    }
  }
}
