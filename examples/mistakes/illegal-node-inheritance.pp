# Nodes inherit nothing since Puppet 4.
node 'web.example.com' inherits 'base' {
}
