# A regular expression that is none.
if $facts['kernel'] =~ /(linux|bsd/ {
  notice('unix')
}
