$system = 'AIX'
$package = $system ? {
  'Debian' => 'apache2',
  'RedHat' => 'httpd',
}
