# A virtual host of a web server: its folders, its certificates, its configuration and its log files.
#
# This is what a large manifest of a public module looks like: many parameters with types and defaults, a comment for
# each of them, checks of what does not go together, and resources that are made of long lists of attributes.
#
# @summary Serves one name from one folder
#
# @example A site with a certificate
#   bench::vhost { 'www.example.com':
#     docroot => '/srv/www',
#     ssl     => true,
#   }
#
# @param docroot
#   The folder that is served. It is made unless `manage_docroot` says no.
# @param manage_docroot
#   Whether the folder is managed at all.
# @param docroot_owner
#   Who owns the folder.
# @param docroot_group
#   The group of the folder.
# @param docroot_mode
#   The mode of the folder; none leaves it as it is.
# @param port
#   Where the server listens: one port, or several.
# @param ip
#   The addresses on which it listens, all if there is none.
# @param ssl
#   Whether connections are encrypted.
# @param ssl_cert
#   The certificate. It has to be there where `ssl` is set.
# @param ssl_key
#   The key of the certificate.
# @param ssl_protocol
#   What is spoken, in the words of the server.
# @param aliases
#   Further names of the host.
# @param directories
#   What is served from where, with the options of each folder.
# @param rewrites
#   The rules by which addresses are rewritten, in this order.
# @param headers
#   What every answer says.
# @param log_level
#   How much is logged.
# @param log_format
#   The format of the log, by its name.
# @param options
#   Options of the folder.
# @param priority
#   Where the configuration stands among those of other hosts.
# @param ensure
#   Whether the host is there.
# @param proxy_pass
#   What is handed to other servers.
# @param timeout
#   After how many seconds the server gives up.
# @param limits
#   What one client may use, by the kind of limit.
#
define bench::vhost (
  Variant[Boolean, Stdlib::Absolutepath]                                $docroot,
  Boolean                                                               $manage_docroot = true,
  String[1]                                                             $docroot_owner  = 'root',
  String[1]                                                             $docroot_group  = $bench::params::root_group,
  Optional[Pattern[/\A[0-7]{4}\z/]]                                     $docroot_mode   = undef,
  Optional[Variant[Array[Stdlib::Port], Stdlib::Port]]                  $port           = undef,
  Optional[Variant[Array[Variant[Stdlib::IP::Address, Enum['*']]], String]] $ip         = undef,
  Boolean                                                               $ssl            = false,
  Optional[Stdlib::Absolutepath]                                        $ssl_cert       = $bench::default_ssl_cert,
  Optional[Stdlib::Absolutepath]                                        $ssl_key        = $bench::default_ssl_key,
  Optional[Variant[Array[String], String]]                              $ssl_protocol   = undef,
  Array[String[1]]                                                      $aliases        = [],
  Optional[Variant[Hash, Array[Variant[Array, Hash]]]]                  $directories    = undef,
  Array[Struct[{ 'rule' => String[1], Optional['cond'] => Array[String], Optional['comment'] => String }]] $rewrites = [],
  Hash[String[1], Variant[String, Integer, Array[String]]]              $headers        = {},
  Enum['debug', 'info', 'notice', 'warn', 'error', 'crit', 'emerg']     $log_level      = 'warn',
  Variant[Boolean, String[1]]                                           $log_format     = 'combined',
  Array[String]                                                         $options        = ['Indexes', 'FollowSymLinks', 'MultiViews'],
  Variant[Boolean, Integer[0, 99], Pattern[/^\d\d$/]]                   $priority       = 25,
  Enum['present', 'absent']                                             $ensure         = 'present',
  Array[Hash[String, Any], 0, 100]                                      $proxy_pass     = [],
  Integer[1, 0xFFFF]                                                    $timeout        = 0x3C,
  Hash[Enum['requests', 'bytes'], Tuple[Integer, Float]]                $limits         = { 'requests' => [100, 1.5e2], 'bytes' => [010, 0.25] },
) {
  # The class has to come first, since its parameters are the defaults of ours.
  unless defined(Class['bench']) {
    fail("You must include the bench class before ${title} can be used")
  }
  include bench::params

  $apache_name = $bench::apache_name ? { undef => 'apache2', default => $bench::apache_name }
  $servername  = regsubst($title, '[^a-z0-9.-]', '_', 'G')
  $filename    = "${servername}-${priority}"
  $conf_dir    = $facts['os']['family'] ? {
    'Debian'            => "/etc/${apache_name}/sites-available",
    /^(RedHat|Fedora)$/ => "/etc/${apache_name}/conf.d",
    default             => "/usr/local/etc/${apache_name}/${facts['os']['release']['major']}/Vhosts",
  }

  if $ssl and !($ssl_cert and $ssl_key) {
    fail("Bench::Vhost[${name}]: ssl needs both ssl_cert and ssl_key, and got '${ssl_cert}' and '${ssl_key}'")
  }
  if $priority =~ Boolean and $priority {
    $priority_real = '25-'
  } elsif $priority == false or $priority == undef {
    $priority_real = ''
  } else {
    $priority_real = "${priority}-"
  }

  # Nobody asked for a port: what the scheme has it is.
  $ports = $port ? {
    undef   => [if $ssl { 443 } else { 80 }],
    Array   => unique($port.map |$p| { Integer($p) }),
    default => [$port],
  }

  if $manage_docroot and $docroot {
    if !defined(File[$docroot]) {
      file { $docroot:
        ensure  => directory,
        owner   => $docroot_owner,
        group   => $docroot_group,
        mode    => $docroot_mode,
        require => Package['httpd'],
        before  => Concat["${priority_real}${filename}.conf"],
      }
    }
  }

  case $facts['os']['name'] {
    'Debian', 'Ubuntu': {
      $enabled = "${conf_dir}/../sites-enabled/${priority_real}${filename}.conf"
      file { "${priority_real}${filename}.conf symlink":
        ensure  => stdlib::ensure($ensure, 'link'),
        path    => $enabled,
        target  => "${conf_dir}/${priority_real}${filename}.conf",
        owner   => 'root',
        group   => $bench::params::root_group,
        mode    => '0644',
        require => Concat["${priority_real}${filename}.conf"],
        notify  => Class['bench::service'],
      }
    }
    /(?i:suse)/, 'Gentoo': {
      notice("${conf_dir} is read as it is")
    }
    default: {}
  }

  concat { "${priority_real}${filename}.conf":
    ensure  => $ensure,
    path    => "${conf_dir}/${priority_real}${filename}.conf",
    owner   => 'root',
    group   => $bench::params::root_group,
    mode    => $bench::file_mode,
    order   => 'numeric',
    require => Package['httpd'],
    notify  => Class['bench::service'],
  }
  # What each fragment renders is its own business.
  concat::fragment { default:
    target => "${priority_real}${filename}.conf",
    ;
    "${name}-header":
      order   => 0,
      content => epp('bench/vhost/_header.epp', { 'ports' => $ports, 'ip' => $ip, 'servername' => $servername }),
      ;
    "${name}-docroot":
      order   => 10,
      content => "  DocumentRoot \"${docroot}\"\n  ServerName ${servername}\n\tTimeout ${timeout}\n",
      ;
    "${name}-footer":
      order   => 999,
      content => @("END"/nt$),
        | # The end of ${title}, which has ${length($aliases)} further names\n
        | </VirtualHost>
        |-END
  }

  $directories.lest || { [{ 'path' => $docroot, 'options' => $options }] }.each |Integer $index, Hash $directory| {
    concat::fragment { "${name}-directory-${index}":
      target  => "${priority_real}${filename}.conf",
      order   => 60 + $index * 2,
      content => inline_epp(@(DIRECTORY), { 'directory' => $directory }),
        <Directory "<%= $directory['path'] %>">
          Options <%= $directory['options'].join(' ') %>
          Require all granted
        </Directory>
        | DIRECTORY
    }
  }

  $rewrites.filter |$rewrite| { $rewrite['rule'] !~ /^\s*#/ and $rewrite['rule'] != '' }.each |$index, $rewrite| {
    $conditions = pick($rewrite['cond'], []).map |$condition| { "  RewriteCond ${condition}\n" }
    concat::fragment { "${name}-rewrite-${index}":
      target  => "${priority_real}${filename}.conf",
      order   => 190,
      content => join($conditions + ["  RewriteRule ${rewrite['rule']}\n"], ''),
    }
  }

  $merged = $headers.reduce({ 'X-Frame-Options' => 'DENY', 'Server' => undef } + $bench::headers) |$memo, $pair| {
    [$header, $value] = $pair
    if $value =~ Array[String] { $memo + { $header => $value.join(', ') } } else { $memo + { $header => String($value, '%s') } }
  }
  $levels = { 'debug' => 7, 'info' => 6, 'notice' => 5, 'warn' => 4, 'error' => 3, 'crit' => 2, 'emerg' => 0 }
  $quiet  = $levels[$log_level] < 4 and $log_level in ['error', 'crit', 'emerg'] or ($timeout % 60 == 0 and $timeout >> 2 > 10)

  Package['httpd'] -> File<| tag == 'bench' and (mode != '0600' or owner == root) |> ~> Class['bench::service']
  Bench::Listen <<| title != $name |>> { ensure => present }
  Concat["${priority_real}${filename}.conf"] { backup => false }

  $ports.each |$p| {
    ensure_resource('bench::listen', "${p}", { 'ensure' => $ensure })
    @@bench::balancermember { "${facts['networking']['fqdn']}:${p}":
      url     => "http${if $ssl { 's' }}://${facts['networking']['ip']}:${p}/",
      options => ["route=${facts['networking']['hostname']}", *$options],
      *       => $proxy_pass.empty ? { true => {}, default => { 'tags' => [$name, "vhost-${name}"] } },
    }
  }

  if !$quiet {
    exec { "check the configuration of ${title}":
      command     => "/usr/sbin/${apache_name}ctl configtest && test -s '${conf_dir}/${filename}.conf'",
      refreshonly => true,
      subscribe   => [Concat["${priority_real}${filename}.conf"], File[$docroot]],
      unless      => ["test ! -d ${docroot}", 'pgrep -x "apache2"'],
      timeout     => $timeout * 1000 / 10,
      tries       => 3,
    }
  }
}
