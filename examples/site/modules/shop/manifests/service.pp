# What runs: here only a note of each start, so that nothing outside of the folder is touched.
class shop::service {
  $folder = $shop::folder

  Exec {
    path => '/usr/bin:/bin',
  }

  exec { 'make the index of the shop':
    command => "cp ${folder}/shop.conf ${folder}/index",
    creates => "${folder}/index",
  }

  exec { 'restart the shop':
    command     => "echo restarted >>${folder}/log",
    provider    => shell,
    refreshonly => true,
    subscribe   => File["${folder}/shop.conf"],
  }

  # There is no supplier: this fails in each run, and what waits for it is skipped.
  exec { 'ask the supplier':
    command => "test -e ${folder}/supplier",
  }

  file { "${folder}/prices":
    ensure  => file,
    owner   => $shop::owner,
    group   => $shop::group,
    content => "from the supplier\n",
    require => Exec['ask the supplier'],
  }
}
