# The words of nginx for a port: plain, or with encryption.
function webserver::listen(Webserver::Port $port) >> String[1] {
  case $port {
    443, 8443: { "${port} ssl" }
    default: { String($port) }
  }
}
