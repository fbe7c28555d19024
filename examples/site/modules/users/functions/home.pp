# Where an account is at home.
#
# @param name the account
# @param home what was asked for, if anything
function users::home(String[1] $name, Optional[String[1]] $home = undef) >> String[1] {
  $home ? {
    undef   => $name ? { 'root' => '/root', default => "/home/${name}" },
    default => $home,
  }
}
