if $::osfamily == 'Debian' {
  notice('apt')
}
