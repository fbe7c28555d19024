# The name of a node is known before anything else.
node "web.${domain}" {
}
