# A database server, with a backup of each database.
#
# @param databases their names
# @param engine which server keeps them
class profile::database (
  Array[String[1]]            $databases = [],
  Enum['postgresql', 'mysql'] $engine    = 'postgresql',
) {
  $package = $engine ? {
    'mysql' => 'mariadb-server',
    default => $engine,
  }

  package { $package:
    ensure => installed,
  }

  service { $engine:
    ensure => running,
    enable => true,
  }

  Package[$package] -> Service[$engine]

  include backup

  $databases.each |$database| {
    backup::job { $database:
      command => "/usr/bin/pg_dump ${database}",
      require => Service[$engine],
    }
  }
}
