# A machine that serves web pages.
class role::web {
  include profile::base
  include profile::web

  Class['profile::base'] -> Class['profile::web']
}
