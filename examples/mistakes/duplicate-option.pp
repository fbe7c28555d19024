case $facts['os']['name'] {
  'Debian': { notice('apt') }
  'debian': { notice('dpkg') }
  default: { notice('nothing') }
}
