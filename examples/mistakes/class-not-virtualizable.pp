# Classes cannot be virtual.
@class { 'web': }
