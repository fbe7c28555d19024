# The configuration of the server itself; sites are `webserver::vhost`.
class webserver::config {
  file { '/etc/nginx/nginx.conf':
    ensure  => file,
    mode    => '0644',
    content => template('webserver/nginx.conf.erb'),
  }

  file { ['/etc/nginx/sites-available', '/etc/nginx/sites-enabled']:
    ensure  => directory,
    mode    => '0755',
    purge   => true,
    recurse => true,
  }

  file { '/etc/nginx/mime.types':
    ensure => file,
    mode   => '0644',
    source => 'puppet:///modules/webserver/mime.types',
  }
}
