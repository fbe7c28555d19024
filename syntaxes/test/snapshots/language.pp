/* Everything that
   is rare. */
type Web::Site = Struct[{
  port             => Integer[0x50, 017777],
  Optional['name'] => String[1, default],
}]

function web::url(String $host, Integer $port = 80, *$rest) >> Optional[String] {
  $port ? { 80 => "http://${host}", default => "http://${host}:${port}" }
}

define web::vhost ($docroot, $aliases = []) {
  realize(User['web'], Group['web'])
}

node 'web1.example.com', /^web\d+\./, default {
  class { 'web::server': sites => { a => { port => 1 } } }
  class { web::client:
    ensure => present;
  }
}

Exec { path => '/bin:/usr/bin', logoutput => on_failure }
File['/etc/motd'] { mode +> '0600' }
User <<| tag == 'admins' |>> { shell => '/bin/zsh' }

$x = 1 / 2 / 3 + 0xFF - 1.5e-3 * -7 % 2 << 1
$y = [1, 2,].map |$n| { $n * 2 }.filter |$n| >> Boolean { $n in [2, /4/] }
[$a, [$b, $c]] = $list + *$more
$h = { 'k' => v, default => undef, type => function, 2 => true, }
$t = $x ? { 1 => { a => 'b' }, default => [] }
$long = $text =~ /a(?<n>[[:alpha:]\/]+)
  b{2,3}?/
$z = ::web::url('h', 0x1F)
$r = $x ? { 'a' => 1 } ? { 1 => 2 }
tag 'one', 'two'
lookup('key', { merge => 'deep' }).then |$v| { notice($v) }
include $class, "web::${kind}"
include ::apt
