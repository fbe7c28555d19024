# A small service. All that it is made of lies in one folder, so that it can be tried on any machine.
#
# @param folder where it lies; the fact `shop_folder` says so for who only tries it
# @param port where it listens
# @param owner whose files they are
# @param group the group of the files
# @param limits sizes that it does not exceed, with their units
class shop (
  Pattern[/\A\//]         $folder = $facts.get('shop_folder', '/srv/shop'),
  Integer[1, 65535]       $port   = 8080,
  String[1]               $owner  = $facts.get('identity.user', 'root'),
  String[1]               $group  = $facts.get('identity.group', 'root'),
  Hash[String, String[1]] $limits = { 'upload' => '8 MiB', 'cache' => '1 GiB' },
) {
  contain shop::config
  contain shop::service

  Class['shop::config'] -> Class['shop::service']
}
