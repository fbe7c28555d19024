# Groups and accounts.
#
# @param groups the groups and their numbers
# @param accounts the accounts, with the parameters of `users::account`
class users (
  Hash[Users::Name, Integer[1000]] $groups   = {},
  Hash[Users::Name, Hash]          $accounts = {},
) {
  $groups.each |$name, $gid| {
    group { $name:
      ensure => present,
      gid    => $gid,
    }
  }

  create_resources('users::account', $accounts)
}
