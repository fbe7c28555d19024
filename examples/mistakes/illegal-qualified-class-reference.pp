# The same, with leading colons.
include ::Apache::mod
