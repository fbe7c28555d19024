# A colon is missing behind the title of the file,
# and a value in the template.
class demo (
  Demo::Port $port = 80,
) {
  $greeting = "On port ${port}"

  file { '/etc/motd' ensure => file,
    content                  => $greeting,
  }
}
