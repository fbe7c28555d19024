# What every machine has.
class profile::base {
  contain base
  contain users
}
