# A machine that holds databases, and their backups.
class role::database {
  include profile::base
  include profile::database

  Class['profile::base'] -> Class['profile::database']
}
