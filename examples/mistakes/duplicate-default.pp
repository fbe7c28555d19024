# Two defaults.
case $facts['kernel'] {
  default: { notice('one') }
  'Linux': { notice('linux') }
  default: { notice('two') }
}
