# A blank in the name of a node.
node 'web example.com' {
}
