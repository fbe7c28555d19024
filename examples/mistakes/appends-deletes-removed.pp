# `+=` is gone since Puppet 4.
$ports += [8080]
