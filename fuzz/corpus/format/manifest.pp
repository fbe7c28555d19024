class  a ( $b=1,String $c ) inherits d{
# e
file{'/f':mode=>'0644',ensure=>file;'/g':}->service{ 'h': } # i
$j=$k?{ 1=>[ 1,2 ],default=>{ 'l'=>@("M") } }
  ${n}
  | M
if $o and
 $p{include q}else{ # fmt: off
   r( 1 )
# fmt: on
}
}
