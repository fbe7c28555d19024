# One site.
#
# @param root where its files are
# @param aliases its other names
# @param port where it listens; that of the server if not said
# @param cache whether browsers may keep its files
define webserver::vhost (
  Pattern[/\A\//]           $root,
  Array[String[1]]          $aliases = [],
  Optional[Webserver::Port] $port    = undef,
  Boolean                   $cache   = false,
) {
  include webserver

  $listen = $port ? {
    undef   => $webserver::port,
    default => $port,
  }

  file { $root:
    ensure => directory,
    owner  => $webserver::user,
    mode   => '0755',
  }

  file { "/etc/nginx/sites-available/${title}.conf":
    ensure  => file,
    mode    => '0644',
    content => epp("${module_name}/vhost.conf.epp", {
      'names'  => [$title] + $aliases,
      'root'   => $root,
      'listen' => webserver::listen($listen),
      'cache'  => $cache,
    }),
    require => File['/etc/nginx/sites-available'],
  }

  file { "/etc/nginx/sites-enabled/${title}.conf":
    ensure => link,
    target => "/etc/nginx/sites-available/${title}.conf",
    notify => [Exec['check the configuration of nginx'], Class['webserver::service']],
  }
}
