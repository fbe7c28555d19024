# The files of the shop.
class shop::config {
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
      content => epp('shop/shop.conf.epp', { port => $shop::port }),
      ;
    "${shop::folder}/current":
      ensure => link,
      target => 'shop.conf',
      ;
  }
}
