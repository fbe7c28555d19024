# A machine without a task of its own.
class role::plain {
  include profile::base
}
