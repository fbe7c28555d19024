# A shop that can be tried anywhere: all that it needs lies in one folder.
class role::shop {
  include shop
}
