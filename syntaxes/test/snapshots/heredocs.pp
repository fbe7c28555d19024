$raw = @(END)
  No ${interpolation} and no \t escape.
  'quotes" stay open
  | END
$interpolated = @("TEXT")
  Hello ${name}, $::fqdn \t ${[1, 2].map |$n| { "n${n}" }.join(', ')}
  | - TEXT
$escaped = @("TEXT"/tn)
  a\tb\n ${x[1]}
  |-TEXT
$json = @(JSON:json)
  { "a": [1, true, "${no}"] }
  | JSON
$pp = @(CODE:pp)
  file { '/x': ensure => file }
  | CODE
$two = f(@(ONE), @("TWO"), 3)
  first ${no}
  | ONE
  second ${yes}
  | TWO
exec { 'script':
  command => @("EOT"/$L),
    echo "\$HOME ${home}" | \
    grep x
    | EOT
  unless  => 'true',
}
$after = @("with blanks")
  x
  | with blanks
$end = 1
