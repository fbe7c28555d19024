define site($port, $user) {
  notice("${title} listens at ${port}")
}
