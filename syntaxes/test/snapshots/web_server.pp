# @summary A web server with its sites.
#
# @param sites
#   Each site by its name.
# @param ensure Whether it is there.
class web::server (
  Enum['present', 'absent']           $ensure   = 'present',
  Hash[String[1], Web::Site]          $sites    = {},
  Optional[Variant[Integer, Pattern[/\A\d+%\z/]]] $workers = undef,
  Stdlib::Absolutepath                $conf_dir = $web::params::conf_dir,
  Boolean                             $manage   = !$facts['is_container'],
) inherits web::params {
  include web::install, web::service
  contain web::config

  $running = $ensure ? {
    'present' => 'running',
    /^abs/    => stopped,
    default   => undef,
  }

  file {
    default:
      owner => 'root',
      mode  => '0644';
    $conf_dir:
      ensure => directory;
    [ "${conf_dir}/sites", "${conf_dir}/${facts['os']['family'].downcase}.d" ]:
      ensure  => directory,
      purge   => true,
      require => Package['nginx'],
  }

  $sites.each |String $name, Hash $site| {
    web::site { "site-${name}":
      *    => $site,
      port => $site['port'] + 8000 / 2,
    }
  }

  Package['nginx'] -> File[$conf_dir] ~> Service <| title == 'nginx' and tag != 'manual' |>

  @@concat::fragment { "web-${facts['networking']['fqdn']}":
    target  => '/etc/balancer.cfg',
    content => @("CONF"/L),
      server ${facts['networking']['hostname']} \
        $facts:80 # not a comment
      | CONF
    tag     => "pool-${web::pool}",
  }

  if $workers =~ Integer and $workers > 4 or 'x' in $sites {
    warning("many workers: ${workers}")
  } elsif $manage {
    notice 'managed'
  } else {
    fail("No ${ensure}\t\u{1F600} $::web::nothing \q")
  }

  case $facts['os']['name'] {
    'Debian', /(?i:ubuntu|mint)/: { $package = 'nginx' }
    RedHat: { $package = 'nginx-core' }
    default: { fail('unknown') }
  }

  unless $manage { return() }
}
