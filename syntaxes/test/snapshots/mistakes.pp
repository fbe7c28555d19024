# What is not finished yet keeps the colours of what stands around it.
class web {
  file { 'no colon' ensure => file }
  notify { 'no value':
    message =>
  }
  $octal = 09 + 1abc + 0xG
  service { 'half
  typed': ensure =>
}
exec { no_title => true }
$total += 1
private $x
if $y { $z = "open ${
