define site($port) {
  $url = "http://localhost:${port}"
  notice("${title} listens at ${port}")
}
