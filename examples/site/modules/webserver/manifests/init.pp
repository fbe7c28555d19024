# A web server.
#
# @param package what is installed
# @param service what runs
# @param user who it runs as
# @param port where it listens, if a site does not say
# @param workers how many processes
class webserver (
  String[1]       $package,
  String[1]       $service,
  String[1]       $user,
  Webserver::Port $port    = 80,
  Integer[1, 64]  $workers = 2,
) {
  contain webserver::install
  contain webserver::config
  contain webserver::service

  Class['webserver::install']
  -> Class['webserver::config']
  ~> Class['webserver::service']
}
