function forever($x) {
  forever($x)
}
forever(1)
