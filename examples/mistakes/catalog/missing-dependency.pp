service { 'nginx':
  require => Package['nginx'],
}
