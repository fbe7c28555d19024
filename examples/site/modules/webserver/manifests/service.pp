# The running server.
class webserver::service {
  service { $webserver::service:
    ensure     => running,
    enable     => true,
    hasrestart => true,
    restart    => '/usr/sbin/nginx -s reload',
  }

  exec { 'check the configuration of nginx':
    command     => '/usr/sbin/nginx -t',
    refreshonly => true,
    before      => Service[$webserver::service],
  }
}
