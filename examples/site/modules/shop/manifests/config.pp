# The files of the shop, and their release.
class shop::config {
  $port = $shop::port
  $limits = Hash($shop::limits.map |$name, $size| { [$name, shop::bytes($size)] })

  file {
    default:
      owner => $shop::owner,
      group => $shop::group,
      ;
    $shop::folder:
      ensure => directory,
      mode   => '0755',
      ;
    "${shop::folder}/shop.conf":
      ensure  => file,
      mode    => '0640',
      content => template('shop/shop.conf.erb'),
      ;
    "${shop::folder}/limits":
      ensure  => file,
      mode    => '0640',
      content => shop_lines($limits),
      ;
    "${shop::folder}/current":
      ensure => link,
      target => 'shop.conf',
      ;
  }

  # Its type is written in Ruby, and has no provider.
  shop_release { 'v1.4':
    files => ["${shop::folder}/shop.conf", "${shop::folder}/limits"],
  }
}
