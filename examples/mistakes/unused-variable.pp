# A site of the web server.
define site($port) {
  $url = "http://localhost:${port}"
  notice("${title} listens at ${port}")
}
