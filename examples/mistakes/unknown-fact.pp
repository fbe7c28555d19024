if $facts['os']['famly'] == 'Debian' {
  notice('apt')
}
