# A site of the web server.
define site($port, $user) {
  notice("${title} listens at ${port}")
}
