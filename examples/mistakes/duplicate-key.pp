# The same key twice.
$ports = {
  'http'  => 80,
  'https' => 443,
  'http'  => 8080,
}
